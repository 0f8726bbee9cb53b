"""How a clause is meant: only what is told is a fact.

Conservative: a question, a supposition, a joke, a request or somebody else's words give no fact;
a fact missed is told again one day, a wrong one is believed until somebody finds it.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Mood(StrEnum):
    """How a clause is meant."""

    TOLD = "told"
    ASKED = "asked"
    SUPPOSED = "supposed"
    ORDERED = "ordered"
    JOKED = "joked"
    REPORTED = "reported"


_JOKE = re.compile(
    r"\b(?:lol|lmao|rofl|jk|j/k|just kidding|kidding|haha+|hehe+|sarcasm)\b|/s\b|"
    r"[😂🤣😜🙃]"
    r"|哈哈|嘿嘿|开玩笑|逗你|狗头|doge|呵呵|笑死|2333"
)
_EN_ASKS = re.compile(
    r"(?:what|who|where|why|how|which|whose|whom)\b|(?:when|do|does|did|is|are|am|"
    r"was|were|can|could"
    r"|should|would|will|have|has|isn't|aren't|doesn't|won't|can't|couldn't|"
    r"shouldn't) "
    r"(?:i|you|we|they|he|she|it|there|my|your|our|his|her|their|the|this|that|"
    r"these|anyone|someone)\b"
    r"|don't you|didn't i|am i|any (?:idea|chance|tips)"
)
_ZH_ASKS = re.compile(
    "[吗么](?:[.?!]|$)|什么|怎么|哪[里儿个些天种家位]|哪(?=$)|几[点号岁个时天月]|"
    "多少|谁|是不是|有没有|要不要|能不能|"
    "可不可以|好不好|会不会|对不对|来着|为啥|干嘛|多[久长大远高]|[呢](?=[?]|$)|"
    "吧[?]|还是.*[?]"
)
_EN_SUPPOSES_ALL = re.compile(
    r"\b(?:if|unless|what if|suppose|supposing|imagine|pretend|let's say|as if|as "
    r"though|in case|"
    r"wish|hypothetically|in my dream|in the (?:story|movie|film|book|novel|"
    r"game))\b"
)
_EN_SUPPOSES = re.compile(
    r"\b(?:might|maybe|perhaps|probably|could|would|(?:i|we|you|he|she|they|it|"
    r"there|that|this|and) may|should|possibly|not sure|considering|"
    r"thinking (?:of|about)|think i'll|hope to|hoping to|hopefully|want to be|"
    r"dream of|almost|"
    r"nearly|wonder|wondering|guess|seems?|supposedly|apparently|feel like|as a "
    r"kid)\b|\bi'd\b|\w'd (?:be|have|love|like)\b"
)
_ZH_SUPPOSES_ALL = re.compile(
    "如果|要是|假如|假设|假使|倘若|若是|的话(?![题费剧])|万一|就好了|想象|"
    "梦[见到里]|小说里|电影里|剧里|除非|恨不得|但愿"
)
_ZH_SUPPOSES = re.compile(
    "可能|也许|或许|说不定|大概会|考虑|想过|希望|假装|好像|似乎|差点|不确定|没想好|"
    "应该会|估计|仿佛|想当|恐怕|随便说|犹豫|没准"
)
_EN_ORDERS = re.compile(
    r"(?:please |pls |kindly |can you |could you |would you |will you |i (?:need|"
    r"want) you to |"
    r"i'd like you to |let's |go ahead and )?"
    r"(?:set|remind|call|text|send|open|play|show|tell|find|search|book|order|turn|"
    r"translate|write|add|"
    r"create|schedule|check|look|take|start|stop|cancel|delete|read|make|give|help|"
    r"buy|get me|draft|"
    r"explain|list|suggest|recommend|summari[sz]e|mute|switch|increase|decrease|"
    r"put|pay|message|email|"
    r"wake me|navigate|install|download|update|move|change|rename|calculate|"
    r"convert|answer|reply|let me know)\b"
    r"|(?:please|pls|can you|could you|would you|will you)\b"
)
_ZH_ORDERS = re.compile(
    "(?:请|麻烦|帮|给我|替我|把|将|提醒我|设[个置定一]|定[个一]|打开|关[掉闭上]|"
    "播放|放一?[首点]|查(?!理)|搜|告诉我|"
    "发[个条给送]|打电话|打给|叫[个辆车]|订[个一张]|翻译|写[一个首封]|推荐|介绍|"
    "给(?!我)[^,了]{1,8}(?:打个?电话|回个?电话|发[个条]?(?:消息|短信|微信|邮件))$|"
    "叫我起床|叫醒我|取消|删|念|读一?下|看看|帮忙|来[一首个])"
)
_CONTENT = re.compile(
    r"\b(?:translate|proofread|rewrite|paraphrase|summari[sz]e|lyrics|pronounce|"
    r"role-?play)\b|\bhow (?:do|would) (?:you|i) say\b"
    r"|\b(?:write|draft|compose) (?:me |up )?(?:a|an|the|my|some)\b|\b(?:the|this|"
    r"a) (?:quote|lyric|song goes)\b"
    "|翻译(?:成|一下|:|这)|(?:把|将|帮我|请)[^.]*(?:翻译|润色|改写)|"
    "写一?[首篇封段]|怎么说|歌词|造句|角色扮演|台词"
)
_EN_REPORTS = re.compile(
    r"\b(?:said|says|saying|told|tells|claims?|claimed|heard|hear|according to|"
    r"thinks|mentioned|reckons|"
    r"swears|insists|asked|wrote|texted|believes|quote|rumou?r|they say|people say|"
    r"announced|thought)\b"
)
_ZH_REPORTS = re.compile(
    "听说|据说|告诉我|(?<![来会能再小])说(?!话|真|实|不定|明|法|到|起|来|服|错|得|"
    "走|好|不清)|觉得我|(?<=[他她们人])问我?|以为|传言|(?<![看刷读追])新闻|写道|网上|人家"
)

_UNKEPT = re.compile(
    r"(?:^|[,.!] ?)(?:please |tandem,? )?(?:don't|do not) (?:remember|save|note|keep|store|write "
    r"down)\b|(?:^|[,.!] ?)(?:please |tandem,? )?forget (?:that|about|what|it|my)\b"
    "|(?:^|[,.!] ?)(?:请|你|请你)?(?:(?:别|不要|不用|不必)(?:记|保存|存)|忘掉)"
)


_KEPT = re.compile(
    r"(?:please |tandem,? |can you |could you |also )*(?:remember|note|keep in mind|bear in mind|"
    r"don't forget|make a note|save|write down|memori[sz]e)\b(?!.*\?$)"
    "|(?:请|你|帮我|麻烦|小助手,?)*(?:记住|记一下|记下|记着|记得|别忘了|备注)(?!.*(?:[?]|吗)$)"
)


def wants_kept(folded: str) -> bool:
    """Whether a folded turn begins by asking that something is remembered."""
    return bool(_KEPT.match(folded))


_TELLING = re.compile(
    r"(?!.*\b(?:if|what|when|where|how|whether|who)\b)[\w-]+(?: [\w'-]+){0,3} "
    r"(?:is|are|was|were|starts?|costs?|begins?|ends?|closes?|opens|has|takes|comes)\b"
    "|[把将].*了$"
)
_NOISE = re.compile(
    r"(?:(?:no+|nope|nah|yes|yeah|yep|yup|ok(?:ay)?|k|right|sure|fine|cool|great|nice|good|perfect|exactly|"
    r"correct|wrong|sorry|wait|stop|hmm+|hm|mm+|um+|uh+|ah+|oh+|well|so|never ?mind|forget it|"
    r"nothing|"
    r"not really|not sure|i see|got it|i guess|maybe|whatever|no worries|no problem|"
    r"that's (?:wrong|right|it|"
    r"all|not right|fine|ok)|(?:it|this)'s (?:fine|ok|okay|all right|alright|nothing|enough)|"
    r"thanks?|thank you|bye|good night|lol|please|go on|again|what|huh|really|"
    r"(?:no )?(?:i )?don't know|test(?:ing)?)\b[ ,.!?~]*)+"
    "|(?:(?:不对|不是|不|没有|没|是的|是|对的?|嗯+|哦+|噢|啊+|呃+|额|唉|哎|哈+|嘿嘿|好的?|好吧|好了|行吧?|可以|没事|没什么|"
    "算了|等等|等一下|稍等|停|错了|错|真的|谢谢|多谢|拜拜|再见|晚安|随便|不知道|不用了?|知道了|明白了?|懂了|就这样|"
    "没关系|无所谓|不客气|测试|继续|然后呢?|还有呢?|那个|这个|呵呵)[吧呢啦呀啊哦的了]?[ ,.!?~、]*)+"
)


def says_nothing(folded: str) -> bool:
    """Whether a folded turn is only a yes, a no, a "never mind" or signs: nothing to remember."""
    return not re.search(r"\w", folded) or bool(_NOISE.fullmatch(folded.strip(" ,.!?~\"'")))


_GREETING = re.compile(
    r"(?:hi|hello|hey|thanks|thank you|please|cheers|ok|okay|tandem|good (?:morning|evening))"
    "|(?:你好|嗨|谢谢|多谢|麻烦了|拜托了?|早上好|晚上好|好的)"
)


def wants_something(folded: str, mood: Mood) -> bool:
    """Whether a folded clause of ``mood`` asks, orders or greets, and tells nothing. "Book club is
    on Tuesdays" begins as an order does, and is about a thing of that name."""
    if mood is Mood.ASKED or _GREETING.fullmatch(folded):
        return True
    ordered = _EN_ORDERS.match(folded) or _ZH_ORDERS.match(folded)
    return bool(ordered and mood in (Mood.ORDERED, Mood.SUPPOSED) and not _TELLING.match(folded))


