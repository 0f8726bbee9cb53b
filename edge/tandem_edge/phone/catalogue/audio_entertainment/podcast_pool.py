"""The shows and episodes that podcasts on a generated phone are made of."""

from __future__ import annotations

from typing import NamedTuple


class Show(NamedTuple):
    """A show's title, topic and host, and its episodes, the oldest first."""

    title: str
    topic: str
    host: str
    episodes: tuple[str, ...]


def _show(line: str) -> Show:
    """From ``title | topic | host | episode; episode``."""
    title, topic, host, episodes = line.split(" | ")
    return Show(title, topic, host, tuple(episodes.split("; ")))


_LINES: tuple[tuple[str, ...], ...] = (
    (
        "Kitchen Table Economics | business | Nora Whitfield | Why Eggs Cost More; "
        "The Price of a Sofa; Rent or Buy; What a Pension Is For",
        "Kitchen Table Stories | story | Joe Whitfield | The Lost Ring; Aunt Maud's Car; "
        "A Door in the Hedge; Snowed In",
        "饭桌经济学 | business | 老秦 | 鸡蛋为什么涨价; 一张沙发的价格; 租房还是买房; 养老金怎么算",
    ),
    (
        "Slow News Daily | news | Amit Rao | Water Rights; A Quiet Election; The Ferry Strike; "
        "Who Owns the Moon",
        "慢新闻 | news | 苏禾 | 一条河归谁管; 渡轮停运; 谁拥有月亮; 老厂区的去留",
        "慢生活 | health | 何慢 | 早睡实验; 戒糖三十天; 走路上班; 一个人吃饭",
    ),
    (
        "The Long Orbit | science | Dr. Petra Lund | Ice on Mercury; Listening to Whales; "
        "How Bees Count; The Oldest Light",
        "The Long Run | health | Petra Lundy | First Five K; Sore Knees; Eating for Distance; "
        "Race Day Nerves",
        "远轨 | science | 程星野 | 水星上的冰; 鲸鱼在说什么; 蜜蜂会数数; 最古老的光",
    ),
    (
        "Two Minute History | history | Bea Collins | The Great Stink; Tulip Fever; "
        "The Year Without Summer; A King in Hiding",
        "历史没有如果 | history | 顾青山 | 伦敦大恶臭; 郁金香泡沫; 没有夏天的一年; 逃亡的国王",
        "历史有意思 | history | 顾青松 | 皇帝的一天; 古人怎么过冬; 大运河; 茶马古道",
    ),
    (
        "Case Unopened | crime | Mara Stein | The Locked Studio; Two Passports; "
        "Letters from Nobody; The Second Key",
        "Case Reopened | crime | Marta Stein | The Open Window; One Passport; Postcards; "
        "The Third Key",
        "未结案 | crime | 沉舟 | 上锁的画室; 两本护照; 无名来信; 第二把钥匙",
    ),
    (
        "Laugh Track Optional | comedy | Dee & Moe | Airport Carpets; Bad Tattoos; "
        "My Landlord's Parrot; Gym Class",
        "没谱脱口秀 | comedy | 二毛和大勇 | 机场地毯; 后悔的纹身; 房东的鹦鹉; 体育课",
        "没谱乐评 | culture | 阿谱 | 年度专辑; 老歌新唱; 现场翻车; 一首歌的诞生",
    ),
    (
        "Ship It Friday | technology | Ravi & Jo | Legacy Code; On Call; Naming Things; Rewrite",
        "周五上线 | technology | 老雷和小周 | 祖传代码; 半夜告警; 起名字好难; 推倒重来",
        "周五下班 | comedy | 小周 | 团建惊魂; 电梯里的领导; 年会节目; 摸鱼指南",
    ),
    (
        "Bedtime Harbour | children | Auntie Fern | The Owl's Umbrella; A Whale in the Bath; "
        "The Sleepy Train; Counting Boats",
        "睡前小港湾 | children | 芦苇阿姨 | 猫头鹰的雨伞; 浴缸里的鲸鱼; 瞌睡火车; 数小船",
        "Bedtime Science | children | Uncle Fern | Why Sky; Sleepy Bears; Moon Maths; Ants",
    ),
    (
        "Halfway English | learning | Gwen Ashby | Small Talk; Phrasal Verbs; Job Interviews; "
        "Sorry, Sorry, Sorry",
        "半路英语 | learning | 温老师 | 怎么闲聊; 动词短语; 面试开口; 道歉的艺术",
        "Halfway Mandarin | learning | Gwen Zhou | Four Tones; At the Market; Measure Words; Taxi!",
    ),
    (
        "Boots and Maps | travel | Callum Reid | The Wet Side of the Island; Night Ferry; "
        "Huts of the Alps; Lost on Purpose",
        "带上地图 | travel | 阿岚 | 川西环线; 夜船; 阿尔卑斯的小木屋; 故意迷路",
        "带上书 | culture | 阿岚 | 车站书店; 读不完的小说; 诗人的旧居; 字典里的人",
    ),
    (
        "Offside Again | sport | Tunde & Kai | Derby Day; Transfer Madness; Back Four; Penalties",
        "又越位了 | sport | 大刘 | 德比日; 转会疯了; 四后卫; 点球大战",
        "又迟到了 | comedy | 小刘 | 闹钟三十个; 早高峰; 借口大全; 打卡失败",
    ),
    (
        "Quiet Mind | health | Ines Moreau | Ten Breaths; Body Scan; Letting Go; Morning Stillness",
        "Quiet Mornings | culture | Ivan Moreau | Tea First; Diaries; Silent Films; Sunday Paper",
        "静一静 | health | 林溪 | 十次呼吸; 身体扫描; 放下; 清晨静坐",
    ),
)
SHOWS: tuple[tuple[Show, ...], ...] = tuple(
    tuple(_show(line) for line in entry) for entry in _LINES
)
TOPICS = (
    "news",
    "business",
    "technology",
    "science",
    "history",
    "culture",
    "crime",
    "comedy",
    "story",
    "health",
    "sport",
    "travel",
    "learning",
    "children",
)
