"""The only door into the edge: what screens, commands and the trainer may open."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tandem_edge.harness.adapter.guidance import adapt
from tandem_edge.harness.adapter.storing import load_config
from tandem_edge.harness.budget import Budget
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.loop import Harness, decline
from tandem_edge.harness.ports import Approve, Candidates, Journal, NoJournal
from tandem_edge.llm.role import LanguageModel
from tandem_edge.logs import log
from tandem_edge.mcp_servers.checking import open_providers
from tandem_edge.mcp_servers.provider import McpProvider
from tandem_edge.mcp_servers.recall import WithServers
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.endpoints import Mode, endpoint_of
from tandem_edge.outbound.gate import Outbound
from tandem_edge.phone.protocol import Phone
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_edge.planner.protocol import Planner
from tandem_edge.policy.deciding import open_policy
from tandem_edge.settings import Settings, load_settings
from tandem_edge.skills.provider import SkillProvider
from tandem_edge.skills.shelf import Shelf, load_shelf
from tandem_edge.subagents.opening import Models, open_agents
from tandem_edge.undo.journal import JOURNAL_NAME, UndoJournal
from tandem_edge.undo.undoing import Undoer
from tandem_shared.errors import UsageError
from tandem_shared.events import Event, TurnEnded

if TYPE_CHECKING:
    from tandem_edge.embedder.protocol import Embedder
    from tandem_edge.memory.opening import HeldMemory
    from tandem_edge.memory.provider import AgentMemory

__all__ = [
    "Agent",
    "Settings",
    "dialect_of",
    "load_settings",
    "open_agent",
    "open_language_model",
    "open_outbound",
    "open_phone",
    "open_planner",
    "open_undo",
]

SCRIPTED = "scripted:"
CONVERSATION_SHARE = 60
"""Percent of the planner's context that the conversation may take."""


@dataclass
class Agent:
    """A planner, a harness and a phone, ready to take requests. One conversation."""

    harness: Harness
    models: Models | None = None
    """The models that sub-agents ask."""
    servers: tuple[McpProvider, ...] = ()
    """The MCP servers whose tools are on offer."""
    request: str = ""
    """What the owner said last."""
    memory: AgentMemory | None = None
    """What is remembered across requests."""
    forgetful: str = ""
    """Why nothing is remembered, in a sentence; ``""`` when something is, or was not asked for."""
    held: HeldMemory | None = None

    @property
    def phone_name(self) -> str:
        """``sandbox`` or a serial."""
        return self.harness.phone.name

    @property
    def planner_name(self) -> str:
        """The planner's name."""
        return self.harness.planner.name

    def ask(self, text: str, cancel: threading.Event | None = None) -> Iterator[Event]:
        """Carry out a request, or reply to the question that the last one ended in.

        See ``Harness.run`` for the events and errors.
        """
        self.request = text
        for event in self.harness.run(text, cancel):
            if isinstance(event, TurnEnded) and self.memory is not None:
                self.memory.hear(event.text)
            yield event

    def steer(self, text: str) -> None:
        """Say more to the running request; see ``Harness.steer``. Callable from any thread."""
        self.harness.steer(text)

    def start_over(self, settings: Settings, *, seed: int) -> None:
        """Forget the conversation and take a fresh sandbox phone; the planner stays loaded."""
        self.harness.phone = open_phone(settings, seed=seed)
        self.harness.journal = open_journal(settings, self.harness.phone)
        self._keep_words_out_of_the_journal()
        self.harness.conversation = Conversation()
        self.harness.said.clear()

    def warm_up(self) -> Iterator[tuple[str, int, int]]:
        """Evaluate every tool's signature ahead of the requests that offer it, in both languages.

        Yields the language, how many tools are ready and how many there are. Raises what the
        planner raises.
        """
        total = len(self.harness.phone.catalogue.specs)
        for language in ("en", "zh"):
            for ready in self.harness.warm_up(language):
                yield language, ready, total

    def cancel(self) -> None:
        """Stop the running request soon. Callable from any thread."""
        self.harness.cancel()

    def close(self) -> None:
        """End the models' processes; what was done on the phone is saved already."""
        self.harness.planner.close()
        if self.models is not None:
            self.models.close()
        for server in self.servers:
            server.close()
        if self.memory is not None:
            self.memory.look_after()
        if self.held is not None:
            self.held.close()

    def remember_in(self, held: HeldMemory | None, forgetful: str, characters: int) -> None:
        """Let the harness recall from a memory, and keep in it; ``forgetful`` says why not."""
        from tandem_edge.memory.provider import AgentMemory

        self.held, self.forgetful = held, forgetful
        if held is None:
            log("nothing is remembered: the memory is not open")
            return
        self.memory = AgentMemory(
            held.room,
            lambda: self.harness.conversation,
            lambda: datetime.now().astimezone(),
            characters,
        )
        self.harness.memory = self.memory
        self.harness.approve = self.memory.noting(self.harness.approve)
        self.harness.providers = (*self.harness.providers, self.memory)
        self._keep_words_out_of_the_journal()

    def _keep_words_out_of_the_journal(self) -> None:
        if self.memory is not None:
            from tandem_edge.memory.undoing import DiscreetJournal

            self.harness.journal = DiscreetJournal(self.harness.journal)

    def open_servers(self, servers: tuple[McpProvider, ...]) -> None:
        """Offer the tools of ``servers``, none of which is started yet."""
        self.servers = servers
        self.harness.providers = (*self.harness.providers, *servers)

    def open_skills(self, shelf: Shelf, reworded: Callable[[str, str], str]) -> None:
        """Let the planner find and load the skills of ``shelf``.

        ``reworded`` is a configuration's text in place of a built-in skill's own, or ``""``.
        """
        skills = SkillProvider(
            shelf, lambda: self.harness.conversation.turns[-1].language, reworded=reworded
        )
        self.harness.providers = (*self.harness.providers, skills)

    def hand_over_to(self, models: Models) -> None:
        """Let sub-agents that ask ``models`` take work from here."""
        self.models = models
        agents = open_agents(models, self.harness, lambda: self.request)
        self.harness.providers = (*self.harness.providers, agents)


