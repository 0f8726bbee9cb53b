"""Whom a clause is about, and what is left of it to read.

``I``, ``my sister``, ``my sister Ana``, ``Ana``, ``she``; ``我``, ``我妈``, ``他``. A person who
is only known as somebody's is called by the relation's attribute (``mother``), so that what is told
of them is about the same subject in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tandem_edge.memory.extraction.clauses import Clause
from tandem_edge.memory.extraction.folding import Text
from tandem_edge.memory.extraction.people import (
    EN_PET,
    EN_RELATION,
    ZH_PET,
    ZH_RELATION,
    relation_of,
)


class On(StrEnum):
    """What stands before the words of a rule: a subject, a possessor, or nothing."""

    SUBJECT = "subject"
    POSSESSOR = "possessor"
    CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a clause: whom it is about, and the words after them."""

    subject: str
    on: On
    rest: Text
    sure: float = 1.0
    reported: bool = False
    """Whether it is what the subject said of themselves."""


_NAME = r"[A-Z](?:[\w-]|['’](?!s\b))*[a-z](?: (?:[A-Z][\w-]+|[A-Z]\.?))?"
_NOT_NAMES = frozenset(
    "i the a an my our we he she it they you this that these those there what when "
    "where why how who if yes no "
    "please maybe always never from use call set remind monday tuesday wednesday "
    "thursday friday saturday sunday "
    "january february march april may june july august september october november "
    "december today tomorrow "
    "yesterday not don't let's can could would should will do does did is are am "
    "everyone nobody someone people "
    "some most many all any each both one two work breakfast lunch dinner life "
    "everything nothing something and but "
    "so then also his her their its your mine at in on for to of with by as".split()
)
_EN_ME = re.compile(
    r"(?:i|we|me and \w+|my (?:family|wife|husband|partner|girlfriend|boyfriend) "
    r"and i)(?=[ '])"
)
_EN_MY = re.compile(r"(?:my|our|the(?= new [a-z]+ is [A-Za-z])) (?:own |own personal )?")
_EN_RELATED = re.compile(rf"(?:my|our) (?:{EN_RELATION}|{EN_PET.replace('rel', 'pet')})\b(?!-)")
_COAT = "(?:orange|ginger|black|white|grey|gray|brown|tabby|old|little|big|older|younger|golden)"
_EN_BEAST = re.compile(
    rf"(?:my|our|the) (?:{_COAT} ){{0,2}}{EN_PET}"
    r"(?= (?:has |have |had |just |sadly |suddenly |peacefully ){0,3}(?:died|passed|was put|is "
    r"dead|left us))"
)
_ZH_BEAST = re.compile(
    f"(?:我们?家?的?)?[橘黑白花黄灰金大小老三]{{0,3}}{ZH_PET}"
    "(?=(?:[上这]?个?(?:周|月|星期)[一二三四五六日天末]?|昨[天晚]|前天|今[天早]|去年|刚刚?|已经|突然|不幸){0,3}"
    "(?:去世|走|死|没|离开我们|不在)了)"
)
"""An animal by its kind and looks, of which it is told that it has died."""
_EN_PRONOUN = re.compile(r"(?:she|he|they)(?=[ '])")
_EN_THEIR = re.compile(r"(?:her|his|their) ")
_ZH_ME = re.compile("(?:我们家?|咱们?家?|我家|本人|我自己|我)")
_ZH_RELATED = re.compile(
    f"(?:我们?家?的?|咱家?)(?:{ZH_RELATION}|{ZH_PET.replace('rel', 'pet')})(?![们妹弟姐哥爸妈家饼])"
)
_ZH_NAMED = re.compile(
    "(?:(?!小[区学时说组米孩狗猫吃便票店镇河岛车费麦腿心名]|老[家师板房爸妈婆公年乡外街城])"
    "[小阿老][\u3400-\u9fff]|[\u3400-\u9fff]{2,3}(?<![是在到])(?=今年|的生日)|(?![我你他她它这那])[\u3400-\u9fff]{2,3}?"
    "(?=(?:[上这]?个?(?:周|月|星期|礼拜)[一二三四五六日天末]?|昨[天晚]|前[天年]|今[天早年]|[早晚]上|[上下中]午|凌晨|夜里|去年|刚刚?|已经|突然|不幸|"
    "因病|[0-9一二三四五六七八九十]{1,4}[年月号日天个周]前?){0,4}(?:去世|过世|离世|病逝|走|死|没|离开我们|不在)了))"
)
_ZH_KIN = re.compile(
    "(?P<rel>妈妈|母亲|爸爸|父亲|奶奶|爷爷|外婆|外公|姥姥|姥爷|女儿|儿子|老婆|老公|妻子|丈夫|姐姐|妹妹|哥哥|弟弟|男朋友|"
    "女朋友|房东|室友)(?![们的是叫说])"
)
"""Those who are the speaker's own without saying so."""
_ZH_OWN = re.compile(
    f"(?:{ZH_RELATION}|{ZH_PET.replace('rel', 'pet')})(?=(?:的?(?:名字|全名))?(?:叫(?!我)|名叫)|"
    "是[\u3400-\u9fff]{1,2}(?:老师|医生|教授|总|律师|经理|教练|师傅|主任)$)"
)
"""Who is named without saying whose: the speaker's own, unless somebody else was spoken of."""
_EN_INTRODUCES = re.compile(
    rf"(?:i|we)(?:'ve| have)?(?: just)?(?: have| got| adopted| rescued)? (?:an? |one )(?:[\w-]+ )?"
    rf"(?:{EN_RELATION}|{EN_PET.replace('rel', 'pet')})$"
)
_ZH_INTRODUCES = re.compile(
    f".{{0,8}}(?:有|养了?|领养了?|收养了?|生了)(?:一?[个只条位匹])?[\u3400-\u9fff]{{0,3}}?"
    f"(?:{ZH_RELATION}|{ZH_PET.replace('rel', 'pet')})$"
)
"""Who is spoken of for the first time; what follows without a subject is about them."""
ZH_SMALL_NAME = (
    "(?:[小阿][\u3400-\u9fff]|(?P<same>[\u3400-\u9fff])(?P=same))"
    "(?=今年|在|是|喜|住|会|的|对|爱|不|满|刚|已|[上下这]个?[周月]|[昨今明]|每|去年|怕|要|也)"
)
"""A name that stands beside whose it is: ``我儿子豆豆``."""
_ZH_NEW = re.compile("新的?(?=[\u3400-\u9fff]{1,6}(?:是|叫))")
_ZH_PRONOUN = re.compile("(?:他|她|它)(?!们)")
_REPORTED = re.compile(
    r" (?:said|says|told me|thinks|mentioned)(?: that)? (?:she|he|they)(?=[ '])|"
    r"(?:说|告诉我|觉得)(?:他|她|自己)"
)


