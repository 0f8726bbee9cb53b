"""Asking somebody at the terminal: the one way in which every command asks for a yes."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

import click

from tandem_edge.cli.common import print_text, report
from tandem_edge.cli.interrupts import at_a_prompt
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import TandemError

YES = frozenset({"y", "yes", "ok", "是", "是的", "好", "好的", "对", "行", "可以", "确认"})
NO = frozenset({"", "n", "no", "否", "不", "不是", "不要", "不用", "不行", "别", "取消"})
"""Enter alone is a no."""
ENDS = " .!。!"
ONCE_MORE = "the same again with --yes"


def confirmed(question: str, as_json: bool, *, prose: bool = False) -> bool:
    """Whether somebody at a terminal says yes to ``question``. Where nobody can be asked, stderr
    says so, with what to do; as JSON where ``as_json`` is set, unless ``prose`` is."""
    if as_json or not sys.stdin.isatty():
        report(TandemError("not confirmed", hint=ONCE_MORE), as_json=as_json and not prose)
        return False
    return agrees(question)


def agrees(question: str) -> bool:
    """What somebody answers to ``question``, in English or Chinese. What is neither a yes nor a no
    is asked again. Raises ``click.Abort``."""
    while True:
        with at_a_line():
            typed = click.prompt(f"{question} [y/N, 是/否]", default="", show_default=False)
        answer = unicodedata.normalize("NFKC", typed).strip(ENDS).casefold()
        if answer in YES or answer in NO:
            return answer in YES
        print_text(_("y or 是 for yes, n or 否 for no"))


@contextmanager
def at_a_line() -> Iterator[None]:
    """While a person types on a line that is shown: Ctrl+C and Ctrl+D break it off, and what is
    said then begins on a line of its own."""
    try:
        with at_a_prompt():
            yield
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        raise
