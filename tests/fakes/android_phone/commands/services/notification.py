"""``cmd notification``: do not disturb, and posting as the shell."""

from __future__ import annotations

from tandem_edge.phone.sandbox.notifications import notify
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model

_USAGE = """usage: cmd notification SUBCMD [args]

SUBCMDs:
  set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]
  post [--help | flags] TAG TEXT
"""
_QUIET = {"on": True, "none": True, "priority": True, "alarms": True, "all": False, "off": False}
_VALUED = (
    "-t",
    "--title",
    "-S",
    "--style",
    "-i",
    "--icon",
    "-I",
    "--large-icon",
    "-c",
    "--content-intent",
)


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["set_dnd", wanted] if wanted in _QUIET:
            phone.require("STATUS_BAR", "set_dnd")
            verb = "enable" if _QUIET[wanted] else "disable"
            phone.act("manage_do_not_disturb", action=verb)
            return Answer()
        case ["set_dnd", *_]:
            return Answer(_USAGE, code=255)
        case ["post", *rest]:
            return _post(phone, Words(rest))
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n", code=255)


def _post(phone: Model, words: Words) -> Answer:
    title = ""
    while (option := words.option()) is not None:
        if option in _VALUED:
            value = words.required()
            title = value if option in ("-t", "--title") else title
        elif option not in ("-v", "--verbose"):
            raise Failed(f"Error: unknown option {option}\n")
    tag, text = words.next(), words.next()
    if tag is None or text is None:
        raise Failed("Error: notification post requires a tag and text\n")
    notify(phone.store, "com.android.shell", title, text)
    return lines("posting:", f"  Notification(tag={tag})")
