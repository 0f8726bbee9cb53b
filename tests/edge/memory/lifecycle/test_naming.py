"""A name is found in characters and in pinyin, and other words are not taken for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.lifecycle.naming import crosses, names, spelled_in
from tandem_edge.memory.lifecycle.never import Never, Sort


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("王芳喜欢喝茶", "Wang Fang"),
        ("王芳喜欢喝茶", "wang fang"),
        ("王芳喜欢喝茶", "Wáng Fāng"),
        ("I met Wang Fang at the station", "王芳"),
        ("昨天和Wang Fang吃饭", "王芳"),
        ("WANG FANG called", "王芳"),
        ("阿杰搬家了", "A Jie"),
        ("阿杰搬家了", "Ajie"),
        ("A Jie has moved", "阿杰"),
        ("王小明来了", "Wang Xiaoming"),
        ("Wang Xiao-ming is here", "王小明"),
        ("吕布骑马", "Lü Bu"),
        ("Lǚ Bu rides", "吕布"),
        ("張小麗寫了信", "Zhang Xiaoli"),
        ("Mira likes jazz", "mira"),
    ],
)
def test_a_name_is_found_in_either_script(text: str, name: str) -> None:
    assert names(text, name)
    assert Never(sort=Sort.PERSON, text=name).fits("nobody", text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A man walked in", "阿曼"),
        ("Change the lock", "常娥"),
        ("Wang said so. Fang left", "王芳"),
        ("I went to the fang shop", "王芳"),
        ("王先生来了", "Wang"),
        ("雨天不出门", "Yu Tian"),
        ("李芳喜欢喝茶", "Wang Fang"),
        ("Hannah is here", "Ann"),
    ],
)
def test_other_words_are_not_taken_for_a_name(text: str, name: str) -> None:
    assert not names(text, name)


def test_what_was_read_as_the_name_is_told_once() -> None:
    assert spelled_in("王芳和汪方，还有王芳", "Wang Fang") == ["王芳", "汪方"]
    assert spelled_in("Wang Fang and Ms Wang Fang", "王芳") == ["Wang Fang"]


@pytest.mark.parametrize(
    ("name", "both"),
    [("Wang Fang", True), ("王芳", True), ("A Jie", True), ("Mira", False), ("Lei", False)],
)
def test_it_is_known_which_names_have_one_spelling_only(name: str, both: bool) -> None:
    assert crosses(name) is both


@given(st.text(max_size=40), st.text(min_size=1, max_size=20))
def test_no_text_and_no_name_breaks_it_and_what_is_told_stands_in_the_text(
    text: str, name: str
) -> None:
    found = spelled_in(text, name)
    assert bool(found) <= names(text, name)
    assert len(found) == len(set(found))
