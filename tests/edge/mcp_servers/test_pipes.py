"""A server that is a process: whatever it does, the turn gets an answer in time."""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tandem_edge.mcp_servers.book import McpServer
from tandem_edge.mcp_servers.checking import ServerUnusable, look
from tandem_edge.mcp_servers.provider import McpProvider, nobody
from tandem_edge.mcp_servers.stdio import MOST_STDERR
from tandem_shared.errors import CancelledError, MissingError
from tests.edge.mcp_servers.servers import approved, ask, code, fake

Open = Callable[..., McpProvider]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAKE_MARK", str(tmp_path / "mark"))
    return tmp_path / "logs" / "mcp-fake.log"


@pytest.fixture
def opened(log: Path) -> Iterator[Open]:
    """Makes a provider of the fake with some troubles; ends it at last."""
    made: list[McpProvider] = []

    def provider(
        *troubles: str, calm: tuple[str, ...] | None = None, **more: object
    ) -> McpProvider:
        seen = approved(fake(*(troubles if calm is None else calm)), log)
        server = fake(*troubles, **more).model_copy(update={"approved": seen.approved})
        made.append(McpProvider(server, log))
        return made[-1]

    yield provider
    for each in made:
        each.close()


def test_a_tool_is_called_and_its_words_come_back(opened: Open) -> None:
    provider = opened()
    assert [spec.name for spec in provider.specs()] == ["mcp_fake_echo", "mcp_fake_add_note"]
    done = ask(provider, text="查一下 the time")
    assert done.result.data == {"text": "查一下 the time"}
    assert done.arguments == {"text": "查一下 the time"}


def test_half_a_character_costs_that_character_and_not_the_answer(opened: Open) -> None:
    provider = opened("half")
    assert ask(provider).result.data == {"text": "almost ?"}
    assert ask(provider, text="again").result.ok


def test_tools_are_offered_without_starting_anything(log: Path) -> None:
    seen = approved(fake(), log)
    gone = seen.model_copy(update={"command": ("/nowhere/at-all",)})
    assert len(McpProvider(gone, log).specs()) == 2


def test_a_command_that_is_not_there_is_a_fault(opened: Open, log: Path) -> None:
    seen = approved(fake(), log)
    provider = McpProvider(seen.model_copy(update={"command": ("/nowhere/at-all",)}), log)
    assert code(ask(provider)) == "not_started"


def test_fifty_megabytes_are_refused_in_little_memory_and_the_server_lives_on(opened: Open) -> None:
    provider = opened("huge")
    assert code(ask(provider, "mcp_fake_add_note", text="first")) == "ok"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert code(ask(provider)) == "result_too_large"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000  # kB
    assert code(ask(provider, "mcp_fake_add_note", text="after")) == "ok"


def test_a_line_that_never_ends_is_refused_at_the_limit(opened: Open) -> None:
    assert code(ask(opened("endless"))) == "result_too_large"


def test_a_server_that_hangs_meets_the_deadline_and_is_ended(opened: Open) -> None:
    provider = opened("hang")
    started = time.monotonic()
    assert code(ask(provider, deadline_s=2.5)) == "timed_out"
    assert time.monotonic() - started < 12
    assert code(ask(provider, "mcp_fake_add_note", text="started anew")) == "ok"


def test_a_call_takes_no_longer_than_the_server_may(opened: Open) -> None:
    done = ask(opened("hang", call_s=0.7), deadline_s=300)
    assert "0.7 s" in (done.result.fault.message if done.result.fault else "")


def test_a_server_that_never_shakes_hands_is_given_up(opened: Open) -> None:
    assert code(ask(opened("slow_start", calm=(), start_s=0.5))) == "timed_out"


def test_a_server_that_ends_at_once_is_a_fault(opened: Open) -> None:
    assert code(ask(opened("dead_start", calm=()))) == "server_died"


