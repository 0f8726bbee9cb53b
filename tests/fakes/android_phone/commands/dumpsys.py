"""``dumpsys [-t SECONDS] [-l] [SERVICE [ARGUMENTS]]``: each service has a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.commands import dumps, found_in
from tests.fakes.android_phone.model import Model


@lru_cache(maxsize=1)
def load_dumps() -> Mapping[str, Callable[[Model, list[str]], Answer]]:
    """Every service that can be dumped, by name."""
    found = found_in(dumps)
    return {getattr(module, "SERVICE", name): module.run for name, module in found.items()}


def run(phone: Model, words: list[str]) -> Answer:
    known = load_dumps()
    while words and words[0].startswith("-"):
        if words[0] == "-l":
            return lines("Currently running services:", *(f"  {name}" for name in sorted(known)))
        words = words[2:] if words[0] in ("-t", "-T", "--priority") else words[1:]
    if not words:
        return lines(*(f"DUMP OF SERVICE {name}:" for name in sorted(known)))
    name, *rest = words
    phone.require("DUMP", name)
    if name not in known:
        return Answer(err=f"Can't find service: {name}\n")
    answer = known[name](phone, rest)
    if phone.faults.profile.dumps == "gbk" and isinstance(answer.out, str):
        return Answer(answer.out.encode("gbk", "replace"), answer.err, answer.code)
    return answer
