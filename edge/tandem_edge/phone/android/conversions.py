"""How the catalogue's values are written in the commands of a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from tandem_edge.phone.android.quoting import CannotSay

FULL_BRIGHTNESS = 255
_RESERVED = re.compile(rb"[^A-Za-z0-9+._~-]")


def _either(yes: str, no: str) -> Callable[[Any], str]:
    return lambda value: yes if value else no


def _of(words: Mapping[str, str]) -> Callable[[Any], str]:
    def convert(value: Any) -> str:
        if value not in words:
            raise CannotSay(f"phones have no {value}")
        return words[value]

    return convert


def _number(value: Any) -> str:
    """Decimal digits and nothing else: what may stand in a condition of SQL."""
    text = str(value)
    if not (text.isascii() and text.isdigit()):
        raise CannotSay(f"{text!r:.40} is no number of a record")
    return text


def _key(value: Any) -> str:
    """``event57`` by the phone's own number, 57."""
    return _number("".join(letter for letter in str(value) if letter.isdigit()))


def _percent_encoded(value: Any) -> str:
    """RFC 3986, a plus sign left as it is: in ``tel:`` it is part of the number."""
    encoded = _RESERVED.sub(lambda found: b"%%%02X" % found[0][0], str(value).encode())
    return encoded.decode()


def _clock(part: str) -> Callable[[Any], str]:
    """``hour`` or ``minute`` of a moment."""
    return lambda value: str(getattr(_moment(value), part))


def _moment(value: Any) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(str(value))


CONVERSIONS: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "bit": _either("1", "0"),
    "enable": _either("enable", "disable"),
    "enabled": _either("enabled", "disabled"),
    "yes": _either("yes", "no"),
    "true": _either("true", "false"),
    "dnd": _either("priority", "off"),
    "weight": _either("300", "0"),
    "hours": _either("24", "12"),
    "of_255": lambda percent: str(round(int(percent) * FULL_BRIGHTNESS / 100)),
    "thousandths": lambda seconds: str(int(seconds) * 1000),
    "number": _number,
    "key": _key,
    "uri": _percent_encoded,
    "minutes": lambda value: _moment(value).strftime("%Y-%m-%dT%H:%M"),
    "hour": _clock("hour"),
    "minute": _clock("minute"),
    "ringer": _of({"ring": "NORMAL", "vibrate": "VIBRATE", "silent": "SILENT"}),
    "font_scale": _of(
        {"small": "0.85", "default": "1.0", "large": "1.15", "larger": "1.3", "largest": "1.5"}
    ),
    "color_mode": _of({"natural": "0", "standard": "1", "vivid": "2"}),
    "days": _of({"daily": "1,2,3,4,5,6,7", "weekdays": "2,3,4,5,6", "weekends": "1,7"}),
}
"""By name; one without a name writes the value as it is. Each raises ``CannotSay``."""
