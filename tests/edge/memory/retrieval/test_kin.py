"""Relations and animals are one whatever they are called, in either language."""

from __future__ import annotations

import pytest

from tandem_edge.memory.retrieval.kin import kin_in, without_kin


@pytest.mark.parametrize(
    ("text", "kin"),
    [
        ("My husband's birthday", {"partner"}),
        ("我老公的生日", {"partner"}),
        ("我妈和我表哥", {"mother", "cousin"}),
        ("my mother-in-law", {"mother_in_law"}),
        ("my dogs and the cat", {"dog", "cat"}),
        ("机主的兄弟在深圳工作。", {"brother"}),
        ("The catalogue of a season", set()),
    ],
)
def test_who_is_spoken_of(text: str, kin: set[str]) -> None:
    assert kin_in(text) == kin


def test_what_is_left_names_nobody() -> None:
    for text in ("What is my wife's name?", "我老婆叫什么", "my dog and 我妈"):
        assert not kin_in(without_kin(text))
