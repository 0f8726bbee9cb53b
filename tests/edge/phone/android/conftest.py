"""A simulated phone behind a real adb server, and a link to it."""

from __future__ import annotations

from tests.fakes.adb_server import adb as adb
