"""``python -m shows NAME [--quick]``: measure one set of promises and print a line an item."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
import time
from pathlib import Path

from shows.framework import Show, print_line


def main() -> int:
    """Print the items; end with 1 when a floor is missed."""
    known = sorted(
        info.name
        for info in pkgutil.iter_modules([str(Path(__file__).parent)])
        if info.name != "framework"
        and not info.name.startswith("_")
        and not info.name.endswith("_cases")
    )
    parser = argparse.ArgumentParser(prog="make show-NAME")
    parser.add_argument("name", choices=known)
    parser.add_argument("--quick", action="store_true", help="a smaller sample, said as such")
    options = parser.parse_args()
    show: Show = importlib.import_module(f"shows.{options.name}").show(quick=options.quick)
    started = time.monotonic()
    short = sum(print_line(line) for line in show)
    minutes = (time.monotonic() - started) / 60
    sample = "a quick sample" if options.quick else "in full"
    print(f"show-{options.name}: {sample}, {minutes:.1f} minutes, {short} short", flush=True)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
