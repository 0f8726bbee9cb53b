"""Read the conversations with gold turns, and refuse one that breaks a rule of ``FORMAT.md``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from importlib.resources import files

from tandem_edge.bench.memory.bilingual.conversation import (
    Asks,
    Conversation,
    Question,
    Turn,
    language_of,
)
from tandem_shared.errors import UsageError
from tandem_shared.tasks import CANARY

FEWEST_LOOK_ALIKES = 3
SESSIONS = range(3, 7)
TURNS = range(40, 91)
FEWEST_QUESTIONS = 8
HEADS = ("id", "half", "language", "topic", "zone", "speakers")
BETWEEN_TURNS = timedelta(seconds=20)
"""How far apart the turns of a session are taken to be; a file gives only when it began."""

_FOLDER = files("tandem_edge.bench.memory.bilingual")
_HEAD = re.compile(r"([a-z]+): (\S.*)")
_SPEAKER = re.compile(r"(.+) \((owner|other|assistant)\)")
_SESSION = re.compile(r"## (\d{4}-\d\d-\d\d \d\d:\d\d)")
_TURN = re.compile(r"(\d+) ([^:：]{1,80}): (\S.*)")
_NUMBERS = r"(\d+(?:, ?\d+)*)"
_QUESTION = re.compile(
    rf"\? (en|zh) ([a-z]+) \[{_NUMBERS}\] \{{look: {_NUMBERS}\}}"
    rf"(?: \{{stale: {_NUMBERS}\}})? ([^\s\[{{].*)"
)


GOLD_TURNS = {Asks.MULTI: (2, 3), Asks.TIME: (1, 2)}
"""Fewest and most gold turns of a kind; one for a kind that is not here."""


@lru_cache(maxsize=4)
def conversations(half: str | None = None) -> tuple[Conversation, ...]:
    """All conversations, or those of one half, in order of their names.

    Raises ``UsageError`` when a file breaks a rule.
    """
    found = (
        read_conversation(file.read_text("utf-8"), file.name.removesuffix(".txt"))
        for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".txt")
    )
    return tuple(each for each in found if half in (None, each.half))


def read_conversation(text: str, name: str) -> Conversation:
    """The conversation in a file's ``text``; ``name`` is the file's, without its ending.

    Raises ``UsageError`` that names the file, the line and the rule.
    """
    lines = text.splitlines()
    if not lines or lines[0] != f"# {CANARY}":
        raise _refused(name, "its first line is not the canary")
    draft = Conversation()
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("# "):
            _take(draft, line.rstrip(), f"{name}:{number}")
    _check_whole(draft, name)
    return draft


def _take(draft: Conversation, line: str, where: str) -> None:
    if line.startswith("? "):
        _take_question(draft, line, where)
    elif line.startswith("##"):
        _take_session(draft, line, where)
    elif line[0].isdigit():
        _take_turn(draft, line, where)
    else:
        _take_head(draft, line, where)


def _take_head(draft: Conversation, line: str, where: str) -> None:
    match = _HEAD.fullmatch(line)
    if not match or match[1] not in HEADS or match[1] in draft.head or draft.starts:
        raise _refused(where, "not a head line, a session, a turn or a question")
    draft.head[match[1]] = match[2]
    if match[1] == "speakers":
        for part in match[2].split(", "):
            said = _SPEAKER.fullmatch(part)
            if not said or said[1] in draft.speakers:
                raise _refused(where, "write each speaker once, as Name (owner)")
            draft.speakers[said[1]] = said[2]


def _take_session(draft: Conversation, line: str, where: str) -> None:
    match = _SESSION.fullmatch(line)
    if not match or draft.questions or set(draft.head) != set(HEADS):
        raise _refused(where, "write ## 2026-03-04 19:30, after all head lines, before questions")
    try:
        start = datetime.fromisoformat(f"{match[1]}{draft.head['zone']}")
    except ValueError as error:
        raise _refused(where, "not a date, or the zone is not like +08:00") from error
    if start.tzinfo is None or (draft.turns and start <= draft.turns[-1].at):
        raise _refused(where, "a session begins before the one above it ended")
    draft.starts.append(start)


def _take_turn(draft: Conversation, line: str, where: str) -> None:
    match = _TURN.fullmatch(line)
    if not match or draft.questions or not draft.starts:
        raise _refused(where, "write a turn as 12 Ana: text, in a session and before questions")
    number, speaker, text = int(match[1]), match[2], match[3]
    if number != len(draft.turns) + 1:
        raise _refused(where, f"turn {number} follows turn {len(draft.turns)}")
    if speaker not in draft.speakers:
        raise _refused(where, f"{speaker} is not among the speakers")
    session = len(draft.starts) - 1
    before = sum(turn.session == session for turn in draft.turns)
    at = draft.starts[-1] + before * BETWEEN_TURNS
    draft.turns.append(Turn(number, session, at, speaker, text))


def _take_question(draft: Conversation, line: str, where: str) -> None:
    match = _QUESTION.fullmatch(line)
    if not match or match[2] not in set(Asks):
        raise _refused(where, "write ? en single [12] {look: 5,9,30} text")
    gold, look, stale = (_numbers(match[at]) for at in (3, 4, 5))
    question = Question(match[1], Asks(match[2]), gold, look, stale, match[6])
    for rule in _broken(draft, question):
        raise _refused(where, rule)
    draft.questions.append(question)


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",")) if text else ()


def _broken(draft: Conversation, question: Question) -> Iterator[str]:
    """The rules that a question breaks."""
    gold, wrong = question.gold, set(question.look) | set(question.stale)
    least, most = GOLD_TURNS.get(question.kind, (1, 1))
    if not (wrong | set(gold)) <= set(range(1, len(draft.turns) + 1)):
        yield "it names a turn that is not there"
        return
    if any(len(set(part)) != len(part) for part in (gold, question.look, question.stale)):
        yield "it names a turn twice"
    if not least <= len(gold) <= most:
        yield f"a {question.kind} question has {least} to {most} gold turns"
    if wrong & set(gold):
        yield "a gold turn is no look-alike"
    if len(wrong) < FEWEST_LOOK_ALIKES:
        yield f"it has fewer than {FEWEST_LOOK_ALIKES} look-alikes"
    if bool(question.stale) != (question.kind is Asks.CHANGED):
        yield "a changed question, and no other, has stale turns"
    if question.stale and max(question.stale) > min(gold):
        yield "a stale turn comes after the one that supersedes it"
    if len({draft.turn(number).language for number in gold}) > 1:
        yield "its gold turns are in two languages"
    if language_of(question.text) != question.language:
        yield f"it is not in {question.language}"
    if question.text in {other.text for other in draft.questions}:
        yield "it is asked twice"


def _check_whole(draft: Conversation, name: str) -> None:
    """The rules that only a whole file can break."""
    head = draft.head
    owners = [name for name, role in draft.speakers.items() if role == "owner"]
    spoken = {turn.speaker for turn in draft.turns}
    languages = {turn.language for turn in draft.turns}
    half, language, topic = (str(head.get(each)) for each in ("half", "language", "topic"))
    called = rf"{re.escape(half)}-\d\d-{re.escape(language)}-{re.escape(topic)}"
    rules = {
        "half is open or held": half in ("open", "held"),
        "language is en, zh or mixed": language in ("en", "zh", "mixed"),
        "its id is not the file's name": head.get("id") == name,
        "call it half-number-language-topic": re.fullmatch(called, name),
        "it has no owner, or several": len(owners) == 1,
        "someone among the speakers never speaks": spoken == set(draft.speakers),
        "it has not 3 to 6 sessions": len(draft.starts) in SESSIONS,
        "a session is empty": len({turn.session for turn in draft.turns}) == len(draft.starts),
        "it has not 40 to 90 turns": len(draft.turns) in TURNS,
        "it has too few questions": len(draft.questions) >= FEWEST_QUESTIONS,
        "its turns are in other languages than it says": languages
        == ({"en", "zh"} if language == "mixed" else {language}),
    }
    for rule, kept in rules.items():
        if not kept:
            raise _refused(name, rule)


def _refused(where: str, rule: str) -> UsageError:
    return UsageError(f"{where}: {rule}", hint="see bench/memory/bilingual/FORMAT.md")
