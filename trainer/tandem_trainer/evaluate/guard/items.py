"""The guard's items: three sets, English and Chinese, made for Tandem and kept as YAML."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tandem_shared.errors import UsageError
from tandem_trainer.evaluate.guard.checks import Checks

Name = Literal["following", "reasoning", "bilingual"]
Language = Literal["en", "zh"]
SETS: tuple[Name, ...] = ("following", "reasoning", "bilingual")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
DATA = Path(__file__).with_name("data")


class _Item(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ask: Annotated[str, Field(min_length=4)]


class Free(_Item):
    """An instruction; every check has to hold of what is said."""

    checks: Checks


class Number(_Item):
    """A question whose answer is a number."""

    number: int


class Choice(_Item):
    """A question with one right option."""

    right: str
    wrong: Annotated[tuple[str, ...], Field(min_length=2, max_length=7)]

    @property
    def options(self) -> tuple[str, ...]:
        """All options, the right one first."""
        return (self.right, *self.wrong)


Form = Free | Number | Choice
_FORMS: TypeAdapter[tuple[Form, ...]] = TypeAdapter(tuple[Form, ...])


@dataclass(frozen=True)
class Item:
    """One item: what it is called, and which set and language it belongs to."""

    id: str
    set: Name
    language: Language
    form: Form


@dataclass(frozen=True)
class Guard:
    """All items of a folder."""

    folder: Path = DATA

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Set by set, language by language. Raises ``UsageError`` for a file that is none."""
        return tuple(self._read())

    @cached_property
    def sha256(self) -> str:
        """Of the files, in their order: scores of other items are not comparable."""
        whole = hashlib.sha256()
        for name in SETS:
            for language in LANGUAGES:
                whole.update(self._file(name, language).read_bytes())
        return whole.hexdigest()

    def _file(self, name: Name, language: Language) -> Path:
        return self.folder / f"{name}.{language}.yaml"

    def _read(self) -> Iterator[Item]:
        for name in SETS:
            for language in LANGUAGES:
                forms = _forms(self._file(name, language))
                for number, form in enumerate(forms, 1):
                    yield Item(f"{name}-{language}-{number:02}", name, language, form)


def _forms(path: Path) -> tuple[Form, ...]:
    try:
        return _FORMS.validate_python(yaml.safe_load(path.read_text("utf-8")))
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise UsageError(f"{path} holds no items of the guard", hint=str(error)) from error
