from __future__ import annotations

import os
from pathlib import Path

import pytest

from tandem_edge.models.add import add
from tandem_edge.models.inventory import inventory, verify
from tandem_edge.models.pull import pull
from tandem_edge.models.registry import Registry
from tandem_edge.models.resolve import resolve
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError
from tests.edge.models.builders import (
    CHATML_TEMPLATE,
    Shop,
    header,
    loadable,
    number_pair,
    sha256,
    string_pair,
)

NONE = Registry(models=())


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def file(tmp_path: Path, name: str = "mine.gguf", **options: object) -> Path:
    path = tmp_path / name
    path.write_bytes(loadable(**options))  # type: ignore[arg-type]
    return path


def test_any_gguf_file_becomes_a_model_of_its_own_name(tmp_path: Path, cache: Path) -> None:
    path = file(tmp_path, template=CHATML_TEMPLATE)
    done = add(path, cache, registry=NONE)
    assert (done.model.name, done.known, done.note) == ("tiny-test-1m", False, "")
    assert done.model.path == cache / f"{sha256(path.read_bytes())}.gguf"
    assert done.model.turns.user_prefix == "<|im_start|>user\n"
    assert (done.model.context, done.model.licence) == (2048, "apache-2.0")
    assert resolve("tiny-test-1m", cache, registry=NONE) == done.model


def test_the_copy_does_not_change_when_the_original_does(tmp_path: Path, cache: Path) -> None:
    path = file(tmp_path)
    data = path.read_bytes()
    done = add(path, cache, name="mine", registry=NONE)
    with path.open("r+b") as original:
        original.write(b"nonsense")
    assert done.model.path.read_bytes() == data


def test_a_file_of_the_registry_is_recognised(tmp_path: Path, cache: Path) -> None:
    shop = Shop(tmp_path / "wheels")
    path = tmp_path / "copied-by-hand.gguf"
    path.write_bytes(shop.data)
    done = add(path, cache, registry=shop.registry())
    assert (done.model.name, done.known) == ("tiny-1m", True)
    assert resolve("tiny", cache, registry=shop.registry()).path == done.model.path


def test_adding_the_same_file_again_changes_nothing(tmp_path: Path, cache: Path) -> None:
    path = file(tmp_path)
    assert add(path, cache, registry=NONE).model == add(path, cache, registry=NONE).model
    assert len(list(cache.glob("*.gguf"))) == 1


def test_a_name_that_other_bytes_have_is_refused(tmp_path: Path, cache: Path) -> None:
    add(file(tmp_path), cache, name="mine", registry=NONE)
    other = file(tmp_path, "other.gguf", seed=1)
    before = set(cache.iterdir())
    with pytest.raises(UsageError, match="the name mine belongs to another model") as caught:
        add(other, cache, name="mine", registry=NONE)
    assert caught.value.hint == f"tandem model add {other} --name ANOTHER-NAME"
    assert set(cache.iterdir()) == before


def test_a_name_of_the_registry_cannot_be_taken(tmp_path: Path, cache: Path) -> None:
    registry = Shop(tmp_path / "wheels").registry()
    for name in ("tiny-1m", "tiny"):
        with pytest.raises(UsageError, match="belongs to another model"):
            add(file(tmp_path), cache, name=name, registry=registry)


@pytest.mark.parametrize("name", ["../up", "a/b", "", "UPPER", "x" * 65, "-x", "a\nb"])
def test_a_name_that_could_be_a_path_or_worse_is_refused(
    name: str, tmp_path: Path, cache: Path
) -> None:
    with pytest.raises(UsageError):
        add(file(tmp_path), cache, name=name, registry=NONE)


def test_a_title_cannot_smuggle_controls_into_the_record(tmp_path: Path, cache: Path) -> None:
    path = file(tmp_path, title="\x1b[31mRed\x07 [/bold] \u202eLM", extra=())
    done = add(path, cache, registry=NONE)
    assert "\x1b" not in (cache / "added.json").read_text()
    assert done.model.name == "31mred-bold-lm"
    assert [item.title for item in inventory(cache, registry=NONE)] == ["Red [/bold] LM"]


