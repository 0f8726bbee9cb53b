"""Services of others, and apps that keep their records to themselves."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    asks_service,
    each,
    in_app,
    needs_helper,
    sandbox_only,
)

RECIPES = each(
    {
        "track_flight": asks_service("a service that knows flights", "航班服务"),
        "log_health": needs_helper(
            "Health Connect opens records to apps, not to the shell", "健康数据只对应用开放"
        ),
        "query_health": needs_helper(
            "Health Connect opens records to apps, not to the shell", "健康数据只对应用开放"
        ),
        "manage_medication": in_app("the health app", "健康应用"),
        "track_parcel": asks_service("the carriers of parcels", "快递公司"),
        "manage_saved_place": in_app("the map app", "地图应用"),
        "search_nearby": in_app("the map app", "地图应用"),
        "book_ride": in_app("the app for rides", "打车应用"),
        "plan_route": in_app("the map app", "地图应用"),
        "manage_shopping_list": in_app("the app for lists", "清单应用"),
        "manage_trip": sandbox_only("trips", "行程"),
        "get_weather": asks_service("a weather service", "天气服务"),
        "manage_workout": in_app("the fitness app", "运动应用"),
    }
)
