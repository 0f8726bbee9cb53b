"""``am COMMAND``: activities, broadcasts, processes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from tests.fakes.android_phone.activities import start_activity
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines, thrown
from tests.fakes.android_phone.input_methods import HELPER
from tests.fakes.android_phone.intents import Intent, parse_intent
from tests.fakes.android_phone.model import Model

_USAGE = """Activity manager (activity) commands:
  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]
          [--sampling INTERVAL] [-R COUNT] [-S] [--user <USER_ID> | current] <INTENT>
      (alias: start)
  broadcast [--user <USER_ID> | all | current] [--receiver-permission <PERMISSION>] <INTENT>
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
  kill [--user <USER_ID> | all | current] <PACKAGE>
  get-current-user
"""
_PROTECTED = ("AIRPLANE_MODE", "BOOT_COMPLETED", "BATTERY_LOW", "SCREEN_ON", "SCREEN_OFF")


def run(phone: Model, words: list[str]) -> Answer:
    taken = Words(words)
    verb = taken.next()
    match verb:
        case None | "help" | "-h":
            return Answer(_USAGE)
        case "start" | "start-activity":
            return _start(phone, taken)
        case "broadcast":
            return _broadcast(phone, taken)
        case "force-stop" | "kill":
            return _stop(phone, taken, front=verb == "force-stop")
        case "get-current-user":
            return lines("0")
        case _:
            return Answer(f"Unknown command: {verb}\n{_USAGE}", code=255)


def _options(flags: str, valued: str, seen: list[str]) -> Callable[[str, Words], bool]:
    """Takes the command's own options and notes them in ``seen``."""

    def take(option: str, words: Words) -> bool:
        if option in valued.split():
            words.required()
        elif option not in flags.split():
            return False
        seen.append(option)
        return True

    return take


def _start(phone: Model, words: Words) -> Answer:
    seen: list[str] = []
    take = _options("-D -N -W -S", "--user --display -R -P --start-profiler --sampling", seen)
    intent = parse_intent(words, take)
    head = f"Starting: {intent}\n"
    if intent == Intent():
        raise Failed(
            "Exception occurred while executing 'start':\n"
            "java.lang.IllegalArgumentException: No intent supplied\n"
        )
    if "-S" in seen and intent.component:
        _end(phone, intent.component.package)
    try:
        started = start_activity(phone, intent)
    except Failed as failed:
        raise Failed(failed.answer.err, failed.answer.code, out=head) from failed
    if started is None:
        why = f"Error: Activity not started, unable to resolve {intent}\n"
        return Answer(head, why, 1)
    if "-W" in seen:
        head += f"Status: ok\nLaunchState: COLD\nActivity: {started.short}\n"
        head += "TotalTime: 214\nWaitTime: 221\nComplete\n"
    return Answer(head)


def _broadcast(phone: Model, words: Words) -> Answer:
    intent = parse_intent(words, _options("", "--user --receiver-permission", []))
    if intent.action.removeprefix("android.intent.action.") in _PROTECTED:
        raise thrown(
            "broadcast",
            "java.lang.SecurityException: Permission Denial: not allowed to send broadcast "
            f"{intent.action} from pid=4242, uid=2000",
        )
    head = f"Broadcasting: {intent}\n"
    told = _to_keyboard(phone, intent) if intent.action.startswith("ADB_KEYBOARD_") else False
    end = 'result=-1, data="success"' if told else "result=0"
    return Answer(f"{head}Broadcast completed: {end}\n")


def _to_keyboard(phone: Model, intent: Intent) -> bool:
    """The helper's keyboard takes text by broadcast, while it is the one in use."""
    if phone.methods.current != HELPER:
        return False
    match intent.action.removeprefix("ADB_KEYBOARD_"):
        case "INPUT_TEXT" | "SET_TEXT" as verb:
            try:
                text = base64.b64decode(intent.text("text"), validate=True).decode()
            except (binascii.Error, UnicodeDecodeError):
                return False
            return phone.window.type_text(text, replace=verb == "SET_TEXT")
        case "CLEAR_TEXT":
            return phone.window.type_text("", replace=True)
        case "HIDE":
            phone.window.hide_keyboard()
            return True
        case "EDITOR_CODE":
            return phone.window.submit_text()
        case _:
            return False


def _stop(phone: Model, words: Words, *, front: bool) -> Answer:
    while (option := words.option()) is not None:
        if option != "--user":
            raise Failed(f"Error: Unknown option: {option}\n")
        words.required()
    package = words.required()
    phone.require("FORCE_STOP_PACKAGES", "force-stop")
    if front or phone.window.front().package != package:
        _end(phone, package)
    return Answer()


def _end(phone: Model, package: str) -> None:
    if phone.installed(package):
        phone.act("close_app", app=package)
    phone.window.leave(package)
