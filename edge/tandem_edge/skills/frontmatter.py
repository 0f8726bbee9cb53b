"""The head of a SKILL.md: YAML between two lines of dashes, then Markdown.

Every scalar is read as text (YAML's failsafe schema), so ``version: 1.0`` and ``name: no`` mean
what they look like. Aliases are refused, since a few lines of them can stand for gigabytes.
"""

from __future__ import annotations

from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tandem_edge.skills.skill import SkillError

MOST_HEAD = 8_000
"""Characters of YAML."""
DASHES = "---"


class Head(BaseModel):
    """The keys that are read (agentskills.io/specification); others are passed over.

    ``allowed-tools`` is among those: no text can grant itself a permission here.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    description: str = Field(min_length=1)
    license: str = ""
    metadata: dict[str, JsonValue] = {}

    def words(self, key: str) -> tuple[str, ...]:
        """The words of a metadata value, which is text or a list of texts."""
        value = self.metadata.get(key, "")
        return tuple(str(value).split()) if not isinstance(value, list) else tuple(map(str, value))


def parse(text: str) -> tuple[Head, str]:
    """The head and the body below it. Raises ``SkillError``."""
    head, body = _divided(text.replace("\r\n", "\n"))
    try:
        return Head.model_validate(_yaml(head)), body.strip()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise SkillError(f"its head: {where}: {first['msg']}", hint=_HINT) from error


_HINT = "begin with ---, name: and description: a line each, and --- again"


def _divided(text: str) -> tuple[str, str]:
    lines = text.split("\n")
    if lines[0].rstrip() != DASHES:
        raise SkillError(f"it does not begin with {DASHES}", hint=_HINT)
    ends = [place for place, line in enumerate(lines) if place and line.rstrip() == DASHES]
    if not ends:
        raise SkillError("its head has no end", hint=_HINT)
    head = "\n".join(lines[1 : ends[0]])
    if len(head) > MOST_HEAD:
        raise SkillError(f"its head has over {MOST_HEAD:,} characters", hint=_HINT)
    return head, "\n".join(lines[ends[0] + 1 :])


class _Plain(yaml.BaseLoader):
    """Text, lists and mappings only; neither aliases nor a key twice."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise SkillError("its head has a YAML alias (*name)", hint="write the value out")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [str(key.value) for key, _ in node.value]
        if len(set(keys)) < len(keys):
            raise SkillError("its head has a key twice", hint="leave one of them out")
        return super().construct_mapping(node, deep=deep)


def _yaml(text: str) -> Any:
    try:
        return yaml.load(text, Loader=_Plain)
    except yaml.YAMLError as error:
        why = str(getattr(error, "problem", None) or "not YAML")
        raise SkillError(f"its head cannot be read: {why}", hint=_HINT) from error
    except RecursionError:
        raise SkillError("its head is nested too deep", hint=_HINT) from None
