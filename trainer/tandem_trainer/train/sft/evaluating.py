"""A policy's word on a group's learned tokens, with what the group shares evaluated once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

import torch
from torch import Tensor
from transformers import DynamicCache

from tandem_trainer.train.importing.tokeniser import Piece
from tandem_trainer.train.sft.packing import (
    Group,
    flat,
    learned_places,
    length,
    positions,
    sight,
)
from tandem_trainer.train.sft.policy import Policy

Layers = list[tuple[Tensor, Tensor]]
"""Keys and values ``[1, heads, tokens, width]`` of each layer."""


@dataclass(frozen=True)
class Told:
    """Logits ``[tokens, vocabulary]`` of the learned tokens, which tokens they should be, and the
    number of the answer in the group that each belongs to."""

    logits: Tensor
    wanted: Tensor
    answers: Tensor


@dataclass(frozen=True)
class Evaluator:
    """Evaluates groups with ``policy``. Contexts are evaluated without gradients, and without
    dropout, unless ``prefix_gradient``; with ``apart`` each tool by itself, as the edge does with
    ``planner_blocks``."""

    policy: Policy
    apart: bool = False
    prefix_gradient: bool = False

    def tell(self, group: Group) -> Told:
        """Logits of the learned tokens of ``group`` and of no others: over a large vocabulary they
        are most of the memory."""
        with self.policy.arithmetic():
            with self._of_contexts():
                context = self._contexts(group)
            shared, owns = length(group.shared), [length(row.own) for row in group.rows]
            tails = [len(row.tail) for row in group.rows]
            hidden, _ = self.run(
                [token for row in group.rows for token in row.tail],
                positions([shared + own for own in owns], tails),
                context,
                sight(shared, owns, tails),
            )
            at, wanted, answers = map(self._tensor, learned_places(group))
            logits = self.policy.core.lm_head(hidden[0, at]).float()
        return Told(logits, wanted, answers)

    @contextmanager
    def _of_contexts(self) -> Iterator[None]:
        model = self.policy.model
        training = model.training
        if not self.prefix_gradient and training:
            model.eval()
        try:
            with nullcontext() if self.prefix_gradient else torch.no_grad():
                yield
        finally:
            if model.training != training:
                model.train(training)

    def _contexts(self, group: Group) -> Layers:
        """Keys and values of what is shared, and after it of each row's own."""
        start = length(group.shared[: group.beginning])
        shared = Extending(self, start if self.apart else None).extended([], group.shared)
        owns = [row.own for row in group.rows]
        if not any(owns):
            return shared
        if not self.apart:
            return self._owns_together(shared, owns)
        size, layers = tokens_in(shared), shared
        for own in owns:
            made = Extending(self, start).extended(shared, own)
            layers = joined(layers, after(made, size))
        return layers

    def _owns_together(self, shared: Layers, owns: Sequence[Sequence[Piece]]) -> Layers:
        ids, sizes = [token for own in owns for token in flat(own)], [*map(length, owns)]
        size = tokens_in(shared)
        where = positions([size] * len(sizes), sizes)
        return self.run(ids, where, shared, sight(size, [], sizes))[1]

    def run(
        self, ids: Sequence[int], where: Sequence[int], before: Layers, seen: Tensor | None = None
    ) -> tuple[Tensor, Layers]:
        """Hidden states ``[1, tokens, width]`` of ``ids`` at positions ``where`` after ``before``,
        and keys and values of both. Without ``seen`` each sees all before it."""
        cache = DynamicCache()
        for place, (keys, values) in enumerate(before):
            cache.update(keys, values, place)
        seen = sight(tokens_in(before), [], [len(ids)]) if seen is None else seen
        made = self.policy.core.model(
            input_ids=self._tensor(ids)[None],
            position_ids=self._tensor(where)[None],
            attention_mask=seen[None, None].to(self.policy.device),
            cache=cache,
            use_cache=True,
        )
        return made.last_hidden_state, [(each.keys, each.values) for each in cache.layers]

    def _tensor(self, numbers: Sequence[int]) -> Tensor:
        return torch.tensor([*numbers], device=self.policy.device, dtype=torch.long)


@dataclass
class Extending:
    """Extends layers by pieces. A block is evaluated after the first ``start`` tokens alone, and
    moved to its place (``planner.blocks`` of the edge); with ``start`` ``None`` it is plain text.
    """

    evaluator: Evaluator
    start: int | None
    kept: dict[tuple[int, ...], Layers] = field(default_factory=dict)

    def extended(self, layers: Layers, pieces: Sequence[Piece]) -> Layers:
        """``layers``, and after them those of ``pieces``."""
        plain: list[int] = []
        for piece in pieces:
            if self.start is None or not piece.block:
                plain += piece.ids
                continue
            layers, plain = self._plain(layers, plain), []
            layers = self._placed(layers, piece.ids, self.start)
        return self._plain(layers, plain)

    def _plain(self, layers: Layers, ids: Sequence[int]) -> Layers:
        if not ids:
            return layers
        size = tokens_in(layers)
        return self.evaluator.run(ids, range(size, size + len(ids)), layers)[1]

    def _placed(self, layers: Layers, ids: tuple[int, ...], start: int) -> Layers:
        if ids not in self.kept:
            alone = [(keys[:, :, :start], values[:, :, :start]) for keys, values in layers]
            self.kept[ids] = after(self._plain(alone, ids), start)
        by = tokens_in(layers) - start
        turning = self.evaluator.policy.core.model.rotary_emb.inv_freq
        moved = [(rotated(keys, by, turning), values) for keys, values in self.kept[ids]]
        return joined(layers, moved)


def tokens_in(layers: Layers) -> int:
    """How many tokens ``layers`` are of."""
    return layers[0][0].shape[2] if layers else 0


def after(layers: Layers, size: int) -> Layers:
    """``layers`` without their first ``size`` tokens."""
    return [(keys[:, :, size:], values[:, :, size:]) for keys, values in layers]


def joined(first: Layers, second: Layers) -> Layers:
    """The tokens of ``first``, then those of ``second``."""
    return [
        (torch.cat([keys, more_keys], dim=2), torch.cat([values, more_values], dim=2))
        for (keys, values), (more_keys, more_values) in zip(first, second, strict=True)
    ]


def rotated(keys: Tensor, by: int, turning: Tensor) -> Tensor:
    """``keys`` as they would be ``by`` positions later (RoPE, Su et al. 2021, arXiv 2104.09864)."""
    angles = torch.cat([turning, turning]).float() * by
    first, second = keys.float().chunk(2, dim=-1)
    turned = torch.cat([-second, first], dim=-1)
    return (keys.float() * angles.cos() + turned * angles.sin()).to(keys.dtype)
