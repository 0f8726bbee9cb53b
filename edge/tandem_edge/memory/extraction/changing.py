"""What is said to have changed: "They changed the locker code to 9902", ``瑜伽课改到周四了``.

A change names its topic ("the locker code") and what holds now. It is told again as a plain
sentence of the owner's ("my locker code is 9902"), which the rules read, and what it takes the
place of is found by its topic (``lifecycle.topics``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.memory.extraction.clauses import clauses_of
from tandem_edge.memory.extraction.folding import Text, fold, has_chinese
from tandem_edge.memory.extraction.guards import Mood, wants_something
from tandem_edge.memory.extraction.people import relation_of

LONGEST = 160
"""Characters of a change; what is longer tells something by itself."""


@dataclass(frozen=True, slots=True)
class Change:
    """What holds now (``new``) of a ``topic``, both as they were said."""

    topic: str
    new: str
    plain: str
    """The same, as if it were told for the first time; ``""`` where that cannot be said."""
    swap: bool = False
    """Whether the topic is itself what has made room: "swapped the cello for the flute"."""
    sure: bool = True
    """Whether it says by itself that something has changed: "now", "changed to", ``改成``."""


_LED = (
    r"(?:(?:actually|correction|update|sorry|no|wait|oops|oh|so|well|hey|btw|by the way|fyi|just "
    r"so you know|heads up|good news|bad news|turns out|my mistake|i was wrong|as of \w+|"
    r"from \w+ on|this (?:week|month|year)|starting \w+|since (?:\w+ )?\w+)\b[,.:!]{0,3} ){0,3}"
)
"""What leads in; counted, as its parts may be read in more than one way."""
_MINE = r"(?P<mine>(?:my|our|the) (?:new )?)"
_TOPIC = (
    r"(?P<topic>(?!(?:it|that|this|they|he|she|we|you|i|there|what|which|who|not|all|some|any)\b)"
    r"[a-z0-9][\w'&/ -]{1,40}?)"
)
_NEW = r"(?P<new>[^!?]{1,60}?)"
_SOMEBODY = r"(?:they|he|she|we|i|(?:the|my|our) [\w' -]{2,24}?|[a-z][\w'-]{1,20}(?= ))"
_DID = r"(?:'ve|'s|has|have|had|just|finally|recently|also| ){0,6}"
_CHANGED = (
    r"(?:changed|switched|moved|reset|updated|raised|upped|increased|lowered|cut|dropped|reduced|"
    r"pushed|put|brought|shifted|corrected|rescheduled|postponed|bumped)"
)
_PASSIVE = (
    r"(?:(?:'s|is|are|was|were|has|have|had|got|been|being|now|just) ){0,4}"
    r"(?:changed|switched|moved|reset|updated|raised|lowered|cut|"
    r"reduced|pushed|put|brought|shifted|rescheduled|postponed|"
    r"increased|decreased|dropped|rose|risen|went|gone|goes|bumped)"
)
_WAY = r"(?: back| forward| up| down| over)?(?: from [^,]{1,30}?)? (?:to|until) "
_IS = (
    r"(?:'s| is| are| starts| begins| opens| closes| ends| leaves| departs| arrives| costs|"
    r" comes to| falls| meets| runs| takes place)"
)
_ON = r"(?:on |at |in )?"
_NOW = r"(?: now| instead| these days| from now on| as of \w+| from \w+)"
_END = r"[.! ]*$"
_GONE = (
    r"(?:retired|left|quit|died|moved away|moved out|moved on|went on leave|changed|got fired|"
    r"closed(?: down)?|shut down)"
)
_INSTEAD = (
    r"(?:(?:i|we)(?:'m| am|'re| are)? (?:now )?(?:see|seeing|have|with|go to|going to|got|use|"
    r"live with)|(?:it's|it is)|(?:my|our|the) new (?:one|dentist|doctor|boss|manager|teacher|"
    r"coach|landlord|therapist|flatmate|roommate) is|(?:he|she)'s been replaced by)"
)
"""Who or what is there since somebody left."""
_EN = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_LED}{_SOMEBODY} ?{_DID}{_CHANGED} {_MINE}{_TOPIC}{_WAY}{_ON}{_NEW}{_NOW}?{_END}",
        rf"^{_LED}(?:i|we) ?{_DID}(?:changed|renewed|replaced|got|have|bought|switched) "
        rf"(?:an? )?{_MINE}?(?:new )?{_TOPIC}(?<! wrong)(?: again)?[,;:.] ?(?:and )?(?:now "
        rf")?(?:it's|it is|"
        rf"the new (?:one|(?P<what>number|code|address|password)) is|that's) (?:now )?"
        rf"{_NEW}{_NOW}?{_END}",
        rf"^{_LED}{_MINE}?{_TOPIC} ?{_PASSIVE}{_WAY}{_ON}{_NEW}{_NOW}?{_END}",
        rf"^{_LED}{_MINE}?{_TOPIC}{_IS} (?:now|no longer [^,]{{1,30}} but) {_ON}{_NEW}{_END}",
        rf"^{_LED}{_MINE}?{_TOPIC}{_IS} {_ON}{_NEW}{_NOW}{_END}",
        rf"^{_LED}{_MINE}?{_TOPIC}{_IS} {_ON}{_NEW},? (?:and )?(?:not|"
        rf"instead of) [^,]{{1,30}}{_END}",
        rf"^{_LED}(?:i|we) ?{_DID}(?:got|have) an? (?P<mine>new ){_TOPIC}[,:] "
        rf"(?:(?:it's|called|named|his name is|her name is) )?{_NEW}{_END}",
        rf"^{_LED}(?P<mine>new ){_TOPIC}(?:'s| is|:) {_NEW}{_END}",
        rf"^{_LED}(?:i|we) ?{_DID}(?:got|had|told you|gave you|wrote) {_MINE}{_TOPIC} wrong[,;.] "
        rf"(?:it's|it is|that's) (?:on |at )?{_NEW}{_END}",
        rf"^{_LED}{_MINE}{_TOPIC}(?:'s| is| was) wrong[,;.] (?:it's|it is|that's) (?:on |at )?"
        rf"{_NEW}{_END}",
        rf"^{_LED}{_MINE}{_TOPIC} (?:has |have |just )*{_GONE}(?: [^,;.]{{1,20}})?[,;.] (?:and |"
        rf"so )?"
        rf"(?:now )?{_INSTEAD} {_NEW}{_NOW}?{_END}",
        rf"^(?:sorry|no|wait|correction|i was wrong|my mistake|scratch that|wrong)[,.!:]+ "
        rf"(?:actually )?"
        rf"{_MINE}{_TOPIC}{_IS} {_ON}{_NEW}{_END}",
        rf"^{_LED}now {_MINE}{_TOPIC}{_IS} {_ON}{_NEW}{_END}",
        rf"^{_LED}(?P<mine>(?:my|our|the) new ){_TOPIC}{_IS} {_ON}{_NEW}{_END}",
    )
)
_AGAIN = re.compile(rf"^{_LED}{_MINE}{_TOPIC}{_IS} {_ON}{_NEW}{_END}")
_ZH_LED = (
    "(?:(?:其实|更正一下|纠正一下|更新一下|对了|不对|哦|现在|从[^,]{1,6}起|这个?[周月年]|上个?[周月]|"
    "下个?[周月]|昨天|今天|今年|刚刚?|最近)[,:! ]{0,3}){0,3}"
)
_ZH_MINE = "(?:(?:我们家?|咱们?|我家|我)的?)?(?:新的?)?"
_ZH_TOPIC = "(?P<topic>(?![这那他她它我你])[\u3400-\u9fffa-z0-9]{1,14}?)"
_ZH_NEW = "(?P<new>[^,!?]{1,30}?)"
_ZH_TURN = (
    "(?:(?:改|换|变|推|排|调|涨|降|推迟|延迟|延期|延|提前|挪|移|搬|调整|改期|更改|更换|更新|修改|重置|升|减)"
    "(?:成|到|为|至|在)|(?:改|换|变)(?=[周星下明后今早晚上中零一二三四五六七八九十0-9])|"
    "(?:改|挪|转)(?=线[上下]))"
)
_ZH_WHEN = "(?:时间|日期|价格|又|已经|已|刚刚?|都|也|被|从[^,]{1,12}?|现在|以后|下周起|这周){0,3}"
_ZH_DOES = (
    "(?:开始|开门|关门|开|关|结束|出发|发车|上课|上班|下班|开业|打烊|吃|交|收|发|还|付|做|练|打|见|来|"
    "到|播|出|送|更新|举行|休息|放假|营业)"
)
_ZH_END = "[了啦吧]*[.! ]*$"
_ZH = tuple(
    re.compile(pattern)
    for pattern in (
        f"^{_ZH_LED}(?P<who>[\u3400-\u9fff]{{0,6}}?)(?:刚|已经)?[把将]{_ZH_MINE}{_ZH_TOPIC}的?"
        f"{_ZH_WHEN}{_ZH_TURN}了?{_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}{_ZH_WHEN}{_ZH_TURN}了?{_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}(?:现在|如今|目前|从[^,]{{1,6}}起|以后)(?:已经)?(?:改)?"
        f"(?:是|在|要|为|用|每个?月)?了?{_ZH_NEW}(?:才)?{_ZH_DOES}?{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}(?:不再?是[^,]{{1,20}}了?)[,; ]*(?:而)?(?:现在)?"
        f"(?:是|改成了?|换成了?){_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}(?:我|我们)?(?:刚|又|已经|最近)*(?:换|改|搬)了?(?:个|新|新的)?"
        f"{_ZH_TOPIC}了?[,; ]+"
        f"(?:现在|新的?|以后|新(?:号码?|地址|密码))?(?:是|叫|为|改成){_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}(?:已经)?(?:换|改|更新|补办)(?:过)?了[,; ]+"
        f"(?:现在|新的?)(?P<what>号码?|密码|地址)?(?:是|改成){_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}(?:我们?的?)?新的?{_ZH_TOPIC}是{_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}(?:我?[记说搞弄写]错了)[,;:! ]+{_ZH_MINE}{_ZH_TOPIC}(?:应该)?(?:是|"
        f"在){_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}(?:我)?(?:记|说|搞|弄|写)错了[,; ]+(?:应该)?(?:是|在)?"
        f"{_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}(?:已经|上个?[周月])?(?:退休|离职|辞职|走|搬走|换人|不干|"
        f"关门|去世|调走)了[,; ]+(?:我)?(?:现在|新的)?(?:我)?(?:都|改)?(?:看|找|去|跟|换成|换了|"
        f"是|用)"
        f"{_ZH_NEW}{_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}(?:已经|刚)?(?:换|改|重置|更新)(?:过)?了[,;: ]+"
        f"(?P<new>[a-z0-9-]{{3,20}}){_ZH_END}",
        f"^{_ZH_LED}{_ZH_MINE}{_ZH_TOPIC}的?新(?P<what>号码?|密码|地址)(?:是|"
        f":)? ?{_ZH_NEW}{_ZH_END}",
    )
)
_ZH_AGAIN = re.compile(
    f"^{_ZH_LED}(?:我们?家?的?)?{_ZH_TOPIC}(?:是|在|要)?(?P<new>[^,!?是在]{{1,30}}?)(?:才)?{_ZH_DOES}?"
    f"[.! ]*$"
)
_SWAP = re.compile(
    rf"^{_LED}(?:i|we)?(?:'ve| have)? ?(?:just )?(?:swapped|traded|exchanged|replaced|given up|"
    rf"gave up|"
    rf"dropped|switched from|changed from|went from|moved from) (?:my |the |our )?{_TOPIC} "
    rf"(?:for|with|to) (?:the |an? )?{_NEW}{_NOW}?{_END}"
)
_ZH_SWAP = re.compile(
    f"^{_ZH_LED}(?:我们?)?(?:把|从)?(?:我的)?{_ZH_TOPIC}(?:现在|已经|给)?(?:换成|改成|换|转到)了?{_ZH_NEW}{_ZH_END}"
)
_SHORT = {
    "号": "手机号",
    "号码": "手机号",
    "手机号码": "手机号",
    "电话号码": "电话",
    "number": "phone number",
}
"""What a topic by itself means where something of the owner's has changed."""
_GOING = re.compile(r"\b(?:moved|switched|changed|went|gone|goes)\b|[搬挪移调转升](?:到|至)")
"""What somebody does by themselves: "my sister moved to Milan" is about where she lives."""
_PUT_DOWN = re.compile(
    rf"^{_LED}(?:i|we) (?:sadly )?(?:had to |'ve |have )?put (?P<who>[a-z][\w'-]+) "
    r"(?P<how>down|to sleep)\b"
)
_NO_VALUE = re.compile(
    "新的?(?:[个本台部张]|一[个本台部张])?|别的|其他的|另一?[个家]|好的|"
    r"(?:an? )?(?:brand[- ])?(?:new|newer|better|different|another|other)(?: one| model)?"
)
"""What says that there is another, and not which."""
_OF_A_CHILD = re.compile("(?:现在)?班主任")
"""What the owner need not have who does not say "my": a child of theirs does."""
_FROM_NOW_ON = re.compile(r"(?<=[a-z]),? from now on(?=[.! ]*$)", re.IGNORECASE)
"""An order where it stands alone: what is told with it holds now."""
_UNSURE = frozenset({Mood.ASKED, Mood.SUPPOSED, Mood.REPORTED, Mood.JOKED})


