"""Recovery phrases: what is written on paper leads back to the same 32 bytes, or is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.vault.phrases import WORDS, from_phrase, to_phrase
from tandem_edge.vault.secret import Secret
from tandem_shared.errors import TrustError

entropies = st.binary(min_size=32, max_size=32).map(Secret)
languages = st.sampled_from(["en", "zh"])


@given(entropies, languages)
def test_a_phrase_leads_back_to_its_bytes(entropy: Secret, language: str) -> None:
    phrase = to_phrase(entropy, language)
    assert len(phrase.split()) == WORDS and from_phrase(phrase) == entropy


@given(entropies, languages, st.sampled_from([" ", "  ", "\n", "\t", "\u3000"]))
def test_spacing_and_case_do_not_matter(entropy: Secret, language: str, space: str) -> None:
    typed = space + space.join(to_phrase(entropy, language).upper().split()) + space
    assert from_phrase(typed) == entropy


def test_chinese_may_be_typed_without_spaces() -> None:
    entropy = Secret(bytes(range(32)))
    assert from_phrase(to_phrase(entropy, "zh").replace(" ", "")) == entropy


@pytest.mark.parametrize(
    ("entropy", "phrase"),
    [
        ("00" * 32, "abandon " * 23 + "art"),
        ("ff" * 32, "zoo " * 23 + "vote"),
        ("80" * 32, "letter advice cage absurd amount doctor acoustic avoid " * 2
         + "letter advice cage absurd amount doctor acoustic bless"),
    ],
)  # fmt: skip
def test_phrases_are_those_of_bip_39(entropy: str, phrase: str) -> None:
    assert to_phrase(Secret(bytes.fromhex(entropy)), "en") == phrase


@given(entropies, st.integers(0, 23), st.integers(0, 23), languages)
def test_two_words_swapped_are_another_phrase_or_none(
    entropy: Secret, one: int, two: int, language: str
) -> None:
    words = to_phrase(entropy, language).split()
    if words[one] == words[two]:
        return
    words[one], words[two] = words[two], words[one]
    try:
        assert from_phrase(" ".join(words)) != entropy
    except TrustError as error:
        assert "order" in str(error)


def test_a_wrong_word_is_named_by_its_number_only() -> None:
    words = to_phrase(Secret(b"\x07" * 32), "en").split()
    words[6] = "xyzzy"
    with pytest.raises(TrustError, match="word 7") as caught:
        from_phrase(" ".join(words))
    assert "xyzzy" not in f"{caught.value} {caught.value.hint}"


@given(st.text(max_size=200))
def test_whatever_is_typed_is_a_phrase_or_refused_in_words(text: str) -> None:
    with pytest.raises(TrustError) as caught:
        from_phrase(text)
    assert "nothing was changed" in caught.value.hint
