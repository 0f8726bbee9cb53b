"""Every error has its own documented exit code and a hint."""

from __future__ import annotations

from tandem_shared import errors


def tree(root: type[errors.TandemError]) -> set[type[errors.TandemError]]:
    return {root}.union(*(tree(child) for child in root.__subclasses__() if in_shared(child)))


def in_shared(error: type[errors.TandemError]) -> bool:
    return error.__module__ == errors.__name__


def test_the_exit_codes_are_the_documented_ones_and_no_two_errors_share_one() -> None:
    codes = {error.__name__: error.exit_code for error in tree(errors.TandemError)}
    assert codes == {
        "TandemError": 1,
        "UsageError": 2,
        "MissingError": 3,
        "PhoneError": 4,
        "PlannerError": 5,
        "TrustError": 6,
        "PrivacyError": 7,
        "CancelledError": 130,
    }


def test_an_error_says_what_happened_and_what_to_type() -> None:
    error = errors.MissingError("no planner", hint="tandem model pull")
    assert (str(error), error.hint) == ("no planner", "tandem model pull")
    assert errors.TandemError("x").hint == ""
