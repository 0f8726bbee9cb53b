"""The question before a call: typed answers, Enter is no, deaf at first, gone when it is stale."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tandem_shared.approvals import Answer
from tandem_tui.app import TandemApp
from tandem_tui.user.approval import DEAF_S, ApprovalScreen
from tandem_tui.widgets.base import Line
from tests.fakes.user_port import FakeUser, ended, question, started
from tests.tui.test_chat_journeys import NASTY, ask, idle, until


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def asking(*, final: bool = True, text: str = "On my way", expires_s: float = 300.0) -> FakeUser:
    wanted = question(text, final=final, expires_s=expires_s)
    return FakeUser([started("x"), wanted, ended()])


async def opened(pilot: Pilot[None], clock: Clock) -> None:
    """Ask, wait for the question, and let the deaf time pass."""
    await ask(pilot, "Text Mira")
    await until(pilot, lambda: isinstance(pilot.app.screen, ApprovalScreen))
    await pilot.pause()
    clock.now += DEAF_S + 0.1


def shown(pilot: Pilot[None]) -> str:
    return "\n".join(line.text for line in pilot.app.screen.query(Line))


@pytest.mark.parametrize(
    ("final", "typed", "answer"),
    [
        (True, "send", Answer.ONCE),
        (True, "SEND ", Answer.ONCE),
        (True, "", Answer.NO),
        (True, "y", Answer.NO),
        (False, "o", Answer.ONCE),
        (False, "c", Answer.CONVERSATION),
        (False, "a", Answer.ALWAYS),
        (False, "", Answer.NO),
    ],
)
async def test_the_answer_is_what_was_typed(final: bool, typed: str, answer: Answer) -> None:
    user, clock = asking(final=final), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        await pilot.press(*["space" if key == " " else key for key in typed], "enter")
        await idle(pilot)
        assert user.answers == [answer]
        assert f"You    {answer.value}: " in shown(pilot)


async def test_the_question_says_what_and_how_to_confirm() -> None:
    user, clock = asking(), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        assert "This cannot be undone: send_message(text=On my way)" in shown(pilot)
        assert "Type send or 发送 to confirm; Enter = no" in shown(pilot)
        await pilot.press("enter")
        await idle(pilot)


async def test_esc_is_no_and_ends_nothing() -> None:
    user, clock = asking(), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        await pilot.press("escape")
        await idle(pilot)
        assert (user.answers, user.cancels) == ([Answer.NO], 0)


async def test_ctrl_c_is_no_and_stops_the_request() -> None:
    user, clock = asking(), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        await pilot.press("ctrl+c")
        await idle(pilot)
        assert user.answers == [Answer.NO]


async def test_keys_that_were_meant_for_something_else_are_not_an_answer() -> None:
    user, clock = asking(), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        clock.now -= DEAF_S + 0.1
        await pilot.press(*"send", "enter")
        await pilot.pause()
        assert user.answers == []
        clock.now += DEAF_S + 0.1
        await pilot.press("enter")  # nothing of what was typed before is left
        await idle(pilot)
        assert user.answers == [Answer.NO]


async def test_a_click_answers_nothing() -> None:
    user, clock = asking(), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        await pilot.click("#question")
        assert user.answers == []
        await pilot.press("escape")
        await idle(pilot)


async def test_a_question_that_has_expired_is_taken_away_and_means_no() -> None:
    user = asking(expires_s=0.6)
    app = TandemApp(user, Clock())
    async with app.run_test() as pilot:
        await ask(pilot, "Text Mira")
        await idle(pilot)
        await until(pilot, lambda: not isinstance(app.screen, ApprovalScreen))
        assert user.answers == [Answer.NO]


@pytest.mark.parametrize("text", NASTY)
async def test_foreign_text_in_a_question_is_only_text(text: str) -> None:
    user, clock = asking(final=False, text=text), Clock()
    app = TandemApp(user, clock)
    async with app.run_test() as pilot:
        await opened(pilot, clock)
        assert "\x1b" not in shown(pilot) and "\u202e" not in shown(pilot)
        await pilot.press("enter")
        await idle(pilot)
        assert user.answers == [Answer.NO]
