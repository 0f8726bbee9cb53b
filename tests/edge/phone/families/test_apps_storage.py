"""What storage means: real room, a trash that waits, look-alikes, limits, and who opens what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.apps_storage.app_care import DEFAULTS
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.apps_storage.home_screen import HOME_FOLDERS
from tandem_edge.phone.catalogue.apps_storage.screen_time import HISTORY
from tandem_edge.phone.catalogue.apps_storage.sharing import SHARES
from tandem_edge.phone.catalogue.apps_storage.spans import span_of
from tandem_edge.phone.catalogue.apps_storage.stored import FILES, FOLDERS, PHOTOS, TRASH
from tandem_edge.phone.language.apps import APPS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.apps_storage import CANDY, CAT, LEASE, WECHAT, app_state, stored
from tests.edge.phone.making import OFFLINE, do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def free(phone: SandboxPhone) -> int:
    return phone.store.only(DEVICE).free_mb


def used_in(phone: SandboxPhone, category: str) -> int:
    found = data(phone, "analyse_storage", category=category)["categories"]
    size: int = found[0]["megabytes"]
    return size


def test_an_app_takes_its_room_and_gives_it_back_with_its_data() -> None:
    phone = make_phone()
    before = free(phone)
    size = data(phone, "install_app", app="Candy Crush")["megabytes"]
    assert free(phone) == before - size
    phone.store.update(DEVICE, free_mb=free(phone) - 300)
    phone.store.update(INSTALLED, "com.king.candycrushsaga", data_megabytes=300)
    assert (
        data(phone, "manage_app", action="uninstall", app="糖果传奇")["freed_megabytes"]
        == size + 300
    )
    assert free(phone) == before


def test_uninstalling_an_app_takes_down_all_that_pointed_to_it() -> None:
    phone = make_phone(
        must("install_app", app="Citymapper"),
        must("manage_app_shortcut", action="pin", app="Citymapper"),
        must("manage_home_folder", action="add", folder="出行", app="Citymapper"),
        must("install_app", app="Opera"),
        must("manage_default_app", action="set", role="browser", app="Opera"),
        must("manage_app", action="uninstall", app="Citymapper"),
        must("manage_app", action="uninstall", app="欧朋浏览器"),
    )
    icons = data(phone, "manage_app_shortcut", action="query")["pinned"]
    assert all(icon["app"] != "Citymapper" for icon in icons)
    for row in phone.store.all(HOME_FOLDERS).values():
        assert "com.citymapper.app.release" not in row.apps
    assert phone.store.get(DEFAULTS, "browser") is None
    assert phone.store.get(HISTORY, "com.opera.browser") is None


def test_an_installed_app_is_not_installed_twice() -> None:
    execution = do(make_phone(CANDY), "install_app", app="candy crush saga")
    assert execution.result.data["changed"] is False
    assert execution.changes == ()


def test_a_large_app_waits_for_wifi_and_a_small_one_does_not() -> None:
    phone = make_phone(must("manage_wifi", action="disable"))
    assert code(phone, "install_app", app="Candy Crush") == "wifi_needed"
    assert code(phone, "install_app", app="Citymapper") == ""
    assert code(phone, "install_app", app="Candy Crush", mobile_data=True) == ""


def test_an_update_brings_the_newest_version_and_closes_the_app() -> None:
    phone = make_phone(app_state(WECHAT, version="8.0.60", running=True))
    assert "WeChat" in [row["app"] for row in data(phone, "update_apps", action="query")["updates"]]
    assert data(phone, "update_apps", action="update", app="微信")["count"] == 1
    row = phone.store.all(INSTALLED)[WECHAT]
    assert (row.version, row.running) == ("8.0.61", False)
    again = do(phone, "update_apps", action="update", app="微信")
    assert again.result.data["changed"] is False and again.changes == ()


def test_updating_everything_leaves_nothing_to_update() -> None:
    phone = make_phone(app_state(WECHAT, version="8.0.60"), must("update_apps", action="update"))
    assert data(phone, "update_apps", action="query")["count"] == 0


def test_clearing_a_cache_frees_it_and_keeps_the_data() -> None:
    phone = make_phone(app_state(WECHAT, cache_megabytes=70, data_megabytes=900))
    before = free(phone)
    assert data(phone, "clear_app_data", action="clear_cache", app="微信")["freed_megabytes"] == 70
    assert free(phone) == before + 70
    assert phone.store.all(INSTALLED)[WECHAT].data_megabytes == 900
    assert data(phone, "clear_app_data", action="clear_data", app="微信")["freed_megabytes"] == 900
    assert do(phone, "clear_app_data", action="clear_data", app="微信").changes == ()


def test_wiping_an_app_makes_the_phone_ask_again_which_to_use() -> None:
    phone = make_phone(
        must("install_app", app="Opera"),
        must("manage_default_app", action="set", role="browser", app="Opera"),
        must("clear_app_data", action="clear_data", app="Opera"),
    )
    found = data(phone, "manage_default_app", action="query", role="browser")["defaults"]
    assert found == [{"role": "browser", "app": "", "package": ""}]


def test_an_app_that_had_its_time_closes_and_opens_again_without_the_limit() -> None:
    phone = make_phone(app_state(WECHAT, minutes_today=50, running=True))
    do(phone, "manage_app_limit", action="set", app="WeChat", time="45 minutes")
    assert not phone.store.all(INSTALLED)[WECHAT].running
    assert code(phone, "open_app", app="WeChat") == "limit_reached"
    do(phone, "manage_app_limit", action="remove", app="WeChat")
    assert code(phone, "open_app", app="WeChat") == ""


def test_at_midnight_the_day_counts_as_yesterday_and_the_limit_starts_again() -> None:
    phone = make_phone(
        app_state(WECHAT, minutes_today=50, running=False),
        must("manage_app_limit", action="set", app="WeChat", time="45 minutes"),
    )
    tomorrow = phone.store.only(DEVICE).clock + timedelta(days=1)
    phone.advance(tomorrow)
    found = data(phone, "query_app_usage", period="yesterday", app="WeChat")
    assert found["total_minutes"] == 50
    assert phone.store.all(INSTALLED)[WECHAT].minutes_today == 0
    assert code(phone, "open_app", app="WeChat") == ""


def test_idle_days_after_a_jump_of_the_clock_are_empty() -> None:
    phone = make_phone(app_state(WECHAT, minutes_today=50))
    phone.store.update(DEVICE, clock=phone.store.only(DEVICE).clock + timedelta(days=3))
    phone.advance(phone.store.only(DEVICE).clock)
    history = phone.store.get(HISTORY, WECHAT)
    assert history is not None and history.minutes[:3] == (0, 0, 50)


def test_screen_time_adds_up_over_the_apps_of_a_category() -> None:
    phone = make_phone()
    whole = data(phone, "query_app_usage", period="week", category="social")
    assert whole["total_minutes"] == sum(row["minutes"] for row in whole["apps"])
    assert [row["minutes"] for row in whole["apps"]] == sorted(
        (row["minutes"] for row in whole["apps"]), reverse=True
    )


def test_a_home_folder_takes_all_apps_of_a_kind_once() -> None:
    phone = make_phone(must("manage_home_folder", action="create", folder="Play", category="games"))
    again = do(phone, "manage_home_folder", action="add", folder="Play", category="games")
    assert again.result.data["changed"] is False and again.changes == ()
    row = data(phone, "manage_home_folder", action="query", folder="Play")["folders"][0]
    assert "Chess" in row["apps"] and "WeChat" not in row["apps"]


def test_a_shortcut_has_a_name_in_both_languages() -> None:
    phone = make_phone(must("manage_app_shortcut", action="pin", app="支付宝", shortcut="乘车码"))
    again = do(phone, "manage_app_shortcut", action="pin", app="Alipay", shortcut="transport code")
    assert again.result.data["changed"] is False and again.changes == ()


def test_a_name_without_its_ending_is_the_whole_name() -> None:
    phone = make_phone()
    assert data(phone, "manage_file", action="delete", file="lease")["name"] == "Lease.pdf"
    assert data(phone, "manage_file", action="delete", file="季度总结")["name"] == "季度总结.docx"


def test_files_of_one_name_are_told_apart_by_their_folder() -> None:
    phone = make_phone(stored("Notes.txt"), stored("Notes.txt", "Documents"))
    assert code(phone, "manage_file", action="delete", file="Notes") == "ambiguous"
    found = data(phone, "manage_file", action="delete", file="Notes", folder="下载文件夹")
    assert found["folder"] == "Download"


def test_a_new_name_keeps_the_ending_that_nobody_says() -> None:
    phone = make_phone(must("manage_file", action="rename", file="Lease.pdf", new_name="Flat"))
    assert code(phone, "manage_file", action="delete", file="Flat.pdf") == ""


@pytest.mark.parametrize("word", ["下载", "download folder", "the Downloads folder", "Download"])
def test_a_system_folder_has_several_names(word: str) -> None:
    found = data(make_phone(), "manage_folder", action="query", folder=word)
    assert "Router manual.pdf" in [row["name"] for row in found["files"]]


def test_the_trash_takes_up_room_until_it_is_emptied() -> None:
    phone = make_phone()
    before, size = free(phone), used_in(phone, "trash")
    thrown = data(phone, "manage_file", action="delete", file="Drone footage")["megabytes"]
    assert free(phone) == before
    assert used_in(phone, "trash") == size + thrown
    assert data(phone, "manage_trash", action="empty")["freed_megabytes"] == size + thrown
    assert free(phone) == before + size + thrown
    assert not phone.store.all(TRASH)


def test_a_thrown_photo_is_found_again_with_its_album_when_restored() -> None:
    phone = make_phone(CAT)
    assert data(phone, "find_photos", about="kitten")["total"] == 0
    do(phone, "manage_trash", action="restore", item="kitten in a box")
    assert data(phone, "find_photos", about="kitten")["total"] == 1


def test_the_trash_lets_go_after_thirty_days() -> None:
    phone = make_phone(must("manage_trash", action="empty"), LEASE)
    before = free(phone)
    phone.advance(phone.store.only(DEVICE).clock + timedelta(days=29))
    assert len(phone.store.all(TRASH)) == 1
    phone.advance(phone.store.only(DEVICE).clock + timedelta(days=2))
    assert not phone.store.all(TRASH)
    assert free(phone) == before + 4


def test_emptying_only_the_photos_leaves_the_files() -> None:
    phone = make_phone(LEASE, CAT, must("manage_trash", action="empty", kind="photo"))
    assert "file" in {row["kind"] for row in data(phone, "manage_trash", action="query")["items"]}
    assert not [row for row in phone.store.all(TRASH).values() if row.photo is not None]


def test_a_file_comes_back_once_its_folder_is_there_again() -> None:
    phone = make_phone(LEASE, must("manage_folder", action="delete", folder="Flat"))
    assert code(phone, "manage_trash", action="restore", item="Lease.pdf") == "folder_missing"
    do(phone, "manage_folder", action="create", folder="Flat", into="Documents")
    assert data(phone, "manage_trash", action="restore", item="Lease.pdf")["kind"] == "file"


def test_a_renamed_folder_keeps_its_files_and_those_thrown_away_from_it() -> None:
    phone = make_phone(
        LEASE, must("manage_folder", action="rename", folder="Flat", new_name="Home")
    )
    assert data(phone, "find_files", folder="Home")["total"] == 2
    do(phone, "manage_trash", action="restore", item="Lease.pdf")
    assert data(phone, "find_files", folder="Home")["total"] == 3


def test_what_is_packed_can_be_unpacked_elsewhere() -> None:
    phone = make_phone(must("compress_files", folder="Flat"))
    before = free(phone)
    out = data(phone, "extract_archive", archive="Flat.zip", into="Download")
    assert sorted(out["files"]) == ["Inventory.xlsx", "Lease signed.pdf", "Lease.pdf"]
    assert free(phone) == before - out["megabytes"] == before - 10


def test_one_word_packs_every_file_with_it() -> None:
    packed = data(make_phone(), "compress_files", files="合同", archive="合同")
    assert packed["count"] >= 3 and packed["name"] == "合同.zip"


def test_the_categories_add_up_to_what_is_used() -> None:
    found = data(make_phone(), "analyse_storage")
    assert sum(row["megabytes"] for row in found["categories"]) == found["used_megabytes"]
    assert found["used_megabytes"] + found["free_megabytes"] == found["total_megabytes"]
    sizes = [row["megabytes"] for row in found["largest"]]
    assert sizes == sorted(sizes, reverse=True)


def test_cleaning_up_deletes_the_copy_and_keeps_the_original() -> None:
    phone = make_phone()
    before = free(phone)
    done = data(phone, "free_up_space", kind="duplicates")
    names = [row.name for row in phone.store.all(FILES).values()]
    assert "VLC player.apk" in names and "VLC player (1).apk" not in names
    assert free(phone) == before + done["freed_megabytes"]
    assert do(phone, "free_up_space", kind="duplicates").changes == ()


def test_cleaning_up_stops_when_there_is_enough() -> None:
    phone = make_phone()
    done = data(phone, "free_up_space", kind="videos", gigabytes=1)
    assert done["reached"] and 1000 <= done["freed_megabytes"] < 1900
    assert not data(phone, "free_up_space", kind="screenshots", gigabytes=50)["reached"]


def test_only_what_is_old_enough_is_deleted() -> None:
    phone = make_phone(stored("New.pdf"))
    now = phone.store.only(DEVICE).clock
    do(phone, "free_up_space", kind="downloads", days=30)
    left = [row for row in phone.store.all(FILES).values() if row.folder == "Download"]
    assert left and all(now - row.modified < timedelta(days=30) for row in left)


def test_a_large_file_goes_through_an_app_that_carries_it() -> None:
    phone = make_phone()
    assert code(phone, "share_file", file="School play", person="Kevin", app="短信") == "too_large"
    assert data(phone, "share_file", file="School play", person="Kevin")["app"] == "WeChat"
    assert [row.name for row in phone.store.all(SHARES).values()] == ["School play.mp4"]


def test_nothing_is_shared_offline() -> None:
    phone = make_phone(OFFLINE)
    assert code(phone, "share_file", file="kitten in a box", person="Kevin") == "offline"
    assert not phone.store.all(SHARES)


def test_photos_are_found_by_a_person_who_is_tagged() -> None:
    phone = make_phone(must("edit_photo_details", action="tag", photo="缆车", person="王小明"))
    found = data(phone, "find_photos", about="缆车", person="王小明")
    assert [row["about"] for row in found["photos"]] == ["缆车"]
    do(phone, "edit_photo_details", action="untag", photo="缆车", person="王小明")
    assert data(phone, "find_photos", about="缆车", person="王小明")["total"] == 0


def test_a_clock_time_alone_corrects_the_hour_and_keeps_the_day() -> None:
    phone = make_phone(
        must("edit_photo_details", action="set_time", photo="小面", time="2025-08-01 09:00")
    )
    found = data(phone, "edit_photo_details", action="set_time", photo="小面", time="8 pm")
    assert found["taken"] == "2025-08-01T20:00"


def test_deleting_an_album_keeps_its_photos() -> None:
    phone = make_phone()
    before = len(phone.store.all(PHOTOS))
    inside = data(phone, "manage_album", action="query", album="Cats")["count"]
    assert data(phone, "manage_album", action="delete", album="Cats")["count"] == inside
    assert len(phone.store.all(PHOTOS)) == before


def test_an_album_that_is_renamed_keeps_what_is_in_it() -> None:
    phone = make_phone()
    inside = data(phone, "manage_album", action="query", album="Cats")["count"]
    do(phone, "manage_album", action="rename", album="Cats", new_name="Fur")
    assert data(phone, "manage_album", action="query", album="Fur")["count"] == inside


@pytest.mark.parametrize(
    ("period", "first", "after"),
    [
        ("this_week", "2026-03-09", "2026-03-16"),
        ("last_week", "2026-03-02", "2026-03-09"),
        ("this_month", "2026-03-01", "2026-04-01"),
        ("last_month", "2026-02-01", "2026-03-01"),
        ("this_year", "2026-01-01", "2027-01-01"),
        ("last_year", "2025-01-01", "2026-01-01"),
    ],
)
def test_a_period_is_a_span_of_the_calendar(period: str, first: str, after: str) -> None:
    today = make_phone().store.only(DEVICE).clock.date()
    assert tuple(day.isoformat() for day in span_of(period, today)) == (first, after)


@pytest.mark.parametrize("cast", list(Cast))
def test_every_cast_has_files_and_photos_in_both_languages(cast: Cast) -> None:
    phone = SandboxPhone.generate(3, cast=cast)
    files = [row.name for row in phone.store.all(FILES).values()]
    photos = [row.about for row in phone.store.all(PHOTOS).values()]
    for names in (files, photos):
        assert len(names) >= 20
        assert 0.25 < sum(name.isascii() for name in names) / len(names) < 0.75
    assert len(phone.store.all(FOLDERS)) > 6 and len(phone.store.all(TRASH)) == 7


def test_no_name_stands_for_two_apps() -> None:
    names = [name.casefold() for listed in APPS.values() for name in dict.fromkeys(listed)]
    doubles = sorted({name for name in names if names.count(name) > 1})
    assert doubles == []
