"""Time zones by a city's name in either language, and the telephone region of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zoneinfo import TZPATH, ZoneInfo, available_timezones

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
# More cities, whose zone the database names by another city or only in English.
_CITIES = {
    "Africa/Cairo": "开罗|埃及|egypt",
    "Africa/Casablanca": "卡萨布兰卡|摩洛哥|morocco",
    "Africa/Johannesburg": "约翰内斯堡|开普敦|南非|cape town|south africa",
    "Africa/Lagos": "拉各斯|尼日利亚|nigeria",
    "Africa/Nairobi": "内罗毕|肯尼亚|kenya",
    "America/Argentina/Buenos_Aires": "布宜诺斯艾利斯|阿根廷|argentina|buenos aires",
    "America/Bogota": "波哥大|哥伦比亚|colombia",
    "America/Chicago": "休斯顿|达拉斯|houston|dallas|austin|美中",
    "America/Denver": "丹佛|盐湖城|salt lake city|mountain",
    "America/Los_Angeles": "拉斯维加斯|硅谷|las vegas|san diego|portland|silicon valley",
    "America/Mexico_City": "墨西哥城|墨西哥|mexico",
    "America/New_York": "华盛顿|迈阿密|亚特兰大|费城|washington|miami|atlanta|philadelphia",
    "America/Lima": "利马|秘鲁|peru",
    "America/Santiago": "圣地亚哥|智利|chile",
    "America/Sao_Paulo": "圣保罗|里约|巴西|brazil|rio|rio de janeiro",
    "America/Toronto": "多伦多|渥太华|蒙特利尔|ottawa|montreal",
    "America/Vancouver": "温哥华|维多利亚|victoria",
    "Asia/Bangkok": "曼谷|泰国|普吉|thailand|phuket",
    "Asia/Dhaka": "达卡|孟加拉|bangladesh",
    "Asia/Ho_Chi_Minh": "胡志明|胡志明市|河内|越南|hanoi|vietnam|saigon",
    "Asia/Hong_Kong": "澳门|macau",
    "Asia/Jakarta": "雅加达|印尼|indonesia",
    "Asia/Jerusalem": "耶路撒冷|特拉维夫|以色列|tel aviv|israel",
    "Asia/Karachi": "卡拉奇|巴基斯坦|pakistan",
    "Asia/Kathmandu": "加德满都|尼泊尔|nepal",
    "Asia/Kolkata": "班加罗尔|bangalore|bengaluru|calcutta",
    "Asia/Kuala_Lumpur": "吉隆坡|马来西亚|malaysia",
    "Asia/Makassar": "巴厘岛|bali",
    "Asia/Manila": "马尼拉|菲律宾|philippines",
    "Asia/Riyadh": "利雅得|沙特|saudi arabia",
    "Asia/Shanghai": "杭州|重庆|武汉|西安|南京|苏州|天津|厦门|shenzhen|guangzhou|chengdu|hangzhou",
    "Asia/Tokyo": "大阪|京都|osaka|kyoto",
    "Asia/Ulaanbaatar": "乌兰巴托|蒙古|mongolia",
    "Asia/Urumqi": "乌鲁木齐|新疆",
    "Atlantic/Reykjavik": "雷克雅未克|冰岛|iceland",
    "Australia/Brisbane": "布里斯班|黄金海岸|gold coast",
    "Australia/Melbourne": "墨尔本",
    "Australia/Perth": "珀斯",
    "Europe/Amsterdam": "阿姆斯特丹|荷兰|netherlands",
    "Europe/Athens": "雅典|希腊|greece",
    "Europe/Berlin": "汉堡|法兰克福|hamburg|frankfurt|cologne",
    "Europe/Brussels": "布鲁塞尔|比利时|belgium",
    "Europe/Budapest": "布达佩斯|匈牙利|hungary",
    "Europe/Copenhagen": "哥本哈根|丹麦|denmark",
    "Europe/Dublin": "都柏林|爱尔兰|ireland",
    "Europe/Helsinki": "赫尔辛基|芬兰|finland",
    "Europe/Istanbul": "伊斯坦布尔|土耳其|turkey",
    "Europe/Kyiv": "基辅|乌克兰|kiev|ukraine",
    "Europe/Lisbon": "里斯本|葡萄牙|portugal|porto",
    "Europe/London": "曼彻斯特|爱丁堡|manchester|edinburgh|england|scotland",
    "Europe/Madrid": "马德里|巴塞罗那|西班牙|barcelona|spain",
    "Europe/Oslo": "奥斯陆|挪威|norway",
    "Europe/Paris": "里昂|马赛|尼斯|lyon|marseille|nice",
    "Europe/Prague": "布拉格|捷克",
    "Europe/Rome": "罗马|米兰|威尼斯|意大利|milan|venice|italy",
    "Europe/Stockholm": "斯德哥尔摩|瑞典|sweden",
    "Europe/Vienna": "维也纳|奥地利|austria",
    "Europe/Warsaw": "华沙|波兰|poland",
    "Europe/Zurich": "苏黎世|日内瓦|瑞士|geneva|switzerland",
    "Pacific/Auckland": "奥克兰|惠灵顿|新西兰|wellington|new zealand",
    "Pacific/Honolulu": "檀香山|夏威夷|hawaii",
}


@cache
def _by_name() -> dict[str, str]:
    """Zone by every name it has: the database's own cities first, ours over them."""
    known = {name.rpartition("/")[2].replace("_", " ").casefold(): name for name in _placed()}
    for name, words in _CITIES.items():
        known |= dict.fromkeys(words.split("|"), name)
    for name, _, words in _ZONES:
        known |= dict.fromkeys((name.casefold(), *words.split("|")), name)
    return known


def _placed() -> list[str]:
    """Zones that are named after a place, in the order of their names."""
    return sorted(
        name for name in available_timezones() if "/" in name and not name.startswith("Etc/")
    )


def zone_of(name: str) -> str:
    """The IANA name of the zone that ``name``, a city or an IANA name, means.

    Raises ``PhraseError``.
    """
    word = " ".join(name.split())
    known = _by_name().get(word.casefold().removesuffix(" time").removesuffix("时间"))
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
