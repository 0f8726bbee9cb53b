"""Whether a text does what an instruction asked, as far as a program can see (after IFEval,
arXiv 2311.07911). A check that is not asked for holds."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Range = tuple[int, int]
"""The least and the most, both included."""
QUOTES = str.maketrans({"“": '"', "”": '"', "「": '"', "」": '"', "‘": "'", "’": "'"})
SENTENCE_END = re.compile(r"[.!?。！？…]+[\"'”’」]*(?=\s|$)|[。！？…]+[\"'”’」]*")
LIST_MARK = re.compile(r"^\s*(?:[-*•·]|\d+[.)、．）])\s*\S")
HAN = re.compile(r"[\u3400-\u9fff]")
LEAST_OF_LANGUAGE = 0.6
"""Share of Chinese characters among letters from which on a text is Chinese."""


class Checks(BaseModel):
    """What an instruction asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: Range | None = None
    characters: Range | None = None
    """Chinese characters."""
    sentences: Range | None = None
    lines: int | None = None
    """That are not empty."""
    listed: int | None = None
    """Lines that begin with a bullet or a number."""
    commas: int | None = None
    """Parts between commas of any kind."""
    paragraphs: int | None = None
    starts: str | None = None
    ends: str | None = None
    exact: str | None = None
    contains: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    counts: dict[str, int] | None = None
    json_keys: tuple[str, ...] | None = None
    array: tuple[str, ...] | None = None
    upper: bool = False
    lower: bool = False
    language: Literal["en", "zh"] | None = None

    def failed(self, text: str) -> tuple[str, ...]:
        """Names of the checks that do not hold of ``text``."""
        said = plain(text)
        return tuple(name for name in self.model_fields_set if not self._holds(name, said))

    def _holds(self, name: str, said: str) -> bool:
        wanted = getattr(self, name)
        if name in COUNTED:
            low, high = wanted if isinstance(wanted, tuple) else (wanted, wanted)
            return bool(low <= COUNTED[name](said) <= high)
        return bool(said) and bool(JUDGED[name](said, wanted))


def plain(text: str) -> str:
    """``text`` as it is judged: without blanks around it, quotation marks straight (and NFC)."""
    return unicodedata.normalize("NFC", text).translate(QUOTES).strip()


def words(text: str) -> int:
    """Words of letters or digits; each Chinese character is one."""
    return len(
        re.findall(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+(?:['-][^\W_\u3400-\u9fff]+)*", text)
    )


def sentences(text: str) -> int:
    """Sentences; the last one need not have its mark."""
    parts = [part for part in SENTENCE_END.split(text) if re.search(r"\w", part)]
    return len(parts)


def lines(text: str) -> int:
    """Lines that are not empty."""
    return sum(bool(line.strip()) for line in text.splitlines())


def listed(text: str) -> int:
    """Lines that begin with a bullet or a number."""
    return sum(bool(LIST_MARK.match(line)) for line in text.splitlines())


def commas(text: str) -> int:
    """Parts between commas."""
    return sum(bool(part.strip()) for part in re.split(r"[,，、]", text))


def paragraphs(text: str) -> int:
    """Stretches between empty lines."""
    return sum(bool(part.strip()) for part in re.split(r"\n\s*\n", text))


def in_language(text: str, language: str) -> bool:
    """Whether ``text`` is in ``language``: Chinese characters among its letters are most, or none
    to speak of."""
    letters = [c for c in text if c.isalpha()]
    share = sum(bool(HAN.match(c)) for c in letters) / max(len(letters), 1)
    return share >= LEAST_OF_LANGUAGE if language == "zh" else bool(letters) and share == 0


def value_in(text: str) -> Any:
    """The JSON that ``text`` is, perhaps inside a code fence; ``None`` where it is none."""
    fenced = re.fullmatch(r"```(?:json)?\s*(.*?)\s*```", text, re.DOTALL)
    try:
        return json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None


def has_keys(text: str, keys: tuple[str, ...]) -> bool:
    """Whether ``text`` is a JSON object with exactly these keys."""
    value = value_in(text)
    return isinstance(value, dict) and set(value) == set(keys)


def counted(text: str, wanted: Mapping[str, int]) -> bool:
    """Whether each text occurs exactly so often, in whatever case."""
    return all(text.casefold().count(each.casefold()) == n for each, n in wanted.items())


def _has(text: str, part: str) -> bool:
    return plain(part).casefold() in text.casefold()


def _cased(text: str, upper: bool) -> bool:
    letters = [c for c in text if c.upper() != c.lower()]
    return bool(letters) and all(c.isupper() == upper for c in letters)


COUNTED = {
    "words": words,
    "characters": lambda said: len(HAN.findall(said)),
    "sentences": sentences,
    "lines": lines,
    "listed": listed,
    "commas": commas,
    "paragraphs": paragraphs,
}
JUDGED: dict[str, Any] = {
    "starts": lambda said, wanted: said.casefold().startswith(plain(wanted).casefold()),
    "ends": lambda said, wanted: (
        unicodedata.normalize("NFKC", said)
        .casefold()
        .endswith(unicodedata.normalize("NFKC", plain(wanted)).casefold())
    ),
    "exact": lambda said, wanted: said == plain(wanted),
    "contains": lambda said, wanted: all(_has(said, each) for each in wanted),
    "any_of": lambda said, wanted: any(_has(said, each) for each in wanted),
    "avoids": lambda said, wanted: not any(_has(said, each) for each in wanted),
    "counts": counted,
    "json_keys": has_keys,
    "array": lambda said, wanted: value_in(said) == [*wanted],
    "upper": lambda said, wanted: _cased(said, True),
    "lower": lambda said, wanted: _cased(said, False),
    "language": in_language,
}
