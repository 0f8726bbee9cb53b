"""Corrections that only say the new value: how they are read, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.extraction.ellipses import correction_in
from tandem_edge.memory.extraction.folding import fold
from tandem_edge.memory.extraction.sorts import Sort, places_of, value_of
from tandem_edge.memory.extraction.splicing import spliced, where_said
from tests.edge.memory.extraction.saying import NOW


@pytest.mark.parametrize(
    ("said", "new", "old"),
    [
        ("Actually it's the 61 now", "61", ""),
        ("no, it's 6 pm not 5", "6 pm", "5"),
        ("sorry, Tuesday", "Tuesday", ""),
        ("It's been moved to Friday", "Friday", ""),
        ("make that 5pm", "5pm", ""),
        ("Johanna, not Joanna", "Johanna", "Joanna"),
        ("Use Quizlet instead of Anki", "Quizlet", "Anki"),
        ("不对，是下周六", "下周六", ""),
        ("改到周五", "周五", ""),
        ("It's 6 pm now", "6 pm", ""),
        ("It's Friday now", "Friday", ""),
        ("现在是六点了", "六点", ""),
        ("No, it expires in May 2028", "May 2028", ""),
        ("不对，2028年5月到期", "2028年5月", ""),
        ("wrong, it's the 13th", "13th", ""),
        ("不是38，是83", "83", "38"),
        ("改成线上", "线上", ""),
        ("it's online now", "online", ""),
        ("I'm on the fifth floor now", "fifth floor", ""),
        ("It's 12 Spring Garden Road now", "12 Spring Garden Road", ""),
        ("Tess can't do Saturday, it's Sunday now", "Sunday", "Saturday"),
        ("小婷周六没空，改周日了", "周日", "周六"),
        ("不是周三，是周四。", "周四", "周三"),
        ("以后都用多邻国", "多邻国", ""),
        ("我不用Anki了，改用多邻国", "多邻国", "Anki"),
    ],
)
def test_the_new_value_and_the_old_one_are_read(said: str, new: str, old: str) -> None:
    found = correction_in(said, NOW)
    assert found is not None and (found.value.said, found.old) == (new, old)


@pytest.mark.parametrize(
    "said",
    [
        "It's 9 am now",
        "It's 9:10 now",
        "It's Tuesday now",
        "现在是九点了",
        "No, thanks",
        "不，谢谢",
        "不用了",
        "Actually, I'm vegan now",
        "I like tea, not coffee",
        "I moved to Lisbon",
        "Turn on do not disturb",
        "Yup! Not at all! Let me know how it goes.",
        "use metric units from now on",
        "use English from now on",
        "以后都用现金",
        "No, call Bob",
        "Actually it's raining now",
        "My exam is on June 5, not June 3",
        "No, it's Thursday that I meant when I said we should go and see the castle in the hills",
    ],
)
def test_what_tells_something_itself_is_no_correction(said: str) -> None:
    assert correction_in(said, NOW) is None


@pytest.mark.parametrize(
    ("new", "said", "then"),
    [
        ("the 61", "I take the 23 bus at 8:15", "I take the 61 bus at 8:15"),
        ("6 pm", "dinner for 5 at 5 pm", "dinner for 5 at 6 pm"),
        ("Tuesday", "the dentist on Monday at 4pm", "the dentist on Tuesday at 4pm"),
        ("Tuesday at 5pm", "the dentist on Monday at 4pm", "the dentist on Tuesday at 5pm"),
        ("950 euros", "900 euros for 45 square metres", "950 euros for 45 square metres"),
        ("下周六", "我周六去看牙", "我下周六去看牙"),
        ("六点半", "会议五点开始", "会议六点半开始"),
        ("61路", "我坐23路上班", "我坐61路上班"),
        ("周五", "我周三考试，在学校。", "我周五考试，在学校。"),
        ("June 5", "on June 3", "on June 5"),
        ("7", "the class at 6:30", "the class at 7"),
    ],
)
def test_a_value_stands_for_one_of_its_sort(new: str, said: str, then: str) -> None:
    value = value_of(new, NOW)
    assert value is not None
    (place,) = places_of(value, said, NOW)
    assert spliced(said, place, value.said) == then


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("the 61", "I am 40 and have 2 cats"),
        ("70 kg", "My rent is 900 euros"),
        ("950", "Room AB12, flight BA117, on May 3rd"),
        ("6 pm", "Monday the 5th"),
        ("Tuesday", "at 5 pm"),
        ("Lisbon", "I live in Porto"),
    ],
)
def test_values_of_other_sorts_are_left_alone(new: str, said: str) -> None:
    value = value_of(new, NOW)
    assert value is not None and places_of(value, said, NOW) == []


def test_a_name_has_no_form_but_is_one() -> None:
    value = value_of("Lisbon", NOW)
    assert value is not None and value.sort is Sort.NAME
    assert where_said("Ana", "Ana and Anabel, ana") == [(0, 3), (16, 19)]


_PIECES = st.sampled_from(
    "no sorry, not it's now the 61 bus 5 pm 6:30 Monday Tuesday June 3 €950 900 euros 不对 是 周五 "
    "改到 六点 61路 3500块 以后 用 use Anki from on switched to . , ，".split(" ")
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=12).map(" ".join))


@given(text=_TEXTS, said=_TEXTS)
def test_any_text_is_read_and_every_place_lies_in_it(text: str, said: str) -> None:
    found = correction_in(text, NOW)
    if found is None:
        return
    folded = fold(said).folded
    for start, end in places_of(found.value, said, NOW):
        assert 0 <= start < end <= len(folded)
        assert found.value.said in spliced(said, (start, end), found.value.said)
