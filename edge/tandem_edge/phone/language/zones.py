"""Time zones by a city's name in either language, and the telephone region of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zoneinfo import TZPATH, ZoneInfo

from tandem_edge.phone.language.phrases import PhraseError

# IANA name, telephone region (ISO 3166), words people use.
_ZONES = (
    ("Asia/Shanghai", "CN", "shanghai|beijing|china|北京|上海|中国|深圳|广州|成都"),
    ("Asia/Hong_Kong", "HK", "hong kong|香港"),
    ("Asia/Taipei", "TW", "taipei|taiwan|台北"),
    ("Asia/Tokyo", "JP", "tokyo|japan|东京|日本"),
    ("Asia/Seoul", "KR", "seoul|korea|首尔|韩国"),
    ("Asia/Singapore", "SG", "singapore|新加坡"),
    ("Asia/Kolkata", "IN", "india|delhi|mumbai|印度|德里|孟买"),
    ("Asia/Dubai", "AE", "dubai|迪拜"),
    ("Europe/Moscow", "RU", "moscow|莫斯科"),
    ("Europe/Berlin", "DE", "berlin|germany|munich|柏林|德国|慕尼黑"),
    ("Europe/Paris", "FR", "paris|france|巴黎|法国"),
    ("Europe/London", "GB", "london|uk|britain|伦敦|英国"),
    ("America/New_York", "US", "new york|nyc|boston|eastern|纽约|波士顿|美东"),
    ("America/Chicago", "US", "chicago|central|芝加哥"),
    ("America/Los_Angeles", "US", "los angeles|san francisco|seattle|pacific|洛杉矶|旧金山|美西"),
    ("Australia/Sydney", "AU", "sydney|悉尼"),
    ("UTC", "", "utc|gmt|世界时"),
)
_BY_NAME = {
    word: name for name, _, words in _ZONES for word in (name.casefold(), *words.split("|"))
}


def zone_of(name: str) -> str:
    """The IANA name of the zone that ``name``, a city or an IANA name, means.

    Raises ``PhraseError``.
    """
    word = " ".join(name.split())
    known = _BY_NAME.get(word.casefold().removesuffix(" time").removesuffix("时间"))
    if known:
        return known
    try:
        return ZoneInfo(word).key
    except (OSError, LookupError, ValueError):
        raise PhraseError(f"{name!r:.40} is not a time zone this phone knows") from None


def region_of(zone: str) -> str | None:
    """The ISO 3166 region whose telephone numbers are local in ``zone``, if known.

    The time zone database says which country each zone is in (``zone.tab``, beside the zones
    themselves); where it is not installed, the zones of this file's table are known. A zone of
    no country (``UTC``) has no region, and a number there needs its country code.
    """
    return _regions().get(zone)


@cache
def _regions() -> dict[str, str]:
    return dict(_listed()) | {name: region for name, region, _ in _ZONES if region}


def _listed() -> Iterator[tuple[str, str]]:
    """Zone and region of every line ``CN<tab>+3114+12128<tab>Asia/Shanghai<tab>...``."""
    for folder in TZPATH:
        try:
            text = Path(folder, "zone.tab").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        rows = [line.split("\t") for line in text.splitlines() if line[:1] != "#"]
        yield from ((row[2], row[0]) for row in rows if len(row) > 2)
