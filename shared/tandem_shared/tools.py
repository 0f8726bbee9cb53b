"""What a phone tool is, what calling one looks like, and what comes back."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from tandem_shared.canonical import digest

type_name = Annotated[str, StringConstraints(pattern=r"^[a-z]+_?(_[a-z0-9]+)+$", max_length=48)]
"""The first word may stand apart by two underscores: ``skill__name``."""
ANY_ACTION = "*"
"""Stands for every action of a tool, and for the only thing a tool without actions does."""


class Frozen(BaseModel):
    """Base of every contract: immutable, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def trusted(cls, **values: Any) -> Self:
        """An instance from ``values``, one for every field, that our own code vouches for.

        Nothing is validated or copied: for the sandbox's inner loop, where ``model_construct``
        (which also looks up aliases and defaults) takes a tenth of a call.
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "__dict__", values)
        object.__setattr__(made, "__pydantic_fields_set__", set(values))
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made


class Domain(StrEnum):
    """The 13 tool domains of MobilePA-Bench (arXiv 2608.23035)."""

    AUDIO_ENTERTAINMENT = "audio_entertainment"
    APPS_STORAGE = "apps_storage"
    DISPLAY_SOUND = "display_sound"
    SYSTEM_SETTINGS = "system_settings"
    TIME_MANAGEMENT = "time_management"
    AI_ASSISTANT = "ai_assistant"
    CALLS_COMMUNICATION = "calls_communication"
    NETWORK_CONNECTIVITY = "network_connectivity"
    TRAVEL_LIFESTYLE = "travel_lifestyle"
    DEVICES = "devices"
    INPUT_INTERACTION = "input_interaction"
    UTILITIES_PRODUCTIVITY = "utilities_productivity"
    SECURITY_PRIVACY = "security_privacy"


class Effect(StrEnum):
    """What a call does to the phone or the world; drives confirmation, undo and checking."""

    READ = "read"
    WRITE = "write"
    IRREVERSIBLE = "irreversible"


class Privacy(StrEnum):
    """Privacy class of one argument or result field; a field without one is ``message``."""

    NONE = "none"
    PERSON = "person"
    PHONE = "phone"
    ADDRESS = "address"
    LOCATION = "location"
    MESSAGE = "message"
    OTP = "otp"
    SECRET = "secret"


class Mechanism(StrEnum):
    """How a real phone would do it."""

    SHELL = "shell"
    INTENT = "intent"
    PROVIDER = "provider"
    UI = "ui"
    NONE = "none"


class Bilingual(Frozen):
    """One text in English and in Chinese."""

    en: str = Field(min_length=1)
    zh: str = Field(min_length=1)


class Precondition(Frozen):
    """A fact about the phone that must hold before a call may act.

    ``kind`` names a check that the world knows (``unlocked``, ``network``, ``app``...), ``value``
    its operand, ``actions`` the actions it guards. ``code`` is the error when it does not hold.
    """

    kind: str
    value: str = ""
    code: str
    actions: tuple[str, ...] = (ANY_ACTION,)


class Inverse(Frozen):
    """The call that undoes another one.

    Argument values starting with ``$result.`` or ``$argument.`` are read from the call being
    undone; everything else is literal.
    """

    tool: type_name
    arguments: dict[str, JsonValue]


class ToolSpec(Frozen):
    """Everything a planner, a checker, a policy or a scrubber needs to know about one tool.

    ``arguments`` and ``results`` are JSON Schema (2020-12) objects. Their properties carry
    ``x-kind`` (how a value is normalised), ``x-privacy`` (a ``Privacy``), ``x-zh`` (the Chinese
    description), for quantities ``x-unit``, and ``x-internal`` when no planner is offered it.
    ``required_by_action`` lists what each action needs beyond ``action`` itself. ``effects`` and
    ``inverses`` are keyed by action, or by ``ANY_ACTION``. ``cues`` are words people use for the
    tool that its description lacks. ``conflicts`` names tools whose state excludes this one's;
    ``changes`` those whose state it alters as a side effect. A ``long_tail`` tool belongs to some
    third party's service: no sandbox has rules for it, only a simulated world answers it.
    """

    name: type_name
    domain: Domain
    description: Bilingual
    cues: Bilingual
    arguments: dict[str, JsonValue]
    required_by_action: dict[str, tuple[str, ...]] = {}
    results: dict[str, JsonValue]
    effects: dict[str, Effect]
    preconditions: tuple[Precondition, ...] = ()
    errors: tuple[str, ...] = ()
    inverses: dict[str, Inverse] = {}
    conflicts: tuple[type_name, ...] = ()
    changes: tuple[type_name, ...] = ()
    mechanism: Mechanism
    long_tail: bool = False

    @property
    def properties(self) -> dict[str, dict[str, JsonValue]]:
        """Argument name to its JSON Schema, in declaration order."""
        return self.arguments["properties"]  # type: ignore[return-value]

    @property
    def offered(self) -> dict[str, dict[str, JsonValue]]:
        """The properties that a planner is shown; the rest (``x-internal``) serve undo."""
        return {
            name: schema for name, schema in self.properties.items() if not schema.get("x-internal")
        }

    @property
    def actions(self) -> tuple[str, ...]:
        """Values of the ``action`` argument, or ``(ANY_ACTION,)`` when there is none."""
        action = self.properties.get("action")
        return tuple(action["enum"]) if action else (ANY_ACTION,)  # type: ignore[arg-type]

    def action_of(self, arguments: dict[str, JsonValue]) -> str:
        """The action that ``arguments`` asks for."""
        return str(arguments.get("action", ANY_ACTION))

    def effect_of(self, arguments: dict[str, JsonValue]) -> Effect:
        """The effect of a call with ``arguments``; an undeclared action counts as irreversible."""
        action = self.action_of(arguments)
        return self.effects.get(action, self.effects.get(ANY_ACTION, Effect.IRREVERSIBLE))

    def required(self, action: str) -> tuple[str, ...]:
        """Names of the arguments that ``action`` needs, ``action`` itself included."""
        always: list[str] = list(self.arguments.get("required", []))  # type: ignore[arg-type]
        extra = self.required_by_action.get(action, ())
        return tuple(always) + tuple(name for name in extra if name not in always)


def catalogue_digest(specs: list[ToolSpec]) -> str:
    """SHA-256 over the specs in name order: the identity of a set of tools."""
    ordered = sorted(specs, key=lambda spec: spec.name)
    return digest([spec.model_dump(mode="json") for spec in ordered])


class ToolCall(Frozen):
    """One tool with its arguments, as the planner wrote them."""

    name: str
    arguments: dict[str, JsonValue] = {}


class ToolFault(Frozen):
    """Why a call failed: a code from the tool's spec, one sentence, and whether to try again."""

    code: str
    message: str
    retryable: bool = False


class ToolResult(Frozen):
    """What a call returned: ``data`` on success, ``fault`` on failure, never both."""

    ok: bool
    data: dict[str, JsonValue] = {}
    fault: ToolFault | None = None


class Change(Frozen):
    """One record of the phone before and after; ``None`` where it does not exist."""

    table: str
    key: str
    before: JsonValue = None
    after: JsonValue = None