def test_a_server_that_dies_is_started_once_more_at_the_next_call(opened: Open) -> None:
    provider = opened("die_once")
    died = ask(provider)
    assert code(died) == "server_died"
    assert died.result.fault is not None and died.result.fault.retryable
    assert code(ask(provider)) == "ok"


def test_a_call_that_a_server_died_of_is_not_sent_again(opened: Open, tmp_path: Path) -> None:
    provider = opened("die_once")
    ask(provider)
    assert code(ask(provider, "mcp_fake_add_note", text="x")) == "ok"  # nothing was replayed


def test_a_server_that_dies_twice_in_a_row_is_left_alone(opened: Open) -> None:
    provider = opened("die")
    first, second, third = (ask(provider).result.fault for _ in range(3))
    assert first and second and third
    assert (first.retryable, second.retryable, third.retryable) == (True, False, False)
    assert "left alone" in third.message


def test_the_owners_stop_ends_a_call_at_once(opened: Open) -> None:
    provider = opened("hang")
    cancel = threading.Event()
    ask(provider, "mcp_fake_add_note", text="it is running")
    threading.Timer(0.2, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(CancelledError):
        ask(provider, deadline_s=60, cancel=cancel)
    assert time.monotonic() - started < 10


def test_pictures_and_bytes_are_left_out_with_a_note(opened: Open) -> None:
    assert ask(opened("binary")).result.data == {
        "text": "a picture",
        "left_out": "1 image, 1 resource",
    }


def test_a_failure_in_the_servers_words_is_cleaned(opened: Open) -> None:
    fault = ask(opened("failing")).result.fault
    assert fault is not None
    assert (fault.code, fault.message) == ("tool_failed", "no such thing")


def test_an_answer_that_is_none_is_a_fault(opened: Open) -> None:
    assert code(ask(opened("nonsense"))) == "bad_answer"


def test_what_is_no_message_is_passed_over_and_the_log_is_bounded(opened: Open, log: Path) -> None:
    assert code(ask(opened("noisy"))) == "ok"
    assert 0 < log.stat().st_size <= MOST_STDERR
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_server_that_asks_the_client_for_things_gets_none(opened: Open) -> None:
    assert code(ask(opened("asking"))) == "ok"


def test_closing_ends_the_process_and_its_children_by_force(opened: Open, tmp_path: Path) -> None:
    provider = opened("stubborn")
    assert code(ask(provider)) == "ok"
    family = [int(number) for number in (tmp_path / "mark").read_text().split()]
    provider.close()
    assert [number for number in family if alive(number)] == []


def alive(number: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_closing_twice_and_calling_after_it_work(opened: Open) -> None:
    provider = opened()
    assert code(ask(provider)) == "ok"
    provider.close()
    provider.close()
    assert code(ask(provider)) == "ok"


def test_a_process_sees_only_the_variables_that_were_named(
    log: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_OF_MINE", "do not pass on")
    program = tmp_path / "sees.py"
    program.write_text(f"import os; open({str(tmp_path / 'seen')!r}, 'w').write(repr(os.environ))")
    server = McpServer(
        name="sees", command=(sys.executable, str(program)), env={"MARK": "env:FAKE_MARK"}
    )
    with pytest.raises(ServerUnusable):
        look(server, log, nobody, threading.Event())
    seen = (tmp_path / "seen").read_text()
    assert "SECRET_OF_MINE" not in seen and "TANDEM" not in seen
    assert os.environ["FAKE_MARK"] in seen


def test_a_named_variable_that_is_not_there_is_said_before_anything_starts(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAKE_MARK")
    with pytest.raises(MissingError, match="FAKE_MARK"):
        look(fake(), log, nobody, threading.Event())


def test_no_shell_reads_the_command(log: Path, tmp_path: Path) -> None:
    server = McpServer(name="fake", command=(sys.executable, "-c", "pass", f"; touch {tmp_path}/x"))
    with pytest.raises(ServerUnusable):
        look(server, log, nobody, threading.Event())
    assert not (tmp_path / "x").exists()
