"""The GUI agent: does on the phone's screens what one would do by hand."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.screens.actions import GuiAction, Scroll, Tap, Type
from tandem_edge.phone.sandbox.screens.elements import Element, Role, Submits, Takes
from tandem_edge.phone.sandbox.screens.view import Touched, View
from tandem_edge.subagents.assignment import ANYTHING, Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.gui.choosing import choose
from tandem_edge.subagents.gui.explore import Place, explore
from tandem_edge.subagents.gui.filling import fill, number_for
from tandem_edge.subagents.protocol import AgentFailed, Report, SubAgent, Work
from tandem_edge.subagents.words import on_or_off
from tandem_shared.tools import Bilingual

MOST_SCROLLS = 60

_SAID = {
    "en": {
        "changed": "Done: {where} is now {value}.",
        "same": "Nothing to do: {where} is {value} already.",
        "told": "{where}: {value}",
        "did": "Done: {where}.",
    },
    "zh": {
        "changed": "已完成：{where} 现在是 {value}。",
        "same": "不用改：{where} 已经是 {value}。",
        "told": "{where}：{value}",
        "did": "已完成：{where}。",
    },
}
_VALUES: dict[str, dict[str, str]] = {"en": {}, "zh": {"on": "开", "off": "关"}}
_WHICH = {
    "en": "the goal does not say whether {what} is to be on or off",
    "zh": "目标没说“{what}”要开还是要关",
}
_NOTHING = {
    "en": "no screen has an element for this",
    "zh": "没有哪个屏幕上有能完成这件事的控件",
}


def work(task: Assignment, desk: Desk) -> Work:
    """Explore a copy of the phone, choose one element, touch it on the phone itself.

    One step to look around, one to choose, then one a touch.
    """
    places = explore(desk.phone.rehearsal(task.language), task.goal)
    desk.note(f"looked at {len(places)} elements")
    yield None
    place = choose(desk, task.goal, places)
    if place is None:
        raise AgentFailed("not_found", _NOTHING[task.language])
    desk.note(f"chose {place.label}")
    yield None
    hand = _Hand(desk, desk.phone.view())
    yield from hand.walk(place)
    return (yield from _touch(hand, place, task))


@dataclass
class _Hand:
    """Touches the screen and notes what it did."""

    desk: Desk
    view: View
    execution: Execution | None = None

    def do(self, action: GuiAction, note: str) -> Touched:
        """One action. Raises ``AgentFailed`` when the phone does not do it."""
        touched = self.view.act(action)
        if touched.execution is not None:
            self.execution = touched.execution
        if not touched.ok:
            fault = touched.execution.result.fault if touched.execution else None
            code = fault.code if fault else "not_possible"
            raise AgentFailed(code, touched.refusal or (fault.message if fault else code))
        self.desk.note(note)
        return touched

    def walk(self, place: Place) -> Work:
        """Tap from the home screen to the screen that ``place`` is on."""
        for id_ in place.taps:
            self.reach(id_)
            self.do(Tap(element=id_), f"tapped {id_}")
            yield None
        return Report("")

    def reach(self, id_: str) -> Element:
        """Scroll until the element is in sight, and return it."""
        for _ in range(MOST_SCROLLS):
            screen = self.view.screen()
            found = screen.find(id_)
            if found is not None:
                return found
            if not screen.below:
                break
            self.view.act(Scroll(direction="down"))
        raise AgentFailed("not_found", _NOTHING[self.desk.language])


def _touch(hand: _Hand, place: Place, task: Assignment) -> Work:
    """The act itself, and what it came to."""
    element = hand.reach(place.element.id)
    before = element.value
    if isinstance(element.does, Submits):
        yield from _fill_in(hand, place, element.does, task)
    elif isinstance(element.does, Takes):
        value = _wanted_value(hand, element, task)
        hand.do(Type(element=element.id, text=value), f"typed {value} into {element.label}")
    elif element.role in (Role.SWITCH, Role.OPTION):
        wanted = on_or_off(task.goal) if element.role is Role.SWITCH else True
        if wanted is None:
            raise AgentFailed("missing_argument", _WHICH[task.language].format(what=element.label))
        if before != ("on" if wanted else "off"):
            hand.do(Tap(element=element.id), f"tapped {element.label}")
        else:
            return _report("same", place, before, before, task, hand)
    elif element.role is Role.BUTTON:
        hand.do(Tap(element=element.id), f"tapped {element.label}")
    else:
        return _report("told", place, before, before, task, hand)
    after = hand.view.screen().find(element.id)
    value = after.value if after is not None else ""
    return _report("changed" if value else "did", place, before, value, task, hand)


def _fill_in(hand: _Hand, place: Place, does: Submits, task: Assignment) -> Work:
    spec = hand.desk.phone.spec(does.call.name)
    assert spec is not None
    now = hand.desk.phone.now()
    for name, said in fill(hand.desk, task.goal, task.facts, place.fields, spec, now).items():
        hand.reach(name)
        hand.do(Type(element=name, text=said), f"typed {said} into {name}")
        yield None
    hand.view.offset = 0
    hand.reach(place.element.id)
    hand.do(Tap(element=place.element.id), f"tapped {place.element.label}")
    return Report("")


def _wanted_value(hand: _Hand, element: Element, task: Assignment) -> str:
    if element.role is Role.SLIDER:
        value = number_for(hand.desk, task.goal, element)
    else:
        assert isinstance(element.does, Takes)
        spec = hand.desk.phone.spec(element.does.call.name)
        assert spec is not None
        now = hand.desk.phone.now()
        value = fill(hand.desk, task.goal, (), [element], spec, now).get(element.id, "")
    if not value:
        raise AgentFailed(
            "missing_argument", f"the goal does not say what {element.label} is to be"
        )
    return value


def _report(
    how: str, place: Place, before: str, after: str, task: Assignment, hand: _Hand
) -> Report:
    where = " > ".join([*place.trail[1:], place.element.label])
    shown = _VALUES[task.language].get(after, after)
    text = _SAID[task.language][how].format(where=where, value=shown)
    data: dict[str, JsonValue] = {
        "element": where,
        "before": before,
        "after": after,
        "changed": how == "did" or (how == "changed" and before != after),
    }
    if hand.execution is not None and hand.execution.result.ok:
        data["result"] = hand.execution.result.data
    return Report(text, data)


AGENT = SubAgent(
    "gui",
    Bilingual(
        en="Operates the phone's screens step by step: opens an app, taps, types, reads.",
        zh="一步步操作手机屏幕：打开应用、点按、输入、查看。",
    ),
    work,
    touches=(ANYTHING,),
)
