"""Foreign text made safe to show: what a terminal would obey is removed, words are kept."""

from __future__ import annotations

import json
import re
from unicodedata import category, normalize

# Whole escape sequences first (ECMA-48 CSI, and OSC/DCS/SOS/PM/APC strings up to their
# terminator), then any control character left over, then what is invisible yet read by machines
# or reorders words: bidirectional controls (UAX #9), fillers, and tag characters. The joiners
# that emoji and several scripts need stay.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)
_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef"
)
_CONTROLS = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_HIDDEN}]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_UNSAFE_IN_JSON = re.compile(f"[\x7f-\x9f{_HIDDEN}\ud800-\udfff]")


def visible(text: str, *, limit: int | None = None) -> str:
    """``text`` without control characters, escape sequences, bidi controls or lone surrogates.

    Newlines and tabs stay. With ``limit`` (characters), a longer text is cut and ends in ``…``.
    """
    clean = _CONTROLS.sub("", _SEQUENCES.sub("", text.replace("\r\n", "\n")))
    clean = _SURROGATES.sub("\ufffd", clean)
    if limit is not None and len(clean) > limit:
        return clean[: max(limit - 1, 0)] + "…"
    return clean


def one_line(text: str, *, limit: int | None = None) -> str:
    """``visible(text)`` with every run of white space as one blank."""
    return visible(" ".join(visible(text).split()), limit=limit)


def counted(number: int, one: str, many: str = "") -> str:
    """``1 day``, ``1,200 days``, ``2 memories``: a number with its noun, of which ``many`` is the
    plural (usual: with an ``s``)."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def escape_controls(json_text: str) -> str:
    r"""JSON text with what ``visible`` would remove as ``\uXXXX``: same value, safe to show."""
    return _UNSAFE_IN_JSON.sub(lambda match: json.dumps(match[0])[1:-1], json_text)


def known_as(name: str) -> str:
    """How a person is told from others: one who types the name otherwise (case, width, blanks, what
    cannot be seen) is nobody else. Empty where ``name`` says nothing."""
    shown = visible(normalize("NFKC", name))
    return " ".join("".join(each for each in shown if category(each) != "Cf").casefold().split())
