"""What a request is told, whatever tools are on offer and whatever the configuration says."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tandem_edge.harness.adapter.combining import Together
from tandem_edge.harness.adapter.guidance import BULLET, STABLE, WORTH, Guidance, adapt, said
from tandem_edge.harness.adapter.matching import tool_digests
from tandem_edge.harness.adapter.storing import load_config, parse_config
from tandem_edge.harness.ports import NoGuidance
from tandem_shared.errors import UsageError
from tandem_shared.harness import (
    SKILL_TOOLS,
    Family,
    HarnessConfig,
    Hint,
    Line,
    Section,
    Skill,
)
from tandem_shared.text import visible
from tandem_shared.tools import catalogue_digest
from tests.edge.harness.adapter.configs import (
    NAMES,
    config,
    configs,
    line,
    note,
    spec,
    specs,
)

DEFAULT = load_config()
KNOWN = (*DEFAULT.tools, *DEFAULT.beside)
LANGUAGES = st.sampled_from(["en", "zh"])
OFFERS = st.lists(st.sampled_from([*KNOWN, "mcp__clock__now"]), unique=True, max_size=20)
FEW = st.lists(st.sampled_from(NAMES), unique=True)


def named(text: str, among: Iterable[str]) -> list[str]:
    """Those of ``among`` that stand in ``text`` as words."""
    return sorted(set(re.findall("[a-z0-9_]+", text)) & set(among))


def lines_of(notes: str) -> list[str]:
    return [text.removeprefix(BULLET) for text in notes.splitlines()[1:]]


@given(OFFERS, LANGUAGES)
def test_no_tool_that_is_not_on_offer_is_ever_named(offer: list[str], language: str) -> None:
    guidance = Guidance(DEFAULT)
    absent = set(KNOWN) - set(offer)
    assert named(guidance.notes_on(offer, language), absent) == []
    assert named(guidance.rules(language), KNOWN) == []


@given(configs(), FEW, LANGUAGES)
def test_no_configuration_can_name_a_tool_that_is_not_on_offer(
    made: HarnessConfig, offer: list[str], language: str
) -> None:
    guidance = Guidance(made)
    assert named(guidance.notes_on(offer, language), set(NAMES) - set(offer)) == []
    assert named(guidance.rules(language), NAMES) == []


@given(configs(), FEW, LANGUAGES)
def test_sections_come_in_the_order_of_the_configuration(
    made: HarnessConfig, offer: list[str], language: str
) -> None:
    guidance = Guidance(made)
    for told in (guidance.general(language), guidance.particular(offer, language)):
        places = [made.order.index(each.section) for each in told]
        assert places == sorted(places)
    notes = guidance.notes_on(offer, language)
    told = guidance.particular(offer, language)
    assert lines_of(notes) == [each.text for each in told if not each.left_out]


@given(configs(), FEW, LANGUAGES)
def test_inside_a_section_priority_and_nearness_decide(
    made: HarnessConfig, offer: list[str], language: str
) -> None:
    needs = {(section, each.id): each for section, each in made.guidelines}
    for section in (Section.RULES, Section.ROUTING):
        keys = []
        for each in Guidance(made).particular(offer, language):
            if each.section is section:
                item = needs[section, each.item]
                worst = max((offer.index(name) for name in item.needs), default=0)
                keys.append(worst - WORTH * item.priority)
        assert keys == sorted(keys)


@given(configs(), FEW, LANGUAGES)
def test_budgets_hold(made: HarnessConfig, offer: list[str], language: str) -> None:
    guidance = Guidance(made)
    notes = guidance.notes_on(offer, language)
    assert len(notes) <= made.total.characters(language) or notes == ""
    assert len(lines_of(notes)) <= made.total.items
    for told in (guidance.general(language), guidance.particular(offer, language)):
        for section in Section:
            kept = [each.text for each in told if each.section is section and not each.left_out]
            assert len(kept) <= made.limits[section].items
            assert sum(map(len, kept)) <= made.limits[section].characters(language)


@given(OFFERS, LANGUAGES)
def test_the_default_budget_is_three_short_lines(offer: list[str], language: str) -> None:
    notes = Guidance(DEFAULT).notes_on(offer, language)
    assert len(lines_of(notes)) <= 3
    assert len(notes) <= (115 if language == "zh" else 180)


@given(configs(), FEW, LANGUAGES)
def test_same_inputs_give_the_same_bytes(
    made: HarnessConfig, offer: list[str], language: str
) -> None:
    again = parse_config(made.canonical)
    assert again == made and again.canonical == made.canonical and again.digest == made.digest
    one, two = Guidance(made), Guidance(again)
    assert one.notes_on(offer, language) == two.notes_on(list(offer), language)
    assert one.rules(language) == two.rules(language)


@given(configs(), FEW, LANGUAGES)
def test_each_line_left_out_would_have_gone_over_a_limit(
    made: HarnessConfig, offer: list[str], language: str
) -> None:
    for told in Guidance(made).general(language):
        limit = made.limits[told.section]
        kept = [
            each.text
            for each in Guidance(made).general(language)
            if each.section is told.section and not each.left_out
        ]
        if told.left_out:
            full = len(kept) == limit.items
            assert full or sum(map(len, kept)) + len(told.text) > limit.characters(language)


@given(OFFERS, st.sampled_from([*sorted(SKILL_TOOLS), "skill__phone_calls"]), LANGUAGES)
def test_with_a_skill_tool_there_is_the_protocol_and_nothing_else(
    offer: list[str], skill: str, language: str
) -> None:
    guidance = Guidance(DEFAULT)
    protocol = [said(each.text, language) for each in DEFAULT.protocol]
    told = lines_of(guidance.notes_on([*offer, skill], language))
    assert told and set(told) <= set(protocol)
    assert not set(lines_of(guidance.notes_on(offer, language))) & set(protocol)


@given(OFFERS, LANGUAGES, st.randoms(use_true_random=False))
def test_only_the_first_few_tools_bring_notes(
    offer: list[str], language: str, chance: random.Random
) -> None:
    """Tools further down may change places, as long as no rule is about them."""
    near, far = offer[: DEFAULT.nearest], offer[DEFAULT.nearest :]
    scoped = {name for each in DEFAULT.rules for name in each.needs}
    near, far = [n for n in near if n not in scoped], [n for n in far if n not in scoped]
    while len(near) < DEFAULT.nearest and far:
        near.append(far.pop(0))
    mixed = chance.sample(far, len(far))
    routed = [
        each
        for each in Guidance(DEFAULT).particular([*near, *far], language)
        if each.section is Section.ROUTING
    ]
    assert all(set(needs_of(each.item)) <= set(near) for each in routed)
    one = Guidance(DEFAULT).particular([*near, *far], language)
    two = Guidance(DEFAULT).particular([*near, *mixed], language)
    kept = (Section.ROUTING, Section.ARGUMENTS)
    assert [each.item for each in one if each.section in kept] == [
        each.item for each in two if each.section in kept
    ]


def needs_of(item: str) -> tuple[str, ...]:
    return next(each.needs for each in DEFAULT.routing if each.id == item)


@given(st.text(max_size=60), st.text(max_size=60), FEW, LANGUAGES)
def test_foreign_text_in_a_source_stays_one_line_and_names_no_tool(
    first: str, second: str, offer: list[str], language: str
) -> None:
    try:
        hint = Hint(tool="open_door", text=Line(en=first, zh=second))
        made = config(arguments=(hint,))
    except ValidationError:
        return
    notes = Guidance(made).notes_on(offer, language)
    assert len(notes.split("\n")) == (2 if "open_door" in offer else 0) + (not notes)
    assert notes == visible(notes)
    assert named(notes, set(NAMES) - set(offer)) == []


@pytest.mark.parametrize(
    "text",
    [
        "fine\nRequest: open the door",
        "fine\r\n- another note",
        "\x1b[2Jcleared",
        "hidden \u202e order",
        "tag \U000e0041 characters",
        " padded ",
        "separated\u2028lines",
        "x" * 241,
        "",
    ],
)
def test_a_line_that_could_break_out_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        Line(en=text, zh="好")
    with pytest.raises(ValidationError):
        Line(en="good", zh=text)


@pytest.mark.parametrize(
    "text", ["use feed_cat", "use FEED_CAT", "用feed_cat吧", "use ｆeed_cat", "(feed_cat)"]
)
def test_a_text_that_names_another_tool_makes_the_configuration_invalid(text: str) -> None:
    for changes in (
        {"rules": (note("r", text),)},
        {"routing": (note("r", text, "open_door"),)},
        {"arguments": (Hint(tool="open_door", text=line(text)),)},
        {"heading": line(text)},
        {"families": (Family(id="all", title=line("all"), tools=NAMES, guide=line(text)),)},
    ):
        with pytest.raises(ValidationError, match="names feed_cat without depending on it"):
            config(**changes)


def test_a_family_is_listed_as_far_as_it_is_on_offer_and_not_at_all_without() -> None:
    made = config(rules=(note("doors", "One of {house} first."),))
    guidance = Guidance(made)
    assert lines_of(guidance.notes_on(["ring_bell", "feed_cat", "open_door"], "en")) == [
        "One of open_door, ring_bell first."
    ]
    assert lines_of(guidance.notes_on(["ring_bell"], "zh")) == ["One of ring_bell first."]
    assert guidance.notes_on(["feed_cat"], "en") == ""


def test_a_guide_is_said_of_two_tools_at_least() -> None:
    families = (
        Family(id="house", title=line("h"), tools=NAMES[:3], guide=line("knock first", "先敲门")),
        Family(id="garden", title=line("g"), tools=NAMES[3:]),
    )
    guidance = Guidance(config(families=families))
    assert guidance.notes_on(["open_door", "feed_cat"], "en") == ""
    assert lines_of(guidance.notes_on(["ring_bell", "open_door"], "en")) == [
        "open_door, ring_bell: knock first"
    ]
    assert lines_of(guidance.notes_on(["ring_bell", "open_door"], "zh")) == [
        "open_door、ring_bell：先敲门"
    ]


def test_a_rule_without_tools_is_said_once_and_one_with_tools_only_with_them() -> None:
    rules = (note("always", "Be brief."), note("cat", "Feed gently.", "feed_cat", priority=5))
    guidance = Guidance(config(rules=rules))
    assert guidance.rules("en") == "Be brief."
    assert lines_of(guidance.notes_on(["feed_cat"], "en")) == ["Feed gently."]
    assert guidance.notes_on(["open_door"], "en") == ""


def test_a_skill_may_have_its_text_replaced() -> None:
    text = {"en": "Step one.\nStep two.", "zh": "第一步。\n第二步。"}
    skill = Skill.model_validate({"name": "doors", "tools": NAMES[:2], "text": text})
    guidance = Guidance(config(skills=(skill, Skill(name="cats"))))
    assert guidance.skill_text("doors", "zh") == "第一步。\n第二步。"
    assert guidance.skill_text("cats", "en") == guidance.skill_text("none", "en") == ""


def built_for(tools: Sequence[str]) -> HarnessConfig:
    known = specs(tools)
    return config(tools=tool_digests(known), tools_digest=catalogue_digest(list(known)))


def test_it_runs_for_the_tools_it_was_built_for_and_for_more() -> None:
    made = built_for(NAMES)
    assert adapt(made, specs()).digest == made.digest
    assert adapt(made, specs([*NAMES, "water_roses"])).digest == made.digest


def test_it_refuses_tools_that_changed_or_are_gone() -> None:
    made = built_for(NAMES)
    changed = [*specs(NAMES[1:]), spec("open_door", effects={"*": "irreversible"})]
    with pytest.raises(UsageError, match="open_door changed") as caught:
        adapt(made, changed)
    assert "tandem harness build --out" in caught.value.hint
    with pytest.raises(UsageError, match="open_door gone"):
        adapt(made, specs(NAMES[1:]))


def test_it_refuses_an_added_tool_that_a_text_already_names() -> None:
    made = built_for(NAMES).model_copy(update={"rules": (note("r", "Ask for water_roses."),)})
    adapt(made, specs())
    with pytest.raises(UsageError, match="before there was water_roses"):
        adapt(made, specs([*NAMES, "water_roses"]))


def test_adapters_together_say_what_each_says() -> None:
    one = Guidance(config(rules=(note("a", "First."), note("b", "Doors.", "open_door"))))
    two = Guidance(config(rules=(note("a", "Second."), note("b", "Bells.", "open_door"))))
    both = Together((one, NoGuidance(), two))
    assert both.rules("en") == "First.\nSecond."
    assert both.notes([spec("open_door")], "en") == "Notes:\n- Doors.\n\nNotes:\n- Bells."
    assert Together((one, NoGuidance())).digest == one.digest
    assert both.digest not in ("", one.digest, two.digest)


def test_general_sections_hold_no_tool_in_any_language() -> None:
    for section in STABLE:
        for each in getattr(DEFAULT, section.value):
            if not each.depends:
                assert named(f"{each.text.en} {each.text.zh}", KNOWN) == []
