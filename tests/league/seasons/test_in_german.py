"""Seasons, drafts and Gamers to somebody who reads German: told in German, kept in English."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.gamer_pages.forms import FilterForm
from league.leagues.log_words import field_name
from league.seasons.actions.settings import SETTINGS_BY_NAME
from league.seasons.actions.waivers import process_bids
from league.seasons.market_models import WaiverClaim
from league.seasons.queries.market import list_processed_bids
from league.seasons.queries.settings import list_settings
from matches.catalogues import use_language
from tests.factories import NOON, draft
from tests.league.drafts.test_acting import pick
from tests.league.seasons.test_franchises import by_salary
from tests.league.seasons.test_sealed_bids import bidding, bids

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("german")]
GERMAN = {"accept-language": "de"}


def test_why_a_bid_lost_is_read_in_the_language_of_who_asks() -> None:
    made, (foxes, wolves) = bidding(waiver_hours=24)
    wanted = by_salary(made)[0]
    low = bids(foxes, wanted, 3)
    bids(wolves, wanted, 7)
    with use_language("de"):
        process_bids(season_id=made.pk, at=NOON + timedelta(hours=24))
        told = {one.claim_id: (one.status_name, one.why) for one in list_processed_bids(made.pk).lines}
    assert translate_stored(WaiverClaim.objects.get(pk=low).why) == f"{wolves.name} won with 7."
    assert told[low] == ("Überboten", f"{wolves.name} gewann mit 7.")


def test_terms_and_filters_are_told_anew_to_each_reader() -> None:
    made, _ = bidding()
    for language, label, all_of_them in (("de", "Gehaltsobergrenze", "alle"), ("en", "Salary cap", "all")):
        with use_language(language):
            assert label in [one.label for one in list_settings(made.terms)]
            assert str(dict(FilterForm({}).fields["state"].choices)[""]) == all_of_them  # type: ignore[attr-defined]


def test_the_board_of_a_draft_is_kept_by_language() -> None:
    row = draft()
    pick(row, 1)
    german, english = (
        json.loads(Client().get(f"/drafts/{row.pk}/board/", headers={"accept-language": one}).content) for one in ("de", "en")
    )
    assert "Läuft" in german["pieces"]["room-status"]
    assert "Running" in english["pieces"]["room-status"]


def test_a_refusal_of_the_api_is_in_the_language_of_who_asked() -> None:
    answer = Client().get("/api/v1/drafts/999999/", headers=GERMAN)
    assert "Draft nicht gefunden." in answer.json().values()


def test_every_term_of_a_season_is_named_in_logs() -> None:
    with use_language("de"):
        assert [name for name in SETTINGS_BY_NAME if field_name(name) == name] == []
        assert field_name("cap") == "Gehaltsobergrenze"
    assert field_name("cap") == "salary cap"
