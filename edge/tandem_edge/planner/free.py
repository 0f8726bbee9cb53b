"""Texts without a grammar: how likely one is, and what the model says by itself.

For measuring what a planner's file still knows beside tools. The planner itself never answers so.
Only the planner's child process imports this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tandem_edge.planner.fault import Fault

if TYPE_CHECKING:
    from tandem_edge.planner.engine import Engine


def likelihoods(
    engine: Engine, parts: list[dict[str, Any]], continuations: Sequence[str]
) -> list[tuple[float, bool]]:
    """For each continuation of the text in ``parts`` the natural logarithm of its probability, and
    whether each of its tokens is the likeliest.

    A continuation is tokenised by itself. Raises ``Fault`` for an empty one, and where the longest
    does not fit the context.
    """
    context = _tokens(engine, parts)
    texts = [engine.tokenise(text, control=False) for text in continuations]
    if not context or not all(texts):
        raise Fault("context", "there is nothing to weigh")
    _demand_room(engine, len(context) + max(map(len, texts)))
    _evaluate(engine, context)
    first = engine.sampler.log_probabilities()
    return [_likelihood(engine, context, text, first) for text in texts]


def _likelihood(
    engine: Engine, context: list[int], text: list[int], first: Any
) -> tuple[float, bool]:
    total, greedy, table = 0.0, True, first
    for at, token in enumerate(text):
        if at:
            _evaluate(engine, [*context, *text[:at]])
            table = engine.sampler.log_probabilities()
        total += float(table[token])
        greedy = greedy and int(table.argmax()) == token
    return total, greedy


def said(engine: Engine, parts: list[dict[str, Any]], max_tokens: int, until: Sequence[str]) -> str:
    """The likeliest text after ``parts``: up to ``max_tokens`` tokens, the end of the turn, or the
    first of ``until``, which is left out. Raises ``Fault`` where it does not fit the context."""
    context, output = _tokens(engine, parts), list[int]()
    _demand_room(engine, len(context) + max_tokens)
    _evaluate(engine, context)
    while len(output) < max_tokens:
        token = int(engine.sampler.logits().argmax())
        if engine.sampler.ends(token):
            break
        output.append(token)
        text = engine.text_of(output)
        if any(stop in text for stop in until):
            return min((text.partition(stop)[0] for stop in until), key=len)
        engine.evaluate([token])
    return engine.text_of(output)


def _tokens(engine: Engine, parts: list[dict[str, Any]]) -> list[int]:
    return [token for piece in engine.pieces_of(parts) for token in piece.tokens]


def _demand_room(engine: Engine, length: int) -> None:
    if length > engine.size:
        raise Fault("context", f"the text has {length} tokens, {engine.size} fit")


def _evaluate(engine: Engine, tokens: list[int]) -> None:
    """Have exactly ``tokens`` evaluated, the last of them now: its logits are the ones at hand."""
    engine.keep_prefix(tokens)
    engine.evaluate(tokens[len(engine.evaluated) :])
