"""Sentences of made-up talk in both languages: the same templates with the same values say the
same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tandem_trainer.memory_ranker.chatter import bank
from tandem_trainer.memory_ranker.topics import Topic
from tandem_trainer.memory_ranker.wording import EN, ZH, fill

DRAWS = 4
"""Times that each template is filled."""


def sentences(topic: Topic, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Sentences on ``topic`` that say the same in both languages, by turns about somebody else and
    about oneself."""
    for draw in range(DRAWS):
        values = {name: slot.draw(rng)[0] for name, slot in topic.slots.items()}
        values["ago"] = rng.choice([*zip(*bank("ago"), strict=True)])
        values["old"] = values.get("v", values["ago"])
        name = tuple(rng.choice(bank("names")[language]) for language in (EN, ZH))
        for both in (*topic.say.values(), *topic.ask.values(), *topic.lead.values()):
            for templates in zip(*both, strict=False):
                yield _filled(templates, values, name if draw % 2 else ("I", "我"))


def _filled(
    templates: Sequence[str], values: dict[str, tuple[str, str]], name: Sequence[str]
) -> tuple[str, str]:
    english, chinese = (
        fill(template, language, values, {"S": name[language], "T": "", "lead": ""})
        for language, template in enumerate(templates)
    )
    return english, chinese.replace(" ", "")
