"""``settings [--user ID] VERB NAMESPACE ...``: Android's settings provider."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.settings_provider import NAMESPACES

_USAGE = """Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
      NAMESPACE is one of {system, secure, global}, case-insensitive
"""


def run(phone: Model, words: list[str]) -> Answer:
    if not words or words[0] == "help":
        return Answer(_USAGE)
    verb, *rest = words
    if verb not in ("get", "put", "delete", "list"):
        return Answer(err=f"Unknown command: {verb}\n", code=255)
    taken = _after_user(Words(rest), verb)
    space = _namespace(taken, verb)
    if verb == "list":
        known = phone.settings.listed(space)
        return lines(*(f"{name}={value}" for name, value in known.items()))
    name = _need(taken.next())
    if verb == "get":
        return lines(phone.settings.get(space, name))
    _may_write(phone, space)
    if verb == "delete":
        return lines(f"Deleted {int(phone.settings.delete(space, name))} rows")
    value = _need(taken.next())
    if extra := [word for word in taken.rest() if word != "default"][1:]:
        raise Failed(f"Invalid command: too many arguments {extra[0]}\n")
    phone.settings.put(space, name, value)
    return Answer()


def _after_user(taken: Words, verb: str) -> Words:
    while (option := taken.option()) is not None:
        if option != "--user":
            raise Failed(f"Invalid command: unknown option {option} of {verb}\n")
        user = _need(taken.next())
        if user not in ("0", "current", "cur"):
            raise Failed(f"Invalid user: {user}\n")
    return taken


def _namespace(taken: Words, verb: str) -> str:
    space = _need(taken.next()).lower()
    if space not in NAMESPACES:
        raise Failed(f"Invalid namespace '{space}'\n")
    return space


def _need(word: str | None) -> str:
    if word is None:
        raise Failed("Bad arguments\n")
    return word


def _may_write(phone: Model, space: str) -> None:
    permission = "WRITE_SETTINGS" if space == "system" else "WRITE_SECURE_SETTINGS"
    if not phone.may(permission):
        raise Failed(
            "Exception occurred while executing 'put':\njava.lang.SecurityException: Permission "
            "denial: writing to settings requires:android.permission."
            f"{'WRITE_SECURE_SETTINGS' if space != 'system' else permission}\n"
        )
