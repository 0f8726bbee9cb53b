"""A memory's life by commands alone: told, found, corrected, forgotten, carried elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tandem_edge.cli.widths import columns
from tests.journeys.commands import Ran, tandem
from tests.journeys.test_command_line import ended_with, on_a_terminal

PASSPHRASE = "four random words 四个词"


def test_a_memory_is_told_found_corrected_forgotten_and_carried_elsewhere(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    words = tmp_path / "words"
    words.write_text(PASSPHRASE, "utf-8")
    told(made(home, tmp_path / "key"))

    lives = memory(home, "add", "I live in Porto")["units"][0]
    memory(home, "add", "我妹妹米拉住在成都")
    memory(home, "add", "以后背单词都用 Quizlet")
    memory(home, "add", "The blue folder is behind the printer")
    assert "成都" in found(home, "Mira 米拉 lives where?")[0]
    assert any("Quizlet" in text for text in found(home, "Which app is Quizlet for?"))
    assert "printer" in found(home, "where is the blue folder")[0]

    memory(home, "correct", lives["id"], "I live in Lisbon")
    assert "Lisbon" in found(home, "Where do I live?")[0]
    assert not any("Porto" in text for text in found(home, "Where do I live?"))
    assert any("Porto" in text for text in found(home, "Where did I live before?"))

    asked = ran(home, "forget", "--person", "米拉")
    assert asked.code == 1 and "米拉" in asked.out and "--yes" in asked.err
    receipt = memory(home, "forget", "--person", "米拉", "--yes")
    assert receipt["forgotten"] and receipt["turns"] == 1
    assert not any("米拉" in text for text in found(home, "米拉"))
    assert memory(home, "review")["receipts"][0]["id"] == receipt["id"]

    file = str(tmp_path / "export")
    memory(home, "export", file, "--export-passphrase-file", str(words))
    told(made(other, tmp_path / "key2"))
    memory(other, "import", file, "--export-passphrase-file", str(words))
    assert "Lisbon" in found(other, "Where do I live?")[0]
    assert not any("米拉" in text for text in found(other, "米拉"))

    before = stored(home)
    wrong = ran(home, "search", "folder", "--key-file", str(tmp_path / "key2"))
    assert wrong.code == 6 and "nothing was changed" in wrong.err
    assert stored(home) == before


def made(home: Path, key: Path) -> Ran:
    return tandem(home, "key", "init", "--key-file", str(key), "--no-recovery")


def ran(home: Path, *arguments: str) -> Ran:
    """A memory command without the embedder: words have to do."""
    return tandem(home, "memory", *arguments, TANDEM_MODELS_DIR=str(home.parent / "none"))


def told(done: Ran) -> str:
    assert done.code == 0, done.err
    return done.out


def memory(home: Path, *arguments: str) -> dict[str, Any]:
    value = json.loads(told(ran(home, *arguments, "--json")))
    assert isinstance(value, dict)
    return value


def found(home: Path, question: str) -> list[str]:
    return [each["text"] for each in memory(home, "search", question)["found"]]


def stored(home: Path) -> dict[str, bytes]:
    """Every byte of the home but its logs."""
    files = [path for path in home.rglob("*") if path.is_file() and "logs" not in path.parts]
    return {str(path): path.read_bytes() for path in files}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home whose key is in a file."""
    told(made(tmp_path / "home", tmp_path / "key"))
    return tmp_path / "home"


def test_with_json_a_wish_that_was_not_confirmed_is_told_on_both_streams(home: Path) -> None:
    unit = memory(home, "add", "I live in Porto")["units"][0]
    ended = ran(home, "forget", unit["id"], "--json")
    assert ended.code == json.loads(ended.err)["code"] == 1
    assert unit["id"] in json.loads(ended.out)["ids"]
    assert "--yes" in json.loads(ended.err)["hint"]


@pytest.mark.parametrize(("typed", "code"), [("是", 0), ("否", 1)])
def test_a_question_is_answered_in_chinese(home: Path, typed: str, code: int) -> None:
    memory(home, "add", "我住在杭州")
    with on_a_terminal(home, "memory", "forget", "--words", "杭州") as terminal:
        terminal.expect("是/否")
        terminal.sendline(typed)
        assert ended_with(terminal) == code


@pytest.mark.parametrize("broken_off", ["\x03", "\x04"])
def test_a_question_that_is_broken_off_leaves_a_line_of_its_own(
    home: Path, broken_off: str
) -> None:
    memory(home, "add", "I live in Porto")
    with on_a_terminal(home, "memory", "forget", "--words", "Porto") as terminal:
        terminal.expect("是/否")
        terminal.send(broken_off)
        terminal.expect("\ncancelled")
        assert ended_with(terminal) == 130
    assert memory(home, "list")["total"] == 1


@pytest.mark.parametrize("width", [40, 60])
@pytest.mark.parametrize(
    "text", ["我喜欢周末和妹妹一起去河边的茶馆喝茶", "I like to drink tea by the river on Sundays"]
)
def test_on_a_narrow_terminal_the_text_of_every_memory_is_there(
    home: Path, text: str, width: int
) -> None:
    unit = memory(home, "add", text)["units"][0]
    for command in (["list"], ["search", text], ["forget", unit["id"]]):
        with on_a_terminal(home, "memory", *command) as terminal:
            terminal.setwinsize(24, width)
            terminal.expect("是/否" if command[0] == "forget" else pexpect.EOF)
            lines = (terminal.before or "").splitlines()
        assert any(line.strip().startswith((unit["id"], f"goes  {unit['id']}")) for line in lines)
        assert "".join(unit["summary"].split()) in "".join("".join(lines).split())
        assert all(columns(line) <= width for line in lines if not line.startswith("Forget"))


def test_on_a_terminal_a_very_long_text_is_cut_and_show_has_it_whole(home: Path) -> None:
    text = "我喜欢" + "长" * 150 + "路"
    memory(home, "add", text)
    with on_a_terminal(home, "memory", "list") as terminal:
        terminal.setwinsize(24, 40)
        terminal.expect("tandem memory show ID")
        cut = (terminal.before or "").splitlines()
        assert ended_with(terminal) == 0
    assert any(line.endswith("…") for line in cut)
    with on_a_terminal(home, "memory", "show", cut[0].split()[0].rstrip(":")) as terminal:
        terminal.expect(pexpect.EOF)
        assert text.replace(" ", "") in "".join((terminal.before or "").split())


def test_ctrl_c_after_the_result_leaves_the_exit_code_of_the_work() -> None:
    code = (
        "import atexit, os, signal, sys\n"
        "class Late:\n"
        "    def __del__(self, kill=os.kill, me=os.getpid(), number=signal.SIGINT):\n"
        "        kill(me, number)\n"
        "sys.modules['late'] = Late()  # let go of when the interpreter takes its modules down\n"
        "import click\n"
        "from tandem_edge.cli.common import run\n"
        "@click.command()\n"
        "def works(): click.echo('done')\n"
        "run(works, [])\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ended.stdout, ended.returncode) == (b"done\n", 0), ended.stderr
