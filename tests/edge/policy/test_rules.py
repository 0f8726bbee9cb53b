"""Which calls go ahead, which are asked about and which are refused."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from tandem_edge.harness.ports import Situation, Verdict
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.policy.deciding import RulePolicy, open_policy
from tandem_edge.policy.matching import literal
from tandem_edge.policy.rules import RULES_NAME, Rule, load_rules
from tandem_shared.approvals import Why
from tandem_shared.errors import UsageError
from tandem_shared.tools import Effect, ToolCall
from tests.edge.policy.saying import CLEAN, FINAL, READ, TAINTED, WRITE, call, spec


def verdict(wanted: ToolCall, situation: Situation, *rules: Rule) -> Verdict:
    return RulePolicy(rules).judge(wanted, spec(wanted.name), situation).verdict


@pytest.mark.parametrize(
    ("wanted", "situation", "expected"),
    [
        (READ, CLEAN, Verdict.ALLOW),
        (READ, TAINTED, Verdict.ALLOW),
        (WRITE, CLEAN, Verdict.ALLOW),
        (WRITE, TAINTED, Verdict.ASK),
        (FINAL, CLEAN, Verdict.ASK),
        (FINAL, TAINTED, Verdict.ASK),
        (WRITE, Situation("talk", "mcp:board"), Verdict.ASK),
        (READ, Situation("talk", "mcp:board"), Verdict.ASK),
        (READ, Situation("talk", "remote:helper"), Verdict.ASK),
        (READ, Situation("talk", "somebody new"), Verdict.ASK),
        (call("get_weather", city="Berlin"), CLEAN, Verdict.ALLOW),
        (call("get_weather", city="Berlin"), TAINTED, Verdict.ASK),
        (call("manage_password", action="show", site="x"), CLEAN, Verdict.ALLOW),
        (call("manage_password", action="show", site="x"), TAINTED, Verdict.ASK),
    ],
)
def test_the_default_rules(wanted: ToolCall, situation: Situation, expected: Verdict) -> None:
    assert verdict(wanted, situation) is expected


def test_no_default_rule_lets_a_write_through_after_foreign_text() -> None:
    for each in load_catalogue().specs:
        for action, effect in each.effects.items():
            wanted = ToolCall(name=each.name, arguments={"action": action})
            if effect is not Effect.READ:
                assert RulePolicy().judge(wanted, each, TAINTED).verdict is Verdict.ASK
            if effect is Effect.IRREVERSIBLE:
                assert RulePolicy().judge(wanted, each, CLEAN).why is Why.IRREVERSIBLE


def test_the_first_rule_that_fits_decides() -> None:
    refuses = Rule(verdict=Verdict.REFUSE, tool=("manage_*",))
    allows = Rule(verdict=Verdict.ALLOW, tool=("manage_alarm",))
    assert verdict(WRITE, CLEAN, refuses, allows) is Verdict.REFUSE
    assert verdict(WRITE, CLEAN, allows, refuses) is Verdict.ALLOW


def test_a_short_rule_that_allows_is_not_a_wide_one() -> None:
    everything = Rule(verdict=Verdict.ALLOW)
    assert verdict(FINAL, CLEAN, everything) is Verdict.ASK
    assert verdict(WRITE, TAINTED, everything) is Verdict.ASK
    final = Rule(verdict=Verdict.ALLOW, effect=(Effect.IRREVERSIBLE,))
    assert verdict(FINAL, CLEAN, final) is Verdict.ALLOW
    assert verdict(FINAL, TAINTED, final) is Verdict.ASK
    tainted = Rule(verdict=Verdict.ALLOW, tainted=True)
    assert verdict(WRITE, TAINTED, tainted) is Verdict.ALLOW
    assert verdict(WRITE, CLEAN, tainted) is Verdict.ALLOW


def test_a_rule_may_speak_of_arguments_classes_and_conversations(tmp_path: Path) -> None:
    (tmp_path / RULES_NAME).write_text(
        """
[[rule]]
tool = "manage_*"
arguments = { action = "delete" }
verdict = "refuse"

