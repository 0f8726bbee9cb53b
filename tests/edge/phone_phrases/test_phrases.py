"""Tables of phrases with the times they mean, worked out by hand, and laws that hold for any text.

The clock stands at 09:00 on Tuesday 10 March 2026 unless a test says otherwise.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.language.phrases import (
    PhraseError,
    parse_day,
    parse_duration,
    parse_known_moment,
    parse_moment,
)

NOW = datetime(2026, 3, 10, 9, 0)


def table(text: str) -> list[tuple[str, str]]:
    rows = [line.split(" = ") for line in text.strip().splitlines()]
    return [(phrase, meant) for phrase, meant in rows]


ENGLISH_MOMENTS = table("""
7:30 tomorrow = 2026-03-11T07:30
tomorrow at 7:30 am = 2026-03-11T07:30
Tomorrow, 7:30 A.M. = 2026-03-11T07:30
7.30pm = 2026-03-10T19:30
7:30 = 2026-03-11T07:30
9:00 = 2026-03-11T09:00
9:01 = 2026-03-10T09:01
19:05 = 2026-03-10T19:05
03:15 PM = 2026-03-10T15:15
19:05 PM = 2026-03-10T19:05
12:00 am = 2026-03-11T00:00
12 pm = 2026-03-10T12:00
24:00 = 2026-03-11T00:00
at 20 = 2026-03-10T20:00
tomorrow 0730 = 2026-03-11T07:30
half past seven = 2026-03-11T07:30
ten past 9 = 2026-03-10T09:10
twenty-five to six pm = 2026-03-10T17:35
quarter to nine in the evening = 2026-03-10T20:45
a quarter past 3 in the afternoon = 2026-03-10T15:15
quarter to one in the afternoon = 2026-03-10T12:45
7 in the morning = 2026-03-11T07:00
seven thirty pm = 2026-03-10T19:30
ten oh five = 2026-03-10T10:05
7 o'clock tomorrow = 2026-03-11T07:00
7 o’clock in the evening = 2026-03-10T19:00
noon = 2026-03-10T12:00
12 noon tomorrow = 2026-03-11T12:00
midnight = 2026-03-11T00:00
tonight at midnight = 2026-03-11T00:00
tonight at 8 = 2026-03-10T20:00
tonight at 12:30 = 2026-03-11T00:30
tonight at 1 am = 2026-03-11T01:00
8 tonight = 2026-03-10T20:00
9 at night = 2026-03-10T21:00
this evening at 6:45 = 2026-03-10T18:45
tomorrow night at 11 = 2026-03-11T23:00
early tomorrow morning at 5 = error
early morning at 5 tomorrow = 2026-03-11T05:00
in 20 minutes = 2026-03-10T09:20
in about twenty-five minutes = 2026-03-10T09:25
in an hour and a half = 2026-03-10T10:30
an hour from now = 2026-03-10T10:00
in 1h20m = 2026-03-10T10:20
90 seconds from now = 2026-03-10T09:01:30
in half an hour = 2026-03-10T09:30
in two weeks = 2026-03-24T09:00
in a month = 2026-04-10T09:00
in three days at 7 = 2026-03-13T07:00
2 hours ago = 2026-03-10T07:00
now = 2026-03-10T09:00
next Friday at 3 = 2026-03-20T03:00
next Friday at 3 pm = 2026-03-20T15:00
this Friday at 15:00 = 2026-03-13T15:00
Friday at noon = 2026-03-13T12:00
Tuesday at 10 = 2026-03-17T10:00
this Tuesday at 10 = 2026-03-10T10:00
on Monday around 8:15 = 2026-03-16T08:15
Wednesday next week at 8 = 2026-03-18T08:00
last Friday at 3 pm = 2026-03-06T15:00
the weekend at 10 = 2026-03-14T10:00
next weekend at 10 = 2026-03-21T10:00
on the 5th at 9 = 2026-04-05T09:00
the 10th at 8 = 2026-04-10T08:00
the 10th at 10 = 2026-03-10T10:00
the thirty-first at 8 = 2026-03-31T08:00
the 3rd of next month at 8 = 2026-04-03T08:00
end of next month at 9 = 2026-04-30T09:00
March 3rd at 9 = 2027-03-03T09:00
March 12, 18:00 = 2026-03-12T18:00
at 7 March 12th = 2026-03-12T07:00
3 March 2027 18:00 = 2027-03-03T18:00
the third of April at 6 pm = 2026-04-03T18:00
Friday, March 13 at 9 = 2026-03-13T09:00
tomorrow, Wednesday, at 9 = 2026-03-11T09:00
Feb 29 at 9 = 2028-02-29T09:00
2026-03-11T07:30 = 2026-03-11T07:30
2026-03-11 07:30 = 2026-03-11T07:30
2026/3/11 7:30 = 2026-03-11T07:30
2026-03-11T07:30:15 = 2026-03-11T07:30:15
2020-01-01 08:00 = 2020-01-01T08:00
day after tomorrow at 10:15 = 2026-03-12T10:15
the day before yesterday at 7 = 2026-03-08T07:00
yesterday at 7 = 2026-03-09T07:00
by 5 pm = 2026-03-10T17:00
until 5pm = 2026-03-10T17:00
before 17:30 tomorrow = 2026-03-11T17:30
tomorrow by 5 pm = 2026-03-11T17:00
tomorrow before noon = 2026-03-11T12:00
due Friday at 3 pm = 2026-03-13T15:00
quarter of six = 2026-03-11T05:45
a quarter of six pm = 2026-03-10T17:45
this time tomorrow = 2026-03-11T09:00
at the same time on Friday = 2026-03-13T09:00
this time next week = 2026-03-17T09:00
this time next month = 2026-04-10T09:00
this time next year = 2027-03-10T09:00
in 1½ hours = 2026-03-10T10:30
2026-03-11T07:30:15.250 = 2026-03-11T07:30:15
half past midnight = 2026-03-11T00:30
20 minutes past midnight = 2026-03-11T00:20
5 to midnight = 2026-03-10T23:55
five minutes to midnight tomorrow = 2026-03-11T23:55
quarter to noon = 2026-03-10T11:45
ten past noon = 2026-03-10T12:10
tonight at 1 = 2026-03-11T01:00
in 12345 seconds = 2026-03-10T12:25:45
""")

CHINESE_MOMENTS = table("""
明天早上七点半 = 2026-03-11T07:30
明天 早上 7 点 半 = 2026-03-11T07:30
明早7点 = 2026-03-11T07:00
明早七点左右 = 2026-03-11T07:00
今晚一点 = 2026-03-11T01:00
今晚1点 = 2026-03-11T01:00
今晚一点半 = 2026-03-11T01:30
明早一点 = 2026-03-11T01:00
明晚一点 = 2026-03-12T01:00
14400分钟后 = 2026-03-20T09:00
后天下午三点一刻 = 2026-03-12T15:15
大后天上午九点 = 2026-03-13T09:00
今晚八点 = 2026-03-10T20:00
今晚十二点 = 2026-03-11T00:00
今晚零点 = 2026-03-11T00:00
明天零点 = 2026-03-11T00:00
晚上12点半 = 2026-03-11T00:30
晚上九点三刻 = 2026-03-10T21:45
下周三下午3点 = 2026-03-18T15:00
下下周一早上八点 = 2026-03-23T08:00
下个星期五上午十点 = 2026-03-20T10:00
这周五15:00 = 2026-03-13T15:00
本周日晚上七点 = 2026-03-15T19:00
周五下午两点 = 2026-03-13T14:00
周二上午十点 = 2026-03-17T10:00
周三三点 = 2026-03-11T03:00
礼拜天晚上七点 = 2026-03-15T19:00
星期一上午十点 = 2026-03-16T10:00
上周五下午三点 = 2026-03-06T15:00
周末上午十点 = 2026-03-14T10:00
下周末中午 = 2026-03-21T12:00
半小时后 = 2026-03-10T09:30
半个小时以后 = 2026-03-10T09:30
两个半小时后 = 2026-03-10T11:30
大概20分钟后 = 2026-03-10T09:20
在 20 分钟 之后 = 2026-03-10T09:20
过一刻钟 = 2026-03-10T09:15
一小时二十分钟后 = 2026-03-10T10:20
三天后 = 2026-03-13T09:00
三天后上午九点半 = 2026-03-13T09:30
两周后 = 2026-03-24T09:00
一个月后 = 2026-04-10T09:00
两小时前 = 2026-03-10T07:00
现在 = 2026-03-10T09:00
五点差十分 = 2026-03-11T04:50
差五分八点 = 2026-03-11T07:55
晚上差一刻九点 = 2026-03-10T20:45
八点过五分 = 2026-03-11T08:05
八点零五 = 2026-03-11T08:05
八点二十 = 2026-03-11T08:20
八点二十五分 = 2026-03-11T08:25
十点整 = 2026-03-10T10:00
十点钟 = 2026-03-10T10:00
十五时三十分 = 2026-03-10T15:30
二十一点 = 2026-03-10T21:00
中午十二点 = 2026-03-10T12:00
中午一点 = 2026-03-10T13:00
明天中午 = 2026-03-11T12:00
零点 = 2026-03-11T00:00
午夜 = 2026-03-11T00:00
凌晨两点 = 2026-03-11T02:00
明天凌晨12点 = 2026-03-11T00:00
傍晚六点 = 2026-03-10T18:00
3月5号晚上8点 = 2027-03-05T20:00
三月五日晚上9点半 = 2027-03-05T21:30
三月十五号上午九点 = 2026-03-15T09:00
十一月十一日十一点十一分 = 2026-11-11T11:11
2026年3月11日7:30 = 2026-03-11T07:30
二〇二六年四月五日十点 = 2026-04-05T10:00
明年一月二号早上九点 = 2027-01-02T09:00
5号九点 = 2026-04-05T09:00
二十五号下午四点 = 2026-03-25T16:00
下个月3号上午8点 = 2026-04-03T08:00
月底下午五点 = 2026-03-31T17:00
下月底9点 = 2026-04-30T09:00
七月底9点 = 2026-07-31T09:00
昨天下午三点 = 2026-03-09T15:00
７：３０ = 2026-03-11T07:30
明天７：３０ = 2026-03-11T07:30
明天下午三點半 = 2026-03-11T15:30
半個小時後 = 2026-03-10T09:30
兩點鐘 = 2026-03-11T02:00
下午3点（明天） = 2026-03-11T15:00
後天，上午十點 = 2026-03-12T10:00
這週五下午兩點 = 2026-03-13T14:00
tomorrow 下午3点 = 2026-03-11T15:00
明晚 8 PM = 2026-03-11T20:00
明天 at 7:30 am = 2026-03-11T07:30
in 二十分钟 = 2026-03-10T09:20
下周五 at 3 pm = 2026-03-20T15:00
星期6上午9点 = 2026-03-14T09:00
周6 9点 = 2026-03-14T09:00
下周3下午2点 = 2026-03-18T14:00
3月12 下午四点 = 2026-03-12T16:00
三月十二下午四点 = 2026-03-12T16:00
3月12 16:00 = 2026-03-12T16:00
明天这个时候 = 2026-03-11T09:00
明天这会儿 = 2026-03-11T09:00
下周这个时候 = 2026-03-17T09:00
下午五点之前 = 2026-03-10T17:00
明天下午五点前 = 2026-03-11T17:00
截止到周五下午五点 = 2026-03-13T17:00
到下午五点为止 = 2026-03-10T17:00
明儿个早上八点 = 2026-03-11T08:00
一个半小时以后 = 2026-03-10T10:30
""")


@pytest.mark.parametrize(("phrase", "meant"), ENGLISH_MOMENTS + CHINESE_MOMENTS)
def test_a_moment_is_what_people_mean_by_it(phrase: str, meant: str) -> None:
    if meant == "error":
        with pytest.raises(PhraseError):
            parse_moment(phrase, NOW)
    else:
        assert parse_moment(phrase, NOW) == datetime.fromisoformat(meant)


@pytest.mark.parametrize(
    ("phrase", "meant"),
    table("""
