"""Sums need no phone; rates of exchange need a service that we have not."""

from __future__ import annotations

from tandem_edge.phone.android.recipe import Computed, impossible, whole

RECIPES = {
    "calculate_expression": whole(Computed()),
    "convert_currency": whole(
        impossible(
            "service",
            "today's rates of exchange come from a service, and none is asked",
            "汇率来自外部服务，这里没有接入",
        )
    ),
}