def change_in(text: str, at: datetime) -> Change | None:
    """The change that ``text`` tells, if it tells nothing else; ``at`` is when it was said."""
    line = fold(_FROM_NOW_ON.sub(" now", text))
    if len(line.said) > LONGEST or not _tells(line, at):
        return None
    found = next(_deaths(line), None) or next(_changes(line), None)
    found = found or next(_swaps(line), None)
    return None if found and _NO_VALUE.fullmatch(fold(found.new).folded) else found


def said_again(text: str, at: datetime) -> Change | None:
    """What ``text`` says of a topic, without saying that it has changed: it may have, where the
    same was told before in the same words."""
    line = fold(text)
    if len(line.said) > LONGEST or not _tells(line, at):
        return None
    match = (_ZH_AGAIN if has_chinese(line.said) else _AGAIN).match(line.folded)
    return (
        Change(_cut(line, match, "topic"), _cut(line, match, "new"), "", sure=False)
        if match
        else None
    )


_PLACED = re.compile(
    r"^(?:so |oh |and |actually,? |well,? )?(?P<frame>(?:i|we|(?:my|our|the) [\w' -]{2,40}?) "
    r"(?!(?:is|are|was|were|am|go|goes|went|been|live|lives|work|works)\b)[a-z]{3,}"
    r"(?: (?:my|the|our|a|his|her) [\w -]{2,30}?| [a-z]+)?)(?P<now>(?: now)?) "
    r"(?P<new>(?:in|on|at|under|behind|inside|with|by|next to|near) [^,;]{2,50}?)"
    r"(?P<also> now| these days| instead| from now on)?[.! ]*$"
)
_ZH_PLACED = re.compile(
    "^(?P<frame>我?[\u3400-\u9fffa-z0-9]{0,14}?)(?P<now>(?:现在|如今|以后)?(?:都|就)?(?:改)?)"
    "(?P<rest>(?:[把将][\u3400-\u9fffa-z0-9]{1,10})?[放停睡存坐挂藏搁练摆丢]在?到?了?)(?P<new>[^,;是]{2,16}?)"
    "(?P<also>了?)[.! ]*$"
)


