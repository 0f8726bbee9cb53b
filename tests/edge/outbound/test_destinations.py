"""Where something goes is known by one name, and never in clear text to another machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.outbound.destinations import destination_named, destination_of
from tandem_edge.outbound.endpoints import Endpoint, Mode, endpoint_of, names_endpoint
from tandem_shared.errors import UsageError


@pytest.mark.parametrize(
    ("url", "name", "local"),
    [
        ("https://API.Example.com/v1", "api.example.com", False),
        ("https://api.example.com:443/v1", "api.example.com", False),
        ("https://api.example.com:8443", "api.example.com:8443", False),
        ("http://127.0.0.1:8080/v1", "127.0.0.1:8080", True),
        ("http://127.9.9.9/v1", "127.9.9.9:80", True),
        ("http://localhost:1/v1", "localhost:1", True),
        ("http://[::1]:8080/v1", "[::1]:8080", True),
        ("https://аpple.com/v1", "xn--pple-43d.com", False),  # a Cyrillic letter shows
        ("https://例子.com", "xn--fsqu00a.com", False),
    ],
)
def test_a_destination_has_one_name(url: str, name: str, local: bool) -> None:
    where = destination_of(url)
    assert (where.name, where.local) == (name, local)


def test_an_address_of_this_machine_may_lead_elsewhere() -> None:
    assert not destination_of("http://127.0.0.1:8080/v1", leaves=True).local


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.com/v1",
        "http://192.168.1.5:8080/v1",
        "http://localhost.example.com/v1",
        "http://127.0.0.1.example.com",
        "http://2130706433/v1",
    ],
)
def test_another_machine_is_never_spoken_to_in_clear_text(url: str) -> None:
    with pytest.raises(UsageError, match="clear text"):
        destination_of(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://user:sk-12345@example.com",
        "https://sk-12345@example.com/",
        "https://a.b?k=sk-12345",
    ],
)
def test_a_key_in_an_address_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(UsageError) as error:
        destination_of(url)
    assert "sk-12345" not in str(error.value) + error.value.hint


@pytest.mark.parametrize(
    "url", ["", "file:///etc/passwd", "https://", "ftp://x", "https://a:99999", "x"]
)
def test_what_is_no_address_is_an_error(url: str) -> None:
    with pytest.raises(UsageError):
        destination_of(url)


@given(st.text())
def test_any_text_is_a_destination_or_a_usage_error(text: str) -> None:
    try:
        name = destination_named(text)
    except UsageError:
        return
    assert name.isascii() and " " not in name and name == destination_named(name)


KNOWN = {"work": Endpoint(url="https://a.example/v1", model="m", mode=Mode.TEXT)}


def test_an_endpoint_is_named_by_address_or_by_section() -> None:
    written = endpoint_of("openai:https://a.example/v1#org/model#2", {})
    assert written == Endpoint(url="https://a.example/v1#org/model", model="2", mode=Mode.TOOLS)
    text = endpoint_of("openai-text:https://a.example/v1#m", {})
    assert text == KNOWN["work"] == endpoint_of("endpoint:work", KNOWN)
    assert endpoint_of("qwen2.5-coder-0.5b", KNOWN) is None
    assert names_endpoint("endpoint:x") and not names_endpoint("scripted:x")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("endpoint:wrok", "endpoint:work"),
        ("openai:https://a.example/v1", "URL#MODEL"),
        ("openai:#m", "URL#MODEL"),
        ("openai:http://a.example/v1#m", "https"),
    ],
)
def test_a_wrong_name_says_what_to_type(name: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        endpoint_of(name, KNOWN)
    assert hint in error.value.hint
