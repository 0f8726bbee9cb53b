"""The simulated phone: a sandbox phone whose long-tail tools a language model answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tandem_edge.llm.role import LanguageModel, ModelFailed, Question
from tandem_edge.logs import log
from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.conditions import first_failure
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.phone.simulated.account import Account, Answer, StatedFact
from tandem_edge.phone.simulated.answers import read_answer
from tandem_edge.phone.simulated.discovery import load_world_catalogue
from tandem_edge.phone.simulated.ledger import Ledger, fixed_by
from tandem_edge.phone.simulated.prompt import RULES, render
from tandem_edge.phone.simulated.shape import Shape, answer_schema, shape_of
from tandem_shared.text import one_line
from tandem_shared.tools import Change, ToolCall, ToolFault, ToolResult, ToolSpec

SIMULATOR_FAILED = "simulator_failed"
"""Code of the fault when the model gave no valid answer, not even when told what was wrong."""
DEADLINE_S = 180.0
"""For one answer of a service; a small model on a busy core is slow."""


@dataclass
class SimulatedPhone:
    """A phone in memory with third parties' services, for one attempt at one ``task``.

    The phone's own tools act on ``base``, the sandbox phone that also gives clock and network;
    what the model says of its services is kept in ``ledger`` and ``answers``. ``facts`` are what
    the task states about records. With ``held_to_ledger`` the answer's schema leaves no choice
    where the call or an earlier answer decides a field; without, the prompt alone says so.
    """

    base: SandboxPhone
    model: LanguageModel
    task: str = ""
    facts: tuple[StatedFact, ...] = ()
    held_to_ledger: bool = True
    name: str = "simulated"
    catalogue: Catalogue = field(default_factory=load_world_catalogue)
    ledger: Ledger = field(default_factory=Ledger)
    answers: list[Answer] = field(default_factory=list)
    deadline_s: float = DEADLINE_S
    cancel: threading.Event = field(default_factory=threading.Event)
    repairs: int = 0
    """Answers that had to be asked for twice."""
    _changes: list[Change] = field(default_factory=list)
    _marks: list[tuple[int, int]] = field(default_factory=list)

    def now(self) -> datetime:
        """The phone's clock."""
        return self.base.now()

    def call(self, call: ToolCall) -> Execution:
        """See ``Phone.call``. The services' records are kept for this attempt only."""
        spec = self.catalogue.spec(call.name)
        if spec is None or not spec.long_tail:
            return self.base.call(call)
        arguments, refused = self._understand(call, spec)
        if refused is not None:
            return Execution(refused, arguments, ())
        shape = shape_of(spec, spec.action_of(arguments))
        result = self._ask(spec, shape, arguments)
        changes = self._enter(shape, result)
        clock = self.now().strftime("%Y-%m-%dT%H:%M")
        self.answers.append(Answer(clock=clock, call=call, arguments=arguments, result=result))
        return Execution(result, arguments, changes)

    def preview(self, call: ToolCall) -> Execution:
        """What ``call`` would act on; the service is not asked, so nothing of its answer."""
        spec = self.catalogue.spec(call.name)
        if spec is None or not spec.long_tail:
            return self.base.preview(call)
        arguments, refused = self._understand(call, spec)
        return Execution(refused or ToolResult(ok=True), arguments, ())

    def mark(self) -> int:
        """A point in this phone's history."""
        self._marks.append((self.base.mark(), len(self._changes)))
        return len(self._marks) - 1

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """Net effect since ``mark`` on the phone, then on the services' records."""
        phone, services = self._marks[mark]
        first: dict[tuple[str, str], Change] = {}
        for change in self._changes[services:]:
            earlier = first.get((change.table, change.key), change)
            first[change.table, change.key] = change.model_copy(update={"before": earlier.before})
        net = tuple(change for change in first.values() if change.before != change.after)
        return (*self.base.changes_since(phone), *net)

    @contextmanager
    def held(self) -> Iterator[None]:
        """See ``Phone.held``."""
        with self.base.held():
            yield

    def account(self) -> Account:
        """What the services said so far; not validated yet."""
        return Account(task=self.task, facts=self.facts, answers=tuple(self.answers))

    def _understand(
        self, call: ToolCall, spec: ToolSpec
    ) -> tuple[dict[str, Any], ToolResult | None]:
        """The arguments as meant, and the phone's own refusal if there is one."""
        try:
            arguments = normalise(spec, call.arguments, self.now())
        except BadArgument as error:
            return {}, _fault(error.code, str(error))
        action = spec.action_of(arguments)
        code, reason = first_failure(self.base.store, spec.preconditions, action)
        return arguments, _fault(code, reason) if code else None

    def _ask(self, spec: ToolSpec, shape: Shape, arguments: dict[str, Any]) -> ToolResult:
        """What the model answers. Raises ``CancelledError`` once ``cancel`` is set."""
        fixed = fixed_by(shape, arguments, self.ledger) if self.held_to_ledger else {}
        schema = answer_schema(shape, fixed)
        text = render(
            spec,
            shape,
            arguments,
            clock=self.now(),
            task=self.task,
            facts=self.facts,
            ledger=self.ledger,
            answers=self.answers,
        )
        question = Question(
            RULES,
            text,
            schema,
            private=frozenset(),  # services, tasks and records are all made up
            check=lambda value: read_answer(value, shape, schema),
        )
        try:
            reply = self.model.ask(question, deadline_s=self.deadline_s, cancel=self.cancel)
        except ModelFailed as error:
            why = one_line(str(error), limit=160)
        else:
            self.repairs += reply.tries - 1
            return read_answer(reply.value, shape, schema)
        log("simulator failed", tool=spec.name)
        return _fault(SIMULATOR_FAILED, f"the simulated service gave no valid answer: {why}")

    def _enter(self, shape: Shape, result: ToolResult) -> tuple[Change, ...]:
        """Put an answer into the ledger; returns what a write changed."""
        if not result.ok:
            return ()
        changes = []
        for record in shape.records(result.data):
            key = str(record[shape.key])
            before = self.ledger.view(shape.kind, key)
            self.ledger.note(shape.kind, key, record, len(self.answers))
            after = self.ledger.view(shape.kind, key)
            if shape.writes and before != after:
                change = Change(table=shape.plural, key=key, before=before, after=after)
                changes.append(change)
        self._changes += changes
        return tuple(changes)


def _fault(code: str, message: str) -> ToolResult:
    return ToolResult(ok=False, fault=ToolFault(code=code, message=message))
