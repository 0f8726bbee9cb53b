"""The clipboard: what was copied lately, and what was pinned there to stay."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

KEPT = timedelta(hours=1)
"""How long a clip stays that nobody pinned."""
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Clip:
    """A copied text. What pastes is the clip copied last."""

    text: str
    at: Wall
    pinned: bool = False


CLIPS = Table("clips", Clip, prefix="clip")


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="clipboard of copied texts: copy, pin, unpin, delete, clear, search",
    zh="剪贴板：复制文字，固定、取消固定、删除、清空、查找复制过的内容",
    cues_en="clipboard copy to paste copied what did I copy clip clips pin keep snippet address "
    "wipe clear history earlier",
    cues_zh="剪贴板 复制 粘贴 拷贝 粘贴板 复制了什么 刚才复制的 置顶 固定住 清掉复制记录 拷下来",
    arguments=[
        action("copy", "pin", "unpin", "delete", "clear", "query"),
        text(
            "text",
            "what to copy, or words of the clip meant",
            "要复制的文字，或那条内容里的字",
            max_length=1000,
            example="Elm Street 12",
            required=("copy", "pin", "unpin", "delete"),
        ),
        record_id("clip_id", "clip3"),
        record_id("copied_at", "2026-03-10T08:30:00"),
        internal(boolean("pinned", "whether one put back is pinned", "恢复时是否固定")),
    ],
    results=[
        field("clip_id", "string"),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("copied_at", "string"),
        field("pinned", "boolean"),
        field("changed", "boolean"),
        field("cleared", "integer"),
        field("clips", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
    ],
    effects={
        "copy": Effect.WRITE,
        "pin": Effect.WRITE,
        "unpin": Effect.WRITE,
        "delete": Effect.WRITE,
        "clear": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked", on=("delete", "clear", "query"))],
    errors=["not_found", "ambiguous"],
    inverses={
        "copy": undone_by(
            "manage_clipboard", action="delete", text="$result.text", clip_id="$result.clip_id"
        ),
        "delete": undone_by(
            "manage_clipboard",
            action="copy",
            text="$result.text",
            copied_at="$result.copied_at",
            pinned="$result.pinned",
        ),
        "pin": undone_by(
            "manage_clipboard", action="unpin", text="$result.text", clip_id="$result.clip_id"
        ),
        "unpin": undone_by(
            "manage_clipboard", action="pin", text="$result.text", clip_id="$result.clip_id"
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_clipboard(
    store: Store,
    action: str,
    text: str | None,
    clip_id: str | None,
    copied_at: str | None,
    pinned: bool,
) -> dict[str, JsonValue]:
    """Copy a text, keep, drop or find clips; ``copied_at`` puts a deleted one back."""
    if action == "copy":
        return _copy(store, str(text), copied_at, pinned)
    if action == "clear":
        gone = [key for key, clip in store.all(CLIPS).items() if not clip.pinned]
        for key in gone:
            store.remove(CLIPS, key)
        return {"cleared": len(gone)}
    found = chosen(store.all(CLIPS), clip_id, text, lambda clip: clip.text)
    if action == "query":
        found.sort(key=lambda item: item[1].at, reverse=True)
        shown: list[JsonValue] = [_view(key, clip) for key, clip in found[:SHOWN]]
        return {"clips": shown, "total": len(found)}
    key, before = the_one(found, "clip", lambda clip: clip.text[:40])
    if action == "delete":
        return _view(key, store.remove(CLIPS, key)) | {"changed": True}
    after = store.update(CLIPS, key, pinned=action == "pin")
    return _view(key, after) | {"changed": after != before}


def copy_text(store: Store, text: str) -> tuple[str, bool]:
    """Put ``text`` on the clipboard; its clip's id, and whether it was not there as the last."""
    clips = store.all(CLIPS)
    last = max(clips, key=lambda key: (clips[key].at, len(key), key), default="")
    if last and clips[last].text == text:
        return last, False
    return store.add(CLIPS, Clip(text, store.only(DEVICE).clock)), True


