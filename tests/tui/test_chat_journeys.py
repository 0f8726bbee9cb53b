"""A person at the chat screen: what they press, what the agent is asked, what they can read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.app import App
from textual.pilot import Pilot

from tandem_edge.cli.render import lines
from tandem_shared.describe import change_text
from tandem_shared.errors import PlannerError
from tandem_shared.events import CallStarted, Event, Outcome, Steered, TurnEnded
from tandem_tui.app import HelpScreen, TandemApp
from tandem_tui.ports import Status
from tandem_tui.user.chat import NOT_READY, STOPPING, ChatScreen
from tandem_tui.widgets.base import Line, Prompt
from tests.fakes.user_port import FakeUser, alarm_turn, ended, nasty_turn, started

NASTY = [
    "[/bad]",
    "[b + 1",
    "[@click=app.quit]press[/]",
    "\x1b[2J\x1b]0;title\x07 gone",
    "a\u202eb\u2066c",
    "👩‍👩‍👧 family",
    "[/坏] 名字\x9b31m 红",
    "long " * 2_000,
]


def read(app: App[None]) -> str:
    """Everything written on the screen in front."""
    return "\n".join(line.text for line in app.screen.query(Line))


def state(app: App[None]) -> str:
    return app.screen.query_one("#state", Line).text


async def until(pilot: Pilot[None], seen: Callable[[], object]) -> None:
    """Let messages be handled until ``seen`` holds; the suite's timeout ends a vain wait."""
    while not seen():
        await pilot.pause()


def chat(pilot: Pilot[None]) -> ChatScreen:
    assert isinstance(pilot.app, TandemApp)
    return pilot.app._chat


async def ask(pilot: Pilot[None], text: str) -> None:
    pilot.app.screen.query_one(Prompt).value = text
    await pilot.press("enter")


async def idle(pilot: Pilot[None]) -> None:
    """Wait until the agent has said all it has to say, and the screen shows it."""
    await pilot.app.workers.wait_for_complete()
    await until(pilot, lambda: not chat(pilot).busy)


async def test_a_request_shows_its_steps_its_answer_and_what_changed() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        await pilot.press(*"Wake me", "enter")
        await idle(pilot)
        assert user.asked == ["Wake me"]
        shown = read(app)
        assert "You    Wake me" in shown
        assert "Step 1  ok  331 tokens read (300 reused), 24 written  1.20 s" in shown
        assert "manage_alarm(action=create, time=7:30 tomorrow)\n    ok  alarm_id=alarm4" in shown
        assert "Agent  Done." in shown
        assert "+ alarms/alarm4 time=07:30" in shown
        assert state(app) == "ready"


async def test_a_step_appears_when_it_starts_and_counts_its_seconds() -> None:
    now = [100.0]
    user = FakeUser(alarm_turn())
    app = TandemApp(user, clock=lambda: now[0])
    async with app.run_test() as pilot:
        user.hold_at(4)
        await ask(pilot, "Wake me")
        await until(pilot, lambda: "manage_alarm" in read(app))
        now[0] = 107.0
        app._chat.tick()
        assert "manage_alarm(action=create, time=7:30 tomorrow)\n    running  7 s" in read(app)
        user.go_on()
        await idle(pilot)
        assert "running" not in read(app)


async def test_the_side_pane_tells_phone_clock_planner_and_tokens() -> None:
    app = TandemApp(FakeUser(alarm_turn()))
    async with app.run_test() as pilot:
        await ask(pilot, "Wake me")
        await idle(pilot)
        pane = app.screen.query_one("#device", Line).text
        for fact in ("sandbox", "2026-03-10 09:00", "scripted", "331 tokens read"):
            assert fact in pane


