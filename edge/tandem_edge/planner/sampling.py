"""Choose tokens so that an answer follows a grammar, the most likely ones first.

Speaks llama.cpp, so only the engine imports this module.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp.llama_grammar import json_schema_to_gbnf

from tandem_edge.planner.fault import Fault


class Sampler:
    """Chooses the tokens of one llama.cpp context. ``text_of`` turns tokens into text."""

    def __init__(self, context: Any, vocab: Any, text_of: Callable[[list[int]], str]) -> None:
        self.context = context
        self.vocab = vocab
        self.text_of = text_of
        self.vocab_size = int(llama_cpp.llama_vocab_n_tokens(vocab))
        self.eos = int(llama_cpp.llama_vocab_eos(vocab))

    @contextlib.contextmanager
    def grammar(self, schema: str) -> Iterator[Any]:
        """The grammar of a JSON schema. Raises ``Fault``."""
        sampler = llama_cpp.llama_sampler_init_grammar(self.vocab, _gbnf(schema), b"root")
        if not sampler:
            raise Fault("grammar", "the grammar of the answer is not usable")
        try:
            yield sampler
        finally:
            llama_cpp.llama_sampler_free(sampler)

    def next(self, grammar: Any) -> int:
        """The most likely next token that the grammar allows.

        Most often that is simply the most likely one, so it is tried alone before the grammar is
        applied to the whole vocabulary.
        """
        pointer = llama_cpp.llama_get_logits_ith(self.context, -1)
        logits = np.ctypeslib.as_array(pointer, shape=(self.vocab_size,))
        best = int(np.argmax(logits))
        return best if _allows(grammar, best) else _best_allowed(grammar, logits)

    def complete(self, grammar: Any, output: list[int]) -> bool:
        """Whether the answer may end here; models without an end token end when it parses."""
        if self.eos >= 0:
            return _allows(grammar, self.eos)
        try:
            json.loads(self.text_of(output))
        except ValueError:
            return False
        return True


@lru_cache(maxsize=32)
def _gbnf(schema: str) -> bytes:
    text: str = json_schema_to_gbnf(schema)
    return text.encode()


def _allows(grammar: Any, token: int) -> bool:
    data = llama_cpp.llama_token_data(token, 0.0, 0.0)
    array = llama_cpp.llama_token_data_array(ctypes.pointer(data), 1, -1, False)
    llama_cpp.llama_sampler_apply(grammar, ctypes.byref(array))
    return bool(data.logit > float("-inf"))


_TOKEN_DATA = np.dtype([("id", np.intc), ("logit", np.single), ("p", np.single)], align=True)


def _best_allowed(grammar: Any, logits: Any) -> int:
    table = np.empty(len(logits), dtype=_TOKEN_DATA)
    table["id"] = np.arange(len(logits), dtype=np.intc)
    table["logit"] = logits
    table["p"] = 0.0
    pointer = table.ctypes.data_as(ctypes.POINTER(llama_cpp.llama_token_data))
    array = llama_cpp.llama_token_data_array(pointer, len(logits), -1, False)
    llama_cpp.llama_sampler_apply(grammar, ctypes.byref(array))
    return int(table["id"][np.argmax(table["logit"])])
