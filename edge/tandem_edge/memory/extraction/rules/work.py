"""Where somebody lives, works and learns."""

from __future__ import annotations

from tandem_edge.memory.extraction.folding import has_chinese
from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import (
    BE,
    CITIES,
    EN_JOB,
    ZH_JOB,
    V,
    job,
    place,
    short,
    titled,
)

_JOB_END = r"(?= (?:at|for|in|with|by|from|near|and|now|here|currently|on)\b|$|[,.])"
_SUBJECTS = (
    "law|medicine|maths?|mathematics|physics|chemistry|biology|history|economics|"
    "psychology|computer science|engineering|"
    "architecture|philosophy|art|design|music|literature|nursing|accounting|"
    "business|marketing|statistics|linguistics|"
    "journalism|finance|geography|politics|sociology|french|german|spanish|"
    "japanese|korean|chinese|english|italian|"
    "mandarin|data science|graphic design|mechanical engineering|dentistry|"
    "education|film"
)
_ZH_SUBJECTS = (
    "法律|医学|数学|物理|化学|生物|历史|经济学?|心理学?|计算机|工程|建筑|哲学|美术|"
    "设计|音乐|文学|护理|会计|工商管理|市场营销|统计|语言学|新闻|"
    "金融|地理|政治|社会学|法语|德语|西班牙语|日语|韩语|英语|中文|吉他|钢琴|画画|"
    "书法|编程|软件工程|临床医学|小提琴|古筝"
)


def _employer(value: str) -> bool:
    if has_chinese(value):
        return short(value) and not any(
            word in value for word in ("家里", "这里", "这儿", "加班", "忙", "哪", "外面", "上班")
        )
    return short(value) and value.lower() not in (
        "home",
        "night",
        "nights",
        "weekends",
        "all",
        "work",
        "present",
    )


def _town(value: str) -> bool:
    return value in CITIES or value[-1] in "市省县"


