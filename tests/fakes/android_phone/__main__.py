"""A simulated phone to try things on by hand: ``python -m tests.fakes.android_phone --help``."""

from __future__ import annotations

import argparse
import contextlib
import signal

from tests.fakes.android_phone import PROFILES, AndroidPhone


def main() -> None:
    """Run a phone until Ctrl+C."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fakes.android_phone", description=__doc__
    )
    parser.add_argument("--port", type=int, default=5600, help="where adb connects (5600)")
    parser.add_argument("--seed", type=int, default=7, help="whose life the phone holds (7)")
    parser.add_argument(
        "--profile", choices=sorted(PROFILES), default="unspoilt", help="what is wrong with it"
    )
    parser.add_argument("--profiles", action="store_true", help="list the profiles and end")
    asked = parser.parse_args()
    if asked.profiles:
        for profile in PROFILES.values():
            print(f"{profile.name:24} {profile.says}")
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that its folder is removed
    with (
        contextlib.suppress(KeyboardInterrupt),
        AndroidPhone.running(asked.seed, profile=asked.profile, port=asked.port) as phone,
    ):
        said = f"a {phone.profile.name} phone is at {phone.serial}: adb connect {phone.serial}"
        print(said, flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
