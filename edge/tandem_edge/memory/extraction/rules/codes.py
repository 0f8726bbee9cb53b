"""Codes that open something of somebody's: a door, a safe, a network, a locker, a phone.

One code a thing, so that a new one takes the place of the old. Of bank cards and accounts none is
read, nor what is called a code and opens nothing (a dress code, an area code).
"""

from __future__ import annotations

from tandem_edge.memory.extraction.people import ZH
from tandem_edge.memory.extraction.rules import Rule, bare, of
from tandem_edge.phone.language.numerals import either

_NOT = r"(?!.*\b(?:bank|credit|debit|card|account|atm|paypal)\b)"
_ZH_NOT = "(?!.*(?:信用|银行|储蓄|支付|账户|账号))"
_OPENS_NOTHING = (
    r"(?!(?:[\w-]+ )?(?:zip|post|postal|area|dress|country|error|source|promo|discount|coupon|qr|"
    r"bar|morse|status|exit|dialling|dialing|invite|referral|voucher|booking|colou?r|the|a|that|"
    r"this|what|your|his|her|their)\b)"
)
_WORD = r"(?:password|passcode|passphrase|code|pin(?: code| number)?|combination|combo)"
_IS = (
    r"(?: (?:was |has |has been |is |got )?changed to| is|'s| was|:| =)(?: now| changed to|"
    r" set to)?"
)
_VALUE = r"(?P<value>\d{1,4}(?: ?[- ] ?\d{1,4}){1,5}#?|\S{3,40}?)(?: now)?$"
_DIGITS = r"(?P<value>\d{1,4}(?: ?[- ] ?\d{1,4}){1,5}#?|(?=\S*\d)\S{3,40}?)(?: now)?$"
_THING = r"(?:new )?(?P<thing>[a-z][\w -]{1,24}?)"
_FOR = r"(?:for|to|of|on) (?:the |my |our )?(?P<thing>[a-z][\w -]{1,24}?)"
_TURNED = r"(?P<value>\d{1,2}(?: ?[- ] ?\d{1,2}){2,5}|\d{3,6})$"
_FIRST = r"(?P<value>(?=\S*\d)\S{3,40}) is (?:now )?(?:the|my|our) "
_ZH_MINE = "(?:我们?家?的?|家里的?|新的?)*"
_ZH_THING = (
    f"(?!(?:{either(ZH)})家?)(?![我你他她它这那新旧原]|以前)(?P<thing>[\u3400-\u9fffa-z-]{{1,8}}?)"
)
_ZH_IS = "(?:现在|已经|刚刚?|今天|又)*(?:是|为|:|=|改成|换成|改为|变成|设成|设为)了? ?"
_ZH_VALUE = "(?P<value>[0-9]{1,4}(?:[ -][0-9]{1,4}){1,5}#?|[^\\s,]{3,40}?)$"
_ZH_BARE = " ?(?P<value>(?=[a-z]*[0-9])[0-9a-z#*-]{3,24})$"
_ZH_WORD = "的?(?:密码|口令|暗号|pin码?|开门码)"


def _code(pattern: str, *, mine: bool = True) -> tuple[Rule, ...]:
    """The wording after "my" (``mine``), and without a possessor."""
    every = bare("code.{thing}", pattern, raw=True)
    return (of("code.{thing}", pattern, raw=True), every) if mine else (every,)


FAMILY: tuple[Rule, ...] = (
    of("code.{thing}", rf"{_NOT}{_THING}(?:'s)? {_WORD}{_IS} {_VALUE}", raw=True),
    *_code(rf"(?:the |our )?{_NOT}{_OPENS_NOTHING}{_THING} {_WORD}(?:{_IS})? {_DIGITS}"),
    *_code(rf"(?:the |our )?{_NOT}{_OPENS_NOTHING}{_THING} pass(?:word|code|phrase){_IS} {_VALUE}"),
    *_code(rf"(?:the |our )?{_NOT}{_WORD} {_FOR}(?:{_IS})? {_DIGITS}"),
    *_code(rf"(?:the |our )?{_NOT}pass(?:word|code|phrase) {_FOR}{_IS} {_VALUE}"),
    *_code(rf"(?:the |our )?(?P<thing>[a-z][\w -]{{1,20}}? (?:pad)?lock){_IS} {_TURNED}"),
    *_code(rf"{_NOT}{_FIRST}{_OPENS_NOTHING}{_THING} {_WORD}$", mine=False),
    *_code(rf"{_NOT}{_FIRST}{_WORD} {_FOR}$", mine=False),
    *_code(f"{_ZH_NOT}{_ZH_MINE}{_ZH_THING}{_ZH_WORD}{_ZH_IS}{_ZH_VALUE}"),
    *_code(f"{_ZH_NOT}{_ZH_MINE}{_ZH_THING}{_ZH_WORD}{_ZH_BARE}"),
    *_code(f"{_ZH_NOT}{_ZH_MINE}(?P<thing>门禁){_ZH_IS}(?P<value>[0-9#*]{{3,12}})$"),
)
