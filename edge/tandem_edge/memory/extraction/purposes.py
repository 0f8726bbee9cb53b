"""What well-known apps are for, so that one is not taken for the successor of any other."""

from __future__ import annotations

from tandem_edge.memory.extraction.folding import fold
from tandem_edge.phone.language.apps import package_of

_APPS = {
    "flashcards vocabulary": "anki|quizlet|memrise|duolingo|baicizhan|drops|babbel|"
    "brainscape|不背单词|墨墨背单词|扇贝单词|扇贝",
    "music podcasts": "spotify|apple music|youtube music|deezer|tidal|soundcloud|"
    "netease music|"
    "qq music|qq音乐|酷狗音乐|酷狗|酷我音乐|pocket casts|小宇宙|喜马拉雅",
    "navigation": "google maps|apple maps|waze|citymapper|here wego|amap|baidu maps|"
    "腾讯地图|osmand",
    "translation": "deepl|google translate|youdao dictionary|papago|百度翻译|腾讯翻译君",
    "browsing search": "chrome|google chrome|firefox|safari|edge|opera|brave|vivaldi|quark|"
    "uc browser|duckduckgo",
    "chat meetings": "wechat|qq|whatsapp|telegram|signal|discord|dingtalk|wecom|slack|teams|"
    "zoom|"
    "messenger|line|viber|tencent meeting|飞书|lark",
    "payments budget": "alipay|paypal|revolut|monzo|apple pay|google pay|icbc|cmb|ynab|"
    "随手记|鲨鱼记账",
    "taxi": "uber|lyft|didi|bolt|grab|cabify|曹操出行|t3出行",
    "food_delivery": "meituan|deliveroo|doordash|just eat|饿了么|foodpanda|uber eats",
    "shopping": "taobao|jd|pinduoduo|amazon|ebay|temu|shein|唯品会",
    "video": "bilibili|youtube|netflix|douyin|tiktok|kuaishou|爱奇艺|优酷|腾讯视频|disney+|hulu",
    "notes calendar": "notion|evernote|onenote|obsidian|google keep|bear|印象笔记|有道云笔记|"
    "todoist|things|google calendar|outlook",
    "email": "gmail|outlook|proton mail|thunderbird|spark|qq邮箱|网易邮箱大师",
    "running workouts": "strava|keep|codoon|nike run club|runkeeper|garmin connect|komoot",
    "tickets": "12306|trainline|携程|去哪儿|飞猪|trip.com|booking.com",
    "photos": "lightroom|meitu|google photos|snapseed|capcut|vsco|醒图",
    "reading": "kindle|微信读书|apple books|掌阅|番茄小说|kobo|libby",
    "weather": "墨迹天气|carrot weather|accuweather|windy",
}
_PURPOSES: dict[str, set[str]] = {}
for _things, _names in _APPS.items():
    for _name in _names.split("|"):
        _PURPOSES.setdefault(package_of(_name), set()).update(_things.split())


def purposes_of(app: str) -> set[str]:
    """What ``app`` is for, as things of ``app_for``; nothing, of one that is not listed."""
    return _PURPOSES.get(package_of(fold(app).said), set())


def may_follow(new: str, old: str, thing: str = "") -> bool:
    """Whether ``new`` may be used in the place of ``old``, which is used for ``thing`` if that is
    known: apps that are both known have to be for something in common."""
    fresh = purposes_of(new)
    known = {each for each in (thing,) if any(each in things for things in _PURPOSES.values())}
    wanted = known or purposes_of(old)
    return not fresh or not wanted or bool(fresh & wanted)
