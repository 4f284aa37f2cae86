"""The figures of fair play reach nobody but the site's admins: no other address even reads them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from league.fair_play.models import FitScore
from tests.permissions.addresses import addresses
from tests.permissions.asking import YES, Listener, ask
from tests.permissions.sending import SENDING, Sent, path_of
from tests.permissions.table import rules
from tests.permissions.world import ROLES, World

pytestmark = pytest.mark.django_db
TABLE = FitScore._meta.db_table


def test_no_page_export_or_endpoint_reads_the_figures_except_the_desk_of_fair_play(world: World, listener: Listener) -> None:
    found = {one.endpoint: one for one in addresses()}
    reading: set[str] = set()
    endpoint = ""

    def watching(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if TABLE in sql and sql.lstrip().upper().startswith(("SELECT", "WITH")):
            reading.add(endpoint)
        return execute(sql, params, many, context)

    clients = {role: world.client(role) for role in ROLES}
    asked = 0
    with connection.execute_wrapper(watching):
        for rule in rules():
            who = next((role for role in reversed(ROLES) if rule.cells[role] == YES), None)
            for endpoint in rule.endpoints:
                if who is None:
                    continue
                address, sent = found[endpoint.partition(":")[0]], SENDING.get(endpoint, Sent())
                body = sent.body(world) if sent.body else None
                ask(clients[who], listener, address.method, path_of(address, world, sent), body)
                asked += 1
    assert asked > 400
    assert reading <= {"GET fair-play", "POST fair-play-evidence"} | DELETES
    assert "GET fair-play" in reading


DELETES = {"POST account-delete", "POST api-account-deletion"}
"""Deleting an account removes its figures, and may read which ones there are."""
