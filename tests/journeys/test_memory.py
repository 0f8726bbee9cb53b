"""A memory's life by commands alone: told, found, corrected, forgotten, carried elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.journeys.commands import Ran, tandem

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