today = 2026-03-10
tomorrow = 2026-03-11
tomorrow at 7:30 = 2026-03-11
day after tomorrow = 2026-03-12
yesterday = 2026-03-09
tonight = 2026-03-10
Tuesday = 2026-03-17
Friday = 2026-03-13
this Friday = 2026-03-13
next Friday = 2026-03-20
next Monday = 2026-03-16
last Monday = 2026-03-02
the weekend = 2026-03-14
March 3rd = 2027-03-03
March 10 = 2026-03-10
3 March 2027 = 2027-03-03
2026-03-11 = 2026-03-11
the 5th = 2026-04-05
end of the month = 2026-03-31
in two weeks = 2026-03-24
three days ago = 2026-03-07
in 20 hours = 2026-03-11
今天 = 2026-03-10
明天 = 2026-03-11
明天早上 = 2026-03-11
大后天 = 2026-03-13
前天 = 2026-03-08
周五 = 2026-03-13
这周五 = 2026-03-13
下周五 = 2026-03-20
礼拜天 = 2026-03-15
星期二 = 2026-03-17
周末 = 2026-03-14
3月5号 = 2027-03-05
三月五日 = 2027-03-05
5号 = 2026-04-05
月底 = 2026-03-31
下个月3号 = 2026-04-03
三天后 = 2026-03-13
by Friday = 2026-03-13
before Friday = 2026-03-13
due Friday = 2026-03-13
due by next Friday = 2026-03-20
for Friday = 2026-03-13
until the 15th = 2026-03-15
till tomorrow = 2026-03-11
no later than March 20 = 2026-03-20
Friday at the latest = 2026-03-13
later today = 2026-03-10
Friday after 5 pm = 2026-03-13
this time next week = 2026-03-17
周五之前 = 2026-03-13
15号以前 = 2026-03-15
到15号 = 2026-03-15
截至周五 = 2026-03-13
最晚下周五 = 2026-03-20
周五截止 = 2026-03-13
昨儿 = 2026-03-09
昨兒 = 2026-03-09
昨儿个 = 2026-03-09
前儿 = 2026-03-08
前日 = 2026-03-08
今儿个 = 2026-03-10
明儿个 = 2026-03-11
明个儿 = 2026-03-11
后儿 = 2026-03-12
后儿个 = 2026-03-12
大后儿 = 2026-03-13
大前儿 = 2026-03-07
星期6 = 2026-03-14
3月12 = 2026-03-12
两周后 = 2026-03-24
三天前 = 2026-03-07
"""),
)
def test_a_day_is_what_people_mean_by_it(phrase: str, meant: str) -> None:
    assert parse_day(phrase, NOW) == date.fromisoformat(meant)


@pytest.mark.parametrize(
    ("phrase", "minutes"),
    table("""
