"""What an assistant says when a request is done, made of its calls and what they returned.

An oracle that ends its turns without a word teaches a planner to be silent. The words are in
``last_words.yaml``: a tool's own sentences, or ones that fit what a tool is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import yaml
from pydantic import JsonValue

from tandem_edge.bench.saying import holds
from tandem_edge.bench.scenes import Scene, begun
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.plans import PlanStep
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.trimming import trimmed
from tandem_shared.tasks import Task
from tandem_shared.tools import Effect, ToolCall
from tandem_trainer.tasks.values import Speaker
from tandem_trainer.tasks.words import LAST_WORDS, read

MOST_SENTENCES = 3
ITEMS = 3
CONDITIONAL = ("when", "troubled_when")
"""Patterns that only look, and do nothing, where a condition does not hold."""
SILENT = frozenset(("search_memory", "search_skills", "load_skill"))
"""What these find serves the other calls."""
MEMORY_WRITES = frozenset(("save_memory", "replace_memory", "forget_memory", "delegate_task"))
_FIELD = re.compile(r"\{(\w+)\}")
Templates = Mapping[str, list[str]]


@dataclass(frozen=True)
class Told:
    """A call that was carried out, and what a planner is told of its result."""

    call: ToolCall
    data: Mapping[str, JsonValue]
    effect: Effect

    @property
    def action(self) -> str:
        """The action that it asked for, or ``""``."""
        return str(self.call.arguments.get("action", ""))


@lru_cache(maxsize=1)
def words() -> dict[str, Any]:
    """The file as it stands."""
    found: dict[str, Any] = yaml.safe_load(read(LAST_WORDS))
    return found


def with_last_words(built: Built) -> Built:
    """``built`` with words at the end of each turn that its plan ends without any.

    What a reply is wanted to say stays as it was unless the words say it. The same task gets the
    same words.
    """
    with begun(built.task) as phone:
        steps = tuple(_spoken(built, phone))
    return replace(built, plan=built.plan.model_copy(update={"steps": steps}))


def _spoken(built: Built, phone: Scene) -> Iterator[PlanStep]:
    task, turn, told = built.task, 0, list[Told]()
    speaker = Speaker(task.language, phone.phone.now().replace(tzinfo=None), words()["choices"])
    for step in built.plan.steps:
        told += _carried_out(step.calls, phone)
        if step.kind == "done":
            random = Random(f"{task.id}/{task.initial.seed}/{turn}")
            step = _ended(step, task, turn, Words(speaker, random).of(told, task))
        if step.kind in ("done", "refuse"):
            turn, told = turn + 1, []
        yield step


def _ended(step: PlanStep, task: Task, turn: int, said: str) -> PlanStep:
    wanted = task.criteria.reply.get(turn)
    if not said or (wanted and not holds(said, wanted)):
        return step
    return step.model_copy(update={"text": said})


def _carried_out(calls: Iterable[ToolCall], phone: Scene) -> Iterator[Told]:
    for call in calls:
        execution = phone.call(call)
        if execution.result.ok and call.name not in SILENT:
            yield Told(call, trimmed(execution.result.data), _effect(call))


def _effect(call: ToolCall) -> Effect:
    spec = load_catalogue().spec(call.name)
    if spec is not None:
        return spec.effect_of(call.arguments)
    return Effect.WRITE if call.name in MEMORY_WRITES else Effect.READ


@dataclass(frozen=True)
class Words:
    """Puts what was done and found into words, drawing among phrasings."""

    speaker: Speaker
    random: Random

    def of(self, told: list[Told], task: Task) -> str:
        """What is said of a turn's calls; ``""`` where there is nothing to say.

        What was looked up before something was done only served to do it.
        """
        writes = [at for at, each in enumerate(told) if each.effect is not Effect.READ]
        kept = [
            each for at, each in enumerate(told) if not writes or at in writes or at > writes[-1]
        ]
        said = list(dict.fromkeys(map(self.sentence, kept)))[:MOST_SENTENCES]
        if said and not writes and task.family.startswith(CONDITIONAL):
            said.append(self._draw(words()["generic"]["left_alone"], {}))
        return _together([each for each in said if each], self.speaker.language)

    def sentence(self, told: Told) -> str:
        """What is said of one call."""
        fields = {**self._fields(told), **self._about(told)}
        names = (f"{told.call.name}.{told.action}", told.call.name)
        for own in () if _already(told) else filter(None, map(words()["own"].get, names)):
            if said := self._draw(own, fields):
                return said
        return self._draw(words()["generic"][self._kind(told, fields)], fields)

    def _kind(self, told: Told, fields: Mapping[str, str]) -> str:
        if told.effect is Effect.READ:
            return self._found(told)
        if _already(told):
            return "already"
        if "what" in fields:
            return "acted" if "past" in fields else "settled"
        ready = "past" in fields and fields["past"].split()[-1] not in words()["between"]
        return "acted_plainly" if ready else "settled_plainly"

    def _found(self, told: Told) -> str:
        lists = [value for value in told.data.values() if isinstance(value, list)]
        if any(lists):
            return "listed" if self._items(told) else "looked"
        if lists:
            return "nothing"
        enabled = told.data.get("enabled")
        if isinstance(enabled, bool):
            return "on" if enabled else "off"
        return "stated" if self._facts(told.data) else "looked"

    def _fields(self, told: Told) -> dict[str, str]:
        """Results, and arguments where a result does not say the same."""
        found: dict[str, str] = {}
        for values in (told.call.arguments, told.data):
            for name, value in values.items():
                if said := self.speaker.value(value):
                    found[name] = said
                elif values is told.data:
                    found.pop(name, None)
        return found

    def _about(self, told: Told) -> dict[str, str]:
        chinese = self.speaker.language == "zh"
        found = dict[str, str]()
        found["thing"] = _thing(told.call.name)[chinese]
        if verb := words()["verbs"].get(told.action):
            found["past"] = verb[chinese]
        fields = self._fields(told)
        named = next((fields[name] for name in words()["what"] if name in fields), "")
        given = {name: said for name, said in told.call.arguments.items() if name != "action"}
        if what := named or self._facts(given):
            found["what"] = what
        if facts := self._facts(told.data):
            found["facts"] = facts
        if items := self._items(told):
            found["items"] = items
        return found

    def _facts(self, values: Mapping[str, JsonValue]) -> str:
        """Single values that the file has words for, with those words."""
        chinese = self.speaker.language == "zh"
        found = [
            f"{words()['facts'][name][chinese]} {said}"
            for name, value in values.items()
            if name in words()["facts"] and (said := self.speaker.value(value))
        ]
        return self.speaker.together(found[:ITEMS])

    def _items(self, told: Told) -> str:
        lists = (value for value in told.data.values() if isinstance(value, list) and value)
        listed = next(lists, [])
        alike = [each for each in listed if isinstance(each, type(listed[0]))]
        found = [*dict.fromkeys(said for each in alike if (said := self._item(each)))]
        more = len(found) > ITEMS or len(alike) < len(listed)
        return self.speaker.together(found[:ITEMS], more=bool(found) and more)

    def _item(self, item: JsonValue) -> str:
        if not isinstance(item, dict):
            return self.speaker.value(item)
        said = {name: text for name, value in item.items() if (text := self.speaker.value(value))}
        label = next((said[name] for name in words()["item"] if name in said), "")
        detail = next((said[name] for name in words()["detail"] if name in said), "")
        return f"{label} ({detail})" if label and detail and label != detail else label or detail

    def _draw(self, templates: Templates, fields: Mapping[str, str]) -> str:
        """One of the templates that say most of those for which all is there, or ``""``."""
        known = {**fields, **{name.capitalize(): _upper(text) for name, text in fields.items()}}
        able = [
            template
            for template in templates[self.speaker.language]
            if all(name in known for name in _FIELD.findall(template))
        ]
        if not able:
            return ""
        said = _FIELD.sub(lambda found: known[found[1]], self.random.choice(able))
        return _upper(said)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _already(told: Told) -> bool:
    """Whether there was nothing to do."""
    return told.effect is not Effect.READ and told.data.get("changed") is False


def _thing(name: str) -> tuple[str, str]:
    """What a tool is about in English and Chinese: as the file has it, else by its description."""
    if found := words()["things"].get(name):
        return found[0], found[1]
    spec = load_catalogue().spec(name)
    if spec is None:
        return name.replace("_", " "), name
    return spec.description.en.split(":")[0], spec.description.zh.split("：")[0]


def _together(said: list[str], language: str) -> str:
    """Sentences, each closed before another begins."""
    mark, gap = ("。", "") if language == "zh" else (".", " ")
    closed = [each if each[-1] in ".!?。！？…" else each + mark for each in said[:-1]]
    return gap.join([*closed, *said[-1:]])
