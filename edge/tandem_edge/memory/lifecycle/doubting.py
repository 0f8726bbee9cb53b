"""What may not hold any more after a turn that says so of something and that no rule understood.

Nothing of it changes: its owner is asked. Only what shares the turn's things is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tandem_edge.memory.extraction.cues import Cue, cue_in
from tandem_edge.memory.extraction.extractor import only_asks
from tandem_edge.memory.extraction.folding import fold, plain
from tandem_edge.memory.extraction.people import EN, EN_PETS, ZH, ZH_PETS, shown
from tandem_edge.memory.extraction.sorts import Sort, Value, places_of
from tandem_edge.memory.retrieval.counted import code_of
from tandem_edge.memory.retrieval.terms import is_chinese, terms
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Kind, Origin, Status, Unit

MOST = 3
"""Units that are asked about."""
LOOKED_AT = 60
LONGEST = 160
"""Characters of a turn; what is longer tells a story."""
_LIGHT = frozenset(
    terms(
        "owner now new old again instead anymore longer oops actually turn wrong change chang left "
        "quit gone go goes went stop stopped move moved switch switched swap sold give gave given "
        "lose lost take took taken end over finish start started use used work works live lives "
        "day days week weeks month months year years today tomorrow yesterday morning evening "
        "night time times last next monday tuesday wednesday thursday friday saturday sunday "
        "january february march april may june july august september october november december "
        "one two three make made like likes really still back put thing lot home good bad bit "
        "keep get want call called name finally just already habit planned plan big little much"
    )
)
_ZH_LIGHT = re.compile(
    "[的了我你他她它们是在有和就都也很不没一到去来还又被把给跟]|机主|已经|以[后前]|现在|[今明昨后前][天年晚]|"
    "[一二三四五六七八九十两0-9][年月日号点分]|上[周月午]|下[周月午]|周[一二三四五六日末]|开始|喜欢|觉得|终于|最近|习惯|打算|职业|工作|名字|东西|时候|换|改|新"
)
_LEFT_WORK = re.compile(r"\b(?:left|quit|retired|resigned)\b|辞职|离职|退休|不[干做当]")
_WORK = frozenset({"job", "works_at", "works_in"})
_RELATIONS = {**EN, **ZH, **{word: f"pet.{name}" for word, name in (EN_PETS | ZH_PETS).items()}}
_RELATIONS = {word: name for word, name in _RELATIONS.items() if name != "pet.fish"}  # it is eaten
_SHOWN = {name: f"{shown(name, 'en')} {shown(name, 'zh')}" for name in _RELATIONS.values()}
_PERSONS = frozenset(terms(" ".join([*_RELATIONS, *_SHOWN.values()])))
_MOVED = re.compile(r"\bmov(?:ed|ing)\b|搬")
_HOMES = frozenset({"lives_in", "address", "roommate"})
_NAMED = r"\b(?:my|our|the|that|this|his|her|their|no|any)\b(?: \w+)? {}"


def doubted_after(book: Book, kept: Kept) -> list[Unit]:
    """What a turn may have changed that was learned from and changed nothing. Reads only."""
    told = book.resting_on([kept.id])
    if any(unit.status is Status.SUPERSEDED or book.replaced_by(unit.id) for unit in told):
        return []
    return doubted(book, kept, read=any(not unit.negated for unit in told))


def doubted(book: Book, kept: Kept, *, read: bool = False) -> list[Unit]:
    """Believed units, at most ``MOST``, that the owner's turn may say to have changed; those that
    share most with it. Of a turn of which something was ``read`` only a strong cue counts.
    Reads only."""
    turn = kept.turn
    cue = cue_in(turn.text)
    if (
        turn.origin is not Origin.OWNER
        or cue <= (Cue.WEAK if read else Cue.NONE)
        or len(turn.text) > LONGEST
    ):
        return []
    things = _terms(turn.text) if cue is Cue.STRONG else _things(turn.text)
    if not things or only_asks(turn.text, turn.at):
        return []
    found = [(len(shared), unit) for unit, shared in _sharing(book, kept, things, cue)]
    most = max((count for count, _ in found), default=0)
    return [unit for count, unit in found if count == most][:MOST]


def _sharing(
    book: Book, kept: Kept, things: frozenset[str], cue: Cue
) -> Iterator[tuple[Unit, frozenset[str]]]:
    named = _relations(kept.turn.text)
    called = terms(" ".join(word for word, name in _RELATIONS.items() if name in named))
    wanted = {code_of(each): 1.0 for each in things.union(called)}
    numbers = book.units_with(wanted, [Status.CURRENT], LOOKED_AT)
    for unit in book.units_by_number(numbers).values():
        told = unit.origin is Origin.OWNER and unit.kind not in (Kind.REVIEW, Kind.PROSPECTIVE)
        if not told or unit.negated or unit.standing or kept.id in unit.evidence:
            continue
        shared = things & _terms(unit.summary)
        if _enough(shared, unit, cue, kept):
            yield unit, shared


def _enough(shared: frozenset[str], unit: Unit, cue: Cue, kept: Kept) -> bool:
    """Whether what is shared names a thing. That it is somebody's is enough of what a person is to
    the owner, if the cue is strong, and of what the words are about: a home, work, a time."""
    if not shared or shared - _PERSONS:
        return bool(shared)
    said = fold(kept.turn.text).folded
    about = (unit.attribute in _HOMES and _MOVED.search(said)) or (
        unit.attribute in _WORK and _LEFT_WORK.search(said)
    )
    relation = not unit.attribute or unit.attribute in _relations(kept.turn.text)
    return bool(about) or (cue is Cue.STRONG and relation) or _otherwise(unit, kept)


def _otherwise(unit: Unit, kept: Kept) -> bool:
    """Whether both have a time of day or a day, and not the same one."""
    turn = kept.turn
    for sort in (Sort.CLOCK, Sort.DAY):
        old, new = (
            {
                plain(fold(said).said[slice(*place)])
                for place in places_of(Value("", sort), said, turn.at)
            }
            for said in (unit.summary, turn.text)
        )
        if old and new:
            return old != new
    return False


def _things(text: str) -> frozenset[str]:
    """Terms of what ``text`` names: of English words, those with a capital, after "my" and the
    like, or of a person."""
    folded = fold(text)
    return frozenset(each for each in _terms(text) if is_chinese(each) or _named(each, folded.said))


def _named(term: str, said: str) -> bool:
    for match in re.finditer(rf"(?<![\w']){re.escape(term[:-1] or term)}\w*", said, re.IGNORECASE):
        before = said[: match.start()].lower()
        capital = match[0][:1].isupper()
        if capital or re.search(_NAMED.format("$"), before):
            return True
    return term in _PERSONS


def _relations(text: str) -> set[str]:
    """Whose relation to the owner ``text`` names."""
    folded = fold(text).folded
    words = set(re.findall(r"[a-z][a-z-]*", folded))
    return {
        name
        for word, name in _RELATIONS.items()
        if word in words or (is_chinese(word[0]) and word in folded)
    }


def _terms(text: str) -> frozenset[str]:
    """Terms that say something; of Chinese the pairs, in either order (``踢球``, ``球踢不了``)."""
    found = [*terms(text)]
    found += [each[::-1] for each in found if is_chinese(each) and each not in _PERSONS]
    for name in _relations(text):
        found += terms(_SHOWN[name])  # whatever they are called: "mum" is the owner's mother
    return frozenset(
        term
        for term in found
        if term not in _LIGHT
        and not term.isdigit()
        and (not is_chinese(term) or (len(term) > 1 and not _ZH_LIGHT.search(term)))
    )
