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
    "com.android.fmradio": ("FM Radio", "收音机", "fm收音机", "radio"),
    "com.android.podcasts": ("Podcasts", "播客"),
    "com.android.audiobooks": ("Audiobooks", "有声书", "听书"),
    "com.android.soundrecorder": ("Recorder", "录音机", "录音", "voice recorder"),
    "com.android.video": ("Videos", "视频", "视频播放器", "movies & tv"),
    "com.king.candycrushsaga": ("Candy Crush", "糖果传奇", "candy crush saga"),
    "com.tencent.tmgp.sgame": ("Honor of Kings", "王者荣耀", "王者", "农药"),
    "com.tencent.tmgp.pubgmhd": ("Game for Peace", "和平精英", "吃鸡"),
    "com.miHoYo.Yuanshen": ("Genshin Impact", "原神", "genshin"),
    "com.happyelements.AndroidAnimal": ("Anipop", "开心消消乐", "消消乐"),
    "com.mojang.minecraftpe": ("Minecraft", "我的世界"),
    "com.chucklefish.stardewvalley": ("Stardew Valley", "星露谷物语", "星露谷", "stardew"),
    "com.ustwo.monumentvalley": ("Monument Valley", "纪念碑谷"),
    "com.roblox.client": ("Roblox", "罗布乐思"),
    "com.chess": ("Chess", "国际象棋", "chess.com"),
    "com.nytimes.crossword": ("NYT Games", "纽约时报游戏", "new york times games"),
    "com.tencent.qqlive": ("Tencent Video", "腾讯视频"),
    "com.qiyi.video": ("iQIYI", "爱奇艺"),
    "com.youku.phone": ("Youku", "优酷", "优酷视频"),
    "com.hunantv.imgo.activity": ("Mango TV", "芒果tv", "芒果"),
    "com.disney.disneyplus": ("Disney+", "迪士尼+", "disney plus"),
    "org.videolan.vlc": ("VLC", "vlc播放器", "vlc player"),
    "com.tencent.qqmusic": ("QQ Music", "QQ音乐"),
    "com.ximalaya.ting.android": ("Ximalaya", "喜马拉雅"),
    "com.shazam.android": ("Shazam", "沙赞"),
    "com.dragon.read": ("Fanqie Novel", "番茄小说", "番茄免费小说"),
    "com.tencent.weread": ("WeRead", "微信读书"),
    "com.amazon.kindle": ("Kindle", "亚马逊阅读"),
    "com.amazon.mShop.android.shopping": ("Amazon", "亚马逊", "amazon shopping"),
    "com.taobao.idlefish": ("Xianyu", "闲鱼", "咸鱼"),
    "com.ebay.mobile": ("eBay", "易贝"),
    "com.achievo.vipshop": ("Vipshop", "唯品会"),
    "com.alibaba.aliexpresshd": ("AliExpress", "速卖通"),
    "me.ele": ("Ele.me", "饿了么", "eleme"),
    "com.dianping.v1": ("Dianping", "大众点评", "点评"),
    "ctrip.android.view": ("Ctrip", "携程", "携程旅行", "trip.com"),
    "com.Qunar": ("Qunar", "去哪儿", "去哪儿旅行"),
    "com.booking": ("Booking.com", "缤客", "booking"),
    "com.airbnb.android": ("Airbnb", "爱彼迎"),
    "com.tencent.map": ("Tencent Maps", "腾讯地图"),
    "com.citymapper.app.release": ("Citymapper",),
    "com.ss.android.lark": ("Feishu", "飞书", "lark"),
    "com.tencent.wework": ("WeCom", "企业微信", "企微"),
    "com.slack": ("Slack",),
    "com.microsoft.teams": ("Teams", "微软teams", "microsoft teams", "ms teams"),
    "com.microsoft.office.outlook": ("Outlook", "微软邮箱", "microsoft outlook"),
    "com.microsoft.office.word": ("Word", "微软word", "microsoft word", "ms word"),
    "cn.wps.moffice_eng": ("WPS Office", "金山办公", "wps"),
    "com.adobe.reader": ("Adobe Acrobat", "pdf阅读器", "acrobat", "adobe reader", "acrobat reader"),
    "com.tencent.androidqqmail": ("QQ Mail", "QQ邮箱"),
    "com.netease.mail": ("NetEase Mail", "网易邮箱", "网易邮箱大师"),
    "notion.id": ("Notion",),
    "com.evernote": ("Evernote", "印象笔记"),
    "com.baidu.netdisk": ("Baidu Netdisk", "百度网盘", "网盘", "度盘"),
    "com.quark.browser": ("Quark", "夸克", "夸克浏览器"),
    "com.UCMobile": ("UC Browser", "UC浏览器", "uc"),
    "org.mozilla.firefox": ("Firefox", "火狐", "火狐浏览器"),
    "com.microsoft.emmx": ("Edge", "edge浏览器", "microsoft edge"),
    "com.opera.browser": ("Opera", "欧朋", "欧朋浏览器"),
    "com.adobe.lrmobile": ("Lightroom", "lr"),
    "com.mt.mtxx.mtxx": ("Meitu", "美图秀秀", "美图"),
    "com.lemon.lv": ("CapCut", "剪映", "cap cut"),
    "com.google.android.apps.photos": ("Google Photos", "谷歌相册", "谷歌照片"),
    "com.google.android.apps.translate": ("Google Translate", "谷歌翻译"),
    "com.deepl.mobiletranslator": ("DeepL",),
    "com.youdao.dict": ("Youdao Dictionary", "有道词典", "有道", "youdao"),
    "com.jiongji.andriod.card": ("Baicizhan", "百词斩"),
    "com.strava": ("Strava",),
    "com.codoon.gps": ("Codoon", "咕咚", "咕咚运动"),
    "com.headspace.android": ("Headspace",),
    "com.calm.android": ("Calm",),
    "com.icbc": ("ICBC", "工商银行", "工行"),
    "cmb.pb": ("CMB", "招商银行", "招行", "china merchants bank"),
    "com.paypal.android.p2pmobile": ("PayPal", "贝宝"),
    "com.revolut.revolut": ("Revolut",),
    "co.uk.getmondo": ("Monzo",),
    "com.ss.android.article.news": ("Toutiao", "今日头条", "头条"),
    "bbc.mobile.news.ww": ("BBC News", "bbc", "英国广播公司"),
    "com.reddit.frontpage": ("Reddit",),
    "com.discord": ("Discord",),
    "com.linkedin.android": ("LinkedIn", "领英"),
    "com.snapchat.android": ("Snapchat", "snap"),
    "com.pinterest": ("Pinterest",),
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
