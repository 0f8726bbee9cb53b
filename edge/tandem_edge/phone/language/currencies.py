"""Currencies by any of their names, as ISO 4217 codes."""

from __future__ import annotations

import unicodedata

from tandem_edge.phone.language.reading import PhraseError

# Code, units for one US dollar (a plausible day's rate), digits after the point, names.
CURRENCIES: dict[str, tuple[float, int, str]] = {
    "CNY": (7.16, 2, "yuan|renminbi|rmb|chinese yuan|kuai|人民币|元|块|块钱|元人民币"),
    "USD": (1.0, 2, "dollar|us dollar|american dollar|buck|$|us$|美元|美金|刀|美刀"),
    "EUR": (0.92, 2, "euro|€|欧元|欧"),
    "GBP": (0.79, 2, "pound|quid|sterling|pound sterling|british pound|£|英镑|镑"),
    "JPY": (149.5, 0, "yen|japanese yen|日元|日币|日圆|円"),
    "HKD": (7.82, 2, "hong kong dollar|hk dollar|hk$|港币|港元|港纸"),
    "TWD": (31.9, 2, "new taiwan dollar|taiwan dollar|taiwanese dollar|nt$|台币|新台币"),
    "KRW": (1342.0, 0, "won|korean won|south korean won|韩元|韩币|韩圆"),
    "AUD": (1.53, 2, "australian dollar|aussie dollar|a$|澳元|澳币|澳大利亚元"),
    "NZD": (1.65, 2, "new zealand dollar|kiwi dollar|nz$|纽币|新西兰元|纽元"),
    "CAD": (1.36, 2, "canadian dollar|c$|loonie|加元|加币|加拿大元"),
    "SGD": (1.34, 2, "singapore dollar|s$|新币|新加坡元|坡币|新元"),
    "CHF": (0.88, 2, "franc|swiss franc|瑞郎|瑞士法郎|法郎"),
    "THB": (35.4, 2, "baht|thai baht|฿|泰铢|铢"),
    "INR": (83.1, 2, "rupee|indian rupee|₹|卢比|印度卢比"),
    "MYR": (4.71, 2, "ringgit|malaysian ringgit|马币|林吉特|令吉|马来西亚林吉特"),
    "IDR": (15680.0, 0, "rupiah|indonesian rupiah|印尼盾|印尼卢比|印度尼西亚盾"),
    "VND": (24650.0, 0, "dong|vietnamese dong|₫|越南盾"),
    "PHP": (56.1, 2, "philippine peso|菲律宾比索"),
    "MXN": (16.9, 2, "mexican peso|墨西哥比索"),
    "BRL": (4.97, 2, "real|brazilian real|reais|雷亚尔|巴西雷亚尔"),
    "SEK": (10.4, 2, "swedish krona|swedish kronor|瑞典克朗"),
    "NOK": (10.6, 2, "norwegian krone|norwegian kroner|挪威克朗"),
    "DKK": (6.86, 2, "danish krone|danish kroner|丹麦克朗"),
    "PLN": (3.97, 2, "zloty|polish zloty|złoty|兹罗提|波兰兹罗提"),
    "TRY": (32.1, 2, "lira|turkish lira|里拉|土耳其里拉"),
    "AED": (3.67, 2, "dirham|uae dirham|迪拉姆|阿联酋迪拉姆"),
    "ZAR": (18.8, 2, "rand|south african rand|兰特|南非兰特"),
    "RUB": (91.5, 2, "rouble|ruble|russian ruble|₽|卢布|俄罗斯卢布"),
}
AMBIGUOUS = {
    "¥": "CNY or JPY",
    "￥": "CNY or JPY",
    "peso": "MXN or PHP",
    "比索": "MXN or PHP",
    "krona": "SEK",
    "krone": "NOK or DKK",
    "克朗": "SEK, NOK or DKK",
}
_BY_NAME = {
    name: code
    for code, (_, _, names) in CURRENCIES.items()
    for name in (code.casefold(), *names.split("|"))
}


def currency_of(name: str) -> str:
    """The code of the currency called ``name``, singular or plural. Raises ``PhraseError``."""
    word = " ".join(unicodedata.normalize("NFC", name).casefold().split())
    single = word.removesuffix("s")
    if word in AMBIGUOUS or single in AMBIGUOUS:
        raise PhraseError(f"{name!r:.40} may be {AMBIGUOUS.get(word, AMBIGUOUS.get(single))}")
    found = _BY_NAME.get(word) or _BY_NAME.get(single)
    if found is None:
        raise PhraseError(f"{name!r:.40} is not a currency this phone knows")
    return found
