"""What is stored is English, whoever acts: each endpoint that writes, used in the language of brackets."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from tests.messages.pseudo import pseudo
from tests.permissions.addresses import addresses
from tests.permissions.asking import YES, Listener, ask
from tests.permissions.sending import SENDING, Sent, path_of
from tests.permissions.table import rules
from tests.permissions.world import ROLES, World

pytestmark = pytest.mark.django_db
TELLTALES = ("⟦", "\\u27e6")
"""A bracket as it is, and as JSON writes it."""


def test_whoever_acts_in_another_language_leaves_nothing_of_it_behind(world: World, listener: Listener) -> None:
    found = {one.endpoint: one for one in addresses()}
    stored: list[str] = []
    endpoint = ""

    def watching(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "WITH")) and any(one in repr(params) for one in TELLTALES):
            stored.append(f"{endpoint}: {sql[:60]} ... {repr(params)[:300]}")
        return execute(sql, params, many, context)

    clients = {role: world.client(role) for role in ROLES}
    asked = 0
    with pseudo(), connection.execute_wrapper(watching):
        assert "⟦" in clients["player"].get("/rules/", headers={"accept-language": "de"}).content.decode()
        for rule in rules():
            who = next((role for role in ROLES if rule.cells[role] == YES), None)
            for endpoint in rule.endpoints:
                if endpoint.startswith("GET ") or who is None:
                    continue
                clients[who].defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
                address, sent = found[endpoint.partition(":")[0]], SENDING.get(endpoint, Sent())
                body = sent.body(world) if sent.body else None
                ask(clients[who], listener, address.method, path_of(address, world, sent), body)
                asked += 1
    assert asked > 150
    assert not stored, "\n".join(stored)
