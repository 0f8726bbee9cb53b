"""The local planner: a GGUF file in a child process that may crash without hurting anyone."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tandem_edge.logs import log
from tandem_edge.models.turns import TurnFormat
from tandem_edge.planner.protocol import Message, Planned, Prompt, Role
from tandem_shared.errors import CancelledError, PlannerError
from tandem_shared.events import Usage
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from pydantic import JsonValue

    from tandem_edge.models.adapters import AdapterFile

Parts = list[dict[str, Any]]
"""Of a prompt, each tokenised by itself: see ``parts``."""

GRACE_S = 5.0
"""How long after a deadline or a cancel the child may take to say so before it is killed."""
COUNT_S = 60.0
"""Deadline for counting tokens: a whole conversation takes less than one second."""
WEIGH_S = 600.0
"""Deadline for weighing continuations of a text, or continuing it: busy cores take minutes."""
POLL_S = 0.02
STOPPED = "stopped while the planner was thinking"


class _Gone(Exception):
    """The child died; ``str`` is how."""


@dataclass
class LocalPlanner:
    """llama.cpp in a child process. Started by ``start`` or by the first step.

    ``turns`` says how this model's conversations are written; ``prefixes`` is the folder where
    the states of unchanging prompt beginnings are kept, under names that ``identity``, the file's
    SHA-256, and that of the ``adapter`` over it are part of. ``apart`` has the tools of a request
    evaluated by themselves, once for all requests. Without ``aided`` every prompt is evaluated from
    its first token and every token sampled, to see what reuse is worth. A child that crashes in a
    step is restarted once and the step tried again; a second crash is a ``PlannerError``.
    """

    name: str
    path: Path
    turns: TurnFormat
    threads: int
    context: int
    load_s: float
    prefixes: Path
    identity: str
    adapter: AdapterFile | None = None
    apart: bool = False
    aided: bool = True
    tells_tokens: bool = False
    """Answers carry the prompt's token ids and which of their own were chosen."""
    temperature: float = 0.0
    """Of sampling; 0 takes the most likely tokens. See ``draw``."""
    restarts: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _replies: queue.Queue[dict[str, Any] | None] = field(default_factory=queue.Queue)
    _loaded: bool = False
    _steps: int = 0
    _seed: int = 0
    _drawn: int = 0

    def draw(self, seed: int) -> None:
        """Sample from here on as this seed has it: the same prompts get the same answers."""
        self._seed, self._drawn = seed, 0

    def start(self) -> None:
        """Spawn the child and let it load the model; returns at once."""
        if self._process is not None:
            return
        self._process = _spawn()
        self._replies = queue.Queue()
        self._loaded = False
        threading.Thread(
            target=_read_replies, args=(self._process, self._replies), daemon=True
        ).start()
        self._send(
            {
                "op": "load",
                "path": str(self.path),
                "identity": self.identity,
                "threads": self.threads,
                "context": self.context,
                "prefixes": str(self.prefixes),
                "adapter": self.adapter and [str(self.adapter.path), self.adapter.sha256],
            }
        )

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        self._drawn += 1
        for attempt in (1, 2):
            try:
                return self._step(prompt, deadline_s, cancel)
            except _Gone as gone:
                self.kill()
                log("planner child died", planner=self.name, where=str(gone), restarts=attempt)
                if attempt == 2:
                    raise PlannerError(
                        f"the planner's process died twice ({gone})",
                        hint="tandem doctor; if the file is damaged: tandem model verify",
                    ) from None
                self.restarts += 1
        raise AssertionError("unreachable")

    def count(self, texts: Sequence[str]) -> list[int]:
        """How many tokens each of ``texts`` has for this model. Raises ``PlannerError``."""
        counts: list[int] = self._reply({"op": "count", "texts": list(texts)})["counts"]
        return counts

    def allowed(
        self,
        schema: dict[str, JsonValue],
        ids: Sequence[int],
        asked: Mapping[int, Sequence[int]],
    ) -> dict[int, list[bool]]:
        """Which tokens might have come in the answer ``ids``: ``asked`` has some by their places.

        Raises ``PlannerError``.
        """
        at = sorted(asked)
        question = {"schema": json.dumps(schema), "ids": list(ids), "at": at}
        question["tokens"] = [list(asked[place]) for place in at]
        found = self._reply({"op": "allowed", "asked": question})["allowed"]
        return dict(zip(at, found, strict=True))

    def likelihoods(self, context: Parts, continuations: Sequence[str]) -> list[tuple[float, bool]]:
        """For each continuation of ``context`` the natural logarithm of its probability, and
        whether greedy decoding would have written it. Raises ``PlannerError``."""
        request = {"op": "weigh", "parts": context, "continuations": list(continuations)}
        found = self._reply(request, WEIGH_S)["likelihoods"]
        return [(float(log), bool(greedy)) for log, greedy in found]

    def continued(self, context: Parts, max_tokens: int, until: Sequence[str] = ()) -> str:
        """What this model says after ``context``, its likeliest tokens and no grammar, up to the
        end of its turn or the first of ``until``, which is left out. Raises ``PlannerError``."""
        request = {"op": "say", "parts": context, "max_tokens": max_tokens, "until": list(until)}
        text: str = self._reply(request, WEIGH_S)["text"]
        return text

    def _reply(self, request: dict[str, Any], limit_s: float = COUNT_S) -> dict[str, Any]:
        """What the child says to a question beside the steps."""
        try:
            self.start()
            if not self._loaded:
                self._await_load(threading.Event())
            self._send(request)
            reply = self._await(limit_s, threading.Event(), on_cancel=None)
        except _Gone as gone:
            self.kill()
            raise PlannerError(f"the planner's process died ({gone})", hint="try again") from None
        if not reply["ok"]:
            raise PlannerError(f"the planner cannot answer: {reply['message']}")
        return reply

    def why_unloadable(self) -> str:
        """Load the model now; return why it does not load, in a few words, or ``""``.

        A file that crashes or hangs llama.cpp takes only the child down.
        """
        try:
            self.start()
            reply = self._await(self.load_s, threading.Event(), on_cancel=None)
        except _Gone as gone:
            self.kill()
            return f"the process that loads it dies ({gone})"
        except PlannerError:
            return f"it is not loaded within {self.load_s:g} s"
        self._loaded = bool(reply["ok"])
        return "" if self._loaded else one_line(reply["message"], limit=200)

    def child_peak_mb(self) -> float:
        """Peak resident memory of the child so far, MB (Linux ``VmHWM``); 0 if unknown."""
        if self._process is None:
            return 0.0
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except OSError:
            return 0.0
        lines = (line.split() for line in status.splitlines() if line.startswith("VmHWM:"))
        return next((int(line[1]) / 1024 for line in lines), 0.0)

    def close(self) -> None:
        """See ``Planner.close``."""
        self.kill()

    def kill(self) -> None:
        """End the child now, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close_quietly(pipe)

    def _step(self, prompt: Prompt, deadline_s: float, cancel: threading.Event) -> Planned:
        self.start()
        if not self._loaded:
            self._await_load(cancel)
        self._steps += 1
        stable, rest = parts(prompt, self.turns)
        self._send(
            {
                "op": "step",
                "id": self._steps,
                "parts": stable + rest,
                "stable": len(stable),
                "apart": self.apart,
                "aided": self.aided,
                "schema": prompt.schema,
                "max_tokens": prompt.max_tokens,
                "deadline_s": deadline_s,
                "tells_tokens": self.tells_tokens,
                "temperature": self.temperature,
                "seed": [self._seed, self._drawn],
            }
        )
        reply = self._await(
            deadline_s + GRACE_S, cancel, on_cancel={"op": "cancel", "id": self._steps}
        )
        if not reply["ok"]:
            raise PlannerError(
                f"the planner cannot take this request: {reply['message']}",
                hint="say it in fewer words, or raise planner_context",
            )
        if reply["stop"] == "cancel":
            raise CancelledError(STOPPED)
        if reply["stop"] == "deadline":
            raise PlannerError(
                f"the planner did not finish within {deadline_s:g} s",
                hint="raise step_s, or lower planner_threads if the cores are busy",
            )
        return Planned(
            reply["text"],
            tuple(reply["ids"]),
            Usage(**reply["usage"]),
            tuple(reply["prompt_ids"]),
            tuple(reply["sampled"]),
        )

    def _await_load(self, cancel: threading.Event) -> None:
        """Wait for the model; a cancel leaves it loading, for the next request."""
        reply = self._await(self.load_s, cancel, on_cancel=None)
        if not reply["ok"]:
            self.kill()
            raise PlannerError(
                f"the planner {self.name} does not load: {one_line(reply['message'], limit=200)}",
                hint="planner_adapter names a file that does not fit; name another, or none"
                if self.adapter
                else "tandem model verify; if all is whole, choose another: tandem model list",
            )
        self._loaded = True

    def _await(
        self, limit_s: float, cancel: threading.Event, on_cancel: dict[str, Any] | None
    ) -> dict[str, Any]:
        """The next reply. On a cancel, ``on_cancel`` is sent and the reply still awaited, or the
        wait ends at once when there is nothing to send."""
        until = time.monotonic() + limit_s
        told = False
        while True:
            with contextlib.suppress(queue.Empty):
                reply = self._replies.get(timeout=POLL_S)
                if reply is None:
                    raise _Gone(self._how_it_died())
                return reply
            if cancel.is_set() and not told:
                if on_cancel is None:
                    raise CancelledError(STOPPED)
                told = True
                self._send(on_cancel)
                until = min(until, time.monotonic() + GRACE_S)
            if time.monotonic() > until:
                self._give_up(limit_s, cancel)

    def _give_up(self, limit_s: float, cancel: threading.Event) -> None:
        self.kill()
        if cancel.is_set():
            raise CancelledError(STOPPED)
        raise PlannerError(
            f"the planner hung for {limit_s:g} s and was ended",
            hint="try again; if it hangs again, tandem doctor",
        )

    def _how_it_died(self) -> str:
        code = self._process.wait() if self._process else 0
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
        return f"exit code {code}"

    def _send(self, request: dict[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            return
        with contextlib.suppress(BrokenPipeError):  # the reader thread reports the death
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()


def parts(prompt: Prompt, turns: TurnFormat) -> tuple[Parts, Parts]:
    """``prompt`` in the model's own turn format: the unchanging beginning, and the rest.

    What a request says before its first block is a part of the beginning, so that blocks are
    evaluated where they belong: inside a user's turn, after the words that announce them. Where
    something was said before the first block, the beginning ends before it, since beginnings are
    kept on disk; blocks are then text like any other.

    Each part is tokenised by itself. Only the format's own strings may become control tokens;
    what anybody said cannot. The planner's earlier answers go in as the token ids it sampled.
    """
    stable: Parts = [{"bos": True}] if turns.add_bos else []
    stable += [_control(turns.system_prefix), {"text": prompt.system}]
    stable.append(_control(turns.system_suffix))
    stable += _turns(prompt.examples, turns)
    first, later = _turns(prompt.messages[:1], turns), _turns(prompt.messages[1:], turns)
    opening = next((at for at, piece in enumerate(first) if "block" in piece), 0)
    rest = [*first, *later, _control(turns.assistant_prefix)]
    if not opening:
        rest = [{"text": piece["block"]} if "block" in piece else piece for piece in rest]
    return _without_empty(stable + rest[:opening]), _without_empty(rest[opening:])


def _turns(messages: Sequence[Message], turns: TurnFormat) -> Parts:
    pieces: Parts = []
    for message in messages:
        if message.role is Role.PLANNER:
            prefix, suffix = turns.assistant_prefix, turns.assistant_suffix
        else:
            prefix, suffix = turns.user_prefix, turns.user_suffix
        pieces += [_control(prefix), *_said(message), _control(suffix)]
    return pieces


def _without_empty(pieces: Parts) -> Parts:
    return [
        piece for piece in pieces if any(piece.get(key) for key in ("bos", "text", "ids", "block"))
    ]


def _control(text: str) -> dict[str, Any]:
    return {"text": text, "control": True}


def _said(message: Message) -> Parts:
    if message.token_ids:
        return [{"ids": list(message.token_ids)}]
    before, _, after = message.text.partition("".join(message.blocks) or "\0")
    return [{"text": before}, *({"block": block} for block in message.blocks), {"text": after}]


def _spawn() -> subprocess.Popen[bytes]:
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")
    return subprocess.Popen(
        [sys.executable, "-I", "-m", "tandem_edge.planner.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={name: os.environ[name] for name in kept if name in os.environ},
        start_new_session=True,  # the terminal's Ctrl+C is for the parent to interpret
    )


def _read_replies(
    process: subprocess.Popen[bytes], replies: queue.Queue[dict[str, Any] | None]
) -> None:
    assert process.stdout is not None
    try:
        for line in process.stdout:
            replies.put(json.loads(line))
    except ValueError:
        pass  # the pipe was closed, or the child died in the middle of a line
    replies.put(None)


def _close_quietly(pipe: Any) -> None:
    with contextlib.suppress(OSError):
        pipe.close()
