"""Recovery phrases: 256 random bits as 24 words (BIP 39), in English or in Chinese."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.secret import Secret
from tandem_shared.errors import TrustError

if TYPE_CHECKING:
    from mnemonic import Mnemonic

LISTS = {"en": "english", "zh": "chinese_simplified"}
WORDS = 24
HINT = "nothing was changed; type all 24 words in their order, as they were shown"


@cache
def _list_of(language: str) -> Mnemonic:
    from mnemonic import Mnemonic

    return Mnemonic(LISTS[language])


def to_phrase(entropy: Secret, language: str) -> str:
    """32 bytes as 24 words (in Chinese: characters), with spaces between them."""
    return _list_of(language).to_mnemonic(entropy.reveal())


def from_phrase(text: str) -> Secret:
    """The 32 bytes of a phrase in either language, in whatever case and spacing it was typed.

    Raises ``TrustError`` that says which word is wrong by its number and never repeats one.
    """
    words = _words(text)
    language = "en" if text.strip()[:1].isascii() else "zh"
    known = set(_list_of(language).wordlist)
    for number, word in enumerate(words, start=1):
        if word not in known:
            raise TrustError(
                _("word {number} of the phrase is not one of the list", number=number), hint=HINT
            )
    if len(words) != WORDS:
        raise TrustError(
            _("a recovery phrase has {limit} words, not {number}", limit=WORDS, number=len(words)),
            hint=HINT,
        )
    try:
        return Secret(bytes(_list_of(language).to_entropy(words)))
    except ValueError:
        raise TrustError("the words do not belong together in this order", hint=HINT) from None


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    if plain.strip()[:1].isascii():
        return plain.split()
    return [each for each in plain if not each.isspace()]
