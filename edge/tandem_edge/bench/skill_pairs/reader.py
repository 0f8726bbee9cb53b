"""A planner without a model that reads instructions and does what they say, and no more.

It looks for a skill with the request's own words, opens the best one, takes the procedure whose
heading shares most words with the request, and carries out its numbered steps. It calls nothing
that is not on offer. Where no procedure fits, it does what the request plainly asks for
(``habit``), and it stops at the first call that fails unless the next steps say what then.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tandem_edge.bench.agents.scripted import written
from tandem_edge.bench.skill_pairs.following import Said, filled, holds
from tandem_edge.bench.skill_pairs.telling import (
    Seen,
    instructions,
    listed_skills,
    offered,
    seen,
)
from tandem_edge.bench.tasks.plans import PlanStep
from tandem_edge.harness.recall import terms
from tandem_edge.planner.protocol import Planned, Prompt
from tandem_edge.skills.offering import LOAD, SEARCH
from tandem_edge.skills.procedures import CONTROLS, Form, Procedure, ordered_names, procedures
from tandem_shared.events import Usage
from tandem_shared.tools import ToolCall

SHARED = 2
"""Terms that a heading has to share with the request, so that it speaks of it."""
MOST_OPENED = 3
"""Skills that are opened for one part of a request before it gives up."""
_PARTS = re.compile(r"[.;。；]\s*")
_SEVERAL = re.compile("several skills|几个技能")
Work = Generator[str, Prompt, None]


@dataclass(frozen=True)
class Found:
    """A skill that a search or the list of tools has named, and the call that loads it."""

    name: str
    purpose: str
    load: ToolCall

    @property
    def orders_others(self) -> bool:
        """Whether it says that it is for several skills at once."""
        return bool(_SEVERAL.search(self.purpose))


Finding = Generator[str, Prompt, tuple[list[Found], Prompt]]


@dataclass
class Reader:
    """See the module's docstring. ``opened`` is what was loaded, by name."""

    request: str
    said: Said
    habit: Sequence[ToolCall]
    name: str = "instruction-reader"
    opened: dict[str, str] = field(default_factory=dict)
    _work: Work | None = None

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        if self._work is None:
            self._work = self._begin(prompt)
            return Planned(next(self._work), (), Usage())
        return Planned(self._work.send(prompt), (), Usage())

    def close(self) -> None:
        """Nothing to free."""

    def _begin(self, prompt: Prompt) -> Work:
        parts = [part for part in _PARTS.split(self.request) if part.strip()]
        chosen: dict[str, Procedure] = {}
        for part in parts:
            name, prompt = yield from self._open(part, prompt)
            procedure = _fitting(self.opened.get(name, ""), part)
            if procedure:
                chosen[name] = procedure
        if len(chosen) < len(parts):
            yield from self._as_said(prompt)
        else:
            for name in self._in_order(chosen):
                prompt = yield from self._follow(chosen[name], prompt)
        while True:
            yield written(PlanStep(kind="done", text="Done. 好了。"))

    def _open(self, part: str, prompt: Prompt) -> Generator[str, Prompt, tuple[str, Prompt]]:
        """Load skills, best first, until one has a procedure for ``part``; the name of that one.

        With two loaded, the one that orders others is loaded too.
        """
        found, prompt = yield from self._find(part, prompt)
        name = ""
        for each in [each for each in found if not each.orders_others][:MOST_OPENED]:
            prompt = yield from self._load(each, prompt)
            if _fitting(self.opened[each.name], part):
                name = each.name
                break
        for each in found:
            if each.orders_others and len(self.opened) > 1:
                prompt = yield from self._load(each, prompt)
        return name, prompt

    def _find(
        self, part: str, prompt: Prompt
    ) -> Generator[str, Prompt, tuple[list[Found], Prompt]]:
        if SEARCH in offered(prompt):
            prompt = yield _calls(ToolCall(name=SEARCH, arguments={"query": part[:200]}))
            rows = seen(prompt).data.get("skills", [])
            pairs = [(each["name"], each["purpose"]) for each in rows]
            loads = [ToolCall(name=LOAD, arguments={"name": name}) for name, _ in pairs]
        else:
            pairs = sorted(listed_skills(prompt), key=lambda pair: -_shared(" ".join(pair), part))
            loads = [ToolCall(name=name) for name, _ in pairs]
        return [Found(*pair, load) for pair, load in zip(pairs, loads, strict=True)], prompt

    def _load(self, found: Found, prompt: Prompt) -> Generator[str, Prompt, Prompt]:
        if found.name not in self.opened:
            prompt = yield _calls(found.load)
            self.opened[found.name] = instructions(prompt)
        return prompt

    def _in_order(self, chosen: dict[str, Procedure]) -> list[str]:
        """The chosen skills in the order that a loaded skill gives, if one does."""
        names = frozenset(chosen)
        for body in self.opened.values():
            order = ordered_names(body, names)
            if len(order) == len(names):
                return list(order)
        return list(chosen)

    def _as_said(self, prompt: Prompt) -> Work:
        for call in self.habit:
            if call.name not in offered(prompt):
                return
            prompt = yield _calls(call)
            if seen(prompt).code:
                return

    def _follow(self, procedure: Procedure, prompt: Prompt) -> Generator[str, Prompt, Prompt]:
        """Do the steps; one whose condition does not hold is passed over."""
        last = Seen()
        for step in procedure.steps:
            if not holds(step, last):
                continue
            for form in step.forms:
                for arguments in filled(form, self.said, last.data):
                    if form.name not in {*offered(prompt), *CONTROLS}:
                        return prompt
                    prompt = yield _written(form, arguments)
                    last = seen(prompt)
                if last.code:
                    break
        return prompt


def _fitting(body: str, part: str) -> Procedure | None:
    """The procedure whose heading speaks of ``part``, if any does."""
    best = max(procedures(body), key=lambda each: _shared(each.title, part), default=None)
    return best if best and _shared(best.title, part) >= SHARED else None


def _shared(one: str, two: str) -> int:
    return len(set(terms(one.replace("_", " "))) & set(terms(two)))


def _calls(call: ToolCall) -> str:
    return written(PlanStep(kind="calls", calls=(call,)))


def _written(form: Form, arguments: dict[str, Any]) -> str:
    if form.name == "ask":
        return written(PlanStep(kind="ask", text=next(iter(arguments.values()), "")))
    if form.name == "refuse":
        return written(PlanStep(kind="refuse", text=next(iter(arguments.values()), "")))
    return _calls(ToolCall(name=form.name, arguments=arguments))
