"""One table of actions, and everything that is generated from it."""

from __future__ import annotations

import pytest

from tandem_tui.actions import (
    ACTIONS,
    EVERYWHERE,
    OUR_OWN_KEYS,
    Action,
    actions_of,
    footer_text,
    help_text,
)
from tandem_tui.app import TandemApp
from tandem_tui.main import COMMANDS
from tandem_tui.widgets.base import Line
from tests.fakes.user_port import FakeUser


async def test_the_footer_on_screen_is_the_table() -> None:
    app = TandemApp(FakeUser())
    async with app.run_test(size=(80, 24)):
        footer = app.screen.query_one("#footer", Line)
        assert footer.text == footer_text("chat")
        assert footer.region.height == 1
    for action in actions_of("chat"):
        assert (f"{action.key_text} {action.label}" in footer.text) == bool(action.label)


def test_help_tells_every_action_of_the_screen() -> None:
    text = help_text("chat")
    assert all(action.help in text and action.key_text in text for action in ACTIONS)


async def test_every_action_exists_and_its_key_is_bound() -> None:
    app = TandemApp(FakeUser())
    async with app.run_test():
        bound = {
            (binding.key, binding.action)
            for node in (app, app.screen)
            for _, binding in node._bindings
        }
        for action in ACTIONS:
            owner = app if action.screen == EVERYWHERE else app.screen
            assert hasattr(owner, f"action_{action.name}")
            keys = set(action.keys) - set(OUR_OWN_KEYS)
            assert {(key, action.name) for key in keys} <= bound


async def test_every_action_is_in_the_palette() -> None:
    app = TandemApp(FakeUser())
    async with app.run_test():
        offered = {command.help for command in app.get_system_commands(app.screen)}
    assert {action.help for action in ACTIONS} <= offered


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
def test_every_action_can_be_done_without_screens(action: Action) -> None:
    if action.name == "unfocus":
        assert action.plain == ""  # moving about on a screen has no meaning without one
        return
    program, _, command = action.plain.partition(" ")
    known = {"Ctrl+C", "tandem --help", *(f"tandem {name}" for name in COMMANDS)}
    assert program in known or f"{program} {command.split()[0]}" in known


def test_no_two_actions_of_a_screen_share_a_key() -> None:
    keys = [key for action in actions_of("chat") for key in action.keys]
    assert len(keys) == len(set(keys))


def test_only_keys_that_every_layout_can_type_are_used() -> None:
    for key in (key for action in ACTIONS for key in action.keys):
        control, _, letter = key.rpartition("+")
        if control and key != "ctrl+q":  # quit is Textual's own and people know it
            assert control == "ctrl" and letter.isalpha() and letter not in "ijmhsqz"
