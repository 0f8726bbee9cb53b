"""``tandem-planner``: the planner alone, on the client's tools in the planner's own dialect."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from tandem_edge.foreign_tools.schemas import Unsupported
from tandem_edge.foreign_tools.tools import ForeignTool, convert, local_names
from tandem_edge.harness.recall import language_of
from tandem_edge.phone.normalise import BadArgument
from tandem_edge.planner.actions import Calls, Done, Refuse, Step
from tandem_edge.planner.dialects import Dialect, Misread
from tandem_edge.planner.forms import CONTROL, control_step
from tandem_edge.planner.protocol import Message, Planner, Prompt, Role
from tandem_edge.serving.pieces import End, Extra, Piece, Text, ToolCalls
from tandem_edge.serving.requests import ChatRequest, MadeCall, Problem, Said, Tool
from tandem_shared.events import Usage
from tandem_shared.text import visible
from tandem_shared.tools import Effect, ToolCall, ToolFault, ToolResult

NAME = "tandem-planner"


@dataclass(frozen=True)
class PlannerModel:
    """One planner step a request; the client carries the calls out and asks again."""

    planner: Planner
    dialect: Dialect
    step_s: float
    name: str = NAME

    def answer(self, request: ChatRequest, cancel: threading.Event) -> Iterator[Piece]:
        """See ``Model.answer``."""
        tools, left_out = offered(request.tools if request.tool_choice != "none" else [])
        prompt = self._prompt(request, tools)
        planned = self.planner.step(prompt, deadline_s=self.step_s, cancel=cancel)
        if left_out:
            yield Extra({"left_out": left_out})
        try:
            step = self.dialect.read(planned.text)
        except Misread as error:
            yield Extra({"misread": str(error)})
            yield End("length", planned.usage)
            return
        yield from _pieces(step, tools, request.parallel_tool_calls is not False, planned.usage)

    def _prompt(self, request: ChatRequest, tools: Mapping[str, ForeignTool]) -> Prompt:
        last = max(
            (at for at, said in enumerate(request.messages) if said.role == "user"), default=-1
        )
        if last < 0:
            raise Problem(400, "there is no message of the user", param="messages")
        text = visible(request.messages[last].text)
        language = language_of(text)
        specs = [tool.spec for tool in tools.values()]
        notes = "\n".join(
            visible(said.text) for said in request.messages if said.role in ("system", "developer")
        )
        history = _History(self.dialect, tools)
        return Prompt(
            self.dialect.rules(language),
            self.dialect.examples(language),
            (
                *history.of(request.messages[:last]),
                self.dialect.request(text, specs, language, notes),
                *history.of(request.messages[last + 1 :]),
            ),
            possible(self.dialect.schema(specs)),
            request.tokens,
        )


def offered(tools: Sequence[Tool]) -> tuple[dict[str, ForeignTool], dict[str, JsonValue]]:
    """The client's tools by the planner's names for them, and why others are left out.

    Raises ``Problem`` (400) for two tools of one name.
    """
    names = [tool.function.name for tool in tools]
    if len(set(names)) < len(names):
        raise Problem(400, "two tools have the same name", param="tools")
    locals_ = local_names(names, "")
    found: dict[str, ForeignTool] = {}
    left_out: dict[str, JsonValue] = {}
    for each in (tool.function for tool in tools):
        local = locals_[each.name]
        try:
            found[local] = convert(
                each.name,
                each.description or "",
                each.parameters or {"type": "object"},
                local=local,
                effect=Effect.WRITE,
            )
        except Unsupported as reason:
            left_out[each.name] = str(reason)
    return found, left_out


def _pieces(
    step: Step, tools: Mapping[str, ForeignTool], several: bool, usage: Usage
) -> Iterator[Piece]:
    if isinstance(step, Calls):
        calls = tuple(_to_client(call, tools) for call in step.calls)
        yield ToolCalls(calls if several else calls[:1])
        yield End("tool_calls", usage)
        return
    match step:
        case Done(text):
            kind = "done"
        case Refuse(text):
            kind = "refuse"
        case _:
            kind, text = "ask", step.question
    yield Text(text)
    yield Extra({"decision": kind})
    yield End("stop", usage)


def _to_client(call: ToolCall, tools: Mapping[str, ForeignTool]) -> ToolCall:
    """The call in the client's names. What its schema forbids goes as it was written: whether it
    is right is the client's to judge."""
    tool = tools.get(call.name)
    if tool is None:
        return call
    try:
        return ToolCall(name=tool.foreign, arguments=tool.to_owner(call.arguments))
    except BadArgument:
        foreign = {argument.local: argument.foreign for argument in tool.arguments}
        arguments = {foreign.get(name, name): value for name, value in call.arguments.items()}
        return ToolCall(name=tool.foreign, arguments=arguments)


