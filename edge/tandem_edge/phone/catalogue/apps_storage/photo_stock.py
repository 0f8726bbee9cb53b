"""The pictures that a fresh phone holds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from tandem_edge.phone.catalogue.apps_storage.stored import (
    PHOTO_ALBUMS,
    PHOTOS,
    Photo,
    PhotoAlbum,
    this_minute,
    throw_away,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Store

NEEDS = ("contacts",)
_OCCASIONS = """
Kyoto; Kyoto trip: temple garden at dusk|temple gate at dawn|bamboo path|bowl of ramen
西湖; 杭州周末: 断桥残雪|断桥上的人群|湖边的荷花|龙井茶园
Home; Cats: cat asleep on the sofa|cat on the windowsill|kitten in a box
家里; 豆豆日常: 豆豆第一次走路|豆豆第一次吃面|豆豆睡着了|豆豆和外婆
成都; 成都吃吃吃: 火锅毛肚|火锅鸳鸯锅|大熊猫吃竹子|宽窄巷子
Lisbon; Lisbon: yellow tram uphill|yellow tram at night|custard tarts|view over the river
公司; 年会: 年会合影|年会抽奖|同事唱歌
Grandma's; Grandma's 80th: birthday cake with candles|birthday cake being cut|family photo
Brighton; Beach day: dog running on the beach|dog shaking off water|sandcastle|pier at sunset
三亚; 三亚海边: 海边日落|海边日出|沙滩上的脚印|椰子树
Garden; Garden: first tomato|tomato seedlings|rose in full bloom|frost on the lawn
阳台; 阳台花草: 月季开花|月季花苞|多肉拼盘|番茄红了
北京; 北京秋天: 故宫角楼|故宫红墙|银杏大道|胡同里的猫
Edinburgh; Edinburgh: castle in the rain|castle from the hill|bagpiper on the street
老家; 过年: 年夜饭|年夜饭的鱼|贴春联|放烟花
School; School play: stage in red light|stage curtain call|costume fitting
Office; Team days: whiteboard with sprint plan|whiteboard after retro|team lunch
学校; 毕业季: 毕业合影|毕业典礼|宿舍楼下|学士帽
Lake District; Hiking: summit in the fog|summit sign|sheep on the path|tent by the lake
黄山; 黄山行: 黄山云海|黄山日出|迎客松|缆车
上海; 上海夜景: 外滩夜景|外滩早晨|东方明珠|武康路
Paris; Paris: tower at night|tower from the bridge|croissant and coffee|bookstall by the river
厨房; 做饭打卡: 红烧肉|红烧排骨|包饺子|烤糊的蛋糕
Kitchen; Cooking: sourdough loaf|sourdough crumb|burnt lasagne|dumplings in a row
Stadium; Match days: corner kick|penalty kick|fans singing|scoreboard at full time
体育馆; 羽毛球: 扣杀瞬间|比赛合影|奖杯|新球拍
Berlin; Berlin: mural on the wall|mural with a fish|currywurst|bridge in the snow
重庆; 重庆: 洪崖洞夜景|洪崖洞白天|轻轨穿楼|小面
西安; 西安: 兵马俑|兵马俑特写|城墙骑车|肉夹馍
New York; New York: bridge at sunrise|bridge in the fog|yellow taxis|pizza slice
拉萨; 西藏: 布达拉宫|布达拉宫夜景|牦牛|经幡
Harbour; Sailing: sailboat leaving|sailboat race|seagull on a rope
Vet; Rex: Rex with a cone|Rex in the bath|Rex as a puppy
宠物医院; 咪咪: 咪咪戴头套|咪咪打针|咪咪刚到家
Museum; Museums: dinosaur skeleton|dinosaur egg|marble statue
博物馆; 看展: 青铜鼎|青铜面具|瓷瓶|海报墙
哈尔滨; 冰雪大世界: 冰雕城堡|冰雕滑梯|雪人|锅包肉
Alps; Skiing: ski lift in the sun|ski lift queue|snowman|hot chocolate
游乐园; 游乐园: 旋转木马|过山车|过山车合影|棉花糖
Fairground; Fair: carousel at night|carousel horses|candy floss
Workshop; Bike build: bike frame painted|bike frame bare|wheel truing
车库; 骑行: 新车到手|新车补胎|绿道骑行
婚礼现场; 小雨婚礼: 新娘捧花|新娘敬酒|婚礼蛋糕|伴郎团
Church hall; Wedding: bride with flowers|bride and groom dancing|wedding cake
Studio; Pottery: blue bowl glazed|blue bowl unglazed|clay on the wheel
画室; 画画: 水彩向日葵|水彩荷花|素描石膏|画架
公园; 遛弯: 公园湖边的鸭子|公园樱花|放风筝|广场舞
Park; Park walks: ducks on the pond|duck with ducklings|cherry blossom|kite in the sky
"""
"""A line an entry of the pool: place, album, then what was taken there on one day."""
_SCREENSHOTS = """
boarding pass to Lisbon|boarding pass to Berlin|hotel confirmation
取件码 菜鸟驿站|取件码 丰巢|快递物流
Wi-Fi password of the flat|router settings|error message
会议纪要聊天记录|群通知|请假审批
转账记录|转账失败提示|外卖订单
recipe for banana bread|recipe for pancakes|shopping basket
高铁票 上海到杭州|高铁票 杭州到上海|酒店订单
concert ticket|concert seating plan|parking receipt
"""


_NAMED = {
    "video": "VID_{:%Y%m%d_%H%M}.mp4",
    "selfie": "IMG_{:%Y%m%d_%H%M}.jpg",
    "photo": "IMG_{:%Y%m%d_%H%M}.jpg",
}


def _occasion(line: str) -> tuple[str, str, tuple[str, ...]]:
    place, _, rest = line.partition("; ")
    album, _, abouts = rest.partition(": ")
    return place, album, tuple(abouts.split("|"))


_POOL = [_occasion(line) for line in _OCCASIONS.strip().splitlines()]


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Occasions of two years with their pictures, screenshots, and some thrown away."""
    now, names = this_minute(store), [row.name for row in store.all(CONTACTS).values()]
    for place, album, abouts in cast.of(_POOL):
        albums = _albums(store, album, random)
        start = now - timedelta(minutes=random.randrange(600, 1_000_000))
        there = tuple(sorted(random.sample(names, 2)))
        for about, minute in _moments(abouts, random):
            people = there[: random.choice((0, 0, 1, 2))]
            taken = start + timedelta(minutes=minute)
            store.add(PHOTOS, _picture(about, place, taken, albums, people, random))
    for entry in cast.of(_SCREENSHOTS.strip().splitlines()):
        for about in entry.split("|"):
            taken = now - timedelta(minutes=random.randrange(30, 200_000))
            name = f"Screenshot_{taken:%Y%m%d-%H%M}.png"
            store.add(PHOTOS, Photo(name, "screenshot", about, "", taken, random.randrange(1, 4)))
    _leave_some_in_the_trash(store, random)


