"""Which bytes are a picture of the screen."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.android.link.faults import Fault, Kind
from tandem_edge.phone.android.link.pictures import take, whole, without_warnings

PNG = b"\x89PNG\r\n\x1a\n" + b"pixels" * 10 + b"\0\0\0\0IEND\xaeB`\x82"
JPEG = b"\xff\xd8\xff\xe0" + b"pixels" * 10 + b"\xff\xd9"
WARNING = b"[Warning] Multiple displays were found, but no display id was specified!\n"


class Screen:
    """A device whose automation and ``screencap`` give what they are told to."""

    def __init__(self, automated: Any, captured: bytes = b"") -> None:
        self.automator = self
        self.automated = automated
        self.captured = captured

    def call(self, method: str, params: list[Any], *, changes: bool) -> Any:
        if isinstance(self.automated, Fault):
            raise self.automated
        return self.automated

    def output(self, line: str) -> bytes:
        assert line == "screencap -p"
        return self.captured


def picture(automated: Any, captured: bytes = b"") -> bytes:
    return take(Screen(automated, captured))  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [PNG, JPEG])
def test_a_picture_of_automation_is_given_as_it_is(data: bytes) -> None:
    assert picture(b64encode(data).decode()) == data


@pytest.mark.parametrize(
    "automated",
    [None, "", "no Base64 é", b64encode(b"text").decode(), b64encode(PNG[:30]).decode(),
     Fault(Kind.TAKEN, ""), Fault(Kind.NO_AUTOMATOR, ""), Fault(Kind.ANSWERED, "")],
)  # fmt: skip
def test_report_34_without_one_the_screen_is_captured_and_a_warning_before_it_cut_off(
    automated: Any,
) -> None:
    assert picture(automated, PNG) == PNG
    assert picture(automated, WARNING + PNG) == PNG


@pytest.mark.parametrize("captured", [b"", WARNING, PNG[:-3], b"\x89PNG", JPEG[:-1], b"x" * 10**6])
def test_report_34_bytes_that_are_no_whole_picture_are_no_picture(captured: bytes) -> None:
    with pytest.raises(Fault) as caught:
        picture(None, captured)
    assert caught.value.kind is Kind.NO_PICTURE


@pytest.mark.parametrize("kind", [Kind.UNSENT, Kind.BROKEN])
def test_a_link_that_is_gone_is_not_asked_for_another_picture(kind: Kind) -> None:
    with pytest.raises(Fault) as caught:
        picture(Fault(kind, "gone"), PNG)
    assert caught.value.kind is kind


@given(before=st.binary(max_size=4096).filter(lambda data: b"\x89PNG" not in data))
def test_whatever_stands_before_a_picture_is_cut_off(before: bytes) -> None:
    assert without_warnings(before + PNG) == PNG


@given(data=st.binary(max_size=100))
def test_any_bytes_may_be_looked_at(data: bytes) -> None:
    assert not whole(data) or data.startswith((b"\x89PNG", b"\xff\xd8\xff"))
