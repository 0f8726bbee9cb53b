"""What the memory under test is told: marked words in both languages, by chance and seeded.

Every sentence holds a mark of ``vault.leaks`` whole, so that whatever reaches a disk in plain text
is noticed. Where a number follows a mark, it makes the sentence one that no other is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tandem_edge.memory.exporting import Content, KeptTurn
from tandem_edge.memory.ids import new_id
from tandem_edge.memory.sealing import sealed
from tandem_edge.vault.changing import create
from tandem_edge.vault.leaks import MARK
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import Way
from tandem_edge.vault.ways import Given, NewWay
from tandem_edge.vault.wrapping import Cost
from tandem_shared.memory import Kind, Origin, RawTurn, Scope, Unit

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
PASSPHRASE = Secret("seven grey herons 七只灰鹭".encode())
CHEAP = Cost(passes=1, lanes=1, memory_kib=512)
"""Of a guess: a home that lives for a minute need not be hard to guess."""
ENGLISH, CHINESE = "secret mark 7d1f", "秘密标记七号"
TOLD = (
    f"I work at {ENGLISH} %d",
    f"我在{CHINESE}%d上班。",
    f"我搬到{CHINESE}%d了。",
    f"I like {ENGLISH} %d",
    f"我喜欢{CHINESE}%d。",
    f"我妹妹住在{CHINESE}%d。",
    f"I'm allergic to {ENGLISH} %d",
    f"From now on use {ENGLISH} %d for flashcards",
    f"Remind me tomorrow at 9 to call {ENGLISH} %d",
)
"""Sentences that something is read out of: a new place of work takes the place of the old one."""
LEAST_NUMBER, MOST_NUMBER = 10_000, 99_999


def key_file(home: Path) -> Path:
    """Where the key file of a home under test lies: beside it."""
    return home.parent / "key"


def new_home(home: Path) -> None:
    """Make a home that opens by a key file beside it, unasked, and by ``PASSPHRASE``."""
    by_file = NewWay(Way.KEY_FILE, home, key_file=key_file(home))
    create(home, [by_file, NewWay(Way.PASSPHRASE, home, passphrase=PASSPHRASE, cost=CHEAP)])


def every_way(home: Path) -> Given:
    """All that opens such a home: what a new data key needs to be given to."""
    return Given(passphrase=PASSPHRASE, key_file=key_file(home))


def token(number: int) -> str:
    """A word of its own for a number."""
    return f"parcel{number:05d}x"


def noted(chance: random.Random, count: int) -> list[str]:
    """Sentences that nothing is read out of, each with a token."""
    numbers = chance.sample(range(LEAST_NUMBER, MOST_NUMBER), count)
    return [
        f"{MARK}: {token(each)} is on shelf {each % 97}, 在架子{each % 89}上" for each in numbers
    ]


def told(chance: random.Random, count: int) -> list[str]:
    """Sentences that facts, standing instructions and reminders are read out of."""
    return [chance.choice(TOLD) % chance.randint(LEAST_NUMBER, MOST_NUMBER) for _ in range(count)]


def turns_of(texts: Sequence[str], minute: int) -> list[RawTurn]:
    """The owner's turns in a session of their own, a second apart from ``minute`` on."""
    at = START + timedelta(minutes=minute)
    session = new_id("bench", at)
    return [
        RawTurn(
            session=session,
            order=place,
            speaker="owner",
            text=text,
            at=at + timedelta(seconds=place),
        )
        for place, text in enumerate(texts)
    ]


def export_of(texts: Sequence[str], minute: int) -> bytes:
    """An export of turns and of a unit for each, under ``PASSPHRASE``."""
    turns = turns_of(texts, minute)
    kept = tuple(KeptTurn(id=new_id("turn", turn.at), turn=turn) for turn in turns)
    units = tuple(_unit(each).model_dump(mode="json", exclude={"scope"}) for each in kept)
    content = Content(made=START, turns=kept, units=units)
    return sealed(content.model_dump_json().encode(), PASSPHRASE, CHEAP)


def _unit(kept: KeptTurn) -> Unit:
    return Unit(
        id=new_id("unit", kept.turn.at),
        scope=Scope(),
        kind=Kind.EPISODIC,
        summary=kept.turn.text,
        language="zh",
        evidence=(kept.id,),
        origin=Origin.OWNER,
        recorded_at=kept.turn.at,
    )
