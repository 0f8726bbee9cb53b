"""A question that asks for several things at once, cut into its questions.

One vector for all of them lies between what answers each.
"""

from __future__ import annotations

import re

from tandem_edge.memory.retrieval.terms import is_chinese

MOST = 2
"""Questions that are told apart: each costs an embedding."""
_SHORTEST_EN, _SHORTEST_ZH = 12, 4
"""Characters of a part that says anything by itself."""
_ASKS = "what|how|where|who|whose|why|when|which|for|at|in|to|on|by|until|from"
_ENDS = re.compile(rf",? and (?=(?:{_ASKS})\b)|, (?=(?:{_ASKS})\b)|[，；,;?？](?=.)", re.IGNORECASE)


def questions_in(text: str) -> tuple[str, ...]:
    """The questions of ``text``, if they are several; nothing otherwise."""
    shortest = _SHORTEST_ZH if is_chinese(text) else _SHORTEST_EN
    parts = [part.strip() for part in _ENDS.split(text)]
    said = tuple(part for part in parts if len(part) >= shortest)[:MOST]
    return said if len(said) > 1 else ()
