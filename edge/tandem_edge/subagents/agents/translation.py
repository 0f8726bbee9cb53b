"""The translation agent: between English and Chinese, checked, with how to say it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from tandem_edge.llm.role import Schema
from tandem_edge.subagents.assignment import READS, Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import AgentFailed, Report, SubAgent, Work
from tandem_edge.subagents.translating.checks import problems
from tandem_edge.subagents.translating.speaking import pinyin_of
from tandem_edge.subagents.words import has_letters, numbers, quoted, share_of_chinese
from tandem_shared.text import one_line
from tandem_shared.tools import Bilingual, ToolCall

LONGEST_PIECE = 240
"""Characters that are translated at once: a small model loses itself in more."""
LONGEST_TRANSLATION = 500
"""Characters of one piece's translation; llama.cpp's grammars take no large bounds."""
MOST_TOKENS = 400
_SENTENCES = re.compile(r"[^.!?。！？\n]*[.!?。！？]*\s*|\n")
_INTO_EN = re.compile(r"\b(?:in|into|to) english\b|译成英|翻译?成英|英文|英语", re.IGNORECASE)
_INTO_ZH = re.compile(r"\b(?:in|into|to) chinese\b|译成中|翻译?成中|中文|汉语", re.IGNORECASE)
_TARGET = {"en": "english", "zh": "chinese"}

_ASK = {
    "en": "Translate the text into English. Keep every number and name. Give the translation only.",
    "zh": "把文字翻译成中文。保留所有数字和人名。只给出译文。",
}
_KEEP = {
    "en": " Translate every word. Numbers that must be in it: {what}.",
    "zh": "每个词都要翻译。必须出现的数字：{what}。",
}
_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "translation": {"type": "string", "minLength": 1, "maxLength": LONGEST_TRANSLATION}
    },
    "required": ["translation"],
    "additionalProperties": False,
}
_NO_TEXT = {
    "en": "there is no text to translate in the hand-off",
    "zh": "交办里没有要翻译的文字",
}


def work(task: Assignment, desk: Desk) -> Work:
    """A sentence a step; known sentences come from the phone's own translator."""
    source = task.material or " ".join(quoted(task.goal))
    if not has_letters(source):
        raise AgentFailed("no_text", _NO_TEXT[task.language])
    target = _target(task.goal, source)
    done, found, known = list[str](), list[str](), 0
    for piece in pieces(source):
        translated = _known(desk, piece, target) if has_letters(piece) else piece
        known += translated is not None
        if translated is None:
            translated, wrong = _asked(desk, piece, target)
            found += wrong
        done.append(translated)
        desk.note(f"translated {len(done)} sentences")
        yield None
    text = _joined(done, target)
    data: dict[str, JsonValue] = {
        "translation": text,
        "target": target,
        "sound": not found,
        "problems": [*found],
        "from_phrasebook": known,
    }
    if target == "zh":
        data["reading"] = pinyin_of(text)
    return Report(text, data)


def pieces(text: str) -> Iterator[str]:
    """``text`` by sentences, long ones cut."""
    for sentence in _SENTENCES.findall(text):
        for start in range(0, len(sentence), LONGEST_PIECE):
            piece = sentence[start : start + LONGEST_PIECE].strip()
            if piece:
                yield piece


def _target(goal: str, source: str) -> str:
    """The language that the goal names, else the one that the text is not in."""
    english, chinese = bool(_INTO_EN.search(goal)), bool(_INTO_ZH.search(goal))
    if english != chinese:
        return "en" if english else "zh"
    return "en" if share_of_chinese(source) > 0.5 else "zh"


def _known(desk: Desk, piece: str, target: str) -> str | None:
    """The phone's own translation, where it has a real one; others fail the checks."""
    if desk.gate is None or desk.gate.spec("translate_text") is None:
        return None
    arguments: dict[str, JsonValue] = {"text": piece, "target": _TARGET[target]}
    result = desk.gate.call(ToolCall(name="translate_text", arguments=arguments)).result
    said = str(result.data.get("translation", ""))
    return said if result.ok and not problems(piece, said, target) else None


def _asked(desk: Desk, piece: str, target: str) -> tuple[str, list[str]]:
    """The model's translation and what is wrong with it; a bad one is asked for again once."""
    said = _said(desk.ask(_ASK[target], piece, _SCHEMA, max_tokens=MOST_TOKENS))
    wrong = problems(piece, said, target)
    if not wrong:
        return said, []
    # What was wrong is said beside the text, never in it: a small model would translate it too.
    instructions = _ASK[target] + _KEEP[target].format(what=", ".join(numbers(piece)) or "-")
    again = _said(desk.ask(instructions, piece, _SCHEMA, max_tokens=MOST_TOKENS))
    still = problems(piece, again, target)
    return (again, still) if len(still) <= len(wrong) else (said, wrong)


def _said(value: JsonValue) -> str:
    assert isinstance(value, dict)
    return one_line(str(value["translation"])).strip()


def _joined(done: list[str], target: str) -> str:
    return ("" if target == "zh" else " ").join(done)


AGENT = SubAgent(
    "translation",
    Bilingual(
        en="Translates between English and Chinese, checks the result, and says how to speak it.",
        zh="中英互译并检查译文，附上读音。",
    ),
    work,
    touches=(READS,),
)
