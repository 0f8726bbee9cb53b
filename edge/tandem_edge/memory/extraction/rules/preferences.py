"""What somebody likes, does not like, likes better and likes best."""

from __future__ import annotations

from tandem_edge.memory.extraction.people import EN
from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import BE, V, short
from tandem_edge.phone.language.numerals import either

_LOVE = (
    "(?:like|likes|liked|love|loves|loved|adore|adores|enjoy|enjoys|{be} (?:really "
    "|a big |such a |a huge )?(?:into|fond of|keen on|"
    "crazy about|obsessed with|fan of|a fan of|hooked on|addicted to|passionate "
    "about)|have a soft spot for|can't live without|fell in love with)"
).replace("{be}", BE)
_NOT = "(?:don't|do not|doesn't|does not|didn't|never)"
_HATE = (
    f"(?:(?:{_NOT}) (?:really |much |particularly )?(?:like|liked|love|enjoy|care "
    "for)|hate|hates|hated|can't stand|cannot stand|can't bear|detest|detests|"
    "dislike|dislikes|"
    f"loathe|loathes|despise|{BE} not (?:a fan of|a big fan of|into|fond of|keen "
    f"on|crazy about)|{BE} sick of|{BE} tired of|{BE} scared of|{BE} afraid of|"
    f"{BE} terrified of)"
)
_ZH_LOVE = (
    "(?:喜欢上|喜欢|爱上|热爱|酷爱|爱(?=[吃喝看听玩跑打做唱读逛旅画写养睡])|"
    "迷上了?|好(?=这口)|钟爱|偏爱|痴迷|沉迷|着迷于)"
)
_ZH_HATE = (
    "(?:不(?:太|怎么|大|是很|喜)?喜欢|不爱(?=[吃喝看听玩跑打做唱读逛])|讨厌|受不了|"
    "最烦|烦(?=[死别人])|最怕|害怕|怕(?=[狗猫蛇虫高黑打热冷辣吵])|反感|恨|吃不惯|"
    "喝不惯|厌恶|接受不了|忍不了)"
)

