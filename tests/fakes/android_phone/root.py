"""The phone's file system: a folder of its own in which its shell is locked up.

The shell is mksh and the tools are toybox, as on Android. A line runs with this folder as its root
and as user 2000, so that ``rm -rf /`` harms nothing but the simulated phone.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

SHELL_UID = 2000
SOCKET = "dev/socket/phone"
"""Where stubs reach the phone, below the root."""
REPLIES = "dev/replies"
"""Where answers too long for a line are left for the stub."""
_SHELL_OWNS = ("data/local/tmp", "storage/emulated/0", REPLIES)
_FOLDERS = ("system/bin", "system/etc", "system/app", "data/app", "data/data", "dev/socket", "proc")
_SHARED_FOLDERS = ("Alarms", "DCIM/Camera", "Documents", "Download", "Movies", "Music", "Pictures")
_LINKS = {"sdcard": "/storage/emulated/0", "bin": "/system/bin", "etc": "/system/etc"}
_BORROWED = ("tr", "dd")
"""Applets of Android's toybox that Debian's was built without."""
_MOST_LINKS = 40
_LOCALE = Path("/usr/lib/locale/C.utf8")
"""Without it the shell counts bytes in place of characters."""

_STUB = """#!/system/bin/sh
eval "$({ print $(($# + 2)); for word in "${0##*/}" "$CLASSPATH" "$@"; do
  print -rn -- "$word"; print -n '\\0'; done; } | /system/bin/toybox nc -U /dev/socket/phone)"
