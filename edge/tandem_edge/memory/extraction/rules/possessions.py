"""What somebody has, and where they keep it."""

from __future__ import annotations

from tandem_edge.memory.extraction.rules import TOLD_OR_ORDERED, Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import HAVE, V, short

_GOT = (
    "(?:bought|just bought|got|just got|picked up|ordered|got myself|treated "
    "myself to|'ve bought|'ve got|have bought|have got|own|have|has|owns|use|uses|"
    "switched to|upgraded to|moved to|changed to)"
)
_PHONE = (
    r"(?P<value>(?:google |apple |samsung |xiaomi |huawei |oneplus |sony |motorola "
    r"|honor |oppo |vivo )*(?:iphone|pixel|galaxy|mate|redmi|oneplus|xperia|"
    r"nothing phone|fairphone|razr|nova|find x|honor magic|moto|mi)(?: "
    r"?(?:\d{1,3}\w{0,2}|pro|max|plus|ultra|mini|se|air|fold|flip|note|"
    r"[szxa]\d{1,2}|xs|xr))*)"
)
_ZH_PHONE = (
    "(?P<value>(?:苹果|华为|小米|红米|荣耀|三星|一加|魅族|真我|索尼|中兴|vivo|oppo|"
    "iphone|mate|pixel|nova|oneplus)[ a-z0-9+]*(?:pro|max|plus|ultra|折叠屏)?)"
)
_CAR = (
    r"(?P<value>(?:\d{4} )?(?:old |new |red |blue |black |white |used |second-hand "
    r"|electric )*(?:toyota|honda|ford|tesla|bmw|audi|volkswagen|vw|skoda|seat|kia|"
    r"hyundai|mazda|nissan|subaru|mitsubishi|opel|citroen|polestar|volvo|fiat|renault|peugeot|mini|mercedes|lexus|"
    r"jeep|chevrolet|chevy|byd|porsche|dacia|suzuki|corolla|civic|prius|golf|polo|"
    r"fiesta|camry|model [3sxy]|jazz|yaris)(?: [\w-]+){0,2})"
)
_ZH_CAR = (
    "(?P<value>(?:一辆|辆|台|一台)?(?:白色|黑色|红色|蓝色|二手|新)?的?(?:特斯拉|"
    "比亚迪|丰田|本田|大众|宝马|奔驰|奥迪|福特|日产|吉利|蔚来|小鹏|理想|问界|五菱|"
    "马自达|斯巴鲁|雷克萨斯|保时捷|标致|雪铁龙|铃木|三菱|极氪|极狐|沃尔沃|现代|别克|雪佛兰|哈弗|长安|奇瑞|凯美瑞|卡罗拉|雅阁|思域|高尔夫|"
    "小米su7)[a-z0-9\u3400-\u9fff ]{0,6})"
)
_DEVICES = "laptop|tablet|watch|smartwatch|camera|e-reader|headphones|bike|computer|tv|console"
_ZH_DEVICES = {
    "笔记本": "laptop",
    "笔记本电脑": "laptop",
    "电脑": "computer",
    "平板": "tablet",
    "手表": "watch",
    "相机": "camera",
    "耳机": "headphones",
    "自行车": "bike",
    "电视": "tv",
}
_THING = (
    r"(?P<thing>(?:spare |front door |car |house |office |old |winter )?(?:keys?|"
    r"passport|wallet|charger|umbrella|glasses|sunglasses|id card|birth "
    r"certificate|medicine|toolbox|suitcase|documents|contract|camera|headphones|"
    r"laptop|tent|sewing kit|first aid kit|gloves|torch|flashlight|receipts?|will|"
    r"visa|jewellery|jewelry|drill|bike pump|tickets?))"
)
_ZH_THING = (
    "(?P<thing>(?:备用|车|家门|办公室)?(?:钥匙|护照|钱包|充电器|雨伞|伞|眼镜|墨镜|"
    "身份证|出生证|药|工具箱|行李箱|文件|合同|相机|耳机|户口本|房产证|发票|手电筒|"
    "驾照|社保卡|银行卡|结婚证|保险单|门票|车票|票|存折|剪刀|电钻|体温计|毕业证))"
)
_PLACE = (
    r"(?P<value>(?:in|on|under|behind|next to|inside|at|above|beside|with|by|below|"
    r"near) .+)"
)
_NOT_THINGS = (
    "time|idea|question|problem|meeting|plan|headache|cold|fever|lot|bit|feeling|"
    "point|look|chance|reason|choice|doubt|clue|fun|day|week|to|been|had|breakfast|"
    "lunch|dinner|class|test|exam|appointment|interview|date|trouble|good|bad|"
    "great|hard|no|not|too|so|enough|more|a lot|some|any|call|work|never|always|"
    "just|already|sister|brother|son|daughter|kid|friend|dog|cat|allerg|favou?rite|"
    "crush|deadline|flight|party|baby"
)


