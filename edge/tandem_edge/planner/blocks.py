"""Prompt text that is evaluated by itself once and then put where a prompt has it.

A tool's signature is the same text in every request that offers the tool, but stands at another
place and after other tools. Evaluated after nothing but the prompt's unchanging beginning, its
keys and values can be kept and, with the keys rotated to the new positions, put into any prompt:
Prompt Cache (Gim et al. 2024, arXiv 2311.04934), with positions moved as llama.cpp's context shift
does (RoPE, Su et al. 2021). A block does not see the blocks before it; what comes after sees all.

Speaks llama.cpp, so only the engine imports this module.
"""

from __future__ import annotations

import ctypes
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

import llama_cpp

from tandem_edge.planner.fault import Fault
from tandem_edge.planner.states import KEPT_BLOCKS, States, name_of

KEPT_IN_MEMORY = 64
"""Blocks; one of 25 tokens takes 0.3 MB with the default planner."""
CONVERSATION, APART = 0, 1
"""Sequences of the context: what was said; the first of those where blocks are evaluated."""
TOGETHER = 8
"""Blocks that are evaluated in one batch."""
BATCH = 128
"""Tokens that are evaluated in one batch, at most."""
Tokens = tuple[int, ...]


class Blocks:
    """The blocks that follow one unchanging beginning of ``start`` tokens."""

    def __init__(self, context: Any, states: States, start: int) -> None:
        self.context = context
        self.states = states
        self.start = start
        self.work = 0
        """Tokens that had to be evaluated for blocks so far."""
        self._kept: OrderedDict[Tokens, bytes] = OrderedDict()
        self._most = KEPT_IN_MEMORY

    def prepare(self, blocks: Sequence[Tokens], room: int) -> None:
        """Have ``blocks`` ready to be placed: from memory, from disk, or evaluated together.

        The beginning is evaluated already; ``room`` is how many tokens the context has left.
        Raises ``Fault`` when the context is full.
        """
        missing: list[Tokens] = []
        wanted = dict.fromkeys(blocks)
        self._most = max(KEPT_IN_MEMORY, len(wanted))
        for tokens in wanted:
            state = self._kept.pop(tokens, b"") or self.states.read(name_of(tokens))
            if state:
                self._keep(tokens, state)
            else:
                missing.append(tokens)
        for group in _groups(missing, min(room, BATCH)):
            self._evaluate(group)
        if missing:
            self.states.prune(KEPT_BLOCKS)

    def place(self, tokens: Tokens, at: int) -> None:
        """Put a prepared block at position ``at`` of the conversation, which ends there.

        Raises ``Fault`` when the context is full.
        """
        state = self._kept[tokens]
        memory = llama_cpp.llama_get_memory(self.context)
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        if not llama_cpp.llama_state_seq_set_data(self.context, buffer, len(state), APART):
            raise Fault("context", "there is no room for the tools of this request")
        llama_cpp.llama_memory_seq_add(memory, APART, -1, -1, at - self.start)
        llama_cpp.llama_memory_seq_cp(memory, APART, CONVERSATION, -1, -1)
        llama_cpp.llama_memory_seq_rm(memory, APART, -1, -1)

    def _keep(self, tokens: Tokens, state: bytes) -> None:
        self._kept[tokens] = state
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def _evaluate(self, group: Sequence[Tokens]) -> None:
        """Keys and values of each block after the beginning alone, in one batch."""
        memory = llama_cpp.llama_get_memory(self.context)
        sequences = range(APART, APART + len(group))
        for sequence in sequences:
            llama_cpp.llama_memory_seq_cp(memory, CONVERSATION, sequence, 0, self.start)
        try:
            self._decode(group)
            for sequence, tokens in zip(sequences, group, strict=True):
                llama_cpp.llama_memory_seq_rm(memory, sequence, 0, self.start)
                state = state_of(self.context, sequence)
                self._keep(tokens, state)
                self.states.write(name_of(tokens), state)
        finally:
            for sequence in sequences:
                llama_cpp.llama_memory_seq_rm(memory, sequence, -1, -1)

    def _decode(self, group: Sequence[Tokens]) -> None:
        cells = list(_cells(group))
        for first in range(0, len(cells), BATCH):  # llama.cpp aborts on a batch of more
            self._decode_batch(cells[first : first + BATCH])

    def _decode_batch(self, cells: Sequence[tuple[int, int, int]]) -> None:
        count = len(cells)
        batch = llama_cpp.llama_batch_init(count, 0, 1)
        try:
            for place, (sequence, at, token) in enumerate(cells):
                batch.token[place] = token
                batch.pos[place] = self.start + at
                batch.n_seq_id[place], batch.seq_id[place][0] = 1, sequence
                batch.logits[place] = False
            batch.n_tokens = count
            if code := llama_cpp.llama_decode(self.context, batch):
                raise Fault("context", f"llama.cpp could not evaluate a tool (code {code})")
        finally:
            llama_cpp.llama_batch_free(batch)
        self.work += count


def _cells(group: Sequence[Tokens]) -> Iterator[tuple[int, int, int]]:
    """Sequence, place after the beginning, and token."""
    for sequence, tokens in enumerate(group, APART):
        for at, token in enumerate(tokens):
            yield sequence, at, token


def _groups(blocks: Sequence[Tokens], most: int) -> Iterator[list[Tokens]]:
    """Blocks that go into one batch of at most ``most`` tokens; a longer block is one by itself."""
    group: list[Tokens] = []
    for tokens in blocks:
        if group and (len(group) == TOGETHER or sum(map(len, group)) + len(tokens) > most):
            yield group
            group = []
        group.append(tokens)
    if group:
        yield group


def state_of(context: Any, sequence: int) -> bytes:
    """The state of one sequence as bytes."""
    size = llama_cpp.llama_state_seq_get_size(context, sequence)
    buffer = (ctypes.c_uint8 * size)()
    written = llama_cpp.llama_state_seq_get_data(context, buffer, size, sequence)
    return bytes(buffer)[:written]
