"""What the app store offers: the category, size and newest version of each app."""

from __future__ import annotations

from dataclasses import dataclass

CATEGORIES = (
    "social",
    "video",
    "music",
    "games",
    "shopping",
    "work",
    "travel",
    "learning",
    "health",
    "finance",
    "tools",
)


@dataclass(frozen=True, slots=True)
class Listing:
    """One app in the store; ``paid`` ones have to be bought by hand first."""

    category: str
    megabytes: int
    version: str
    paid: bool = False


_FIRST = """
social com.tencent.mm 612 8.0.61
social com.tencent.mobileqq 538 9.1.75
social com.sina.weibo 284 15.3.1
finance com.eg.android.AlipayGphone 236 10.7.20
shopping com.taobao.taobao 342 10.48.0
shopping com.jingdong.app.mall 298 13.6.2
shopping com.xunmeng.pinduoduo 88 7.52.0
shopping com.sankuai.meituan 214 12.33.4
video com.ss.android.ugc.aweme 386 33.6.0
video com.zhiliaoapp.musically 402 39.1.3
video com.smile.gifmaker 331 13.2.10
social com.xingin.xhs 267 8.75.0
video tv.danmaku.bili 243 8.40.0
learning com.zhihu.android 176 10.51.0
travel com.autonavi.minimap 318 15.20.1
travel com.baidu.BaiduMap 294 20.9.5
music com.netease.cloudmusic 226 9.3.40
work com.alibaba.android.rimet 402 7.6.50
work com.tencent.wemeet.app 268 3.32.1
travel com.sdu.didi.psnger 154 7.0.18
travel com.MobileTicket 118 5.9.4
health com.gotokeep.keep 219 8.4.0
social com.whatsapp 148 2.26.8
social org.telegram.messenger 112 11.9.2
social org.thoughtcrime.securesms 134 7.41.1
social com.instagram.android 176 372.0
social com.facebook.katana 312 506.0
social com.twitter.android 184 11.2.0
video com.google.android.youtube 196 20.9.4
video com.netflix.mediaclient 128 9.10.0
music com.spotify.music 162 9.0.26
work us.zoom.videomeetings 238 6.4.1
learning com.duolingo 94 6.21.3
travel com.ubercab 172 4.560.1
work com.google.android.gm 126 2026.2.1
travel com.google.android.apps.maps 184 26.9.0
tools com.android.chrome 248 134.0
tools com.android.browser 92 18.3
tools com.android.camera 76 6.2
tools com.android.gallery 64 4.11
tools com.android.settings 48 16
tools com.android.calculator 12 9.1
tools com.android.calendar 26 15.2
tools com.android.deskclock 22 8.6
tools com.android.contacts 24 4.40
tools com.android.dialer 38 147.0
tools com.android.messaging 44 25.2
tools com.android.files 31 1.9
tools com.android.notes 36 5.8
music com.android.music 54 6.14
tools com.android.weather 29 3.3
"""
_SINCE = """
games com.king.candycrushsaga 186 1.296.1
games com.tencent.tmgp.sgame 2460 10.4.1
games com.tencent.tmgp.pubgmhd 2180 1.31.10
games com.miHoYo.Yuanshen 3900 5.5.0
games com.happyelements.AndroidAnimal 264 1.141
games com.mojang.minecraftpe 742 1.21.70 paid
games com.chucklefish.stardewvalley 486 1.6.15 paid
games com.ustwo.monumentvalley 318 3.4.1 paid
games com.roblox.client 228 2.664
games com.chess 104 4.8.9
games com.nytimes.crossword 86 5.33.0
video com.tencent.qqlive 248 9.1.20
video com.qiyi.video 232 16.3.0
video com.youku.phone 218 11.1.2
video com.hunantv.imgo.activity 186 8.4.1
video com.disney.disneyplus 96 4.10.1
video org.videolan.vlc 74 3.6.2
music com.tencent.qqmusic 244 14.3.0
music com.ximalaya.ting.android 168 9.3.30
music com.shazam.android 52 15.9
learning com.dragon.read 96 6.7.7
learning com.tencent.weread 88 8.3.1
learning com.amazon.kindle 142 8.118
shopping com.amazon.mShop.android.shopping 168 30.5.0
shopping com.taobao.idlefish 132 7.21.0
shopping com.ebay.mobile 118 6.204.0
shopping com.achievo.vipshop 126 9.45.0
shopping com.alibaba.aliexpresshd 142 8.124.0
shopping me.ele 164 11.24.0
shopping com.dianping.v1 206 11.36.1
travel ctrip.android.view 236 8.77.0
travel com.Qunar 192 10.8.3
travel com.booking 124 56.4.1
travel com.airbnb.android 176 26.9
travel com.tencent.map 214 10.14.0
travel com.citymapper.app.release 102 11.31
work com.ss.android.lark 388 7.38.6
work com.tencent.wework 436 4.1.33
work com.slack 138 25.3.10
work com.microsoft.teams 204 1416.2
work com.microsoft.office.outlook 156 4.2510
work com.microsoft.office.word 228 16.0.18
work cn.wps.moffice_eng 162 18.15
work com.adobe.reader 118 25.2.0
work com.tencent.androidqqmail 92 6.6.5
work com.netease.mail 84 7.22.3
work notion.id 76 0.6.29
work com.evernote 94 10.128
tools com.baidu.netdisk 184 12.21.0
tools com.quark.browser 148 7.9.6
tools com.UCMobile 132 17.3.8
tools org.mozilla.firefox 112 136.0
tools com.microsoft.emmx 168 133.0
tools com.opera.browser 124 88.2
tools com.adobe.lrmobile 146 10.1.1
tools com.mt.mtxx.mtxx 238 11.3.0
video com.lemon.lv 312 15.6.0
tools com.google.android.apps.photos 142 7.21
tools com.google.android.apps.translate 68 9.5.1
tools com.deepl.mobiletranslator 42 25.5
learning com.youdao.dict 116 10.2.1
learning com.jiongji.andriod.card 98 7.9.2
health com.strava 104 398.9
health com.codoon.gps 156 10.42
health com.headspace.android 88 4.224
health com.calm.android 92 6.65
finance com.icbc 178 9.1.0
finance cmb.pb 214 13.2.3
finance com.paypal.android.p2pmobile 122 8.76
finance com.revolut.revolut 134 10.70
finance co.uk.getmondo 96 6.9.0
social com.ss.android.article.news 146 10.32
social bbc.mobile.news.ww 48 8.14
social com.reddit.frontpage 118 2026.9
social com.discord 164 270.1
social com.linkedin.android 132 4.1.1057
social com.snapchat.android 174 13.31
social com.pinterest 82 13.9
"""


def _read(listed: str) -> dict[str, Listing]:
    offers = (line.split() for line in listed.strip().splitlines())
    return {
        package: Listing(category, int(size), version, bool(paid))
        for category, package, size, version, *paid in offers
    }


FIRST = _read(_FIRST)
"""The apps this phone was first made with; which of them a seed installs never changes."""
SINCE = _read(_SINCE)
LISTINGS = FIRST | SINCE
_UNLISTED = Listing("tools", 60, "1.0")


def listing_of(package: str) -> Listing:
    """The store's entry for ``package``; what the store does not know is a small tool."""
    return LISTINGS.get(package, _UNLISTED)


def in_category(package: str, category: str) -> bool:
    """Whether the store files ``package`` under ``category``."""
    return listing_of(package).category == category
