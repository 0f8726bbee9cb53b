"""Input methods: the sandbox phone's keyboards, and those that a test's client brings."""

from __future__ import annotations

from dataclasses import dataclass

from tandem_edge.phone.catalogue.input_interaction.keyboards import KEYBOARDS, TYPING
from tandem_edge.phone.sandbox.store import Store

HELPER_PACKAGE = "com.github.uiautomator"
HELPER = f"{HELPER_PACKAGE}/.AdbKeyboard"
_LATIN = "com.android.inputmethod.latin.LatinIME"
_IDS = {
    "Gboard 谷歌键盘": f"com.google.android.inputmethod.latin/{_LATIN}",
    "SwiftKey": "com.touchtype.swiftkey/com.touchtype.KeyboardService",
    "SwiftKey Beta": "com.touchtype.swiftkey.beta/com.touchtype.KeyboardService",
    "Sogou 搜狗输入法": "com.sohu.inputmethod.sogou/.SogouIME",
    "Sogou 搜狗五笔": "com.sohu.inputmethod.sogou.wubi/.SogouIME",
    "iFlytek 讯飞输入法": "com.iflytek.inputmethod/.FlyIME",
    "Baidu 百度输入法": "com.baidu.input/.ImeService",
    "OpenBoard": "org.dslul.openboard.inputmethod.latin/.LatinIME",
}


@dataclass
class InputMethods:
    """Every input method by its id; ``helper`` is the one that takes text by broadcast."""

    store: Store
    helper: bool = False
    """Whether the helper's app is installed."""
    helper_enabled: bool = False
    helper_current: bool = False

    def ids(self, *, enabled_only: bool) -> list[str]:
        """The ids, those of the phone's keyboards first."""
        rows = self.store.all(KEYBOARDS).values()
        listed = [_IDS[row.name] for row in rows if row.enabled or not enabled_only]
        shown = self.helper and (self.helper_enabled or not enabled_only)
        return [*listed, *([HELPER] if shown else [])]

    @property
    def current(self) -> str:
        """The id of the one in use."""
        if self.helper_current:
            return HELPER
        row = self.store.get(KEYBOARDS, self.store.only(TYPING).keyboard)
        return _IDS[row.name] if row is not None else ""

    def enable(self, id_: str, on: bool) -> None:
        """Enable or disable one; the one in use, disabled, gives way to the first enabled."""
        if id_ == HELPER:
            self.helper_enabled = on
            self.helper_current = self.helper_current and on
            return
        key = self._key(id_)
        self.store.update(KEYBOARDS, key, enabled=on)
        if not on and self.store.only(TYPING).keyboard == key:
            self.reset_current()

    def choose(self, id_: str) -> None:
        """Make one the one in use."""
        self.helper_current = id_ == HELPER
        if id_ != HELPER:
            self.store.update(TYPING, keyboard=self._key(id_))

    def reset_current(self) -> None:
        """The first enabled keyboard of the phone."""
        self.helper_current = False
        rows = self.store.all(KEYBOARDS).items()
        first = next((key for key, row in rows if row.enabled), "")
        self.store.update(TYPING, keyboard=first)

    def reset(self) -> None:
        """``ime reset``: helpers off, the phone's first keyboard in use."""
        self.helper_enabled = self.helper_current = False
        self.reset_current()

    def uninstalled(self) -> None:
        """The helper's app was removed."""
        self.helper = self.helper_enabled = self.helper_current = False

    def _key(self, id_: str) -> str:
        rows = self.store.all(KEYBOARDS).items()
        return next(key for key, row in rows if _IDS[row.name] == id_)