"""
"""Sends its name, CLASSPATH and arguments to the phone, and does what the answer says. A script of
the shell starts in a third of the time of a Python interpreter."""


class CannotLockUp(RuntimeError):
    """This machine offers no way to give a process another root folder."""


@lru_cache(maxsize=1)
def _jail() -> tuple[str, ...]:
    """The words before the new root's path. Raises ``CannotLockUp``."""
    chroot = (_tool_of("chroot"), f"--userspec={SHELL_UID}:{SHELL_UID}")
    users = (_tool_of("unshare"), f"--map-user={SHELL_UID}", f"--map-group={SHELL_UID}", "-R")
    jail = chroot if os.geteuid() == 0 else users
    tried = subprocess.run([*jail, "/", "/bin/true"], capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        raise CannotLockUp(
            "the device simulator locks its shell up by chroot, or without root's rights by a user "
            f"namespace; neither is allowed here: {tried.stderr.strip()}"
        )
    return jail


def _tool_of(name: str) -> str:
    return shutil.which(name) or f"/usr/sbin/{name}"


@lru_cache(maxsize=1)
def _programs() -> dict[str, str]:
    """Where each program lies on this machine, by its place below the root; libraries too."""
    names = {"mksh": "system/bin/sh", "toybox": "system/bin/toybox"}
    names |= {name: f"system/bin/{name}" for name in _BORROWED}
    programs = {}
    for name, place in names.items():
        found = shutil.which(name)
        if found is None:
            raise CannotLockUp(f"the device simulator needs {name}: apt install mksh toybox")
        programs[place] = found
        programs |= _libraries(found)
    files = sorted(_LOCALE.glob("**/*"))
    return programs | {str(path).lstrip("/"): str(path) for path in files if path.is_file()}


def _libraries(program: str) -> dict[str, str]:
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    paths = [word for word in listed.split() if word.startswith("/")]
    return {path.lstrip("/"): path for path in paths}


@lru_cache(maxsize=1)
def _applets() -> tuple[str, ...]:
    listed = subprocess.run(["toybox"], capture_output=True, text=True, check=True).stdout
    return tuple(name for name in listed.split() if name.isalnum())


@dataclass(frozen=True)
class Root:
    """A phone's files below ``folder``; whoever made it removes it."""

    folder: Path

    @classmethod
    def make(cls, folder: Path, commands: frozenset[str]) -> Root:
        """Furnish an empty ``folder``: shell, applets, and a stub for each of ``commands``.

        Raises ``CannotLockUp``.
        """
        _jail()
        root = cls(folder)
        folder.chmod(0o755)
        root._make_folders()
        for place, program in _programs().items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(program, folder / place)
        root._make_commands(commands)
        (folder / "system/etc/passwd").write_text(
            f"root:x:0:0::/:/system/bin/sh\nshell:x:{SHELL_UID}:{SHELL_UID}::/:/system/bin/sh\n"
        )
        (folder / "system/etc/group").write_text(f"root:x:0:\nshell:x:{SHELL_UID}:\n")
        return root

    def shell_command(self, line: str) -> tuple[list[str], dict[str, str]]:
        """The program's arguments and environment that run ``line``; an empty one reads stdin."""
        arguments = [*_jail(), str(self.folder), "/system/bin/sh"]
        environment = {
            "PATH": "/system/bin",
            "HOME": "/",
            "TMPDIR": "/data/local/tmp",
            "ANDROID_DATA": "/data",
            "ANDROID_ROOT": "/system",
            "EXTERNAL_STORAGE": "/sdcard",
            "SHELL": "/system/bin/sh",
            "USER": "shell",
            "LANG": "C.UTF-8",
        }
        return [*arguments, *(["-c", line] if line else [])], environment

    def resolve(self, path: str, *, last: bool = True) -> Path:
        """The real place of the phone's ``path``, links followed (the last one if ``last``).

        It lies below the root, whatever the path says. Raises ``OSError`` when a link goes round
        in circles.
        """
        waiting = deque(part for part in PurePosixPath("/", path).parts if part != "/")
        here, followed = self.folder, 0
        while waiting:
            part = waiting.popleft()
            if part == "..":
                here = here.parent if here != self.folder else here
                continue
            step = here / part
            if step.is_symlink() and (waiting or last):
                followed += 1
                if followed > _MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
                target = PurePosixPath(step.readlink())
                here = self.folder if target.is_absolute() else here
                waiting.extendleft(reversed([each for each in target.parts if each != "/"]))
            else:
                here = step
        return here

    def write(self, path: str, data: bytes, mode: int = 0o644) -> None:
        """Write a file as the shell user would. Raises ``OSError``."""
        place = self.resolve(path)
        owned = [self.folder / name for name in _SHELL_OWNS]
        if not any(place.is_relative_to(each) and place != each for each in owned):
            known = place.parent.exists()
            code = errno.EACCES if known else errno.ENOENT
            raise OSError(code, os.strerror(code))
        for folder in reversed(place.parents):
            if not folder.exists():
                folder.mkdir()
                self._give(folder)
        place.write_bytes(data)
        place.chmod(mode | stat.S_IRUSR | stat.S_IWUSR)
        self._give(place)

    def leave_reply(self, name: str, data: bytes) -> str:
        """Leave ``data`` for a stub; returns the path at which it finds it."""
        self.write(f"/{REPLIES}/{name}", data)
        return f"/{REPLIES}/{name}"

    def _make_folders(self) -> None:
        for name in _FOLDERS:
            (self.folder / name).mkdir(parents=True)
        for name in _SHELL_OWNS:
            (self.folder / name).mkdir(parents=True)
            self._give(self.folder / name)
        for name in _SHARED_FOLDERS:
            place = self.folder / "storage/emulated/0" / name
            place.mkdir(parents=True)
            self._give(place)
            self._give(place.parent)
        (self.folder / "data/data").chmod(0o700)
        for link, target in _LINKS.items():
            (self.folder / link).symlink_to(target)
        self._make_devices()

    def _make_devices(self) -> None:
        """Real devices where this machine allows it, else plain files that serve for output."""
        for minor, name in ((3, "null"), (5, "zero"), (9, "urandom")):
            place = self.folder / "dev" / name
            try:
                os.mknod(place, stat.S_IFCHR | 0o666, os.makedev(1, minor))
            except OSError:
                place.touch()
            place.chmod(0o666)

    def _make_commands(self, commands: frozenset[str]) -> None:
        programs = self.folder / "system/bin"
        stub = programs / ".stub"
        stub.write_text(_STUB)
        stub.chmod(0o755)
        (programs / "mksh").symlink_to("sh")
        for name in commands:
            (programs / name).symlink_to(".stub")
        for name in _applets():
            if not os.path.lexists(programs / name):
                (programs / name).symlink_to("toybox")

    def _give(self, place: Path) -> None:
        if os.geteuid() == 0:
            os.chown(place, SHELL_UID, SHELL_UID)
