"""llama.cpp for one conversation: evaluated tokens are kept, and so are beginnings on disk.

Speaks llama.cpp's C interface, since prefix reuse, a stop between tokens and exact token accounting
need it. The chat template inside a model file is never looked at. Only the planner's child process
imports this module, so a crash or a hostile file takes nothing else down.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llama_cpp

from tandem_edge.files import write_atomically
from tandem_edge.planner.fault import Fault
from tandem_edge.planner.sampling import Sampler

CHUNK = 128
"""Prompt tokens evaluated between two looks at whether to stop."""
DIGEST_BYTES = 32
LEAST_ROOM = 16
"""Tokens that must be left for an answer."""
KEPT_PREFIXES = 16
"""State files that are kept on disk, the last used ones."""
STALE_S = 3600.0
"""A temporary file of this age belongs to a process that was killed while writing it."""

Stopped = Callable[[], str]
"""Why to stop now, or ``""``."""


class Engine:
    """One loaded model and one sequence of evaluated tokens.

    ``prefixes`` is a folder for the states of prompts' unchanging beginnings. ``identity`` is the
    file's SHA-256. Raises ``Fault`` when the file does not load.
    """

    def __init__(self, path: str, identity: str, threads: int, context: int, prefixes: str) -> None:
        self.log = _capture_log()
        self.prefixes = Path(prefixes)
        parameters = llama_cpp.llama_model_default_params()
        parameters.n_gpu_layers = 0
        self.model = llama_cpp.llama_model_load_from_file(path.encode(), parameters)
        if not self.model:
            raise Fault("load", self._why("llama.cpp cannot load the file"))
        shape = self._shape(threads, context)
        self.identity = (identity, llama_cpp.__version__, *_cache_kind(shape))
        self.context = llama_cpp.llama_init_from_model(self.model, shape)
        if not self.context:
            raise Fault("load", self._why("llama.cpp cannot make a context"))
        self.size = int(llama_cpp.llama_n_ctx(self.context))
        self.vocab = llama_cpp.llama_model_get_vocab(self.model)
        self.vocab_size = int(llama_cpp.llama_vocab_n_tokens(self.vocab))
        self.bos = int(llama_cpp.llama_vocab_bos(self.vocab))
        self.sampler = Sampler(self.context, self.vocab, self.text_of)
        self.evaluated: list[int] = []
        self.work = 0

    def _shape(self, threads: int, context: int) -> Any:
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = min(context, llama_cpp.llama_model_n_ctx_train(self.model))
        parameters.n_batch = parameters.n_ubatch = CHUNK
        parameters.n_threads = parameters.n_threads_batch = threads
        return parameters

    def _why(self, otherwise: str) -> str:
        """llama.cpp's first complaint: what comes after it only says that loading failed."""
        return self.log[0].rpartition("error loading model: ")[2] if self.log else otherwise

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

        Its state is a file named after the model's bytes, llama.cpp, the kind of its cache and
        the tokens, and holds nothing that a user said. A file that cannot be read or written
        costs time, nothing else.
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
        with contextlib.suppress(OSError):
            os.utime(path)  # the files used longest ago go first
        return True

    def _write_state(self, path: Path) -> None:
        size = llama_cpp.llama_state_seq_get_size(self.context, 0)
        buffer = (ctypes.c_uint8 * size)()
        written = llama_cpp.llama_state_seq_get_data(self.context, buffer, size, 0)
        state = bytes(buffer)[:written]
        with contextlib.suppress(OSError):
            write_atomically(path, hashlib.sha256(state).digest() + state)
            _prune(path.parent)

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
        with self.sampler.grammar(json.dumps(schema)) as grammar:
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
            token = self.sampler.next(grammar)
            if llama_cpp.llama_vocab_is_eog(self.vocab, token):
                return "end"
            llama_cpp.llama_sampler_accept(grammar, token)
            output.append(token)
            if self.sampler.complete(grammar, output):
                return "end"
            if len(output) >= most:
                return "length"
            if why := stopped():
                return why
            self.evaluate([token])


def _cache_kind(shape: Any) -> tuple[int, ...]:
    """What, besides the model, decides how a state's bytes are laid out and computed."""
    return (shape.type_k, shape.type_v, shape.flash_attn_type, int(shape.swa_full))


def _prune(folder: Path) -> None:
    """Remove the states used longest ago, and what killed processes left half written."""
    by_use = sorted(folder.glob("*.state"), key=_used, reverse=True)
    late = time.time() - STALE_S
    stale = [path for path in folder.glob(".*.state.*") if _used(path) < late]
    for path in by_use[KEPT_PREFIXES:] + stale:
        path.unlink(missing_ok=True)


def _used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0  # another process has removed it


def _name_of(identity: tuple[object, ...], stable: list[int]) -> str:
    return hashlib.sha256(repr((identity, stable)).encode()).hexdigest()


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