[[rule]]
sensitivity = ["person", "phone"]
conversation = "talk"
verdict = "ask"
""",
        "utf-8",
    )
    policy = open_policy(tmp_path)
    delete = call("manage_alarm", action="delete", label="x")
    who = call("manage_contact", action="create", name="Ann", phone="1")
    assert policy.judge(delete, spec("manage_alarm"), CLEAN).verdict is Verdict.REFUSE
    assert policy.judge(WRITE, spec("manage_alarm"), CLEAN).verdict is Verdict.ALLOW
    assert policy.judge(who, spec("manage_contact"), CLEAN).verdict is Verdict.ASK
    elsewhere = Situation("other talk")
    assert policy.judge(who, spec("manage_contact"), elsewhere).verdict is Verdict.ALLOW


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[rule]\n", "cannot be used"),
        ('[[rule]]\nverdict = "perhaps"\n', "rule 1, verdict"),
        ('[[rule]]\nverdict = "allow"\ntol = "x"\n', "rule 1, tol"),
        ("[[rule]]\n", "rule 1, verdict"),
        ('rule = "allow"\n', "two brackets"),
        ('everything = "allow"\n', "everything is not a rule"),
        ("rule = [1]\n", "rule 1 is not a table"),
    ],
)
def test_rules_that_cannot_be_read_stop_the_agent(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / RULES_NAME
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="cannot be used") as caught:
        load_rules(path)
    assert said in str(caught.value)
    assert "docs/safety.md" in caught.value.hint
    with pytest.raises(UsageError):
        open_policy(tmp_path)


def test_a_home_without_rules_has_the_ones_that_ship(tmp_path: Path) -> None:
    assert open_policy(tmp_path).rules == ()


@pytest.mark.parametrize("action", ["delete", "DELETE", " Delete ", "ｄｅｌｅｔｅ"])
def test_no_spelling_gets_round_a_rule_that_refuses(phone: SandboxPhone, action: str) -> None:
    refuses = Rule(verdict=Verdict.REFUSE, tool=("manage_alarm",), arguments={"action": "delete"})
    wanted = call("manage_alarm", action=action, label="x")
    understood = phone.preview(wanted).arguments.get("action") == "delete"
    assert (verdict(wanted, CLEAN, refuses) is Verdict.REFUSE) >= understood
    assert verdict(call("manage_alarm", action="query"), CLEAN, refuses) is Verdict.ALLOW


def test_a_rule_that_refuses_sees_numbers_names_and_defaults_as_the_phone_does() -> None:
    def refuses(**arguments: str) -> Rule:
        return Rule(verdict=Verdict.REFUSE, arguments=arguments)

    loud = call("set_volume", stream="media", percent="100%")
    assert verdict(loud, CLEAN, refuses(percent="100")) is Verdict.REFUSE
    app = call("open_app", app="微信")
    assert verdict(app, CLEAN, refuses(app="com.tencent.mm")) is Verdict.REFUSE
    whom = call("send_message", person="mira KOVAČ", text="Hi")
    assert verdict(whom, CLEAN, refuses(person="Mira Kovač")) is Verdict.REFUSE
    decomposed = unicodedata.normalize("NFD", "Mira Kovač")
    assert verdict(FINAL, CLEAN, refuses(person=decomposed)) is Verdict.REFUSE
    assert verdict(FINAL, CLEAN, refuses(person="Ann")) is Verdict.ASK


def test_a_default_counts_as_given_for_a_rule_that_refuses() -> None:
    for each in load_catalogue().specs:
        for name, schema in each.properties.items():
            if "default" in schema:
                rule = Rule(verdict=Verdict.REFUSE, arguments={name: literal(schema["default"])})
                assert verdict(ToolCall(name=each.name), CLEAN, rule) is Verdict.REFUSE
                return
    raise AssertionError("no tool has a default")


def test_a_rule_that_allows_covers_only_what_is_written() -> None:
    allows = Rule(
        verdict=Verdict.ALLOW, arguments={"action": "create"}, effect=(Effect.WRITE,), tainted=True
    )
    assert verdict(WRITE, TAINTED, allows) is Verdict.ALLOW
    shouted = call("manage_alarm", action="CREATE", time="7:30")
    assert verdict(shouted, TAINTED, allows) is Verdict.ASK
