"""``tandem doctor``: what Tandem needs, line by line, with the command that mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command()
@json_option
@common_options
def doctor(settings: Settings, as_json: bool) -> int:
    """Check what Tandem needs, and how to mend it.

    One line a check: ok, warn or FAIL, the fact, and what to type. Ends with 0 when nothing
    failed, else with the exit code of the worst failure (3 missing, 4 phone, 5 planner, 6 trust).
    """
    from tandem_edge.doctor import examine

    findings = examine(settings)
    if as_json:
        print_json([finding.as_json() for finding in findings])
    else:
        for finding in findings:
            print_text(finding.line())
        failed = sum(finding.exit_code > 0 for finding in findings)
        print_text(f"{failed} problems." if failed else "Nothing to mend.")
    return max(finding.exit_code for finding in findings)
