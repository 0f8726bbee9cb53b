"""``tandem ask`` with a planner elsewhere: consent first, then whatever the far end does."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.facade import load_settings, open_agent
from tandem_edge.llm.fake_endpoint import (
    Body,
    FakeEndpoint,
    dies,
    drips,
    floods,
    hangs,
    limits,
    prompt_of,
    redirects,
    says,
)
from tandem_edge.outbound.consents import Consent
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.gate import Outbound
from tandem_edge.outbound.privacy import EVERY
from tandem_shared.errors import PlannerError, PrivacyError, TandemError
from tandem_shared.events import CallFinished, Event, Outcome, TurnEnded
from tandem_shared.tools import Privacy
from tests.journeys.commands import Ran, tandem

KEY = "sk-journey-0123456789"
ALARM = "Set an alarm for 7:30 tomorrow called Morning run"
SET_ALARM = ("manage_alarm", {"action": "create", "time": "7:30 tomorrow", "label": "Morning run"})
DONE = ("done", {"answer": "Set for 7:30 tomorrow."})


def obliging(body: Body) -> Sequence[tuple[str, dict[str, Any]]]:
    """Sets the alarm, then says so; it also repeats its key, as a careless far end may."""
    return [DONE] if body["messages"][-1]["role"] == "tool" else [SET_ALARM]


class Far:
    """A home that knows a fake endpoint as ``endpoint:far``, as if it were another machine."""

    def __init__(self, endpoint: FakeEndpoint, home: Path, mode: str) -> None:
        self.endpoint, self.home = endpoint, home
        self.host = endpoint.url.removeprefix("http://").removesuffix("/v1")
        home.mkdir(parents=True, exist_ok=True)
        config = (
            f'[endpoints.far]\nurl = "{endpoint.url}"\nmodel = "m"\nmode = "{mode}"\n'
            'leaves = true\n[prices."m"]\ninput = 1.0\noutput = 10.0\n'
        )
        (home / "config.toml").write_text(config)

    def run(self, *arguments: str) -> Ran:
        name = "TANDEM_KEY_" + self.host.replace(".", "_").replace(":", "_")
        return tandem(self.home, *arguments, TANDEM_STEP_S="60", **{name: KEY})

    def ask(self, text: str = ALARM, *more: str) -> Ran:
        return self.run("ask", text, "--planner", "endpoint:far", "--json", *more)

    def allow(self, *fields: Privacy, cap_usd: float | None = 1.0) -> None:
        """What ``tandem outbound allow`` writes, without the time that a command takes."""
        consent = Consent(
            destination=self.host,
            purpose=Purpose.PLANNER,
            fields=frozenset(fields),
            cap_usd=cap_usd,
            since="2026-11-30T00:00:00+00:00",
        )
        Outbound(self.home).consents.allow(consent)

    @property
    def spent(self) -> float:
        (row,) = json.loads(self.run("outbound", "list", "--json").out)["allowed"]
        return float(row["spent_usd"])


@dataclass(frozen=True)
class Here:
    """A turn in this process: its events, and what was raised after the last one."""

    events: list[Event]
    error: TandemError | None

    @property
    def end(self) -> TurnEnded:
        last = self.events[-1]
        assert isinstance(last, TurnEnded)
        return last


def ask_here(far: Far, **more: Any) -> Here:
    """``tandem ask`` without a process of its own, for what has nothing to do with one."""
    flags = {"home": far.home, "planner": "endpoint:far", "step_s": 60.0, **more}
    agent = open_agent(load_settings(flags, {}))
    events: list[Event] = []
    try:
        events += agent.ask(ALARM)
        return Here(events, None)
    except TandemError as error:
        return Here(events, error)
    finally:
        agent.close()


@contextmanager
def far_at(
    home: Path, answer: Any = obliging, trouble: Any = (), mode: str = "tools"
) -> Iterator[Far]:
    with FakeEndpoint(answer, trouble) as endpoint:
        yield Far(endpoint, home, mode)


def assert_failed(ran: Ran, code: int, *words: str) -> None:
    assert ran.code == code, ran.err
    assert "Traceback" not in ran.err and "try: " in ran.err
    for word in words:
        assert word in ran.err, ran.err


def test_nothing_is_sent_without_consent(home: Path) -> None:
    with far_at(home) as far:
        refused = far.ask()
        assert_failed(refused, 7, "is not allowed as planner", "tandem outbound allow")
        assert far.endpoint.requests == []


def test_a_request_is_carried_out_by_a_planner_elsewhere_named_on_screen(home: Path) -> None:
    with far_at(home) as far:
        allowed = ("outbound", "allow", far.host, "--for", "planner", "--all-fields", "--cap", "1")
        assert far.run(*allowed).code == 0
        ran = far.ask()
        assert ran.code == 0, ran.err
        assert ran.events[0]["planner"] == f"m @ {far.host}"
        assert ran.end["text"] == "Set for 7:30 tomorrow." and ran.end["usage"]["prompt_tokens"] > 0
        assert [change["table"] for change in ran.end["changes"]] == ["alarms"]
        assert far.endpoint.keys == [f"Bearer {KEY}"] * 2
        assert 0 < far.spent < 1


def test_private_results_stay_here_and_the_message_says_which(home: Path) -> None:
    with far_at(home) as far:
        far.allow()
        ran = far.ask()
        assert_failed(ran, 7, "private fields that may not go to", "message", "--field message")
        assert len(far.endpoint.requests) == 1  # the request, not the alarm's label
        assert "Morning run" not in json.dumps(far.endpoint.requests[0]["messages"][1:]).replace(
            ALARM, ""
        )


def test_revoking_stops_the_next_request(home: Path) -> None:
    with far_at(home) as far:
        far.allow(*EVERY)
        assert ask_here(far).end.outcome is Outcome.DONE
        Outbound(home).consents.revoke(far.host, None)
        with pytest.raises(PrivacyError):
            ask_here(far)


def test_a_cap_that_is_reached_is_said_and_nothing_more_is_sent(home: Path) -> None:
    with far_at(home) as far:
        far.allow(cap_usd=0.000001)
        assert_failed(far.ask(), 5, "passes the cap", "--cap")
        assert far.endpoint.requests == [] and far.spent == 0


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ([hangs()], "not done within"),
        ([drips()], "not done within"),
        ([dies()] * 3, "in the middle of the reply"),
        ([floods()], "over 1 MB"),
        ([limits(1)] * 3, "429"),
        ([b"no json"], "no chat completion"),
        ([says(b"<html>", content_type="text/html")], "text/html"),
        ([redirects("https://elsewhere.example/v1")], "307"),
        ([says(f"invalid key {KEY}".encode(), status=401)], "401"),
    ],
    ids="silent dripping dying 50-megabytes storm no-json page redirect bad-key".split(),
)
def test_a_far_end_in_trouble_ends_the_turn_with_one_clear_error(
    home: Path, trouble: Any, words: str
) -> None:
    with far_at(home, trouble=trouble) as far:
        far.allow(*EVERY)
        # Between tries there are pauses; what never ends is given less time.
        ran = ask_here(far, step_s=3.0 if "within" in words else 60.0)
        assert isinstance(ran.error, PlannerError) and words in str(ran.error)
        assert ran.error.hint and ran.error.exit_code == 5
        assert ran.end.outcome is Outcome.FAILED and ran.end.changes == ()


@pytest.mark.parametrize(
    "answer",
    [
        lambda body: [("wipe_phone", {"sure": True})],
        lambda body: [("manage_alarm", {"action": "explode", "time": 7})],
        lambda body: [("manage_alarm", {})] * 50,
    ],
    ids=["tool that was not offered", "arguments against the schema", "fifty at once"],
)
def test_a_far_end_that_lies_about_tools_changes_nothing(home: Path, answer: Any) -> None:
    with far_at(home, answer) as far:
        far.allow(*EVERY)
        ran = ask_here(far)
        assert ran.end.outcome is not Outcome.DONE and ran.end.changes == ()
        finished = [event for event in ran.events if isinstance(event, CallFinished)]
        assert finished and not any(event.result.ok for event in finished)


def test_plain_text_works_with_every_dialect(home: Path) -> None:
    written = {
        "signatures": "[{call}]",
        "hermes": "<tool_call>\n{call}\n</tool_call>",
        "llama3": "{llama}",
        "chatml_json": '{{"calls": [{call}]}}',
    }
    for dialect, form in written.items():

        def answer(body: Body, form: str = form) -> str:
            name, arguments = SET_ALARM if ALARM in prompt_of(body) else DONE
            call = json.dumps({"name": name, "arguments": arguments})
            llama = json.dumps({"name": name, "parameters": arguments})
            return form.format(call=call, llama=llama)

        with far_at(home / dialect, answer, mode="text") as far:
            far.allow(*EVERY)
            ran = ask_here(far, dialect=dialect)
            assert ran.end.outcome is Outcome.DONE, (dialect, ran.error)
            assert [change.table for change in ran.end.changes] == ["alarms"], dialect


def test_the_key_is_in_no_file_of_the_home_and_in_no_output(home: Path) -> None:
    def parrot(body: Body) -> Any:
        return [("done", {"answer": f"your key is {KEY}"})]

    with far_at(home, parrot, trouble=[says(f"no {KEY}".encode(), status=500)]) as far:
        far.allow(*EVERY)
        ran = far.ask(ALARM, "--verbose")
        listed = far.run("outbound", "list")
        assert ran.code == 0 and "[key]" in ran.end["text"]
    assert KEY not in ran.out + ran.err + listed.out + listed.err
    files = [path for path in home.rglob("*") if path.is_file()]
    assert any(path.name == "tandem.log" for path in files)
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []


def test_a_key_in_the_config_is_refused_without_being_repeated(home: Path) -> None:
    with far_at(home) as far:
        with (home / "config.toml").open("a") as file:
            file.write(
                f'[endpoints.other]\nurl = "https://a.example/v1"\nmodel = "m"\nkey = "{KEY}"\n'
            )
        ran = far.ask()
        assert_failed(ran, 2, "endpoints.other.key")
        assert KEY not in ran.out + ran.err
