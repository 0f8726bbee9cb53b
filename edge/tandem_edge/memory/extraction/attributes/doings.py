"""What happens, and what is always to be done."""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes.row import PLAIN, row

ROWS = (
    row(
        "date",
        "has this date for {thing}: {value}|no longer has this date for {thing}: {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    row("plan", "plans: {value}|no longer plans: {value}", "打算{value}|不再打算{value}"),
    row("did", "told: {value}|did not: {value}", "说过：{value}|没有：{value}"),
    # what is always to be done
    row(
        "always",
        "wants always: {value}|no longer wants: {value}",
        "要求始终：{value}|不再要求：{value}",
        private=PLAIN,
        standing=True,
    ),
    row(
        "never",
        "wants never: {value}|no longer forbids: {value}",
        "要求不要：{value}|不再禁止：{value}",
        private=PLAIN,
        standing=True,
    ),
    row(
        "app_for",
        "wants {value} for {thing}|no longer wants {value} for {thing}",
        "要用{value}来{thing}|不再用{value}来{thing}",
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
