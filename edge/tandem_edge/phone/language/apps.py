"""Apps by any of their names: one package, several words in two languages."""

from __future__ import annotations

import unicodedata

# Package, then its names: the English label first, the Chinese one second where there is one.
APPS: dict[str, tuple[str, ...]] = {
    "com.tencent.mm": ("WeChat", "微信", "weixin", "vx"),
    "com.tencent.mobileqq": ("QQ", "腾讯qq", "扣扣"),
    "com.sina.weibo": ("Weibo", "微博", "新浪微博"),
    "com.eg.android.AlipayGphone": ("Alipay", "支付宝", "zhifubao"),
    "com.taobao.taobao": ("Taobao", "淘宝", "手机淘宝"),
    "com.jingdong.app.mall": ("JD", "京东", "jd.com", "jingdong"),
    "com.xunmeng.pinduoduo": ("Pinduoduo", "拼多多", "pdd", "temu china"),
    "com.sankuai.meituan": ("Meituan", "美团", "美团外卖"),
    "com.ss.android.ugc.aweme": ("Douyin", "抖音"),
    "com.zhiliaoapp.musically": ("TikTok", "tik tok"),
    "com.smile.gifmaker": ("Kuaishou", "快手"),
    "com.xingin.xhs": ("Xiaohongshu", "小红书", "rednote", "red note", "little red book"),
    "tv.danmaku.bili": ("Bilibili", "哔哩哔哩", "b站", "b 站"),
    "com.zhihu.android": ("Zhihu", "知乎"),
    "com.autonavi.minimap": ("Amap", "高德地图", "高德", "gaode"),
    "com.baidu.BaiduMap": ("Baidu Maps", "百度地图", "baidu map"),
    "com.netease.cloudmusic": ("NetEase Music", "网易云音乐", "网易云", "netease cloud music"),
    "com.alibaba.android.rimet": ("DingTalk", "钉钉"),
    "com.tencent.wemeet.app": ("Tencent Meeting", "腾讯会议", "voov"),
    "com.sdu.didi.psnger": ("DiDi", "滴滴", "滴滴出行", "滴滴打车"),
    "com.MobileTicket": ("12306", "铁路12306", "railway 12306"),
    "com.gotokeep.keep": ("Keep", "keep健身"),
    "com.whatsapp": ("WhatsApp", "whats app", "瓦次艾普"),
    "org.telegram.messenger": ("Telegram", "电报"),
    "org.thoughtcrime.securesms": ("Signal",),
    "com.instagram.android": ("Instagram", "insta", "ig", "ins"),
    "com.facebook.katana": ("Facebook", "脸书", "fb"),
    "com.twitter.android": ("X", "推特", "twitter"),
    "com.google.android.youtube": ("YouTube", "油管", "you tube", "yt"),
    "com.netflix.mediaclient": ("Netflix", "网飞", "奈飞"),
    "com.spotify.music": ("Spotify", "声田"),
    "us.zoom.videomeetings": ("Zoom", "zoom会议"),
    "com.duolingo": ("Duolingo", "多邻国"),
    "com.ubercab": ("Uber", "优步"),
    "com.google.android.gm": ("Gmail", "谷歌邮箱", "google mail"),
    "com.google.android.apps.maps": ("Google Maps", "谷歌地图", "google map"),
    "com.android.chrome": ("Chrome", "谷歌浏览器", "google chrome"),
    "com.android.browser": ("Browser", "浏览器", "internet"),
    "com.android.camera": ("Camera", "相机", "照相机", "cam"),
    "com.android.gallery": ("Gallery", "相册", "图库", "photos"),
    "com.android.settings": ("Settings", "设置", "系统设置"),
    "com.android.calculator": ("Calculator", "计算器", "calc"),
    "com.android.calendar": ("Calendar", "日历"),
    "com.android.deskclock": ("Clock", "时钟", "闹钟"),
    "com.android.contacts": ("Contacts", "通讯录", "联系人", "address book", "phonebook"),
    "com.android.dialer": ("Phone", "电话", "拨号", "dialer"),
    "com.android.messaging": ("Messages", "短信", "信息", "sms"),
    "com.android.files": ("Files", "文件管理", "文件", "file manager"),
    "com.android.notes": ("Notes", "便签", "备忘录", "笔记"),
    "com.android.music": ("Music", "音乐", "音乐播放器", "music player"),
    "com.android.weather": ("Weather", "天气"),
}


def _fold(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _bare(name: str) -> str:
    """``name`` without the words people put around an app's name."""
    word = name.removeprefix("the ").removesuffix(" app").removesuffix(" application")
    for ending in ("这个软件", "软件", "应用", "app"):
        word = word.removesuffix(ending) or word
    return word.strip() or name


_BY_NAME = {_fold(name): package for package, names in APPS.items() for name in (package, *names)}


def package_of(name: str) -> str:
    """The Android package of the app called ``name``; of an unknown one, the name case-folded."""
    word = _fold(name)
    return _BY_NAME.get(word) or _BY_NAME.get(_bare(word)) or _bare(word)


def label_of(package: str) -> str:
    """The usual name of ``package``; an unknown one is its own name."""
    names = APPS.get(package)
    return names[0] if names else package
