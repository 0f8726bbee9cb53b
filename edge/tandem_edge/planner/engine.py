"""llama.cpp for one conversation: evaluated tokens are kept, answers follow a grammar.

Speaks llama.cpp's C interface, since prefix reuse, a stop between tokens and exact token accounting
need it. The chat template inside a model file is never looked at. Only the planner's child process
imports this module, so a crash or a hostile file takes nothing else down.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp.llama_grammar import json_schema_to_gbnf

from tandem_edge.files import write_atomically

CHUNK = 128
"""Prompt tokens evaluated between two looks at whether to stop."""
DIGEST_BYTES = 32
LEAST_ROOM = 16
"""Tokens that must be left for an answer."""

Stopped = Callable[[], str]
"""Why to stop now, or ``""``."""


class Fault(Exception):
    """A request that cannot be carried out; the engine stays usable. ``kind`` is one word."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Engine:
    """One loaded model and one sequence of evaluated tokens.

    ``prefixes`` is a folder for the states of prompts' unchanging beginnings. Raises ``Fault``
    when the file does not load.
    """

    def __init__(self, path: str, threads: int, context: int, prefixes: str) -> None:
        self.log = _capture_log()
        self.prefixes = Path(prefixes)
        self.identity = (Path(path).name, Path(path).stat().st_size, llama_cpp.__version__)
        parameters = llama_cpp.llama_model_default_params()
        parameters.n_gpu_layers = 0
        self.model = llama_cpp.llama_model_load_from_file(path.encode(), parameters)
        if not self.model:
            raise Fault("load", self._why("llama.cpp cannot load the file"))
        self.context = llama_cpp.llama_init_from_model(self.model, self._shape(threads, context))
        if not self.context:
            raise Fault("load", self._why("llama.cpp cannot make a context"))
        self.size = int(llama_cpp.llama_n_ctx(self.context))
        self.vocab = llama_cpp.llama_model_get_vocab(self.model)
        self.vocab_size = int(llama_cpp.llama_vocab_n_tokens(self.vocab))
        self.bos = int(llama_cpp.llama_vocab_bos(self.vocab))
        self.eos = int(llama_cpp.llama_vocab_eos(self.vocab))
        self.evaluated: list[int] = []
        self.work = 0

    def _shape(self, threads: int, context: int) -> Any:
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = min(context, llama_cpp.llama_model_n_ctx_train(self.model))
        parameters.n_batch = parameters.n_ubatch = CHUNK
        parameters.n_threads = parameters.n_threads_batch = threads
        return parameters

    def _why(self, otherwise: str) -> str:
        return self.log[-1] if self.log else otherwise

    # ---- text and tokens

    def tokenise(self, text: str, *, control: bool) -> list[int]:
        """Token ids of ``text``; only ``control`` text may become control tokens."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self.vocab, data, len(data), buffer, room, False, control)
        if count < 0:
            raise Fault("context", "the text cannot be tokenised")
        return list(buffer[:count])

    def tokens_of(self, parts: list[dict[str, Any]]) -> list[int]:
        """Token ids of prompt parts: ``bos``, ``ids``, or ``text`` with or without ``control``."""
        tokens: list[int] = []
        for part in parts:
            if "ids" in part:
                tokens += part["ids"]
            elif "bos" in part:
                tokens += [self.bos] if self.bos >= 0 else []
            else:
                tokens += self.tokenise(part["text"], control=bool(part.get("control")))
        if any(not 0 <= token < self.vocab_size for token in tokens):
            raise Fault("context", "the history holds tokens this model does not have")
        return tokens

    def text_of(self, tokens: list[int]) -> str:
        """The text of ``tokens``."""
        return b"".join(map(self._piece, tokens)).decode("utf-8", "replace")

    def _piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        count = llama_cpp.llama_token_to_piece(self.vocab, token, buffer, 256, 0, False)
        return buffer.raw[: max(count, 0)]

    # ---- evaluating

    def evaluate(self, tokens: list[int], stopped: Stopped = str) -> str:
        """Evaluate ``tokens`` after those already evaluated; return why it stopped early."""
        for at in range(0, len(tokens), CHUNK):
            if why := stopped():
                return why
            chunk = tokens[at : at + CHUNK]
            buffer = (llama_cpp.llama_token * len(chunk))(*chunk)
            batch = llama_cpp.llama_batch_get_one(buffer, len(chunk))
            if code := llama_cpp.llama_decode(self.context, batch):
                raise Fault("context", f"llama.cpp could not evaluate the prompt (code {code})")
            self.evaluated += chunk
            self.work += len(chunk)
        return ""

    def keep_prefix(self, tokens: list[int]) -> None:
        """Forget evaluated tokens from where they differ from ``tokens``, and the last of them.

        The last token is always evaluated anew: its logits choose what comes next.
        """
        same = 0
        for old, new in zip(self.evaluated, tokens[:-1], strict=False):
            if old != new:
                break
            same += 1
        memory = llama_cpp.llama_get_memory(self.context)
        if not llama_cpp.llama_memory_seq_rm(memory, 0, same, -1):
            llama_cpp.llama_memory_clear(memory, True)
            same = 0
        del self.evaluated[same:]

    def forget(self) -> None:
        """Forget every evaluated token, for benchmarks."""
        self.keep_prefix([])

    def warm_up(self, stable: list[int], stopped: Stopped) -> str:
        """Have ``stable``, a prompt's unchanging beginning, evaluated or read from disk.

        Its state is a file named after model, llama.cpp and tokens, and holds nothing that a
        user said. A file that cannot be read or written costs time, nothing else.
        """
        if not stable or self.evaluated[: len(stable)] == stable:
            return ""
        path = self.prefixes / f"{_name_of(self.identity, stable)}.state"
        if self._read_state(path, stable):
            return ""
        self.keep_prefix([*stable, -1])
        why = self.evaluate(stable[len(self.evaluated) :], stopped)
        if not why:
            self._write_state(path)
        return why

    def _read_state(self, path: Path, stable: list[int]) -> bool:
        """llama.cpp aborts on damaged state, so only bytes with the right digest reach it."""
        try:
            saved = path.read_bytes()
        except OSError:
            return False
        digest, state = saved[:DIGEST_BYTES], saved[DIGEST_BYTES:]
        if hashlib.sha256(state).digest() != digest:
            return False
        self.keep_prefix([])
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        if not llama_cpp.llama_state_seq_set_data(self.context, buffer, len(state), 0):
            llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.context), True)
            return False
        self.evaluated = list(stable)
        return True

    def _write_state(self, path: Path) -> None:
        size = llama_cpp.llama_state_seq_get_size(self.context, 0)
        buffer = (ctypes.c_uint8 * size)()
        written = llama_cpp.llama_state_seq_get_data(self.context, buffer, size, 0)
        state = bytes(buffer)[:written]
        with contextlib.suppress(OSError):
            write_atomically(path, hashlib.sha256(state).digest() + state)

    # ---- answering

    def answer(
        self,
        parts: list[dict[str, Any]],
        stable: int,
        schema: dict[str, Any],
        max_tokens: int,
        stopped: Stopped,
    ) -> dict[str, Any]:
        """Answer a prompt by a text that satisfies ``schema``, most likely tokens first.

        The first ``stable`` parts are the same for every request. Returns ``stop`` (``end``,
        ``length``, or what ``stopped`` said), ``text``, ``ids`` and ``usage`` (the fields of
        ``tandem_shared.events.Usage``). Raises ``Fault``.
        """
        beginning = self.tokens_of(parts[:stable])
        prompt = beginning + self.tokens_of(parts[stable:])
        room = self.size - len(prompt)
        if room < LEAST_ROOM:
            raise Fault("context", f"the prompt has {len(prompt)} tokens, {self.size} fit")
        with self._grammar(json.dumps(schema)) as grammar:
            started, worked = time.monotonic(), self.work
            stop = self.warm_up(beginning, stopped)
            if not stop:
                self.keep_prefix(prompt)
                stop = self.evaluate(prompt[len(self.evaluated) :], stopped)
            prefilled, new = time.monotonic(), self.work - worked
            output: list[int] = []
            if not stop:
                stop = self._decode(grammar, output, min(max_tokens, room), stopped)
        return {
            "stop": stop,
            "text": self.text_of(output),
            "ids": output,
            "usage": {
                "prompt_tokens": len(prompt),
                "reused_tokens": max(len(prompt) - new, 0),
                "output_tokens": len(output),
                "prefill_s": prefilled - started,
                "decode_s": time.monotonic() - prefilled,
            },
        }

    def _decode(self, grammar: Any, output: list[int], most: int, stopped: Stopped) -> str:
        while True:
            token = self._next(grammar)
            if llama_cpp.llama_vocab_is_eog(self.vocab, token):
                return "end"
            llama_cpp.llama_sampler_accept(grammar, token)
            output.append(token)
            if self._complete(grammar, output):
                return "end"
            if len(output) >= most:
                return "length"
            if why := stopped():
                return why
            self.evaluate([token])

    def _next(self, grammar: Any) -> int:
        """The most likely next token that the grammar allows.

        Most often that is simply the most likely one, so it is tried alone before the grammar is
        applied to the whole vocabulary.
        """
        pointer = llama_cpp.llama_get_logits_ith(self.context, -1)
        logits = np.ctypeslib.as_array(pointer, shape=(self.vocab_size,))
        best = int(np.argmax(logits))
        return best if _allows(grammar, best) else _best_allowed(grammar, logits)

    def _complete(self, grammar: Any, output: list[int]) -> bool:
        """Whether the answer may end here; models without an end token end when it parses."""
        if self.eos >= 0:
            return _allows(grammar, self.eos)
        try:
            json.loads(self.text_of(output))
        except ValueError:
            return False
        return True

    @contextlib.contextmanager
    def _grammar(self, schema: str) -> Any:
        sampler = llama_cpp.llama_sampler_init_grammar(self.vocab, _gbnf(schema), b"root")
        if not sampler:
            raise Fault("grammar", self._why("the grammar of the answer is not usable"))
        try:
            yield sampler
        finally:
            llama_cpp.llama_sampler_free(sampler)


def _name_of(identity: tuple[object, ...], stable: list[int]) -> str:
    return hashlib.sha256(repr((identity, stable)).encode()).hexdigest()


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


_ERROR_LEVEL = 4  # ggml.h: GGML_LOG_LEVEL_ERROR
_keep_alive: list[Any] = []


def _capture_log() -> list[str]:
    """Send llama.cpp's log to a list of its error lines instead of stderr."""
    lines: list[str] = []

    def collect(level: int, text: bytes, data: Any) -> None:
        if level == _ERROR_LEVEL and text and text.strip():
            lines.append(text.decode("utf-8", "replace").strip())
            del lines[:-20]

    callback = llama_cpp.llama_log_callback(collect)
    _keep_alive.append(callback)
    llama_cpp.llama_log_set(callback, ctypes.c_void_p(0))
    return lines
