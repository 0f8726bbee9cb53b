"""The memory and key commands speak Chinese to who reads Chinese."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tandem_edge.cli.common import carried_out
from tandem_edge.cli.key import key
from tandem_edge.cli.memory import memory
from tandem_edge.cli.widths import columns
from tandem_edge.languages.catalogue import VARIABLES, speak
from tests.edge.cli.test_memory_commands import added, home, tandem, told

__all__ = ["home"]
ENGLISH = re.compile("[A-Za-z]{2,}(?: [a-z]+){2,}")
"""Three words in a row: a piece of a sentence."""
EXAMPLE = re.compile(r"    (?:tandem |pass show)")
COMMAND = re.compile("tandem (?:memory|key)(?: [a-z]+){0,2}|--?[a-z-]+")
CHINESE = re.compile("[\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def chinese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in (*VARIABLES, "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    speak()
    yield
    monkeypatch.setenv("LANG", "C.UTF-8")
    speak()


def verbs(group: click.Group, name: str) -> Iterator[tuple[click.Command, str]]:
    """Every command of a group, with its words."""
    yield group, name
    for word, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from verbs(command, f"{name} {word}")
        else:
            yield command, f"{name} {word}"


EVERY = [*verbs(memory, "tandem memory"), *verbs(key, "tandem key")]


def said_wrong(*arguments: str, group: click.Group = memory) -> str:
    """What a command line that is refused says on stderr."""
    with CliRunner().isolation() as (_out, err, _both):
        carried_out(group, [*arguments])
    return err.getvalue().decode()


@pytest.mark.parametrize(("command", "name"), EVERY, ids=[name for _command, name in EVERY])
def test_no_help_has_an_english_sentence(command: click.Command, name: str) -> None:
    shown = CliRunner().invoke(command, ["--help"], prog_name=name, terminal_width=80).stdout
    lines = [COMMAND.sub("", line) for line in shown.splitlines() if not EXAMPLE.match(line)]
    assert not [line for line in lines if ENGLISH.search(line)]
    assert "用法：" in shown and "选项：" in shown and "显示本帮助后退出。" in shown
    assert not re.search("Usage|Options|Commands|Examples|Error", shown)
    own = [param.help for param in command.params if isinstance(param, click.Option) and param.help]
    assert not [text for text in own if text in shown]


@pytest.mark.parametrize("width", [60, 80])
def test_help_is_no_wider_than_the_terminal(width: int) -> None:
    for command in (memory, memory.commands["add"], memory.commands["forget"]):
        context = click.Context(command, info_name="x", terminal_width=width)
        wide = [
            line
            for line in command.get_help(context).splitlines()
            if columns(line) > width and not line.strip().startswith("tandem ")
        ]
        assert not wide


def test_the_process_itself_speaks_chinese(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tandem_tui.main import main; main()", "memory", "list"],
        env={**os.environ, "TANDEM_HOME": str(tmp_path / "none"), "LANG": "zh_CN.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines() == ["错误：这个主文件夹还没有密钥", "  提示：tandem key init"]


def test_what_comes_of_a_telling_is_said_in_chinese() -> None:
    added("我住在成都")
    new = tandem("add", "我搬到杭州了").stdout
    assert re.search("取代了：unit_", new) and not ENGLISH.search(new)
    assert "没有记成一条事实" in tandem("add", "现在几点").stdout


def test_what_is_forgotten_and_asked_is_said_in_chinese() -> None:
    added("我喜欢爵士乐")
    assert "消失" in tandem("forget", "--words", "爵士").stdout
    assert re.search(
        "已忘记：1 条记忆，1 句说过的话", tandem("forget", "--words", "爵士", "--yes").stdout
    )
    assert tandem("list").stdout.strip() == "什么都没有记"


def test_json_has_english_keys_in_any_language() -> None:
    done = told("add", "我喜欢爵士乐")
    assert {"turn", "turns", "units", "superseded", "ended", "unclear"} == done.keys()
    assert done["units"][0]["kind"] == "episodic"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["search", ""], "问题是空的"),
        (["show", "unit_nothere"], "没有记忆 unit_nothere"),
        (["list", "--kind", "nosuch"], "不在"),
        (["search"], "缺少参数"),
        (["nosuch"], "没有命令"),
        (["list", "--nosuch"], "没有选项"),
        (["forget"], "没有说要忘记什么"),
        (["import", "/nowhere/at/all"], "没有 /nowhere/at/all"),
        (["list", "--key-file", "/nowhere/at/all"], "密钥文件读不了：没有这个文件或文件夹"),
    ],
)
def test_a_refusal_is_chinese_and_so_is_its_hint(arguments: list[str], said: str) -> None:
    told_of = said_wrong(*arguments)
    assert said in told_of
    assert not ENGLISH.search(re.sub("tandem [^，。；）”]*", "", told_of))


def test_a_refusal_as_json_has_english_keys_and_a_chinese_text() -> None:
    refusal = json.loads(said_wrong("show", "unit_nothere", "--json"))
    assert refusal.keys() == {"message", "hint", "code"}
    assert CHINESE.search(refusal["message"])


def test_the_setting_wins_over_the_system(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("TANDEM_LANG", "en")
    assert tandem("list").stdout.strip() == "nothing is remembered"
    monkeypatch.delenv("TANDEM_LANG")
    (home / "config.toml").write_text('lang = "en"\n', "utf-8")
    assert tandem("list").stdout.strip() == "nothing is remembered"
