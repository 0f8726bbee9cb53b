"""The planner's child process: an engine behind JSON lines on stdin and stdout.

Requests: ``load`` (path, identity, threads, context, prefixes, adapter: none, or path and SHA-256
of a LoRA), ``step`` (id, parts, stable,
schema, max_tokens, deadline_s, aided, apart, tells_tokens, temperature, seed), ``count`` (texts:
how many tokens each has), ``allowed`` (schema, ids, at, tokens: which of the tokens each of the
places ``at`` of an answer ``ids`` the grammar lets pass), ``weigh`` (parts, continuations: how
likely each is) and ``say`` (parts, max_tokens, until: what comes next), both without a grammar,
``cancel`` (of the steps up to ``id``, at once). Each but the last gets
one reply with ``ok``; one that is not ``ok`` has ``fault`` (``load``, ``context``, ``grammar``) and
``message``. The process ends when its stdin does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any

from tandem_edge.planner.engine import Engine
from tandem_edge.planner.fault import Fault
from tandem_edge.planner.free import likelihoods, said


class Cancelled:
    """Steps up to this id are not wanted any more; set by the thread that reads requests."""

    upto = -1


def serve() -> None:
    """Answer requests until the parent is gone."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints to stdout must not reach the parent
    requests: queue.Queue[dict[str, Any]] = queue.Queue()
    cancelled = Cancelled()
    threading.Thread(target=_read, args=(requests, cancelled), daemon=True).start()
    engine: Engine | None = None
    while True:
        request = requests.get()
        try:
            if request["op"] == "load":
                engine = _load(request)
                reply: dict[str, Any] = {"ok": True, "context": engine.size}
            elif engine is None:
                raise Fault("load", "no model is loaded")
            elif request["op"] == "count":
                tokens = (engine.tokenise(text, control=False) for text in request["texts"])
                reply = {"ok": True, "counts": [len(each) for each in tokens]}
            elif request["op"] == "allowed":
                reply = {"ok": True, "allowed": engine.sampler.allowed(**request["asked"])}
            elif request["op"] == "weigh":
                found = likelihoods(engine, request["parts"], request["continuations"])
                reply = {"ok": True, "likelihoods": found}
            elif request["op"] == "say":
                text = said(engine, request["parts"], request["max_tokens"], request["until"])
                reply = {"ok": True, "text": text}
            else:
                reply = {"ok": True, **_step(engine, request, cancelled)}
        except Fault as fault:
            reply = {"ok": False, "fault": fault.kind, "message": str(fault)}
        out.write(json.dumps(reply) + "\n")
        out.flush()


def _read(requests: queue.Queue[dict[str, Any]], cancelled: Cancelled) -> None:
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "cancel":
            cancelled.upto = request["id"]
        else:
            requests.put(request)
    os._exit(0)


def _load(request: dict[str, Any]) -> Engine:
    return Engine(
        request["path"],
        request["identity"],
        request["threads"],
        request["context"],
        request["prefixes"],
        tuple(request["adapter"]) if request["adapter"] else None,
    )


def _step(engine: Engine, request: dict[str, Any], cancelled: Cancelled) -> dict[str, Any]:
    until = time.monotonic() + float(request["deadline_s"])

    def stopped() -> str:
        if cancelled.upto >= request["id"]:
            return "cancel"
        return "deadline" if time.monotonic() > until else ""

    engine.sampler.draw(request["temperature"], request["seed"])
    answer = engine.answer(
        request["parts"],
        request["stable"],
        request["schema"],
        request["max_tokens"],
        stopped,
        aided=request["aided"],
        apart=request["apart"],
    )
    return answer if request["tells_tokens"] else {**answer, "prompt_ids": [], "sampled": []}


if __name__ == "__main__":
    serve()
