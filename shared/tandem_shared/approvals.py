"""What the owner is asked about one call, and what they may answer."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field, JsonValue

from tandem_shared.describe import call_text, change_text, result_text
from tandem_shared.text import one_line
from tandem_shared.tools import Bilingual, Change, Effect, Frozen, ToolCall, ToolResult


class Answer(StrEnum):
    """What the owner says. Anything that is not a clear yes is ``NO``."""

    NO = "no"
    ONCE = "once"
    CONVERSATION = "conversation"
    ALWAYS = "always"


class Why(StrEnum):
    """Why a call needs the owner's word."""

    IRREVERSIBLE = "irreversible"
    FOREIGN_TEXT = "foreign_text"
    OUTSIDE = "outside"
    SECRET = "secret"
    RULE = "rule"
    NO_RULE = "no_rule"


REASONS: dict[Why, Bilingual] = {
    Why.IRREVERSIBLE: Bilingual(en="this cannot be undone", zh="此操作无法撤销"),
    Why.FOREIGN_TEXT: Bilingual(
        en="the assistant has read text that is not yours, which may have told it to do this",
        zh="助手读过不是您写的内容，可能是那些内容让它这样做的",
    ),
    Why.OUTSIDE: Bilingual(
        en="what you see here would be sent outside this phone", zh="这里的内容会被发到手机之外"
    ),
    Why.SECRET: Bilingual(
        en="it shows a secret after the assistant has read text that is not yours",
        zh="助手读过不是您写的内容，而这会显示机密",
    ),
    Why.RULE: Bilingual(en="a rule of yours asks for it", zh="您的规则要求先确认"),
    Why.NO_RULE: Bilingual(en="no rule covers it", zh="没有规则涵盖此操作"),
}
"""Each reason in words."""


class ApprovalRequest(Frozen):
    """One call that waits for the owner.

    ``arguments``, ``preview`` and ``changes`` are what it would act on and do, and hold foreign
    text: data to show, never markup. ``words`` are those of which one has to be typed; without
    any, a plain yes will do. ``offers`` are the answers that are open beside no, and ``scope`` says
    exactly what the wider ones would cover. An answer after ``expires`` (UTC) counts as no.
    """

    call: ToolCall
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    effect: Effect
    origin: str
    purpose: Bilingual
    preview: ToolResult
    changes: tuple[Change, ...] = ()
    why: Why
    sources: tuple[str, ...] = ()
    """Whose foreign text has been read: names of tools, ``memory``, ``mcp:<server>``."""
    words: tuple[str, ...] = ()
    offers: tuple[Answer, ...] = (Answer.ONCE,)
    scope: str = ""
    language: Literal["en", "zh"] = "en"
    expires: datetime

    def confirmed_by(self, typed: str) -> bool:
        """Whether ``typed`` is one of the words that confirm it; blank never is."""
        said = _plain(typed)
        return bool(said) and said in {word.casefold() for word in self.words}


MOST_CHANGES = 4
"""Changes that are shown of a call that would make more."""
MOST_SHOWN = 4000
"""Characters of one argument in a question: the owner says yes to what is read, not to more."""


def question_lines(request: ApprovalRequest) -> Iterator[str]:
    """What the owner is shown before the choices: what, to whom, why; each on one safe line."""
    zh = request.language == "zh"
    said = call_text(request.call, MOST_SHOWN)
    if request.effect is Effect.IRREVERSIBLE:
        yield f"{'此操作无法撤销：' if zh else 'This cannot be undone: '}{said}"
    else:
        yield f"{'要这样做吗：' if zh else 'Do this: '}{said}"
    yield f"  {_in(request.purpose, zh)}"
    yield f"  {result_text(request.preview)}"
    for change in request.changes[:MOST_CHANGES]:
        yield f"  {change_text(change)}"
    if len(request.changes) > MOST_CHANGES:
        left = len(request.changes) - MOST_CHANGES
        yield f"  还有 {left} 处更改" if zh else f"  and {left} more changes"
    if request.why is not Why.IRREVERSIBLE:
        yield f"  {'原因：' if zh else 'why: '}{_in(REASONS[request.why], zh)}"
    if request.sources:
        names = ", ".join(one_line(name, limit=60) for name in request.sources)
        yield f"  {'读过：' if zh else 'it has read: '}{names}"
    if request.scope:
        yield f"  {'c 或 a 也包括：' if zh else 'c or a would also cover: '}{request.scope}"


def choices_text(request: ApprovalRequest) -> str:
    """What may be typed, on one line."""
    zh = request.language == "zh"
    if request.words:
        words = (" 或 " if zh else " or ").join(request.words)
        return (
            f"要做吗？输入 {words} 确认；回车 = 不"
            if zh
            else f"Do it? Type {words} to confirm; Enter = no"
        )
    names = {
        Answer.ONCE: "o 这一次" if zh else "o once",
        Answer.CONVERSATION: "c 本次对话" if zh else "c this conversation",
        Answer.ALWAYS: "a 总是" if zh else "a always",
    }
    open_ones = (" · ").join(names[answer] for answer in request.offers)
    return f"要做吗？{open_ones} · 回车 = 不" if zh else f"Do it? {open_ones} · Enter = no"


def read_answer(request: ApprovalRequest, typed: str) -> Answer:
    """The answer that was typed; everything else is no.

    Where a word is asked for, only that word is a yes, and to this one call.
    """
    if request.words:
        return Answer.ONCE if request.confirmed_by(typed) else Answer.NO
    said = _plain(typed)
    answer = _TYPED.get(said, Answer.NO)
    return answer if answer in request.offers else Answer.NO


_TYPED = {
    **dict.fromkeys(("o", "once", "y", "yes", "是", "好", "一次", "这一次"), Answer.ONCE),
    **dict.fromkeys(("c", "conversation", "this conversation", "本次对话"), Answer.CONVERSATION),
    **dict.fromkeys(("a", "always", "总是"), Answer.ALWAYS),
}


def _plain(typed: str) -> str:
    """What was typed without case, outer blanks and the full width that input methods give."""
    return unicodedata.normalize("NFKC", typed).strip().casefold()


def _in(text: Bilingual, zh: bool) -> str:
    return text.zh if zh else text.en