def open_agent(
    settings: Settings,
    *,
    approve: Approve = decline,
    state: Path | None = None,
    seed: int | None = None,
    remember: bool = False,
) -> Agent:
    """An agent as ``settings`` describe it.

    ``state`` and ``seed`` choose the sandbox phone as in ``open_phone``; ``approve`` is asked
    about calls that need the owner's word. ``remember`` says that the owner speaks, so that memory
    may be used if its key opens without asking: not for measuring, nor for other programs. The
    planner starts loading at once, in its own process.

    Raises ``MissingError``, ``TrustError``, ``UsageError`` (planner; rules or grants that
    cannot be read; guidance that cannot be read or was built for other tools) and ``PhoneError``
    (phone).
    """
    policy = open_policy(settings.home)
    guidance = load_config(settings.harness)
    servers = open_providers(settings)
    planner = open_planner(settings)
    agent: Agent | None = None
    try:
        phone = open_phone(settings, state=state, seed=seed)
        adapter = adapt(guidance, phone.catalogue.specs)
        harness = Harness(
            planner=planner,
            phone=phone,
            dialect=dialect_of(settings),
            approve=approve,
            policy=policy,
            adapter=adapter,
            journal=open_journal(settings, phone),
            budget=_budget(settings),
            candidates=settings.candidates or guidance.candidates,
            context_tokens=settings.planner_context * CONVERSATION_SHARE // 100,
        )
        agent = Agent(harness)
        if settings.skills:
            agent.open_skills(load_shelf(settings.skills_folder), adapter.skill_text)
        agent.hand_over_to(Models(settings))
        agent.open_servers(servers)
        embedder = _find_embedder(settings)
        if remember and settings.memory:
            _remember(agent, settings, embedder)
        recall = _recall_for(harness, embedder)
        harness.choose = WithServers(recall, servers) if servers else recall
        return agent
    except BaseException:
        planner.close()
        if agent is not None and agent.held is not None:
            agent.held.close()
        raise


def _budget(settings: Settings) -> Budget:
    return Budget(
        steps=settings.turn_steps,
        seconds=settings.turn_s,
        output_tokens=settings.turn_tokens,
        step_s=settings.step_s,
    )


