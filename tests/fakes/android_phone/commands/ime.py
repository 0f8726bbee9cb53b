"""``ime VERB``: input methods."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model

_USAGE = """InputMethod commands:
  ime list [-a] [-s]
  ime enable [--user <USER_ID>] <ID>
  ime disable [--user <USER_ID>] <ID>
  ime set [--user <USER_ID>] <ID>
  ime reset [--user <USER_ID>]
"""


def run(phone: Model, words: list[str]) -> Answer:
    taken = Words(words)
    verb = taken.next()
    if verb == "list":
        return _list(phone, taken)
    if verb not in ("enable", "disable", "set", "reset"):
        return Answer(_USAGE, code=0 if verb in (None, "help") else 255)
    phone.require("WRITE_SECURE_SETTINGS", f"ime {verb}")
    _skip_user(taken)
    if verb == "reset":
        phone.methods.reset()
        return lines(
            "Reset current and enabled IMEs for user #0",
            f"  Newly selected IME: {phone.methods.current}",
        )
    return _change(phone, verb, taken.next() or "")


def _list(phone: Model, taken: Words) -> Answer:
    options = []
    while (option := taken.option()) is not None:
        if option not in ("-a", "-s"):
            raise Failed(f"Unknown option: {option}\n")
        options.append(option)
    if not phone.may("WRITE_SECURE_SETTINGS"):
        phone.require("WRITE_SECURE_SETTINGS", "ime list")
    ids = phone.methods.ids(enabled_only="-a" not in options)
    if "-s" in options:
        return lines(*ids)
    return lines(*(f"{id_}:\n  mId={id_} mSettingsActivityName=null" for id_ in ids))


def _skip_user(taken: Words) -> None:
    while (option := taken.option()) is not None:
        if option != "--user":
            raise Failed(f"Unknown option: {option}\n")
        taken.next()


def _change(phone: Model, verb: str, id_: str) -> Answer:
    methods = phone.methods
    if id_ not in methods.ids(enabled_only=False):
        return Answer(
            err=f"Unknown input method {id_} cannot be {_PAST[verb]} for user #0\n", code=255
        )
    if verb == "set":
        if id_ not in methods.ids(enabled_only=True):
            return Answer(
                err=f"Unknown input method {id_} cannot be selected for user #0\n", code=255
            )
        methods.choose(id_)
        return lines(f"Input method {id_} selected for user #0")
    before = id_ in methods.ids(enabled_only=True)
    methods.enable(id_, verb == "enable")
    known = "already" if before == (verb == "enable") else "now"
    return lines(f"Input method {id_}: {known} {_PAST[verb]} for user #0")


_PAST = {"enable": "enabled", "disable": "disabled", "set": "selected"}
