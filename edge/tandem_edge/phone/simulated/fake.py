"""A stand-in for a language model that plays the services and keeps proper books.

``Bookkeeper`` is deterministic: the same seed and the same calls give the same answers, and no
model runs. It reads the question as a model would (the last line holds the call, stated facts stand
above it), but remembers by itself what it said: nothing it says hangs on the prompt's records.

- A list asked for the first time gets two to four new records that fit; asked again, the same,
  and now and then a new one. The user's own records are always listed whole.
- A new record repeats what the call says, copies from the record it refers to, and adds up.
- When the phone's clock has gone on, statuses may move on and live figures change.
- It finds, changes and refuses (``not_found``, and the tool's other codes) as a service would.
- Its style varies: optional fields left out, keys and lists in any order, free text in other
  words, names in other case, JSON with and without white space, and sometimes an answer that is
  cut off, which it gives properly when told so.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tandem_edge.llm.answers import answered
from tandem_edge.llm.role import Question, Reply
from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.fake_records import drawn, ended, fits, later, redrawn, summed
from tandem_edge.phone.simulated.prompt import CALL
from tandem_edge.phone.simulated.records import Schema
from tandem_edge.phone.simulated.shape import Record, Shape, optional, shape_of
from tandem_shared.events import Usage

REFUSALS = 0.04
"""Share of writes that a service turns down for a reason of its own."""
NEW_ON_LIST = 0.2
CUT_OFF = 0.03
FACTS = "TRUE FROM THE START:\n"
_PHRASES = ("{}", "Note: {}", "{}.", "{} - thank you", "请注意：{}", "As before: {}")


@dataclass
class Bookkeeper:
    """One set of services with their books; see the module's description."""

    seed: int = 0
    services: Catalogue = field(default_factory=load_services)
    books: dict[str, dict[str, Record]] = field(default_factory=dict)
    """Kind of record to id to record."""
    shapes: dict[str, Shape] = field(default_factory=dict)
    """Kind of record to a shape that has its fields."""
    lists: dict[str, list[str]] = field(default_factory=dict)
    clock: str = ""
    owed: dict[int, str] = field(default_factory=dict)
    """By the call's number, answers that were cut off."""
    stated: list[dict[str, Any]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Each seed is a model of its own."""
        return f"bookkeeper-{self.seed}"

    def __post_init__(self) -> None:
        for spec in self.services.specs:
            for action in spec.actions:
                shape = shape_of(spec, action)
                self.shapes.setdefault(shape.kind, shape)

    @property
    def destination(self) -> str:
        """Nowhere: it runs in this process."""
        return ""

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """See ``LanguageModel.ask``."""
        return answered(question, lambda asked: (self.write(asked.text, asked.schema), Usage()))

    def write(self, prompt: str, schema: Schema) -> str:
        """What it writes, as a model would; now and then only the half of it."""
        call = json.loads(prompt.rpartition(f"\n\n{CALL}")[2])
        number = int(call["number"])
        if number in self.owed:
            return self.owed.pop(number)
        random = Random(f"{self.seed}/{number}/{call['tool']}")
        if number == 0:
            self.stated = _facts(prompt)
        text = self._answer(call, random, schema)
        if random.random() < CUT_OFF:
            self.owed[number] = text
            return text[: len(text) // 2]
        return text

    def close(self) -> None:
        """Nothing to free."""

    def _answer(self, call: dict[str, Any], random: Random, schema: Schema) -> str:
        spec = self.services.spec(call["tool"])
        assert spec is not None
        arguments = call["arguments"]
        shape = shape_of(spec, spec.action_of(arguments))
        self._let_time_pass(call["clock"], random)
        match shape.does.verb:
            case "list":
                records = self._listed(spec.name, shape, arguments, random)
                styled = [self._styled(record, shape, random, schema) for record in records]
                random.shuffle(styled)
                answer: dict[str, Any] = {"result": {shape.plural: styled}}
            case _:
                found = self._one(shape, arguments, random)
                answer = (
                    found
                    if "fault" in found
                    else {"result": self._styled(found, shape, random, schema)}
                )
        return json.dumps(
            answer, ensure_ascii=random.random() < 0.3, indent=random.choice((None, 1))
        )

    # ---- what the services do

    def _listed(
        self, tool: str, shape: Shape, arguments: dict[str, Any], random: Random
    ) -> list[Record]:
        book = self.books.setdefault(shape.kind, {})
        asked = f"{tool} {json.dumps(arguments, sort_keys=True)}"
        if asked not in self.lists:
            self.lists[asked] = []
            for _ in range(random.randint(2, 4)):
                self._remember(asked, shape, arguments, random)
        elif random.random() < NEW_ON_LIST and len(self.lists[asked]) < 5:
            self._remember(asked, shape, arguments, random)
        if shape.does.whole:
            whole = [record for record in book.values() if fits(shape, record, arguments)]
            return whole[:5]
        return [book[key] for key in self.lists[asked]]

    def _remember(
        self, asked: str, shape: Shape, arguments: dict[str, Any], random: Random
    ) -> None:
        if len(self.books.get(shape.kind, {})) < 5 or not shape.does.whole:
            record = self._made(shape, arguments, random)
            self.lists[asked].append(record[shape.key])

    def _one(self, shape: Shape, arguments: dict[str, Any], random: Random) -> Record:
        """The record that a call finds, makes or changes, or a fault."""
        for argument, kind in shape.refers.items():
            if argument in arguments and arguments[argument] not in self.books.get(kind, {}):
                return _fault("not_found", f"no such {kind}")
        reasons = [code for code in shape.faults if code != "not_found"]
        if shape.writes and reasons and random.random() < REFUSALS:
            return _fault(random.choice(reasons), "not possible at the moment")
        if shape.does.verb == "create":
            return self._made(shape, arguments, random)
        record = self.books[shape.kind][shape.named(arguments)]
        if shape.does.verb == "update":
            if ended(shape, record):
                return _fault(reasons[0] if reasons else "not_found", "it is over")
            redrawn(shape, record, arguments, self.clock, random)
        return record

    def _made(self, shape: Shape, arguments: dict[str, Any], random: Random) -> Record:
        """A new record in the books, with records for what it refers to."""
        book = self.books.setdefault(shape.kind, {})
        wanted = self._stated_for(shape) if shape.does.verb != "create" else {}
        key = self._new_key(shape, random)
        record = {shape.key: key} | wanted
        for name in shape.of_kind("id"):
            if name == shape.key:
                continue
            other = self._referred(shape, name, arguments, random)
            record |= other
        drawn(shape, record, arguments, self.clock, random)
        if shape.does.verb != "create":
            self._keep_to_facts(shape, record)
        if shape.does.status and shape.does.verb == "create":
            record["status"] = shape.does.status
        book[str(record[shape.key])] = record
        return record

    def _referred(
        self, shape: Shape, name: str, arguments: dict[str, Any], random: Random
    ) -> Record:
        """The reference ``name`` of a new record, and what it copies from there."""
        kind = str(shape.fields[name]["x-record"])
        others = self.books.setdefault(kind, {})
        key = arguments.get(str(shape.fields[name].get("x-argument")))
        if key is None:
            fresh = self._made(self.shapes[kind], {}, random)
            key = fresh[self.shapes[kind].key]
        source = others[str(key)]
        for field_name, schema in self.shapes[kind].fields.items():
            if schema.get("x-live") and schema["x-kind"] == "count" and shape.writes:
                low: Any = schema["minimum"]
                source[field_name] = max(low, source[field_name] - 1)
        copied = {
            field_name: source[field_name]
            for field_name, schema in shape.fields.items()
            if schema.get("x-copied") and field_name in source
        }
        return {name: key, **copied}

    def _new_key(self, shape: Shape, random: Random) -> str:
        prefix = str(shape.fields[shape.key]["x-prefix"])
        while True:
            key = f"{prefix}{random.randrange(1000, 99999)}"
            if key not in self.books[shape.kind]:
                return key

    def _stated_for(self, shape: Shape) -> Record:
        """What the task states about a record of this kind that has not been spoken of yet."""
        for fact in self.stated:
            if fact["kind"] == shape.kind and not fact.get("spoken_of"):
                fact["spoken_of"] = True
                return {**fact["about"], **fact["says"]}
        return {}

    def _keep_to_facts(self, shape: Shape, record: Record) -> None:
        for fact in self.stated:
            if fact["kind"] == shape.kind and fact["about"].items() <= record.items():
                record |= fact["says"]
        summed(shape, record)

    def _let_time_pass(self, clock: str, random: Random) -> None:
        if self.clock and clock > self.clock:
            for kind, book in sorted(self.books.items()):
                for record in book.values():
                    later(self.shapes[kind], record, random)
        self.clock = clock

    # ---- how it is said

    def _styled(self, record: Record, shape: Shape, random: Random, schema: Schema) -> Record:
        fixed = _fixed(schema, shape)
        said: Record = {}
        for name in random.sample([*record], len(record)):
            field_schema = shape.fields[name]
            if optional(field_schema) and random.random() < 0.35:
                continue
            said[name] = fixed.get(name, _rephrased(field_schema, record[name], random))
        return summed(shape, said)


def _rephrased(schema: Schema, value: Any, random: Random) -> Any:
    if schema["x-kind"] == "note":
        return random.choice(_PHRASES).format(value)[:120]
    if schema["x-kind"] == "name" and random.random() < 0.1:
        return str(value).upper() if random.random() < 0.5 else f" {value} "
    if schema["x-kind"] == "items":
        return random.sample(value, len(value))
    return value


def _fixed(schema: Any, shape: Shape) -> Mapping[str, Any]:
    """Values that the schema leaves no choice about, as a grammar would."""
    result = next(iter(schema.get("anyOf", [schema])))["properties"]["result"]
    if shape.does.verb == "list":
        result = result["properties"][shape.plural]["items"]
    fields = result["properties"].items()
    return {name: field["const"] for name, field in fields if "const" in field}


def _facts(prompt: str) -> list[dict[str, Any]]:
    _, found, rest = prompt.partition(FACTS)
    block = rest.partition("\n\n")[0] if found else ""
    return [json.loads(line) for line in block.splitlines()]


def _fault(code: str, message: str) -> Record:
    return {"fault": {"code": code, "message": message}}
