"""The names that music on a generated phone is made of: artists, albums, songs, playlists."""

from __future__ import annotations

Album = tuple[str, tuple[str, ...]]
Artist = tuple[str, str, tuple[Album, ...]]
"""Name, genre, albums."""


def _artist(line: str) -> Artist:
    """From ``name | genre | album: title; title | album: title``."""
    name, genre, *albums = (part.strip() for part in line.split(" | "))
    return name, genre, tuple(_album(album) for album in albums)


def _album(written: str) -> Album:
    name, _, titles = written.partition(": ")
    return name, tuple(title.strip() for title in titles.split("; "))


_LINES: tuple[tuple[str, ...], ...] = (
    (
        "The Ravenscroft Consort | folk | Old Airs: Greensleeves; Scarborough Fair; "
        "The Water Is Wide; Barbara's Lament | Winter Airs: Greensleeves in the Snow; Wassail Road",
        "江南丝竹社 | classical | 水乡: 茉莉花; 二泉映月; 行街 | 夜航: 茉莉花又开; 平湖秋色",
        "The Paper Lanterns | rock | Low Season: Night Train North; Paper Boats; Night Train South",
    ),
    (
        "Ana Lindqvist | classical | Quiet Rooms: Clair de Lune; Gymnopédie No. 1; "
        "Gymnopédie No. 3 | Snow Light: Nocturne for Two; Prelude in Grey",
        "林晚 | pop | 河边: 月亮河边; 月亮之上的风; 晚归的人 | 岛: 海岛来信; 月亮不睡",
        "Ana Lindgren | jazz | Blue Hours: Clair d'Hiver; Slow Bus Home; Half Past Blue",
    ),
    (
        "DJ Halcyon | electronic | Daybreak: Morning Run; Morning Rain; Afterglow; Neon Tide | "
        "Nightfall: Evening Run; Glass City",
        "周一乐队 | rock | 晴天: 晴天日记; 晴天之后; 跑起来; 末班地铁 | 雨天: 雨天日记; 屋檐下",
        "周二乐团 | rock | 星期二: 慢慢走; 晴天笔记; 天台上的风",
    ),
    (
        "Lena Park | pop | Small Kitchen: Fix You a Coffee; Sugar on the Side; Window Seat | "
        "Big Table: Fix Me a Drink; Leave the Light On",
        "方圆 | folk | 家常: 摇篮曲; 海边的猫; 老屋 | 小院: 海边的信; 枣树下",
        "Leena Parks | pop | Postcards: Window Street; Coffee Again; Letter to June",
    ),
    (
        "Harbour Lights | rock | Tideline: Saltwater Hearts; Lighthouse Keeper; Undertow",
        "北岸 | rock | 潮线: 守灯塔的人; 盐; 退潮以后; 白色港口",
        "Harbour Nights | electronic | Pier Six: Saltwater; Low Beam; Ferry Lines",
    ),
    (
        "Delphine Amari | jazz | Rue des Lilas: Velvet Rain; Sunday in Lyon; The Third Martini",
        "沈清欢 | jazz | 旧城: 梧桐雨; 周日的咖啡馆; 第三杯酒; 晚风电台",
        "沈青寰 | pop | 新城: 梧桐影; 凌晨四点; 霓虹下",
    ),
    (
        "Brother Maple | folk | Cedar: Kindling; River Stones; Hold the Gate; Red Barn",
        "老槐树乐队 | folk | 进城: 赶集; 土路; 黄河水; 麦子熟了",
        "Sister Maple | folk | Alder: Kindness; River Songs; Open the Gate",
    ),
    (
        "Tiny Explorers | children | Sing Along: Five Little Owls; The Bath Song; Sleepy Moon; "
        "Wheels Go Round",
        "小橘灯 | children | 宝宝听: 五只小鸭; 洗澡歌; 月亮睡着了; 小火车开了",
        "Tiny Inventors | children | Count Along: Five Little Bears; The Sock Song; Sleepy Sun",
    ),
    (
        "Kasimir & the Wolves | rock | Amber: Wolf Hour; Broken Compass; Long Way Down; Ember",
        "野火 | rock | 荒原: 狼的时辰; 坏掉的指南针; 一路向下; 余烬",
        "Kasimir Wolf | folk | Ashes: Wolf Song; Compass Rose; Short Way Home",
    ),
    (
        "Mbali Dube | pop | Sunroof: Golden Mile; Dance It Off; Call Me Later; Mango Season",
        "陈朵 | pop | 夏令: 黄金海岸; 一起跳舞吧; 晚点再打; 芒果季",
        "陈多 | hip_hop | 街口: 黄金时代; 别跳了; 早点回家",
    ),
    (
        "Orchestra of Saint Bride | classical | Seasons: Spring Overture; Summer Storm; "
        "Autumn Fugue; Winter Largo",
        "长安民乐团 | classical | 四时: 春江谣; 夏夜雨; 秋山图; 冬雪引",
        "Chamber Players of Saint Bride | classical | Hours: Spring Trio; Summer Rain; Vespers",
    ),
    (
        "Verse Theory | hip_hop | Chalk: Rent Day; Corner Store; Nine to Nine; Second Wind",
        "麦田口吃 | hip_hop | 粉笔: 交房租; 小卖部; 九九六; 第二口气",
        "Verse & Theory | hip_hop | Slate: Rent Week; Corner Table; Nine Lives",
    ),
    (
        "Ines Quiroga | folk | Terracotta: Lemon Tree Lane; Paloma; Slow River; Terrace",
        "阿依古丽 | folk | 红土: 柠檬树下; 白鸽; 慢河; 葡萄架",
        "Inés Quiroz | pop | Copper: Lemon Street; Palomino; Fast River",
    ),
    (
        "Static Garden | electronic | Loops: Pale Signal; Moss; Underpass; Soft Machine",
        "静电花园 | electronic | 循环: 苍白信号; 苔藓; 地下通道; 软机器",
        "Static Gardens | electronic | Lines: Pale Station; Fern; Overpass",
    ),
    (
        "Theo Marchetti Trio | jazz | Loft: Blue Umbrella; Left Bank Walk; Ten to Midnight",
        "蓝伞三重奏 | jazz | 阁楼: 蓝雨伞; 左岸漫步; 差十分十二点; 慢板",
        "Theo Marchesi | jazz | Cellar: Black Umbrella; Right Bank Walk; Ten Past Noon",
    ),
    (
        "Juniper Vale | pop | Paper Crown: Overthinking; Glitter; Say It Twice; Backseat",
        "许知夏 | pop | 纸王冠: 想太多; 亮片; 再说一遍; 后座",
        "许之夏 | pop | 布娃娃: 想太少; 碎片; 别再说了",
    ),
)
ARTISTS: tuple[tuple[Artist, ...], ...] = tuple(
    tuple(_artist(line) for line in entry) for entry in _LINES
)
"""An entry holds artists, songs and albums that are easily taken for one another."""

PLAYLISTS: tuple[tuple[str, ...], ...] = (
    ("Sunday Chill", "Sunday Chill Vol. 2", "健身歌单"),
    ("Workout", "Workout Warm-up", "睡前轻音乐"),
    ("Road Trip", "Road Trip with Kids", "开车必听"),
    ("Dinner Party", "下班路上", "下班路上第二弹"),
    ("Rainy Day", "Rainy Night", "雨天咖啡馆"),
    ("Focus", "Deep Focus", "写作业专用"),
    ("Morning Coffee", "早起元气", "早起晨跑"),
    ("Throwbacks", "Throwbacks 2000s", "怀旧老歌"),
    ("Cleaning Day", "做家务", "做饭专用"),
    ("Baby Sleep", "Baby Play", "哄睡儿歌"),
    ("Beach Days", "周末露营", "周末爬山"),
    ("Late Night Drive", "Late Night Study", "深夜循环"),
)
