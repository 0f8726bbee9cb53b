"""The question answering agent: answers from the text it is given and from the phone's records."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from tandem_edge.subagents.answering.evidence import TEXT, Passage, best, from_phone, from_text
from tandem_edge.subagents.assignment import READS, Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import Report, SubAgent, Work
from tandem_edge.subagents.words import says_more, supported
from tandem_shared.text import one_line
from tandem_shared.tools import Bilingual

SHOWN = 4
"""Passages that a model sees."""
LONGEST_ANSWER = 300

_ASK = {
    "en": (
        "Answer the question from the numbered passages only, in a few words copied from them. "
        "Give the number of the passage that holds the answer, 0 when none does."
    ),
    "zh": "只根据编号的段落回答问题，照抄原文里的几个字。给出含有答案的段落编号，都没有就给 0。",
}
_NOT_THERE = {
    "en": "What I was given does not say.",
    "zh": "给我的资料里没有说到。",
}


def work(task: Assignment, desk: Desk) -> Work:
    """One step to gather what may hold the answer, one to answer."""
    passages = [*from_text(task.material), *from_text("\n".join(task.facts))]
    found = best(passages, task.goal, SHOWN)
    if not found and desk.gate is not None and READS in task.may_touch:
        passages += from_phone(desk.gate, task.goal, task.language)
        found = best(passages, task.goal, SHOWN)
    desk.note(f"gathered {len(passages)} passages")
    yield None
    if not found:
        return Report(
            _NOT_THERE[task.language],
            {"answer": "", "found": False, "how": "search", "evidence": []},
        )
    if found[0].source != TEXT:
        return _told(found[0].text, "record", found)  # whole: a model picks a wrong field of it
    if desk.model is None:
        return _extract(found, found[0])
    return _asked(task, desk, found)


def _asked(task: Assignment, desk: Desk, found: Sequence[Passage]) -> Report:
    """The model's answer where the passages bear it out, else the passage itself."""
    listed = "\n".join(f"{number}. {each.text}" for number, each in enumerate(found, 1))
    answer = desk.ask(
        _ASK[task.language], f"{listed}\n\n{task.goal}", _schema(len(found)), max_tokens=120
    )
    assert isinstance(answer, dict)
    number, said = int(str(answer["passage"])), one_line(str(answer["answer"])).strip()
    chosen = found[number - 1] if number else found[0]
    texts = [each.text for each in found]
    if not says_more(said, task.goal) or not supported(said, texts):
        return _extract(found, chosen)
    desk.note("answered from the passages")
    return _told(said, "model", found)


def _schema(count: int) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": {
            "answer": {"type": "string", "maxLength": LONGEST_ANSWER},
            "passage": {"enum": [*range(count + 1)]},
        },
        "required": ["answer", "passage"],
        "additionalProperties": False,
    }


def _extract(found: Sequence[Passage], chosen: Passage) -> Report:
    return _told(chosen.text, "extract", found)


def _told(answer: str, how: str, found: Sequence[Passage]) -> Report:
    evidence: list[JsonValue] = [{"source": each.source, "text": each.text} for each in found]
    return Report(answer, {"answer": answer, "found": True, "how": how, "evidence": evidence})


AGENT = SubAgent(
    "question_answering",
    Bilingual(
        en="Answers a question from a text it is given or from the phone's records, with evidence.",
        zh="根据给定的文字或手机里的记录回答问题，并给出依据。",
    ),
    work,
    touches=(READS,),
)
