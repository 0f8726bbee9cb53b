"""What can be done to a screen."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tandem_shared.tools import Frozen

Named = Annotated[str, Field(min_length=1, max_length=120)]


class OpenApp(Frozen):
    """Go to an app's first screen, by its key or its label in either language."""

    do: Literal["open_app"] = "open_app"
    app: Named


class Tap(Frozen):
    """Touch the element in sight with this id."""

    do: Literal["tap"] = "tap"
    element: Named


class Type(Frozen):
    """Put text into a field or a slider, in place of what it holds."""

    do: Literal["type"] = "type"
    element: Named
    text: Annotated[str, Field(max_length=1000)]


class Scroll(Frozen):
    """See the elements further down or up."""

    do: Literal["scroll"] = "scroll"
    direction: Literal["down", "up"]


class Back(Frozen):
    """Return to the screen before."""

    do: Literal["back"] = "back"


class Home(Frozen):
    """Go to the home screen."""

    do: Literal["home"] = "home"


GuiAction = Annotated[OpenApp | Tap | Type | Scroll | Back | Home, Field(discriminator="do")]
GUI_ACTION: TypeAdapter[GuiAction] = TypeAdapter(GuiAction)
"""Validates a GUI action from JSON."""