_ZH_DROPPED = re.compile(
    "(?:已经|已|刚刚?|终于|又|都)*(?:搬|迁|戒|不再|再也不|不(?:用|喝|吃|抽|坐|去|上|玩|刷|打|练|跑)|改用|换用|"
    "换成|换了|买(?=了)|提(?=了)|辞职|离职|退休|跳槽|入职|卸载|注销|退订|卖(?:掉)?了|改吃|改喝|改坐|开始)(?=.*了|.*用)"
    "|(?:打算|准备|计划|约好|约了|(?:要|得)(?=[去回飞搬参考交做见出结跑]))"
)
_EN_DROPPED = re.compile(
    r"(?:(?:just|recently|finally) )?(?:moved (?:to|back|into)|relocated|quit|stopped|switched|"
    r"gave up|"
    r"started|joined|left|sold|cancell?ed|deleted|uninstalled|got rid of|no longer|changed jobs|"
    r"bought|got (?:an?|the)|don't|not allergic|(?:flying|travell?ing|moving|going|heading) to|"
    r"getting married|(?:planning|visiting|seeing|meeting|hosting)(?= \w))\b"
)
"""What is said without its subject is of the speaker, where nobody else was spoken of."""


_KIN = {
    word: relation_of(word)
    for word in "mum mom dad grandma grandpa granny gran nana nan granddad grandad".split()
}
"""Those who are the speaker's own when they are called so, with a capital."""