@dataclass(frozen=True)
class _History:
    """Earlier messages as the planner would have seen and written them."""

    dialect: Dialect
    tools: Mapping[str, ForeignTool]

    def of(self, messages: Sequence[Said]) -> Iterator[Message]:
        made: dict[str, ToolCall] = {}
        results: list[tuple[ToolCall, ToolResult]] = []
        for said in messages:
            if said.role != "tool" and results:
                yield Message(Role.PHONE, self.dialect.observation(results))
                results = []
            match said.role:
                case "user":
                    yield Message(Role.USER, visible(said.text))
                case "assistant":
                    made |= {call.id: self._call(call) for call in said.tool_calls or ()}
                    calls = [made[call.id] for call in said.tool_calls or ()]
                    if not calls:
                        calls = [ToolCall(name="done", arguments={"answer": visible(said.text)})]
                    yield Message(Role.PLANNER, written(self.dialect, calls))
                case "tool":
                    call = made.get(said.tool_call_id or "")
                    if call is None:
                        raise Problem(400, "a tool's result answers no call", param="messages")
                    results.append((call, _result(said.text)))
        if results:
            yield Message(Role.PHONE, self.dialect.observation(results))

    def _call(self, made: MadeCall) -> ToolCall:
        local = {tool.foreign: tool for tool in self.tools.values()}
        try:
            arguments: Any = json.loads(made.function.arguments or "{}")
        except (ValueError, RecursionError):
            arguments = None
        if not isinstance(arguments, dict):
            raise Problem(400, "the arguments of an earlier call are no JSON object")
        tool = local.get(made.function.name)
        if tool is None:
            return ToolCall(name=made.function.name, arguments=arguments)
        return ToolCall(name=tool.spec.name, arguments=tool.from_owner(arguments))


def _result(text: str) -> ToolResult:
    """A client's result: a JSON object as it is, other words as text; one with an ``error`` that
    says something failed."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return ToolResult(ok=True, data={"text": visible(text)})
    if isinstance(value.get("error"), str):
        return ToolResult(ok=False, fault=ToolFault(code="tool_failed", message=value["error"]))
    return ToolResult(ok=True, data=value)


def written(dialect: Dialect, calls: Sequence[ToolCall]) -> str:
    """``calls`` as a planner of this dialect writes them: the form that is read back as such."""
    for form in FORMS:
        text = form(calls)
        step = _read(dialect, text)
        if step is not None and _same(step, calls):
            return text
    return _array(calls)


def _array(calls: Sequence[ToolCall]) -> str:
    return json.dumps([call.model_dump(mode="json") for call in calls], ensure_ascii=False)


def _under_calls(calls: Sequence[ToolCall]) -> str:
    return f'{{"calls": {_array(calls)}}}'


def _tagged(calls: Sequence[ToolCall]) -> str:
    lines = (json.dumps(call.model_dump(mode="json"), ensure_ascii=False) for call in calls)
    return "\n".join(f"<tool_call>\n{line}\n</tool_call>" for line in lines)


def _parameters(calls: Sequence[ToolCall]) -> str:
    each = ({"name": call.name, "parameters": call.arguments} for call in calls)
    return "; ".join(json.dumps(one, ensure_ascii=False) for one in each)


FORMS = (_array, _under_calls, _tagged, _parameters)


def _read(dialect: Dialect, text: str) -> Step | None:
    try:
        return dialect.read(text)
    except Misread:
        return None


def _same(step: Step, calls: Sequence[ToolCall]) -> bool:
    if calls[0].name in CONTROL:
        said = str(calls[0].arguments.get(CONTROL[calls[0].name], ""))
        return step == control_step(calls[0].name, said)
    return isinstance(step, Calls) and step.calls == tuple(calls[: len(step.calls)])


def possible(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """``schema`` without alternatives that nothing can satisfy: calls, when there are no tools."""
    pruned = _pruned(schema)
    return pruned if isinstance(pruned, dict) else {}


def _pruned(node: Any) -> Any:
    """``node`` without empty alternatives; ``None`` when nothing satisfies it."""
    if isinstance(node, list):
        return [_pruned(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        inner = _pruned(value)
        if key == "anyOf":
            inner = [each for each in inner if each is not None]
            if not inner:
                return None
        if key == "items" and inner is None:
            return None
        kept[key] = inner
    return kept
