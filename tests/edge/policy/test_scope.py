"""What a wider yes is said to cover."""

from __future__ import annotations

from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.policy.deciding import RulePolicy
from tests.edge.policy.saying import call, spec


def test_no_value_can_hide_the_rest_of_what_a_wider_yes_covers(phone: SandboxPhone) -> None:
    wanted = call("manage_note", action="delete", title="x) ", note_id="note1")
    said = RulePolicy().scope(wanted, spec("manage_note"), phone.preview(wanted))
    assert said == 'manage_note(action=delete, title="x)", note_id=note1)'
