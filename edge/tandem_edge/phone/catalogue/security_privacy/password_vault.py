"""Saved logins: kept, made up, shown to the owner, and told when they are bad."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LEAST = 8
MADE_LENGTH = 16
_LETTERS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789"


@dataclass(frozen=True, slots=True)
class Login:
    """One saved login; ``leaked`` when its site lost it to somebody."""

    site: str
    username: str
    password: str
    changed: Wall
    leaked: bool = False


LOGINS = Table("logins", Login, prefix="login")


def troubles(store: Store) -> dict[str, list[str]]:
    """What is wrong with saved passwords, by login id: ``weak``, ``reused``, ``leaked``."""
    rows = store.all(LOGINS)
    often = Counter(row.password for row in rows.values())
    found = {
        key: [
            name
            for name, bad in (
                ("weak", len(row.password) < LEAST or row.password.isdigit()),
                ("reused", often[row.password] > 1),
                ("leaked", row.leaked),
            )
            if bad
        ]
        for key, row in rows.items()
    }
    return {key: names for key, names in found.items() if names}


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="saved passwords of sites: save, generate, change, show, delete, list",
    zh="密码本：保存、生成、修改、查看、删除网站密码，列出账号",
    cues_en="password manager login credentials what's my netflix password remember this password "
    "strong random password username saved logins vault forgot",
    cues_zh="密码本 密码管理 存密码 记住密码 密码是多少 忘了密码 随机密码 强密码 改密码 "
    "登录名 用户名 存了哪些",
    arguments=[
        action("create", "generate", "update", "show", "delete", "list"),
        text(
            "site",
            "site or app",
            "网站或应用",
            privacy=Privacy.NONE,
            max_length=60,
            example="Netflix",
            required=("create", "generate", "update", "show", "delete"),
        ),
        text(
            "username",
            "login name",
            "用户名",
            privacy=Privacy.PERSON,
            max_length=80,
            example="mira@example.com",
            required=("create", "generate"),
        ),
        text(
            "password",
            "the password",
            "密码",
            privacy=Privacy.SECRET,
            max_length=80,
            example="Plum-River-42",
            required=("create", "update"),
        ),
        record_id("login_id", "login3"),
    ],
    results=[
        field("login_id", "string"),
        field("site", "string"),
        field("username", "string", privacy=Privacy.PERSON),
        field("password", "string", privacy=Privacy.SECRET),
        field("problems", "array"),
        field("logins", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "create": Effect.WRITE,
        "generate": Effect.WRITE,
        "update": Effect.IRREVERSIBLE,
        "show": Effect.READ,
        "delete": Effect.IRREVERSIBLE,
        "list": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("screen_lock", code="no_screen_lock"),
    ],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        name: undone_by(
            "manage_password", action="delete", site="$result.site", login_id="$result.login_id"
        )
        for name in ("create", "generate")
    },
    mechanism=Mechanism.UI,
)
def manage_password(
    store: Store,
    action: str,
    site: str | None,
    username: str | None,
    password: str | None,
    login_id: str | None,
) -> dict[str, JsonValue]:
    """Keep, make up, change, show or throw away logins. Listing never shows a password."""
    if action in ("create", "generate"):
        secret = password if action == "create" and password else _made(store, site, username)
        return _save(store, str(site), str(username), secret)
    found = _matching(store, site, username, login_id)
    if action == "list":
        return {"logins": [_view(store, key, row) for key, row in found]}
    key, row = the_one(found, "login", lambda row: f"{row.site} {row.username}")
    if action == "delete":
        shown = _view(store, key, row)
        store.remove(LOGINS, key)
        return shown
    if action == "update":
        now = store.only(DEVICE).clock
        row = store.update(LOGINS, key, password=str(password), changed=now, leaked=False)
        return _view(store, key, row)
    return {**_view(store, key, row), "password": row.password}


def _made(store: Store, site: str | None, username: str | None) -> str:
    """A strong password: the same call on the same phone at the same time makes the same one."""
    seed = f"{site}/{username}/{store.only(DEVICE).clock.isoformat()}"
    digest = hashlib.sha256(seed.encode()).digest()[:MADE_LENGTH]
    drawn = "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest)
    return "-".join(drawn[at : at + 4] for at in range(0, MADE_LENGTH, 4))


def _save(store: Store, site: str, username: str, password: str) -> dict[str, JsonValue]:
    for row in store.all(LOGINS).values():
        if (fold(row.site), fold(row.username)) == (fold(site), fold(username)):
            raise ToolFailure("already_exists", f"{row.site} {row.username} is saved already")
    row = Login(site, username, password, store.only(DEVICE).clock)
    return _view(store, store.add(LOGINS, row), row)


def _matching(
    store: Store, site: str | None, username: str | None, key: str | None
) -> list[tuple[str, Login]]:
    found = chosen(store.all(LOGINS), key, site, lambda row: row.site)
    return chosen(dict(found), None, username, lambda row: row.username) if username else found


def _view(store: Store, key: str, row: Login) -> dict[str, JsonValue]:
    problems: list[JsonValue] = [*troubles(store).get(key, ())]
    return {
        "login_id": key,
        "site": row.site,
        "username": row.username,
        "problems": problems,
    }


_SITES = (
    ("Netflix", "Netfix Photo", "京东", "京东金融"),
    ("Amazon", "Amazon Music", "微博", "微博国际版"),
    ("Dropbox", "Dropbox Sign", "知乎", "知乎大学"),
    ("Booking", "Booking Business", "豆瓣", "豆瓣读书"),
    ("GitHub", "GitHub Pages", "12306", "12306 候补"),
    ("LinkedIn", "LinkedIn Learning", "学信网", "学信网档案"),
    ("PayPal", "PayPal Business", "哔哩哔哩", "哔哩哔哩会员购"),
    ("Etsy", "Etsy Seller", "招商银行", "招商银行信用卡"),
    ("Spotify", "Spotify Artists", "携程", "携程商旅"),
    ("Steam", "Steam Guard", "美团", "美团商家"),
    ("eBay", "eBay Kleinanzeigen", "网易邮箱", "网易邮箱大师"),
    ("Airbnb", "Airbnb Host", "小红书", "小红书商家"),
)
_USERS = ("mira.k", "chenyu", "sam_ok", "xiaowen", "ines.d", "haoran", "tom.l", "yiting")
_BAD = ("12345678", "iloveyou", "qwerty1", "20080808")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Logins of look-alike sites, two at one site, some with bad passwords."""
    now, user = store.only(DEVICE).clock, random.choice(cast.of(_USERS))
    saved = [(site, f"{user}@example.com") for sites in cast.of(_SITES) for site in sites]
    saved.append((saved[0][0], f"{user}.family@example.com"))
    for site, username in saved:
        secret = random.choice(_BAD) if random.random() < 0.25 else _drawn(random)
        changed = (now - timedelta(days=random.randrange(1, 900))).replace(second=0)
        store.add(LOGINS, Login(site, username, secret, changed, random.random() < 0.12))


def _drawn(random: Random) -> str:
    return "".join(random.choices(_LETTERS, k=12))