def _albums(store: Store, name: str, random: Random) -> tuple[str, ...]:
    """The album of an occasion and, for some, one with nearly the same name."""
    best = f"{name} best of" if name.isascii() else f"{name}精选"
    names = (name, best) if random.random() < 0.3 else (name,)
    for each in names:
        store.add(PHOTO_ALBUMS, PhotoAlbum(each))
    return names


def _moments(abouts: tuple[str, ...], random: Random) -> Iterable[tuple[str, int]]:
    """Each subject with its minute, the first of them taken twice as people do."""
    minute = 0
    for about in abouts:
        yield about, minute
        minute += random.randrange(2, 60)
    if random.random() < 0.25:
        yield abouts[0], 0


def _picture(
    about: str,
    place: str,
    taken: datetime,
    albums: tuple[str, ...],
    people: tuple[str, ...],
    random: Random,
) -> Photo:
    chance, size = random.random(), random.random()
    kind: Literal["video", "selfie", "photo"] = "photo"
    if chance < 0.12:
        kind = "video"
    elif people and chance < 0.25:
        kind = "selfie"
    megabytes = int(30 + 570 * size) if kind == "video" else int(3 + 6 * size)
    name = _NAMED[kind].format(taken)
    kept = albums if chance < 0.85 else albums[:1]
    return Photo(name, kind, about, place, taken, megabytes, people, kept, chance > 0.9)


def _leave_some_in_the_trash(store: Store, random: Random) -> None:
    """Four pictures that were deleted in the last weeks, and still take up room."""
    for key in random.sample(list(store.all(PHOTOS)), 4):
        days = timedelta(days=random.randrange(1, 28), minutes=random.randrange(600))
        throw_away(store, key, this_minute(store) - days)
