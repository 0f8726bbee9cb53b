from __future__ import annotations

import struct
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.models.gguf import read_header
from tandem_edge.models.gguf_reader import MAX_ITEMS, MAX_STRING
from tandem_shared.errors import TandemError, TrustError
from tests.edge.models.builders import (
    ARRAY,
    STRING,
    gguf,
    header,
    number_pair,
    pair,
    string_pair,
    tensor,
    text,
)

NAMED = string_pair("general.architecture", "llama")


def written(folder: Path, data: bytes) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(data)
    return path


def test_a_header_tells_what_the_model_is(tmp_path: Path) -> None:
    found = read_header(written(tmp_path, gguf(template="{{ messages }}", title="Zoë 1M")))
    assert (found.architecture, found.context, found.title) == ("llama", 2048, "Zoë 1M")
    assert (found.licence, found.template, found.kind) == ("apache-2.0", "{{ messages }}", "model")
    assert (found.bos, found.eos, found.has_im_start) == ("<s>", "</s>", True)


def test_token_ids_may_come_before_the_tokens(tmp_path: Path) -> None:
    tokens = pair(
        "tokenizer.ggml.tokens", ARRAY, struct.pack("<IQ", STRING, 2) + text("a") + text("b")
    )
    data = header([NAMED, number_pair("tokenizer.ggml.eos_token_id", 1), tokens], [])
    assert read_header(written(tmp_path, data)).eos == "b"


HOSTILE = {
    "an empty file": b"",
    "four bytes of magic and no more": b"GGUF",
    "a zip archive": b"PK\x03\x04" + bytes(60),
    "a pickle": b"\x80\x04\x95" + bytes(60),
    "an old version": header([NAMED], [], version=1),
    "a big-endian file": b"GGUF" + struct.pack(">IQQ", 3, 0, 0) + bytes(32),
    "more keys than can be": b"GGUF" + struct.pack("<IQQ", 3, 0, 2**63),
    "more tensors than can be": b"GGUF" + struct.pack("<IQQ", 3, 2**62, 0),
    "a key longer than the file": b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 2**64 - 1),
    "a string of exabytes": header([pair("general.name", STRING, struct.pack("<Q", 2**60))], []),
    "a string over the cap": header(
        [string_pair("tokenizer.chat_template", "x" * (MAX_STRING + 1))], []
    ),
    "an array of exabytes": header([pair("a", ARRAY, struct.pack("<IQ", 4, 2**61))], []),
    "items that are not there": header([pair("a", ARRAY, struct.pack("<IQ", 8, MAX_ITEMS))], []),
    "arrays within arrays": header(
        [pair("a", ARRAY, struct.pack("<IQ", ARRAY, 2**20) + struct.pack("<IQ", ARRAY, 1) * 50)], []
    ),
    "a value of no known type": header([pair("a", 99, b"")], []),
    "the same key twice": header([NAMED, NAMED], []),
    "the same tensor twice": header([NAMED], [tensor("t", [4]), tensor("t", [4])]) + bytes(64),
    "no architecture": header([string_pair("general.name", "x")], []),
    "a tensor of five dimensions": header([NAMED], [tensor("t", [1] * 5)]) + bytes(64),
    "a tensor of no size": header([NAMED], [tensor("t", [0])]) + bytes(64),
    "a tensor whose size overflows": header([NAMED], [tensor("t", [2**40, 2**40])]) + bytes(64),
    "a tensor beyond the end": header([NAMED], [tensor("t", [4], offset=2**40)]) + bytes(64),
    "a tensor off its grid": header([NAMED], [tensor("t", [4], offset=7)]) + bytes(64),
    "an alignment of zero": header([NAMED, number_pair("general.alignment", 0)], []) + bytes(64),
    "an alignment of 48": header([NAMED, number_pair("general.alignment", 48)], []),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_header_is_refused_at_once(what: str, tmp_path: Path) -> None:
    path = written(tmp_path, HOSTILE[what])
    started = time.process_time()
    with pytest.raises(TrustError, match="is refused: "):
        read_header(path)
    assert time.process_time() - started < 1


def test_many_arrays_of_a_lawful_length_are_too_many(tmp_path: Path) -> None:
    length = MAX_ITEMS // 2 + 1
    bytes_ = struct.pack("<IQ", 0, length) + bytes(length)
    path = written(tmp_path, header([NAMED, *(pair(key, ARRAY, bytes_) for key in "ab")], []))
    with pytest.raises(TrustError, match="more than 4,000,000 array items"):
        read_header(path)


def test_a_file_that_is_something_else_is_said_to_be_no_gguf(tmp_path: Path) -> None:
    with pytest.raises(TrustError, match="is not a GGUF file"):
        read_header(written(tmp_path, b"<html>not found</html>" * 9))


def test_a_truncated_model_is_said_to_be_truncated(tmp_path: Path) -> None:
    with pytest.raises(TrustError, match=r"truncated: [\d,]+ of at least [\d,]+ bytes"):
        read_header(written(tmp_path, gguf()[:-1]))


def test_a_folder_or_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.gguf"):
        with pytest.raises(TandemError, match="cannot be read"):
            read_header(path)


def test_reading_a_header_full_of_long_strings_takes_little_memory(tmp_path: Path) -> None:
    pairs = [NAMED, *(string_pair(f"k{i}", "x" * MAX_STRING) for i in range(40))]
    path = written(tmp_path, header(pairs, []))
    tracemalloc.start()
    try:
        read_header(path)
        assert tracemalloc.get_traced_memory()[1] < 6 << 20
    finally:
        tracemalloc.stop()


def test_a_header_over_the_cap_is_refused(tmp_path: Path) -> None:
    pairs = [NAMED, *(string_pair(f"k{i}", "x" * MAX_STRING) for i in range(65))]
    with pytest.raises(TrustError, match="longer than 64 MiB"):
        read_header(written(tmp_path, header(pairs, [])))


fuzz = settings(
    max_examples=300, deadline=2000, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def read_or_refuse(path: Path) -> None:
    try:
        read_header(path)
    except TrustError as error:
        assert str(error)


@fuzz
@given(st.binary(max_size=400))
def test_any_bytes_after_the_magic_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    read_or_refuse(written(tmp_path, b"GGUF\x03\x00\x00\x00" + data))


@fuzz
@given(
    at=st.integers(0, len(gguf()) - 1),
    patch=st.sampled_from([b"\x00", b"\xff" * 8, struct.pack("<Q", 2**31), b"\x09\0\0\0", b"\x08"])
    | st.binary(min_size=1, max_size=12),
    end=st.none() | st.integers(0, 400),
)
def test_a_good_file_with_any_damage_is_read_or_refused(
    tmp_path: Path, at: int, patch: bytes, end: int | None
) -> None:
    data = gguf()
    read_or_refuse(written(tmp_path, (data[:at] + patch + data[at + len(patch) :])[:end]))
