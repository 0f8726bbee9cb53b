"""Pictures of the screen: every view's outline and text. They show where things are, no more."""

from __future__ import annotations

import io
from typing import Literal

from PIL import Image, ImageDraw

from tests.fakes.android_phone.screen.nodes import Node


def draw(roots: list[Node], size: tuple[int, int], *, black: bool) -> Image.Image:
    """The screen, or as a secure window has it: all black."""
    picture = Image.new("RGB", size, "black" if black else "white")
    if black:
        return picture
    pen = ImageDraw.Draw(picture)
    for node in (each for root in roots for each in root.walk()):
        pen.rectangle(node.bounds, outline="grey")
        text = (node.text or node.description).encode("ascii", "replace").decode()
        pen.text((node.bounds.left + 8, node.bounds.top + 8), text, fill="black")
    return picture


def packed(picture: Image.Image, kind: Literal["PNG", "JPEG"], scale: float, quality: int) -> bytes:
    """The picture as a file."""
    if scale != 1:
        wide, high = (max(1, round(each * scale)) for each in picture.size)
        picture = picture.resize((wide, high))
    out = io.BytesIO()
    picture.save(out, kind, quality=quality)
    return out.getvalue()
