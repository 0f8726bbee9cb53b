"""Cases of locks, permissions, passwords, traces and the lost phone."""

from __future__ import annotations

from tandem_edge.phone.catalogue.security_privacy.app_permissions import VIEWS
from tandem_edge.phone.catalogue.security_privacy.browsing_data import KINDS, PERIODS
from tandem_edge.phone.catalogue.security_privacy.screen_lock import SCREEN_LOCK
from tandem_edge.phone.catalogue.security_privacy.security_check import AREAS
from tandem_edge.phone.catalogue.security_privacy.sensor_access import SENSORS
from tandem_edge.phone.sandbox.permissions import PERMISSION_NAMES
from tests.edge.phone.making import LOCKED, OFFLINE, Case, Setup, device, fails, must, ok


def _open_phone(phone: object) -> None:
    phone.store.update(SCREEN_LOCK, kind="none")  # type: ignore[attr-defined]


NO_LOCK: Setup = _open_phone
APP_LOCKED = must("manage_app_lock", action="enable", app="Clock", relock="screen_off")
NO_APP_LOCKS: tuple[Setup, ...] = tuple(
    must("manage_app_lock", action="disable", app=name)
    for name in ("WhatsApp", "Gallery", "Alipay")
)
LOST = must("manage_lost_mode", action="enable", message="Reward!", phone="+44 7700 900123")
FOUND = device(locked=False)
LOGIN = {"site": "Bookworm", "username": "mira.k"}
SAVED = must("manage_password", action="create", password="Plum-River-42", **LOGIN)
DENIED = must("manage_app_permission", action="set", app="微信", permission="sms", grant="denied")

EXAMPLES: list[Case] = [
    *(
        ok("manage_app_permission", action="set", app="微信", permission=each, grant="denied")
        for each in PERMISSION_NAMES
    ),
    *(
        ok("manage_app_permission", action="set", app="WeChat", permission="camera", grant=each)
        for each in ("allowed", "while_in_use", "ask", "denied")
    ),
    ok("manage_app_permission", DENIED, action="set", app="WeChat", permission="sms", grant="ask"),
    ok("manage_app_permission", action="query", app="WhatsApp"),
    ok("manage_app_permission", action="query", app="微信", permission="camera"),
    ok("manage_app_permission", action="query", app="Tandem"),
    ok("audit_permissions"),
    *(ok("audit_permissions", permission="location", view=each) for each in VIEWS),
    *(ok("audit_permissions", permission=each) for each in PERMISSION_NAMES),
    ok("set_screen_lock", kind="pin", code="73 91 52"),
    ok("set_screen_lock", kind="pattern", code="14789"),
    ok("set_screen_lock", kind="password", code="tulip7oak"),
    ok("set_screen_lock", *NO_APP_LOCKS, kind="none"),
    ok("lock_phone"),
    ok("lock_phone", lockdown=True),
    ok("lock_phone", LOCKED),
    *(
        ok("manage_app_lock", action="enable", app="Clock", relock=each)
        for each in ("immediately", "after_a_minute", "screen_off")
    ),
    ok("manage_app_lock", APP_LOCKED, action="enable", app="Clock"),
    ok("manage_app_lock", APP_LOCKED, action="disable", app="Clock"),
    ok("manage_app_lock", APP_LOCKED, action="disable", app="Clock", back_to="immediately"),
    ok("manage_app_lock", APP_LOCKED, action="query"),
    ok("manage_app_lock", action="query", app="相机"),
    ok("manage_lost_mode", action="enable", message="Please call me", phone="138 0013 8000"),
    ok("manage_lost_mode", LOST, action="enable", message="Still lost"),
    ok("manage_lost_mode", action="enable", locked=False),
    ok("manage_lost_mode", LOST, FOUND, action="disable"),
    ok("manage_lost_mode", LOST, action="query"),
    ok("manage_password", action="create", password="Plum-River-42", **LOGIN),
    ok("manage_password", action="generate", **LOGIN),
    ok("manage_password", SAVED, action="update", site="bookworm", password="Oak-Lake-77"),
    ok("manage_password", SAVED, action="show", site="Bookworm"),
    ok("manage_password", SAVED, action="delete", site="Bookworm"),
    ok("manage_password", SAVED, action="list", username="mira.k"),
    ok("manage_password", action="list"),
    ok("manage_password", action="delete", site="any", login_id="login2"),
    *(ok("check_security", area=each) for each in AREAS),
    ok("check_security", NO_LOCK),
    *(ok("clear_browsing_data", kind=each) for each in KINDS),
    *(ok("clear_browsing_data", kind="history", period=each) for each in PERIODS),
    ok("clear_browsing_data", kind="everything", site="jd.com"),
    *(
        ok("manage_sensor_access", must("manage_sensor_access", action=before, sensor=each),
           action=after, sensor=each)
        for each in SENSORS
        for before, after in (("allow", "block"), ("block", "allow"))
    ),
    ok("manage_sensor_access", action="query"),
    ok("manage_sensor_access", action="query", sensor="camera"),
]  # fmt: skip