def _recall_for(harness: Harness, embedder: Embedder | None) -> Candidates:
    """Recall by words and meaning, or by words alone where there is no embedder."""
    from tandem_edge.harness.recall.opening import open_recall

    return open_recall(harness, embedder)


def _find_embedder(settings: Settings) -> Embedder | None:
    """The embedder; where it is not installed, tools and memories are recalled by words alone."""
    from tandem_edge.embedder.opening import find_embedder

    embedder, missing = find_embedder(settings.models_dir)
    if missing:
        log("no embedder: tools are recalled by words alone")
    return embedder


def _remember(agent: Agent, settings: Settings, embedder: Embedder | None) -> None:
    from tandem_edge.memory.opening import hold_memory

    held, forgetful = hold_memory(settings.home, embedder, settings.memory_scope)
    agent.remember_in(held, forgetful, settings.memory_recalled)


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
    from tandem_edge.memory.undoing import NAMES, PhoneWithMemory

    if any(entry.begun.call.name in NAMES for entry in journal.entries()):
        return Undoer(PhoneWithMemory(phone, settings.home, settings.memory_scope), journal)
    return Undoer(phone, journal)


def open_planner(settings: Settings, *, made_up: bool = False) -> Planner:
    """The planner named by ``settings.planner``: a model, a GGUF path, an endpoint, or a script.

    ``made_up`` says that nothing it will read is anybody's, as on the benchmark's phones. Raises
    ``MissingError``, ``TrustError``, ``UsageError``, and ``PrivacyError`` for an endpoint elsewhere
    that the owner has not allowed.
    """
    if settings.planner.startswith(SCRIPTED):
        from tandem_edge.planner.scripted import ScriptedPlanner

        return ScriptedPlanner.from_file(Path(settings.planner.removeprefix(SCRIPTED)))
    endpoint = endpoint_of(settings.planner, settings.endpoints)
    if endpoint is not None:
        from tandem_edge.llm.opening import open_chat
        from tandem_edge.planner.endpoint import EndpointPlanner

        chat = open_chat(settings, endpoint, Purpose.PLANNER)
        return EndpointPlanner(chat, endpoint.mode, made_up)
    from tandem_edge.llm.opening import open_local

    planner = open_local(settings, settings.planner, settings.planner_adapter)
    planner.start()
    return planner


def open_language_model(settings: Settings) -> LanguageModel:
    """The model that is asked for anything but the next action; see ``llm.opening``."""
    from tandem_edge.llm.opening import open_language_model

    return open_language_model(settings)


def open_outbound(settings: Settings) -> Outbound:
    """What may leave this home, and what it has cost."""
    return Outbound(settings.home, settings.prices)


def dialect_of(settings: Settings) -> Dialect:
    """The dialect to speak with the planner: ``native`` with native tools, else the one set."""
    endpoint = endpoint_of(settings.planner, settings.endpoints)
    native = endpoint is not None and endpoint.mode is Mode.TOOLS
    return find_dialect("native" if native else settings.dialect)


def open_phone(settings: Settings, *, state: Path | None = None, seed: int | None = None) -> Phone:
    """The phone named by ``settings.phone``: ``sandbox``, a serial of adb's, or ``android`` for the
    only one that is attached.

    The sandbox phone is loaded from ``state`` (by default the home's), or made fresh and kept
    there from its first turn on. With ``seed`` it is made fresh from that seed, and kept only
    where ``state`` says, at once and in place of the phone that was there; a file that holds no
    phone is never replaced. Raises ``PhoneError``, and ``UsageError`` for a file or a seed of
    another phone than the sandbox's.
    """
    if settings.phone != "sandbox":
        return _open_android(settings, kept=state is not None or seed is not None)
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


def _open_android(settings: Settings, *, kept: bool) -> Phone:
    """A phone that adb reaches."""
    from tandem_edge.phone.android.opening import open_android

    if kept:
        raise UsageError(
            f"the phone {settings.phone} keeps its own state",
            hint="leave out --state and --seed, or use --phone sandbox",
        )
    return open_android(settings.phone, settings.home)
