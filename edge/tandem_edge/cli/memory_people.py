"""People that a wish to forget names, in whatever script: what is looked for, and what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tandem_edge.cli.common import print_text
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.forgetting import Consequences, Wish


def people_wished(people: tuple[str, ...]) -> dict[str, Any]:
    """What of a wish names these people: any of them, where there are several."""
    from tandem_edge.memory.lifecycle.never import LONGEST, Never, Sort

    said = tuple(each.strip() for each in people)
    if not all(0 < len(each) <= LONGEST for each in said):
        raise UsageError(
            _("a name has 1 to {limit} characters", limit=LONGEST), hint="--person 'Wang Fang'"
        )
    if len(said) <= 1:
        return {"person": "".join(said)}
    return {"never": tuple(Never(sort=Sort.PERSON, text=each) for each in said)}


def _named_in(wish: Wish) -> list[str]:
    """The people that a wish names."""
    from tandem_edge.memory.lifecycle.never import Sort

    people = [each.text for each in wish.never if each.sort is Sort.PERSON]
    return [*filter(None, [wish.person]), *people]


def spellings_of(wish: Wish, found: Consequences) -> list[str]:
    """How the people whom a wish names are spelled in the other script, in what would go."""
    from tandem_edge.memory.lifecycle.naming import spelled_in

    units = [*found.units, *found.bereft]
    texts = [text for unit in units for text in (unit.subject, unit.summary)]
    texts += [text for kept in found.turns for text in (kept.turn.speaker, kept.turn.text)]
    spelled = (one for name in _named_in(wish) for text in texts for one in spelled_in(text, name))
    return list(dict.fromkeys(spelled))


def tell_names(wish: Wish, spellings: list[str]) -> None:
    """Which spellings of a name were read as it, and which names have none to look for."""
    from tandem_edge.memory.lifecycle.naming import crosses

    if spellings:
        print_text(_("read as the same name: {names}", names=_(", ").join(spellings)))
    alone = [one_line(each, limit=40) for each in _named_in(wish) if not crosses(each)]
    if alone:
        names = _(", ").join(alone)
        print_text(
            _("looked for only as spelled: {names}; give another by --person too", names=names)
        )