_HOLDS = re.compile(
    rf"^{_LED}(?P<said>(?:i|we|my|our) .{{4,80}}?)(?P<now>{_NOW})?(?:,? (?:and )?(?:not|instead "
    rf"of) [^,]{{1,30}}"
    rf"(?P<not>))?{_END}"
)


def now_told(text: str) -> str:
    """What an English ``text`` tells of the owner that holds "now", without saying so; ``""`` where
    it does not."""
    line = fold(text)
    match = _HOLDS.match(line.folded) if len(line.said) <= LONGEST else None
    holds = match and (match["now"] or match["not"] is not None)
    return _cut(line, match, "said") if match and holds else ""


def place_told(text: str) -> Change | None:
    """What ``text`` says of where or with whom something is done: its topic is all before that.
    ``sure`` where it says that it is so by now."""
    line = fold(text)
    chinese = has_chinese(line.said)
    match = (_ZH_PLACED if chinese else _PLACED).match(line.folded)
    if match is None or len(line.said) > LONGEST:
        return None
    frame = _cut(line, match, "frame")
    if chinese:
        frame = frame.removeprefix("我") + _cut(line, match, "rest").rstrip("了到在")
    now = bool(match["now"].strip() or (not chinese and match["also"]))
    return Change(frame, _cut(line, match, "new"), "", sure=now)


