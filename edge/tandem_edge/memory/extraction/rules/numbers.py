"""Numbers that something of somebody's has: a passport, a car's plate, a membership.

Of bank accounts and cards none is read. A number that says whose or which it is ("my wife's
passport", "my old car's plate", ``旧车的车牌``) is another one than the plain one.
"""

from __future__ import annotations

from tandem_edge.memory.extraction.people import EN, ZH
from tandem_edge.memory.extraction.rules import Rule, bare, of
from tandem_edge.phone.language.numerals import either

_NOT = (
    rf"(?!(?:{either(EN)})(?:'s| [a-z]+'s)\b)"
    r"(?!.*(?:bank|credit|debit|account|atm|paypal|iban|pin\b))"
    r"(?!(?!(?:library|oyster|loyalty|membership|student|id|identity|health|insurance|travel|bus|"
    r"gym) card).*\bcard (?:number|no)\b)"
)
_ZH_NOT = (
    f"(?!(?:{either(ZH)}))"
    "(?!.*(?:银行|信用|储蓄|账号|账户|支付|密码|[手电]机号|电话号|房间|楼|座位))"
)
_IS = (
    r"(?:'s| is| was changed to| has changed to| changed to| has been changed to|:)"
    r"(?: now| actually)? (?:now )?"
)
_ZH_IS = "(?:现在)?(?:就)?(?:是|:|换成|改成|变成|换|改为)了?"
_CODE = r"(?P<value>[a-z0-9](?:[a-z0-9]|[ -](?=[a-z0-9])){2,24})"
_ZH_CODE = r"(?P<value>[\u3400-\u9fff]?[a-z0-9](?:[a-z0-9_]|[ ·-](?=[a-z0-9])){2,24})"
_PHONE = r"(?P<value>\+?[\d][\d ()-]{5,18}\d)"
_PLATE = r"(?:licen[cs]e plate|number plate|registration plate|plate|registration)"
_WHICH = r"(?:new |current )?"


def _code(value: str) -> bool:
    """Whether it is a code: as good as any has two digits at least."""
    return sum(char.isdigit() for char in value) >= 2


def _number(pattern: str) -> Rule:
    return of("number.{thing}", pattern, raw=True, check=_code)


FAMILY: tuple[Rule, ...] = (
    _number(
        rf"{_WHICH}{_NOT}(?!(?:new |mobile |cell |phone |work |office |home )*number)"
        rf"(?P<thing>[a-z][a-z' -]{{1,30}}?) (?:number|no\.?|id){_IS}{_CODE}$"
    ),
    of(
        "number.{thing}",
        rf"{_WHICH}(?P<thing>passport|driving licen[cs]e|driver's license|id card|id|ssn)"
        rf"{_IS}{_CODE}$",
        raw=True,
        check=lambda value: sum(char.isdigit() for char in value) >= 5,
    ),
    _number(rf"{_WHICH}{_NOT}(?P<thing>(?:[a-z'-]+ ){{0,3}}?{_PLATE})(?: number)?{_IS}{_CODE}$"),
    bare(
        "number.{thing}",
        rf"(?:the |my )?(?P<thing>{_PLATE}) of my (?:new )?car(?: number)?{_IS}{_CODE}$",
        raw=True,
        check=_code,
    ),
    _number(
        r"(?P<thing>work|office|home|second|other) (?:phone |mobile |cell )?"
        rf"(?:number|mobile|cell|phone){_IS}{_PHONE}$"
    ),
    _number(
        f"(?:新的?)?{_ZH_NOT}(?P<thing>(?:[\u3400-\u9fff]{{1,6}}的)?"
        f"[\u3400-\u9fff]{{1,6}}?)(?:号码?|编号|卡号)(?:码)?{_ZH_IS}{_ZH_CODE}了?$"
    ),
    _number(
        f"(?:新的?)?{_ZH_NOT}(?P<thing>(?:[\u3400-\u9fff]{{1,6}}的)?车牌)(?:号码?)?{_ZH_IS}{_ZH_CODE}了?$"
    ),
    _number(
        f"(?P<thing>工作|公司|办公室|家里)的?(?:手机|电话)(?:号码?)?{_ZH_IS}"
        "(?P<value>\\+?[0-9][0-9 -]{5,18}[0-9])了?$"
    ),
)