FAMILY: tuple[Rule, ...] = (
    rule(
        "lives_in",
        rf"(?:live|lives|lived|{BE} living|{BE} based|reside|resides|(?:been|have been|"
        rf"has been) living) (?:over |down |up |out )?(?:in|on) {V}",
        check=place,
    ),
    rule(
        "lives_in",
        rf"(?:moved|relocated|{BE} moving|settled|move|moves)(?: back| over| down| "
        rf"out)?(?: from [\w' ]+?)? (?:to|in|into) {V}",
        denies=False,
        ends=False,
        begins=True,
        check=lambda value: place(value) and (value[:1].isupper()),
    ),
    rule(
        "lives_in", "(?:家)?住(?!过)在?(?P<value>[^,.]{2,20}?)(?:了|这边|那边|附近)?$", check=place
    ),
    rule(
        "lives_in",
        "(?:从[^,.]{2,10}?)?(?:搬家?|搬去|迁)(?:到|去|来|回)(?:了)?(?P<value>[^,.]{2,16})",
        check=place,
        begins=True,
        denies=False,
        ends=False,
    ),
    rule(
        "lives_in",
        "(?:从[^,.]{2,10}?)?(?:搬家?|搬去|迁)(?:到|去|来|回)(?:了)?(?P<value>[^,.]{2,12}?)(?:这边|那边)?(?:来|去)?"
        "(?:住|生活|定居)了?$",
        check=place,
        begins=True,
        denies=False,
        ends=False,
    ),
    rule("lives_in", "在(?P<value>[^,.]{2,10}?)(?:定居|安家|住)了?$", check=place),
    rule("lives_in", "家在(?P<value>[^,.]{2,14})", check=place),
    of("lives_in", "家在(?P<value>[^,.]{2,14})", check=place),
    of(
        "address",
        r"(?:house|home|flat|apartment|place)(?:'s| is) (?:at )?(?P<value>\d+[a-z]? .+)",
        raw=True,
    ),
    of("address", r"(?:home |new )?address(?:'s| is) (?P<value>.+)", raw=True),
    of("address", "(?:家庭|新)?(?:地址|住址)(?:是|:)(?P<value>.+)", raw=True),
    rule(
        "lives_in",
        rf"(?:moved out of|moved away from) {V}",
        negated=True,
        denies=False,
        ends=False,
        check=lambda value: place(value) and value[:1].isupper(),
        sure=0.8,
    ),
    rule(
        "job",
        rf"(?:{BE}|became|work as|works as|worked as|{BE} working as|started as|"
        rf"started working as|got a job as|{BE} employed as|make a living as) (?:an? |"
        rf"the )?(?P<value>[a-z][a-z' -]*?){_JOB_END}",
        check=job,
    ),
    rule(
        "job",
        r"(?:started|start)(?: a new job)?(?: work)? as (?:an? )?(?P<value>[a-z][a-z' "
        rf"-]*?){_JOB_END}",
        check=job,
    ),
    of(
        "job",
        r"(?:new |current )?job(?:'s| is)(?: as)? (?:an? )?(?P<value>[a-z][a-z' "
        rf"-]*?){_JOB_END}",
        check=job,
    ),
    rule(
        "job",
        f"(?:是|当|做)(?:一?[个名位])?(?:的)?(?P<value>{ZH_JOB})(?:的|了|工作)?$",
        check=lambda value: not titled(value),
    ),
    rule(
        "job", f"在[^,.]{{1,12}}?(?:做|当|担任)(?:一?[个名位])?(?P<value>{ZH_JOB})(?:的|了|工作)?$"
    ),
    of("job", f"(?:职业|工作)是(?:一?[个名位])?(?P<value>{ZH_JOB})$"),
    rule(
        "works_at",
        rf"(?:work|works|worked|{BE} working|interned|intern|interns|{BE} employed|"
        rf"(?:teach|teaches)(?: (?:{_SUBJECTS}))?)(?: as [a-z' -]+?)?(?: full[ -]time|"
        rf" part[ -]time| remotely)? "
        rf"(?:at|for) {V}",
        check=_employer,
    ),
    rule(
        "works_at",
        rf"(?:{BE}|(?:'ve |have |has )?(?:started|start|got a job|landed a job|"
        rf"became)(?: working| work| a "
        rf"new job)?)(?: as)?(?: (?:an? |the )?{EN_JOB.pattern} (?:at|with)|(?<!is)(?<!'s)(?<!be) "
        r"with| at) (?P<value>.+)",
        check=lambda value: _employer(value) and value[:1].isupper(),
        begins=True,
        denies=False,
        ends=False,
    ),
    rule(
        "works_at",
        rf"(?:joined|have joined|'ve joined) {V}",
        begins=True,
        check=lambda value: _employer(value) and value[:1].isupper(),
    ),
    rule(
        "works_at",
        f"在(?P<value>[^,.]{{2,14}}?)(?:上班|工作|任职|实习|当班|教(?:书|语文|体育|{_ZH_SUBJECTS}))",
        check=lambda value: _employer(value) and not _town(value),
    ),
    rule(
        "works_at",
        "在(?P<value>[^,.]{2,14}?)(?:做|当|担任)(?:一?[个名位])?" + ZH_JOB,
        check=_employer,
    ),
    rule(
        "works_at",
        "(?:从[^,.]{2,10}?)?(?:跳槽|入职|加入)(?:到|去|了)*(?P<value>[^,.]{2,12})",
        check=_employer,
        begins=True,
        denies=False,
    ),
    rule("works_in", rf"(?:work|works|{BE} working) in {V}", check=lambda value: short(value)),
    rule(
        "studies_at",
        rf"(?:study|studies|{BE} studying|{BE} a student|{BE} a (?:freshman|sophomore|"
        r"junior|senior)|go to school|goes to school|go to college)(?: [a-z ]+?)? at "
        rf"{V}",
        check=_employer,
    ),
    rule(
        "studies_at",
        r"(?:go|goes|switched|changed|moved) to (?P<value>(?:[\w'.]+ ){1,4}(?:primary|school|"
        r"high|academy|college|"
        r"university|kindergarten|elementary|grammar))$",
        check=lambda value: value[:1].isupper(),
        denies=False,
    ),
    rule(
        "studies_at",
        "转学?(?:到|去)了?(?P<value>[^,.]{2,10})",
        check=lambda value: _employer(value) and not _town(value),
        begins=True,
        denies=False,
    ),
    rule(
        "studies_at",
        "在(?P<value>[^,.]{2,14}?)(?:上学|读书|念书|上大学|读大学|读研|读博|读研究生|留学)",
        check=_employer,
    ),
    rule(
        "studied_at",
        r"(?:graduated from|went to (?:school|college|university|uni) at|studied at|"
        rf"did my (?:phd|masters|degree) at) {V}",
        check=_employer,
        denies=False,
        ends=False,
    ),
    rule(
        "studied_at",
        "(?:是)?(?:从)?(?P<value>[^,. 是从]{2,12}(?:大学|学院|中学|[大师理工交][大])?)毕业",
        check=lambda v: v[-1] in "大学院校中工",
        denies=False,
    ),
    rule("studied_at", "毕业于(?P<value>[^,.]{2,14})", denies=False),
    rule(
        "studies",
        rf"(?:study|studies|{BE} studying|{BE} majoring in|major in|majors in|{BE} "
        rf"learning|started learning|learn) (?P<value>{_SUBJECTS})\b",
    ),
    rule(
        "studies", f"(?:的)?(?:专业是|学的是|主修|在学|开始学|读的是|学)(?P<value>{_ZH_SUBJECTS})"
    ),
    bare("works_at", r"(?:the company|the firm) i work for is (?P<value>.+)", check=_employer),
    rule("works_in", "在(?P<value>[^,.]{2,10}?)(?:上班|工作)", check=_town),
    rule(
        "studies",
        f"(?:大学|本科|研究生)(?:学的是|读的是|学)(?P<value>{_ZH_SUBJECTS})",
        denies=False,
    ),
)
