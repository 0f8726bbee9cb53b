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
from typing import Any

import llama_cpp

from tandem_edge.planner.fault import Fault
from tandem_edge.planner.states import States, name_of

KEPT_IN_MEMORY = 64
"""Blocks; one of 25 tokens takes 0.3 MB with the default planner."""
CONVERSATION, APART = 0, 1
"""Sequences of the context: what was said, and where a block is evaluated or unpacked."""


class Blocks:
    """The blocks that follow one unchanging beginning of ``start`` tokens."""

    def __init__(self, context: Any, states: States, start: int) -> None:
        self.context = context
        self.states = states
        self.start = start
        self.work = 0
        """Tokens that had to be evaluated for blocks so far."""
        self._kept: OrderedDict[tuple[int, ...], bytes] = OrderedDict()

    def place(self, tokens: tuple[int, ...], at: int) -> None:
        """Put a block at position ``at`` of the conversation, which ends there.

        The beginning is evaluated already. Raises ``Fault`` when the context is full.
        """
        state = self._state(tokens)
        memory = llama_cpp.llama_get_memory(self.context)
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        if not llama_cpp.llama_state_seq_set_data(self.context, buffer, len(state), APART):
            raise Fault("context", "there is no room for the tools of this request")
        llama_cpp.llama_memory_seq_add(memory, APART, -1, -1, at - self.start)
        llama_cpp.llama_memory_seq_cp(memory, APART, CONVERSATION, -1, -1)
        llama_cpp.llama_memory_seq_rm(memory, APART, -1, -1)

    def _state(self, tokens: tuple[int, ...]) -> bytes:
        state = self._kept.pop(tokens, b"") or self.states.read(name_of(tokens))
        if not state:
            state = self._evaluated(tokens)
            self.states.write(name_of(tokens), state)
        self._kept[tokens] = state
        while len(self._kept) > KEPT_IN_MEMORY:
            self._kept.popitem(last=False)
        return state

    def _evaluated(self, tokens: tuple[int, ...]) -> bytes:
        """Keys and values of ``tokens`` after the beginning alone."""
        memory = llama_cpp.llama_get_memory(self.context)
        llama_cpp.llama_memory_seq_cp(memory, CONVERSATION, APART, 0, self.start)
        try:
            self._decode(tokens)
            llama_cpp.llama_memory_seq_rm(memory, APART, 0, self.start)
            return state_of(self.context, APART)
        finally:
            llama_cpp.llama_memory_seq_rm(memory, APART, -1, -1)

    def _decode(self, tokens: tuple[int, ...]) -> None:
        batch = llama_cpp.llama_batch_init(len(tokens), 0, 1)
        try:
            batch.n_tokens = len(tokens)
            for place, token in enumerate(tokens):
                batch.token[place] = token
                batch.pos[place] = self.start + place
                batch.n_seq_id[place], batch.seq_id[place][0] = 1, APART
                batch.logits[place] = False
            if code := llama_cpp.llama_decode(self.context, batch):
                raise Fault("context", f"llama.cpp could not evaluate a tool (code {code})")
        finally:
            llama_cpp.llama_batch_free(batch)
        self.work += len(tokens)


def state_of(context: Any, sequence: int) -> bytes:
    """The state of one sequence as bytes."""
    size = llama_cpp.llama_state_seq_get_size(context, sequence)
    buffer = (ctypes.c_uint8 * size)()
    written = llama_cpp.llama_state_seq_get_data(context, buffer, size, sequence)
    return bytes(buffer)[:written]