20 minutes = 20
20min = 20
1h20m = 80
1 h 20 min = 80
1.5 hours = 90
an hour and a half = 90
an hour and a quarter = 75
two hours and three quarters = 165
two and a half hours = 150
an hour and 20 minutes = 80
90 s = 1.5
half an hour = 30
a quarter of an hour = 15
three quarters of an hour = 45
twenty-five minutes = 25
14400 minutes = 14400
1200秒 = 20
12345.5 minutes = 12345.5
about 20 minutes = 20
in 20 minutes = 20
a couple of hours = 120
2 days = 2880
a week = 10080
20分钟 = 20
20 分钟 = 20
十分钟 = 10
十分 = 10
90分钟 = 90
一百五十分钟 = 150
一刻钟 = 15
三刻钟 = 45
半小时 = 30
半个钟头 = 30
一个半小时 = 90
一小时半 = 90
两小时 = 120
2小时5分 = 125
一分半 = 1.5
两分半钟 = 2.5
九十秒 = 1.5
两天半 = 3600
大概二十分钟左右 = 20
２０分鐘 = 20
couple of hours = 120
a couple hours = 120
1½ hours = 90
2 1/2 hours = 150
½小时 = 30
quarter of an hour = 15
20 minutes or so = 20
PT18M = 18
pt1h30m = 90
P1DT2H = 1560
P2W = 20160
PT1.5H = 90
PT90S = 1.5
四十来分钟 = 40
40来分钟 = 40
十来分钟 = 10
一个来小时 = 60
个把小时 = 60
俩小时 = 120
四十分钟上下 = 40
"""),
)
def test_a_duration_is_what_people_mean_by_it(phrase: str, minutes: str) -> None:
    assert parse_duration(phrase) == timedelta(minutes=float(minutes))


@pytest.mark.parametrize(
    ("phrase", "why"),
    [
        ("tomorrow", "at what time tomorrow?"),
        ("明天早上", "at what time 明天早上?"),
        ("next Friday", "at what time"),
        ("", "at what time"),
        ("20", "20 what?"),
        ("20 minutes", "from when? e.g. in 20 minutes"),
        ("25:00", "no such clock time"),
        ("7:61", "no such clock time"),
        ("24:30", "no such clock time"),
        ("明天 25 点", "no such clock time"),
        ("tomorrow at 25", "no hour 25"),
        ("Feb 30 at 9", "no such day"),
        ("the 32nd at 9", "no such day"),
        ("2026-02-30 09:00", "no such day"),
        ("2026年13月5日9点", "no such day"),
        ("下个月31号8点", "no such day"),
        ("周八上午9点", "no weekday '八'"),
        ("next week at 9", "which day of the week"),
        ("下周九点", "which day of the week"),
        ("礼拜七九点", "no weekday '七'"),
        ("next month at 9", "which day"),
        ("tomorrow at 7 foo bar", "do not understand 'foo bar'"),
        ("every day at 7", "do not understand 'every day'"),
        ("the monday at nine thing", "do not understand 'thing'"),
        ("星期7上午9点", "no weekday '7'"),
        ("周3点", "do not understand '周'"),
        ("下周3点", "which day of the week"),
        ("三月十二点", "do not understand '月'"),
        ("3月12-15号9点", "do not understand '-'"),
        ("half four", "do not understand 'half'"),
        ("this time", "on which day"),
        ("这个时候", "on which day"),
        ("this time tomorrow at 5:00", "two different things for the clock"),
        ("the Friday before at 9", "do not understand 'before'"),
        ("2 hours before 5 pm", "from when?"),
        ("五点前两小时", "from when?"),
        ("之前五点", "before what?"),
        ("7:30Z", "do not understand 'z'"),
        ("2026-03-11T07:30+15:00", "no such offset"),
        ("2026-03-11T07:30+08:75", "no such offset"),
        ("2026-03-11 10:00-11:00", "from one time to another"),
        ("2026-03-11T07:30Z", "of a zone"),
        ("每天七点", "do not understand '每"),
        ("明天一早", "1 what?"),
        ("明天早一点", "do not understand '早'"),
        ("今晚早一点", "do not understand '早'"),
        ("后天晚一点", "do not understand '晚'"),
        ("明早点", "do not understand '早点'"),
        ("60 past midnight", "no such clock time"),
        ("7-8点", "do not understand '-'"),
        ("3/4 at 9", "do not understand '/'"),
        ("3 to 5 pm", "do not understand 'to'"),
        ("7:30 8:30", "two different things"),
        ("today tomorrow 9:00", "two different things"),
        ("Thursday, March 13 at 9", "two different days"),
        ("tomorrow, Friday, at 9", "two different days"),
        ("15:00 am", "no such hour"),
        ("凌晨八点", "no such hour"),
        ("早上15点", "no such hour"),
        ("今天7点", "has passed"),
        ("this Monday at 9", "has passed"),
        ("两三天后", "not one number"),
        ("七点五", "minutes past"),
        ("in 20 minutes at 9", "both a clock time and a time from now"),
        ("tomorrow in 20 minutes", "both a day and a time from now"),
        ("in 9999 years", "beyond the calendar"),
        ("9999年12月31日24点", "beyond the calendar"),
        ("tomorrow at 7 " + "please " * 12, "longer than 80"),
    ],
)
def test_a_moment_that_is_not_clear_is_refused_with_the_reason(phrase: str, why: str) -> None:
    with pytest.raises(PhraseError, match=why.replace("?", r"\?")):
        parse_moment(phrase, NOW)


@pytest.mark.parametrize(
    ("phrase", "why"),
    [
        ("20", "20 what? e.g. 20 minutes"),
        ("二十", "20 what? e.g. 20 minutes"),
        ("1h20", "20 what?"),
        ("", "how long?"),
        ("1:30", "a point in time"),
        ("tomorrow", "a point in time"),
        ("二十分钟前", "a point in time"),
        ("0 minutes", "how many"),
        ("two months", "how many days"),
        ("半个月", "how many days"),
        ("三五分钟", "not one number"),
        ("a few minutes", "do not understand 'a few minutes'"),
        ("9" * 81, "longer than 80"),
        ("999999999 weeks", "too long"),
        ("PT", "do not understand 'pt'"),
        ("P1M", "do not understand 'p'"),
        ("PT0S", "how many"),
        ("5/4 hours", "not a part of one"),
        ("四十多分钟", "do not understand '多分钟'"),
        ("十几分钟", "do not understand '几分钟'"),
        ("三来分钟", "do not understand '来分钟'"),
    ],
)
def test_a_duration_that_is_not_clear_is_refused_with_the_reason(phrase: str, why: str) -> None:
    with pytest.raises(PhraseError, match=why.replace("?", r"\?")):
        parse_duration(phrase)


@pytest.mark.parametrize(
    "phrase",
    [
        "7:30",
        "noon",
        "20",
        "七点",
        "",
        "20 minutes",
        "this Monday",
        "after Friday",
        "周五之后",
        "前",
        "the Friday before March 20",
        "周五前三天",
    ],
)
def test_a_phrase_that_names_no_day_is_not_a_day(phrase: str) -> None:
    with pytest.raises(PhraseError):
        parse_day(phrase, NOW)


@pytest.mark.parametrize(
    ("now", "phrase", "meant"),
    [
        ("2026-03-10T00:10", "晚上一点", "2026-03-10T01:00"),
        ("2026-03-10T23:50", "midnight", "2026-03-11T00:00"),
        ("2026-03-10T23:50", "in 20 minutes", "2026-03-11T00:10"),
        ("2026-03-10T23:50", "零点差五分", "2026-03-10T23:55"),
        ("2026-03-13T09:00", "Friday at 10", "2026-03-20T10:00"),
        ("2026-03-13T09:00", "这周五十点", "2026-03-13T10:00"),
        ("2026-03-14T09:00", "the weekend at 10", "2026-03-14T10:00"),
        ("2026-03-15T09:00", "周末十点", "2026-03-15T10:00"),
        ("2026-03-15T09:00", "next Monday at 9", "2026-03-16T09:00"),
        ("2026-03-15T09:00", "下周日9点", "2026-03-22T09:00"),
        ("2026-01-31T09:00", "in a month", "2026-02-28T09:00"),
        ("2026-12-31T09:00", "tomorrow at 8", "2027-01-01T08:00"),
        ("2026-12-20T09:00", "下个月3号8点", "2027-01-03T08:00"),
        ("2026-02-10T09:00", "the 30th at 9", "2026-03-30T09:00"),
        ("2026-03-10T09:00:30", "today at 9", "2026-03-10T09:00"),
        ("2026-03-10T09:00:30.5", "in 20 minutes", "2026-03-10T09:20:30"),
    ],
)
def test_the_answer_depends_on_the_clock(now: str, phrase: str, meant: str) -> None:
    assert parse_moment(phrase, datetime.fromisoformat(now)) == datetime.fromisoformat(meant)


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("in 2 hours", "2026-03-29T04:30"),  # 01:30 + 2 h on a stopwatch; clocks skip 02:00-03:00
        ("in 2 days", "2026-03-31T01:30"),
        ("today at 2:30", "2026-03-29T02:30"),  # skipped, and named all the same
    ],
)
def test_wall_time_on_the_night_the_clocks_go_forward(phrase: str, meant: str) -> None:
    now = datetime(2026, 3, 29, 1, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    moment = parse_moment(phrase, now)
    assert moment == datetime.fromisoformat(meant)
    assert moment.tzinfo is None


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("2026-03-11T07:30Z", "2026-03-11T15:30"),
        ("2026-03-11T07:30:00.000Z", "2026-03-11T15:30"),
        ("2026-03-11T07:30+08:00", "2026-03-11T07:30"),
        ("2026-03-11T23:30-0500", "2026-03-12T12:30"),
        ("2026-03-11 07:30:00+09", "2026-03-11T06:30"),
        ("2026-03-11 07:30 UTC", "2026-03-11T15:30"),
    ],
)
def test_a_time_with_an_offset_is_shown_on_the_phone_s_clock(phrase: str, meant: str) -> None:
    now = NOW.replace(tzinfo=ZoneInfo("Asia/Shanghai"))
    assert parse_moment(phrase, now) == datetime.fromisoformat(meant)
    assert parse_day(phrase, now) == datetime.fromisoformat(meant).date()


@given(
    moment=st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)),
    zone=st.sampled_from(["Asia/Shanghai", "Europe/Berlin", "America/New_York"]).map(ZoneInfo),
    other=st.sampled_from(["UTC", "Asia/Kolkata", "America/Sao_Paulo"]).map(ZoneInfo),
)
def test_iso_8601_comes_back_whatever_its_offset(
    moment: datetime, zone: ZoneInfo, other: ZoneInfo
) -> None:
    stated = moment.replace(microsecond=0, tzinfo=UTC)
    local = stated.astimezone(zone).replace(tzinfo=None, fold=0)
    for written in (stated.isoformat(), stated.astimezone(other).isoformat()):
        assert parse_moment(written, NOW.replace(tzinfo=zone)) == local


# Laws

ONES = "zero one two three four five six seven eight nine ten eleven twelve".split()
ZH_DIGITS = "零一二三四五六七八九"


def zh_number(value: int) -> str:
    """Chinese for 0..99, built apart from the code under test."""
    tens, unit = divmod(value, 10)
    if not tens:
        return ZH_DIGITS[unit]
    return (ZH_DIGITS[tens] if tens > 1 else "") + "十" + (ZH_DIGITS[unit] if unit else "")


def english_styles(moment: datetime, today: date) -> list[str]:
    half = "am" if moment.hour < 12 else "pm"
    hour = moment.hour % 12 or 12
    clock = [f"{moment:%H:%M}", f"{hour}:{moment:%M} {half}", f"{hour}.{moment:%M}{half}"]
    if moment.minute == 30:
        clock.append(f"half past {ONES[hour]} {half}")
    ahead = (moment.date() - today).days
    day = [f"{moment:%Y-%m-%d}", f"{moment:%B} {moment.day}, {moment.year}"]
    day += [f"on {moment.day} {moment:%b} {moment.year}"]
    day += ["tomorrow"] * (ahead == 1) + ["the day after tomorrow"] * (ahead == 2)
    day += [f"{moment:%A}"] * (1 <= ahead <= 7)
    return [f"{d} at {c}" for d in day for c in clock] + [f"{c}, {d}" for d in day for c in clock]


def chinese_styles(moment: datetime, today: date) -> list[str]:
    parts = ["凌晨"] * 6 + ["上午"] * 6 + ["中午"] + ["下午"] * 6 + ["晚上"] * 5
    part, hour = parts[moment.hour], moment.hour % 12 or 12
    minute = zh_number(moment.minute)
    tail = "整" if not moment.minute else f"{'零' * (0 < moment.minute < 10)}{minute}分"
    clock = [f"{part}{zh_number(hour)}点{tail}", f"{part}{hour}点{moment.minute:02}分"]
    clock += [f"{zh_number(moment.hour)}点{tail}", f"{part}{hour}：{moment:%M}"]
    if moment.minute == 30:
        clock.append(f"{part}{hour}點半")
    ahead = (moment.date() - today).days
    day = [f"{moment.year}年{moment.month}月{moment.day}日"]
    day += [f"{moment.year}年{zh_number(moment.month)}月{zh_number(moment.day)}号"]
    day += [word for at, word in enumerate(["明天", "后天", "大后天"], 1) if at == ahead]
    day += [f"周{'一二三四五六日'[moment.weekday()]}"] * (1 <= ahead <= 7)
    return [d + c for d in day for c in clock]


MINUTES = st.integers(0, 20 * 24 * 60).map(lambda ahead: NOW + timedelta(minutes=ahead))
CLOCKS = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1))


@given(moment=MINUTES, data=st.data())
def test_a_moment_said_in_any_style_comes_back(moment: datetime, data: st.DataObject) -> None:
    styles = english_styles(moment, NOW.date()) + chinese_styles(moment, NOW.date())
    phrase = data.draw(st.sampled_from(styles))
    assert parse_moment(phrase, NOW) == moment


@given(hours=st.integers(0, 23), minutes=st.integers(1, 59))
def test_a_duration_said_in_any_style_comes_back(hours: int, minutes: int) -> None:
    meant = timedelta(hours=hours, minutes=minutes)
    for phrase in (
        f"{hours}h{minutes}m",
        f"{hours} hours and {minutes} minutes",
        f"{zh_number(hours)}小时{zh_number(minutes)}分钟",
        f"{hours} 个小时 {minutes} 分",
    ):
        assert parse_duration(phrase) == meant


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("tonight at 1", "2026-03-10T01:00"),
        ("今晚1点", "2026-03-10T01:00"),
        ("今晚一点", "2026-03-10T01:00"),
        ("tonight at 12:15", "2026-03-11T00:15"),
        ("今晚十二点", "2026-03-11T00:00"),
        ("tonight at 8", "2026-03-10T20:00"),
        ("tomorrow night at 1", "2026-03-12T01:00"),
    ],
)
def test_after_midnight_tonight_is_still_the_night_that_is_not_over(
    phrase: str, meant: str
) -> None:
    now = datetime(2026, 3, 10, 0, 30)
    assert parse_moment(phrase, now) == datetime.fromisoformat(meant)


@pytest.mark.parametrize(
    ("phrase", "meant", "says_day"),
    [
        ("6:45 today", "2026-03-10T06:45", True),
        ("this morning at 6:45", "2026-03-10T06:45", True),
        ("今天早上6点45", "2026-03-10T06:45", True),
        ("this Monday at 9", "2026-03-09T09:00", True),
        ("6:45", "2026-03-11T06:45", False),
        ("at 6:45 am", "2026-03-11T06:45", False),
        ("the 5th at 9", "2026-04-05T09:00", True),
        ("Monday at 9", "2026-03-16T09:00", True),
        ("20 minutes ago", "2026-03-10T08:40", True),
    ],
)
def test_a_known_moment_may_have_passed(phrase: str, meant: str, says_day: bool) -> None:
    found = parse_known_moment(phrase, NOW)
    assert found == (datetime.fromisoformat(meant), says_day)


def test_a_known_moment_that_cannot_be_is_refused() -> None:
    for phrase in ("Friday, March 12 at 9", "9999年12月31日24点", "tomorrow"):
        with pytest.raises(PhraseError):
            parse_known_moment(phrase, NOW)


VOCABULARY = (
    "7 20 25 7:30 19:05 2026-03-11 March 3rd the of at on in a an half past quarter to and next "
    "this last Friday weekend week month year tomorrow tonight yesterday day after before ago now "
    "from morning evening night noon midnight am pm minutes hours h m seven twenty five thirty "
    "first second end 明 明天 后天 今晚 昨天 早上 下午 晚上 凌晨 中午 早 晚 点 半 一刻 刻钟 分 "
    "分钟 小时 个 天 周 星期 礼拜 年 月 日 号 底 后 前 差 过 下 上 这 零 一 二 两 三 五 十 二十 百 "
    "千 日 末 大概 的 "
    "by before until due time same quarter PT18M Z +08:00 1/2 couple 来 这个时候 到 截止 儿 6 3月12"
).split()
PHRASES = st.lists(st.sampled_from(VOCABULARY), max_size=9).flatmap(
    lambda words: st.sampled_from([" ".join(words), "".join(words)])
)


@given(phrase=st.text(max_size=100) | PHRASES, now=CLOCKS)
def test_any_text_is_understood_or_refused(phrase: str, now: datetime) -> None:
    for parse in (
        parse_moment,
        parse_known_moment,
        parse_day,
        lambda phrase, now: parse_duration(phrase),
    ):
        try:
            parse(phrase, now)
        except PhraseError as error:
            assert str(error)


@given(phrase=PHRASES, now=CLOCKS)
def test_what_was_understood_reads_the_same_when_written_out(phrase: str, now: datetime) -> None:
    try:
        moment = parse_moment(phrase, now)
    except PhraseError:
        return
    assert parse_moment(moment.isoformat(), now) == moment
    assert parse_moment(moment.isoformat(sep=" "), now) == moment
    assert parse_day(moment.date().isoformat(), now) == moment.date()


@given(phrase=PHRASES, now=CLOCKS)
def test_a_result_is_past_only_when_the_phrase_says_so(phrase: str, now: datetime) -> None:
    told = ("yesterday", "ago", "last", "2026", "昨", "前", "上", "年", "去")
    if any(word in phrase for word in told):
        return
    try:
        moment = parse_moment(phrase, now)
    except PhraseError:
        return
    assert moment >= now.replace(second=0, microsecond=0)
