"""The table names every address of the site with each method that it answers, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from league.event_console.organiser_actions import ACTIONS as EVENT_DEEDS
from league.season_pages.views.franchises import ACTIONS as FRANCHISE_DEEDS
from league.season_pages.views.market import ACTIONS as TRADE_DEEDS
from tests.permissions.addresses import Address, addresses, methods
from tests.permissions.page import FILE, render
from tests.permissions.sending import SENDING, variants
from tests.permissions.table import rules

ADD = (
    "{door} (/{path}) is new: add it to the rule that holds for it in tests/permissions/permissions.toml, what is to"
    " be sent to it in tests/permissions/sending.py, and run `make permissions`."
)


def doors() -> list[str]:
    return [door for rule in rules() for door in rule.doors]


def test_every_address_has_a_row() -> None:
    named = {door.partition(":")[0] for door in doors()}
    new = [one for one in addresses() if one.door not in named]
    assert not new, "\n".join(ADD.format(door=one.door, path=one.path) for one in new)


def test_every_row_has_an_address_and_every_variant_a_row() -> None:
    known = {one.door for one in addresses()}
    gone = [door for door in doors() if door.partition(":")[0] not in known]
    assert not gone, "there are no such addresses any more"
    assert [door for door, count in Counter(doors()).items() if count > 1] == []
    asked = {name for names in variants().values() for name in names}
    assert {door for door in doors() if ":" in door} == asked
    assert {name.partition(":")[0] for name in SENDING} <= known


@pytest.mark.parametrize(("door", "keys"), [("franchise-deed", FRANCHISE_DEEDS), ("trade-deed", TRADE_DEEDS)])
def test_every_button_behind_one_address_has_a_row(door: str, keys: dict[str, object]) -> None:
    assert {one.partition(":")[2] for one in doors() if one.startswith(f"POST {door}:")} == set(keys)


def test_the_page_of_the_docs_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == render(), "the table has changed: run `make permissions`"


def test_a_view_that_does_not_say_which_methods_it_answers_is_found() -> None:
    with pytest.raises(LookupError, match="require_http_methods"):
        methods(lambda request: None)
    assert Address("GET", "x", "events/<int:event_id>/<slug:key>.csv", frozenset({"key"})).parameters == ("event_id",)
    assert EVENT_DEEDS
