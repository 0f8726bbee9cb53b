"""What somebody teaches, the shop they run, and the year they are in at school."""

from __future__ import annotations

from tandem_edge.memory.extraction.rules import Rule, rule
from tandem_edge.memory.extraction.vocabulary import BE, short

_SUBJECTS = (
    "maths?|mathematics|physics|chemistry|biology|history|economics|psychology|computer science|"
    "philosophy|art|design|music|literature|geography|politics|french|german|spanish|japanese|"
    "chinese|english|italian|mandarin|piano|guitar|violin|yoga|pilates|ballet|drama|swimming|pe"
)
_ZH_SUBJECTS = (
    "语文|数学|英语|物理|化学|生物|历史|地理|政治|体育|音乐|美术|钢琴|吉他|小提琴|书法|舞蹈|瑜伽|编程|画画|"
    "日语|法语|德语|游泳"
)
_SHOP = (
    "(?:shop|store|bakery|cafe|café|restaurant|bar|pub|salon|studio|gallery|nursery|florist's|"
    "bookshop|farm|workshop|b&b|hotel|hostel|practice|food truck|garage)"
)

FAMILY: tuple[Rule, ...] = (
    rule("teaches", rf"(?:teach|teaches|{BE} teaching) (?P<value>{_SUBJECTS})\b"),
    rule("teaches", f"(?:在[^,.]{{2,12}}?)?教(?P<value>{_ZH_SUBJECTS})(?:课|的)?$"),
    rule(
        "runs",
        rf"(?:run|runs|own|owns|{BE} running|opened|has opened|have opened) (?:an? |my own |her "
        rf"own |"
        rf"his own )(?P<value>(?:[\w'-]+ ){{0,2}}{_SHOP})\b",
        check=short,
    ),
    rule(
        "runs",
        "(?:自己)?开(?:了)?(?:一?[家间个])?(?P<value>[\u3400-\u9fff]{1,5}(?:店|馆|吧|铺|坊|工作室|农场|民宿|餐厅|公司))(?:的|了)?$",
        check=short,
    ),
    rule(
        "school_year",
        rf"(?:{BE} |{BE} now |started |starts )(?:in )?(?P<value>(?:year|grade) \d{{1,2}}|"
        r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) grade)\b",
        denies=False,
    ),
    rule(
        "school_year",
        "(?:今年|现在|马上|该|已经)*(?:上|读|念|升)(?:到|入|了)?(?P<value>(?:[一二三四五六七八九]年级|[初高大][一二三四]|幼儿园[大中小]班|"
        "[大中小]班))(?:了)?$",
        denies=False,
    ),
)
