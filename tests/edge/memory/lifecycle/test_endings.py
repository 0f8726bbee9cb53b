"""What is over: whatever said the same in other words ends, and nothing else does."""

from __future__ import annotations

import pytest

from tandem_edge.memory.lifecycle.endings import same_doing
from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Origin
from tests.edge.memory.lifecycle.telling import believed, past, say


@pytest.mark.parametrize(
    ("told", "ending", "over"),
    [
        ("I use Firefox", "I don't use Firefox any more", "uses: Firefox"),
        ("I use Spotify for music", "I quit Spotify", "app_for.music: Spotify"),
        ("I use Spotify for music", "I deleted Spotify", "app_for.music: Spotify"),
        ("I work at Spotify", "I quit Spotify", "works_at: Spotify"),
        ("I use Facebook", "I left Facebook", "uses: Facebook"),
        ("My browser is Firefox", "I don't use Firefox any more", "app_for.browsing: Firefox"),
        ("我听歌用网易云", "网易云我不用了", "app_for.music: 网易云"),
        ("我用微博", "我再也不刷微博了", "uses: 微博"),
        ("I subscribe to Netflix", "I cancelled my Netflix subscription", "uses: Netflix"),
        ("From now on use Anki", "Don't use Anki any more", "always: use Anki"),
        ("我用微博", "我不用微博了", "uses: 微博"),
        ("我用微博", "我把微博卸载了", "uses: 微博"),
        ("我用Anki背单词", "我不再用Anki", "app_for.vocabulary: Anki"),
        (
            "I go to the gym every Monday",
            "I stopped going to the gym",
            "habit: go to the gym every Monday",
        ),
        (
            "I go to the gym every Monday",
            "I no longer go to the gym",
            "habit: go to the gym every Monday",
        ),
        ("我每周三去健身房", "我不再去健身房了", "habit: 每周三去健身房"),
        (
            "I drink coffee every morning",
            "I don't drink coffee any more",
            "habit: drink coffee every morning",
        ),
        ("我每天早上喝咖啡", "我不喝咖啡了", "habit: 每天早上喝咖啡"),
        ("我每天早上喝咖啡", "戒了咖啡", "habit: 每天早上喝咖啡"),
        ("我每天晚上喝两瓶啤酒", "我不喝啤酒了", "habit: 每天晚上喝两瓶啤酒"),
        (
            "I drink two beers every day",
            "I gave up drinking beer",
            "habit: drink two beers every day",
        ),
        ("我用微博看新闻", "我不用微博了", "app_for.news: 微博"),
        ("I'm vegetarian", "I eat meat again", "diet: vegetarian"),
        ("我吃素", "我又开始吃肉了", "diet: 吃素"),
        ("I play tennis", "I stopped playing tennis", "plays: tennis"),
        ("I take the 23 bus to work", "I don't take the bus any more", "commute: 23 bus"),
    ],
)
def test_what_was_told_in_other_words_ends(
    room: MemoryRoom, told: str, ending: str, over: str
) -> None:
    say(room, "I like tea", told, ending)
    assert past(room) == {over} and over not in believed(room)
    assert "likes: tea" in believed(room) and room.book.failures() == []


@pytest.mark.parametrize(
    ("told", "ending"),
    [
        ("I use Firefox", "I don't use Chrome any more"),
        ("I use Firefox", "My sister doesn't use Firefox any more"),
        ("My sister uses Firefox", "I don't use Firefox any more"),
        ("I drink coffee every morning", "I stopped drinking"),
        ("I go to church every Sunday", "I stopped going to the gym"),
        ("I like going to the gym", "I stopped going to the gym"),
        ("我每周三去健身房", "我不再去图书馆了"),
        ("我用微信", "我不用微博了"),
        ("I play the piano", "I stopped playing tennis"),
        ("I use Anki", "I can't use Anki for long, it tires me"),
    ],
)
def test_what_the_ending_is_not_about_stays(room: MemoryRoom, told: str, ending: str) -> None:
    say(room, told)
    before = believed(room)
    say(room, ending)
    assert before and before <= believed(room) and past(room) == set()


def test_nobody_else_ends_what_the_owner_does(room: MemoryRoom) -> None:
    say(room, "I use Firefox")
    say(room, "I don't use Firefox any more", speaker="Bob", origin=Origin.EXTERNAL)
    assert believed(room) == {"uses: Firefox"}


def test_what_has_ended_is_found_as_what_was_before(room: MemoryRoom) -> None:
    say(room, "I use Firefox", "I don't use Firefox any more")
    (old,) = [unit for unit in room.book.units(status=None) if not unit.negated]
    found = room.search("What did I use before?", old.recorded_at)
    assert old.id in {each.id for each in found}
    now = room.search("Do I use Firefox?", old.recorded_at)
    assert old.id not in {each.id for each in now}


@pytest.mark.parametrize(
    ("told", "over", "same"),
    [
        ("go to the gym every Monday with Tom", "going to the gym", True),
        ("tennis", "play tennis", True),
        ("drink coffee every morning", "drink", False),
        ("running", "go running", True),
        ("go to the gym", "going to the cinema", False),
        ("每天早上跑步", "跑步", True),
        ("每天早上跑步", "跑", False),
    ],
)
def test_a_doing_is_the_same_however_often_it_was_done(told: str, over: str, same: bool) -> None:
    assert same_doing(told, over) is same