async def test_a_question_is_answered_by_a_reply() -> None:
    question: list[Event] = [started("Call Mira"), ended(outcome=Outcome.ASKED, text="Which Mira?")]
    user = FakeUser(question, alarm_turn(), alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        await ask(pilot, "Call Mira")
        await idle(pilot)
        assert state(app) == "waiting for your answer"
        await ask(pilot, "Mira K.")
        await idle(pilot)
        await ask(pilot, "Wake me")
        await idle(pilot)
    assert (user.asked, user.replied) == (["Call Mira", "Wake me"], ["Mira K."])


async def test_ctrl_c_asks_once_to_stop_after_this_step() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await until(pilot, lambda: "Step 1" in read(app))
        await pilot.press("ctrl+c", "ctrl+c")
        await idle(pilot)
        assert user.cancels == 1
        assert "Step 1  cancelled" in read(app)
        assert "cancelled, 1 step" in read(app)


async def test_stopping_is_said_while_the_step_still_runs() -> None:
    user = FakeUser(alarm_turn())
    user.cancel = lambda: None  # type: ignore[method-assign]  # a phone that takes its time
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await until(pilot, lambda: "Step 1" in read(app))
        await pilot.press("ctrl+c")
        assert state(app) == STOPPING
        user.go_on()
        await idle(pilot)


async def test_ctrl_c_with_nothing_running_stops_nothing() -> None:
    user = FakeUser()
    app = TandemApp(user)
    async with app.run_test() as pilot:
        await idle(pilot)
        await pilot.press("ctrl+c")
        assert user.cancels == 0
        assert "Ctrl+Q quits" in state(app)
        assert app.is_running


async def test_ctrl_c_on_selected_text_copies_it_and_stops_nothing() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        prompt = app.screen.query_one(Prompt)
        prompt.value = "copied words"
        prompt.select_all()
        await pilot.press("ctrl+c")
        assert (app.clipboard, user.cancels) == ("copied words", 0)
        user.go_on()
        await idle(pilot)


async def test_escape_leaves_the_prompt_and_never_stops_anything() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await pilot.press("escape", "escape", "escape")
        assert app.screen.focused is None
        assert (user.cancels, app._chat.busy) == (0, True)
        await pilot.press("f2")
        assert isinstance(app.screen.focused, Prompt)
        user.go_on()
        await idle(pilot)


async def test_what_is_typed_during_a_request_is_said_to_it() -> None:
    recording = [*alarm_turn()[:2], Steered(text="and water the plants"), *alarm_turn()[2:]]
    user = FakeUser(recording)
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await ask(pilot, "and water the plants")
        assert (user.asked, user.steered) == (["Wake me"], ["and water the plants"])
        assert app.screen.query_one(Prompt).value == ""
        assert "before the next step" in state(app)
        user.go_on()
        await idle(pilot)
        assert "and water the plants" in read(app)


async def test_more_that_cannot_be_taken_stays_in_the_line() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await ask(pilot, "x" * 2001)
        assert user.steered == []
        assert len(app.screen.query_one(Prompt).value) == 2001
        assert "too many characters" in state(app)
        user.go_on()
        await idle(pilot)


async def test_enter_alone_during_a_request_says_how_to_stop_it() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await pilot.press("enter")
        assert "Ctrl+C stops it" in state(app)
        user.go_on()
        await idle(pilot)


async def test_ctrl_q_quits_at_once_when_nothing_runs() -> None:
    app = TandemApp(FakeUser())
    async with app.run_test() as pilot:
        await idle(pilot)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not app.is_running


async def test_ctrl_q_asks_first_when_a_request_runs() -> None:
    user = FakeUser(alarm_turn())
    app = TandemApp(user)
    async with app.run_test() as pilot:
        user.hold_at(2)
        await ask(pilot, "Wake me")
        await pilot.press("ctrl+q")
        assert app.is_running
        assert "Ctrl+Q again" in state(app)
        user.go_on()
        await idle(pilot)


@pytest.mark.parametrize("key", ["f1", "question_mark"])
async def test_help_lists_the_keys_and_escape_closes_it(key: str) -> None:
    app = TandemApp(FakeUser())
    async with app.run_test() as pilot:
        await pilot.press("escape", key)
        assert isinstance(app.screen, HelpScreen)
        assert "Stop after the step that is running" in read(app)
        await pilot.press("escape")
        assert isinstance(app.screen, ChatScreen)


async def test_the_first_paint_waits_for_no_phone_and_no_planner() -> None:
    user = FakeUser()
    user.hold_status()
    app = TandemApp(user)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "opening" in state(app)
        assert isinstance(app.screen.focused, Prompt)
        user.go_on()
        await idle(pilot)
        assert state(app) == "ready"


async def test_no_planner_is_a_state_with_the_command_to_type() -> None:
    missing = Status(problem="no planner is installed", hint="tandem model pull")
    user = FakeUser(
        [PlannerError("no planner is installed", hint="tandem model pull")], status=missing
    )
    app = TandemApp(user)
    async with app.run_test() as pilot:
        await idle(pilot)
        await until(pilot, lambda: state(app) == NOT_READY)
        assert "no planner is installed" in read(app)
        assert "try: tandem model pull" in read(app)
        await ask(pilot, "Wake me")
        await idle(pilot)
        assert read(app).count("try: tandem model pull") == 2


async def test_a_planner_that_dies_in_a_step_fails_that_step_and_says_what_to_type() -> None:
    crash = PlannerError("the planner crashed", hint="tandem doctor")
    failed = ended(outcome=Outcome.FAILED, text=str(crash))
    user = FakeUser([*alarm_turn()[:2], failed, crash])
    app = TandemApp(user)
    async with app.run_test() as pilot:
        await ask(pilot, "Wake me")
        await idle(pilot)
        assert "Step 1  failed" in read(app)
        assert read(app).count("the planner crashed") == 1
        assert "Error  the planner crashed\n       try: tandem doctor" in read(app)


async def test_a_fault_of_ours_is_one_sentence_without_its_text() -> None:
    app = TandemApp(FakeUser([ValueError("Mira's number is 555")]))
    async with app.run_test() as pilot:
        await ask(pilot, "Wake me")
        await idle(pilot)
        assert "something broke inside Tandem (ValueError)" in read(app)
        assert "555" not in read(app)


@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text[:12]))
@pytest.mark.parametrize("size", [(100, 32), (80, 24)])
async def test_nasty_text_in_every_field_is_shown_and_harmless(
    text: str, size: tuple[int, int]
) -> None:
    problem = Status(phone=text, planner=text, problem=text, hint=text)
    app = TandemApp(FakeUser(nasty_turn(text), [PlannerError(text, hint=text)], status=problem))
    async with app.run_test(size=size) as pilot:
        await ask(pilot, text)
        await idle(pilot)
        await ask(pilot, text)
        await idle(pilot)
        await pilot.press("f1")
        await pilot.press("f1")
        shown = read(app)
        assert not set(shown) & set("\x1b\x9b\x07\u202e\u2066")
        svg = app.export_screenshot()
        assert "\x1b" not in svg and "\u202e" not in svg


