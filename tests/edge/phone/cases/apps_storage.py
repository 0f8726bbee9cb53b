"""Cases of the tools that look after apps, files and photos."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.catalogue.apps_storage.app_care import ABLE
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.apps_storage.listings import CATEGORIES
from tandem_edge.phone.catalogue.apps_storage.sharing import CARRIES
from tandem_edge.phone.catalogue.apps_storage.spans import PERIODS
from tandem_edge.phone.catalogue.apps_storage.storage import CATEGORIES as ROOM
from tandem_edge.phone.catalogue.apps_storage.storage import KINDS as USELESS
from tandem_edge.phone.catalogue.apps_storage.stored import (
    FILE_KINDS,
    FILES,
    PHOTO_KINDS,
    StoredFile,
    this_minute,
)
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    FULL,
    LOCKED,
    OFFLINE,
    Case,
    Setup,
    fails,
    hit_by,
    must,
    ok,
)

NO_WIFI = must("manage_wifi", action="disable")
NO_FILES = hit_by("denied", "files")
NO_PHOTOS = hit_by("denied", "photos")
CANDY = must("install_app", app="Candy Crush")


def app_state(package: str, **fields: Any) -> Setup:
    """A setup that changes one installed app."""
    return lambda phone: phone.store.update(INSTALLED, package, **fields)


def stored(name: str, folder: str = "Download", megabytes: int = 5, **fields: Any) -> Setup:
    """A setup that saves a file."""

    def setup(phone: SandboxPhone) -> None:
        now = this_minute(phone.store)
        phone.store.add(FILES, StoredFile(name, folder, megabytes, now, **fields))

    return setup


def _no_senders(phone: SandboxPhone) -> None:
    for package in CARRIES:
        if phone.store.get(INSTALLED, package) is not None:
            phone.store.remove(INSTALLED, package)


WECHAT = "com.tencent.mm"
OLD_WECHAT = app_state(WECHAT, version="8.0.60")
USED_UP = must("manage_app_limit", action="set", app="WeChat", time="2 minutes")
LEASE = must("manage_file", action="delete", file="Lease.pdf")
CAT = must("manage_photo", action="delete", photo="kitten in a box")
ZIP = {"contents": (("a.txt", 3), ("b.txt", 4))}

_APPS: list[Case] = [
    ok("install_app", app="糖果传奇"),
    ok("install_app", NO_WIFI, app="Candy Crush", mobile_data=True),
    ok("install_app", app="WeChat"),
    ok("update_apps", action="query"),
    ok("update_apps", OLD_WECHAT, action="update", app="WeChat", mobile_data=True),
    ok("update_apps", action="update"),
    ok("clear_app_data", action="clear_cache", app="WeChat"),
    ok("clear_app_data", action="clear_data", app="微信"),
    *(ok("manage_default_app", action="reset", role=role) for role in ABLE),
    ok("manage_default_app", action="set", role="browser", app="Chrome"),
    ok(
        "manage_default_app",
        must("manage_default_app", action="reset", role="messages"),
        action="set",
        role="messages",
        app="Messages",
    ),
    ok("manage_default_app", action="reset", role="browser", package="com.android.browser"),
    ok("manage_default_app", action="query"),
    ok("query_app_usage", period="yesterday", app="WeChat"),
    ok("query_app_usage", period="month"),
    *(ok("query_app_usage", period="week", category=each) for each in CATEGORIES),
    ok("manage_app_limit", action="set", app="WeChat", time="两个小时"),
    ok("manage_app_limit", action="set", app="Camera", time="30 minutes"),
    ok(
        "manage_app_limit",
        app_state(WECHAT, minutes_today=50, running=True),
        action="set",
        app="WeChat",
        time="20 minutes",
    ),
    ok("manage_app_limit", USED_UP, action="remove", app="WeChat"),
    ok("manage_app_limit", action="remove", app="WeChat", minutes=45, running=True),
    ok("manage_app_limit", action="query"),
    ok("manage_app_limit", action="query", app="WeChat"),
]
_HOME: list[Case] = [
    ok("manage_home_folder", action="create", folder="Play"),
    *(
        ok("manage_home_folder", action="create", folder="Play", category=each)
        for each in CATEGORIES
    ),
    ok("manage_home_folder", action="create", folder="Maps", packages="com.autonavi.minimap"),
    ok("manage_home_folder", action="rename", folder="出行", new_name="出门"),
    ok("manage_home_folder", action="delete", folder="Shopping abroad"),
    ok("manage_home_folder", action="delete", folder="any", folder_id="homefolder2"),
    ok("manage_home_folder", action="add", folder="Fitness", app="WeChat"),
    ok("manage_home_folder", action="remove", folder="Social", category="social"),
    ok("manage_home_folder", action="query"),
    ok("manage_app_shortcut", action="pin", app="WeChat"),
    ok("manage_app_shortcut", action="pin", app="微信", shortcut="扫一扫"),
    ok(
        "manage_app_shortcut",
        must("manage_app_shortcut", action="pin", app="Alipay", shortcut="pay code"),
        action="unpin",
        app="Alipay",
        shortcut="付款码",
    ),
    ok("manage_app_shortcut", action="query", app="WeChat"),
    ok("manage_app_shortcut", action="query"),
]
_FILES: list[Case] = [
    *(ok("find_files", kind=kind) for kind in FILE_KINDS),
    *(ok("find_files", period=period) for period in PERIODS),
    ok("find_files", name="合同", folder="Documents/房子", day="yesterday"),
    ok("manage_file", action="rename", file="Lease.pdf", new_name="Flat lease"),
    ok("manage_file", action="move", file="Lease signed", into="下载"),
    ok("manage_file", action="copy", file="租房合同", into="Download"),
    ok("manage_file", action="delete", file="Lease.pdf", folder="Flat"),
    ok("manage_file", action="delete", file="any", file_id="file3"),
    ok("manage_folder", action="create", folder="Bills", into="Documents"),
    ok("manage_folder", action="create", folder="票据"),
    ok("manage_folder", action="create", folder="Back", file_ids="file900"),
    ok("manage_folder", LEASE, action="rename", folder="Flat", new_name="Old flat"),
    ok("manage_folder", action="move", folder="Flat", into="Download"),
    ok("manage_folder", action="move", folder="Flat"),
    ok("manage_folder", action="delete", folder="Documents/Flat"),
    ok("manage_folder", action="delete", folder="any", folder_id="folder6"),
    ok("manage_folder", action="query", folder="文档"),
    ok("manage_folder", action="query"),
    ok("compress_files", folder="Flat"),
    ok("compress_files", files="Budget", archive="Budgets"),
    ok("extract_archive", archive="Conference photos"),
    ok("extract_archive", archive="婚礼照片.zip", into="图片"),
    ok("share_file", file="Lease.pdf", person="Mira Kaya"),
    ok("share_file", file="kitten", person="王小明", app="微信"),
    ok("manage_trash", LEASE, action="query", kind="file"),
    ok("manage_trash", CAT, action="query", item="kitten", kind="photo"),
    ok("manage_trash", LEASE, action="restore", item="Lease"),
    ok("manage_trash", CAT, action="restore", item="kitten"),
    ok("manage_trash", LEASE, action="restore", item="any", item_id="file7"),
    ok(
        "manage_trash",
        action="restore",
        item="any",
        item_id="file9",
        deleted="2026-03-01T10:00",
    ),
    ok("manage_trash", LEASE, action="delete", item="Lease.pdf"),
    ok("manage_trash", action="empty"),
    *(ok("analyse_storage", category=each) for each in ROOM),
    ok("analyse_storage"),
    *(ok("free_up_space", kind=kind) for kind in USELESS),
    ok("free_up_space", kind="downloads", days=90, gigabytes=0.1),
]
_PHOTOS: list[Case] = [
    *(ok("find_photos", kind=kind) for kind in PHOTO_KINDS),
    *(ok("find_photos", period=period) for period in PERIODS),
    ok("find_photos", about="海边", person="王小明", day="前天"),
    ok("manage_photo", action="delete", photo="dinosaur egg"),
    ok("manage_photo", action="favourite", photo="红烧排骨"),
    ok(
        "manage_photo",
        must("manage_photo", action="favourite", photo="custard tarts"),
        action="unfavourite",
        photo="custard tarts",
    ),
    ok("manage_photo", action="delete", photo="any", photo_id="photo12"),
    ok(
        "manage_photo",
        must("edit_photo_details", action="set_time", photo="cat on", time="2025-07-01 10:00"),
        action="favourite",
        photo="cat",
        day="2025-07-01",
    ),
    ok("manage_album", action="create", album="Tea", photos="龙井茶园"),
    ok("manage_album", action="create", album="Empty"),
    ok("manage_album", action="create", album="Back", photo_ids="photo3 photo4"),
    ok("manage_album", action="rename", album="Kyoto trip", new_name="Japan"),
    ok("manage_album", CAT, action="delete", album="Cats"),
    ok("manage_album", action="add", album="Garden", photos="红烧肉"),
    ok(
        "manage_album",
        must("edit_photo_details", action="set_time", photo="小面", time="2025-07-01 10:00"),
        action="add",
        album="过年",
        day="2025-07-01",
    ),
    ok("manage_album", action="remove", album="杭州周末", photos="荷花"),
    ok("manage_album", action="delete", album="any", album_id="photoalbum3"),
    ok("manage_album", action="query", album="Lisbon"),
    ok("manage_album", action="query"),
    ok("edit_photo_details", action="describe", photo="currywurst", text="Lunch at the station"),
    ok("edit_photo_details", action="set_place", photo="小面", text="南山"),
    ok("edit_photo_details", action="set_place", photo="小面"),
    ok("edit_photo_details", action="set_time", photo="小面", time="2025-08-01 18:30"),
    ok("edit_photo_details", action="set_time", photo="小面", time="18:31"),
    ok("edit_photo_details", action="tag", photo="缆车", person="王小明"),
    ok(
        "edit_photo_details",
        must("edit_photo_details", action="tag", photo="缆车", person="Mira Kaya"),
        action="untag",
        photo="缆车",
        person="Mira Kaya",
    ),
    ok("edit_photo_details", action="describe", photo="any", photo_id="photo9"),
]
EXAMPLES: list[Case] = [*_APPS, *_HOME, *_FILES, *_PHOTOS]

_FILE_CALLS: dict[str, dict[str, Any]] = {
    "find_files": {},
    "manage_file": {"action": "delete", "file": "Lease.pdf"},
    "manage_folder": {"action": "query"},
    "compress_files": {"folder": "Flat"},
    "extract_archive": {"archive": "Conference photos"},
    "share_file": {"file": "Lease.pdf", "person": "Kevin"},
    "manage_trash": {"action": "query"},
    "free_up_space": {},
}
_PHOTO_CALLS: dict[str, dict[str, Any]] = {
    "find_photos": {},
    "manage_photo": {"action": "delete", "photo": "kitten"},
    "manage_album": {"action": "query"},
    "edit_photo_details": {"action": "describe", "photo": "kitten", "text": "x"},
}

FAULTS: list[Case] = [
    fails("limit_reached", "open_app", app_state(WECHAT, running=False), USED_UP, app="WeChat"),
    fails("missing_argument", "install_app"),
    fails("locked", "install_app", LOCKED, app="Candy Crush"),
    fails("offline", "install_app", OFFLINE, app="Candy Crush"),
    fails("not_found", "install_app", app="No Such App"),
    fails("payment_required", "install_app", app="我的世界"),
    fails("wifi_needed", "install_app", NO_WIFI, app="Candy Crush"),
    fails("low_storage", "install_app", FULL, app="Candy Crush"),
    fails("missing_argument", "update_apps"),
    fails("locked", "update_apps", LOCKED, action="update"),
    fails("offline", "update_apps", OFFLINE, action="query"),
    fails("not_installed", "update_apps", action="update", app="Candy Crush"),
    fails("wifi_needed", "update_apps", NO_WIFI, OLD_WECHAT, action="update", app="WeChat"),
    fails("low_storage", "update_apps", FULL, OLD_WECHAT, action="update", app="WeChat"),
    fails("missing_argument", "clear_app_data", action="clear_data"),
    fails("locked", "clear_app_data", LOCKED, action="clear_cache", app="WeChat"),
    fails("not_installed", "clear_app_data", action="clear_cache", app="Candy Crush"),
    fails("protected", "clear_app_data", action="clear_data", app="Settings"),
    fails("missing_argument", "manage_default_app", action="set", role="maps"),
    fails("not_installed", "manage_default_app", action="set", role="maps", app="Citymapper"),
    fails("unsuitable", "manage_default_app", action="set", role="maps", app="WeChat"),
    fails("not_installed", "query_app_usage", app="Candy Crush"),
    fails("missing_argument", "manage_app_limit", action="set", app="WeChat"),
    fails("invalid_argument", "manage_app_limit", action="set", app="WeChat", time="2 days"),
    fails("not_installed", "manage_app_limit", action="remove", app="Candy Crush"),
    fails("missing_argument", "manage_home_folder", action="add", folder="Social"),
    fails("locked", "manage_home_folder", LOCKED, action="query"),
    fails("already_exists", "manage_home_folder", action="create", folder="social"),
    fails("already_exists", "manage_home_folder", action="rename", folder="出行", new_name="学习"),
    fails("not_found", "manage_home_folder", action="delete", folder="No Such"),
    fails("ambiguous", "manage_home_folder", action="delete", folder="Shop"),
    fails("not_installed", "manage_home_folder", action="add", folder="Social", app="Candy Crush"),
    fails("missing_argument", "manage_app_shortcut", action="pin"),
    fails("locked", "manage_app_shortcut", LOCKED, action="pin", app="WeChat"),
    fails("not_installed", "manage_app_shortcut", action="pin", app="Candy Crush"),
    fails("not_found", "manage_app_shortcut", action="pin", app="WeChat", shortcut="Weather"),
    *(
        fails(code, name, setup, **arguments)
        for name, arguments in _FILE_CALLS.items()
        for code, setup in (("locked", LOCKED), ("no_permission", NO_FILES))
    ),
    *(
        fails(code, name, setup, **arguments)
        for name, arguments in _PHOTO_CALLS.items()
        for code, setup in (("locked", LOCKED), ("no_permission", NO_PHOTOS))
    ),
    fails("not_found", "find_files", folder="No Such"),
    fails("ambiguous", "find_files", folder="M"),
    fails("missing_argument", "manage_file", action="move", file="Lease.pdf"),
    fails("not_found", "manage_file", action="delete", file="No Such"),
    fails("ambiguous", "manage_file", action="delete", file="Tax return"),
    fails("already_exists", "manage_file", action="copy", file="Lease.pdf", into="Flat"),
    fails("invalid_argument", "manage_file", action="rename", file="Lease.pdf", new_name="a/b"),
    fails("low_storage", "manage_file", FULL, action="copy", file="Lease.pdf", into="Music"),
    fails("missing_argument", "manage_folder", action="create"),
    fails("not_found", "manage_folder", action="delete", folder="No Such"),
    fails("ambiguous", "manage_folder", action="delete", folder="M"),
    fails("already_exists", "manage_folder", action="create", folder="Flat", into="Documents"),
    fails("protected", "manage_folder", action="rename", folder="Download", new_name="x"),
    fails(
        "not_empty",
        "manage_folder",
        must("manage_folder", action="create", folder="Inner", into="Flat"),
        action="delete",
        folder="Flat",
    ),
    fails(
        "invalid_argument",
        "manage_folder",
        must("manage_folder", action="create", folder="Inner", into="Flat"),
        action="move",
        folder="Flat",
        into="Inner",
    ),
    fails("missing_argument", "compress_files"),
    fails("not_found", "compress_files", files="No Such"),
    fails("ambiguous", "compress_files", folder="M"),
    fails("already_exists", "compress_files", must("compress_files", folder="Flat"), folder="Flat"),
    fails("low_storage", "compress_files", FULL, folder="Flat"),
    fails("missing_argument", "extract_archive"),
    fails("not_found", "extract_archive", archive="Lease"),
    fails("ambiguous", "extract_archive", archive="C"),
    fails("damaged_archive", "extract_archive", stored("Broken.zip"), archive="Broken"),
    fails(
        "already_exists",
        "extract_archive",
        must("extract_archive", archive="Conference photos"),
        archive="Conference photos",
    ),
    fails("low_storage", "extract_archive", FULL, archive="Conference photos"),
    fails("missing_argument", "share_file", file="Lease.pdf"),
    fails("offline", "share_file", OFFLINE, file="Lease.pdf", person="Kevin"),
    fails("not_found", "share_file", file="No Such", person="Kevin"),
    fails("ambiguous", "share_file", file="Tax return", person="Kevin"),
    fails("not_installed", "share_file", _no_senders, file="Lease.pdf", person="Kevin"),
    fails("unsuitable", "share_file", file="Lease.pdf", person="Kevin", app="Camera"),
    fails("too_large", "share_file", file="School play.mp4", person="Kevin", app="短信"),
    fails("missing_argument", "manage_trash", action="restore"),
    fails("not_found", "manage_trash", action="restore", item="No Such"),
    fails("not_found", "manage_trash", action="restore", item="x", item_id="file9"),
    fails(
        "ambiguous",
        "manage_trash",
        LEASE,
        must("manage_file", action="delete", file="Lease signed.pdf"),
        action="restore",
        item="Lea",
    ),
    fails(
        "folder_missing",
        "manage_trash",
        LEASE,
        must("manage_folder", action="delete", folder="Flat"),
        action="restore",
        item="Lease",
    ),
    fails(
        "already_exists",
        "manage_trash",
        LEASE,
        stored("Lease.pdf", "Documents/Flat"),
        action="restore",
        item="Lease",
    ),
    fails("invalid_argument", "free_up_space", gigabytes=-1),
    fails("not_found", "find_photos", person="Nobody Atall"),
    fails("missing_argument", "manage_photo", action="delete"),
    fails("not_found", "manage_photo", action="delete", photo="no such thing"),
    fails("ambiguous", "manage_photo", action="delete", photo="castle"),
    fails("missing_argument", "manage_album", action="add", album="Cats"),
    fails("not_found", "manage_album", action="delete", album="No Such"),
    fails("not_found", "manage_album", action="add", album="Cats", photos="no such thing"),
    fails("ambiguous", "manage_album", action="delete", album="Kyoto"),
    fails("already_exists", "manage_album", action="create", album="cats"),
    fails("missing_argument", "edit_photo_details", action="tag", photo="缆车"),
    fails("not_found", "edit_photo_details", action="tag", photo="缆车", person="Nobody Atall"),
    fails("ambiguous", "edit_photo_details", action="tag", photo="缆车", person="王"),
]
