from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from jinja2.sandbox import SecurityError

from tandem_edge.models.gguf import GgufHeader
from tandem_edge.models.template import WALL_S, turns_for
from tandem_edge.models.template_probe import _environment
from tandem_edge.models.turns import CHATML, PLAIN, TurnFormat, known_format
from tests.edge.models.builders import CHATML_TEMPLATE

LLAMA3 = (
    "{% for message in messages %}{% set content = '<|start_header_id|>' + message['role'] + "
    "'<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}"
    "{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}"
    "{% if add_generation_prompt %}"
    "{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
GEMMA = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}"
    "{% endif %}{% for message in messages %}{% if message['role'] == 'assistant' %}"
    "{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}"
    "{{ '<start_of_turn>' + role + '\n' + message['content'] | trim + '<end_of_turn>\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)


def model(template: str, *, has_im_start: bool = False, add_bos: bool = False) -> GgufHeader:
    return GgufHeader(
        architecture="llama", context=2048, title="", licence="", kind="model", parts=0,
        template=template, tokenizer="gpt2", bos="<s>", eos="</s>", add_bos=add_bos,
        has_im_start=has_im_start, tensors=1,
    )  # fmt: skip


def affixes(turns: TurnFormat) -> dict[str, object]:
    return turns.model_dump(exclude={"name", "add_bos"})


def test_a_conversation_is_written_by_joining_fixed_strings() -> None:
    said = CHATML.write([("system", "Be brief."), ("user", "Hi")])
    assert said == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        "<|im_start|>assistant\n"
    )
    assert CHATML.write([("user", "Hi")], answer=False).endswith("<|im_end|>\n")


def test_chatml_is_derived_from_a_template_that_writes_it() -> None:
    turns, note = turns_for(model(CHATML_TEMPLATE))
    assert affixes(turns) == affixes(CHATML)
    assert note == ""


def test_llama_turns_are_derived_and_begin_with_bos() -> None:
    turns, note = turns_for(model(LLAMA3))
    assert turns.user_prefix == "<|start_header_id|>user<|end_header_id|>\n\n"
    assert turns.user_suffix == turns.system_suffix == turns.assistant_suffix == "<|eot_id|>"
    assert turns.add_bos
    assert note == ""


def test_a_template_without_a_system_turn_makes_it_a_user_turn() -> None:
    turns, note = turns_for(model(GEMMA))
    assert turns.system_prefix == turns.user_prefix == "<start_of_turn>user\n"
    assert turns.assistant_prefix == "<start_of_turn>model\n"
    assert note == ""


def test_a_model_without_a_template_gets_a_known_format_and_says_so() -> None:
    turns, note = turns_for(model("", has_im_start=True))
    assert affixes(turns) == affixes(CHATML)
    assert "no chat template" in note and "ChatML" in note
    plain, _ = turns_for(model("", add_bos=True))
    assert affixes(plain) == affixes(PLAIN)
    assert plain.add_bos


HOSTILE = {
    "runs a command through lipsum": "{{ lipsum.__globals__['os'].system('touch MARK') }}",
    "runs a command through cycler": (
        "{{ cycler.__init__.__globals__.os.popen('touch MARK').read() }}"
    ),
    "runs a command through a class": (
        "{{ ''.__class__.__mro__[1].__subclasses__()[0].__init__.__globals__ }}"
    ),
    "opens a file": "{% include 'MARK' %}",
    "loops for ever": (
        "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}"
        "{% endfor %}{% endfor %}{% endfor %}"
    ),
    "fills memory by repetition": "{{ 'a' * 900000000 }}",
    "fills memory by formatting": "{{ '%900000000d' % 1 }}",
    "fills memory by doubling": (
        "{% set ns = namespace(x='aaaaaaaa') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}"
        "{% endfor %}{{ ns.x }}"
    ),
    "writes without end": "{% for a in range(99999) %}{{ 'x' * 9999 }}{% endfor %}",
    "does not parse": "{% if messages %}",
    "nests deeper than a parser should go": "{{ " + "(" * 50_000 + "1" + ")" * 50_000 + " }}",
    "raises": "{{ raise_exception('no') }}",
    "ignores what is said": "hello",
    "repeats what is said": "{% for m in messages %}{{ m.content }}{{ m.content }}{% endfor %}",
    "reverses the conversation": "{% for m in messages[::-1] %}{{ m.content }}{% endfor %}",
    "writes a page around each turn": (
        "{% for m in messages %}{{ 'x' * 5000 }}{{ m.content }}{{ 'y' * 5000 }}{% endfor %}"
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_template_does_nothing_and_ends_in_time(what: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    started = time.monotonic()
    turns, note = turns_for(model(HOSTILE[what].replace("MARK", str(mark)), has_im_start=True))
    assert time.monotonic() - started < WALL_S + 4
    assert not mark.exists()
    assert affixes(turns) == affixes(CHATML)
    assert note == "its chat template could not be used safely; ChatML is used"


@pytest.mark.parametrize(
    "template",
    [
        "{{ lipsum.__globals__.os }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ messages.append(1) }}",
    ],
)
def test_the_childs_sandbox_alone_refuses_what_reaches_out(template: str) -> None:
    with pytest.raises(SecurityError):
        _environment().from_string(template).render(messages=[])


TAKE_LIMITS = """
import json, resource
from tandem_edge.models.template_probe import _limit
_limit(1 << 30, 7, 4096)
names = ["CORE", "AS", "CPU", "FSIZE", "NPROC", "NOFILE"]
print(json.dumps({name: resource.getrlimit(getattr(resource, f"RLIMIT_{name}")) for name in names}))
"""


def test_the_child_takes_every_limit_for_good() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TAKE_LIMITS], capture_output=True, text=True, check=True
    )
    limits = {"CORE": 0, "AS": 1 << 30, "CPU": 7, "FSIZE": 4096, "NPROC": 0, "NOFILE": 3}
    assert json.loads(done.stdout) == {name: [value, value] for name, value in limits.items()}


def test_templates_known_by_digest_are_not_run_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError("a child was started")

    monkeypatch.setattr("tandem_edge.models.template.known_format", lambda template: CHATML)
    monkeypatch.setattr("subprocess.run", refuse)
    assert turns_for(model("{{ anything }}")) == (CHATML, "")
    assert known_format("{{ anything }}") is None
