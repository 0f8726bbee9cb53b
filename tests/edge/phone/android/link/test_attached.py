"""Which phones there are, which one is meant, and which adb is used."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.android.link.adb_link import AdbLink
from tandem_edge.phone.android.link.attached import (
    ANY,
    AdbVersions,
    Attached,
    attached,
    choose,
    versions,
)
from tandem_edge.phone.android.link.protocol import (
    AdbUnavailable,
    DeviceAbsent,
    SeveralDevices,
)
from tandem_edge.phone.android.link.serials import connectable, file_name, wireless
from tests.edge.phone.android.link.conftest import StartPhone
from tests.fakes.adb_server import PrivateAdb

USB = Attached("R58M123", "device", "Pixel_8", False)
AIR = Attached("192.168.1.20:5555", "device", "Mi_10", True)
LOCKED = Attached("R58M999", "unauthorized", "", False)


def test_report_10_with_several_phones_and_none_named_the_error_names_them_all() -> None:
    with pytest.raises(SeveralDevices, match=r"R58M123, 192.168.1.20:5555, R58M999 \(unauth") as e:
        choose(ANY, (USB, AIR, LOCKED))
    assert e.value.serials == (USB.serial, AIR.serial, LOCKED.serial)


@pytest.mark.parametrize("one", [USB, AIR, LOCKED])
def test_the_only_phone_needs_no_name_whatever_its_state(one: Attached) -> None:
    assert choose(ANY, (one,)) == one


def test_report_12_a_named_phone_is_taken_whatever_others_there_are() -> None:
    assert choose("R58M999", (USB, AIR, LOCKED)) == LOCKED


def test_without_a_phone_the_error_says_how_to_attach_one_by_cable_and_wi_fi() -> None:
    with pytest.raises(DeviceAbsent) as caught:
        choose(ANY, ())
    assert "USB debugging" in caught.value.hint
    assert "adb pair" in caught.value.hint


def test_a_serial_that_is_not_attached_is_absent_but_an_address_may_be_connected() -> None:
    with pytest.raises(DeviceAbsent):
        choose("R58M124", (USB,))
    assert choose("10.0.0.9:5555", (USB,)).serial == "10.0.0.9:5555"


def test_report_11_phones_are_listed_with_what_adb_says_of_their_state(
    adb: PrivateAdb, start: StartPhone
) -> None:
    ready, closed = start(), start("unauthorised")
    adb.connect(ready.serial)
    adb.connect(closed.serial)
    states = {each.serial: each.state for each in attached()}
    assert states[ready.serial] == "device"
    assert states[closed.serial] == "unauthorized"


@pytest.mark.parametrize(
    ("serial", "over_air", "by_address"),
    [
        ("R58M123", False, False),
        ("emulator-5554", False, False),
        ("192.168.1.20:5555", True, True),
        ("[fe80::1]:5555", True, True),
        ("phone.local:41234", True, True),
        ("127.0.0.1:5600", False, True),
        ("[::1]:5600", False, True),
        ("localhost:5600", False, True),
        ("adb-R58M123-abcdef._adb-tls-connect._tcp", True, False),
        ("adb-R58M123-abcdef._adb-tls-connect._tcp.", True, False),
    ],
)
def test_a_serial_tells_whether_the_phones_network_carries_the_link(
    serial: str, over_air: bool, by_address: bool
) -> None:
    assert (wireless(serial), connectable(serial)) == (over_air, by_address)


@given(one=st.text(max_size=80), other=st.text(max_size=80))
def test_what_is_kept_of_two_phones_never_shares_a_folder(one: str, other: str) -> None:
    assert (file_name(one) == file_name(other)) == (one == other)
    assert set(file_name(one)) & {"/", ".", "\0", " "} == set()


@contextmanager
def server_of_version(version: int) -> Iterator[int]:
    """An adb server that knows its version and no phone; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_serve, args=(listening, version), daemon=True).start()
        yield listening.getsockname()[1]
        with suppress(OSError):  # wakes the thread that accepts
            listening.shutdown(socket.SHUT_RDWR)


def _serve(listening: socket.socket, version: int) -> None:
    with suppress(OSError):
        while True:
            connection, _address = listening.accept()
            with connection:
                asked = connection.recv(100)
                told = f"{version:04x}" if asked.endswith(b"host:version") else ""
                connection.sendall(f"OKAY{len(told):04x}{told}".encode())


def test_report_13_a_server_of_another_version_is_used_and_told_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with server_of_version(40) as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        found = versions()
        assert attached() == ()
    assert found.server == 40
    assert found.clash
    assert not AdbVersions(41, 41, "adb").clash


def test_report_13_a_server_that_is_too_old_is_said_to_be_before_a_phone_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with server_of_version(31) as port:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
        with pytest.raises(AdbUnavailable, match=r"1\.0\.31") as caught:
            attached()
        with pytest.raises(AdbUnavailable), AdbLink("any", home=tmp_path) as link:
            link.shell("id", changes=False, deadline_s=60)
    assert "kill-server" in caught.value.hint


def test_without_an_adb_program_the_error_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = taken.getsockname()[1]
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(free))
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(tmp_path / "no-adb"))
    with pytest.raises(AdbUnavailable) as caught:
        attached()
    assert "apt install adb" in caught.value.hint


def test_a_server_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(silent.getsockname()[1]))
        with pytest.raises(AdbUnavailable, match="does not answer"):
            attached(deadline_s=2)
