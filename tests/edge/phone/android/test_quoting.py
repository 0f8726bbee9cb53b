"""Any text stays one word in the shell of a phone."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.phone.android.quoting import MOST_BYTES, CannotSay, line, word

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
SPECIAL = st.text(st.sampled_from("'\"\\`$(){}[]*?~!#&|;<>=:%,-\n\t aé微"), max_size=12)
MKSH = shutil.which("mksh")


def _words_in_mksh(said: str) -> list[str]:
    assert MKSH is not None
    done = subprocess.run([MKSH, "-c", said], capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.decode().split("\0")[:-1]


@pytest.mark.skipif(MKSH is None, reason="needs mksh, the shell of Android: apt install mksh")
@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS | SPECIAL, min_size=1, max_size=6))
def test_any_texts_stay_the_same_words_in_the_phones_shell(texts: list[str]) -> None:
    assert _words_in_mksh(line(["/usr/bin/printf", "%s\\0", *texts])) == texts


@pytest.mark.parametrize("text", ["a\0b", "\ud83d"])
def test_what_no_shell_can_be_told_is_refused(text: str) -> None:
    with pytest.raises(CannotSay):
        word(text)


def test_a_line_that_is_too_long_for_a_program_is_refused() -> None:
    with pytest.raises(CannotSay):
        line(["echo", "微" * (MOST_BYTES // 3)])
