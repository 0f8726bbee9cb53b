"""``pm COMMAND``: packages and their permissions."""

from __future__ import annotations

import struct
import zipfile

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.sandbox.permissions import PERMISSIONS, permission_key, set_grant
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines, thrown
from tests.fakes.android_phone.input_methods import HELPER_PACKAGE
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.packages import (
    RUNTIME_PERMISSIONS,
    every_package,
    is_system,
    path_of,
)

_USAGE = """Package manager (package) commands:
  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] [-U] [--user USER_ID] [FILTER]
  path [--user USER_ID] PACKAGE
  install [-r] [-t] [-g] [PATH]
  uninstall [-k] [--user USER_ID] PACKAGE
  clear [--user USER_ID] PACKAGE
  grant [--user USER_ID] PACKAGE PERMISSION
  revoke [--user USER_ID] PACKAGE PERMISSION
  resolve-activity [--brief] [--components] [--user USER_ID] INTENT
"""


def run(phone: Model, words: list[str]) -> Answer:
    taken = Words(words)
    verb = taken.next()
    match verb:
        case None | "help" | "-h":
            return Answer(_USAGE)
        case "list":
            return _list(phone, taken)
        case "path":
            return _path(phone, _package(taken))
        case "clear":
            return _clear(phone, _package(taken))
        case "install":
            return _install(phone, taken)
        case "uninstall":
            return _uninstall(phone, taken)
        case "grant" | "revoke":
            return _grant(phone, taken, verb)
        case "resolve-activity":
            return _resolve(phone, taken)
        case _:
            return Answer(f"Unknown command: {verb}\n{_USAGE}", code=255)


def _list(phone: Model, words: Words) -> Answer:
    what = words.next()
    if what != "packages":
        raise Failed(f"Error: unknown list type '{what}'\n", 255)
    options = set()
    while (option := words.option()) is not None:
        if option == "--user":
            words.required()
        elif option not in ("-f", "-d", "-e", "-s", "-3", "-i", "-l", "-u", "-U", "-a"):
            raise Failed(f"Error: Unknown option: {option}\n", 255)
        options.add(option)
    wanted = words.next() or ""
    names = [name for name in every_package(phone) if wanted in name and "-d" not in options]
    if "-3" in options:
        names = [name for name in names if not is_system(phone, name)]
    if "-s" in options:
        names = [name for name in names if is_system(phone, name)]
    return lines(*(_row(phone, name, options) for name in names))


def _row(phone: Model, name: str, options: set[str]) -> str:
    shown = f"package:{path_of(phone, name)}={name}" if "-f" in options else f"package:{name}"
    return f"{shown} uid:{phone.uid_of(name)}" if "-U" in options else shown


def _package(words: Words) -> str:
    while (option := words.option()) is not None:
        if option != "--user":
            raise Failed(f"Error: Unknown option: {option}\n", 255)
        words.required()
    name = words.next()
    if name is None:
        raise Failed("Error: no package specified\n", 1)
    return name


def _path(phone: Model, name: str) -> Answer:
    if name not in every_package(phone):
        return Answer(code=1)
    return lines(f"package:{path_of(phone, name)}")


def _clear(phone: Model, name: str) -> Answer:
    phone.require("CLEAR_APP_USER_DATA", "clear")
    if not phone.installed(name):
        return Answer("Failed\n", code=1)
    phone.act("clear_app_data", action="clear_data", app=name)
    phone.window.leave(name)
    return lines("Success")


def _uninstall(phone: Model, words: Words) -> Answer:
    if words.peek() == "-k":
        words.next()
    name = _package(words)
    phone.require("DELETE_PACKAGES", "uninstall")
    if name == HELPER_PACKAGE and phone.methods.helper:
        phone.methods.uninstalled()
        return lines("Success")
    row = phone.store.get(INSTALLED, name)
    if row is None:
        return Answer("Failure [DELETE_FAILED_INTERNAL_ERROR]\n", code=1)
    done = phone.act("manage_app", action="uninstall", app=name)
    if not done.ok:
        return Answer("Failure [DELETE_FAILED_INTERNAL_ERROR]\n", code=1)
    phone.window.leave(name)
    return lines("Success")


def _install(phone: Model, words: Words) -> Answer:
    while (option := words.option()) is not None:
        if option not in ("-r", "-t", "-g", "-d"):
            raise Failed(f"Error: Unknown option: {option}\n", 255)
    path = words.next()
    if path is None:
        raise Failed("Error: must either specify a package size or an APK file\n", 1)
    try:
        with zipfile.ZipFile(phone.root.resolve(path)) as package:
            manifest = package.read("AndroidManifest.xml")
    except (OSError, KeyError, zipfile.BadZipFile, struct.error):
        return Answer(
            err=f"Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {path}]\n", code=1
        )
    if (
        HELPER_PACKAGE.encode("utf-16-le") not in manifest
        and HELPER_PACKAGE.encode() not in manifest
    ):
        return Answer(
            err="Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n", code=1
        )
    phone.methods.helper = True
    return lines("Success")


def _grant(phone: Model, words: Words, verb: str) -> Answer:
    name, permission = _package(words), words.next()
    if permission is None:
        raise Failed("Error: no permission specified\n", 1)
    phone.require("GRANT_RUNTIME_PERMISSIONS", verb)
    if not phone.installed(name):
        raise thrown(verb, f"java.lang.IllegalArgumentException: Unknown package: {name}")
    group = RUNTIME_PERMISSIONS.get(permission.removeprefix("android.permission."))
    if group is None:
        raise thrown(
            verb,
            f"java.lang.SecurityException: Permission {permission} requested by "
            f"{name} is not a changeable permission type",
        )
    if phone.store.get(PERMISSIONS, permission_key(name, group)) is None:
        raise thrown(
            verb,
            f"java.lang.SecurityException: Package {name} has not requested "
            f"permission {permission}",
        )
    set_grant(phone.store, name, group, "allowed" if verb == "grant" else "denied")
    return Answer()


def _resolve(phone: Model, words: Words) -> Answer:
    from tests.fakes.android_phone.intents import parse_intent
    from tests.fakes.android_phone.screen.packages import main_activity

    def take(option: str, left: Words) -> bool:
        if option == "--user":
            left.required()
        return option in ("--brief", "--components", "--user", "--query-flags")

    brief = "--brief" in words.words or "--components" in words.words
    package = parse_intent(words, take).package
    if not package or not phone.installed(package):
        return lines("No activity found")
    component = main_activity(package).short
    if not brief:
        return lines(f"priority=0 preferredOrder=0 match=0x108000 name={component}")
    return lines(
        "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false", component
    )
