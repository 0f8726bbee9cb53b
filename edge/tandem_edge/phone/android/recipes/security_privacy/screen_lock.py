"""Locking the screen; the lock itself is its owner's."""

from __future__ import annotations

from tandem_edge.phone.android.readings.device import LOCKED, SECURED
from tandem_edge.phone.android.recipe import Procedure, impossible, shell, whole
from tandem_shared.tools import Bilingual

RECIPES = {
    "lock_phone": whole(
        Procedure(
            reads=(LOCKED, SECURED),
            ways=((shell("input", "keyevent", "KEYCODE_SLEEP"),),),
            proves=("device.locked",),
            withholds=("lockdown",),
            refuses={
                "lockdown=true": Bilingual(
                    en="lockdown is a button of the power menu", zh="锁定模式在电源菜单里"
                )
            },
        ),
        "a phone that locks some seconds after its screen goes dark is looked at a few times",
    ),
    "set_screen_lock": whole(
        impossible(
            "system",
            "a code belongs to the phone's owner and is never typed by the assistant",
            "锁屏密码由机主自己设置，助手不会代填",
        )
    ),
    "manage_app_lock": whole(
        impossible("screen", "locking apps is each maker's own feature", "应用锁是各厂商自己的功能")
    ),
}
