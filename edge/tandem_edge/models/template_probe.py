"""Child process: render one hostile chat template on given conversations, under hard limits.

Run by ``template.py`` as ``python -I template_probe.py MEMORY CPU OUTPUT``; reads a JSON object
from stdin, writes a JSON array of strings and nulls to stdout. It takes its own limits before it
looks at the template, then can open no file, start no process and write no more than OUTPUT.
"""

from __future__ import annotations

import contextlib
import json
import resource
import sys
from typing import Any

import jinja2
import jinja2.debug
from jinja2.sandbox import ImmutableSandboxedEnvironment


def _limit(memory: int, cpu: int, output: int) -> None:
    for what, value in [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_FSIZE, output),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_NOFILE, 3),
    ]:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (value, value))


def _raise(message: object) -> None:
    raise jinja2.TemplateError(str(message))


def _render(template: jinja2.Template, given: dict[str, Any], case: dict[str, Any]) -> str | None:
    try:
        return template.render(
            messages=case["messages"],
            add_generation_prompt=case["answer"],
            bos_token=given["bos"],
            eos_token=given["eos"],
            tools=None,
            documents=None,
        )
    except Exception:
        return None


def _environment() -> ImmutableSandboxedEnvironment:
    """The sandbox, warmed up: nothing is left to import once no file can be opened."""
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    environment.globals["raise_exception"] = _raise
    environment.globals["strftime_now"] = lambda form: "1 January 2026"
    warm = (
        "{% macro m(a, b=1) %}{{ a|tojson|trim|upper ~ '\\n\\u00e9' }}{% endmacro %}"
        "{% set ns = namespace(x='é') %}{% set ns.x = {'k': 1.5}|items|list|string %}"
        "{% for a in [1, 2][::-1] %}{{ m(a) }}{% if loop.last %}{% break %}{% endif %}{% endfor %}"
        "{{ 'a'.split(',')|join|length is odd }}{{ ns.x|indent }}{{ missing is defined }}"
    )
    environment.from_string(warm).render()
    with contextlib.suppress(jinja2.TemplateError):
        environment.from_string("{{ raise_exception('x') }}").render()
    with contextlib.suppress(jinja2.TemplateError):
        environment.from_string("{% if")
    return environment


def _main() -> None:
    given = json.load(sys.stdin)
    environment = _environment()
    _limit(*(int(word) for word in sys.argv[1:4]))
    try:
        template = environment.from_string(given["template"])
    except Exception:
        return
    sys.stdout.write(json.dumps([_render(template, given, case) for case in given["cases"]]))


if __name__ == "__main__":
    _main()
