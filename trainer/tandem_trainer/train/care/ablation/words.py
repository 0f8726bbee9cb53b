"""Words: a dialect and a vocabulary small enough for a policy of a hundred thousand parameters.

A request is the names in it, in order. An answer is an optional thought between ``<think>`` tags,
then ``read NAME read NAME`` or ``done NUMBER``. A result is one number, or ``fault``. Everything
else in the harness, the phone's tools and the checkers is as with any planner.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from tandem_edge.models.turns import TurnFormat
from tandem_edge.planner.actions import Calls, Done, Step
from tandem_edge.planner.dialects import Misread
from tandem_edge.planner.forms import without_thinking
from tandem_edge.planner.protocol import Message, Role
from tandem_shared.harness import Limit
from tandem_shared.tools import ToolCall, ToolResult, ToolSpec
from tandem_trainer.train.care.speech import SPEECH, WORDS

TOOL = "read_messages"
MOST_CALLS = 8
LARGEST = 12
"""The largest number there is a word for."""
PAD, END, UNKNOWN = "<pad>", "<end>", "<unknown>"
SPECIAL = (PAD, END, UNKNOWN, "<user>", "<agent>", "<think>", "</think>")
SAID = ("read", "done", "plan", "saw", "so", "check", "fault")
TURNS = TurnFormat(
    name="words",
    system_prefix="",
    system_suffix="",
    user_prefix="<user> ",
    user_suffix=" ",
    assistant_prefix="<agent> ",
    assistant_suffix=f"{END} ",
)


@dataclass
class Words:
    """See the module's docstring. ``names`` are the people there are words for."""

    names: tuple[str, ...]
    name: str = WORDS

    def rules(self, language: str) -> str:
        """None."""
        return ""

    def examples(self, language: str) -> tuple[Message, ...]:
        """None."""
        return ()

    def request(
        self,
        text: str,
        specs: Sequence[ToolSpec],
        language: str,
        notes: str,
        offer: Limit | None = None,
    ) -> Message:
        """The names in ``text``, in order."""
        found = re.findall("|".join(map(re.escape, self._longest_first)), text)
        return Message(Role.USER, " ".join(map(word_of, found)))

    def offer(self, specs: Sequence[ToolSpec], language: str) -> str:
        """Nothing: there is one tool."""
        return ""

    def schema(self, specs: Sequence[ToolSpec]) -> dict[str, JsonValue]:
        """Any text."""
        return {"type": "string"}

    def read(self, text: str) -> Step:
        """See ``Dialect.read``."""
        said = without_thinking(text).split()
        if len(said) == 2 and said[0] == "done" and said[1].isdecimal():
            return Done(said[1])
        pairs = [*zip(said[::2], said[1::2], strict=False)]
        people = {word_of(name): name for name in self.names}
        if len(said) % 2 or not 0 < len(pairs) <= MOST_CALLS:
            raise Misread("neither reads nor done")
        if any(verb != "read" or name not in people for verb, name in pairs):
            raise Misread("neither reads nor done")
        return Calls(tuple(reading(people[name]) for _, name in pairs))

    def observation(self, results: Sequence[tuple[ToolCall, ToolResult]]) -> str:
        """How many messages each read found."""
        return " ".join(str(r.data["total"]) if r.ok else "fault" for _, r in results)

    @property
    def _longest_first(self) -> list[str]:
        return sorted(self.names, key=len, reverse=True)


def reading(name: str) -> ToolCall:
    """The call behind ``read NAME``."""
    return ToolCall(name=TOOL, arguments={"person": name, "unread": True})


def word_of(name: str) -> str:
    """The one word for a person."""
    return name.replace(" ", "_")


def vocabulary(names: Sequence[str]) -> list[str]:
    """Every word, in the order of their ids."""
    return [*SPECIAL, *SAID, *map(str, range(LARGEST + 1)), *map(word_of, names)]


def tokenizer_of(names: Sequence[str]) -> Any:
    """A transformers tokenizer, one id a word."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit
    from transformers import PreTrainedTokenizerFast

    ids = {word: number for number, word in enumerate(vocabulary(names))}
    inner = Tokenizer(WordLevel(ids, unk_token=UNKNOWN))
    inner.pre_tokenizer = WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token=PAD,
        eos_token=END,
        unk_token=UNKNOWN,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def write_speech(folder: Path, names: Sequence[str]) -> None:
    """Say beside the checkpoint how it is spoken with."""
    told = {"dialect": WORDS, "names": [*names], "turns": TURNS.model_dump()}
    (folder / SPEECH).write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
