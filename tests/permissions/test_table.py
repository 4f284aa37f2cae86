"""The table names every address of the site with each method that it answers, and nothing else."""

from collections import Counter

import pytest

from league.season_pages.views.franchises import ACTIONS as FRANCHISE_ACTIONS
from league.season_pages.views.market import ACTIONS as TRADE_ACTIONS
from tests.permissions.addresses import Address, addresses, methods
from tests.permissions.page import FILE, render
from tests.permissions.sending import SENDING
from tests.permissions.table import rules

ADD = (
    "{endpoint} (/{path}) is new: add it to the rule that holds for it in tests/permissions/permissions.toml, what is to"
    " be sent to it in tests/permissions/sending.py, and run `make permissions`."
)
ENDPOINTS = [endpoint for rule in rules() for endpoint in rule.endpoints]


def test_every_address_has_a_row() -> None:
    named = {endpoint.partition(":")[0] for endpoint in ENDPOINTS}
    new = [one for one in addresses() if one.endpoint not in named]
    assert not new, "\n".join(ADD.format(endpoint=one.endpoint, path=one.path) for one in new)


def test_every_row_has_an_address_and_every_variant_a_row() -> None:
    known = {one.endpoint for one in addresses()}
    gone = [endpoint for endpoint in ENDPOINTS if endpoint.partition(":")[0] not in known]
    assert not gone, "there are no such addresses any more"
    assert [endpoint for endpoint, count in Counter(ENDPOINTS).items() if count > 1] == []
    assert {endpoint for endpoint in ENDPOINTS if ":" in endpoint} == {name for name in SENDING if ":" in name}
    assert {name.partition(":")[0] for name in SENDING} <= known


@pytest.mark.parametrize(("endpoint", "keys"), [("franchise-deed", FRANCHISE_ACTIONS), ("trade-deed", TRADE_ACTIONS)])
def test_every_button_behind_one_address_has_a_row(endpoint: str, keys: dict[str, object]) -> None:
    assert {one.partition(":")[2] for one in ENDPOINTS if one.startswith(f"POST {endpoint}:")} == set(keys)


def test_the_page_of_the_docs_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == render(), "the table has changed: run `make permissions`"


def test_a_view_that_does_not_say_which_methods_it_answers_is_found() -> None:
    with pytest.raises(LookupError, match="require_http_methods"):
        methods(lambda request: None)
    assert Address("GET", "x", "events/<int:event_id>/<slug:key>.csv", frozenset({"key"})).parameters == ("event_id",)