async def test_the_newest_line_is_in_view_unless_a_person_scrolled_up() -> None:
    app = TandemApp(FakeUser(*(alarm_turn() for _ in range(8))))
    async with app.run_test(size=(80, 24)) as pilot:
        trace = app.screen.query_one("#trace")
        await ask(pilot, "Wake me")
        await idle(pilot)
        assert trace.scroll_offset.y == 0
        for _ in range(6):
            await ask(pilot, "Wake me")
            await idle(pilot)
        await until(pilot, lambda: trace.scroll_offset.y == trace.max_scroll_y > 0)
        trace.scroll_home(animate=False)
        await until(pilot, lambda: trace.scroll_offset.y == 0)
        await ask(pilot, "Wake me")
        await idle(pilot)
        assert trace.scroll_offset.y == 0


async def test_at_80_by_24_prompt_footer_and_conversation_are_all_in_view() -> None:
    app = TandemApp(FakeUser(alarm_turn()))
    async with app.run_test(size=(80, 24)) as pilot:
        await ask(pilot, "Wake me")
        await idle(pilot)
        for name in ("#trace", "#device", "#state", "#prompt", "#footer"):
            region = app.screen.query_one(name).region
            assert region.area > 0
            assert region.bottom <= 24 and region.right <= 80


async def test_no_color_is_honoured_and_state_stays_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = TandemApp(FakeUser(alarm_turn()))
    async with app.run_test() as pilot:
        await ask(pilot, "Wake me")
        await idle(pilot)
        assert app.no_color
        assert "ok" in read(app)


async def test_the_screen_says_nothing_that_plain_lines_do_not() -> None:
    turn = alarm_turn("Wake me")
    plain = "\n".join(line for event in turn for line in lines(event))
    app = TandemApp(FakeUser(turn))
    async with app.run_test() as pilot:
        await ask(pilot, "Wake me")
        await idle(pilot)
        shown = read(app)
    call = next(event.call for event in turn if isinstance(event, CallStarted))
    last = turn[-1]
    assert isinstance(last, TurnEnded)
    for words in (call.name, last.text, *map(change_text, last.changes)):
        assert words in shown and words in plain
