"""Plans lie ahead and what was done lies behind, whatever the month is in which it is told."""

from __future__ import annotations

from datetime import datetime

import pytest

from tandem_edge.memory.extraction.extractor import RuleExtractor
from tests.edge.memory.extraction.saying import ZONE, turn

READER = RuleExtractor()
AT = datetime(2026, 11, 30, 18, tzinfo=ZONE)
"""A Monday; Spring Festival is on 6 February 2027, Mid-Autumn on 15 September."""
PLANS = [
    ("I'm getting married in June", "2027-06-01"),
    ("My sister is getting married at Easter", "2027-03-28"),
    ("I'm flying to Oslo in March", "2027-03-01"),
    ("I will move to Leeds in May", "2027-05-01"),
    ("We'll go skiing in February", "2027-02-01"),
    ("I'll be starting at Siemens in February", "2027-02-01"),
    ("I plan to run a marathon in April", "2027-04-01"),
    ("I'm planning to quit in spring", "2027-03-01"),
    ("I'm seeing the dentist on Thursday", "2026-12-03"),
    ("We'll visit my grandparents at Christmas", "2026-12-25"),
    ("My brother starts medical school in September", "2027-09-01"),
    ("I'm moving to Ghent in August", "2027-08-01"),
    ("打算春节回家", "2027-02-06"),
    ("我要六月结婚", "2027-06-01"),
    ("我妹妹五一结婚", "2027-05-01"),
    ("我准备三月去奥斯陆", "2027-03-01"),
    ("我三月去奥斯陆", "2027-03-01"),
    ("我明年去日本", "2027-01-01"),
    ("下个月我要搬家", "2026-12-01"),
    ("年底要去趟广州", "2026-12-01"),
    ("我中秋节要回老家", "2027-09-15"),
    ("我打算春天辞职", "2027-03-01"),
    ("我周四去看牙医", "2026-12-03"),
    ("下周一上午十点我有个面试", "2026-12-07"),
    ("我弟弟九月上医学院", "2027-09-01"),
]
DONE = [
    ("I flew to Boston in October", "2026-10-01"),
    ("I went to Oslo in March", "2026-03-01"),
    ("I had knee surgery in March", "2026-03-01"),
    ("We got married in June", "2026-06-01"),
    ("I ran my first half marathon in May", "2026-05-01"),
    ("I hiked the coast in summer", "2026-06-01"),
    ("我三月去了奥斯陆", "2026-03-01"),
    ("我十月飞了一趟波士顿", "2026-10-01"),
    ("我五月跑了第一个半马", "2026-05-01"),
    ("去年冬天我手腕骨折了", "2025-12-01"),
]


def _days(said: str, attribute: str) -> list[str]:
    facts = READER.facts(turn(said, at=AT))
    return [f"{fact.valid_from:%Y-%m-%d}" for fact in facts if fact.attribute == attribute]


@pytest.mark.parametrize("said", ["I'm flying to Tokyo this Saturday", "我这周六要去东京"])
def test_a_day_of_this_week_that_is_over_is_meant_of_the_next_one(said: str) -> None:
    sunday = datetime(2026, 12, 6, 9, tzinfo=ZONE)
    (fact,) = READER.facts(turn(said, at=sunday))
    assert fact.attribute == "plan" and f"{fact.valid_from:%Y-%m-%d}" == "2026-12-12"


@pytest.mark.parametrize(("said", "day"), PLANS)
def test_a_plan_lies_ahead(said: str, day: str) -> None:
    assert _days(said, "plan") == [day]


@pytest.mark.parametrize(("said", "day"), DONE)
def test_what_was_done_lies_behind(said: str, day: str) -> None:
    assert _days(said, "did") == [day]


@pytest.mark.parametrize("said", [said for said, _ in PLANS])
def test_a_plan_is_not_over_before_it_begins(said: str) -> None:
    plans = [fact for fact in READER.facts(turn(said, at=AT)) if fact.attribute == "plan"]
    assert plans and all(fact.valid_to is not None and fact.valid_to > AT for fact in plans)


@pytest.mark.parametrize(
    "said",
    [
        "I'm moving to Ghent in August",
        "我八月要搬到宁波",
        "我明年二月入职西门子",
        "我妹妹五一结婚",
    ],
)
def test_what_is_to_begin_is_not_so_yet(said: str) -> None:
    assert {fact.attribute for fact in READER.facts(turn(said, at=AT))} == {"plan"}


@pytest.mark.parametrize(
    "said", ["We moved to Ghent in August", "我八月搬到了宁波", "我去年入职了西门子"]
)
def test_what_began_is_so_since_then(said: str) -> None:
    (fact,) = [
        each
        for each in READER.facts(turn(said, at=AT))
        if each.attribute in ("lives_in", "works_at")
    ]
    assert fact.valid_from is not None and fact.valid_from < AT


@pytest.mark.parametrize(
    "said",
    [
        "I like skiing in winter",
        "I usually go to Spain every summer",
        "I was going to fly to Oslo in March",
        "我夏天喜欢游泳",
        "我每年春节回家",
        "我本来打算三月去奥斯陆",
        "我们今年春节打算去三亚过年",
        "周末开会很烦",
        "我昨天才考上试",
        "I start work at 9",
        "I might fly to Oslo in March",
    ],
)
def test_what_is_no_plan_gives_none(said: str) -> None:
    assert _days(said, "plan") == []


@pytest.mark.parametrize(
    ("said", "day"), [("My exam is in March", "2027-03-01"), ("我的考试在三月", "2027-03-01")]
)
def test_without_a_tense_the_nearest_ahead_is_meant(said: str, day: str) -> None:
    assert _days(said, "date.exam") == [day]
