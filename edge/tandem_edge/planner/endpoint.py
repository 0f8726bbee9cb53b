"""A planner behind any OpenAI-compatible endpoint: native tool calling, or plain text.

In plain text the dialect does the talking and the answer's JSON Schema goes along as
``response_format``. With native tools the conversation is written in the API's own roles, and the
calls that come back as the JSON array that the ``native`` dialect reads.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tandem_edge.llm.chat import Chat, Completion, EndpointFailed
from tandem_edge.outbound.endpoints import Mode
from tandem_edge.outbound.privacy import EVERY
from tandem_edge.planner.actions import Ask
from tandem_edge.planner.dialects import Misread
from tandem_edge.planner.forms import functions_of, loaded, plain_step, without_thinking
from tandem_edge.planner.protocol import Message, Planned, Prompt, Role
from tandem_shared.errors import PlannerError
from tandem_shared.text import one_line
from tandem_shared.tools import Privacy

LONGEST_NAME = 80
_CHINESE = re.compile("[\u3400-\u9fff]")


@dataclass
class EndpointPlanner:
    """A model behind ``chat``, which is closed with it.

    Of the phone's private fields only the classes that the owner allowed go out; a prompt with
    others is refused. ``made_up`` says that nothing in the prompts is anybody's, as in the
    benchmark, so that only the destination needs consent.
    """

    chat: Chat
    mode: Mode
    made_up: bool = False

    @property
    def name(self) -> str:
        """The model's own name, and where it is: what the screen says of every turn."""
        return f"{self.chat.gate.model} @ {self.chat.gate.destination.name}"

    @property
    def destination(self) -> str:
        """Where prompts go: ``""`` on this machine, else the host that is consented to."""
        where = self.chat.gate.destination
        return "" if where.local else where.name

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``. Raises ``PrivacyError`` and ``CapReached`` before anything goes."""
        body = tool_body(prompt) if self.mode is Mode.TOOLS else text_body(prompt)
        try:
            done = self.chat.complete(
                body,
                private=frozenset() if self.made_up else private_in(prompt.messages),
                deadline_s=deadline_s,
                cancel=cancel,
            )
        except EndpointFailed as error:
            raise PlannerError(str(error), hint=error.hint) from error
        text = written(done) if self.mode is Mode.TOOLS else done.text
        return Planned(text, (), done.usage)

    def close(self) -> None:
        """See ``Planner.close``."""
        self.chat.close()


def private_in(messages: Sequence[Message]) -> frozenset[Privacy]:
    """The classes of private fields in ``messages``.

    What the phone said without saying of which classes may be of any. What the owner said is for
    the planner to read.
    """
    unknown = {Role.PHONE: EVERY}
    classes = [
        each.private if each.private is not None else unknown.get(each.role, frozenset())
        for each in messages
    ]
    return frozenset().union(*classes)


def text_body(prompt: Prompt) -> dict[str, Any]:
    """The request in plain text."""
    roles = {Role.USER: "user", Role.PLANNER: "assistant", Role.PHONE: "user"}
    said = [
        {"role": roles[each.role], "content": each.text}
        for each in (*prompt.examples, *prompt.messages)
    ]
    body = _body(prompt, said)
    if prompt.schema:
        wanted = {"name": "step", "schema": prompt.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": wanted}
    return body


def tool_body(prompt: Prompt) -> dict[str, Any]:
    """The request with native tools; every call in the history has its result."""
    said = [*_in_roles((*prompt.examples, *prompt.messages))]
    asked = [each.text for each in prompt.messages if each.role is Role.USER]
    language = "zh" if asked and _CHINESE.search(asked[-1]) else "en"
    return {
        **_body(prompt, said),
        "tools": functions_of(prompt.tools, language),
        "tool_choice": "required",
    }


def written(done: Completion) -> str:
    """What came back, as a JSON array of calls.

    Words beside calls are dropped. Words alone are a question, or the answer. Arguments that are
    no JSON object go on as they are, for the dialect to refuse.
    """
    if done.calls:
        named = [(one_line(name, limit=LONGEST_NAME), _arguments(a)) for name, a in done.calls]
        return _array(named)
    try:
        step = plain_step(without_thinking(done.text))
    except Misread:
        return "[]"
    if isinstance(step, Ask):
        return _array([("ask", {"question": step.question})])
    return _array([("done", {"answer": getattr(step, "answer", "")})])


def _body(prompt: Prompt, said: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "messages": [{"role": "system", "content": prompt.system}, *said],
        "max_tokens": prompt.max_tokens,
        "temperature": 0,
        "seed": 0,
    }


def _in_roles(messages: Sequence[Message]) -> Iterator[dict[str, Any]]:
    waiting: list[str] = []
    for place, message in enumerate(messages):
        if message.role is Role.PLANNER:
            calls = _calls(message.text, place)
            waiting = [each["id"] for each in calls]
            yield _assistant(message.text, calls)
            continue
        lines = message.text.split("\n") if message.role is Role.PHONE else []
        for at, name in enumerate(waiting):
            content = lines[at] if at < len(lines) else "ok"
            yield {"role": "tool", "tool_call_id": name, "content": content}
        rest = "\n".join(lines[len(waiting) :]) if lines else message.text
        waiting = []
        if rest.strip():
            yield {"role": "user", "content": rest.strip()}


def _calls(text: str, place: int) -> list[dict[str, Any]]:
    """An earlier answer's calls in the API's form; none if it was not understood either."""
    try:
        calls = loaded(text)
        return [
            {
                "id": f"call_{place}_{at}",
                "type": "function",
                "function": {
                    "name": each["name"],
                    "arguments": json.dumps(each["arguments"], ensure_ascii=False),
                },
            }
            for at, each in enumerate(calls)
        ]
    except (Misread, KeyError, TypeError):
        return []


def _assistant(text: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
    if calls:
        return {"role": "assistant", "content": None, "tool_calls": calls}
    return {"role": "assistant", "content": text}


def _arguments(text: str) -> Any:
    try:
        return loaded(text)
    except Misread:
        return text


def _array(calls: Sequence[tuple[str, Any]]) -> str:
    named = [{"name": name, "arguments": arguments} for name, arguments in calls]
    return json.dumps(named, ensure_ascii=False)