class Subjects:
    """Reads subjects through the clauses of one turn and keeps whom it was about last."""

    def __init__(self, me: str) -> None:
        self.me = me
        """How the speaker is called: ``owner``, or another speaker's name."""
        self.other = ""
        ("""The one other person that the turn is about so far; ``*`` when there are several.""")
        self.last = ""

    def readings(self, clause: Clause) -> list[Reading]:
        """Every way to read ``clause``, the likeliest first."""
        found = list((self._chinese if clause.zh else self._english)(clause.text))
        if found:
            self.last = found[0].subject
        elif clause.follows and self.last:
            found = [Reading(self.last, On.SUBJECT, clause.text, 0.9)]
        elif not self.last and (_ZH_DROPPED if clause.zh else _EN_DROPPED).match(
            clause.text.folded
        ):
            found = [Reading(self.me, On.SUBJECT, clause.text, 0.9)]
            self.last = self.me
        self._introduce(clause, found)
        return [*found, Reading(self.me, On.CLAUSE, clause.text)]

    def mention(self, subject: str) -> None:
        """Remember that the turn was about ``subject``, for the pronouns to come."""
        self.other = subject if self.other in ("", subject) else "*"

    def _introduce(self, clause: Clause, found: list[Reading]) -> None:
        pattern = _ZH_INTRODUCES if clause.zh else _EN_INTRODUCES
        match = pattern.match(clause.text.folded)
        if match and found and found[0].subject == self.me:
            self.last = relation_of(match["rel"] or match["pet"])
            self.mention(self.last)

    def renamed(self, relation: str, name: str) -> None:
        """Who was only known by ``relation`` has a ``name`` now."""
        self.other = name if self.other in ("", relation, name) else "*"
        self.last = name if self.last in (relation, "") else self.last

    def _english(self, text: Text) -> Iterator[Reading]:
        folded = text.folded
        if match := _EN_BEAST.match(folded):
            yield Reading(relation_of(match["rel"]), On.SUBJECT, _after(text, match.end()))
            return
        if match := _EN_RELATED.match(folded):
            yield from self._related(text, match, rf",? (?P<name>{_NAME}),?(?=[ '])")
        if match := _EN_MY.match(folded):
            yield Reading(self.me, On.POSSESSOR, text.cut(match.end(), len(folded)))
        elif match := _EN_ME.match(folded):
            yield Reading(self.me, On.SUBJECT, _after(text, match.end()))
        elif match := _EN_PRONOUN.match(folded):
            yield from self._pronoun(text, match.end(), On.SUBJECT)
        elif match := _EN_THEIR.match(folded):
            yield from self._pronoun(text, match.end(), On.POSSESSOR)
        else:
            yield from self._named(text)

    def _related(self, text: Text, match: re.Match[str], naming: str) -> Iterator[Reading]:
        subject = relation_of(match["rel"] or match["pet"])
        end, named = match.end(), re.compile(naming).match(text.said, match.end())
        if named and named["name"].split()[0].lower() not in _NOT_NAMES:
            subject, end = named["name"], named.end()
        self.mention(subject)
        yield from self._both(subject, text, end)

    def _both(self, subject: str, text: Text, end: int, sure: float = 1.0) -> Iterator[Reading]:
        rest = text.folded[end:]
        if told := _REPORTED.match(rest):
            yield Reading(subject, On.SUBJECT, _after(text, end + told.end()), 0.7, True)
            return
        if rest.startswith("'s "):
            yield Reading(subject, On.POSSESSOR, text.cut(end + 3, len(text.said)), sure)
        yield Reading(subject, On.SUBJECT, _after(text, end), sure)
        if rest.startswith("的"):
            yield Reading(subject, On.POSSESSOR, text.cut(end + 1, len(text.said)), sure)
        elif text.folded[end - 1] > "\u33ff":
            yield Reading(subject, On.POSSESSOR, _after(text, end), sure)

    def _pronoun(self, text: Text, end: int, on: On) -> Iterator[Reading]:
        if self.other and self.other != "*":
            yield Reading(self.other, on, _after(text, end), 0.9)

    def _named(self, text: Text) -> Iterator[Reading]:
        match = re.compile(rf"(?P<name>{_NAME})(?=[ '’])").match(text.said)
        if _EN_DROPPED.match(text.folded):
            return  # a verb that a sentence begins with has a capital too
        if match and (kin := _KIN.get(match["name"].split()[0].lower())):
            self.mention(kin)
            yield from self._both(kin, text, len(match["name"].split()[0]), 0.9)
        elif match and match["name"].split()[0].lower() not in _NOT_NAMES:
            name = re.sub(r"['’]s$", "", match["name"])
            self.mention(name)
            yield from self._both(name, text, len(name), 0.8)

    def _chinese(self, text: Text) -> Iterator[Reading]:
        folded = text.folded
        if match := _ZH_BEAST.match(folded):
            yield Reading(relation_of(match["rel"]), On.SUBJECT, _after(text, match.end()))
            return
        related = _ZH_RELATED.match(folded)
        if match := related:
            yield from self._related(text, match, f"(?P<name>{ZH_SMALL_NAME})")
        if match := _ZH_ME.match(folded):
            end = match.end() + (1 if folded[match.end() :].startswith("的") else 0)
            if not related:
                yield Reading(self.me, On.SUBJECT, _after(text, end))
            yield Reading(self.me, On.POSSESSOR, _after(text, end))
        elif match := _ZH_PRONOUN.match(folded):
            end = match.end() + (1 if folded[match.end() :].startswith("的") else 0)
            yield from self._pronoun(text, end, On.SUBJECT)
            yield from self._pronoun(text, end, On.POSSESSOR)
        elif match := _ZH_KIN.match(folded):
            subject = relation_of(match["rel"])
            self.mention(subject)
            yield Reading(subject, On.SUBJECT, _after(text, match.end()), 0.9)
        elif (match := _ZH_OWN.match(folded)) and not self.other:
            subject = relation_of(match["rel"] or match["pet"])
            self.mention(subject)
            yield Reading(subject, On.SUBJECT, _after(text, match.end()), 0.9)
            yield Reading(self.me, On.POSSESSOR, text, 0.9)
        elif match := _ZH_NEW.match(folded):
            yield Reading(self.me, On.POSSESSOR, _after(text, match.end()), 0.9)
        elif match := _ZH_NAMED.match(folded):
            self.mention(text.said[: match.end()])
            yield from self._both(text.said[: match.end()], text, match.end(), 0.8)


def _after(text: Text, start: int) -> Text:
    while start < len(text.said) and text.said[start] in " ,":
        start += 1
    return text.cut(start, len(text.said))
