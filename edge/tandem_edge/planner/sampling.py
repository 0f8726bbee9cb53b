"""Choose tokens so that an answer follows a grammar: the most likely ones, or by chance.

Speaks llama.cpp, so only the engine imports this module.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp.llama_grammar import json_schema_to_gbnf

from tandem_edge.planner.fault import Fault

PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
BEYOND = "中"
"""Stands for every character beyond ASCII: a grammar of JSON allows all or none of them."""
LONGEST_FORCED = 200
LIKELY = 128
"""Tokens that are tried before the whole vocabulary."""


class Sampler:
    """Chooses the tokens of one llama.cpp context; ``text_of`` and ``tokenise`` are its own."""

    def __init__(
        self,
        context: Any,
        vocab: Any,
        text_of: Callable[[list[int]], str],
        tokenise: Callable[[str], list[int]],
    ) -> None:
        self.context = context
        self.vocab = vocab
        self.text_of = text_of
        self.tokenise = tokenise
        self.vocab_size = int(llama_cpp.llama_vocab_n_tokens(vocab))
        self.eos = int(llama_cpp.llama_vocab_eos(vocab))
        self.temperature = 0.0
        self.random = np.random.default_rng(0)

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

    def draw(self, temperature: float, seed: Sequence[int]) -> None:
        """Draw tokens by chance from here on; with ``temperature`` 0, take the most likely."""
        self.temperature, self.random = temperature, np.random.default_rng(seed)

    def next(self, grammar: Any) -> int:
        """The most likely next token that the grammar allows, or one drawn.

        Drawn by the Gumbel-max trick (Gumbel 1954): the largest of the logits over the temperature
        with Gumbel noise is a draw from their softmax, also of those that the grammar leaves.

        Most often that is simply the most likely one, so it is tried alone, then those that come
        next, before the grammar is applied to the whole vocabulary.
        """
        logits = self.logits()
        if self.temperature:
            logits = logits / self.temperature + self.random.gumbel(size=self.vocab_size)
        best = int(np.argmax(logits))
        if _allows(grammar, best):
            return best
        most = min(LIKELY, len(logits))
        likely = np.argpartition(logits, -most)[-most:]
        likely = likely[np.argsort(-logits[likely], kind="stable")]
        allowed = _allowed(grammar, [int(token) for token in likely])
        first = next((at for at, one in enumerate(allowed) if one), None)
        return _best_allowed(grammar, logits) if first is None else int(likely[first])

    def logits(self) -> Any:
        """Of every token to come next, ``[vocabulary]``: llama.cpp's own memory, not a copy."""
        pointer = llama_cpp.llama_get_logits_ith(self.context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self.vocab_size,))

    def log_probabilities(self) -> Any:
        """Natural logarithms of the probabilities of every token to come next, no grammar."""
        logits = self.logits().astype(np.float64)
        logits -= logits.max()
        return logits - np.log(np.exp(logits).sum())

    def ends(self, token: int) -> bool:
        """Whether ``token`` ends a turn."""
        return bool(llama_cpp.llama_vocab_is_eog(self.vocab, token))

    def forced(self, grammar: Any) -> str:
        """The text that every answer must go on with now, as far as there is no choice.

        Found character by character: where exactly one may follow and the answer may not end, it
        is part of it (the jump-ahead decoding of SGLang, arXiv 2312.07104). Characters beyond
        ASCII count as one choice more.
        """
        if not self.characters:
            return ""
        ahead = llama_cpp.llama_sampler_clone(grammar)
        text = ""
        try:
            while len(text) < LONGEST_FORCED and (char := self._only(ahead)):
                text += char
                llama_cpp.llama_sampler_accept(ahead, self.characters[char])
            return text
        finally:
            llama_cpp.llama_sampler_free(ahead)

    def _only(self, grammar: Any) -> str:
        """The one character that may follow, or ``""``."""
        tokens = [*self.characters.values(), *([self.eos] if self.eos >= 0 else [])]
        open_ = [at for at, allowed in enumerate(_allowed(grammar, tokens)) if allowed]
        if len(open_) != 1 or open_[0] >= len(self.characters):
            return ""
        char = list(self.characters)[open_[0]]
        return char if char.isascii() else ""

    @cached_property
    def characters(self) -> dict[str, int]:
        """Tokens of single characters; empty for a vocabulary that lacks some."""
        found: dict[str, int] = {}
        for char in (*PRINTABLE, BEYOND):
            tokens = self.tokenise(char)
            if len(tokens) != 1 or self.text_of(tokens) != char:
                return {}
            found[char] = tokens[0]
        return found

    def allowed(
        self, schema: str, ids: Sequence[int], at: Sequence[int], tokens: Sequence[Sequence[int]]
    ) -> list[list[bool]]:
        """Which of ``tokens``, a list for each place of ``at`` in the answer ``ids``, the grammar
        of a JSON schema lets come there. ``at`` rises. Raises ``Fault``."""
        found, asked = list[list[bool]](), dict(zip(at, tokens, strict=True))
        with self.grammar(schema) as grammar:
            for place, token in enumerate(ids):
                if place in asked:
                    found.append(_allowed(grammar, asked[place]) if asked[place] else [])
                llama_cpp.llama_sampler_accept(grammar, token)
        return found

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
    # One way to write each answer: no blank is a choice that a model could lose tokens on.
    return re.sub(r"^space ::= .*$", 'space ::= ""', text, flags=re.MULTILINE).encode()


def _allows(grammar: Any, token: int) -> bool:
    return _allowed(grammar, [token])[0]


def _allowed(grammar: Any, tokens: Sequence[int]) -> list[bool]:
    """Which of ``tokens`` may come next."""
    data = (llama_cpp.llama_token_data * len(tokens))()
    for place, token in enumerate(tokens):
        data[place].id = token
    array = llama_cpp.llama_token_data_array(data, len(tokens), -1, False)
    llama_cpp.llama_sampler_apply(grammar, ctypes.byref(array))
    return [each.logit > float("-inf") for each in data]


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
