"""``cmd SERVICE ...``: the shell of a system service; each has a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from tests.fakes.android_phone.answers import Answer, Failed, lines
from tests.fakes.android_phone.commands import am, found_in, ime, pm, services, settings
from tests.fakes.android_phone.model import Model

_SAME = {"activity": am.run, "package": pm.run, "settings": settings.run, "input_method": ime.run}


@lru_cache(maxsize=1)
def load_services() -> Mapping[str, Callable[[Model, list[str]], Answer]]:
    """Every service that has a shell, by name."""
    return {**_SAME, **{name: module.run for name, module in found_in(services).items()}}


def run(phone: Model, words: list[str]) -> Answer:
    if not words or words[0] == "-h":
        return Answer(err="cmd: No service specified; use -l to list all services\n", code=20)
    known = load_services()
    if words == ["-l"]:
        return lines("Currently running services:", *(f"  {name}" for name in sorted(known)))
    name, *rest = words
    if name not in known:
        return Answer(err=f"cmd: Can't find service: {name}\n", code=20)
    try:
        return known[name](phone, rest)
    except Failed as failed:
        return failed.answer
