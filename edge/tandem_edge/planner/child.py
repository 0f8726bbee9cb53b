"""The planner's child process: llama.cpp behind JSON lines on stdin and stdout.

A crash, a hang or a hostile file here takes nothing else down. The C interface is used directly,
since prefix reuse, a deadline between tokens and exact token accounting need it; the chat
template inside a model file is never looked at.

Requests: ``load`` (path, threads, context), ``step`` (parts, schema, max_tokens, deadline_s),
``cancel`` (of the step with that ``id``, at once). Each of the first two gets one reply with
``ok``; a reply that is not ``ok`` has ``fault`` (``load``, ``context``, ``grammar``) and
``message``.
"""

from __future__ import annotations

import ctypes
import json
import os
import queue
import sys
import threading
import time
from functools import lru_cache
from typing import Any

import llama_cpp
import numpy as np
from llama_cpp.llama_grammar import json_schema_to_gbnf

CHUNK = 128
"""Prompt tokens evaluated between two looks at the deadline and the cancel flag."""


class Fault(Exception):
    """A request that cannot be carried out; the process stays usable."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Cancelled:
    """Steps up to this id are not wanted any more; set by the thread that reads requests."""

    upto = -1


class Engine:
    """One loaded model and one sequence of evaluated tokens."""

    def __init__(self, path: str, threads: int, context: int) -> None:
        self.log = _capture_log()
        model_parameters = llama_cpp.llama_model_default_params()
        model_parameters.n_gpu_layers = 0
        model = llama_cpp.llama_model_load_from_file(path.encode(), model_parameters)
        if not model:
            raise Fault("load", self._why("llama.cpp cannot load the file"))
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = min(context, llama_cpp.llama_model_n_ctx_train(model))
        parameters.n_batch = parameters.n_ubatch = CHUNK
        parameters.n_threads = parameters.n_threads_batch = threads
        self.context = llama_cpp.llama_init_from_model(model, parameters)
        if not self.context:
            raise Fault("load", self._why("llama.cpp cannot make a context"))
        self.model = model
        self.size = int(llama_cpp.llama_n_ctx(self.context))
        self.vocab = llama_cpp.llama_model_get_vocab(model)
        self.vocab_size = int(llama_cpp.llama_vocab_n_tokens(self.vocab))
        self.bos = int(llama_cpp.llama_vocab_bos(self.vocab))
        self.eog = int(llama_cpp.llama_vocab_eos(self.vocab))
        self.evaluated: list[int] = []

    def _why(self, otherwise: str) -> str:
        return self.log[-1] if self.log else otherwise

    def tokenise(self, text: str, *, control: bool) -> list[int]:
        """Token ids of ``text``; only ``control`` text may become control tokens."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self.vocab, data, len(data), buffer, room, False, control)
        if count < 0:
            raise Fault("context", "the text cannot be tokenised")
        return list(buffer[:count])

    def piece(self, token: int) -> bytes:
        """The bytes of one token."""
        buffer = ctypes.create_string_buffer(256)
        count = llama_cpp.llama_token_to_piece(self.vocab, token, buffer, 256, 0, False)
        return buffer.raw[: max(count, 0)]

    def keep_prefix(self, tokens: list[int]) -> int:
        """Forget evaluated tokens that ``tokens`` does not start with; return how many stay."""
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
        return same

    def evaluate(self, tokens: list[int]) -> None:
        """Evaluate ``tokens`` (at most ``CHUNK``) after those already evaluated."""
        buffer = (llama_cpp.llama_token * len(tokens))(*tokens)
        batch = llama_cpp.llama_batch_get_one(buffer, len(tokens))
        code = llama_cpp.llama_decode(self.context, batch)
        if code:
            raise Fault("context", f"llama.cpp could not evaluate the prompt (code {code})")
        self.evaluated += tokens

    def greedy(self, grammar: Any) -> int:
        """The most likely next token that the grammar allows.

        Most often that is simply the most likely token, so that one is tried alone before the
        grammar is applied to the whole vocabulary.
        """
        pointer = llama_cpp.llama_get_logits_ith(self.context, -1)
        logits = np.ctypeslib.as_array(pointer, shape=(self.vocab_size,))
        best = int(np.argmax(logits))
        if allows(grammar, best):
            return best
        return _best_allowed(grammar, logits)

    def step(self, request: dict[str, Any], cancel: Cancelled) -> dict[str, Any]:
        """Answer one prompt; see the module's docstring for the request."""
        until = time.monotonic() + float(request["deadline_s"])
        prompt = self._prompt(request["parts"])
        room = self.size - len(prompt)
        if room < 16:
            raise Fault("context", f"the prompt has {len(prompt)} tokens, {self.size} fit")
        grammar = self._grammar(json.dumps(request["schema"]))
        try:
            return self._run(
                prompt, grammar, min(int(request["max_tokens"]), room), until, cancel, request["id"]
            )
        finally:
            llama_cpp.llama_sampler_free(grammar)

    def _run(
        self,
        prompt: list[int],
        grammar: Any,
        max_tokens: int,
        until: float,
        cancel: Cancelled,
        step_id: int,
    ) -> dict[str, Any]:
        started = time.monotonic()

        def stopped() -> str:
            if cancel.upto >= step_id:
                return "cancel"
            return "deadline" if time.monotonic() > until else ""

        reused = self.keep_prefix(prompt)
        stop = ""
        for at in range(reused, len(prompt), CHUNK):
            stop = stopped()
            if stop:
                break
            self.evaluate(prompt[at : at + CHUNK])
        prefilled = time.monotonic()
        output: list[int] = []
        while not stop:
            token = self.greedy(grammar)
            if llama_cpp.llama_vocab_is_eog(self.vocab, token):
                stop = "end"
                break
            llama_cpp.llama_sampler_accept(grammar, token)
            output.append(token)
            if self._complete(grammar, output):
                stop = "end"
            elif len(output) >= max_tokens:
                stop = "length"
            else:
                stop = stopped()
            if not stop:
                self.evaluate([token])
        return {
            "ok": True,
            "stop": stop,
            "text": b"".join(map(self.piece, output)).decode("utf-8", "replace"),
            "ids": output,
            "usage": {
                "prompt_tokens": len(prompt),
                "reused_tokens": reused,
                "output_tokens": len(output),
                "prefill_s": prefilled - started,
                "decode_s": time.monotonic() - prefilled,
            },
        }

    def _complete(self, grammar: Any, output: list[int]) -> bool:
        """Whether the answer may end here; models without an end token end when it parses."""
        if self.eog >= 0:
            return allows(grammar, self.eog)
        try:
            json.loads(b"".join(map(self.piece, output)))
        except ValueError:
            return False
        return True

    def _prompt(self, parts: list[dict[str, Any]]) -> list[int]:
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

    def _grammar(self, schema: str) -> Any:
        sampler = llama_cpp.llama_sampler_init_grammar(self.vocab, _gbnf(schema), b"root")
        if not sampler:
            raise Fault("grammar", self._why("the grammar of the answer is not usable"))
        return sampler


