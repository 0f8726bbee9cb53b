"""The image agent: says what is in a picture, by a model that takes pictures."""

from __future__ import annotations

from tandem_edge.subagents.assignment import Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import AgentFailed, Report, SubAgent, Work
from tandem_shared.text import visible
from tandem_shared.tools import Bilingual

LONGEST_ANSWER = 4000

_NO_EYES = {
    "en": "looking at pictures needs an endpoint whose model takes them, and none is set up",
    "zh": "看图需要一个支持图片的模型接口，目前还没有配置",
}
_NO_PICTURE = {
    "en": "no picture came with the hand-off",
    "zh": "交办时没有附上图片",
}


def work(task: Assignment, desk: Desk) -> Work:
    """One step: ask the endpoint about the picture."""
    if desk.eyes is None:
        raise AgentFailed("no_model", _NO_EYES[task.language])
    if not task.picture:
        raise AgentFailed("no_picture", _NO_PICTURE[task.language])
    desk.spend()
    asked = "\n".join([task.goal, *task.constraints, task.returns])
    left = max(desk.left_s(), 0.01)
    said = desk.eyes.look(asked, task.picture, deadline_s=left, cancel=desk.cancelled)
    desk.note(f"{desk.eyes.name} looked at the picture")
    yield None
    answer = visible(said, limit=LONGEST_ANSWER)
    return Report(answer, {"answer": answer, "model": desk.eyes.name})


AGENT = SubAgent(
    "image",
    Bilingual(
        en="Looks at a picture and says what is in it; needs an endpoint that takes pictures.",
        zh="看图并说明内容；需要支持图片的模型接口。",
    ),
    work,
    offline=False,
)
