"""Checks of everything Tandem stands on; each says what it found and how to mend it."""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tandem_edge.files import private_folder
from tandem_edge.outbound.endpoints import Endpoint, endpoint_of
from tandem_edge.settings import Settings
from tandem_shared.errors import TandemError
from tandem_shared.text import one_line

NEEDED_PYTHON = (3, 11)
NEEDED_FREE_MB = 1000
"""What a pull of the default planner and its assembly take, with room to spare."""


@dataclass(frozen=True)
class Finding:
    """One line of the report. ``exit_code`` is 0 unless the check failed."""

    state: str
    name: str
    fact: str
    fix: str = ""
    exit_code: int = 0

    def line(self) -> str:
        """The finding as one line of text."""
        text = f"{self.state:<5} {self.name:<10} {one_line(self.fact)}"
        return f"{text}   try: {one_line(self.fix)}" if self.fix else text

    def as_json(self) -> dict[str, Any]:
        """The finding as a JSON object."""
        return asdict(self)


def examine(settings: Settings) -> list[Finding]:
    """Run every check; a check that breaks is itself a finding."""
    return [finding for check in CHECKS for finding in _guarded(check, settings)]


def _guarded(check: Callable[[Settings], Finding], settings: Settings) -> Iterator[Finding]:
    name = check.__name__.lstrip("_")
    try:
        yield check(settings)
    except TandemError as error:
        yield Finding("FAIL", name, str(error), error.hint, error.exit_code)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        fact = f"{where}{error.strerror or error}"
        yield Finding("FAIL", name, fact, "see that you may read and write there", 1)
    except Exception as error:
        yield Finding("FAIL", name, f"the check broke: {type(error).__name__}: {error}", "", 1)


def _python(settings: Settings) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < NEEDED_PYTHON:
        return Finding("FAIL", "python", version, "install Python 3.11 or newer", 3)
    return Finding("ok", "python", version)


def _compiler(settings: Settings) -> Finding:
    """The compiler is needed once, to build llama.cpp; make drives the set-up."""
    missing = [name for name in ("g++", "make") if shutil.which(name) is None]
    built = importlib.util.find_spec("llama_cpp") is not None
    if not missing:
        return Finding("ok", "compiler", "g++ and make are here")
    fact, fix = f"no {' and no '.join(missing)}", "apt install g++ make"
    return (
        Finding("warn", "compiler", fact, fix)
        if built
        else Finding("FAIL", "compiler", fact, fix, 3)
    )


def _planner(settings: Settings) -> Finding:
    from tandem_edge.facade import SCRIPTED, open_planner

    if endpoint := endpoint_of(settings.planner, settings.endpoints):
        return _far_planner(settings, endpoint)
    if importlib.util.find_spec("llama_cpp") is None:
        return Finding("FAIL", "planner", "llama-cpp-python is not installed", "make run", 3)
    if settings.planner.startswith(SCRIPTED):
        open_planner(settings).close()
        return Finding("ok", "planner", settings.planner)
    from tandem_edge.models.resolve import resolve

    model = resolve(settings.planner, settings.models_dir)
    fact = f"{model.name}, {model.path.stat().st_size / 1e6:,.0f} MB"
    return Finding("ok", "planner", fact + _adapter(settings))


def _adapter(settings: Settings) -> str:
    from tandem_edge.llm.opening import planner_adapter

    found = planner_adapter(settings)
    return f", with the adapter {found.name}, SHA-256 {found.sha256[:12]}" if found else ""


def _far_planner(settings: Settings, endpoint: Endpoint) -> Finding:
    """A planner elsewhere; nothing is sent to see whether it answers."""
    from tandem_edge.facade import open_outbound
    from tandem_edge.outbound.destinations import Purpose

    where = endpoint.destination
    fact = f"{endpoint.model} @ {where.name}"
    if where.local:
        return Finding("ok", "planner", f"{fact}, on this machine")
    open_outbound(settings).require(where.name, Purpose.PLANNER)
    return Finding("ok", "planner", f"{fact}: requests leave this device")


def _embedder(settings: Settings) -> Finding:
    """Without it the agent goes on: tools are recalled by words alone."""
    from tandem_edge.embedder.opening import open_embedder

    try:
        embedder = open_embedder(settings.models_dir)
    except TandemError as error:
        return Finding(
            "warn", "embedder", f"{error}: tools are recalled by words alone", error.hint
        )
    size = embedder.path.stat().st_size / 1e6
    return Finding("ok", "embedder", f"{embedder.name}, {size:,.0f} MB")


