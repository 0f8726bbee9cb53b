"""What a phone says against a command."""

from __future__ import annotations

from tandem_edge.phone.android.asking import NOT_THERE
from tandem_edge.phone.android.link.protocol import ShellAnswer
from tandem_edge.phone.android.recipe import Step
from tandem_shared.text import one_line

_COMPLAINTS = ("error", "exception", "[error]", "failure", "failed", "usage:", "unknown command")
"""How an answer begins whose command did nothing, on phones that end it with 0 all the same."""


def complaint_of(step: Step, answer: ShellAnswer) -> str:
    """What the phone said against it, or ``""``: by its exit code, by its words where those end
    with 0 all the same, or by lacking what it says when it did something."""
    said = f"{answer.err.strip()} {answer.out.strip()}".strip()
    if answer.code:
        return f"({answer.code}) {one_line(said, limit=160)}"
    for line in said.splitlines():
        if line.strip().lower().startswith(_COMPLAINTS):
            return one_line(line, limit=160)
    return "" if step.says in answer.out else f"it did not say {step.says!r}"


def says_absent(complaint: str) -> bool:
    """Whether the phone said that it has no such command, so nothing was done by it."""
    return complaint.startswith(f"({NOT_THERE})") or "unknown command" in complaint.lower()
