"""Foreign text made safe to show: what a terminal would obey is removed, words are kept."""

from __future__ import annotations

import re

# Whole escape sequences first (ECMA-48 CSI, and OSC/DCS/SOS/PM/APC strings up to their
# terminator), then any control character left over, then Unicode bidirectional controls
# (UAX #9) and other invisible formatting that can reorder or hide words.
_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_UNSAFE_IN_JSON = re.compile(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


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


def escape_controls(json_text: str) -> str:
    r"""JSON text with C1, bidi and surrogate characters as ``\uXXXX``: same value, safe to show."""
    return _UNSAFE_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", json_text)
