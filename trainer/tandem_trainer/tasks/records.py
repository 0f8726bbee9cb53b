"""What construction gives: a task, why it was made, how new and how hard it is."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tandem_shared.experience import Share
from tandem_shared.tasks import Task
from tandem_shared.tools import Frozen


class Difficulty(Frozen):
    """An estimate made before anybody tried the task, from what makes tasks hard.

    ``steps`` are the oracle's answers that hold calls, ``turns`` the user's, ``slots`` arguments
    whose value had to be taken from words (no choice among few), ``friction`` difficulties put on
    the phone, ``likeness`` the share of the offered tools from a needed tool's domain.
    ``estimate`` is 0 (easiest) to 1, see ``difficulty.estimated``.
    """

    steps: Annotated[int, Field(ge=0)]
    turns: Annotated[int, Field(ge=1)]
    slots: Annotated[int, Field(ge=0)]
    friction: Annotated[int, Field(ge=0)]
    likeness: Share
    estimate: Share


class Constructed(Frozen):
    """A task that is proven solvable and strict, as it stands in a file of constructed tasks.

    ``source`` is what it was made for (``requirement:ID``, ``situation:NAME``, ``gap:DIGEST``,
    ``episode:DIGEST``, ``proposer:NAME``, ``inventory``), ``evidence`` what showed the need.
    ``pattern`` is the way it goes. ``novelty`` is 1 less the greatest cosine to a task kept before.
    """

    task: Task
    source: str
    evidence: tuple[str, ...] = ()
    pattern: str
    steps: Annotated[int, Field(ge=0)]
    tools: tuple[str, ...]
    """That the oracle uses, each once, in order."""
    intents: tuple[str, ...]
    """The same with their actions: ``tool.action``."""
    novelty: Share
    difficulty: Difficulty

    @property
    def multi_step(self) -> bool:
        """Whether it takes two answers with calls or more; calls made together are one."""
        return self.steps > 1
