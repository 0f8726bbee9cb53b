"""What somebody's body and table need: allergies, diet, blood, illness, medicine."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.drugs import EN_DOSE, EN_DRUG, ZH_DOSE, ZH_DRUG
from tandem_edge.memory.extraction.rules import Rule, of, rule
from tandem_edge.memory.extraction.vocabulary import BE, HAVE, V, short

_DIET = (
    "vegetarian|vegan|pescatarian|pescetarian|keto|low-carb|gluten-free|gluten "
    "free|halal|kosher|"
    "dairy-free|dairy free|paleo|flexitarian"
)
_ZH_DIET = "吃素|素食主义者?|素食者?|纯素|全素|清真|生酮|低碳|吃斋|无麸质|低糖|控糖|半素"
_ILLNESS = (
    "hiv|aids|hepatitis [abc]|hepatitis|herpes|ptsd|ocd|bipolar disorder|schizophrenia|cancer|"
    "breast cancer|an eating disorder|anorexia|bulimia|dementia|parkinson's|multiple sclerosis|"
    "diabetes|type [12] diabetes|asthma|high blood pressure|hypertension|"
    "migraines?|arthritis|epilepsy|anxiety|depression|"
    "insomnia|adhd|autism|dyslexia|celiac disease|coeliac disease|hay fever|eczema|"
    "psoriasis|anaemia|anemia|high cholesterol|"
    "a heart condition|heart disease|sleep apnea|ibs|a bad back|a bad knee|"
    "tinnitus|gout|a peanut allergy|scoliosis|lupus"
)
_ZH_ILLNESS = (
    "艾滋病?|hiv|乙肝|丙肝|肝炎|双相(?:情感障碍)?|躁郁症|精神分裂症?|强迫症|创伤后应激障碍|厌食症|暴食症|"
    "[\u3400-\u9fff]{0,2}癌|帕金森|老年痴呆|(?:[一二12i]型)?糖尿病|哮喘|高血压|偏头痛|关节炎|癫痫|焦虑症|抑郁症|失眠|多动症|鼻炎|"
    "过敏性鼻炎|湿疹|贫血|高血脂|心脏病|冠心病|胃病|胃炎|颈椎病|腰椎间盘突出|"
    "近视|痛风|低血糖|甲亢|甲减|荨麻疹|脂肪肝|胃溃疡|色盲"
)

_DONE_WITHOUT = (
    r"dairy|milk|cheese|lactose|gluten|wheat|bread|carbs|sugar|sweets|salt|caffeine|eggs?|"
    r"(?:red |raw |white )?meat|pork|beef|lamb|chicken|(?:raw |oily )?fish|sushi|seafood|shellfish|"
    r"prawns?|shrimps?|oysters?|(?:pea|tree )?nuts?|peanuts?|soy|tofu|beans|mushrooms?|onions?|"
    r"garlic|tomatoes|fried food|fast food|junk food|(?:very |too )?spicy(?: food)?|chill?i"
)
"""What who "can't do" it does not eat; of anything else it is no word of food."""
_TAKE = r"(?:take|takes|taking|'m on|am on|is on|'s on|are on|'ve been on|(?:'m|am|is|'s) taking)"
_EN_OTHER = rf"{EN_DRUG}|(?!it\b|the\b|my\b|water|coffee|sugar|vitamin)[a-z]{{5,}}"
_MEDICINE = (
    r"(?:medication|medicine|meds|prescription|antidepressant|blood pressure (?:meds|pills))"
)
_ZH_TAKE = (
    "(?:[每一][天日晚早周]|每天[早晚]上?|早晚|长期|目前|现在|在|一直|还在|要|得|都|饭[前后]|睡前){0,3}"
    "(?:吃|服用|服|打|用)(?:着)?"
)

FAMILY: tuple[Rule, ...] = (
    rule(
        "allergy",
        rf"{BE} (?:severely |badly |very |mildly |deathly )?allergic to {V}",
        listed=True,
        check=short,
    ),
    rule(
        "allergy",
        rf"{HAVE} (?:an? )?(?:severe |bad |mild )?(?:allergy to )(?P<value>.+)",
        listed=True,
        check=short,
    ),
    rule("allergy", rf"{HAVE} (?:an? )?(?:severe |bad |mild )?(?P<value>[a-z]+) allerg(?:y|ies)\b"),
    rule(
        "allergy",
        "对(?P<value>[^,.]{1,16}?)(?:严重|特别|会|轻微|有点|也|都)?(?:的)?(?<!不)过敏",
        listed=True,
    ),
    rule("allergy", "对(?P<value>[^,.]{1,16}?)不过敏", listed=True, negated=True),
    rule(
        "allergy",
        r"(?:outgrew|outgrown|got over|have outgrown|'ve outgrown) (?:my|the|his|"
        r"her) (?P<value>[a-z]+) allergy\b",
        negated=True,
        denies=False,
        ends=False,
    ),
    rule(
        "does_not_eat",
        r"(?:do|can|now|did start to|started to) (?:now )?eat (?P<value>[\w ]+?)(?: (?:now|again|"
        r"these days))+$",
        negated=True,
        denies=False,
        ends=False,
        check=short,
    ),
    rule(
        "does_not_eat",
        "吃(?!肉了|[饭饱完药早午晚])(?P<value>[^,.药饭饱完]{1,6})了$",
        negated=True,
        denies=False,
        ends=False,
    ),
    rule(
        "does_not_eat",
        "(?:现在|又|重新|开始)+(?:能|也|可以|开始)*吃(?!肉了)(?P<value>[^,.药饭饱完]{1,8})了$",
        negated=True,
        denies=False,
        ends=False,
    ),
    rule(
        "diet",
        r"(?:started |have started |'ve started )?(?P<value>eat(?:ing)? meat) again$",
        general=True,
        negated=True,
        denies=False,
        ends=False,
    ),
    rule(
        "diet",
        "(?:又|重新|开始|现在)*(?P<value>吃肉)了$",
        general=True,
        negated=True,
        denies=False,
        ends=False,
    ),
    rule(
        "diet",
        rf"{BE} (?:an? |on an? |on the )?(?:strict |lifelong |mostly "
        rf")?(?P<value>{_DIET})\b",
    ),
    rule(
        "diet",
        r"(?:went|gone|go|turned|became|become|have become) (?:an? "
        rf")?(?P<value>{_DIET})\b",
    ),
    rule(
        "diet",
        r"(?:eat|eats|follow|follows|keep|keeps) (?:an? )?(?:strict "
        rf")?(?P<value>{_DIET})\b",
    ),
    rule(
        "diet",
        f"(?:是|在|改|开始|只|信佛)?(?:个|一个|一名)?(?:做|吃)?(?P<value>{_ZH_DIET})",
        ends=True,
    ),
    rule(
        "does_not_eat",
        r"(?:don't|do not|doesn't|does not|can't|cannot|never|won't) "
        rf"(?:(?:eat|touch) |do (?=(?:any )?(?:{_DONE_WITHOUT})\b))(?P<value>.+)",
        listed=True,
        check=short,
        denies=False,
        ends=False,
    ),
    rule(
        "does_not_drink",
        r"(?:don't|do not|doesn't|does not|can't|cannot|never|won't) drink "
        r"(?P<value>.+)",
        listed=True,
        check=short,
        denies=False,
        ends=False,
    ),
    rule(
        "does_not_eat",
        "(?:从来|从|绝对|一口)?不(?:能|会|爱)?吃(?P<value>[^,.]{1,12})",
        listed=True,
        denies=False,
        ends=False,
    ),
    rule("does_not_eat", "吃不了(?P<value>[^,.]{1,12})", listed=True),
    rule(
        "does_not_drink",
        "(?:从来|从)?不(?:能|会)?喝(?P<value>[^,.]{1,12})",
        listed=True,
        denies=False,
        ends=False,
    ),
    of(
        "blood_type",
        r"blood (?:type|group)(?:'s| is) (?P<value>(?:a|b|ab|o)(?:[+-]| ?(?:positive|"
        r"negative|pos|neg)|)(?=$|[ ,.]))",
        raw=True,
    ),
    rule(
        "blood_type",
        rf"{BE} (?:blood type )?(?P<value>(?:a|b|ab|o) ?(?:[+-]|positive|negative))(?: "
        r"blood)?$",
        raw=True,
    ),
    rule(
        "blood_type",
        rf"(?:{BE}|{HAVE}) (?:blood )?type (?P<value>(?:a|b|ab|o)(?: ?(?:[+-]|positive|"
        r"negative))?)(?: blood)?$",
        raw=True,
    ),
    of("blood_type", "血型(?:是|为|:)?(?P<value>(?:rh阴性)?(?:ab|a|b|o)(?:型)?)"),
    rule("blood_type", "是(?P<value>(?:ab|a|b|o)型)血?$"),
    rule(
        "condition",
        rf"(?:{HAVE}|suffer from|suffers from|was diagnosed with|were diagnosed with|"
        rf"'ve been diagnosed with) (?P<value>{_ILLNESS})\b",
    ),
    rule(
        "condition",
        rf"{BE} (?P<value>hiv[ -]positive|bipolar|diabetic|lactose intolerant|asthmatic|"
        rf"epileptic|anaemic|"
        r"anemic|dyslexic|"
        r"colour-?blind|color-?blind|short-sighted)\b",
    ),
    rule("condition", rf"(?:take|takes) .{{2,40}} for (?:my |his |her )?(?P<value>{_ILLNESS})\b"),
    rule(
        "condition",
        "(?:查出来?|检查出来?|诊断出)?(?:有|得了|患有|得过|"
        f"患了|确诊了?)?(?<=[有了过出来诊])(?:点|轻微的?|严重的?)?(?P<value>{_ZH_ILLNESS})",
    ),
    rule(
        "medication", rf"{_TAKE} (?:[\w.]+ ){{0,4}}?(?P<value>{EN_DRUG}|the pill)\b", denies=False
    ),
    rule("medication", rf"{_TAKE} {EN_DOSE}(?: of)? (?P<value>{_EN_OTHER})", denies=False),
    rule("dose.{thing}", rf"{_TAKE} (?P<value>{EN_DOSE})(?: of)? (?P<thing>{_EN_OTHER})"),
    of("medication", rf"{_MEDICINE}(?:'s| is| are)(?: called)? (?P<value>[a-z][\w -]{{2,30}})$"),
    of("dose.{thing}", rf"(?P<thing>{EN_DRUG})(?: dose)?(?:'s| is)(?: now)? (?P<value>{EN_DOSE})"),
    rule("medication", f"{_ZH_TAKE}(?:{ZH_DOSE}的?)?(?P<value>{ZH_DRUG})", denies=False),
    rule(
        "medication",
        f"{_ZH_TAKE}(?P<value>[^,. 的是]{{1,8}}(?:片|胶囊|药|素|平))$",
        check=lambda value: not re.match(f"{ZH_DOSE}|.*(?:卡|薯|照|图|名|唱|肉|麦|面)片", value),
        denies=False,
    ),
    rule("dose.{thing}", f"{_ZH_TAKE}(?P<value>{ZH_DOSE})的?(?P<thing>{ZH_DRUG})"),
    rule("medication", f"{_ZH_TAKE}的药(?:现在)?(?:是|叫){V}", check=short),
    of("medication", f"(?:{_ZH_TAKE}的)?药(?:现在)?(?:是|叫){V}", check=short),
    of(
        "dose.{thing}",
        f"(?P<thing>{ZH_DRUG})(?:的?剂量)?(?:现在)?(?:是|改成|加到|减到|吃)了?(?P<value>{ZH_DOSE})",
    ),
    rule("condition", "(?:有|是|天生)?(?P<value>乳糖不耐受?|色弱|过敏体质)"),
)
