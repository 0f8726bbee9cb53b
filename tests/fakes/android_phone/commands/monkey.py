"""``monkey -p PACKAGE [-c CATEGORY] COUNT``: only as it is used to start an app."""

from __future__ import annotations

from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tests.fakes.android_phone.activities import launch
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model

_USAGE = "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]\n  [-c MAIN_CATEGORY] COUNT\n"


def run(phone: Model, words: list[str]) -> Answer:
    taken, package = Words(words), ""
    while (option := taken.option()) is not None:
        if option not in ("-p", "-c", "-s", "-v", "--throttle", "--pct-syskeys"):
            raise Failed(f"** Error: Unknown option: {option}\n{_USAGE}", 255)
        if option != "-v":
            value = taken.required()
            package = value if option == "-p" else package
    if taken.next() is None:
        raise Failed(f"** Error: Count not specified\n{_USAGE}", 255)
    phone.store.update(DISPLAY, auto_rotate=True)  # a known side effect of the monkey
    if not phone.installed(package):
        return Answer(
            f"  bash arg: -p\n  bash arg: {package}\n"
            "** No activities found to run, monkey aborted.\n",
            code=252,
        )
    launch(phone, package)
    return lines("Events injected: 1", "## Network stats: elapsed time=18ms (0ms mobile, 0ms wifi)")
