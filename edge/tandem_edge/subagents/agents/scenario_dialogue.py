"""The scenario dialogue agent: plays a part in a conversation that somebody wants to practise."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.llm.role import Schema
from tandem_edge.subagents.assignment import Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import Report, Say, SubAgent, Work
from tandem_shared.text import visible
from tandem_shared.tools import Bilingual

MOST_TURNS = 12
REMEMBERED = 8
"""Lines of the talk that the model sees."""
LONGEST_LINE = 400
ENDS = frozenset({"stop", "end", "quit", "finish", "结束", "停", "停止", "不练了", "到此为止"})

_PLAY = {
    "en": (
        "You play the other person in a practice conversation. Stay in your part, say one or two "
        "sentences, and never speak for the learner. Say whether the learner has reached the goal."
    ),
    "zh": (
        "你在一场练习对话里扮演对方。保持角色，每次只说一两句，不要替练习者说话。"
        "并判断练习者是否已达到目标。"
    ),
}
_JUDGE = {
    "en": "Tell the learner in at most three sentences what went well and what to say better.",
    "zh": "用不超过三句话告诉练习者哪里说得好，哪里可以说得更好。",
}
_LINE: Schema = {
    "type": "object",
    "properties": {
        "line": {"type": "string", "minLength": 1, "maxLength": LONGEST_LINE},
        "goal_reached": {"type": "boolean"},
    },
    "required": ["line", "goal_reached"],
    "additionalProperties": False,
}
_FEEDBACK: Schema = {
    "type": "object",
    "properties": {"feedback": {"type": "string", "minLength": 1, "maxLength": LONGEST_LINE}},
    "required": ["feedback"],
    "additionalProperties": False,
}


@dataclass
class _Talk:
    task: Assignment
    lines: list[tuple[str, str]] = field(default_factory=list)

    def text(self) -> str:
        """The scene and what was said last, as data for the model."""
        said = [f"{who}: {line}" for who, line in self.lines[-REMEMBERED:]]
        scene = [self.task.goal, *self.task.facts, *self.task.constraints]
        return "\n".join([*scene, "", *said])


def work(task: Assignment, desk: Desk) -> Work:
    """A line of the model's, a reply of the learner's, until the goal or the end; then feedback."""
    talk, reached = _Talk(task), False
    for turn in range(MOST_TURNS):
        answer = desk.ask(_PLAY[task.language], talk.text(), _LINE, max_tokens=160)
        assert isinstance(answer, dict)
        line = visible(str(answer["line"]))
        reached = bool(answer["goal_reached"]) and turn > 0
        talk.lines.append(("partner", line))
        desk.note(f"spoke {turn + 1} times")
        if reached:
            break
        said = visible((yield Say(line))).strip()
        if said.casefold().strip(" .!。！") in ENDS:
            break
        talk.lines.append(("learner", said))
    judged = desk.ask(_JUDGE[task.language], talk.text(), _FEEDBACK, max_tokens=200)
    assert isinstance(judged, dict)
    feedback = visible(str(judged["feedback"]))
    lines: list[JsonValue] = [{"who": who, "line": line} for who, line in talk.lines]
    return Report(feedback, {"feedback": feedback, "goal_reached": reached, "lines": lines})


AGENT = SubAgent(
    "scenario_dialogue",
    Bilingual(
        en="Plays a part in a practice conversation, turn by turn to a goal, then gives feedback.",
        zh="扮演对话练习中的角色，一轮一轮对话直到目标达成，再给出反馈。",
    ),
    work,
    offline=False,
)
