"""The daemon, driven by a real adb server."""

from __future__ import annotations

import os
from pathlib import Path

import adbutils
import pytest
import uiautomator2

from tests.fakes.adb_server import PrivateAdb
from tests.fakes.android_phone import AndroidPhone
from tests.fakes.waiting import wait_until


def shell(adb: PrivateAdb, android: AndroidPhone, line: str) -> tuple[str, str, int]:
    done = adb.run("-s", android.serial, "shell", line)
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def test_adb_lists_the_phone_with_its_model(adb: PrivateAdb, android: AndroidPhone) -> None:
    assert "model:Pixel_8a" in adb.text("devices", "-l")


def test_output_errors_and_exit_code_come_apart(adb: PrivateAdb, android: AndroidPhone) -> None:
    assert shell(adb, android, "echo out; echo err >&2; exit 3") == ("out\n", "err\n", 3)


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("echo 'a  b' | wc -c", "5\n"),
        ("for i in 1 2 3; do echo $i; done | tail -n 1", "3\n"),
        ('x="It\'s 8点"; echo "${#x}"', "7\n"),
        ("false || echo no; true && echo yes", "no\nyes\n"),
        ("id -u; pwd", "2000\n/\n"),
        ("echo 上海 > /sdcard/a; cat /storage/emulated/0/a", "上海\n"),
    ],
)
def test_a_line_is_read_by_the_shell_that_phones_have(
    adb: PrivateAdb, android: AndroidPhone, line: str, out: str
) -> None:
    assert shell(adb, android, line) == (out, "", 0)


def test_an_unknown_command_is_told_of_as_android_does(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    said = "/system/bin/sh: nosuch: inaccessible or not found\n"
    assert shell(adb, android, "nosuch") == ("", said, 127)


def test_the_shell_is_locked_up_in_the_phones_own_folder(
    adb: PrivateAdb, android: AndroidPhone, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("kept")
    _, err, _ = shell(adb, android, f"rm -rf {tmp_path} /sdcard/* /; ls {tmp_path}")
    assert (tmp_path / "mine").read_text() == "kept"
    assert "No such file or directory" in err


def test_the_shell_may_not_write_where_it_may_not_on_a_phone(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    _, err, code = shell(adb, android, "echo x > /system/x")
    assert "Permission denied" in err
    assert code == 1
    assert "Permission denied" in shell(adb, android, "ls /data/data")[1]


def test_files_go_to_the_phone_and_back_unchanged(
    adb: PrivateAdb, android: AndroidPhone, tmp_path: Path
) -> None:
    sent = os.urandom(300_000)
    (tmp_path / "sent").write_bytes(sent)
    place = "/data/local/tmp/文件 1"
    assert "1 file pushed" in adb.text("-s", android.serial, "push", str(tmp_path / "sent"), place)
    assert "1 file pulled" in adb.text("-s", android.serial, "pull", place, str(tmp_path / "got"))
    assert (tmp_path / "got").read_bytes() == sent
    assert adb.run("-s", android.serial, "exec-out", f"cat '{place}'").stdout == sent


def test_a_file_is_not_written_where_the_shell_may_not(
    adb: PrivateAdb, android: AndroidPhone, tmp_path: Path
) -> None:
    (tmp_path / "sent").write_text("x")
    said = adb.text("-s", android.serial, "push", str(tmp_path / "sent"), "/system/bin/sh")
    assert "Permission denied" in said
    assert shell(adb, android, "echo still here")[0] == "still here\n"


def test_a_path_never_leads_out_of_the_phones_folder(android: AndroidPhone) -> None:
    root = android.files
    (root.folder / "data/local/tmp/out").symlink_to("../../../../../../etc/passwd")
    (root.folder / "data/local/tmp/round").symlink_to("round")
    assert root.resolve("/../../etc/passwd") == root.folder / "system/etc/passwd"
    assert root.resolve("/data/local/tmp/out") == root.folder / "system/etc/passwd"
    with pytest.raises(OSError, match="symbolic links"):
        root.resolve("/data/local/tmp/round")


def test_closing_the_stream_ends_the_line_and_what_it_started(
    adb: PrivateAdb, android: AndroidPhone
) -> None:
    device = adbutils.AdbClient(port=adb.port).device(android.serial)
    stream = device.shell("echo $$; sleep 1000 & wait", stream=True)
    assert stream.recv(1)
    stream.close()
    wait_until(lambda: not _sleeping())


def _sleeping() -> list[str]:
    lines = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(each.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return [line for line in lines if line.strip() == "sleep 1000"]


def test_uiautomator2_connects_and_starts_its_server(
    adb: PrivateAdb, untouched: AndroidPhone
) -> None:
    device = uiautomator2.connect(untouched.serial)
    info = device.info
    assert (info["displayWidth"], info["currentPackageName"]) == (1080, "com.android.launcher3")
    assert "deviceInfo" in untouched.log.of("automator")
    assert "tcp:9008" in untouched.log.of("refused")  # before the server was there


def test_an_uploaded_jar_is_needed_for_the_server(adb: PrivateAdb, android: AndroidPhone) -> None:
    shell(adb, android, "rm -f /data/local/tmp/u2.jar")
    line = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
    assert "Could not find or load main class" in shell(adb, android, line)[1]
