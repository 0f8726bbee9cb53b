"""What happens, and what is always to be done."""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes.row import PLAIN, row
from tandem_edge.memory.extraction.people import PETS, RELATIONS, shown

ROWS = (
    row(
        "date",
        "'s {thing} is {value}|'s {thing} is no longer {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    row(
        "plan",
        "has this planned: {value}|no longer has this planned: {value}",
        "打算{value}|不再打算{value}",
    ),
    row(
        "did", "did this: {value}|did not do this: {value}", "的经历：{value}|没有这个经历：{value}"
    ),
    row("died", "{value}|has not {value}", "{value}了|没有{value}", single=True),
    # what is always to be done
    row(
        "always",
        "wants this always: {value}|no longer wants this: {value}",
        "的要求：{value}|不再要求：{value}",
        private=PLAIN,
        standing=True,
    ),
    row(
        "never",
        "never wants this: {value}|no longer forbids this: {value}",
        "不许：{value}|不再禁止：{value}",
        private=PLAIN,
        standing=True,
    ),
    row(
        "app_for",
        "wants {value} for {thing}|no longer wants {value} for {thing}",
        "{thing}用{value}|{thing}不再用{value}",
        single=True,
        private=PLAIN,
        standing=True,
    ),
    row(
        "call_me",
        "wants to be called {value}|does not want to be called {value}",
        "希望被称为{value}|不希望被称为{value}",
        single=True,
        standing=True,
    ),
    row(
        "reply_language",
        "wants answers in {value}|does not want answers in {value}",
        "要求用{value}回答|不要用{value}回答",
        single=True,
        private=PLAIN,
        standing=True,
    ),
)


DOTTED = tuple(
    row(
        f"died.{each.name}",
        f"'s {shown(each.name, 'en')} {{value}}|'s {shown(each.name, 'en')} did not die: {{value}}",
        f"的{shown(each.name, 'zh')}{{value}}|的{shown(each.name, 'zh')}没有去世：{{value}}",
    )
    for each in (*RELATIONS, *PETS)
)
"""Deaths of those who were somebody's."""
