"""A turn made ready for reading: one spelling to match in, and the same places in what was said.

Patterns are written in lower case and simplified characters. They are matched in a folded copy
that is exactly as long as the text, so that a value is always cut out of the text itself.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_TRADITIONAL = (
    "們歡覺愛討厭對過媽爺貓養學習說會語車電腦買換號碼醫門壓藥點後週鐘時兩禮間頭現裡"
    "裏個萬"
    "億來兒為調開雙從離職當師這還沒讓別發國廣東農曆陰陽臘歲結記話務員網頁麼樣總給關"
    "樂長漢"
    "請幫設鬧訂應該機錢銀產單業聽見氣場寫譯書館環際親孫紅藍綠質龍鳥魚雞鴨豬鹹鮮麵飯"
    "湯蘋蔥"
    "薑麥蝦於與並願慣煙菸運動騎遊戲園試進縣區鄉鎮廠隊鍛鍊慶節歷復訊認識實驗處樓層樹"
    "壽麗傑"
    "勝偉強齊張陳劉楊趙黃吳鄭馬羅許鄧馮蘇蔣葉蕭蘭顏靜潔婭嬌瑩倫諾灣臺閱讀誰幾問題嗎"
    "難輕鬆"
    "貴賣確計劃參觀邊陸島義韓"
)
_SIMPLIFIED = (
    "们欢觉爱讨厌对过妈爷猫养学习说会语车电脑买换号码医门压药点后周钟时两礼间头现里"
    "里个万"
    "亿来儿为调开双从离职当师这还没让别发国广东农历阴阳腊岁结记话务员网页么样总给关"
    "乐长汉"
    "请帮设闹订应该机钱银产单业听见气场写译书馆环际亲孙红蓝绿质龙鸟鱼鸡鸭猪咸鲜面饭"
    "汤苹葱"
    "姜麦虾于与并愿惯烟烟运动骑游戏园试进县区乡镇厂队锻炼庆节历复讯认识实验处楼层树"
    "寿丽杰"
    "胜伟强齐张陈刘杨赵黄吴郑马罗许邓冯苏蒋叶萧兰颜静洁娅娇莹伦诺湾台阅读谁几问题吗"
    "难轻松"
    "贵卖确计划参观边陆岛义韩"
)
_FOLD = {ord(old): new for old, new in zip(_TRADITIONAL, _SIMPLIFIED, strict=True)}
_FOLD |= {ord(old): new for old, new in zip("’‘ʼ“”„「」『』", '\'\'\'"""""""', strict=True)}
_FOLD |= {ord(old): new for old, new in zip("。；…", ".;.", strict=True)}
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Text:
    """What was said (NFKC, single blanks) and its folded copy; both have the same length."""

    said: str
    folded: str

    def cut(self, start: int, end: int) -> Text:
        """The part from ``start`` to ``end``, in characters."""
        return Text(self.said[start:end], self.folded[start:end])


def fold(text: str) -> Text:
    """``text`` made ready for reading: NFKC (Unicode TR15), one line, single blanks."""
    said = " ".join(unicodedata.normalize("NFKC", text).split())
    return Text(said, "".join(map(_lower, said)).translate(_FOLD))


def plain(text: str) -> str:
    """``text`` for comparing: folded, without blanks beside Chinese characters."""
    return re.sub("(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])", "", fold(text).folded).strip()


def has_chinese(text: str) -> bool:
    """Whether there is a Chinese character in ``text``."""
    return bool(_HAN.search(text))


def _lower(char: str) -> str:
    small = char.lower()
    return small if len(small) == 1 else char