@lru_cache(maxsize=32)
def _gbnf(schema: str) -> bytes:
    text: str = json_schema_to_gbnf(schema)
    return text.encode()


def allows(grammar: Any, token: int) -> bool:
    """Whether ``token`` may come next."""
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


def _read(requests: queue.Queue[dict[str, Any]], cancel: Cancelled) -> None:
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "cancel":
            cancel.upto = request["id"]
        else:
            requests.put(request)
    os._exit(0)  # the parent is gone


def _serve() -> None:
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints to stdout must not reach the parent
    requests: queue.Queue[dict[str, Any]] = queue.Queue()
    cancel = Cancelled()
    threading.Thread(target=_read, args=(requests, cancel), daemon=True).start()
    engine: Engine | None = None
    while True:
        request = requests.get()
        try:
            if request["op"] == "load":
                engine = Engine(request["path"], request["threads"], request["context"])
                reply: dict[str, Any] = {"ok": True, "context": engine.size}
            elif engine is None:
                reply = {"ok": False, "fault": "load", "message": "no model is loaded"}
            else:
                reply = engine.step(request, cancel)
        except Fault as fault:
            reply = {"ok": False, "fault": fault.kind, "message": str(fault)}
        out.write(json.dumps(reply) + "\n")
        out.flush()


if __name__ == "__main__":
    _serve()
