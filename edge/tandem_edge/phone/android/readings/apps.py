"""Installed apps, what runs, what is in front."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tandem_edge.phone.android.parsing import one
from tandem_edge.phone.android.recipe import reading
from tandem_edge.phone.android.view import View
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.language.apps import label_of


def _packages(out: str) -> list[str]:
    """``package:NAME`` lines, a path before the name left out."""
    return [line.rpartition(":")[2].rpartition("=")[2].strip() for line in out.splitlines() if line]


def _put(view: View, packages: Iterable[str], *, built_in: bool) -> None:
    """Labels are in no shell command's output: the usual name of a package stands for it."""
    rows = {
        name: {"label": label_of(name), "built_in": built_in, "megabytes": 0} for name in packages
    }
    view.list(INSTALLED, rows.items())


def _own(out: str, view: View) -> None:
    _put(view, _packages(out), built_in=False)


def _system(out: str, view: View) -> None:
    _put(view, _packages(out), built_in=True)


PACKAGES = (
    reading("pm list packages -3", _own, "apps"),
    reading("pm list packages -s", _system, "apps"),
)


def _processes(out: str, view: View) -> None:
    running = {line.split()[-1].partition(":")[0] for line in out.splitlines() if line.split()}
    for package in running & set(view.store.rows[INSTALLED.name]):
        view.store.update(INSTALLED, package, running=True)


RUNNING = reading("ps -A", _processes, "apps.running")


def _front(out: str, view: View) -> None:
    view.facts["front"] = one(
        r"(?:topResumedActivity=|ResumedActivity: )ActivityRecord\{\S+ \S+ ([\w.]+)/", out, "app"
    )


FRONT = reading("dumpsys activity activities", _front, "fact.front")


def _component(out: str, view: View) -> None:
    """The last line, where it is a component: ``package/activity``."""
    last = out.strip().splitlines()[-1] if out.strip() else ""
    if re.fullmatch(r"[\w.]+/[\w.$]+", last):
        view.facts["component"] = last


COMPONENT = reading(
    "cmd package resolve-activity --brief -a android.intent.action.MAIN "
    "-c android.intent.category.LAUNCHER {arg.app}",
    _component,
    "fact.component",
)
