"""``app_process DIR CLASS [ARGUMENTS]``: starts a Java program; here only the automation server."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model

_SERVER = "com.wetest.uia2.Main"
_TAKEN = (
    "java.lang.IllegalStateException: UiAutomationService "
    "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@7b3a already registered!\n"
)
_ABSENT = "java.lang.RuntimeException: Unable to connect to UiAutomation\n"


def run(phone: Model, words: list[str]) -> Answer:
    classpath, *arguments = words
    if len(arguments) < 2:
        return Answer(err="Error: no class name or --zygote supplied.\n", code=1)
    program = arguments[1]
    there = bool(classpath) and phone.root.resolve(classpath).is_file()
    if not there or program != _SERVER:
        return Answer(err=f"Error: Could not find or load main class {program}\n", code=1)
    trouble = {"registered": _TAKEN, "absent": _ABSENT}.get(phone.faults.profile.automator)
    if trouble:
        return Answer(err=f'Exception in thread "main" {trouble}', code=1)
    options = arguments[2:]
    phone.automator.port = int(options[options.index("-p") + 1]) if "-p" in options else 9008
    phone.automator.lost = False
    return Answer("[server] INFO: [UiAutomator2Server] Starting Server\n", stays=True)
