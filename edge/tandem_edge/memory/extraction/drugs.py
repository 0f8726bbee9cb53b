"""Medicines by their names and endings, and doses: what is taken is nobody else's business.

Endings are the stems of the WHO's international nonproprietary names (INN) that no everyday word
has, and their usual Chinese renderings; beside them, names that are in daily use.
"""

from __future__ import annotations

import re

_STEMS = (
    "pril|sartan|statin|dipine|olol|prazole|oxetine|traline|setron|triptan|gliptin|gliflozin|"
    "glutide|formin|cillin|mycin|floxacin|cycline|afil|azepam|zolam|lukast|parin|xaban|mab|conazole"
)
_NAMES = (
    "insulin|aspirin|ibuprofen|paracetamol|acetaminophen|metformin|warfarin|levothyroxine|"
    "methotrexate|prednisone|prednisolone|lithium|lamotrigine|citalopram|escitalopram|venlafaxine|"
    "duloxetine|bupropion|mirtazapine|trazodone|quetiapine|olanzapine|risperidone|aripiprazole|"
    "methylphenidate|ritalin|adderall|xanax|valium|prozac|zoloft|lexapro|wellbutrin|ventolin|"
    "albuterol|salbutamol|gabapentin|pregabalin|tramadol|codeine|morphine|naproxen|cetirizine|"
    "loratadine|clopidogrel|digoxin|furosemide|spironolactone|hydrochlorothiazide|allopurinol|"
    "colchicine|ozempic|wegovy|eliquis|xarelto|tamoxifen|finasteride|minoxidil|antidepressants?|"
    "antibiotics|beta blockers?|blood thinners?|statins|painkillers|sleeping pills|melatonin"
)
EN_DRUG = rf"(?:(?:{_NAMES})|[a-z]{{3,}}(?:{_STEMS}))"
"""A medicine in a folded English text."""
_ZH_STEMS = (
    "沙坦|地平|洛尔|普利|他汀|双胍|西林|沙星|霉素|拉唑|替丁|西泮|唑仑|西汀|舍曲林|"
    "格列[\u3400-\u9fff]{1,2}|列净|列汀|鲁肽|噻嗪"
)
_ZH_NAMES = (
    "胰岛素|阿司匹林|布洛芬|对乙酰氨基酚|华法林|优甲乐|左甲状腺素|百忧解|左洛复|来士普|泰诺|芬必得|褪黑素|安眠药|降压药|降糖药|"
    "抗抑郁药|避孕药|抗生素|止痛药|消炎药|感冒药|胃药|激素|碳酸锂|奥氮平|喹硫平|利培酮|阿立哌唑|专注达|文拉法辛|度洛西汀|"
    "曲唑酮|甲氨蝶呤|泼尼松|强的松|氯雷他定|西替利嗪|顺尔宁|孟鲁司特|氯吡格雷|波立维|拜新同|立普妥|达美康|二甲双胍|非布司他|"
    "秋水仙碱|别嘌醇|螺内酯|速效救心丸|逍遥丸|六味地黄丸|中药"
)
ZH_DRUG = f"(?:(?:{_ZH_NAMES})|[\u3400-\u9fff]{{1,4}}?(?:{_ZH_STEMS}))(?:片|胶囊|缓释片|肠溶片)?"
"""A medicine in a folded Chinese text."""
EN_DOSE = (
    r"(?:\d+(?:[.,]\d+)?|half an?|an?|one|two|three) ?(?:mg|mcg|micrograms?|milligrams?|grams?|"
    r"ml|units?|iu|tablets?|pills?|puffs?|capsules?|drops?)"
)
"""How much is taken at once."""
ZH_DOSE = (
    "(?:[0-9]+(?:[.][0-9]+)?|[半一两二三四五六七八九十百]+)(?:毫克|微克|克|mg|毫升|ml|片|粒|颗|"
    "单位|滴|支|袋|丸)"
)
"""The same in Chinese."""
_TAKEN = re.compile(
    rf"\b{EN_DRUG}\b|\b(?:tak(?:e|es|ing)|took|on|prescribed|dose) (?:\w+ ){{0,2}}?{EN_DOSE}"
    rf"|{ZH_DRUG}|(?:吃|服用?|注射)(?:了|着)?{ZH_DOSE}[^,.]{{0,8}}药"
)


def tells_of_medicine(folded: str) -> bool:
    """Whether a folded text names a medicine, or how much of one is taken."""
    return bool(_TAKEN.search(folded))
