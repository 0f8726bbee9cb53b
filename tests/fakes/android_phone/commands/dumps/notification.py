"""``dumpsys notification [--noredact]``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    bare = "--noredact" in words
    shown = ["Current Notification Manager state:", "  Notification List:"]
    for key, note in phone.store.all(NOTIFICATIONS).items():
        number = int(key.removeprefix("notification"))
        title, text = (
            value if bare else f"String [length={len(value)}]" for value in (note.title, note.text)
        )
        when = int(note.posted.replace(tzinfo=phone.now().tzinfo).timestamp() * 1000)
        shown += [
            f"    NotificationRecord(0x{number:08x}: pkg={note.app} user=UserHandle{{0}} "
            f"id={number} tag=null importance={2 if note.silent else 3} key=0|{note.app}|{number}"
            f"|null|{phone.uid_of(note.app)})",
            f"      flags={'ONGOING_EVENT' if note.pinned else '0x10'}",
            f"      when={when}",
            "      extras={",
            f"          android.title={_kind(title, bare)}",
            f"          android.text={_kind(text, bare)}",
            "      }",
        ]
    zen = 1 if phone.store.only(SOUND).do_not_disturb else 0
    return lines(*shown, "", f"  mZenMode={zen}")


def _kind(value: str, bare: bool) -> str:
    return f"String ({value})" if bare else value
