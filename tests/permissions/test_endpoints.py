"""Each endpoint of the table, asked on the site: everybody is told what the table says, and nothing more gets out.

One of those who are refused alike asks, and one of those who may; they are others from endpoint to endpoint. A page that is
open to everybody is asked for by a visitor. In `make prove` all of them ask everywhere. They read the language of brackets
(tests/messages/pseudo.py). Of each answer:

- it is the word of the cell, and a refusal changes nothing;
- an answer of the API has what the schema says, and nothing else;
- what is stored is English, whoever acts;
- a page that is wholly marked leaves nothing in English;
- only the desk of fair play reads the figures of fair play.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any
from zlib import crc32

import pytest
from django.apps import apps
from django.db import connection, models

from league.fair_play.models import FitScore
from matches.record_check import check_record
from tests.messages.areas import MARKED
from tests.messages.pseudo import leftovers, pseudo
from tests.permissions import schema
from tests.permissions.addresses import Address
from tests.permissions.asking import YES, Listener, Told, ask
from tests.permissions.sending import request
from tests.permissions.table import endpoints
from tests.permissions.world import ROLES, World
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
FIGURES = FitScore._meta.db_table
MAY_READ_FIGURES = {"GET fair-play", "POST fair-play-evidence", "POST account-delete", "POST api-account-deletion"}
"""Deleting an account removes its figures, and may read which ones there are."""
BRACKETS = ("⟦", "\\u27e6")
"""A bracket as it is, and as JSON writes it."""


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


class Watcher:
    """Hears which endpoint reads the figures of fair play, and which stores a text that is not English."""

    def __init__(self) -> None:
        self.endpoint = ""
        self.reading: set[str] = set()
        self.stored: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if FIGURES in sql and sql.lstrip().upper().startswith(("SELECT", "WITH")):
            self.reading.add(self.endpoint)
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "WITH")) and any(one in repr(params) for one in BRACKETS):
            self.stored.append(f"{self.endpoint} stores what is not English: {sql[:60]} ... {repr(params)[:300]}")
        return execute(sql, params, many, context)


def asked_of(endpoint: str, cells: dict[str, str]) -> list[str]:
    """The roles that ask at this endpoint."""
    if WHOLE:
        return list(ROLES)
    if endpoint.startswith("GET ") and set(cells.values()) == {YES}:
        return ["nobody"]
    asking = list[str]()
    for word in dict.fromkeys(cells.values()):
        alike = [role for role in ROLES if cells[role] == word]
        asking.append(alike[crc32(endpoint.encode()) % len(alike)])
    return asking


def test_every_endpoint_tells_everybody_what_it_may(world: World, listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    # Another process knows no made-up language.
    monkeypatch.setattr("matches.queries.record_verification.check_in_subprocess", check_record)
    monkeypatch.setattr("matches.record_check.use_translator", lambda _: nullcontext())
    clients = {role: world.client(role) for role in ROLES}
    for client in clients.values():
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    allowed, watcher, wrong, told_by = frozenset(names()), Watcher(), list[str](), list[Told]()
    with pseudo(), connection.execute_wrapper(watcher):
        for endpoint, address, cells in endpoints():
            watcher.endpoint, sent = endpoint, request(endpoint, address, world)
            for role in asked_of(endpoint, cells):
                told = ask(clients[role], listener, *sent)
                told_by.append(told)
                faults = [*_of_cell(told, cells[role]), *_of_content(told, address, allowed)]
                wrong += [f"{endpoint} as {role}: {fault}" for fault in faults]
    wrong += watcher.stored
    wrong += [f"{endpoint} reads the figures of fair play" for endpoint in watcher.reading - MAY_READ_FIGURES]
    assert not wrong, "\n".join(wrong)
    assert "GET fair-play" in watcher.reading
    assert len(told_by) > (4000 if WHOLE else 800)
    assert sum("⟦" in told.answer.content.decode(errors="ignore") for told in told_by if not told.answer.streaming) > 200


def _of_cell(told: Told, word: str) -> Iterator[str]:
    if told.word != word:
        yield f"the table says {word}; told {told.word} ({told.status} {told.code})"
    if told.word != YES and told.wrote:
        yield f"refused, and wrote: {told.wrote[0][:120]}"
    if told.status >= 500 or told.status == 405:
        yield f"answered {told.status}"


def _of_content(told: Told, address: Address, allowed: frozenset[str]) -> Iterator[str]:
    if address.api:
        yield from schema.find_faults(address, told.answer)
    elif told.word == YES and address.name in MARKED and told.answer.get("Content-Type", "").startswith("text/html"):
        yield from (f"leaves English: {text}" for text in leftovers(told.answer.content.decode(), allowed=allowed))
