"""Who somebody is: names, age, birthday, origin, languages, numbers, measures."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import (
    BE,
    LANGUAGE,
    NUMBER,
    ZH_NUMBER,
    V,
    called,
    language,
    person,
    place,
    short,
)

_DATE = re.compile(
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|[月号]|\d[-/]\d|初|christmas|"
    r"new year|节|除夕",
    re.IGNORECASE,
)
_NOT_FROM = re.compile(
    "[好坏女男老主本别军病路工猎大新机外好]|年轻|中年|成年|左撇|夜猫|普通|聪明|"
    "简单|什么|自己|一家|他们|独立"
)
_NO_AGE = (
    r"(?! ?(?:%|percent|minutes?|mins?|hours?|days?|weeks?|months? away|km|miles?|"
    r"kg|pounds?|cm|feet|ft|am\b|pm\b|:|st\b|nd\b|rd\b|th\b|of\b|people))"
)


def _dated(value: str) -> bool:
    return bool(_DATE.search(value)) and len(value) <= 40


def _from(value: str) -> bool:
    return not _NOT_FROM.search(value)


FAMILY: tuple[Rule, ...] = (
    rule("name", rf"{BE} (?:called|named) {V}", check=person),
    rule(
        "name",
        rf"{BE} (?!(?:on|in|at|from|with) )(?P<value>[a-z][\w'-]+(?: [a-z][\w'-]+)?)$",
        check=called,
        denies=False,
        ends=False,
        sure=0.8,
    ),
    rule(
        "nickname",
        "是(?P<value>[小老阿](?![师板孩外人二学朋家弟妹哥姐])[\u3400-\u9fff])$",
        denies=False,
        sure=0.8,
    ),
    rule("hometown", "在(?P<value>[^,.]{2,8}?)(?:长大|出生)的?$", check=place),
    of("name", rf"(?:full |first |real )?name(?:'s| is) {V}", check=person),
    bare("name", r"(?P<value>[a-z][\w'-]+) here$", check=person, sure=0.8),
    bare(
        "name",
        r"(?:this is|it's) (?P<value>[a-z][\w'-]+)(?: speaking|, your (?:owner|user))$",
        check=person,
    ),
    rule(
        "name",
        "(?:的)?(?:大名|名字)?叫(?:做)?(?P<value>[\u3400-\u9fff]{2,4}|[a-z][\\w-]+)$",
        check=person,
    ),
    of(
        "name",
        "(?:名字|全名|大名|本名)(?:是|叫做?)(?P<value>[\u3400-\u9fff]{2,4}|[a-z][\\w-]+)$",
        check=person,
    ),
    rule("nickname", rf"(?:go|goes) by {V}", check=person),
    of("nickname", rf"nickname(?:'s| is) {V}", check=short),
    of("nickname", f"(?:小名|外号|昵称|网名)(?:是|叫)?{V}", check=short),
    rule(
        "age",
        rf"{BE} (?:about |almost )?(?P<value>{NUMBER})(?: years?[ -]old)?{_NO_AGE}(?:$|"
        r",| and| now)",
    ),
    rule(
        "age",
        rf"(?:turned|turn|turns) (?P<value>{NUMBER}){_NO_AGE}(?=$|,| (?:on|in|last|"
        r"this|today|yesterday|next|years))",
    ),
    of("age", rf"age(?:'s| is) (?P<value>{NUMBER})$"),
    rule(
        "age",
        f"(?:今年)?(?:是|有|满|刚满|刚过)?(?P<value>{ZH_NUMBER}岁半?)(?!的|时|那|就|之|"
        "以|前|后|开|左)",
    ),
    of(
        "birthday",
        rf"(?:birthday|bday|b-day|date of birth)(?:'s| is| falls)(?: on)? {V}",
        check=_dated,
        raw=True,
    ),
    rule("birthday", rf"(?:was|were) born on {V}", check=_dated, raw=True),
    rule("birthday", rf"(?:turn|turns|turned) {NUMBER} on (?P<value>.+)", check=_dated, raw=True),
    bare(
        "birthday",
        r"(?P<value>(?:[a-z]+ \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:of "
        r")?[a-z]+)) is my birthday$",
        check=_dated,
        raw=True,
    ),
    of("birthday", f"生日(?:是|在|为|:)?(?:每年)?(?:的)?{V}", check=_dated, raw=True),
    rule(
        "birthday",
        "(?:是)?(?P<value>[^,]*[月号日初廿一二三四五六七八九十])(?:出生|生)的?$",
        check=_dated,
        raw=True,
    ),
    rule("birthday", "过(?P<value>农历[^,]*|阴历[^,]*)的?生日", check=_dated),
    rule(
        "hometown",
        rf"(?:{BE} )?(?:originally )?from {V}",
        check=lambda value: value[:1].isupper() and place(value),
    ),
    rule(
        "hometown",
        r"(?:grew up in|was born in|was born and raised in|come from|comes from|hail "
        rf"from) {V}",
        check=lambda value: value[:1].isupper() and place(value),
    ),
    of("hometown", rf"home ?town(?:'s| is) {V}", check=place),
    rule(
        "hometown",
        "是(?:地道的?|土生土长的?|地地道道的?)?(?P<value>[\u3400-\u9fff]{2,4})人$",
        check=_from,
    ),
    rule("hometown", f"(?:老家(?:是|在)|来自){V}", check=place),
    rule("speaks", rf"(?:can )?(?:speak|speaks) {V}", listed=True, check=language),
    rule("speaks", rf"{BE} fluent in {V}", listed=True, check=language),
    rule("speaks", f"[会能](?:说|讲){V}", listed=True, check=language),
    of(
        "native_language",
        rf"(?:native language|mother tongue|first language) is {V}",
        check=language,
    ),
    rule("native_language", rf"{BE} a native (?P<value>{LANGUAGE}) speaker"),
    of("native_language", f"母语是{V}", check=language),
    of(
        "phone_number",
        r"(?:(?:new|mobile|cell|phone) )*(?:number|mobile|cell)(?:'s| is) "
        r"(?P<value>\+?[\d][\d ()-]{5,18}\d)",
        raw=True,
    ),
    of(
        "phone_number",
        "(?:新)?(?:手机号码?|电话号码?|电话|手机)(?:现在)?(?:是|:|换成|"
        "改成)(?:了)?(?P<value>\\+?[0-9][0-9 -]{5,18}[0-9])",
        raw=True,
    ),
    of(
        "email",
        r"(?:(?:new|work|personal) )?e-?mail(?: address)?(?:'s| is) "
        r"(?P<value>[\w.+-]+@[\w.-]+\w)",
        raw=True,
    ),
    of(
        "email",
        r"(?:新)?(?:邮箱|电子邮箱|邮件地址)(?:地址)?(?:是|:|换成|"
        r"改成)(?P<value>[\w.+-]+@[\w.-]+\w)",
        raw=True,
    ),
    rule(
        "height",
        r"(?:'m|'s|am|is) (?P<value>\d(?:'|ft | feet )\d{1,2}\"?|1[.,]?\d\d? ?(?:m|cm)|"
        r"\d{3} ?cm)(?: tall)?",
        raw=True,
    ),
    rule(
        "height",
        "(?:身高|高)(?:是)?(?P<value>1[0-9]{2}(?:cm|厘米)?|一米[一-九0-9]{1,2}|1米[0-9]{1,2})",
        raw=True,
    ),
    rule(
        "weight",
        r"(?:weigh|weighs) (?P<value>\d{2,3}(?:\.\d)? ?(?:kg|kilos|pounds|lbs|stone))",
        raw=True,
    ),
    rule(
        "weight",
        r"(?:'m|'s|am|is) (?:now )?(?:down|up) to (?P<value>\d{2,3}(?:\.\d)? ?(?:kg|kilos|"
        r"pounds|lbs|stone))",
        raw=True,
    ),
    of(
        "weight",
        r"weight(?:'s| is) (?P<value>\d{2,3}(?:\.\d)? ?(?:kg|kilos|pounds|lbs|stone))",
        raw=True,
    ),
    rule(
        "weight",
        "(?:瘦|胖|减|降|重|涨)到了?(?P<value>[0-9]{2,3}(?:\\.[0-9])?(?:kg|公斤|斤|千克))",
        raw=True,
    ),
    rule("weight", "体重(?:是)?(?P<value>[0-9]{2,3}(?:\\.[0-9])?(?:kg|公斤|斤|千克))", raw=True),
    of("size.shoe", r"shoe size(?:'s| is) (?P<value>\d{1,2}(?:\.5)?)"),
    rule("size.shoe", r"(?:wear|wears|take|takes) (?:a )?size (?P<value>\d{1,2}(?:\.5)?) shoes?"),
    of("size.shoe", "(?:鞋码|鞋子尺码)是?(?P<value>[0-9]{2}(?:\\.5)?码?)"),
    rule("size.shoe", "穿(?P<value>[0-9]{2}(?:\\.5)?)码的?鞋"),
    rule(
        "marital_status",
        rf"(?:{BE}|got) (?P<value>single|married|divorced|widowed)(?:$|,| "
        r"(?:now|to|and|last|in|since))",
    ),
    rule(
        "marital_status",
        rf"(?:{BE}|got) (?P<value>engaged)(?:$|,| (?:now|and|last|in|since))",
    ),
    rule(
        "marital_status",
        rf"(?:{BE}|got) (?P<value>engaged to [a-z][\w'-]+)(?= |$|,)",
    ),
    rule("marital_status", "(?:是)?(?P<value>单身|已婚|未婚|离异|离婚|结婚|订婚)了?$", begins=True),
)
