"""A yes and a no are understood in both languages, and nothing else is taken for either."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.asking import agrees, confirmed


@click.command()
def ask() -> None:
    """Ask, and say what came of it."""
    click.echo(f"= {agrees('Do it? 做吗？')}")


def asked(typed: str) -> Result:
    return CliRunner().invoke(ask, input=typed)


@pytest.mark.parametrize(
    "typed", ["y", "Y", "yes", "YES", "是", "是。", "好", "好的", "ｙ", " 是 "]
)
def test_a_yes_is_a_yes(typed: str) -> None:
    assert "= True" in asked(f"{typed}\n").output


@pytest.mark.parametrize("typed", ["", "n", "No", "否", "不", "不！", "Ｎ"])
def test_a_no_or_nothing_is_a_no(typed: str) -> None:
    assert "= False" in asked(f"{typed}\n").output


@pytest.mark.parametrize("typed", ["maybe", "yn", "不好说", "是吗"])
def test_anything_else_is_asked_again(typed: str) -> None:
    output = asked(f"{typed}\n是\n").output
    assert output.count("是/否") == 2 and "= True" in output


def test_an_end_of_input_breaks_off_on_a_line_of_its_own() -> None:
    ended = asked("")
    assert ended.exit_code == 1 and "=" not in ended.output
    assert ended.stderr.startswith("\n")


def test_where_nobody_can_be_asked_stderr_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert confirmed("Do it?", True) is False
    told = capsys.readouterr()
    assert told.out == "" and "--yes" in told.err