FAULTS: list[Case] = [
    fails("missing_argument", "manage_app_permission", action="set", app="WeChat"),
    fails("locked", "manage_app_permission", LOCKED, action="set", app="WeChat",
          permission="sms", grant="allowed"),
    fails("not_installed", "manage_app_permission", action="query", app="No Such App"),
    fails("protected", "manage_app_permission", action="set", app="Tandem",
          permission="contacts", grant="allowed"),
    fails("invalid_argument", "manage_app_permission", action="set", app="WeChat",
          permission="contacts", grant="while_in_use"),
    fails("locked", "audit_permissions", LOCKED),
    fails("missing_argument", "set_screen_lock"),
    fails("missing_argument", "set_screen_lock", kind="pin"),
    fails("locked", "set_screen_lock", LOCKED, kind="pin", code="739152"),
    fails("invalid_argument", "set_screen_lock", kind="pin", code="12ab"),
    fails("weak_code", "set_screen_lock", kind="pin", code="1234"),
    fails("weak_code", "set_screen_lock", kind="password", code="aaaa1111"),
    fails("in_use", "set_screen_lock", APP_LOCKED, kind="none"),
    fails("no_screen_lock", "lock_phone", NO_LOCK),
    fails("missing_argument", "manage_app_lock", action="enable"),
    fails("locked", "manage_app_lock", LOCKED, action="enable", app="Clock"),
    fails("no_screen_lock", "manage_app_lock", NO_LOCK, action="enable", app="Clock"),
    fails("not_installed", "manage_app_lock", action="enable", app="No Such App"),
    fails("protected", "manage_app_lock", action="enable", app="Settings"),
    fails("missing_argument", "manage_lost_mode"),
    fails("no_screen_lock", "manage_lost_mode", NO_LOCK, action="enable"),
    fails("offline", "manage_lost_mode", OFFLINE, action="enable"),
    fails("locked", "manage_lost_mode", LOST, action="disable"),
    fails("missing_argument", "manage_password", action="create", site="Bookworm"),
    fails("locked", "manage_password", LOCKED, action="list"),
    fails("no_screen_lock", "manage_password", NO_LOCK, action="list"),
    fails("already_exists", "manage_password", SAVED, action="generate", **LOGIN),
    fails("not_found", "manage_password", action="show", site="No Such Site"),
    fails("ambiguous", "manage_password", SAVED,
          must("manage_password", action="generate", site="Bookworm", username="dad"),
          action="show", site="Bookworm"),
    fails("locked", "check_security", LOCKED),
    fails("missing_argument", "clear_browsing_data"),
    fails("locked", "clear_browsing_data", LOCKED, kind="cache"),
    fails("not_found", "clear_browsing_data", kind="history", site="nowhere.example"),
    fails("missing_argument", "manage_sensor_access", action="block"),
    fails("locked", "manage_sensor_access", LOCKED, action="allow", sensor="camera"),
    fails("lost_mode", "manage_sensor_access", LOST, action="block", sensor="location"),
]  # fmt: skip
