"""The phone itself: the sandbox phone's state, its screen, and what Android keeps besides."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall, ToolResult
from tests.fakes.android_phone.answers import Answer, Failed, thrown
from tests.fakes.android_phone.automator.state import Automator
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.input_methods import InputMethods
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.profiles import SHELL_PERMISSIONS
from tests.fakes.android_phone.root import Root
from tests.fakes.android_phone.screen.window import Window
from tests.fakes.android_phone.settings_provider import SettingsProvider

SDK_OF = {"12": 31, "12L": 32, "13": 33, "14": 34, "15": 35, "16": 36, "17": 37}
"""API level by Android version."""


@dataclass
class Model:
    """Everything the commands and the automation act on. Used from the phone's event loop only."""

    sandbox: SandboxPhone
    root: Root
    faults: Faults
    log: Log
    automator: Automator = field(default_factory=Automator)
    begun_contacts: dict[int, dict[str, str]] = field(default_factory=dict)
    """Contacts that still lack a name or a number, by their number."""
    properties: dict[str, str] = field(default_factory=dict)
    """Properties that ``setprop`` changed."""

    methods: InputMethods = field(init=False)
    window: Window = field(init=False)
    settings: SettingsProvider = field(init=False)

    def __post_init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Forget what is no part of the sandbox phone's state, as a restart would."""
        self.methods = InputMethods(self.store)
        self.window = Window(self.sandbox, self.faults, self.methods)
        self.settings = SettingsProvider(self.store, self.methods)
        self.begun_contacts.clear()
        self.properties.clear()
        self.automator.clipboard = self.automator.toast = None
        self.automator.losses = 0

    @property
    def store(self) -> Store:
        """The sandbox phone's tables."""
        return self.sandbox.store

    @property
    def sdk(self) -> int:
        """The API level."""
        return SDK_OF.get(self.store.only(IDENTITY).android, 34)

    def now(self) -> datetime:
        """The phone's clock."""
        return self.store.only(DEVICE).now

    def act(self, tool: str, **arguments: JsonValue) -> ToolResult:
        """Let the phone do something that has rules of its own, as its own apps do."""
        return self.sandbox.call(ToolCall(name=tool, arguments=arguments)).result

    def require(self, permission: str, doing: str) -> None:
        """Fail as Android does when the shell user lacks ``permission``."""
        if not self.may(permission):
            raise thrown(
                doing,
                f"java.lang.SecurityException: Permission denial: {doing} requires "
                f"android.permission.{permission}",
            )

    def may(self, permission: str) -> bool:
        """Whether the shell user holds it."""
        return permission in SHELL_PERMISSIONS and permission not in self.faults.profile.denied

    def installed(self, package: str) -> bool:
        """Whether there is such an app."""
        return self.store.get(INSTALLED, package) is not None

    def uid_of(self, package: str) -> int:
        """The app's user id, the same each time."""
        return 10_000 + zlib.crc32(package.encode()) % 9_000

    def run(self, name: str, classpath: str, arguments: list[str]) -> Answer:
        """Run one command of the phone."""
        from tests.fakes.android_phone.commands import load_commands

        self.log.note("command", " ".join([name, *arguments]), (name, *arguments))
        command = load_commands().get(name)
        if command is None or name in self.faults.profile.missing:
            return Answer(err=f"/system/bin/sh: {name}: inaccessible or not found\n", code=127)
        try:
            if name == "app_process":
                return command(self, [classpath, *arguments])
            return command(self, arguments)
        except Failed as failed:
            return failed.answer

    def started(self) -> None:
        """The automation server is running."""
        self.automator.up = True

    def ended(self) -> None:
        """It was killed."""
        self.automator.up = False
