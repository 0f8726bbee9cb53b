"""Windows that are not an app's page: lock screen, panels, dialogs, keyboard, plain apps."""

from __future__ import annotations

from collections.abc import Sequence

from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.store import Store
from tests.fakes.android_phone.screen.nodes import Node, Rect
from tests.fakes.android_phone.screen.packages import SYSTEM_UI

STATUS_BAR = 84
NAVIGATION_BAR = 126
KEYBOARD = 840
_KEYS = "qwertyuiopasdfghjklzxcvbnm"
_SHOWN = 8
PERMISSIONS_PACKAGE = "com.android.permissioncontroller"
TILES = {
    "wifi": ("Internet", "互联网"),
    "bluetooth": ("Bluetooth", "蓝牙"),
    "airplane_mode": ("Airplane mode", "飞行模式"),
    "mobile_data": ("Mobile data", "移动数据"),
}
"""Tiles that are switches of the radios."""


def status_bar(store: Store, width: int) -> Node:
    """The bar at the top: clock and battery."""
    device = store.only(DEVICE)
    clock = Node("TextView", Rect(40, 10, 240, STATUS_BAR - 10), id="clock")
    clock.text = device.clock.strftime("%H:%M" if device.hour24 else "%I:%M")
    battery = Node("TextView", Rect(width - 180, 10, width - 40, STATUS_BAR - 10), id="battery")
    battery.text = f"{device.battery_percent}%"
    bar = Node("FrameLayout", Rect(0, 0, width, STATUS_BAR), children=[clock, battery])
    return bar.owned_by(SYSTEM_UI)


def lock_screen(store: Store, width: int, height: int) -> Node:
    """What is seen while the phone is locked; its contents stay behind it."""
    device = store.only(DEVICE)
    clock = Node("TextView", Rect(100, 300, width - 100, 600), id="lockscreen_clock_view")
    clock.text = device.clock.strftime("%H:%M")
    icon = Node("ImageView", Rect(width // 2 - 60, height - 300, width // 2 + 60, height - 180))
    icon.id, icon.description = "lock_icon", "Locked"
    root = Node("FrameLayout", Rect(0, 0, width, height), id="keyguard_root_view")
    root.children = [clock, icon]
    return root.owned_by(SYSTEM_UI)


def shade(store: Store, width: int, height: int) -> Node:
    """The notifications, newest first."""
    rows, top = [], 400
    for key, note in list(store.all(NOTIFICATIONS).items())[::-1][:_SHOWN]:
        bounds = Rect(40, top, width - 40, top + 190)
        title = Node("TextView", Rect(80, top + 20, width - 80, top + 90), note.title)
        text = Node("TextView", Rect(80, top + 95, width - 80, top + 170), note.text)
        title.id, text.id = "android:id/title", "android:id/text"
        row = Node("FrameLayout", bounds, id="expandableNotificationRow", clickable=True)
        row.target, row.children = f"note {key}", [title, text]
        rows.append(row)
        top += 200
    clear = Node("Button", Rect(width - 320, top, width - 40, top + 110), id="dismiss_text")
    clear.text = _say(store, "Clear all", "全部清除")
    clear.clickable, clear.target = True, "clear_notes"
    stack = Node("ScrollView", Rect(0, 300, width, height), id="notification_stack_scroller")
    stack.children, stack.scrollable = [*rows, clear], True
    root = Node("FrameLayout", Rect(0, 0, width, height), id="notification_panel")
    root.children = [stack]
    return root.owned_by(SYSTEM_UI)


def quick_settings(store: Store, on: Sequence[str], width: int, height: int) -> Node:
    """The tiles; ``on`` are those that are lit."""
    tiles = []
    for place, (name, label) in enumerate(TILES.items()):
        left, top = 40 + place % 2 * 500, 300 + place // 2 * 220
        tile = Node("Switch", Rect(left, top, left + 480, top + 200), id="qs_tile")
        tile.description = _say(store, *label)
        tile.text = _say(store, "On", "已开启") if name in on else _say(store, "Off", "已关闭")
        tile.checkable, tile.checked, tile.clickable = True, name in on, True
        tile.target = f"tile {name}"
        tiles.append(tile)
    root = Node("FrameLayout", Rect(0, 0, width, height), id="quick_settings_panel")
    root.children = tiles
    return root.owned_by(SYSTEM_UI)


def keyboard(package: str, width: int, height: int) -> Node:
    """The keyboard at the bottom of the screen; what lies under it cannot be touched."""
    top = height - KEYBOARD
    keys = []
    for place, letter in enumerate(_KEYS):
        line, column = divmod(place, 10)
        left, head = column * (width // 10), top + 60 + line * 200
        key = Node("android.view.View", Rect(left, head, left + width // 10, head + 180))
        key.description, key.clickable, key.target = letter, True, f"key {letter}"
        keys.append(key)
    root = Node("FrameLayout", Rect(0, top, width, height), id="keyboard_area", children=keys)
    root.clickable = True  # it swallows touches between its keys
    return root.owned_by(package)


def permission_dialog(store: Store, message: str, width: int, height: int) -> Node:
    """Asks whether an app may do something."""
    words = {
        "permission_allow_foreground_only_button": ("While using the app", "仅在使用该应用时允许"),
        "permission_allow_one_time_button": ("Only this time", "仅限这一次"),
        "permission_deny_button": ("Don’t allow", "不允许"),
    }
    top = height // 2 - 300
    said = Node("TextView", Rect(120, top + 40, width - 120, top + 220), message)
    said.id = "permission_message"
    buttons = []
    for place, (name, label) in enumerate(words.items()):
        head = top + 240 + place * 130
        button = Node("Button", Rect(120, head, width - 120, head + 120), _say(store, *label))
        button.id, button.clickable, button.target = name, True, f"grant {name}"
        buttons.append(button)
    root = Node("FrameLayout", Rect(0, 0, width, height), id="grant_dialog", clickable=True)
    root.children = [said, *buttons]
    return root.owned_by(PERMISSIONS_PACKAGE)


def plain_app(label: str, area: Rect, *, calling: str = "") -> Node:
    """An app without screens of its own: its name, and while ``calling`` the button to hang up."""
    title = Node("TextView", Rect(60, area.top + 40, area.right - 60, area.top + 140), label)
    children = [title]
    if calling:
        name = Node("TextView", Rect(60, area.top + 200, area.right - 60, area.top + 320), calling)
        name.id = "contactgrid_contact_name"
        middle = area.right // 2
        place = Rect(middle - 110, area.bottom - 400, middle + 110, area.bottom - 180)
        end = Node("ImageButton", place, id="incall_end_call", clickable=True)
        end.description, end.target = "End call", "hang_up"
        children += [name, end]
    content = Node("FrameLayout", area, id="android:id/content", children=children)
    return Node("FrameLayout", area, children=[content])


def _say(store: Store, en: str, zh: str) -> str:
    return zh if store.only(DEVICE).language == "zh" else en
