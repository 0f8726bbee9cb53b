"""The hub source against a loopback hub, by huggingface_hub's real client in a fresh process."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tandem_edge.models.registry import Model
from tests.edge.models.builders import HUB, Shop, gguf, offline_environment, sha256
from tests.edge.models.fake_hub import FakeHub, fake_hub

DRIVER = Path(__file__).with_name("pull_driver.py")
ROOT = Path(__file__).parents[3]
FILE = "/Some/Model-GGUF/resolve/abc123/model.gguf"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "wheels", data=gguf(floats=800_000))


def drive(
    model: Model, cache: Path, endpoint: str, environment: dict[str, str], *wishes: str
) -> subprocess.CompletedProcess[str]:
    spec = cache.parent / "model.json"
    spec.write_text(model.model_dump_json())
    return subprocess.run(
        [sys.executable, "-W", "error", str(DRIVER), str(spec), str(cache), *wishes],
        capture_output=True, text=True, timeout=120, cwd=ROOT, check=False,
        env={**environment, "HF_ENDPOINT": endpoint},
    )  # fmt: skip


def pulled_from(
    hub: FakeHub, shop: Shop, cache: Path, *wishes: str
) -> subprocess.CompletedProcess[str]:
    return drive(shop.model(sources=(HUB,)), cache, hub.endpoint, offline_environment(), *wishes)


def test_a_model_comes_from_the_hub_through_its_redirect(shop: Shop, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with fake_hub(FILE, shop.data) as hub:
        done = pulled_from(hub, shop, cache)
    assert (done.stdout, done.stderr, done.returncode) == ("installed\n", "", 0)
    assert (cache / f"{sha256(shop.data)}.gguf").read_bytes() == shop.data
    assert hub.starts == [0]
    assert hub.asked == [FILE, "/storage/blob"]


def test_a_line_that_breaks_is_taken_up_where_it_broke(shop: Shop, tmp_path: Path) -> None:
    with fake_hub(FILE, shop.data, cuts=[1_500_000, 1_200_000]) as hub:
        done = pulled_from(hub, shop, tmp_path / "cache")
    assert (done.stdout, done.returncode) == ("installed\n", 0)
    first, second, third = hub.starts
    assert first == 0 < second < third <= 2_700_000


def test_a_new_process_goes_on_with_what_is_durable(shop: Shop, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with fake_hub(FILE, shop.data, cuts=[2_000_000, 0, 0, 0]) as hub:
        broken = pulled_from(hub, shop, cache)
        assert broken.returncode == 3
        assert "the connection broke" in broken.stdout
        hub.cuts.clear()
        hub.starts.clear()
        done = pulled_from(hub, shop, cache)
    assert (done.stdout, done.returncode) == ("installed\n", 0)
    assert len(hub.starts) == 1 and hub.starts[0] >= 1 << 20


def test_a_hub_without_ranges_sends_the_whole_file_again(shop: Shop, tmp_path: Path) -> None:
    with fake_hub(FILE, shop.data, cuts=[1_500_000], ranges=False) as hub:
        done = pulled_from(hub, shop, tmp_path / "cache")
    assert (done.stdout, hub.starts) == ("installed\n", [0, 0])


@pytest.mark.parametrize("change", ["other bytes", "longer"])
def test_a_hub_that_sends_something_else_is_not_trusted(
    change: str, shop: Shop, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    sent = shop.data[:-1] + b"!" if change == "other bytes" else shop.data + bytes(99)
    with fake_hub(FILE, sent) as hub:
        done = pulled_from(hub, shop, cache)
    assert done.returncode == 6
    assert not list(cache.glob("*.gguf"))


def test_other_bytes_of_the_hub_do_not_spoil_the_next_source(shop: Shop, tmp_path: Path) -> None:
    with fake_hub(FILE, bytes(len(shop.data)), cuts=[2_000_000, 0]) as hub:
        model = shop.model(sources=(HUB, *shop.model().sources))
        done = drive(model, tmp_path / "cache", hub.endpoint, shop.environment())
    assert done.stdout.endswith("installed\n")


def test_a_file_the_hub_does_not_have_is_said(shop: Shop, tmp_path: Path) -> None:
    with fake_hub("/elsewhere", shop.data) as hub:
        done = pulled_from(hub, shop, tmp_path / "cache")
    assert "it answered 404" in done.stdout
    assert done.returncode == 3


@pytest.mark.slow
def test_a_hub_that_never_answers_gives_way_within_ten_seconds(shop: Shop, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        model = shop.model(sources=(HUB, *shop.model().sources))
        endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}"
        from tandem_edge.models.sources.hub import ANSWER_S

        assert ANSWER_S <= 8
        started = time.monotonic()
        done = drive(model, tmp_path / "cache", endpoint, shop.environment())
    assert "did not answer within 8 s; trying the next source" in done.stdout
    assert done.stdout.endswith("installed\n")
    assert time.monotonic() - started > 8
