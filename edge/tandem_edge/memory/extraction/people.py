"""People and animals around a speaker: one attribute each, and its words in two languages."""

from __future__ import annotations

from dataclasses import dataclass

from tandem_edge.phone.language.numerals import either


@dataclass(frozen=True, slots=True)
class Relation:
    """Who someone is to the speaker; ``single`` where there is one at a time."""

    name: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    single: bool = False


def _one(name: str, en: str, zh: str) -> Relation:
    return Relation(name, tuple(en.split("|")), tuple(zh.split("|")), single=True)


def _some(name: str, en: str, zh: str) -> Relation:
    return Relation(name, tuple(en.split("|")), tuple(zh.split("|")))


RELATIONS: tuple[Relation, ...] = (
    _one("mother", "mother|mom|mum|mommy|mummy|mama", "妈妈|母亲|老妈|妈"),
    _one("father", "father|dad|daddy|papa", "爸爸|父亲|老爸|爸"),
    _one(
        "partner",
        "wife|husband|partner|girlfriend|boyfriend|fiancé|fiancée|fiance|fiancee|spouse|hubby",
        "老婆|老公|妻子|丈夫|女朋友|男朋友|女友|男友|对象|未婚妻|未婚夫|爱人|媳妇|太太|先生|伴侣",
    ),
    _some(
        "sister",
        "sister|older sister|younger sister|little sister|big sister|twin sister|sis",
        "姐姐|妹妹|姐|妹|大姐|小妹|老妹|双胞胎妹妹",
    ),
    _some(
        "brother",
        "brother|older brother|younger brother|little brother|big brother|bro",
        "哥哥|弟弟|哥|弟|大哥|老弟",
    ),
    _some("son", "son|eldest son|youngest son|boy", "儿子|大儿子|小儿子"),
    _some("daughter", "daughter|eldest daughter|youngest daughter", "女儿|大女儿|小女儿|闺女"),
    _some("child", "kid|child|baby|kids|children", "孩子|小孩|宝宝|娃"),
    _some("grandmother", "grandma|grandmother|granny|gran|nan|nana", "奶奶|外婆|姥姥"),
    _some("grandfather", "grandpa|grandfather|granddad|grandad", "爷爷|外公|姥爷"),
    _some("aunt", "aunt|auntie", "阿姨|姑姑|舅妈|姨妈|婶婶|大姨|小姨"),
    _some("uncle", "uncle", "叔叔|舅舅|伯伯|姑父|姨父"),
    _some("cousin", "cousin", "表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹"),
    _some("nephew", "nephew", "侄子|外甥"),
    _some("niece", "niece", "侄女|外甥女"),
    _one("mother_in_law", "mother-in-law|mother in law", "婆婆|丈母娘|岳母"),
    _one("father_in_law", "father-in-law|father in law", "公公|老丈人|岳父"),
    _one("boss", "boss|manager|line manager|team lead", "老板|上司|领导|经理|主管"),
    _some("colleague", "colleague|coworker|co-worker|workmate|teammate", "同事|队友"),
    _one("best_friend", "best friend|bestie|best mate", "最好的朋友|闺蜜|死党|发小"),
    _some("friend", "friend|mate|buddy|pal", "朋友|好朋友|好友|哥们"),
    _some("roommate", "roommate|flatmate|housemate", "室友|舍友|合租的"),
    _some("neighbour", "neighbour|neighbor|next-door neighbour", "邻居"),
    _one("landlord", "landlord|landlady", "房东"),
    _some("teacher", "teacher|tutor|piano teacher|math teacher", "老师|班主任|钢琴老师|家教"),
    _one("supervisor", "supervisor|advisor|adviser|thesis advisor", "导师"),
    _some("student", "student|pupil", "学生"),
    _some("classmate", "classmate", "同学|同桌"),
    _one("doctor", "doctor|gp|family doctor", "医生|家庭医生"),
    _one("dentist", "dentist", "牙医"),
    _one("therapist", "therapist|counsellor|counselor", "心理咨询师"),
    _one("coach", "coach|trainer|personal trainer", "教练|私教"),
    _one("nanny", "nanny|babysitter|au pair", "保姆|阿姨家政"),
    _one("ex", "ex|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend", "前任|前妻|前夫|前女友|前男友"),
)
"""Every relation that is read, by its attribute."""

PETS: tuple[Relation, ...] = (
    _some("dog", "dog|puppy|pup", "狗|狗狗|小狗"),
    _some("cat", "cat|kitten|kitty", "猫|猫咪|小猫"),
    _some("rabbit", "rabbit|bunny", "兔子"),
    _some("hamster", "hamster", "仓鼠"),
    _some("parrot", "parrot|budgie", "鹦鹉"),
    _some("turtle", "turtle|tortoise", "乌龟"),
    _some("fish", "goldfish|fish", "金鱼"),
    _some("horse", "horse|pony", "马"),
)
"""Animals people keep; their names are values of ``pet.`` and the animal."""

EN = {word: each.name for each in RELATIONS for word in each.en}
ZH = {word: each.name for each in RELATIONS for word in each.zh}
EN_PETS = {word: each.name for each in PETS for word in each.en}
ZH_PETS = {word: each.name for each in PETS for word in each.zh}
NAMES = frozenset(each.name for each in RELATIONS)
SINGLE = frozenset(each.name for each in RELATIONS if each.single)

_ADJECTIVES = (
    "(?:(?:older|younger|little|big|dear|late|new|old|elder|eldest|youngest|twin|lovely|current) )?"
)
EN_RELATION = f"{_ADJECTIVES}(?P<rel>{either(EN)})"
ZH_RELATION = f"(?P<rel>{either(ZH)})"
EN_PET = f"{_ADJECTIVES}(?P<rel>{either(EN_PETS)})"
ZH_PET = f"(?P<rel>{either(ZH_PETS)})"

_SHOWN_ZH = {each.name: each.zh[0] for each in (*RELATIONS, *PETS)}
_SHOWN_ZH |= {
    "partner": "伴侣",
    "sister": "姐妹",
    "brother": "兄弟",
    "cousin": "表亲",
    "grandmother": "奶奶或外婆",
    "grandfather": "爷爷或外公",
    "aunt": "姑姑或姨妈",
    "uncle": "叔叔或舅舅",
    "nephew": "侄子或外甥",
    "niece": "侄女或外甥女",
    "mother_in_law": "婆婆或岳母",
    "father_in_law": "公公或岳父",
}
"""What stands for all the words of a relation that Chinese tells apart."""


def relation_of(word: str) -> str:
    """The attribute of a relation or, after ``pet.``, of an animal; ``""`` if it is neither."""
    known = EN.get(word) or ZH.get(word)
    if known:
        return known
    animal = EN_PETS.get(word) or ZH_PETS.get(word)
    return f"pet.{animal}" if animal else ""


def shown(name: str, language: str) -> str:
    """A relation's or an animal's word in ``language``."""
    bare = name.removeprefix("pet.")
    if language == "zh":
        return _SHOWN_ZH.get(bare, bare)
    return bare.replace("_", "-" if bare.endswith("_in_law") else " ")
