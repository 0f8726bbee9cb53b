"""The codec of adb's frames."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.android_phone.adb.framing import (
    HEADER,
    MAX_DATA,
    BadFrame,
    Command,
    Decoder,
    Frame,
    encode,
)

WORDS = st.integers(0, 2**32 - 1)
FRAMES = st.builds(Frame, st.sampled_from(Command), WORDS, WORDS, st.binary(max_size=200))


@given(st.lists(FRAMES, max_size=5), st.data())
def test_frames_come_out_as_they_went_in_however_the_bytes_are_cut(
    frames: list[Frame], data: st.DataObject
) -> None:
    sent = b"".join(map(encode, frames))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=6)))
    decoder = Decoder()
    got: list[Frame] = []
    for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        got += decoder.feed(sent[start:end])
    assert got == frames


@given(FRAMES)
def test_no_frame_comes_out_before_its_last_byte(frame: Frame) -> None:
    decoder, sent = Decoder(), encode(frame)
    assert list(decoder.feed(sent[:-1])) == []
    assert list(decoder.feed(sent[-1:])) == [frame]


@given(st.binary(min_size=HEADER.size, max_size=100))
def test_bytes_that_are_no_frame_are_refused_or_wait_for_more(noise: bytes) -> None:
    try:
        for frame in Decoder().feed(noise):
            assert encode(frame)[: HEADER.size][:12] == noise[:12]
    except BadFrame:
        pass


def test_a_wrong_magic_is_refused() -> None:
    spoilt = bytearray(encode(Frame(Command.OKAY, 1, 2)))
    spoilt[-1] ^= 1
    with pytest.raises(BadFrame, match="magic"):
        list(Decoder().feed(bytes(spoilt)))


def test_more_data_than_allowed_is_refused_before_it_is_read() -> None:
    head = HEADER.pack(Command.WRTE, 1, 2, MAX_DATA + 1, 0, Command.WRTE ^ 0xFFFFFFFF)
    with pytest.raises(BadFrame, match="allowed"):
        list(Decoder().feed(head))


def test_a_header_is_laid_out_as_adb_documents_it() -> None:
    assert encode(Frame(Command.OPEN, 1, 0, b"ab")) == (
        b"OPEN\x01\0\0\0\0\0\0\0\x02\0\0\0\xc3\0\0\0\xb0\xaf\xba\xb1ab"
    )
