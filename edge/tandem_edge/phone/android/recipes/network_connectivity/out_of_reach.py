"""Networks beyond the switches of the radios."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    needs_helper,
    on_page,
    unread,
)

RECIPES = each(
    {
        "restrict_app_data": unread("an app's rules for the network", "应用联网限制"),
        "query_data_usage": unread("how much data were used", "流量用量"),
        "manage_data_limit": on_page("Data usage", "流量使用"),
        "test_network": needs_helper("a measurement has to run on the phone", "要在手机上测速"),
        "manage_sim": on_page("SIM cards", "SIM 卡"),
        "set_network_type": on_page("Mobile network", "移动网络"),
        "manage_vpn": on_page("VPN", "VPN"),
        "join_wifi_network": unread("whether a network asks for a login", "网络是否需要登录"),
        "manage_saved_network": unread("which networks join by themselves", "哪些网络自动连接"),
    }
)
