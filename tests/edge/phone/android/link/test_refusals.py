"""What counts as the phone's refusal, and what does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.android.link.protocol import ShellAnswer
from tandem_edge.phone.android.link.refusals import refusal

SECURE = (
    "\nSecurity exception: Permission denial: writing to settings requires:"
    "android.permission.WRITE_SECURE_SETTINGS\n\njava.lang.SecurityException: Permission denial\n"
    "\tat com.android.providers.settings.SettingsProvider.enforce(SettingsProvider.java:2200)\n"
)
INJECT = (
    'Exception in thread "main" java.lang.SecurityException: Injecting to another application '
    "requires INJECT_EVENTS permission\n"
)
DENIAL = (
    "Error while accessing provider:call_log\njava.lang.SecurityException: Permission Denial: "
    "opening provider com.android.providers.contacts.CallLogProvider requires "
    "android.permission.READ_CALL_LOG or android.permission.WRITE_CALL_LOG\n"
)


@pytest.mark.parametrize(
    ("said", "permission", "fix"),
    [
        (SECURE, "WRITE_SECURE_SETTINGS", "USB debugging (Security settings)"),
        (INJECT, "INJECT_EVENTS", "USB debugging (Security settings)"),
        (DENIAL, "READ_CALL_LOG", "by hand"),
    ],
)
@pytest.mark.parametrize("apart", [True, False])
def test_report_28_a_refusal_names_the_permission_and_what_to_switch_on(
    said: str, permission: str, fix: str, apart: bool
) -> None:
    answer = ShellAnswer("", said, 0) if apart else ShellAnswer(said, "", 255)
    refused = refusal(answer, apart=apart)
    assert refused is not None
    assert refused.permission == permission
    assert fix in refused.hint


@pytest.mark.parametrize("apart", [True, False])
def test_words_of_a_message_that_look_like_a_refusal_are_none(apart: bool) -> None:
    row = f"Row: 0 address=10086, body=look:\n{SECURE}{INJECT}{DENIAL}\n"
    assert refusal(ShellAnswer(row, "", 0), apart=apart) is None


def test_on_an_old_shell_a_refusal_is_seen_although_the_exit_code_is_0() -> None:
    said = "java.lang.SecurityException: Permission Denial: requires android.permission.READ_SMS"
    refused = refusal(ShellAnswer(said, "", 0), apart=False)
    assert refused is not None
    assert refused.permission == "READ_SMS"


@given(out=st.text(max_size=200), code=st.integers(0, 255))
def test_output_is_never_a_refusal_where_errors_are_told_apart(out: str, code: int) -> None:
    assert refusal(ShellAnswer(out + SECURE, "", code), apart=True) is None


@given(said=st.text(max_size=300))
def test_any_words_of_the_phone_are_looked_at_without_a_fault(said: str) -> None:
    refused = refusal(ShellAnswer("", f"java.lang.SecurityException: {said}", 1), apart=True)
    assert refused is not None
    assert "\n" not in str(refused)
    assert "\x1b" not in str(refused)
