"""The weather: ten days of it for two dozen cities, as a weather service would give it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import cos, pi
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import ToolFailure, day, field, text, tool
from tandem_edge.phone.catalogue.travel_lifestyle.atlas import CITIES
from tandem_edge.phone.catalogue.travel_lifestyle.places import LOCATED, ONLINE, POSITION
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import first_failure
from tandem_edge.phone.sandbox.device import DEVICE, Percent
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import ANY_ACTION, Domain, Effect, Mechanism, Privacy

Sky = Literal["sunny", "cloudy", "overcast", "fog", "drizzle", "rain", "storm", "snow"]
Celsius = Annotated[int, Field(ge=-60, le=60)]
DAYS = 10
UMBRELLA_FROM = 50
"""Percent chance of rain or snow from which one should take an umbrella."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One day's weather in one city; ``air_quality`` is an index, 0 the cleanest."""

    day: date
    sky: Sky
    low: Celsius
    high: Celsius
    rain_percent: Percent
    wind_kmh: Annotated[int, Field(ge=0, le=200)]
    air_quality: Annotated[int, Field(ge=0, le=500)]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is known of a city's weather, day by day."""

    city: str
    chinese: str
    days: tuple[Outlook, ...]


FORECASTS = Table("forecasts", Forecast, prefix="forecast")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="weather forecast for a city and day: temperature, rain, wind, air",
    zh="天气预报：某地某天的气温、下雨、刮风、空气",
    cues_en="weather forecast rain umbrella cold hot warm outside jacket coat snow sunny degrees "
    "temperature wind smog air quality pollution tomorrow weekend going to be wet",
    cues_zh="天气 下雨 带伞 冷不冷 热不热 几度 多少度 气温 降温 下雪 刮风 雾霾 空气质量 穿什么 "
    "出太阳",
    arguments=[
        text(
            "city",
            "which city, here if absent",
            "哪个城市，缺省为当前所在地",
            privacy=Privacy.LOCATION,
            max_length=60,
            example="Chengdu",
        ),
        day("day", "which day, the coming week if absent", "哪一天，缺省为未来几天"),
    ],
    results=[
        field("city", "string", privacy=Privacy.LOCATION),
        field("days", "array", privacy=Privacy.LOCATION),
    ],
    effects=Effect.READ,
    preconditions=[ONLINE],
    errors=["not_found", "no_forecast", "no_permission"],
    mechanism=Mechanism.PROVIDER,
)
def get_weather(store: Store, city: str | None, day: str | None) -> dict[str, JsonValue]:
    """The weather of a day, or of the week to come; without a city, where the phone is."""
    forecast = forecast_for(store, _here(store) if city is None else city)
    today = store.only(DEVICE).clock.date()
    if day is None:
        days = [each for each in forecast.days if today <= each.day < today + timedelta(days=7)]
    else:
        days = [each for each in forecast.days if each.day.isoformat() == day]
    if not days:
        raise ToolFailure("no_forecast", f"there is no forecast for {day or 'these days'}")
    return {"city": forecast.city, "days": [_view(each) for each in days]}


def forecast_for(store: Store, city: str) -> Forecast:
    """The forecast of a city by its name in either language; raises ``not_found``."""
    wanted = fold(city).removesuffix("市")
    for forecast in store.all(FORECASTS).values():
        if wanted in (fold(forecast.city), forecast.chinese):
            return forecast
    raise ToolFailure("not_found", f"the weather service does not know {city:.40}")


def _here(store: Store) -> str:
    code, reason = first_failure(store, (LOCATED,), ANY_ACTION)
    if code:
        raise ToolFailure(code, f"{reason}: say which city")
    return store.only(POSITION).city


def _view(outlook: Outlook) -> dict[str, JsonValue]:
    return {
        "day": outlook.day.isoformat(),
        "sky": outlook.sky,
        "low": outlook.low,
        "high": outlook.high,
        "rain_percent": outlook.rain_percent,
        "umbrella": outlook.rain_percent >= UMBRELLA_FROM,
        "wind_kmh": outlook.wind_kmh,
        "air_quality": outlook.air_quality,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Ten days from today on; hot and cold as the season and the city have it."""
    first = store.only(DEVICE).clock.date()
    days = [first + timedelta(days=ahead) for ahead in range(DAYS)]
    seasons = [(each, _summer(each)) for each in days]
    for city, chinese, january, july, rain in CITIES:
        outlooks = tuple(
            _outlook(random.getrandbits(48), each, round(january + (july - january) * summer), rain)
            for each, summer in seasons
        )
        store.add(FORECASTS, Forecast(city, chinese, outlooks))


def _summer(each: date) -> float:
    """0 in the middle of January, 1 in the middle of July."""
    return (1 - cos(2 * pi * (each.timetuple().tm_yday - 15) / 365)) / 2


def _outlook(luck: int, each: date, usual: int, rain: int) -> Outlook:
    """A day as chance has it; ``luck`` is split into what each figure needs."""
    luck, falls = divmod(luck, 100)
    luck, chance = divmod(luck, 45)
    luck, apart = divmod(luck, 7)
    luck, below = divmod(luck, 3)
    luck, above = divmod(luck, 3)
    luck, wind = divmod(luck, 43)
    luck, air = divmod(luck, 152)
    mean, wet = usual + apart - 3, falls < rain
    chance += 55 if wet else 0
    kinds: tuple[Sky, ...] = _FREEZING if wet and mean <= 0 else _WET if wet else _DRY
    low, high = mean - 3 - below, mean + 3 + above
    return Outlook(each, kinds[luck % len(kinds)], low, high, min(chance, 99), wind + 2, air + 18)


_FREEZING: tuple[Sky, ...] = ("snow",)
_WET: tuple[Sky, ...] = ("drizzle", "rain", "rain", "storm")
_DRY: tuple[Sky, ...] = ("sunny", "sunny", "cloudy", "overcast", "fog")
