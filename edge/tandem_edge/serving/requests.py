"""What a client of the endpoint may ask, and the errors it gets, in OpenAI's forms.

https://platform.openai.com/docs/api-reference/chat/create. What would change the meaning of an
answer and is not done here is an error; what only tunes sampling is passed over, since the planner
always takes the likeliest token.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tandem_shared.text import one_line

MOST_MESSAGES = 200
MOST_TOOLS = 128
MOST_TOKENS = 1024
TOKENS = 256
"""Tokens of an answer when the client does not say."""


class Problem(Exception):
    """An answer that is an error: HTTP ``status``, and the fields of OpenAI's error object."""

    def __init__(
        self, status: int, message: str, *, code: str | None = None, param: str | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.param = param

    def as_json(self) -> dict[str, Any]:
        """The body of the reply."""
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        fields = {"message": str(self), "type": kind, "param": self.param, "code": self.code}
        return {"error": fields}


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Function(_Lenient):
    """A tool as the client describes it."""

    name: str = Field(min_length=1, max_length=64)
    description: str | None = None
    parameters: dict[str, JsonValue] = Field(default_factory=dict)


class Tool(_Lenient):
    """A function tool; there are no others."""

    type: Literal["function"]
    function: Function


class CalledFunction(_Lenient):
    """A call that was made earlier; ``arguments`` is JSON text."""

    name: str
    arguments: str = "{}"


class MadeCall(_Lenient):
    """A call that was made earlier, with the id its result refers to."""

    id: str
    function: CalledFunction


class TextPart(_Lenient):
    """A piece of a message's text."""

    type: Literal["text"]
    text: str


class Said(_Lenient):
    """One message of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[TextPart] | None = None
    tool_calls: list[MadeCall] | None = None
    tool_call_id: str | None = None

    @property
    def text(self) -> str:
        """The message's words."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptions(_Lenient):
    """Of these only whether usage comes at the end."""

    include_usage: bool = False


class ResponseFormat(_Lenient):
    """Only plain text is given."""

    type: Literal["text"]


class ChatRequest(_Lenient):
    """A request for one answer."""

    model: str
    messages: list[Said] = Field(min_length=1, max_length=MOST_MESSAGES)
    tools: list[Tool] = Field(default_factory=list, max_length=MOST_TOOLS)
    tool_choice: Literal["auto", "none"] | None = None
    parallel_tool_calls: bool | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    n: Literal[1] | None = None
    response_format: ResponseFormat | None = None

    @property
    def tokens(self) -> int:
        """How long the answer may be, tokens."""
        return min(self.max_completion_tokens or self.max_tokens or TOKENS, MOST_TOKENS)


def parse(body: bytes) -> ChatRequest:
    """The request in ``body``. Raises ``Problem`` (400)."""
    try:
        return ChatRequest.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        said = one_line(f"{place}: {first['msg']}" if place else first["msg"], limit=200)
        raise Problem(400, said, param=one_line(place, limit=80) or None) from None