def _harness(settings: Settings) -> Finding:
    """The guidance must have been built for the phone's tools; no request is taken without."""
    from tandem_edge.harness.adapter.guidance import adapt
    from tandem_edge.harness.adapter.storing import load_config
    from tandem_edge.phone.catalogue import load_catalogue

    config = load_config(settings.harness)
    adapt(config, load_catalogue().specs)
    which = settings.harness or "the default"
    return Finding("ok", "harness", f"{which}, digest {config.digest[:12]}")


def _mcp(settings: Settings) -> Finding:
    """The servers that are written down; none is started to see whether it works."""
    from tandem_edge.mcp_servers.checking import book_of

    servers = book_of(settings).servers()
    waiting = [server.name for server in servers if server.approved is None]
    fact = f"{len(servers)} servers, {len(servers) - len(waiting)} approved"
    if waiting:
        fact = f"{fact}: the tools of {', '.join(waiting)} are not used"
        return Finding("warn", "mcp", fact, f"tandem mcp check {waiting[0]}")
    return Finding("ok", "mcp", fact)


def _phone(settings: Settings) -> Finding:
    from tandem_edge.facade import open_phone

    phone = open_phone(settings)
    count = len(phone.catalogue.specs)
    return Finding(
        "ok", "phone", f"{phone.name}: {count} tools, clock {phone.now():%Y-%m-%d %H:%M}"
    )


def _tools(settings: Settings) -> Finding:
    from tandem_edge.phone.catalogue import load_catalogue

    faults = load_catalogue().faults
    if faults:
        return Finding("FAIL", "tools", "; ".join(faults), "mend or remove that file", 4)
    return Finding("ok", "tools", "every tool family loads")


def _agents(settings: Settings) -> Finding:
    """A sub-agent or an app's screens that did not load: the others work without it."""
    from tandem_edge.phone.sandbox.screens.discovery import load_apps
    from tandem_edge.subagents.discovery import load_agents

    found = load_agents()
    faults = (*found.faults, *load_apps().faults)
    if faults:
        return Finding("FAIL", "agents", "; ".join(faults), "mend or remove that file", 1)
    offline = sum(agent.offline for agent in found.agents.values())
    return Finding("ok", "agents", f"{len(found.agents)} sub-agents, {offline} work offline")


def _skills(settings: Settings) -> Finding:
    """A skill of the owner's that is broken is left out; the agent goes on without it."""
    from tandem_edge.skills.shelf import load_shelf

    shelf = load_shelf(settings.skills_folder)
    own = sum(not skill.builtin for skill in shelf.skills)
    fact = f"{len(shelf.skills)} skills, {own} of them yours"
    if shelf.faults:
        said = "; ".join(fault.line() for fault in shelf.faults)
        return Finding("warn", "skills", f"{fact}; {said}", "tandem skill lint")
    return Finding("ok", "skills", fact)


def _memory(settings: Settings) -> Finding:
    """Whether an agent would remember: its key has to open without asking."""
    from tandem_edge.memory.state import look

    return Finding("warn" if (told := look(settings))[1] else "ok", "memory", *told)


def _reading(settings: Settings) -> Finding:
    """A family of rules that did not load: what it reads is kept as turns only."""
    from tandem_edge.memory.extraction.rules import load_rules

    found = load_rules()
    if found.faults:
        return Finding("FAIL", "reading", "; ".join(found.faults), "mend or remove that file", 1)
    return Finding("ok", "reading", f"{len(found.rules)} rules read what is told")


def _disk(settings: Settings) -> Finding:
    folder = settings.models_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free / 1e6
    if free < NEEDED_FREE_MB:
        fix = "free some space, or set TANDEM_MODELS_DIR to a folder on another disk"
        return Finding("warn", "disk", f"{free:,.0f} MB free for models in {folder}", fix)
    return Finding("ok", "disk", f"{free:,.0f} MB free for models")


def _home(settings: Settings) -> Finding:
    try:
        private_folder(settings.home)
        with tempfile.TemporaryFile(dir=settings.home) as probe:
            probe.write(b"probe")
    except OSError as error:
        fact = f"{settings.home} cannot be written: {error.strerror}"
        fix = "set TANDEM_HOME, or --home, to a folder that you may write to"
        return Finding("FAIL", "home", fact, fix, 1)
    return Finding("ok", "home", str(settings.home))


CHECKS: tuple[Callable[[Settings], Finding], ...] = (
    _python,
    _compiler,
    _planner,
    _embedder,
    _phone,
    _tools,
    _skills,
    _agents,
    _harness,
    _mcp,
    _memory,
    _reading,
    _disk,
    _home,
)