def _thing(value: str) -> bool:
    return short(value) and len(value) > 1


FAMILY: tuple[Rule, ...] = (
    of(
        "phone.model",
        rf"(?:new |current |work )?phone(?:'s| is)(?: now)? (?:an? |the )?{_PHONE}",
        raw=True,
    ),
    rule(
        "phone.model",
        rf"(?:{_GOT}|traded .{{2,30}} for|swapped .{{2,30}} for|(?:switched|upgraded|"
        rf"moved|changed) from .{{2,30}} to) (?:an? |the |my )?(?:new |old |used "
        rf")?{_PHONE}",
        raw=True,
    ),
    of(
        "phone.model",
        f"(?:新)?手机(?:换成|换了|是|用的是|改成|换)了?(?:一?[台部个])?(?:新的?)?{_ZH_PHONE}",
        raw=True,
    ),
    bare(
        "phone.model",
        f"(?:新)?手机(?:换成|换了|是|用的是|换)了?(?:一?[台部个])?(?:新的?)?{_ZH_PHONE}",
        raw=True,
    ),
    rule(
        "phone.model",
        f"(?:把手机)?(?:换成?|用的是|用|买|入手)了?(?:一?[台部个])?(?:新的?)?{_ZH_PHONE}",
        raw=True,
    ),
    rule(
        "car",
        rf"(?:drive|drives|{_GOT}|{HAVE}|traded .{{2,30}} for|swapped .{{2,30}} for) "
        rf"(?:an? |the |my )?{_CAR}",
    ),
    of("car", rf"(?:new |current )?car(?:'s| is) (?:an? |the )?{_CAR}"),
    rule("car", f"(?:开的是|开|买了?|换了?|提了|有)(?:一?[辆台])?(?:新的?)?{_ZH_CAR}"),
    of("car", f"(?:新)?车(?:子)?(?:是|换成了?){_ZH_CAR}"),
    of(
        "device.{thing}",
        rf"(?:new |work )?(?P<thing>{_DEVICES})(?:'s| is) (?:an? |the "
        r")?(?P<value>[a-z][\w' -]*)",
        check=lambda value: value[:1].isupper() and short(value),
    ),
    *(
        of(
            f"device.{name}",
            f"(?:新)?{word}(?:是|换成了?){V}",
            check=lambda value: (
                bool(value)
                and len(value) < 16
                and not value.endswith(("坏", "的"))
                and not value.startswith(("坏", "新", "旧", "红", "黑", "白"))
            ),
        )
        for word, name in _ZH_DEVICES.items()
    ),
    rule(
        "has",
        r"(?:(?:just |recently |finally )?(?:bought|adopted|ordered|treated myself to|"
        r"got myself)|'ve bought|have bought|own|owns) (?:an? |some |my |our |two |"
        rf"three )(?!(?:{_NOT_THINGS})\b)(?P<value>.+)",
        check=_thing,
        sure=0.8,
    ),
    rule(
        "has",
        r"(?:have|has|'ve got|have got) (?:an? |two |three )(?P<value>(?:\w+ "
        r"){0,2}(?:bike|bicycle|car|motorbike|scooter|boat|house|flat|apartment|garden|"
        r"piano|guitar|violin|drone|3d printer|balcony|tent|van|camper|telescope|kayak|"
        r"printer|robot vacuum|air fryer|sewing machine|driving licence|driver's "
        r"license|gym membership))$",
    ),
    rule(
        "has",
        "(?:刚|新|最近|前几天|昨天)?(?:买|入手|置办)了(?:一|两|"
        "三)?[辆台个套把架双件只部张]?(?P<value>[^,.]{1,14})",
        check=lambda value: _thing(value) and not value.endswith(("票", "菜", "单")),
        sure=0.8,
    ),
    rule("has", "有(?:一|两|三)?[辆台套把架部](?P<value>[^,.]{1,12})", check=_thing),
    rule(
        "kept_at.{thing}",
        r"(?:keep|keeps|put|left|store|stored|hid|hide|stashed) (?:the |my |our "
        rf")?{_THING} {_PLACE}",
        raw=True,
    ),
    rule(
        "kept_at.{thing}",
        rf"(?:'ve |have )?moved (?:the |my |our ){_THING} (?:to )?(?P<value>(?:into|under|behind|"
        rf"in|on) .+)",
        raw=True,
    ),
    rule(
        "kept_at.{thing}",
        rf"(?:'ve |have )?moved (?:the |my |our ){_THING} (?P<value>to .+)",
        raw=True,
    ),
    of("kept_at.{thing}", rf"{_THING} (?:is|are|'s|lives|live) (?:kept )?{_PLACE}", raw=True),
    bare(
        "kept_at.{thing}",
        rf"the {_THING} (?:is|are|'s|lives) (?:kept )?{_PLACE}",
        raw=True,
        moods=TOLD_OR_ORDERED,
    ),
    bare(
        "kept_at.{thing}",
        f"(?:我?把|我的?)?{_ZH_THING}(?:我|都|就)?(?:放|藏|搁|收|存|在|落)(?:在|"
        f"到)?(?P<value>(?!哪)[^,.]{{2,20}})",
        moods=TOLD_OR_ORDERED,
    ),
    rule(
        "parked_at",
        r"(?:parked|left the car|left my car)(?: the car| my car| it)? (?:on |in |at "
        r")?(?P<value>.+)",
        raw=True,
    ),
    bare(
        "parked_at",
        r"(?:the|my) car is (?:parked )?(?P<value>(?:on|in|at|by|near|outside|behind|"
        r"next to) .+)",
        raw=True,
    ),
    bare(
        "parked_at",
        "(?:我?把|我的?)?车(?:子)?(?:我)?(?:现在)?(?:停|放|挪|移)(?:在|到)了?(?P<value>[^,.]{2,20})",
        moods=TOLD_OR_ORDERED,
    ),
    of(
        "place.{thing}",
        r"(?P<thing>gym|school|office|dentist|doctor|barber|bank|hotel|studio|church|"
        r"pharmacy|kindergarten|hairdresser|clinic)(?:'s| is) (?P<value>(?:on|in|at|"
        r"near|next to|opposite|by|across from|around) .+)",
        raw=True,
    ),
    of(
        "place.{thing}",
        r"(?P<thing>gym|school|office|dentist|doctor|barber|bank|studio|church|clinic) "
        r"(?:has |have |'s )?moved (?:to|into) (?P<value>.+)",
        raw=True,
    ),
    of(
        "place.{thing}",
        "(?:常去的)?(?P<thing>健身房|学校|公司|办公室|理发店|诊所|酒店|幼儿园|药店|"
        "银行)在(?P<value>[^,.]{2,16})",
    ),
)
