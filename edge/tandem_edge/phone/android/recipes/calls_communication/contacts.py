"""Contacts, in the contacts provider: a raw contact and a row for each of its parts."""

from __future__ import annotations

from tandem_edge.phone.android.readings.people import BEGUN, DATA, KIND, PEOPLE, RAW_CONTACTS
from tandem_edge.phone.android.recipe import (
    Each,
    Procedure,
    Recipe,
    Step,
    delete,
    insert,
    update,
)
from tandem_shared.tools import Bilingual


def _add(contact: str, kind: str, field: str, *, only_if: str = "") -> Step:
    return insert(
        DATA,
        f"raw_contact_id:i:{contact}",
        f"mimetype:s:{KIND}{kind}",
        f"data1:s:{{new.{field}}}",
        only_if=only_if,
    )


def _change(kind: str, field: str) -> Step:
    where = f"raw_contact_id={{key|key}} AND mimetype='{KIND}{kind}'"
    return update(DATA, where, f"data1:s:{{new.{field}}}", only_if=f"new.{field}")


_NEW = (
    insert(RAW_CONTACTS, "account_type:n:"),
    BEGUN,
    _add("{fact.begun|number}", "name", "name"),
    _add("{fact.begun|number}", "phone_v2", "phone"),
    _add("{fact.begun|number}", "email_v2", "email", only_if="new.email"),
)
_NO_GROUP = Bilingual(
    en="groups of contacts belong to an account and cannot be set by the shell",
    zh="联系人分组属于账户，命令行不能设置",
)
_NO_GROUPS = {f"group={name}": _NO_GROUP for name in ("family", "friend", "work", "service")}

RECIPES = {
    "manage_contact": Recipe(
        {
            "query": Procedure(
                reads=PEOPLE,
                withholds=("contacts.group",),
                refuses={"group": _NO_GROUP},
            ),
            "*": Procedure(
                reads=PEOPLE,
                ways=(
                    (
                        Each("contacts", "insert", _NEW),
                        Each(
                            "contacts",
                            "update",
                            (_change("name", "name"), _change("phone_v2", "phone")),
                        ),
                        Each("contacts", "delete", (delete(RAW_CONTACTS, "_id={key|key}"),)),
                    ),
                ),
                once=True,
                refuses=_NO_GROUPS,
            ),
        },
        (
            "a new contact is kept on the phone, in no account",
            "of several numbers or addresses the first is seen",
        ),
    ),
}
