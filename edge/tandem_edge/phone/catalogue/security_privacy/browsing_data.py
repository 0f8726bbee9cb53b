"""What the browser remembers of the sites one visited, and making it forget."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, choice, field, needs, text, tool
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall, give_room
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

KINDS = ("history", "cookies", "cache", "everything")
PERIODS = ("last_hour", "last_day", "last_week", "last_month", "all_time")
_SPANS = {
    "last_hour": timedelta(hours=1),
    "last_day": timedelta(days=1),
    "last_week": timedelta(days=7),
    "last_month": timedelta(days=30),
}


@dataclass(frozen=True, slots=True)
class Visit:
    """One line of the history."""

    site: str
    title: str
    at: Wall


@dataclass(frozen=True, slots=True)
class SiteData:
    """What a site left on the phone when it was last seen."""

    site: str
    cookies: Annotated[int, Field(ge=0)]
    cache_mb: Annotated[int, Field(ge=0)]
    signed_in: bool
    seen: Wall


VISITS = Table("visits", Visit, prefix="visit")
SITE_DATA = Table("site_data", SiteData, prefix="site")


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="clear the browser's history, cookies or cache, by period or site",
    zh="清除浏览数据：历史、Cookie 或缓存，按时间或网站",
    cues_en="clear browsing history delete cookies wipe browser cache last hour sites I visited "
    "web history cover my tracks incognito forget this site",
    cues_zh="浏览记录 历史记录 清记录 删浏览历史 清缓存 网页缓存 浏览器 上网痕迹 最近一小时 "
    "别让人看见",
    arguments=[
        choice("kind", KINDS, "what to clear", "清除什么", required=ALWAYS),
        choice("period", PERIODS, "how far back", "多长时间内的", default="all_time"),
        text(
            "site",
            "only of this site",
            "只清某个网站",
            privacy=Privacy.NONE,
            max_length=60,
            example="news.example.com",
        ),
    ],
    results=[
        field("visits", "integer"),
        field("cookies", "integer"),
        field("freed_megabytes", "integer"),
        field("signed_out", "array"),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[needs("unlocked", code="locked")],
    errors=["not_found"],
    mechanism=Mechanism.UI,
)
def clear_browsing_data(
    store: Store, kind: str, period: str, site: str | None
) -> dict[str, JsonValue]:
    """Forget what is asked for; without their cookies sites ask one to sign in again."""
    if site is not None and not _known(store, site):
        raise ToolFailure("not_found", f"nothing is kept of {site}")
    since = datetime.min if period not in _SPANS else store.only(DEVICE).clock - _SPANS[period]
    visits = _forget_visits(store, since, site) if kind in ("history", "everything") else 0
    cleared = _clear_sites(store, since, site, kind) if kind != "history" else []
    cookies = sum(row.cookies for row in cleared) if kind != "cache" else 0
    freed = sum(row.cache_mb for row in cleared) if kind != "cookies" else 0
    give_room(store, freed)
    out: list[JsonValue] = [row.site for row in cleared if row.signed_in and kind != "cache"]
    return {"visits": visits, "cookies": cookies, "freed_megabytes": freed, "signed_out": out}


def _known(store: Store, site: str) -> bool:
    kept = [row.site for row in store.all(VISITS).values()]
    kept += [row.site for row in store.all(SITE_DATA).values()]
    return any(_of(name, site) for name in kept)


def _of(name: str, site: str | None) -> bool:
    """Whether ``name`` is the site said, or a part of it (``shop.example.com``)."""
    if site is None:
        return True
    said = fold(site).removeprefix("https://").removeprefix("www.").rstrip("/")
    return fold(name) == said or fold(name).endswith(f".{said}") or fold(name).split(".")[0] == said


def _forget_visits(store: Store, since: datetime, site: str | None) -> int:
    gone = [
        key
        for key, row in store.all(VISITS).items()
        if row.at >= since and _of(row.site, site)
    ]  # fmt: skip
    for key in gone:
        store.remove(VISITS, key)
    return len(gone)


def _clear_sites(store: Store, since: datetime, site: str | None, kind: str) -> list[SiteData]:
    found = [
        (key, row)
        for key, row in store.all(SITE_DATA).items()
        if row.seen >= since and _of(row.site, site)
    ]
    for key, _ in found:
        if kind == "everything":
            store.remove(SITE_DATA, key)
        elif kind == "cache":
            store.update(SITE_DATA, key, cache_mb=0)
        else:
            store.update(SITE_DATA, key, cookies=0, signed_in=False)
    return [row for _, row in found]


_SITES = (
    (
        ("news.example.com", "Morning headlines", "Election night live"),
        ("zhihu.com", "为什么猫怕黄瓜", "三十岁转行晚吗"),
    ),
    (
        ("maps.example.org", "Directions to Hauptbahnhof", "Cafés near me"),
        ("taobao.com", "露营帐篷 4人", "儿童自行车"),
    ),
    (
        ("recipes.example.com", "One-pot lentil soup", "Sourdough starter"),
        ("baidu.com", "腰疼怎么办", "最近的加油站"),
    ),
    (
        ("weather.example.com", "Ten-day forecast", "Pollen count"),
        ("bilibili.com", "十分钟学会打领带", "数学分析第三讲"),
    ),
    (("wikipedia.org", "Treaty of Westphalia", "Axolotl"), ("jd.com", "洗衣机 10公斤", "机械键盘")),
    (
        ("forum.example.net", "Noisy gearbox, help", "Best budget tent"),
        ("douban.com", "这部电影好看吗", "书评：活着"),
    ),
    (
        ("flights.example.com", "LHR to PVG in May", "Cheap weekend trips"),
        ("163.com", "今日新闻", "体育快讯"),
    ),
    (
        ("bank.example.com", "Sign in", "Statements"),
        ("ctrip.com", "成都三日游", "高铁票 上海-杭州"),
    ),
)
MINUTES = (20, 50, 400, 1300, 6000, 9000, 30_000, 60_000)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two months of browsing, from minutes ago to weeks ago."""
    now = store.only(DEVICE).clock
    visits: list[Visit] = []
    for site, *titles in (site for pair in cast.of(_SITES) for site in pair):
        ages = random.sample(MINUTES, 4)
        visits += [Visit(site, random.choice(titles), now - timedelta(minutes=age)) for age in ages]
        seen = now - timedelta(minutes=min(ages))
        cookies, size = random.randrange(2, 40), random.randrange(1, 120)
        store.add(SITE_DATA, SiteData(site, cookies, size, random.random() < 0.4, seen))
    for visit in sorted(visits, key=lambda row: row.at):
        store.add(VISITS, visit)
