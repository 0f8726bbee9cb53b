"""What differs between two configurations of the harness, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from tandem_shared.harness import HarnessConfig
from tandem_shared.tools import Frozen

_KEYS = {"arguments": "tool", "skills": "name"}
"""What tells the entries of a section apart; ``id`` in all others."""


class Difference(Frozen):
    """One piece before and after; ``None`` where it does not exist.

       ``section`` is a field of the configuration and ``item`` the entry in it (``""`` for a field
       that is one value).
    ``place`` before and after is its place in a list where only that changed.
    """

    section: str
    item: str = ""
    before: JsonValue = None
    after: JsonValue = None


def differences(old: HarnessConfig, new: HarnessConfig) -> tuple[Difference, ...]:
    """Everything that differs, in the order of the configuration's fields.

    Entries of a list are compared by their id, so that inserting one is one difference. A change
    of their order alone is one more difference, of the list of ids (``item`` is ``"order"``).
    """
    before, after = old.model_dump(mode="json"), new.model_dump(mode="json")
    found = (_of_section(name, before[name], after[name]) for name in after)
    return tuple(difference for section in found for difference in section)


def _of_section(name: str, old: JsonValue, new: JsonValue) -> Iterator[Difference]:
    if old == new:
        return
    olds, news = _pieces(name, old), _pieces(name, new)
    if olds is None or news is None:
        yield Difference(section=name, before=old, after=new)
        return
    for item in dict.fromkeys([*olds, *news]):
        before, after = olds.get(item), news.get(item)
        if before != after:
            yield Difference(section=name, item=item, before=before, after=after)
    kept_old: list[JsonValue] = [item for item in olds if item in news]
    kept_new: list[JsonValue] = [item for item in news if item in olds]
    if isinstance(old, list) and kept_old != kept_new:
        yield Difference(section=name, item="order", before=kept_old, after=kept_new)


def _pieces(name: str, value: JsonValue) -> dict[str, JsonValue] | None:
    """The entries of a section by id, or ``None`` when it is one value."""
    if name in ("heading", "total"):
        return None
    if isinstance(value, dict):
        return value
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        key = _KEYS.get(name, "id")
        return {str(each[key]): each for each in value if isinstance(each, dict)}
    return None