def _copy(store: Store, text: str, copied_at: str | None, pinned: bool) -> dict[str, JsonValue]:
    if copied_at is None:
        key, changed = copy_text(store, text)
    else:
        key, changed = store.add(CLIPS, Clip(text, _moment(copied_at), pinned)), True
    return _view(key, store.all(CLIPS)[key]) | {"changed": changed}


def _moment(written: str) -> datetime:
    try:
        when = datetime.fromisoformat(written)
    except ValueError:
        raise ToolFailure("invalid_argument", "that is no point in time") from None
    if when.tzinfo is not None or not 1970 <= when.year <= 2100:
        raise ToolFailure("invalid_argument", "that is no time of this phone")
    return when


def _view(key: str, clip: Clip) -> dict[str, JsonValue]:
    return {
        "clip_id": key,
        "text": clip.text,
        "copied_at": clip.at.isoformat(),
        "pinned": clip.pinned,
    }


def _upcoming(store: Store) -> datetime | None:
    loose = [clip.at for clip in store.all(CLIPS).values() if not clip.pinned]
    return min(loose, default=None) and min(loose) + KEPT


def _happen(store: Store, when: datetime) -> None:
    """Clips that were not pinned vanish an hour after they were copied."""
    for key, clip in list(store.all(CLIPS).items()):
        if not clip.pinned and clip.at + KEPT <= when:
            store.remove(CLIPS, key)


CLIP_CLOCK = Timer(_upcoming, _happen)

_PINNED = (
    ("12 Elm Street, Flat 4", "12 Elm Street, Flat 14", "杏花路12号4单元", "杏花路12号14单元"),
    (
        "Best regards, and thanks again",
        "Best regards from all of us",
        "祝好，有空再聊",
        "祝好，回头见",
    ),
    (
        "Gate code 4471, ring twice",
        "Gate code 4417, side door",
        "门禁4471，到了打我电话",
        "门禁4417，走侧门",
    ),
    (
        "Invoice to Lindqvist & Sons",
        "Invoice to Lindgren & Sons",
        "发票抬头：江南丝竹社",
        "发票抬头：江南竹艺社",
    ),
    (
        "Leave the parcel with the porter",
        "Leave the parcel at number 9",
        "快递放门卫",
        "快递放9号柜",
    ),
    (
        "My new address is 8 Mill Lane",
        "My old address was 8 Hill Lane",
        "收件人林晚，收",
        "收件人林婉，收",
    ),
    ("Allergic to peanuts", "Allergic to penicillin", "对花生过敏", "对青霉素过敏"),
    (
        "Tuesday after four works for me",
        "Tuesday before four works",
        "周二四点以后都行",
        "周二四点之前都行",
    ),
)
_LOOSE = (
    (
        "tracking number LX 2291 884",
        "tracking number LX 2291 448",
        "单号 YT7710023",
        "单号 YT7710032",
    ),
    (
        "flour, eggs, oat milk, thyme",
        "flour, eggs, goat milk",
        "面粉、鸡蛋、燕麦奶",
        "面粉、鸡蛋、羊奶",
    ),
    (
        "see you under the station clock",
        "see you at the station café",
        "老地方见",
        "老地方不见不散",
    ),
    ("meeting room 3.07", "meeting room 3.70", "三楼307会议室", "三楼370会议室"),
    ("the quick brown recipe", "the quick brownie recipe", "糖醋排骨的做法", "糖醋里脊的做法"),
    ("table for six at half seven", "table for seven at half six", "订六个人的位", "订七个人的位"),
    ("flight lands 18:40, gate C", "flight lands 18:04, gate G", "航班18:40到", "航班18:04到"),
    ("size 42, the blue ones", "size 24, the blue ones", "42码蓝色那双", "24码蓝色那双"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Texts that were pinned long ago, and what was copied within the hour."""
    now = store.only(DEVICE).clock
    for texts in cast.of(_PINNED):
        for words in texts:
            at = now - timedelta(days=random.randrange(2, 90), minutes=random.randrange(60))
            store.add(CLIPS, Clip(words, at, pinned=True))
    for texts in cast.of(_LOOSE):
        for words in random.sample(texts, 2):
            store.add(CLIPS, Clip(words, now - timedelta(minutes=random.randrange(2, 55))))
