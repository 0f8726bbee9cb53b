"""Keeping a conversation within its budget: what is left out is told in short, and kept first."""

from __future__ import annotations

from dataclasses import replace

from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.ports import Memory
from tandem_edge.planner.protocol import Message, Role
from tandem_shared.errors import TandemError

KEPT_STEPS = 2
"""The last steps of the running turn, which always stay whole."""
EARLIER = {"en": "Earlier, in short:", "zh": "之前，简要："}
SO_FAR = {"en": "Steps so far, in short:", "zh": "到目前的步骤，简要："}


def drop_turns(conversation: Conversation, tokens: int, memory: Memory) -> int:
    """Let go of the oldest turns that do not fit in ``tokens``; return how many went.

    What they asked for, decided and changed goes to ``memory`` first and stays in
    ``conversation.earlier``. When memory cannot keep it, everything stays as it is.
    """
    turns = list(conversation.turns)
    while turns and _size(turns) > tokens:
        turns.pop(0)
    gone = conversation.turns[: len(conversation.turns) - len(turns)]
    lines = [turn.in_short() for turn in gone]
    if not lines or not _kept(memory, conversation, lines):
        return 0
    conversation.earlier += lines
    conversation.turns = turns
    return len(gone)


def shorten_turn(turn: Turn, conversation: Conversation, tokens: int, memory: Memory) -> int:
    """Tell all but the last steps of the running turn in short; return how many steps that were.

    The opening message stays, and answers and results keep taking turns.
    """
    steps = _steps(turn)
    old = steps[:-KEPT_STEPS]
    if len(old) < 2 or _size([turn]) <= tokens:
        return 0
    if not _kept(memory, conversation, turn.done):
        return 0
    first, last = old[0], old[-1]
    told = "\n".join([SO_FAR[turn.language], *(f"- {line}" for line in turn.done)])
    answer, result = turn.messages[last - 1], turn.messages[last]
    turn.messages[first - 1 : last + 1] = [answer, replace(result, text=told)]
    return len(old)


def _steps(turn: Turn) -> list[int]:
    """Where the results of the steps stand among the messages."""
    return [at for at, message in enumerate(turn.messages) if message.role is Role.PHONE]


def estimated_tokens(text: str) -> int:
    """About how many tokens ``text`` is: three characters of ASCII each, one of any other.

    High for most planners, so that what is estimated to fit does.
    """
    beyond = sum(not char.isascii() for char in text)
    return beyond + (len(text) - beyond) // 3


def _size(turns: list[Turn]) -> int:
    messages: list[Message] = [message for turn in turns for message in turn.messages]
    return sum(estimated_tokens(message.text) for message in messages)


def _kept(memory: Memory, conversation: Conversation, lines: list[str]) -> bool:
    try:
        memory.keep(conversation.id, lines)
    except TandemError:
        return False
    return True
