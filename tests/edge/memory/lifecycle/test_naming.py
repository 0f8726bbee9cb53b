"""A name is found in characters and in pinyin, and other words are not taken for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypinyin import lazy_pinyin

from tandem_edge.memory.lifecycle.naming import crosses, names, spelled_in
from tandem_edge.memory.lifecycle.never import Never, Sort

IN_NAMES = (
    "伟刚勇毅俊峰强军平保东文辉力明永健世广志义兴良海山仁波宁贵福生龙元全国胜学祥才发武新利清"
    "飞彬富顺信子杰涛昌成康星光天达安岩中茂进林有坚和彪博诚先敬震振壮会思群豪心邦承乐绍功松善"
    "厚庆磊民友裕河哲江超浩亮政谦亨奇固之轮翰朗伯宏言若鸣朋斌梁栋维启克伦翔旭鹏泽晨辰士以建家"
    "致树炎德行时泰盛雄琛钧冠策腾楠榕风航弘秀娟英华慧巧美娜静淑惠珠翠雅芝玉萍红娥玲芬芳燕彩春"
    "菊兰凤洁梅琳素云莲真环雪荣爱妹霞香月莺媛艳瑞凡佳嘉琼勤珍贞莉桂娣叶璧璐娅琦晶妍茜秋珊莎锦"
    "黛青倩婷姣婉娴瑾颖露瑶怡婵雁蓓纨仪荷丹蓉眉君琴蕊薇菁梦岚苑婕馨瑗琰韵融园艺咏卿聪澜纯毓悦"
    "昭冰爽琬茗羽希欣飘育滢馥筠柔竹霭凝晓欢霄枫芸菲寒伊亚宜可姬舒影荔枝丽阳妮宝贝初程梵罡恒鸿"
    "桦骅剑娇纪宽苛灵玛媚琪晴容睿烁堂唯威韦雯苇萱阅彦宇雨洋忠宗曼紫逸贤蝶菡绿蓝儿烟轩莹芷懿澍"
    "钰晟煜宸奕妤嫣昊昕晗涵淇沁潇灏熙烨焕炜炫瑜珂珏瑄璇璋瓒祺禄禹稷竣笙筱绮缘羿翊聿苒苓茵荟莘"
    "菀葵蔚蕾薰虹蜜衡裴诗语诺谊谣赫跃轶迅迪逍遥邵郁钦铭锋锐镇闻陌隽雷霖霓靖韬颂颜飒骁骏骞鲲鹤"
    "麒麟黎默鼎齐"
)
"""Characters that given names are often written with."""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("王芳喜欢喝茶", "Wang Fang"),
        ("王芳喜欢喝茶", "wang fang"),
        ("王芳喜欢喝茶", "Wáng Fāng"),
        ("I met Wang Fang at the station", "王芳"),
        ("昨天和Wang Fang吃饭", "王芳"),
        ("WANG FANG called", "王芳"),
        ("阿杰搬家了", "A Jie"),
        ("阿杰搬家了", "Ajie"),
        ("A Jie has moved", "阿杰"),
        ("王小明来了", "Wang Xiaoming"),
        ("Wang Xiao-ming is here", "王小明"),
        ("吕布骑马", "Lü Bu"),
        ("Lǚ Bu rides", "吕布"),
        ("張小麗寫了信", "Zhang Xiaoli"),
        ("Mira likes jazz", "mira"),
        ("张伟来了", "Zhang Wei"),
        ("张伟来了", "Wei Zhang"),
        ("张伟来了", "zhangwei"),
        ("张伟来了", "Zhāng Wěi"),
        ("Ask Wei Zhang", "张伟"),
        ("Ask Zhangwei", "张伟"),
        ("Yiying Zhou is here", "周怡莹"),
        ("单田芳说书", "Shan Tianfang"),
        ("曾国藩的家书", "Zeng Guofan"),
        ("解晓东唱歌", "Xie Xiaodong"),
        ("仇英画画", "Qiu Ying"),
        ("尉迟恭守门", "Yuchi Gong"),
        ("欧阳娜娜拉琴", "Ouyang Nana"),
        ("上官婉儿写诗", "Shangguan Wan'er"),
        ("长孙无忌来信", "Zhangsun Wuji"),
        ("吕布骑马", "Lv Bu"),
        ("吕布骑马", "Lu Bu"),
        ("吕布骑马", "Lyu Bu"),
        ("Lu Bu rides", "吕布"),
    ],
)
def test_a_name_is_found_in_either_script(text: str, name: str) -> None:
    assert names(text, name)
    assert Never(sort=Sort.PERSON, text=name).fits("nobody", text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A man walked in", "阿曼"),
        ("Change the lock", "常娥"),
        ("Wang said so. Fang left", "王芳"),
        ("I went to the fang shop", "王芳"),
        ("王先生来了", "Wang"),
        ("雨天不出门", "Yu Tian"),
        ("李芳喜欢喝茶", "Wang Fang"),
        ("Hannah is here", "Ann"),
        ("单位来电话", "Dan Wei"),
        ("上海很热", "Shang Hai"),
        ("Wei said so. Zhang left", "张伟"),
    ],
)
def test_other_words_are_not_taken_for_a_name(text: str, name: str) -> None:
    assert not names(text, name)


def test_every_usual_character_of_a_given_name_is_read() -> None:
    assert len(set(IN_NAMES)) >= 400
    for char in IN_NAMES:
        latin = f"Zhang {lazy_pinyin(char, v_to_u=False)[0].capitalize()}"
        assert names(f"张{char}喜欢喝茶", latin), latin
        assert names(f"I met {latin} today", f"张{char}"), latin


@pytest.mark.parametrize("name", ["Zhang Wei", "Wei Zhang", "张伟", "Ouyang Nana", "Lyu Bu"])
def test_names_of_either_order_and_spelling_are_looked_for_in_both_scripts(name: str) -> None:
    assert crosses(name)


def test_what_was_read_as_the_name_is_told_once() -> None:
    assert spelled_in("王芳和汪方，还有王芳", "Wang Fang") == ["王芳", "汪方"]
    assert spelled_in("Wang Fang and Ms Wang Fang", "王芳") == ["Wang Fang"]


@pytest.mark.parametrize(
    ("name", "both"),
    [("Wang Fang", True), ("王芳", True), ("A Jie", True), ("Mira", False), ("Lei", False)],
)
def test_it_is_known_which_names_have_one_spelling_only(name: str, both: bool) -> None:
    assert crosses(name) is both


@given(st.text(max_size=40), st.text(min_size=1, max_size=20))
def test_no_text_and_no_name_breaks_it_and_what_is_told_stands_in_the_text(
    text: str, name: str
) -> None:
    found = spelled_in(text, name)
    assert bool(found) <= names(text, name)
    assert len(found) == len(set(found))
