"""What each page leaves in English: every page of the table, read in the language of brackets.

`LEFTOVERS=event pytest -s tests/permissions/test_leftovers.py` prints it for pages with that in their names, `=all` for
all. What `MARKED` names has to be wholly marked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from django.apps import apps
from django.db import models

from matches.record_check import check_record
from tests.messages.areas import MARKED
from tests.messages.pseudo import leftovers, pseudo
from tests.permissions.addresses import addresses
from tests.permissions.asking import YES, taken_back
from tests.permissions.sending import SENDING, Sent, path_of
from tests.permissions.table import rules
from tests.permissions.world import ROLES, World

pytestmark = pytest.mark.django_db
SHOWN = os.environ.get("LEFTOVERS", "")
OF_PEOPLE = ("username", "display_name", "name", "about", "slug", "club", "email", "nickname", "title")
"""Columns with what people called things. (Chat and reasons are people's words, too: no page is held to those.)"""
OURS = (
    "League Zero", "English", "Deutsch", "Field Tactics", "Zero Order", "Order & Chaos", "Order and Chaos", "Zero Day",
    "Incursion Point: Zero", "Incursion Point", "Elo", "Swiss", "TRF", "CSV", "JSON", "API", "QR", "UTC", "ZIP",
)  # fmt: skip


def names() -> Iterator[str]:
    yield from OURS
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, models.CharField | models.TextField) and field.name in OF_PEOPLE and not field.choices:
                yield from (str(one) for one in model._default_manager.values_list(field.name, flat=True) if one)


def test_a_page_that_is_marked_leaves_nothing_in_english(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matches.queries.record_verification.check_in_subprocess", check_record
    )  # another process knows no made-up language
    monkeypatch.setattr("matches.record_check.use_translator", lambda _: nullcontext())
    clients = {role: world.client(role) for role in ROLES}
    found, faults = {one.endpoint: one for one in addresses()}, list[str]()
    allowed = frozenset(names())
    with pseudo():
        for rule in rules():
            who = next((role for role in ("owner", "player", "staff", *ROLES) if rule.cells[role] == YES), None)
            for endpoint in rule.endpoints:
                name = endpoint.partition(" ")[2].partition(":")[0]
                asked = name in MARKED or (SHOWN and (SHOWN == "all" or SHOWN in name))
                if who is None or not endpoint.startswith("GET ") or name.startswith("api-") or not asked:
                    continue
                path = path_of(found[endpoint.partition(":")[0]], world, SENDING.get(endpoint, Sent()))
                with taken_back():
                    answer = clients[who].get(path, headers={"accept-language": "de"})
                if not answer.get("Content-Type", "").startswith("text/html"):
                    continue
                left = leftovers(answer.content.decode(), allowed=allowed)
                if SHOWN:
                    print(f"\n{name} {path} ({who}, {answer.status_code})", *left, sep="\n  ")  # noqa: T201
                if name in MARKED:
                    faults += [f"{name}: {text}" for text in left]
    assert not faults, "\n".join(faults)