def _tells(line: Text, at: datetime) -> bool:
    return not any(
        each.mood in _UNSURE or wants_something(each.text.folded, each.mood)
        for each in clauses_of(line.said, at)
    )


def _changes(line: Text) -> Iterator[Change]:
    chinese = has_chinese(line.said)
    for pattern in _ZH if chinese else _EN:
        if match := pattern.match(line.folded):
            topic, new = _cut(line, match, "topic"), _cut(line, match, "new")
            if relation_of(topic.lower()) and _GOING.search(match[0]):
                continue
            told = _SHORT.get(topic.lower(), topic)
            owned = match.groupdict().get("mine") or (chinese and not _OF_A_CHILD.match(match[0]))
            yield Change(told, new, _plain(line, match, told, new) if owned else "")


def _plain(line: Text, match: re.Match[str], topic: str, new: str) -> str:
    what = match.groupdict().get("what") or ""
    if has_chinese(line.said):
        whose = topic + ("号" if what.startswith("号") else what)
        return f"我的{whose}{'在' if re.search('[挪移搬]到', match[0]) else '是'}{new}"
    return f"my {topic}{' ' if what else ''}{what} is {new}"


def _swaps(line: Text) -> Iterator[Change]:
    if match := (_ZH_SWAP if has_chinese(line.said) else _SWAP).match(line.folded):
        yield Change(_cut(line, match, "topic"), _cut(line, match, "new"), "", swap=True)


def _deaths(line: Text) -> Iterator[Change]:
    """``_PUT_DOWN``, told of who it was."""
    if match := _PUT_DOWN.match(line.folded):
        who, when = _cut(line, match, "who"), line.said[match.end("how") :]
        if who[:1].isupper():
            yield Change(who, "", f"{who} was put {match['how']}{when}")


def _cut(line: Text, match: re.Match[str], name: str) -> str:
    return line.said[slice(*match.span(name))].strip(" ,.的")
