"""What a question asks of memory: how things are now, how they were, in what order, how often.

Rules over English and Chinese wordings. Only a plan of what was ``before`` may show facts that
have been superseded: everything else would pass off as true what no longer is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from tandem_edge.memory.retrieval.answer_types import wanted
from tandem_shared.memory import Status


class Aim(StrEnum):
    """What a question is after. The values are those of ``Why.plan``."""

    NOW = "now"
    BEFORE = "before"
    ORDER = "order"
    COUNT = "count"


class Kind(StrEnum):
    """What kind of answer it wants; a ranker weighs signals differently for each."""

    TIME = "time"
    NUMBER = "number"
    REASON = "reason"
    PLACE = "place"
    PERSON = "person"
    LIST = "list"
    YES_NO = "yes_no"
    OTHER = "other"


@dataclass(frozen=True)
class Plan:
    """How to search: ``widen`` multiplies how many results are kept, ``spread`` asks for results
    from many sessions, ``now`` says that a question asks for what holds now in so many words."""

    aim: Aim = Aim.NOW
    kind: Kind = Kind.OTHER
    widen: int = 1
    spread: bool = False
    now: bool = False
    wants: tuple[frozenset[str], ...] = ()
    """The kinds of answer that it wants; see ``answer_types.wanted``."""

    @property
    def shows(self) -> frozenset[Status]:
        """Statuses of facts that may be shown."""
        past = {Status.SUPERSEDED, Status.EXPIRED} if self.aim is Aim.BEFORE else set()
        return frozenset({Status.CURRENT, *past})


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_COUNT = _any(
    r"\bhow (?:many|often)\b",
    r"\bnumber of times\b",
    r"\bhow frequently\b",
    r"几[次回趟遍]",
    r"多少[次回趟遍个位]",
    r"总共|一共|加起来",
)
_OCCASIONS = _any(
    r"\bhow (?:many times|often|frequently)\b", r"\bnumber of times\b", r"[几多][少]?[次回趟遍]"
)
"""It counts occasions, each told on its own."""
_LENGTH = _any(r"\bhow (?:many|much) (?:years|months|weeks|days|hours|longer)\b")
"""A length of time is one fact, not a count of occasions."""
_BEFORE = _any(
    r"\b(?:used to|previous(?:ly)?|former(?:ly)?|originally|back then|no longer|ex-\w+)\b",
    r"\bdid \w+ use to\b",
    r"\b(?:did|was|were|had)\b[^?]*\bbefore\s*(?:\?|$|that\b|then\b|now\b|this\b|switching\b|"
    r"changing\b|moving\b|(?:i|we|he|she|they|\w+)\s+(?:moved|switched|changed|got|started|quit)\b)",
    r"^before\b[^,?]*\b(?:chang|switch|mov|cancel|got|start|quit|came|broke|left|bought|became)\w*",
    r"\b(?:at first|to begin with|in the beginning|in the first place|original|earlier on|early on|"
    r"in the old days|to start with|the very (?:start|beginning)|the outset)\b",
    r"^(?:what|which|who|whom|whose|where|how|for how|at what|in what)\b[^?]*"
    r"\b(?:did|was|were|had)\b[^?]*"
    r"\bbefore (?:i|we|he|she|they|it|the|my|our|his|her|their|that|this)\b \w",
    r"^(?:what|which|who|whom|whose|where|how)\b[^?]*\b(?:did|was|were|had)\b[^?]*\bbefore "
    r"(?!(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|"
    r"august|september|october|november|december|christmas|easter)\b)(?-i:[A-Z])[\w.' -]*\s*\?*$",
    r"在[^，,]{1,6}之前(?=我|他|她)|[小阿老][\u3400-\u9fff]之前(?=[，,]?(?:我|是|谁|的|他|她))",
    r"\b(?:when|what) (?:i|we|he|she|they) first\b|\bfirst (?:supposed|meant|planned|due|going)\b",
    r"\b(?:i|we|he|she|they)(?:'d)? (?:\w+ ){1,6}first(?: (?:time )?round)?\s*(?:[,?]|$)"
    r"(?!.*\bor\b)",
    r"\binstead of what\b|\bthe old (?:one|number|address|place|job|phone|doctor|plan)\b",
    r"\b(?:was|were) (?:the|my|his|her|their|our) old\b(?! (?:man|woman|lady|people)\b)",
    r"\b(?:my|his|her|their|our) (?:old|last|ex) (?:number|address|place|job|phone|doctor|flat)\b",
    r"最开始|最早(?:的|定|看|想|说|约)|在[^，,]{1,6}之前(?=谁|哪|什|多|几)|刚[^，,。？?]{1,8}(?:的?时候?|那会儿?|那阵子?)|开始(?:的?时候|那会儿?)|头[一]?回|先前",
    r"以前|之前[，,]|之前(?:是|用|住|在|叫|的|吃|喝|开|养|做|读|上|爱|喜欢|怎)|原来(?:是|用|住|在|叫|的|做)|"
    r"从前|最初|起初|一开始|刚开始|开头|本来|原先|原定|原本|刚来(?:的?时|那)|头一[次回]|原来|过去(?:用|住|是|在)|曾经|旧的|上一[个任份部家]|前一[个任份部家]|换掉?之前|改之前|搬家?之?前",
)
_NOW = _any(
    r"\b(?:now|nowadays|these days|at (?:the moment|present)|currently|current|any ?more|latest|"
    r"new|still|in the end|by now|as of|later on|finally|instead|in place of)\b",
    r"\bafter (?:it|they|that|this|he|she|the \w+|my \w+) (?:was|were|got|had|\w+ed)\b",
    r"\bonce (?:i|we|he|she|they|it|the)\b",
    r"到底|终于|结果|换了|改了|以后[，,]|现在|目前|如今|眼下|最近|这阵子|最新|最后|后来|改[到成在]|换[到成]|还[在是用吃住]",
)
_BY = _any(r"[点号时]以?前", r"几点之前")
"""A limit of time, not what was before."""
_ORDER = _any(
    r"\b(?:first|earliest|last|latest|most recent(?:ly)?|initial(?:ly)?|in what order|which came|"
    r"what order|sequence|chronolog\w+)\b",
    r"\bright (?:before|after)\b|\b(?:happened|did|do|came|went) (?:before|after)\b",
    r"最早|最先|最初|第一[次个回]|最后一?[次个回]?|最近一[次个回]|先后|顺序|哪个(?:先|早|后|晚)|"
    r"谁先|之后(?:又|去|做|发生)|接着|[先后]发生",
)
_NO_PLURAL = r"(?!(?:is|was|does|has|his|its|this|us|as|goes|says|comes|makes|helps|takes|\w*ss)\b)"
"""What ends in s, after "what", and is no plural."""
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        Kind.TIME,
        _any(
            r"\bwhen\b|\b(?:what|which) (?:day|date|year|month|time|week)\b|\bhow long\b",
            r"什么时候|啥时候|何时|哪天|哪一?[年月周]|几[号点月]|多久|星期几|周几|哪个月",
        ),
    ),
    (Kind.NUMBER, _any(r"\bhow (?:many|much|often|old|far|tall)\b", r"几|多少|多大|多远|多高")),
    (Kind.REASON, _any(r"\bwhy\b|\bhow come\b|\breasons?\b", r"为什么|为啥|怎么会|原因")),
    (
        Kind.PLACE,
        _any(
            r"\bwhere\b|\bwhich (?:city|country|place|town)\b", r"哪里|哪儿|在哪|什么地方|哪个?城市"
        ),
    ),
    (Kind.PERSON, _any(r"\bwho(?:m|se)?\b", r"谁|哪位")),
    (
        Kind.LIST,
        _any(
            rf"\b(?:what|which) (?:{_NO_PLURAL}\w+ )?{_NO_PLURAL}\w{{2,}}(?:[^su'i]s|ies)\b|"
            r"\blist\b|"
            r"\b(?:kinds?|types?|sorts?) of\b|\ball the\b",
            r"哪些|哪几|都有(?:什么|谁)|都(?:有|去|做|买|吃|看|用)过?(?:什么|哪)",
        ),
    ),
    (
        Kind.YES_NO,
        _any(
            r"^(?:\w+[,:] )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b",
            r"吗|是不是|有没有|会不会|对不对",
        ),
    ),
)


def plan_for(question: str) -> Plan:
    """The plan of a question in English or Chinese. Any text will do; it is only looked at."""
    now = _NOW.search(question) is not None
    plan = Plan(Aim.NOW, kind_of(question), now=now, wants=wanted(question))
    if _COUNT.search(question) and not _LENGTH.search(question):
        often = _OCCASIONS.search(question) is not None
        return replace(plan, aim=Aim.COUNT, widen=3, spread=often, now=False)
    if _BEFORE.search(question) and not _BY.search(question):
        return replace(plan, aim=Aim.BEFORE, now=False)
    if _ORDER.search(question):
        return replace(plan, aim=Aim.ORDER, widen=2)
    return replace(plan, spread=plan.kind is Kind.LIST)


def kind_of(question: str) -> Kind:
    """The kind of answer that a question wants."""
    return next((kind for kind, words in _KINDS if words.search(question)), Kind.OTHER)


def shown(statuses: Iterable[Status], plan: Plan) -> list[bool]:
    """Which of several results a plan may show, by their status."""
    return [status in plan.shows for status in statuses]
