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

_ASKS_SOMETHING = re.compile(
    r"\b(?:what|how|where|who(?:m|se)?|why|when|which)\b|"
    r"[几谁哪吗]|什么|啥|多少|多[久大远长高重]|怎|为何|何时",
    re.IGNORECASE,
)


def questions_in(text: str) -> tuple[str, ...]:
    """The questions of ``text``, if they are several; nothing otherwise, or if it asks nothing."""
    if not _ASKS_SOMETHING.search(text):
        return ()
    shortest = _SHORTEST_ZH if is_chinese(text) else _SHORTEST_EN
    parts = [part.strip() for part in _ENDS.split(text)]
    said = tuple(part for part in parts if len(part) >= shortest)[:MOST]
    return said if len(said) > 1 else ()
