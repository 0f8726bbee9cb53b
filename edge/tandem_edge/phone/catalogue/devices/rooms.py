"""The rooms of a home, by which its devices are told apart in either language."""

from __future__ import annotations

from typing import Literal, get_args

Room = Literal[
    "living_room",
    "bedroom",
    "kids_room",
    "study",
    "kitchen",
    "dining_room",
    "bathroom",
    "hallway",
    "balcony",
    "garage",
]
ROOMS: tuple[Room, ...] = get_args(Room)
WORDS: dict[Room, tuple[str, ...]] = {
    "living_room": ("living room", "lounge", "客厅"),
    "bedroom": ("bedroom", "卧室", "主卧"),
    "kids_room": ("kids' room", "nursery", "儿童房"),
    "study": ("study", "office", "书房"),
    "kitchen": ("kitchen", "厨房"),
    "dining_room": ("dining room", "餐厅"),
    "bathroom": ("bathroom", "卫生间", "浴室"),
    "hallway": ("hallway", "走廊", "玄关"),
    "balcony": ("balcony", "阳台"),
    "garage": ("garage", "车库"),
}


def room_of(said: str) -> Room | None:
    """The room whose name, in either language, is in ``said`` (folded)."""
    return next((room for room, words in WORDS.items() if any(w in said for w in words)), None)
