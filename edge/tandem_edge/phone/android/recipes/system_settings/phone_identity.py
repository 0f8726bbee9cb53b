"""What phone it is, as far as a page of properties tells."""

from __future__ import annotations

from tandem_edge.phone.android.readings.device import SOFTWARE
from tandem_edge.phone.android.recipe import Procedure, whole
from tandem_shared.tools import Bilingual

_MORE = Bilingual(
    en="the shell tells the version only; model, chip and numbers are on the page About phone",
    zh="命令行只能读到系统版本；型号、芯片和串号在“关于手机”页面",
)

RECIPES = {
    "query_device_info": whole(
        Procedure(
            reads=SOFTWARE,
            refuses={
                "topic=hardware": _MORE,
                "topic=identifiers": _MORE,
                "topic=uptime": _MORE,
            },
        )
    )
}
