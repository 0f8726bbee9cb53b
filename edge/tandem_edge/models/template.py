"""Turn a stranger's chat template into fixed strings, once, by watching what it writes.

The template is rendered in a confined child on conversations made of sentinel words. What stands
around the words becomes the prefixes and suffixes, and they are accepted only if they write the
same conversation as the template did. Anything odd falls back to a format that is known.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from tandem_edge.models.gguf import GgufHeader
from tandem_edge.models.turns import CHATML, PLAIN, Speaker, TurnFormat, known_format

PROBE = Path(__file__).with_name("template_probe.py")
WALL_S = 6.0
CPU_S = 3
MEMORY = 256 << 20
OUTPUT = 64 << 10


class _NoFitError(Exception):
    """No fixed strings write what the template wrote."""


Turns = list[tuple[Speaker, str]]
_RENDERED = TypeAdapter(list[str | None])


def turns_for(header: GgufHeader) -> tuple[TurnFormat, str]:
    """The turn format for a file, and a sentence about it if it is not the template's own."""
    if not header.template:
        return _fallback(header, "it carries no chat template")
    known = known_format(header.template)
    if known is not None:
        return known.model_copy(update={"add_bos": header.add_bos}), ""
    derived = _derive(header)
    if derived is None:
        return _fallback(header, "its chat template could not be used safely")
    return derived, ""


def _fallback(header: GgufHeader, why: str) -> tuple[TurnFormat, str]:
    format_ = CHATML if header.has_im_start else PLAIN
    shown = "ChatML" if header.has_im_start else "a plain User/Assistant format"
    return format_.model_copy(update={"add_bos": header.add_bos}), f"{why}; {shown} is used"


def _derive(header: GgufHeader) -> TurnFormat | None:
    system, first, reply, second = (f"w{secrets.token_hex(6)}w" for _ in range(4))
    talk: Turns = [("user", first), ("assistant", reply), ("user", second)]
    with_system: Turns = [("system", system), *talk]
    cases = [*_cases(with_system), *_cases(talk)]
    rendered = _run_probe(header, cases)
    if rendered is None:
        return None
    half = len(cases) // 2
    for turns, texts in ((with_system, rendered[:half]), (talk, rendered[half:])):
        with contextlib.suppress(_NoFitError, ValidationError):
            return _fit(header, turns, texts)
    return None


def _cases(turns: Turns) -> list[tuple[Turns, bool]]:
    return [(turns[:1], False), (turns[:2], False), (turns[:3], False), (turns, True)]


def _run_probe(header: GgufHeader, cases: list[tuple[Turns, bool]]) -> list[str | None] | None:
    request = {
        "template": header.template,
        "bos": header.bos,
        "eos": header.eos,
        "cases": [
            {"messages": [{"role": who, "content": text} for who, text in turns], "answer": answer}
            for turns, answer in cases
        ],
    }
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(json.dumps(request).encode())
        stdin.seek(0)
        command = [sys.executable, "-I", "-B", str(PROBE), str(MEMORY), str(CPU_S), str(OUTPUT)]
        try:
            subprocess.run(
                command, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, cwd="/", env={},
                timeout=WALL_S, check=True, close_fds=True,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return None
        stdout.seek(0)
        try:
            rendered = _RENDERED.validate_json(stdout.read(OUTPUT + 1))
        except ValidationError:
            return None
    return rendered if len(rendered) == len(cases) else None


def _fit(header: GgufHeader, turns: Turns, rendered: list[str | None]) -> TurnFormat:
    """The format that writes ``turns`` as the template did; ``_NoFitError`` if none does."""
    *shorter, whole = rendered
    if whole is None:
        raise _NoFitError
    starts_with_bos = bool(header.bos) and whole.startswith(header.bos)
    text = whole.removeprefix(header.bos) if starts_with_bos else whole
    gaps = _gaps(text, [words for _, words in turns])
    ends = [_end(text, words) for text, (_, words) in zip(shorter, turns, strict=False)]
    affixes = _with_system(gaps, ends) if turns[0][0] == "system" else _without_system(gaps, ends)
    format_ = TurnFormat(
        name="derived",
        **affixes,
        add_bos=header.add_bos or starts_with_bos,
    )
    if not text.startswith(format_.write(turns)):
        raise _NoFitError
    return format_


def _with_system(gaps: list[str], ends: list[str | None]) -> dict[str, str]:
    head, opening, asking, answering, _ = gaps
    user_suffix, assistant_suffix = _known(ends[1]), _known(ends[2])
    user_prefix = _without_start(answering, assistant_suffix)
    return {
        "system_prefix": head,
        "system_suffix": _without_end(opening, user_prefix),
        "user_prefix": user_prefix,
        "user_suffix": user_suffix,
        "assistant_prefix": _without_start(asking, user_suffix),
        "assistant_suffix": assistant_suffix,
    }


def _without_system(gaps: list[str], ends: list[str | None]) -> dict[str, str]:
    """For a template that knows no system turn: what the system says is a user's turn."""
    head, asking, answering, _ = gaps
    user_suffix, assistant_suffix = _known(ends[0]), _known(ends[1])
    user_prefix = _without_start(answering, assistant_suffix)
    if head != user_prefix:
        raise _NoFitError
    return {
        "system_prefix": user_prefix,
        "system_suffix": user_suffix,
        "user_prefix": user_prefix,
        "user_suffix": user_suffix,
        "assistant_prefix": _without_start(asking, user_suffix),
        "assistant_suffix": assistant_suffix,
    }


def _gaps(text: str, words: list[str]) -> list[str]:
    """What stands before, between and after the words, which must occur once and in order."""
    places = [text.find(word) for word in words]
    if places != sorted(places) or any(text.count(word) != 1 for word in words):
        raise _NoFitError
    edges = [(0, 0), *((at, at + len(word)) for at, word in zip(places, words, strict=True))]
    edges.append((len(text), len(text)))
    return [text[left[1] : right[0]] for left, right in pairwise(edges)]


def _end(text: str | None, word: str) -> str | None:
    return text.rpartition(word)[2] if text is not None and text.count(word) == 1 else None


def _known(text: str | None) -> str:
    if text is None:
        raise _NoFitError
    return text


def _without_start(text: str, start: str) -> str:
    if not text.startswith(start):
        raise _NoFitError
    return text[len(start) :]


def _without_end(text: str, end: str) -> str:
    if not text.endswith(end):
        raise _NoFitError
    return text[: len(text) - len(end)]
