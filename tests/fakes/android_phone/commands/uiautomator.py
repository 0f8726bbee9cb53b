"""``uiautomator dump [--compressed] [FILE]``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.screen.hierarchy import huge, spoil, to_xml

_USAGE = """Usage: uiautomator <subcommand> [options]

Available subcommands:
dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
"""
_DEFAULT = "/sdcard/window_dump.xml"


def run(phone: Model, words: list[str]) -> Answer:
    if words[:1] != ["dump"]:
        return Answer(err=_USAGE, code=1)
    if phone.automator.up or phone.faults.profile.automator == "registered":
        return Answer(err="Killed\n", code=137)  # only one may hold the automation
    names = [word for word in words[1:] if not word.startswith("--")]
    path, fault = (names or [_DEFAULT])[0], phone.faults.profile.hierarchy
    if fault == "empty":
        return Answer(err="ERROR: null root node returned by UiTestAutomationBridge.\n")
    roots = phone.window.roots()
    xml = spoil(to_xml(huge(roots) if fault == "huge" else roots, phone.window.rotation), fault)
    if path in ("/dev/tty", "/proc/self/fd/1", "/dev/stdout"):
        return Answer(f"{xml}UI hierchary dumped to: {path}\n")
    try:
        phone.root.write(path, xml.encode("utf-8", "replace"))
    except OSError as error:
        return Answer(err=f"java.io.FileNotFoundException: {path}: {error.strerror}\n", code=1)
    return lines(f"UI hierchary dumped to: {path}")
