"""The only door into the edge: what screens, commands and the trainer may open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.harness.budget import Budget
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.loop import Harness, decline
from tandem_edge.harness.ports import Approve, Journal, NoJournal
from tandem_edge.phone.protocol import Phone
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.protocol import Planner
from tandem_edge.policy.deciding import open_policy
from tandem_edge.settings import Settings, load_settings
from tandem_edge.undo.journal import JOURNAL_NAME, UndoJournal
from tandem_edge.undo.undoing import Undoer
from tandem_shared.errors import PhoneError
from tandem_shared.events import Event

__all__ = [
    "Agent",
    "Settings",
    "load_settings",
    "open_agent",
    "open_phone",
    "open_planner",
    "open_undo",
]

SCRIPTED = "scripted:"


@dataclass
class Agent:
    """A planner, a harness and a phone, ready to take requests. One conversation."""

    harness: Harness

    @property
    def phone_name(self) -> str:
        """``sandbox`` or a serial."""
        return self.harness.phone.name

    @property
    def planner_name(self) -> str:
        """The planner's name."""
        return self.harness.planner.name

    def ask(self, text: str) -> Iterator[Event]:
        """Carry out a request, or reply to the question that the last one ended in.

        See ``Harness.run`` for the events and errors.
        """
        return self.harness.run(text)

    def start_over(self, settings: Settings, *, seed: int) -> None:
        """Forget the conversation and take a fresh sandbox phone; the planner stays loaded."""
        self.harness.phone = open_phone(settings, seed=seed)
        self.harness.journal = open_journal(settings, self.harness.phone)
        self.harness.conversation = Conversation()

    def cancel(self) -> None:
        """Stop the running request soon. Callable from any thread."""
        self.harness.cancel()

    def close(self) -> None:
        """End the planner's process; what was done on the phone is saved already."""
        self.harness.planner.close()


def open_agent(
    settings: Settings,
    *,
    approve: Approve = decline,
    state: Path | None = None,
    seed: int | None = None,
) -> Agent:
    """An agent as ``settings`` describe it.

    ``state`` and ``seed`` choose the sandbox phone as in ``open_phone``; ``approve`` is asked
    about calls that need the owner's word. The planner starts loading at once, in its own process.

    Raises ``MissingError``, ``TrustError``, ``UsageError`` (planner; rules or grants that
    cannot be read) and ``PhoneError`` (phone).
    """
    policy = open_policy(settings.home)
    planner = open_planner(settings)
    try:
        phone = open_phone(settings, state=state, seed=seed)
    except BaseException:
        planner.close()
        raise
    return Agent(
        Harness(
            planner=planner,
            phone=phone,
            dialect=find_dialect("signatures"),
            approve=approve,
            policy=policy,
            journal=open_journal(settings, phone),
            budget=Budget(
                steps=settings.turn_steps,
                seconds=settings.turn_s,
                output_tokens=settings.turn_tokens,
                step_s=settings.step_s,
            ),
            candidates=settings.candidates,
            context_characters=settings.planner_context,
        )
    )


def open_journal(settings: Settings, phone: Phone) -> Journal:
    """The undo journal of a phone; a phone that is kept nowhere has none."""
    if isinstance(phone, SandboxPhone):
        if phone.path is None:
            return NoJournal()
        return UndoJournal(settings.home / JOURNAL_NAME, str(phone.path))
    return UndoJournal(settings.home / JOURNAL_NAME, phone.name)


def open_undo(settings: Settings, *, state: Path | None = None) -> Undoer:
    """The phone together with its undo journal, for ``tandem undo``. Raises ``PhoneError``."""
    phone = open_phone(settings, state=state)
    journal = open_journal(settings, phone)
    assert isinstance(journal, UndoJournal)  # without a seed, a phone is always kept somewhere
    return Undoer(phone, journal)


def open_planner(settings: Settings) -> Planner:
    """The planner named by ``settings.planner``: a model, a GGUF path, or ``scripted:FILE``."""
    if settings.planner.startswith(SCRIPTED):
        from tandem_edge.planner.scripted import ScriptedPlanner

        return ScriptedPlanner.from_file(Path(settings.planner.removeprefix(SCRIPTED)))
    from tandem_edge.models.resolve import resolve
    from tandem_edge.planner.local import LocalPlanner

    model = resolve(settings.planner, settings.models_dir)
    planner = LocalPlanner(
        name=model.name,
        path=model.path,
        turns=model.turns,
        threads=settings.planner_threads,
        context=settings.planner_context,
        load_s=settings.planner_load_s,
        prefixes=settings.models_dir / "prefixes",
        identity=model.sha256,
    )
    planner.start()
    return planner


def open_phone(settings: Settings, *, state: Path | None = None, seed: int | None = None) -> Phone:
    """The phone named by ``settings.phone``.

    The sandbox phone is loaded from ``state`` (by default the home's), or made fresh and kept
    there from its first turn on. With ``seed`` it is made fresh from that seed, and kept only
    where ``state`` says, at once and in place of the phone that was there; a file that holds no
    phone is never replaced. Raises ``PhoneError``.
    """
    if settings.phone != "sandbox":
        raise PhoneError(
            f"no phone {settings.phone}: this version acts on the sandbox phone only",
            hint="--phone sandbox",
        )
    path = state if seed is not None else state or settings.sandbox_file
    path = path.resolve() if path is not None else None
    there = SandboxPhone.load(path) if path is not None and path.exists() else None
    if seed is None:
        return there or SandboxPhone.generate(settings.seed, path)
    fresh = SandboxPhone.generate(seed, path)
    if path is not None:
        with (there or fresh).held():
            fresh.save()
    return fresh
