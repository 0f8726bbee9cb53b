"""From examples to groups of token sequences, a step at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tandem_trainer.train.sft.ordering import Members
from tandem_trainer.train.sft.packing import Group, grouped
from tandem_trainer.train.sft.reading import Learned
from tandem_trainer.train.sft.replaying import Replayer, Unlike
from tandem_trainer.train.sft.sequences import Spans, Writer, kept


@dataclass
class Renderer:
    """Renders examples for one model under one harness. ``tokens`` is the most that a group has
    beyond its context, ``longest`` the most that a sequence has; ``left_out`` counts why examples
    were not learned from."""

    replayer: Replayer
    writer: Writer
    group: int
    tokens: int
    longest: int
    sha256: str = ""
    """Of the model's file: sampled tokens are taken as they are where it sampled them."""
    left_out: Counter[str] = field(default_factory=Counter)

    def groups(self, members: Members) -> Iterator[Group]:
        """The groups of ``members``: more than one where they are too long for one."""
        sequences = [
            each for example in members.examples for each in self._spans(example, members.tools)
        ]
        for _, alike in sorted(_by_beginning(sequences).items()):
            for part in self._parts(alike):
                yield grouped(part)

    def held(self, examples: Iterable[Learned], most: int) -> list[Group]:
        """At most ``most`` sequences of ``examples``, each with its own tools on offer."""
        found: list[Spans] = []
        for example in examples:
            found += self._spans(example, ())
            if len(found) >= most:
                break
        alike = _by_beginning(found[:most])
        return [grouped(part) for _, pile in sorted(alike.items()) for part in self._parts(pile)]

    def _spans(self, example: Learned, tools: Sequence[str]) -> list[Spans]:
        spans = self._sequences(example, tools)
        fitting = [each for each in spans if len(each.ids) <= self.longest]
        self.left_out["too long for the model's context"] += len(spans) - len(fitting)
        return fitting

    def _sequences(self, example: Learned, tools: Sequence[str]) -> list[Spans]:
        """The sequences of an example: of its kept tokens if they are this model's."""
        own = bool(self.sha256) and example.sampled_by == self.sha256
        try:
            steps = self.replayer.steps(example, () if own else tools)
        except Unlike:
            if not own:
                self.left_out["its replay goes otherwise"] += 1
                return []
            steps = ()
        spans = [*self.writer.sequences(steps)]
        return [*kept(example.example.tokens, spans)] if own else spans

    def _parts(self, sequences: Sequence[Spans]) -> Iterator[list[Spans]]:
        """Sequences in order, in parts that are not too many and not too long together."""
        part, size = list[Spans](), 0
        for each in sequences:
            tail = sum(len(piece.ids) for piece in each.pieces[each.context :])
            if part and (len(part) == self.group or size + tail > self.tokens):
                yield part
                part, size = [], 0
            part.append(each)
            size += tail
        if part:
            yield part


def _by_beginning(sequences: Iterable[Spans]) -> dict[tuple[int, ...], list[Spans]]:
    found: dict[tuple[int, ...], list[Spans]] = {}
    for each in sequences:
        key = tuple(token for piece in each.pieces[: each.beginning] for token in piece.ids)
        found.setdefault(key, []).append(each)
    return found
