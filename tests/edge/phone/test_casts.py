"""Each benchmark split has phones of its own: other names, both languages, full lives."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache

import pytest

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone

SPLITS = [cast for cast in Cast if cast is not Cast.EVERYDAY]
HAN = re.compile("[\u4e00-\u9fff]")
CODE = re.compile(r"[a-z0-9_.:-]+")


@cache
def phone(cast: Cast, seed: int = 1) -> SandboxPhone:
    return SandboxPhone.generate(seed, cast=cast)


def names(cast: Cast) -> set[str]:
    return {row.name for row in phone(cast).store.all(CONTACTS).values()}


def test_a_cast_takes_every_fourth_entry_and_the_parts_make_the_whole() -> None:
    pool = list(range(23))
    parts = [cast.of(pool) for cast in SPLITS]
    assert sorted(number for part in parts for number in part) == pool
    assert Cast.EVERYDAY.of(pool) == pool
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("cast", SPLITS)
def test_no_person_is_on_the_phones_of_two_splits(cast: Cast) -> None:
    others = set().union(*(names(other) for other in SPLITS if other is not cast))
    assert len(names(cast)) >= 60
    assert not names(cast) & others


@pytest.mark.parametrize("cast", SPLITS)
def test_every_phone_speaks_both_languages_in_what_people_named(cast: Cast) -> None:
    one_language = []
    for name in phone(cast).store.tables:
        texts = [
            text
            for row in phone(cast).store.rows[name].values()
            for field in ("title", "name", "text", "label")
            if isinstance(text := getattr(row, field, None), str)
            and len(text) > 1
            and not CODE.fullmatch(text)
        ]
        chinese = sum(bool(HAN.search(text)) for text in texts)
        if len(texts) >= 12 and not 0 < chinese < len(texts):
            one_language.append((name, chinese, len(texts)))
    named_by_makers = {"apps", "photos", "watch_faces", "ringtones", "app_usage", "app_uses"}
    assert [each for each in one_language if each[0] not in named_by_makers] == []


@pytest.mark.parametrize("cast", SPLITS)
def test_phones_of_a_split_differ_in_zone_clock_and_language(cast: Cast) -> None:
    devices = [phone(cast, seed).store.only(DEVICE) for seed in range(1, 6)]
    assert len({device.clock for device in devices}) == 5
    assert len({(device.timezone, device.hour24, device.language) for device in devices}) >= 3


def test_the_everyday_phone_always_stands_at_the_same_moment() -> None:
    assert phone(Cast.EVERYDAY, 1).store.only(DEVICE).clock == datetime(2026, 3, 10, 9)
    assert phone(Cast.EVERYDAY, 2).store.only(DEVICE).clock == datetime(2026, 3, 10, 9)
