"""Sums as people write and say them, in one spelling: ``12 × 8`` and ``八乘以十二`` are ``12*8``.

| said | meant |
|---|---|
| ``times``, ``x``, ``×``, ``乘以``; ``divided by``, ``÷``, ``除以``; ``plus``, ``加``... | signs |
| ``15% of 80``, ``八十的百分之十五`` | 0.15 times 80 |
| ``80 + 15%`` | 80 and 15 % of it, as calculators do |
| ``square root of 2``, ``根号二``; ``3 squared``, ``三的平方``, ``2^10`` | roots and powers |
| ``twelve``, ``三百五``, ``1.5万`` | numbers, see ``quantities`` |

The order of what may change places is not part of the meaning: it is sorted away.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from tandem_edge.phone.language.quantities import parse_amount
from tandem_edge.phone.language.reading import PhraseError
from tandem_edge.phone.language.tidying import tidy

_SPELLED = (
    ("²|的?平方(?!根)|(?<=[0-9a-z)]) squared", "^2"),
    ("³|的?立方|(?<=[0-9a-z)]) cubed", "^3"),
    ("的?([0-9一二三四五六七八九十]+)次方", r"^\1"),
    ("(?:the )?square root of |sqrt|(?:的)?平方根|根号", "√"),
    ("to the power of|\\*\\*", "^"),
    ("百分之([0-9零一二三四五六七八九十百点.]+)", r"\1%"),
    ("multiplied by|(?<![a-z])times(?![a-z])|(?<![a-z])x(?![a-z])|乘以|乘上|乘|×|·", "*"),
    ("divided by|(?<![a-z])over(?![a-z])|除以|÷|∕", "/"),
    ("(?<![a-z])plus(?![a-z])|加上|加", "+"),
    ("(?<![a-z])minus(?![a-z])|减去|减|−|–", "-"),
    ("percent|per cent", "%"),
    ("(?<=%) ?of(?![a-z])", "*"),
    ("的", "*"),
    ("[=?？]+$|等于(?:多少|几)?$", ""),
)
_TOKEN = re.compile(r"[+\-*/^%()√]|[^+\-*/^%()√]+")
_LARGEST = 10**60
_MOST = 60
"""Signs and numbers in one expression."""


@dataclass(frozen=True, slots=True)
class Node:
    """A number, or an operation on others: ``+``, ``*``, ``neg``, ``inv``, ``^``, ``√``, ``%``."""

    kind: str
    value: Fraction = Fraction(0)
    parts: tuple[Node, ...] = ()


def canonical(text: str) -> str:
    """``text`` in the one spelling of its sum. Raises ``PhraseError``."""
    return _written(_read(text))


def evaluate(text: str) -> float:
    """What the sum ``text`` comes to. Raises ``PhraseError``."""
    return float(_bounded(_value(_read(text))))


def _read(text: str) -> Node:
    said = tidy(text.replace("²", "^2").replace("³", "^3"))
    said = unicodedata.normalize("NFKC", re.sub("(?<=[a-z])-(?=[a-z])", " ", said))
    for pattern, sign in _SPELLED:
        said = re.sub(pattern, sign, said)
    tokens = [token.strip() for token in _TOKEN.findall(said) if token.strip()]
    if not tokens or len(tokens) > _MOST:
        raise PhraseError(f"{text!r:.40} is no sum")
    reader = _Reader(tokens, text)
    node = reader.sum()
    if reader.at != len(tokens):
        raise PhraseError(f"{text!r:.40} is not understood at {tokens[reader.at]!r:.20}")
    return _plain(node)


class _Reader:
    """Reads tokens by the usual precedence."""

    def __init__(self, tokens: list[str], text: str) -> None:
        self.tokens, self.text, self.at = tokens, text, 0

    def next(self, wanted: str) -> str:
        """The next token if it is one of ``wanted``, else ``""``."""
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return self.tokens[self.at - 1]
        return ""

    def sum(self) -> Node:
        left = self.product()
        while sign := self.next("+-"):
            right = self.product()
            if right.kind == "%":
                whole = _many("+", Node("num", Fraction(1)), _signed(_plain(right), sign))
                left = _many("*", _plain(left), whole)
            else:
                left = _many("+", _plain(left), _signed(right, sign))
        return left

    def product(self) -> Node:
        left = self.signed()
        while sign := self.next("*/"):
            right = _plain(self.signed())
            right = right if sign == "*" else Node("inv", parts=(right,))
            left = _many("*", _plain(left), right)
        return left

    def signed(self) -> Node:
        if self.next("-"):
            return _signed(_plain(self.signed()), "-")
        if self.next("√"):
            return Node("√", parts=(_plain(self.signed()),))
        return self.power()

    def power(self) -> Node:
        base = self.single()
        if self.next("^"):
            return Node("^", parts=(_plain(base), _plain(self.signed())))
        return base

    def single(self) -> Node:
        if self.next("("):
            inner = _plain(self.sum())
            if not self.next(")"):
                raise PhraseError(f"a bracket is not closed in {self.text!r:.40}")
            return inner
        if self.at >= len(self.tokens) or self.tokens[self.at] in "+-*/^%)√":
            raise PhraseError(f"a number is missing in {self.text!r:.40}")
        self.at += 1
        number = parse_amount(self.tokens[self.at - 1])
        if self.next("%"):
            return Node("%", number / 100)
        return _signed(_whole(abs(number)), "-" if number < 0 else "+")


def _signed(node: Node, sign: str) -> Node:
    if sign == "+":
        return node
    return node.parts[0] if node.kind == "neg" else Node("neg", parts=(node,))


def _whole(number: Fraction) -> Node:
    """A number; one without an end as a decimal is a division."""
    under = number.denominator
    for prime in (2, 5):
        while under % prime == 0:
            under //= prime
    if under == 1 and number.denominator <= 10**12:
        return Node("num", number)
    over = Node("num", Fraction(number.numerator))
    return _many("*", over, Node("inv", parts=(Node("num", Fraction(number.denominator)),)))


def _plain(node: Node) -> Node:
    """A percentage that is not added to anything is its share of one."""
    return _whole(node.value) if node.kind == "%" else node


def _many(kind: str, *nodes: Node) -> Node:
    """A sum or a product, those of the same kind in it taken apart."""
    parts: list[Node] = []
    for node in map(_plain, nodes):
        parts += node.parts if node.kind == kind else (node,)
    return Node(kind, parts=tuple(parts))


def _written(node: Node) -> str:
    if node.kind == "num":
        return _number(node.value)
    if node.kind in ("+", "*"):
        return _joined(node)
    inner = [_bracketed(part) for part in node.parts]
    if node.kind == "^":
        return "^".join(inner)
    return {"neg": "-", "√": "√", "inv": "1/"}[node.kind] + inner[0]


def _joined(node: Node) -> str:
    """Sorted: what is added before what is taken away, factors before divisors."""
    turned, sign = ("neg", "-") if node.kind == "+" else ("inv", "/")
    write = _written if node.kind == "+" else _bracketed
    front = sorted(write(part) for part in node.parts if part.kind != turned)
    back = sorted(_bracketed(part.parts[0]) for part in node.parts if part.kind == turned)
    head = node.kind.join(front) or ("0" if node.kind == "+" else "1")
    return head + "".join(f"{sign}{each}" for each in back)


def _bracketed(node: Node) -> str:
    written = _written(node)
    simple = re.fullmatch(r"[0-9.]+|√[0-9.]+", written)
    return written if simple else f"({written})"


def _number(value: Fraction) -> str:
    """As a decimal, which ends: see ``_whole``."""
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    text = f"{int(value * 10**digits):0{digits + 1}d}"
    return f"{text[:-digits]}.{text[-digits:]}" if digits else text


def _value(node: Node) -> Fraction:
    if node.kind == "num":
        return node.value
    parts = [_value(part) for part in node.parts]
    if node.kind == "+":
        return _bounded(sum(parts, Fraction(0)))
    if node.kind == "*":
        return _bounded(math.prod(parts, start=Fraction(1)))
    if node.kind == "neg":
        return -parts[0]
    if node.kind == "inv":
        if not parts[0]:
            raise PhraseError("nothing can be divided by zero")
        return 1 / parts[0]
    return _root(parts[0]) if node.kind == "√" else _power(*parts)


def _bounded(value: Fraction) -> Fraction:
    if abs(value) > _LARGEST:
        raise PhraseError("the result is too large")
    if abs(value.numerator) > _LARGEST or value.denominator > _LARGEST:
        return Fraction(float(value))
    return value


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise PhraseError("a negative number has no real square root")
    over, under = math.isqrt(value.numerator), math.isqrt(value.denominator)
    exact = over * over == value.numerator and under * under == value.denominator
    return Fraction(over, under) if exact else Fraction(math.sqrt(value))


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    try:
        if exponent.denominator == 1 and abs(exponent) <= 64 and abs(base) <= 10**6:
            return _bounded(base ** int(exponent))
        result = float(base) ** float(exponent)
    except (OverflowError, ZeroDivisionError):
        raise PhraseError("that power cannot be computed") from None
    if isinstance(result, complex) or not abs(result) < float(_LARGEST):
        raise PhraseError("that power cannot be computed")
    return Fraction(result)