def test_an_adapter_or_one_part_of_a_split_model_is_refused(tmp_path: Path, cache: Path) -> None:
    adapter = file(tmp_path, "a.gguf", extra=(string_pair("general.type", "adapter"),))
    split = file(tmp_path, "s.gguf", extra=(number_pair("split.count", 3),))
    with pytest.raises(UsageError, match="not a model"):
        add(adapter, cache, registry=NONE)
    with pytest.raises(UsageError, match="one of 3 parts"):
        add(split, cache, registry=NONE)
    assert not cache.exists()


def test_what_is_not_a_model_never_reaches_the_cache(tmp_path: Path, cache: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<html>404</html>" * 10)
    with pytest.raises(TrustError, match="is not a GGUF file"):
        add(page, cache, registry=NONE)
    with pytest.raises(MissingError, match="there is no file"):
        add(tmp_path / "none.gguf", cache, registry=NONE)
    assert not cache.exists()


def test_a_file_without_weights_is_refused(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "empty.gguf"
    path.write_bytes(header([string_pair("general.architecture", "llama")], []))
    with pytest.raises(TrustError, match="it holds no weights"):
        add(path, cache, registry=NONE)
    assert not cache.exists()


LAYERS = number_pair("llama.block_count", 1)
UNLOADABLE = {
    "lacks a tensor": (b"output_norm", b"output_nxrm", "'output_norm.weight' not found"),
    "is of an unknown kind": (b"llama", b"llamx", "unknown model architecture: 'llamx'"),
    "crashes llama.cpp": (
        LAYERS,
        number_pair("llama.block_count", 2**31 - 1),
        r"the process that loads it dies \(signal SIG",
    ),
}


@pytest.mark.parametrize("what", UNLOADABLE)
def test_a_file_that_llama_cpp_does_not_load_is_refused_and_leaves_nothing(
    what: str, tmp_path: Path, cache: Path
) -> None:
    old, new, why = UNLOADABLE[what]
    path = tmp_path / "hostile.gguf"
    path.write_bytes(loadable().replace(old, new))
    with pytest.raises(TrustError, match=why):
        add(path, cache, registry=NONE)
    assert [left.name for left in cache.iterdir()] == ["add.lock"]


def test_a_file_that_does_not_load_in_time_is_refused(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tandem_edge.models.add.TRIAL_S", 0.01)
    with pytest.raises(TrustError, match=r"not loaded within 0\.01 s"):
        add(file(tmp_path), cache, registry=NONE)
    assert [left.name for left in cache.iterdir()] == ["add.lock"]


def test_a_copy_that_was_interrupted_is_cleared_away(tmp_path: Path, cache: Path) -> None:
    cache.mkdir()
    (cache / "incoming-1.part").write_bytes(b"half")
    add(file(tmp_path), cache, registry=NONE)
    assert not list(cache.glob("incoming-*"))


def test_no_room_is_said_before_the_copy(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 10

    monkeypatch.setattr("shutil.disk_usage", lambda folder: Usage)
    with pytest.raises(TandemError, match=r"adding mine.gguf needs .* and 10 B is free"):
        add(file(tmp_path), cache, registry=NONE)


def test_a_model_that_is_not_installed_names_the_command_that_installs_it(
    tmp_path: Path, cache: Path
) -> None:
    registry = Shop(tmp_path / "wheels").registry()
    with pytest.raises(MissingError, match="the model tiny-1m is not installed") as caught:
        resolve("tiny", cache, registry=registry)
    assert (caught.value.hint, caught.value.exit_code) == ("tandem model pull tiny-1m", 3)


def test_a_models_folder_that_is_a_file_holds_no_models(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    registry = Shop(tmp_path / "wheels").registry()
    with pytest.raises(MissingError, match="not installed"):
        resolve("tiny", tmp_path / "file", registry=registry)


def test_an_unknown_name_is_answered_with_the_nearest(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(UsageError, match="no model named 'tiny-2m'") as caught:
        resolve("tiny-2m", cache, registry=Shop(tmp_path / "wheels").registry())
    assert caught.value.hint == "did you mean tiny-1m?"


@pytest.fixture
def shop(tmp_path: Path, cache: Path) -> Shop:
    """A shop whose model is installed."""
    shop = Shop(tmp_path / "wheels")
    whole = tmp_path / "whole.gguf"
    whole.write_bytes(shop.data)
    pull(shop.model(), cache, local=whole)
    (cache / f"{sha256(shop.data)}.gguf").chmod(0o600)
    return shop


def test_a_truncated_file_is_not_used(shop: Shop, cache: Path) -> None:
    os.truncate(cache / f"{sha256(shop.data)}.gguf", 1000)
    with pytest.raises(TrustError, match=r"truncated \(1,000 of [\d,]+ bytes\)") as caught:
        resolve("tiny", cache, registry=shop.registry())
    assert (caught.value.hint, caught.value.exit_code) == ("tandem model pull tiny-1m", 6)


def test_a_file_of_the_right_size_and_other_bytes_is_not_used(shop: Shop, cache: Path) -> None:
    (cache / f"{sha256(shop.data)}.gguf").write_bytes(bytes(len(shop.data)))
    with pytest.raises(TrustError, match="not the bytes it should be"):
        resolve("tiny", cache, registry=shop.registry())


def test_the_whole_file_is_read_once_and_not_again(
    shop: Shop, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("the file was read again")

    resolve("tiny", cache, registry=shop.registry())
    monkeypatch.setattr("tandem_edge.models.digest.digest_file", refuse)
    resolve("tiny", cache, registry=shop.registry())


def test_a_spoilt_record_of_checks_only_costs_time(shop: Shop, cache: Path) -> None:
    (cache / "verified.json").write_text("[")
    assert resolve("tiny", cache, registry=shop.registry()).name == "tiny-1m"


def test_verify_finds_one_flipped_bit(shop: Shop, cache: Path) -> None:
    path = cache / f"{sha256(shop.data)}.gguf"
    status = path.stat()
    data = bytearray(shop.data)
    data[-1] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    [(item, wrong)] = verify(cache, registry=shop.registry())
    assert (item.name, wrong) == ("tiny-1m", "not the bytes it should be (its SHA-256 differs)")


def test_a_path_is_used_where_it_lies(tmp_path: Path, cache: Path) -> None:
    path = file(tmp_path, template=CHATML_TEMPLATE)
    found = resolve(str(path), cache, registry=NONE)
    assert (found.path, found.name) == (path, "mine")
    assert found.turns.assistant_prefix == "<|im_start|>assistant\n"
    assert not list(cache.glob("*.gguf"))


def test_the_template_of_a_path_is_looked_at_once(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("a child was started")

    path = file(tmp_path, template=CHATML_TEMPLATE)
    first = resolve(str(path), cache, registry=NONE)
    monkeypatch.setattr("subprocess.run", refuse)
    assert resolve(str(path), cache, registry=NONE) == first


def test_a_path_to_something_else_is_not_a_gguf_file(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("just notes, " * 10)
    with pytest.raises(TrustError, match="is not a GGUF file"):
        resolve(str(path), cache, registry=NONE)
    with pytest.raises(MissingError, match="there is no file"):
        resolve(str(tmp_path / "none.gguf"), cache, registry=NONE)


def test_the_inventory_tells_what_is_there(shop: Shop, tmp_path: Path, cache: Path) -> None:
    add(file(tmp_path, seed=3), cache, name="mine", registry=shop.registry())
    states = [
        (item.name, item.state, item.added) for item in inventory(cache, registry=shop.registry())
    ]
    assert states == [("tiny-1m", "installed", False), ("mine", "installed", True)]
    os.truncate(cache / f"{sha256(shop.data)}.gguf", 5)
    assert inventory(cache, registry=shop.registry())[0].state == "damaged"
