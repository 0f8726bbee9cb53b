"""Who belongs to somebody: family, friends, people at work, and animals, by their names."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.people import EN_PET, EN_RELATION, ZH_PET, ZH_RELATION
from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.subjects import ZH_SMALL_NAME
from tandem_edge.memory.extraction.vocabulary import BE, HAVE, ZH_JOB, person

_EN_NAME = r"(?P<value>(?:(?:mr|mrs|ms|dr|prof)\.? )?[a-z][\w'-]+(?: [a-z][\w-]+)?)"
_TREATING = r"(?:dr|doctor|prof|professor)\b"
"""Whom one sees for other reasons."""
_ZH_NAME = "(?P<value>[\u3400-\u9fff]{2,3}|[a-z][\\w-]+)"

ZH_JOB_ALONE = re.compile(ZH_JOB)

FAMILY: tuple[Rule, ...] = (
    of(
        "{rel}",
        rf"{EN_RELATION}(?:'s name)?(?: is|'s) (?:called |named )?{_EN_NAME}$",
        check=person,
    ),
    of("{rel}", rf"{EN_PET}(?:'s name)?(?: is|'s) (?:called |named )?{_EN_NAME}$", check=person),
    bare(
        "{rel}",
        rf"(?:.* )?(?:my|our) {EN_RELATION},? (?P<value>[a-z](?:[\w-]|'(?!s\b))*[a-z])(?=$|[ ,.'])",
        check=person,
        sure=0.9,
    ),
    bare(
        "{rel}",
        rf"(?:.* )?(?:my|our) {EN_PET},? (?P<value>[a-z](?:[\w-]|'(?!s\b))*[a-z])(?=$|[ ,.'])",
        check=person,
        sure=0.9,
    ),
    bare("{rel}", rf"{_EN_NAME}(?: is|'s) (?:my|our) {EN_RELATION}$", check=person),
    bare("{rel}", rf"{_EN_NAME}(?: is|'s) (?:my|our) {EN_PET}$", check=person),
    rule(
        "{rel}",
        rf"(?:{HAVE}|{BE} married to|adopted|(?:just )?got) (?:an? |the |one |my "
        rf")?(?:\w+ )?{EN_RELATION} (?:called|named|whose name is) {_EN_NAME}",
        check=person,
    ),
    rule(
        "{rel}",
        rf"(?:{HAVE}|adopted|'ve adopted|rescued|bought|(?:just )?got) (?:an? |the |"
        rf"one )?(?:\w+ )?{EN_PET} (?:called|named|whose name is) {_EN_NAME}",
        check=person,
    ),
    rule(
        "{rel}",
        rf"{HAVE} (?:an? |one )(?:\w+ )?(?:{EN_RELATION}), {_EN_NAME}$",
        check=person,
    ),
    rule(
        "partner",
        rf"(?:{BE} married to|{BE} dating|{BE} engaged to|married|started "
        rf"dating|(?:started|been|have been|has been|'ve been) seeing(?! {_TREATING})|"
        rf"{BE} seeing (?:someone|somebody) (?:called|named)) {_EN_NAME}",
        check=person,
    ),
    # Who is "seeing Coldplay" goes to a concert: a partner is seen for a time.
    rule(
        "partner",
        rf"{BE} seeing (?!{_TREATING}){_EN_NAME}(?= (?:these days|since|romantically)\b)",
        check=person,
    ),
    rule(
        "pet",
        rf"{HAVE} (?:an? |one |two |three )?(?P<value>dog|cat|dogs|cats|rabbit|rabbits|"
        r"hamster|parrot|tortoise|goldfish|puppy|kitten)$",
    ),
    bare(
        "{rel}",
        f"我(?:家|们家)?的?{ZH_RELATION}(?:的名字|的全名|全名|名字)?(?:叫做?|名叫|是叫){_ZH_NAME}$",
        check=person,
    ),
    bare(
        "{rel}",
        f"我(?:们)?家?的?{ZH_RELATION}(?P<value>{ZH_SMALL_NAME})",
        check=person,
        sure=0.9,
    ),
    bare("{rel}", f"我(?:们)?的?{ZH_RELATION}的?名字是{_ZH_NAME}$", check=person),
    of("{rel}", f"{ZH_RELATION}(?:的名字)?(?:叫做?|名叫){_ZH_NAME}$", check=person),
    of("{rel}", f"{ZH_PET}(?:的名字)?(?:叫做?|名叫|是){_ZH_NAME}$", check=person),
    bare(
        "{rel}",
        f"我(?:们)?家?(?:的|那只|养的)?{ZH_PET}(?:的名字)?(?:叫做?|名叫){_ZH_NAME}$",
        check=person,
    ),
    rule(
        "{rel}",
        f"(?:刚|新)?(?:有|养了?|领养了?)(?:一[只条个匹]|[只条个])?[橘黑白花黄灰金小]?{ZH_PET},?(?:名字)?叫{_ZH_NAME}$",
        check=person,
    ),
    rule("{rel}", f"有(?:一?个)?{ZH_RELATION}叫{_ZH_NAME}$", check=person),
    rule(
        "pet",
        "(?:养了?|领养了)(?:一|两|三)?[只条个匹](?P<value>[\u3400-\u9fff]{0,3}(?:狗|猫|"
        "兔子|仓鼠|鹦鹉|乌龟|猫咪|小狗|金毛|柯基|橘猫|布偶))$",
    ),
    of(
        "{rel}",
        f"{ZH_RELATION}(?:现在)?是(?P<value>[小老阿]?[\u3400-\u9fff][\u3400-\u9fff总]?|"
        f"[\u3400-\u9fff]{{1,2}}(?:老师|医生|总|姐|哥|经理|教授|先生|女士|太太|师傅|大夫|主任|阿姨))$",
        check=lambda value: (
            (
                person(value)
                and not ZH_JOB_ALONE.fullmatch(value)
                and not value.endswith(("人", "师", "生", "员", "厨"))
            )
            or (
                value.endswith(
                    ("老师", "医生", "教授", "总", "先生", "女士", "太太", "师傅", "大夫", "主任")
                )
                and len(value) > 2 - value.endswith("总")
            )
        ),
    ),
    bare("{rel}", f"{_ZH_NAME}是我的?{ZH_RELATION}$", check=person),
    rule(
        "partner",
        "(?:和|跟|与)(?P<value>[\u3400-\u9fff]{2,3})(?:结婚|订婚|在一起|谈恋爱|领证)了",
        check=person,
    ),
)
