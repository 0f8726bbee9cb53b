"""What an attribute is of (``favourite.film``, ``app_for.music``), the same in both languages."""

from __future__ import annotations

import re

_THINGS = {
    "film": "film|movie|电影|影片",
    "singer": "singer|artist|歌手",
    "band": "band|乐队",
    "song": "song|歌|歌曲|一首歌",
    "food": "food|dish|meal|食物|菜|美食|吃的",
    "cuisine": "cuisine|菜系",
    "drink": "drink|beverage|饮料|饮品|喝的",
    "fruit": "fruit|水果",
    "colour": "colour|color|颜色",
    "book": "book|novel|书|小说|一本书",
    "author": "author|writer|作家|作者",
    "sport": "sport|运动",
    "team": "team|football team|球队",
    "player": "player|球星|球员",
    "season": "season|季节",
    "city": "city|城市",
    "restaurant": "restaurant|餐厅|饭店|餐馆|馆子",
    "cafe": "cafe|café|coffee shop|咖啡店|咖啡馆",
    "game": "game|video game|游戏",
    "show": "show|tv show|series|tv series|电视剧|剧|综艺",
    "actor": "actor|actress|演员|明星",
    "subject": "subject|school subject|科目|学科",
    "animal": "animal|动物",
    "flower": "flower|花",
    "dessert": "dessert|甜品|甜点",
    "snack": "snack|零食",
    "flashcards": "flashcards|flash cards|flashcard|闪卡|单词卡|记忆卡",
    "vocabulary": "vocabulary|vocab|learning words|背单词|单词|记单词",
    "translation": "translation|translations|translating|翻译",
    "navigation": "navigation|directions|maps|map|navigating|导航|地图|找路",
    "music": "music|listening to music|songs|听歌|音乐|放歌|听音乐",
    "notes": "notes|note|note taking|note-taking|taking notes|笔记|记笔记|做笔记",
    "budget": "budgeting|budget|expenses|accounting|记账|账单",
    "taxi": "taxis|taxi|rides|cabs|打车|叫车|打的",
    "food_delivery": "food delivery|takeaway|takeout|ordering food|外卖|点外卖|叫外卖",
    "shopping": "shopping|购物|买东西|网购",
    "chat": "chat|chatting|messaging|messages|聊天|发消息|消息",
    "payments": "payments|paying|payment|付款|支付|付钱",
    "reading": "reading|ebooks|看书|阅读|看小说",
    "running": "running|runs|tracking runs|跑步|跑步记录",
    "weather": "weather|天气|查天气",
    "email": "email|emails|mail|邮件|发邮件|收邮件",
    "calendar": "calendar|日历|日程",
    "photos": "photos|editing photos|photo editing|修图|照片|p图",
    "video": "video|videos|视频|看视频",
    "search": "search|searching|search engine|搜索|搜东西|搜索引擎",
    "browsing": "browsing|web|browser|上网|浏览|浏览器",
    "meetings": "meetings|video calls|meeting|开会|会议|视频会议",
    "tickets": "tickets|booking tickets|train tickets|买票|订票|抢票",
    "podcasts": "podcasts|听播客|播客",
    "news": "news|the news|reading news|看新闻|新闻|刷新闻",
    "workouts": "workouts|exercise|健身|锻炼",
    "passport": "passport|护照",
    "id_card": "id card|id|identity card|身份证",
    "plate": "plate|license plate|licence plate|number plate|registration plate|registration|"
    "car plate|car's plate|car registration|car's license plate|车牌|车的车牌",
    "driving_licence": "driving licence|driver's license|drivers license|driving license|"
    "驾照|驾驶证",
    "membership": "membership|member|会员|会员卡",
    "student": "student|student id|学|学生证",
    "social_security": "social security|ssn|社保",
    "work": "work|工作",
    "glasses": "glasses|眼镜",
    "gym": "gym|健身房",
    "school": "school|学校",
    "office": "office|公司|办公室",
    "bank": "bank|银行",
    "hotel": "hotel|酒店",
    "pharmacy": "pharmacy|药店",
    "kindergarten": "kindergarten|幼儿园",
    "spare_key": "spare key|spare keys|备用钥匙",
    "keys": "keys|钥匙",
    "wifi": "wifi|wi-fi|home wifi|wifi的|无线网|无线|无线网络|家里wifi|家庭wifi",
    "guest_wifi": "guest wifi|guest wi-fi|访客wifi|客人wifi",
    "safe": "safe|保险箱|保险柜",
    "alarm": "alarm|burglar alarm|house alarm|home alarm|报警器|警报器|警报|防盗报警器",
    "gate": "gate|front gate|院门|小区门|小区大门",
    "garage": "garage|garage door|车库|车库门",
    "bike_lock": "bike lock|bicycle lock|自行车锁|车锁|单车锁",
    "suitcase": "suitcase|luggage|luggage lock|suitcase lock|行李箱|箱子",
    "sim": "sim|sim card|sim卡",
    "mailbox": "mailbox|post box|letterbox|parcel box|信箱|快递柜",
    "umbrella": "umbrella|雨伞|伞",
    "wallet": "wallet|钱包",
    "charger": "charger|充电器",
    "meeting": "meeting|会|会议时间",
    "exam": "exam|考试",
    "interview": "interview|面试",
    "wedding": "wedding|婚礼",
    "flight": "flight|航班|飞机",
    "dentist_appointment": "dentist appointment|牙医预约",
    "anniversary": "anniversary|结婚纪念日|纪念日",
    "deadline": "deadline|截止日期|截稿日",
    "laptop": "laptop|笔记本电脑|笔记本",
    "tablet": "tablet|平板",
    "watch": "watch|手表",
    "smartwatch": "smartwatch|智能手表",
    "camera": "camera|相机",
    "headphones": "headphones|耳机",
    "bike": "bike|自行车",
    "computer": "computer|pc|电脑|电脑开机|电脑的开机|电脑锁屏",
    "phone": "phone|mobile|手机|手机锁屏|手机的锁屏|手机解锁|锁屏",
    "tv": "tv|电视",
    "console": "console|游戏机",
    "e_reader": "e-reader|电子书阅读器",
    "shoe": "shoe|shoes|鞋",
    "locker": "locker|gym locker|储物柜|更衣柜|柜子",
    "door": "door|front door|building|building door|门|门禁|大门|家门|楼门|单元门|小区门禁|"
    "单元门禁|公寓门禁|门锁",
    "party": "party|聚会|派对",
    "appointment": "appointment|预约",
    "checkup": "checkup|check-up|体检",
    "surgery": "surgery|operation|手术",
    "trip": "trip|旅行",
    "concert": "concert|演唱会|音乐会",
}
_BY_WORD = {word: name for name, words in _THINGS.items() for word in words.split("|")}
_ZH_WORD = {
    name: next((word for word in words.split("|") if word[0] > "\u33ff"), name)
    for name, words in _THINGS.items()
}
_EMPTY = re.compile(r"^(?:(?:the|my|our|all of|all|of|doing)\b\s*|一下|所有的?|我的?|家里的?)")


def thing_of(words: str) -> str:
    """The name of a thing for an attribute: ``film`` of "movie" and of "电影".

    A thing that is not in the table is its own words, at most 40 characters, joined by ``_``.
    """
    bare = _EMPTY.sub("", words.strip().strip("的")).strip()
    known = _BY_WORD.get(bare)
    return known or re.sub(r"[^\w]+", "_", bare.replace("'s ", " "))[:40].strip("_")


def shown_thing(name: str, language: str) -> str:
    """A thing's word in ``language``; of one that is not in the table, its name."""
    known = _ZH_WORD.get(name, name) if language == "zh" else name
    return known.replace("_", " ")
