"""Texts in the language in force: the source's English, or a gettext catalogue's translation.

The language is ``TANDEM_LANG``'s, else that of ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``, the first
of them that is set (POSIX.1-2024, 8.2). Texts with values in them are ``str.format`` templates,
which are the catalogue's; a value is never read as one.
"""

from __future__ import annotations

import gettext
import os
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

DOMAIN = "tandem"
LOCALES = Path(__file__).parent / "locale"
LANGUAGES = ("en", "zh")
VARIABLES = ("TANDEM_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_ASKED: ContextVar[str] = ContextVar("language", default="")


def language() -> str:
    """``en`` or ``zh``: what was asked for, else what the environment says."""
    given = (_ASKED.get(), *(os.environ.get(name, "") for name in VARIABLES))
    first = next(filter(None, given), "")
    return "zh" if first.lower().startswith("zh") else "en"


def speak(asked: str = "") -> None:
    """Tell everything in ``asked`` from here on; without it, in the environment's language. What
    the command line's library says itself follows."""
    _ASKED.set(asked)
    if language() == "en":
        gettext.textdomain("messages")  # gettext's own default, for which no catalogue is there
        return
    os.environ["LANGUAGE"] = language()  # gettext itself knows nothing of TANDEM_LANG
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)


def _(message: str, /, **values: object) -> str:
    """``message`` in the language in force, with ``values`` in its places ``{name}``. Without
    values the text is given as it is, braces and all."""
    text = _catalogue(language()).gettext(message) if message else ""
    return text.format(**values) if values else text


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """``one`` or ``many``, as the language counts, with ``{number}`` and ``values`` put in."""
    text = _catalogue(language()).ngettext(one, many, number)
    return text.format(number=f"{number:,}", **values)


@lru_cache
def _catalogue(name: str) -> gettext.NullTranslations:
    if name == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALES, [name])
