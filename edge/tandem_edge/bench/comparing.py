"""When two values, two calls or two changes count as the same."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from tandem_shared.canonical import canonical_bytes
from tandem_shared.tools import Change


def fold(text: str) -> str:
    """``text`` without what does not matter: case, width, punctuation, white space, ``the``.

    NFKC and case folding (Unicode TR15, TR21).
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\W_]+", "", re.sub(r"\b(?:a|an|the|my)\b", "", plain))


class Sameness:
    """Equality under a task's groups of equal texts."""

    def __init__(self, equal: Iterable[Sequence[str]] = ()) -> None:
        self._as: dict[str, str] = {}
        for group in equal:
            folded = sorted({fold(text) for text in group})
            for text in folded:
                self._as[text] = folded[0]

    def value(self, value: JsonValue) -> JsonValue:
        """What ``value`` is compared as; all that is absent is the same."""
        if isinstance(value, str):
            folded = fold(value)
            return self._as.get(folded, folded)
        if isinstance(value, dict):
            return {key: self.value(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.value(each) for each in value]
        return self._as.get("", "") if value is None else value

    def arguments(self, wanted: Mapping[str, JsonValue], made: Mapping[str, JsonValue]) -> bool:
        """Whether two calls' normalised arguments are the same."""
        return all(
            self.value(wanted.get(name)) == self.value(made.get(name)) for name in {*wanted, *made}
        )

    def changes(self, wanted: Sequence[Change], made: Sequence[Change]) -> list[str]:
        """What is missing and what is too much, one line each; ids of new records do not count."""
        want, have = self._counted(wanted), self._counted(made)
        missing = [f"missing: {_told(each)}" for each in (want - have).elements()]
        return missing + [f"too much: {_told(each)}" for each in (have - want).elements()]

    def differences(
        self, wanted: Sequence[Change], made: Sequence[Change]
    ) -> tuple[list[Change], list[Change]]:
        """Those of ``wanted`` that are missing, and those of ``made`` that are too much."""
        return self._left(wanted, self._counted(made)), self._left(made, self._counted(wanted))

    def _left(self, changes: Sequence[Change], others: Counter[bytes]) -> list[Change]:
        left = []
        for each, form in zip(changes, self._forms(changes), strict=True):
            if not others[form]:
                left.append(each)
            others[form] -= others[form] > 0
        return left

    def _counted(self, changes: Sequence[Change]) -> Counter[bytes]:
        return Counter(self._forms(changes))

    def _forms(self, changes: Sequence[Change]) -> list[bytes]:
        fresh = {each.key: f"new {each.table}" for each in changes if each.before is None}
        return [self._form(each, fresh) for each in changes]

    def _form(self, change: Change, fresh: Mapping[str, str]) -> bytes:
        return canonical_bytes(
            [
                change.table,
                fresh.get(change.key, change.key) if change.before is None else change.key,
                self.value(change.before),
                self.value(_renamed(change.after, fresh)),
            ]
        )


def _renamed(value: Any, fresh: Mapping[str, str]) -> Any:
    """``value`` with ids of new records replaced by what they are."""
    if isinstance(value, str):
        return fresh.get(value, value)
    if isinstance(value, dict):
        return {key: _renamed(each, fresh) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, fresh) for each in value]
    return value


def _told(form: bytes) -> str:
    return form.decode()[:300]
