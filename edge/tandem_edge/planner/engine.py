"""llama.cpp for one conversation: evaluated tokens are kept, and so are beginnings on disk.

Speaks llama.cpp's C interface, since prefix reuse, a stop between tokens and exact token accounting
need it. The chat template inside a model file is never looked at. Only the planner's child process
imports this module, so a crash or a hostile file takes nothing else down.
"""

from __future__ import annotations

import ctypes
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp

from tandem_edge.planner.blocks import BATCH, CONVERSATION, TOGETHER, Blocks, state_of
from tandem_edge.planner.fault import Fault
from tandem_edge.planner.sampling import Sampler
from tandem_edge.planner.states import States, name_of

CHUNK = BATCH
"""Prompt tokens evaluated between two looks at whether to stop."""
LEAST_ROOM = 16
"""Tokens that must be left for an answer."""

Stopped = Callable[[], str]
"""Why to stop now, or ``""``."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the prompt; a ``block`` is evaluated by itself (see ``blocks``)."""

    tokens: tuple[int, ...]
    block: bool = False


class Engine:
    """One loaded model and one sequence of evaluated tokens.

    ``prefixes`` is a folder for the states of prompts' unchanging beginnings. ``identity`` is the
    file's SHA-256. ``adapter`` is the path and SHA-256 of a LoRA over the model. Raises ``Fault``
    when a file does not load.
    """

    def __init__(
        self,
        path: str,
        identity: str,
        threads: int,
        context: int,
        prefixes: str,
        adapter: tuple[str, str] | None = None,
    ) -> None:
        self.log = _capture_log()
        self.states = States(Path(prefixes))
        self.blocks: Blocks | None = None
        parameters = llama_cpp.llama_model_default_params()
        parameters.n_gpu_layers = 0
        self.model = llama_cpp.llama_model_load_from_file(path.encode(), parameters)
        if not self.model:
            raise Fault("load", self._why("llama.cpp cannot load the file"))
        shape = self._shape(threads, context)
        files = (identity, adapter[1]) if adapter else (identity,)
        self.identity = (*files, llama_cpp.__version__, *_cache_kind(shape))
        lora = self._lora(adapter[0]) if adapter else None  # before any context, says llama.h
        self.context = llama_cpp.llama_init_from_model(self.model, shape)
        if not self.context:
            raise Fault("load", self._why("llama.cpp cannot make a context"))
        if lora:
            self._apply(lora)
        self.size = int(llama_cpp.llama_n_ctx(self.context))
        self.vocab = llama_cpp.llama_model_get_vocab(self.model)
        self.vocab_size = int(llama_cpp.llama_vocab_n_tokens(self.vocab))
        self.bos = int(llama_cpp.llama_vocab_bos(self.vocab))
        self.sampler = Sampler(self.context, self.vocab, self.text_of, self._plain)
        self.evaluated: list[int] = []
        self.work = 0

    def _lora(self, path: str) -> Any:
        self.log.clear()
        lora = llama_cpp.llama_adapter_lora_init(self.model, path.encode())
        if not lora:
            raise Fault("load", f"its adapter: {self._why('llama.cpp cannot load it')}")
        return lora

    def _apply(self, lora: Any) -> None:
        adapters = (llama_cpp.llama_adapter_lora_p_ctypes * 1)(lora)
        if llama_cpp.llama_set_adapters_lora(self.context, adapters, 1, (ctypes.c_float * 1)(1.0)):
            raise Fault("load", "its adapter cannot be applied")

    def _shape(self, threads: int, context: int) -> Any:
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_seq_max, parameters.kv_unified = 1 + TOGETHER, True
        # Batches here have 1 to 60 tokens, for which llama.cpp's flash attention on a CPU takes a
        # third longer than its plain one; it wins from 64 on.
        parameters.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
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

    def _plain(self, text: str) -> list[int]:
        return self.tokenise(text, control=False)

    def pieces_of(self, parts: list[dict[str, Any]], *, apart: bool = False) -> list[Piece]:
        """The tokens of prompt parts: ``bos``, ``ids``, ``text`` (or ``control`` text), ``block``.

        Each is tokenised by itself. Blocks are to be evaluated ``apart``, or like any text.
        """
        pieces = [Piece(tuple(self._tokens_of(part)), apart and "block" in part) for part in parts]
        if any(not 0 <= token < self.vocab_size for piece in pieces for token in piece.tokens):
            raise Fault("context", "the history holds tokens this model does not have")
        return pieces

    def _tokens_of(self, part: dict[str, Any]) -> list[int]:
        if "ids" in part:
            return list(part["ids"])
        if "bos" in part:
            return [self.bos] if self.bos >= 0 else []
        if "block" in part:
            return self.tokenise(part["block"], control=False)
        return self.tokenise(part["text"], control=bool(part.get("control")))

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

    def forget(self) -> int:
        """Forget every evaluated token; how many are left."""
        self.keep_prefix([])
        return len(self.evaluated)

    def warm_up(self, stable: list[int], stopped: Stopped) -> str:
        """Have ``stable``, a prompt's unchanging beginning, evaluated or read from disk.

        Its state is kept under the model's bytes, llama.cpp, the kind of its cache and the
        tokens, and holds nothing that a user said.
        """
        name = name_of(self.identity, stable)
        if self.blocks is None or self.blocks.states != self.states.inside(name):
            self.blocks = Blocks(self.context, self.states.inside(name), len(stable))
        if not stable or self.evaluated[: len(stable)] == stable or self._restore(name, stable):
            return ""
        self.keep_prefix([*stable, -1])
        why = self.evaluate(stable[len(self.evaluated) :], stopped)
        if not why:
            self.states.write(name, state_of(self.context, CONVERSATION))
            self.states.prune()
        return why

    def _restore(self, name: str, stable: list[int]) -> bool:
        state = self.states.read(name)
        if not state:
            return False
        self.keep_prefix([])
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        if not llama_cpp.llama_state_seq_set_data(self.context, buffer, len(state), CONVERSATION):
            llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self.context), True)
            return False
        self.evaluated = list(stable)
        return True

    def complete_prompt(self, pieces: list[Piece], stopped: Stopped) -> str:
        """Have the whole prompt evaluated, blocks put in place; return why it stopped early.

        A block that the evaluated text holds only a part of is put in place anew.
        """
        prompt = [token for piece in pieces for token in piece.tokens]
        self.keep_prefix(prompt)
        self._prepare(pieces)
        at, plain = 0, list[int]()
        for piece in pieces:
            end = at + len(piece.tokens)
            if piece.block and end > len(self.evaluated) + len(plain):
                if why := self.evaluate(plain, stopped):
                    return why
                plain = []
                self.keep_prefix([*prompt[:at], -1])
                self._place(piece)
            elif end > len(self.evaluated):
                plain += piece.tokens[max(len(self.evaluated) - at, 0) :]
            at = end
        return self.evaluate(plain, stopped)

    def _prepare(self, pieces: list[Piece]) -> None:
        """Have the blocks at hand that the evaluated text does not hold whole."""
        assert self.blocks is not None
        at, needed = 0, []
        for piece in pieces:
            at += len(piece.tokens)
            if piece.block and at > len(self.evaluated):
                needed.append(piece.tokens)
        before = self.blocks.work
        self.blocks.prepare(needed, self.size - len(self.evaluated))
        self.work += self.blocks.work - before

    def _place(self, piece: Piece) -> None:
        assert self.blocks is not None
        self.blocks.place(piece.tokens, len(self.evaluated))
        self.evaluated += piece.tokens

    # ---- answering

    def answer(
        self,
        parts: list[dict[str, Any]],
        stable: int,
        schema: dict[str, Any],
        max_tokens: int,
        stopped: Stopped,
        *,
        aided: bool = True,
        apart: bool = True,
    ) -> dict[str, Any]:
        """Answer a prompt by a text that satisfies ``schema``, most likely tokens first.

        The first ``stable`` parts are the same for every request. With ``apart``, blocks are
        evaluated by themselves. Without ``aided`` nothing is reused and every token is sampled, to
        see what that is worth. Returns ``stop`` (``end``, ``length``, or what ``stopped`` said),
        ``text``, ``ids``, ``prompt_ids``, ``sampled`` (which of ``ids`` were chosen, not forced by
        the grammar) and ``usage`` (the fields of ``tandem_shared.events.Usage``). Raises ``Fault``.
        """
        if not aided:
            stable = self.forget()
        beginning = [token for piece in self.pieces_of(parts[:stable]) for token in piece.tokens]
        pieces = [Piece(tuple(beginning)), *self.pieces_of(parts[stable:], apart=aided and apart)]
        length = sum(len(piece.tokens) for piece in pieces)
        room = self.size - length
        if room < LEAST_ROOM:
            raise Fault("context", f"the prompt has {length} tokens, {self.size} fit")
        with self.sampler.grammar(json.dumps(schema)) as grammar:
            started, worked = time.monotonic(), self.work
            stop = self.warm_up(beginning, stopped) or self.complete_prompt(pieces, stopped)
            prefilled, new = time.monotonic(), self.work - worked
            output, sampled = list[int](), list[bool]()
            if not stop:
                most = min(max_tokens, room)
                stop = self._decode(grammar, output, sampled, most, stopped, aided)
        return {
            "stop": stop,
            "text": self.text_of(output),
            "ids": output,
            "prompt_ids": [token for piece in pieces for token in piece.tokens],
            "sampled": sampled,
            "usage": {
                "prompt_tokens": length,
                "reused_tokens": max(length - new, 0),
                "output_tokens": len(output),
                "prefill_s": prefilled - started,
                "decode_s": time.monotonic() - prefilled,
            },
        }

    def _decode(
        self,
        grammar: Any,
        output: list[int],
        sampled: list[bool],
        most: int,
        stopped: Stopped,
        aided: bool,
    ) -> str:
        """Add tokens to ``output``, and to ``sampled`` whether each was, until the answer is whole;
        return why it ended.

        What the grammar leaves no choice about is not sampled but evaluated at once, together.
        """
        while True:
            forced = self._plain(self.sampler.forced(grammar)) if aided else []
            token = None if forced else self.sampler.next(grammar)
            if token is not None and llama_cpp.llama_vocab_is_eog(self.vocab, token):
                return "end"
            new = forced if token is None else [token]
            for each in new:
                llama_cpp.llama_sampler_accept(grammar, each)
            output += new
            sampled += [token is not None] * len(new)
            if self.sampler.complete(grammar, output):
                return "end"
            if len(output) >= most:
                return "length"
            if why := stopped():
                return why
            self.evaluate(new)


def _cache_kind(shape: Any) -> tuple[int, ...]:
    """What, besides the model, decides how a state's bytes are laid out and computed."""
    return (shape.type_k, shape.type_v, shape.flash_attn_type, int(shape.swa_full))


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
