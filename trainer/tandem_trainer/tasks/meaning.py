"""Whether words can mean a call: what can be told of it without understanding them.

The proofs show that a task can be done and that nearly right ways fail, not that its words ask for
it; of words that a model wrote, this has to be asked as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pydantic import JsonValue

from tandem_edge.bench.tasks.reading import Move
from tandem_edge.harness.recall import Recall
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import ToolCall
from tandem_trainer.tasks.diversity import marks
from tandem_trainer.tasks.novelty import normal

NEAR = 30
"""Among so many tools that are recalled for the words the tool has to be. Of 500 wordings that
people wrote, 470 have their tool among 15, 485 among 40; 488 say their values."""
SAID = 0.5
"""Least share of a value's words that the request says; it may say them in another form."""
_COUNTED = re.compile(
    r"[零一二两三四五六七八九十半]|百(?!分比)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half|max|full)",
    re.IGNORECASE,
)


def meant(said: str, moves: Sequence[Move]) -> bool:
    """Whether ``said`` can ask for a turn's one call. Several are not judged, since what they take
    need not be said; nor is a tool that there is none of."""
    calls = [move.call for move in moves if move.call is not None]
    known = all(load_catalogue().spec(call.name) for call in calls)
    if len(moves) != 1 or len(calls) != 1 or not known:
        return True
    return not _recites(said, calls[0]) and _leads_to(said, calls[0].name) and _says(said, calls[0])


def _recites(said: str, call: ToolCall) -> bool:
    """Whether it is the tool's description that is said."""
    spec = load_catalogue().spec(call.name)
    texts = (spec.description.en, spec.description.zh) if spec else ()
    return any(normal(text) in normal(said) for text in texts)


def _leads_to(said: str, tool: str) -> bool:
    return any(spec.name == tool for spec in _recall().top(said, NEAR))


@lru_cache(maxsize=1)
def _recall() -> Recall:
    return Recall(load_catalogue().specs)


def _says(said: str, call: ToolCall) -> bool:
    """Whether the values that are no choice among few are said."""
    spec = load_catalogue().spec(call.name)
    assert spec is not None
    free = [
        value
        for name, value in call.arguments.items()
        if "enum" not in spec.properties.get(name, {}) and not isinstance(value, bool)
    ]
    return all(_holds(said, value) for value in free)


def _holds(said: str, value: JsonValue) -> bool:
    if isinstance(value, int | float):
        return str(value) in re.findall(r"\d+(?:\.\d+)?", said) or bool(_COUNTED.search(said))
    text = str(value)
    if normal(text) in normal(said):
        return True
    language = "en" if text.isascii() else "zh"
    wanted = marks(text, language)
    return bool(wanted) and len(wanted & marks(said, language)) >= SAID * len(wanted)
