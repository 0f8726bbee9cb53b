"""Whether a sentence holds what nobody else should see: a card, a key, a password, an illness.

By the form of numbers and keys, and by a list of words in two languages; a secret that is told in
other words is not seen.
"""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.drugs import tells_of_medicine
from tandem_edge.memory.extraction.folding import fold

_CARD = re.compile(r"(?<![\d.,])\d(?:[ -]?\d){12,18}(?![\d.,]\d|\d)")
_KEY = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[\w-]{12,}|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{16,}|"
    r"\b(?:akia|asia)[0-9a-z]{12,}|\bxox[abprs]-[\w-]{8,}|\baiza[\w-]{20,}|\bglpat-[\w-]{12,}|"
    r"\bhf_[a-z0-9]{16,}|\beyj[\w-]{8,}\.[\w-]{8,}|-----begin [a-z ]*private key"
)
_IS = r"(?:'s| is| was|:| =|=| are| to| changed to| code is)"
_WORD = re.compile(
    rf"\b(?:password|passcode|passphrase|pass ?word|pin|pin code|pin number|cvv|cvc|security code|"
    rf"api key|secret key|access token|recovery (?:code|phrase)|seed phrase|one-time code|2fa code)"
    rf"\b[^.!?]{{0,40}}?{_IS} ?\S|\b(?:code|combination|combo)\b(?!s)(?:[^.!?]{{0,24}}?{_IS}|"
    rf" for [^.!?]{{2,24}})? ?"
    rf"(?:now )?[\w#*]*\d{{2}}[\d-]|\b(?:code|combination|"
    rf"combo)\b[^.!?]{{0,24}}?{_IS} ?(?:now )?[\w#*]*\d|"
    rf"\b(?:pad)?lock(?:er)?\b[^.!?]{{0,16}}?{_IS} ?(?:now )?\d{{1,6}}(?:[- ]\d+)*\b|"
    rf"\b\S*\d\S* is (?:my|the|our) [\w' ]{{0,24}}?(?:password|passcode|pin|code)\b"
)
_ZH_WORD = re.compile(
    "(?:密码|口令|暗号|验证码|安全码|密钥|私钥|助记词|pin码?|令牌)[^.!?]{0,8}?(?:是|:|改成|换成|改为|变成|设成|为|=)"
    "|(?:密码|口令|验证码|密钥|pin码?) ?[0-9a-z]{3,}"
)
_ILL = re.compile(
    r"\b(?:hiv|aids|syphilis|gonorrh?ea|chlamydia|herpes|hepatitis|std|sti|depress(?:ion|ed|ive)|"
    r"bipolar|schizo\w+|psychosis|ptsd|ocd|anxiety|panic (?:attacks?|disorder)|anorexia|bulimi[ac]|"
    r"eating disorder|self-harm|suicid\w+|addict(?:ion|ed)? to|alcoholi[cs]\w*|rehab|abortion|"
    r"miscarriage|infertil\w+|cancer|chemo\w*|diabet\w+|epilep\w+|autis\w+|adhd|dementia|"
    r"asthma\w*|hypertension|high blood pressure|high cholesterol|migraines?|"
    r"arthritis|lupus|multiple sclerosis|parkinson's|heart (?:condition|disease|attack)|stroke|ibs|"
    r"crohn's|colitis|(?:an?|hypo|hyper)(?:aemi|emi|thyroid)\w*|insomnia|sleep apnea|psoriasis)\b"
    "|艾滋|[乙丙]肝|梅毒|淋病|疱疹|肝炎|性病|抑郁|躁郁|双相|精神分裂|精神病|焦虑症|强迫症|恐慌症|惊恐|厌食症|暴食症|"
    "自残|自杀|成瘾|上瘾|酗酒|戒毒|流产|堕胎|不孕|癌|化疗|糖尿病|癫痫|自闭|多动症|痴呆|哮喘|高血压|高血脂|心脏病|冠心病|偏头痛|关节炎|"
    "痛风|甲亢|甲减|红斑狼疮|帕金森|中风|贫血|失眠症|胃溃疡|脂肪肝|肾病"
)
_OWN = re.compile(
    r"\b(?:i|i'm|i've|my|mine|owner|has|have|takes|on|diagnosed|suffers?)\b|[我有患得]|机主|确诊|查出"
)
_NOT_ALLERGIC = re.compile(r"\b(?:not|isn't|aren't) allergic to [^,.;!?]+|对[^,.!?]{1,16}?不过敏")
"""What somebody can have: a medicine in it is not one that is taken."""


def is_secret(text: str) -> bool:
    """Whether ``text`` holds a secret, or tells of somebody's illness or medicine."""
    folded = fold(text).folded
    if any(map(_is_card, _CARD.findall(folded))) or _KEY.search(folded):
        return True
    if _WORD.search(folded) or _ZH_WORD.search(folded):
        return True
    folded = _NOT_ALLERGIC.sub(" ", folded)
    return bool((_ILL.search(folded) or tells_of_medicine(folded)) and _OWN.search(folded))


def tells_of_illness(text: str) -> bool:
    """Whether ``text`` names an illness or a medicine."""
    folded = fold(text).folded
    return bool(_ILL.search(folded) or tells_of_medicine(folded))


def _is_card(said: str) -> bool:
    """Whether a number has the check digit of a payment card (ISO/IEC 7812-1, Luhn's sum)."""
    digits = [int(char) for char in reversed(said) if char.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