def wants_unkept(folded: str) -> bool:
    """Whether a folded turn asks that something is not remembered."""
    return bool(_UNKEPT.search(folded))


def is_content(folded: str) -> bool:
    """Whether a folded turn asks for work on a text, so that the text is nobody's telling."""
    return bool(_CONTENT.search(folded))


def sentence_mood(folded: str) -> Mood:
    """The mood of a whole sentence, as far as one word decides it."""
    if _JOKE.search(folded):
        return Mood.JOKED
    if _EN_SUPPOSES_ALL.search(folded) or _ZH_SUPPOSES_ALL.search(folded):
        return Mood.SUPPOSED
    return Mood.TOLD


def asks(folded: str) -> bool:
    """Whether a folded clause is worded as a question."""
    return bool(_EN_ASKS.match(folded) or _ZH_ASKS.search(folded))


def clause_mood(folded: str) -> Mood:
    """The mood of one folded clause by its own words."""
    if asks(folded):
        return Mood.ASKED
    if _EN_SUPPOSES.search(folded) or _ZH_SUPPOSES.search(folded):
        return Mood.SUPPOSED
    if _EN_REPORTS.search(folded) or _ZH_REPORTS.search(folded):
        return Mood.REPORTED
    if _EN_ORDERS.match(folded) or _ZH_ORDERS.match(folded):
        return Mood.ORDERED
    return Mood.TOLD
