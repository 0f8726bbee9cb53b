"""Stores to test on: a SQLite file, and a PostgreSQL server of our own where there is one."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_trainer.experience.opening import default_url, open_store
from tandem_trainer.experience.store import Store


def account() -> str | None:
    """Whom the server runs as: never root, which it refuses."""
    if os.geteuid():
        return None
    names = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


@pytest.fixture(scope="session")
def server() -> Iterator[Path]:
    """The socket folder of a PostgreSQL server that nobody else can reach."""
    pytest.importorskip("psycopg", reason="the postgres extra is not installed")
    programs = shutil.which("initdb"), shutil.which("pg_ctl")
    if None in programs:
        pytest.skip("no PostgreSQL on this machine")
    with TemporaryDirectory(prefix="pg-") as folder:
        data, user = Path(folder), account()
        if user:
            shutil.chown(data, user)

        def carry_out(*command: str) -> None:
            subprocess.run(
                command, check=True, user=user, cwd=folder, stdout=DEVNULL, stderr=DEVNULL
            )

        initdb, pg_ctl = map(str, programs)
        carry_out(
            initdb, "-D", f"{data}/d", "-U", "tandem", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        options = f"-c listen_addresses='' -k {data} -c fsync=off"
        carry_out(pg_ctl, "-D", f"{data}/d", "-l", f"{data}/log", "-o", options, "-w", "start")
        yield data
        carry_out(pg_ctl, "-D", f"{data}/d", "-m", "immediate", "stop")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return default_url(tmp_path)
    server = request.getfixturevalue("server")
    name = f"t{uuid.uuid4().hex}"
    subprocess.run(["createdb", "-h", str(server), "-U", "tandem", name], check=True)
    return f"postgresql://tandem@/{name}?host={server}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open store that holds nothing."""
    with open_store(url) as opened:
        yield opened