FAMILY: tuple[Rule, ...] = (
    rule(
        "dislikes",
        rf"{_HATE} (?!to be honest){V}",
        listed=True,
        check=short,
        denies=False,
        ends=False,
    ),
    rule(
        "likes",
        rf"{_LOVE} (?!.* (?:more|better) than )(?!(?:my|our) {either(EN)}\b)(?!to "
        r"(?:think|know|say|believe|see if|"
        rf"be)\b|being|it|how|when|that|the (?:way|idea|fact)){V}",
        listed=True,
        check=short,
        denies=False,
    ),
    rule(
        "prefers",
        r"(?:prefer|prefers|'d rather have|favou?r|favou?rs|'ve come to prefer) (?:to "
        rf")?{V}",
        check=short,
        denies=False,
    ),
    rule(
        "prefers",
        r"(?:like|likes|love|loves) (?P<value>[^,]{2,40}?) (?:more|better) than\b",
        check=short,
        denies=False,
    ),
    rule(
        "prefers",
        rf"{BE} more of an? (?P<value>[^,]{{2,30}}?)(?: (?:person|guy|girl|kind of "
        r"person|drinker|lover|type))(?:$|,| than| really| to be)",
    ),
    rule(
        "likes",
        rf"{BE} (?:an? )?(?:big |huge |real |total )?(?P<value>[^,]{{2,30}}?)(?: "
        r"(?:person|lover|fan|addict|enthusiast|nerd|geek|buff))$",
        check=lambda value: (
            short(value)
            and value
            not in (
                "morning",
                "night",
                "good",
                "bad",
                "people",
                "busy",
                "nice",
                "private",
                "big",
                "a",
                "the",
                "happy",
                "quiet",
                "different",
                "changed",
                "new",
            )
        ),
        sure=0.9,
    ),
    of(
        "favourite.{thing}",
        rf"(?:all-time |absolute )?favou?rite (?P<thing>[\w -]{{2,24}}?)(?: (?:of all "
        r"time|ever|right now|these days|has always been|has to be|is|are|has got to "
        rf"be|'s)){{1,2}}(?: (?:probably|definitely|still|now|to eat|actually))* {V}",
        check=short,
    ),
    of("favourite.{thing}", rf"favou?rite (?P<thing>[\w -]{{2,24}}?)(?:'s|:) {V}", check=short),
    bare(
        "favourite.{thing}",
        r"(?P<value>[\w' -]{2,40}?) is (?:my|our) (?:all-time |absolute )?favou?rite "
        r"(?P<thing>[\w -]{2,24}?)(?: (?:ever|of all time|right now|in the world))?$",
        check=short,
    ),
    of(
        "favourite.{thing}",
        f"最(?:喜欢|爱)(?:吃|喝|看|听|玩|去)?的?(?P<thing>[\u3400-\u9fff]{{1,5}}?)(?:就"
        f"|一直|永远|应该|还)?是{V}",
        check=short,
    ),
    bare(
        "favourite.{thing}",
        "(?P<value>[^,]{1,12}?)是我最(?:喜欢|爱)(?:吃|喝|看|听|玩|"
        "去)?的?(?P<thing>[\u3400-\u9fff]{1,5})$",
        check=short,
    ),
    rule(
        "favourite.{thing}",
        f"最(?:喜欢|爱)(?:吃|喝|看|听|玩|去)?的(?P<thing>[\u3400-\u9fff]{{1,5}}?)(?:就|"
        f"一直|永远|应该|还)?是{V}",
        check=short,
    ),
    rule(
        "prefers",
        f"(?:更|比较|还是|宁愿|宁可|倾向于?)(?:喜欢|爱|想|偏向|习惯)?(?!.*(?:的人|而已)){V}",
        check=short,
        denies=False,
        ends=False,
        sure=0.9,
    ),
    bare(
        "prefers",
        f"(?:比起|相比|跟)[^,]{{1,14}}(?:我|相比我|来说我|比我)(?:还是)?更?(?:更|还是|"
        f"比较)(?:喜欢|爱|偏爱)?{V}",
        check=short,
    ),
    rule(
        "likes",
        f"(?:特别|非常|超|很|最|可|贼|挺|蛮)?(?<!不){_ZH_LOVE}(?!(?:吃|喝|看|听|玩|去|"
        f"做)?的|[你他她它]|这种感觉|我)(?!.*(?:胜过|超过)){V}",
        listed=True,
        check=short,
        denies=False,
    ),
    rule(
        "dislikes",
        f"(?:真的|实在|特别|最|超|很|一直|非常|有点)?{_ZH_HATE}(?![你他她它]|这种|[^,]{{0,4}}的[^,]{{1,5}}是){V}",
        listed=True,
        check=short,
        denies=False,
        ends=False,
    ),
    rule(
        "dislikes",
        f"最(?:怕|讨厌|烦|不喜欢|不爱|受不了)(?:吃|喝|看|听|做|去)?的[\u3400-\u9fff]{{1,4}}?(?:就|还|一直)?是{V}",
        check=short,
        ends=False,
    ),
    bare(
        "dislikes",
        "(?P<value>[^,我]{1,8})我(?:是)?(?:真的?|实在|一直|完全|从来)?(?:受不了|不喜欢|"
        "吃不惯|喝不惯|接受不了|讨厌)$",
        check=short,
    ),
    bare(
        "likes",
        "(?P<value>[^,我]{1,8})我(?:是)?(?:真的?|一直|特别|超|很|最)?(?:喜欢|爱吃|爱喝|爱看|爱听)$",
        check=short,
    ),
    rule(
        "supports",
        rf"(?:support|supports|{BE} an? (?=\w+ (?:fan|supporter))) ?(?P<value>[\w "
        rf"]{{2,30}}?)(?: (?:fan|supporter))?$",
        check=lambda value: value[:1].isupper(),
        denies=False,
    ),
    rule("supports", "是(?P<value>[^,的]{2,8}?)(?:的)?(?:球迷|铁粉|死忠粉?|粉丝)"),
    rule("hobby", rf"(?:hobby|hobbies) (?:is|are|include|includes) {V}", listed=True),
    of(
        "hobby",
        r"(?:main |favou?rite |biggest )?(?:hobby|hobbies|pastime)(?:'s| is| are| "
        rf"include) {V}",
        listed=True,
        check=short,
    ),
    of(
        "hobby",
        f"(?:最大的|主要的?)?(?:爱好|兴趣|业余爱好)(?:就|一直)?(?:是|有|包括){V}",
        listed=True,
        check=short,
    ),
)
