"""A pytest plugin: rolling back forgets one write."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.sandbox.store import Store


def forgetful(store: Store, mark: int, real: Any = Store.rollback) -> None:
    if len(store.journal) > mark:
        store.journal.pop()
    real(store, mark)


Store.rollback = forgetful  # type: ignore[method-assign]
