"""Words that several families share: verbs of being, jobs, languages, and what a value may be."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.folding import has_chinese
from tandem_edge.memory.extraction.purposes import purposes_of
from tandem_edge.phone.language.apps import APPS, package_of
from tandem_edge.phone.language.numerals import WORD

BE = "(?:'m|'s|'re|am|is|are|be|(?:'ve|'s|have|has) been)"
HAVE = r"(?:(?:'ve|'s|have|has) got|'ve|have|has|own|owns|got|keep|keeps)"
V = "(?P<value>.+)"
NUMBER = rf"(?:\d{{1,3}}|{WORD})"
ZH_NUMBER = "(?:[0-9]{1,3}|[一二两三四五六七八九十百]{1,4})"
CLOCK = (
    r"(?:half past |quarter (?:past|to) )?(?:\d{1,2}(?:[:.]\d\d)?|ten|eleven|"
    r"twelve|midnight|one|two|five|six|seven|eight|nine)(?: ?(?:[ap]\.?m\.?|thirty|"
    r"fifteen|forty-five))?"
)
ZH_CLOCK = (
    "(?:凌晨|早上|早晨|上午|中午|下午|晚上|夜里)?(?:[0-9]{1,2}|"
    "[一二两三四五六七八九十]{1,3})点(?:钟|半|一刻|三刻|"
    "[0-9一二三四五十]{1,3}分?)?|[0-9]{1,2}:[0-9]{2}"
)

_EN_JOBS = (
    "nurse|doctor|teacher|engineer|software engineer|developer|programmer|designer|"
    "lawyer|accountant|editor|"
    "journalist|driver|chef|cook|baker|police officer|cop|civil servant|student|"
    "paralegal|sales(?:man|woman|person)|"
    "manager|consultant|translator|interpreter|writer|actor|actress|painter|"
    "photographer|architect|pharmacist|"
    "courier|guard|professor|researcher|scientist|analyst|hairdresser|barber|pilot|"
    "soldier|firefighter|electrician|"
    "plumber|carpenter|mechanic|farmer|freelancer|librarian|dentist|vet|"
    "veterinarian|surgeon|therapist|psychologist|"
    "psychiatrist|physiotherapist|midwife|paramedic|biologist|chemist|physicist|"
    "economist|statistician|data scientist|"
    "barista|waiter|waitress|bartender|receptionist|secretary|assistant|banker|"
    "broker|trader|recruiter|coach|trainer|"
    "musician|pianist|singer|dancer|artist|sculptor|gardener|cleaner|janitor|"
    "cashier|shop assistant|estate agent|"
    "real estate agent|social worker|judge|politician|diplomat|priest|pastor|"
    "tailor|jeweller|tutor|lecturer|"
    "postman|bus driver|truck driver|taxi driver|flight attendant|steward|"
    "stay-at-home (?:mom|mum|dad|parent)|"
    "homemaker|housewife|caregiver|carer|nanny|intern|apprentice|director|producer|"
    "copywriter|marketer|"
    "product manager|project manager|data analyst|business analyst|ux researcher|"
    "accounts clerk|clerk|technician|"
    "operator|inspector|auditor|actuary|geologist|archaeologist|historian|"
    "philosopher|linguist|radiographer|"
    "optometrist|optician|dietitian|nutritionist|beautician|florist|butcher|"
    "fisherman|miner|welder|builder|"
    "bricklayer|surveyor|planner|zookeeper|postdoc|podcaster|blogger|youtuber|"
    "entrepreneur|founder|ceo|cto"
)
EN_JOB = re.compile(rf"(?:[\w'-]+ ){{0,3}}(?:{_EN_JOBS})", re.IGNORECASE)
ZH_JOB = (
    "(?:[\u3400-\u9fff]{0,4}?)(?:医生|护士|老师|教师|工程师|程序员|设计师|律师|"
    "会计师?|编辑|记者|司机|厨师|警察|公务员|学生|研究生|"
    "博士生?|大[一二三四](?:学生)?|销售员?|产品经理|项目经理|经理|客服|翻译|导游|"
    "作家|演员|画家|摄影师|建筑师|药剂师|药师|快递员|外卖员|保安|"
    "店长|教授|研究员|分析师|顾问|律师助理|理发师|空姐|空乘|飞行员|军人|消防员|"
    "电工|木工|工人|农民|自由职业者?|家庭主妇|全职妈妈|"
    "前端|后端|程序|运营|测试|人事|行政|咨询师|口译|幼师|兽医|牙医|主播|博主|"
    "健身教练|教练|收银员|服务员|咖啡师|面包师|裁缝|"
    "设计|策划|出纳|秘书|助理|主管|总监|法官|检察官|外交官|音乐人|歌手|舞蹈老师|"
    "图书管理员|社工|技师|技术员|质检员|科学家|园丁|保洁|月嫂|保姆)"
)
_LANGUAGES = (
    "english|french|german|spanish|portuguese|italian|dutch|russian|japanese|"
    "korean|mandarin|cantonese|chinese|arabic|"
    "hindi|urdu|turkish|polish|swedish|norwegian|danish|finnish|greek|hebrew|thai|"
    "vietnamese|indonesian|malay|swahili|"
    "ukrainian|czech|hungarian|romanian|catalan|welsh|irish|tagalog|persian|farsi|"
    "bengali|tamil|punjabi|esperanto|"
    "hokkien|hakka|shanghainese"
)
_ZH_LANGUAGES = (
    "英语|英文|法语|德语|西班牙语|葡萄牙语|意大利语|俄语|日语|日文|韩语|韩文|"
    "普通话|粤语|广东话|中文|阿拉伯语|泰语|越南语|"
    "上海话|四川话|闽南语|闽南话|客家话|方言|手语|荷兰语|土耳其语|东北话|温州话|"
    "潮汕话|印尼语|马来语|希腊语|瑞典语"
)
LANGUAGE = f"(?:{_LANGUAGES}|{_ZH_LANGUAGES}|sign language|asl)"
_LANGUAGE = re.compile(LANGUAGE, re.IGNORECASE)
_NOT_PLACES = frozenset(
    ("fear hope peace denial sin pain luxury a the moment present past town sync style").split()
)


def proper(value: str) -> bool:
    """Whether ``value`` looks like a name: a capital in front, or a few Chinese characters."""
    if has_chinese(value):
        return 1 < len(value) <= 12 and not re.search("[我你他她的了吗什不]", value)
    return value[:1].isupper() and len(value.split()) <= 5


def person(value: str) -> bool:
    """Whether ``value`` looks like a person's or an animal's name."""
    if has_chinese(value):
        return 1 < len(value) <= 5 and not re.search(
            "[我你他她它的了吗什不做在是有很]|醒|外卖|车$", value
        )
    words = value.split()
    named = words and words[0][:1].isupper() and words[0] != "ID"
    return bool(named) and len(words) <= 4 and not re.search(r"\d", value)


def place(value: str) -> bool:
    """Whether ``value`` may be where somebody lives: a name, or one or two plain words."""
    if has_chinese(value):
        return 1 < len(value) <= 20 and not re.search(
            "[我你他她了吗什]|一起$|这里|这儿|那儿|那边|哪|学校$|^宿舍", value
        )
    words = value.split()
    if re.search(r"\b(?:floor|parents?|family|own|house|flat|apartment)\b", value):
        return False
    return len(words) <= 6 and (
        value[:1].isupper() or (len(words) <= 2 and words[0] not in _NOT_PLACES)
    )


def language(value: str) -> bool:
    """Whether ``value`` is a language."""
    return bool(_LANGUAGE.fullmatch(value))


def job(value: str) -> bool:
    """Whether ``value`` is a job; "seeing the dentist" is none."""
    if re.match(r"\w+ing (?:the|my|our|an?)\b", value):
        return False
    return bool(EN_JOB.fullmatch(value) or re.fullmatch(ZH_JOB, value))


_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛"
    "叶阎余潘杜戴夏钟汪田任姜范石姚谭廖邹熊陆郝孔崔康毛邱秦江史顾侯邵孟龙段钱汤尹黎易武乔贺赖龚"
    "牛柳阮蓝倪严葛殷施洪翁樊俞聂庄左祝耿关焦柏欧齐毕骆温盛童舒凌霍甘包章"
)
_TITLED = re.compile(
    f"[{_SURNAMES}][\u3400-\u9fff]?(?:教授|医生|老师|律师|经理|教练|主任|师傅|总监)"
)


def titled(value: str) -> bool:
    """Whether ``value`` is a person by surname and title (``王教授``), and not what one is."""
    return bool(_TITLED.fullmatch(value))


def short(value: str) -> bool:
    """Whether ``value`` is no more than a few words."""
    return len(value) <= 16 if has_chinese(value) else len(value.split()) <= 6


_CITIES = (
    "北京 上海 广州 深圳 杭州 南京 苏州 成都 重庆 武汉 西安 天津 长沙 "
    "郑州 青岛 大连 厦门 宁波 无锡 合肥 福州 济南 昆明 沈阳 哈尔滨 长春 "
    "南昌 贵阳 南宁 太原 石家庄 海口 兰州 乌鲁木齐 拉萨 银川 西宁 呼和浩特 "
    "珠海 东莞 佛山 温州 香港 澳门 台北 高雄 东京 大阪 首尔 新加坡 纽约 "
    "伦敦 巴黎 柏林 悉尼 墨尔本 多伦多 温哥华 洛杉矶 旧金山 西雅图 波士顿 "
    "曼谷 国外 外地 老家 县城 美国 英国 日本 德国 法国 加拿大 澳洲"
)
CITIES = frozenset(_CITIES.split())
"""Places that are no employers: in Chinese one works 在 a firm and 在 a town alike."""
_NATIONS = re.compile(
    r"(?:ish|ese|[a-z]ian|[a-z]ican|[a-z]ean|ist|ic)$|^(?:French|Dutch|Greek|Swiss|"
    r"Thai|Hindu|Muslim|Jewish|German|"
    r"OK|Okay|Type|Team|Team .*|Mr|Ms|God|Sorry|Happy|Busy|Good|Fine|Gemini|Leo|"
    r"Libra|Virgo|Aries|Taurus|Pisces)$"
)


def called(value: str) -> bool:
    """Whether ``value`` after "I'm" is a name: a capital, and no nation, faith or mood."""
    return person(value) and not _NATIONS.search(value) and len(value.split()) <= 2


_NO_APP = re.compile(
    r"(?:celsius|fahrenheit|kelvin|metric|imperial|[\w ]*\bmode|[\w ]*units|i|cash|siri|tandem|"
    r"(?:google |apple |samsung )*(?:iphone|ipad|pixel|galaxy|mac|macbook|android|windows|linux|pc)"
    r"\b.*|(?:my|your|his|her|the|a|an|it|that|this|them)\b.*)"
)
_ZH_APP = re.compile(
    "[\u3400-\u9fff]{1,5}(?:软件|应用|app|地图|音乐|浏览器|翻译|词典|笔记|日历|邮箱|阅读|出行|打车|外卖)"
)
_ZH_TOOL = re.compile("[机脑板箱金卡笔纸本心力手车具]$|[我你他她的了吗什不这那]|耳机|中文|家里")


def known_app(value: str) -> bool:
    """Whether ``value`` is a name of an app that Tandem knows, or of which it knows what for."""
    return package_of(value) in APPS or (has_chinese(value) and bool(purposes_of(value)))


def app(value: str) -> bool:
    """Whether ``value`` may be an app: one that is known, a name with a capital, or in Chinese one
    that says so (``某某地图``)."""
    small = value.lower()
    if known_app(value):
        return True
    if " for " in small or language(value) or _NO_APP.fullmatch(small) or len(value.split()) > 3:
        return False
    if has_chinese(value):
        return bool(_ZH_APP.fullmatch(small))
    return bool(re.match(r"[A-Z]|[a-z]{1,2}[A-Z]", value))


def nameless_app(value: str) -> bool:
    """Whether ``value`` may be an app where it is said what it is used for: in Chinese any short
    word that is no tool of another sort."""
    bare = has_chinese(value) and 2 <= len(value) <= 5
    return app(value) or (bare and not _ZH_TOOL.search(value) and not language(value))
