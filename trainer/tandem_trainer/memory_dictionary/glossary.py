"""Words of two languages that stand for each other, read from the glosses of CC-CEDICT."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import log1p
from types import MappingProxyType

from tandem_edge.memory.retrieval.terms import STOP_PIECES, STOP_WORDS, stem

LONGEST = 3
"""Characters of a Chinese word: longer entries are sayings and names of institutions."""
MOST_WORDS = 3
"""Words of a gloss that can stand for a Chinese word; more explain it."""
PER = 100_000_000
"""Words that uses are counted in."""
MOST_CHINESE, MOST_ENGLISH = 48, 16
"""Translations that are kept of an English stem and of a Chinese word, the surest first."""

LEAST_USED = 1
"""How often a character stands at least in the words that are used, where it is no surname: rarer
ones are in nobody's name."""

_ENTRY = re.compile(r"\S+ ([\u3400-\u9fff]+) \[([^\]]*)\] /(.*)/")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_FILLER = re.compile(r"^(?:to be|to|a|an|the|be)\s+")
_WORD = re.compile(r"(?<![-a-z])[a-z]{2,}")
_NO_WORDS = STOP_WORDS | {"etc", "sb", "sth", "eg", "ie"}
_NAME = re.compile(r"[A-Z][a-z]+")
_NO_GLOSS = (
    "variant of", "old variant", "archaic variant", "Japanese variant", "erhua variant", "see ",
    "CL:", "surname", "abbr.", "used in", "Taiwan pr", "also pr",
)  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One entry: a word in simplified characters, its pinyin, and its glosses."""

    word: str
    pinyin: str
    glosses: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        """Whether it is a proper name: its pinyin begins with a capital."""
        return self.pinyin[:1].isupper()


Weights = Mapping[str, Mapping[str, float]]
"""From a word to its translations and how much each is worth, up to 1."""


def read_entries(lines: Iterable[str]) -> Iterator[Entry]:
    """The entries of a file in CC-CEDICT's format; remarks and anything else are left out."""
    for line in lines:
        found = _ENTRY.fullmatch(line.strip())
        if found and len(found[1]) <= LONGEST:
            glosses = tuple(g for g in found[3].split("/") if not g.startswith(_NO_GLOSS))
            yield Entry(found[1], found[2], glosses)


def translations(
    entries: Iterable[Entry],
    usual: Mapping[str, int],
    spellings: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Weights, Weights]:
    """Chinese words of each English stem, and English words of each Chinese word; ``usual`` says
    how often Chinese words are used, and others are left out. An English word is as usual as the
    Chinese words are many that it stands for; ``spellings`` says how else it is written.

    A gloss of one word is worth 1, each word of one of two words a half: 草帽 is ``straw hat``, and
    half of that when only straw is spoken of.
    """
    chinese: dict[str, dict[str, float]] = defaultdict(dict)
    english: dict[str, dict[str, float]] = defaultdict(dict)
    for entry in entries:
        if entry.word in STOP_PIECES or entry.word not in usual:
            continue
        for words in _glosses(entry):
            for form in (form for word in words for form in _forms_of(word, spellings)):
                _note(chinese[stem(form)], entry.word, 1 / len(words))
                _note(english[entry.word], form, 1 / len(words))
    return (
        _surest(chinese, MOST_CHINESE, lambda word: log1p(usual[word])),
        _surest(english, MOST_ENGLISH, lambda word: log1p(len(chinese[stem(word)]))),
    )


def usage(frequencies: Mapping[str, float]) -> Mapping[str, int]:
    """How often each word is used among ``PER`` words, of shares of all words."""
    return {word: round(PER * share) for word, share in frequencies.items()}


def readings(entries: Iterable[Entry], usual: Mapping[str, int]) -> Weights:
    """The characters that are read as each syllable, without tones, the most used first; ``ü`` is
    written ``v``. A surname is worth 1, any other a half."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    standing = _standing(usual)
    for entry in (entry for entry in entries if len(entry.word) == 1):
        if entry.is_name or standing[entry.word] >= LEAST_USED:
            syllable = entry.pinyin.lower().replace("u:", "v").rstrip("12345")
            _note(found[syllable], entry.word, 1.0 if entry.is_name else 0.5)
    return _surest(found, None, lambda character: log1p(usual.get(character, 0)))


def _standing(usual: Mapping[str, int]) -> Mapping[str, int]:
    """How often each character is used, in whatever word."""
    found: dict[str, int] = defaultdict(int)
    for word, often in usual.items():
        for character in word:
            found[character] += often
    return found


def lines_of(weights: Weights) -> str:
    """The text of a file: a word, a tab, its translations with their hundredths, sorted."""
    rows = [
        word + "\t" + " ".join(f"{other}:{round(100 * worth)}" for other, worth in row.items())
        for word, row in weights.items()
    ]
    return "\n".join(sorted(rows, key=lambda row: row.partition("\t")[0].encode())) + "\n"


def _forms_of(word: str, spellings: Mapping[str, str]) -> Iterator[str]:
    """``word`` and what stands for the same."""
    yield word
    yield from _forms().get(word, ())
    if word in spellings:
        yield spellings[word]


@lru_cache(maxsize=1)
def _forms() -> Mapping[str, Sequence[str]]:
    """Irregular forms, other spellings and other names, by the word that they stand for."""
    text = resources.files(__package__).joinpath("forms.txt").read_text("utf-8")
    found: dict[str, list[str]] = defaultdict(list)
    for word, *forms in (line.split() for line in text.splitlines() if line[:1] not in ("#", "")):
        found[word] += forms
    return found


def _note(row: dict[str, float], word: str, worth: float) -> None:
    row[word] = max(worth, row.get(word, 0))


def _glosses(entry: Entry) -> Iterator[list[str]]:
    """The words of each gloss that says what the word is; of a name, the name itself."""
    if entry.is_name:
        names = [_NAME.findall(_ASIDE.sub(" ", gloss)) for gloss in entry.glosses[:1]]
        yield from ([found[0].lower()] for found in names if found)
        return
    for part in (part for gloss in entry.glosses for part in re.split("[;,]", gloss)):
        said = _FILLER.sub("", _ASIDE.sub(" ", part).strip().lower())
        words = [word for word in _WORD.findall(said) if word not in _NO_WORDS]
        if 0 < len(words) <= MOST_WORDS:
            yield words


def _surest(
    table: Mapping[str, Mapping[str, float]], most: int | None, known: Callable[[str], float]
) -> Weights:
    """The translations that are worth most by how well ``known`` they are; if alike, as read."""
    return {
        word: dict(sorted(row.items(), key=lambda pair: -pair[1] * known(pair[0]))[:most])
        for word, row in table.items()
    }
