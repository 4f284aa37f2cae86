"""Wherever results are shown, reported ones are told apart from refereed ones."""

from __future__ import annotations

import pytest
from django.test import Client

from league.closed_matches import process_closed_match
from league.event_files.exports import build_trf, get_event
from tests.factories import NOON, PlayerFactory, end, league, staff, started_event
from tests.league.results.test_entered_results import enter, open_pairings

pytestmark = pytest.mark.django_db


def test_an_event_with_both_kinds_of_results_says_how_many_of_each(client: Client) -> None:
    made = started_event(*PlayerFactory.create_batch(4), format="round-robin")
    played = open_pairings(made)[1].series.get().match_id
    enter(made, ["1-0"])
    end(played)
    process_closed_match(match_id=played, at=NOON)
    said = "1 result is reported. 1 is refereed here."
    for tab in ("standings/", "cross-table/", "paper/", "embed/"):
        page = client.get(f"/events/{made.pk}/{tab}").content.decode()
        assert said in " ".join(page.split()), tab
    cross = client.get(f"/events/{made.pk}/cross-table/").content.decode()
    assert cross.count('<abbr title="reported">r</abbr>') == 2
    (table,) = client.get(f"/api/v1/events/{made.pk}/standings/").json()["standings"]
    assert (table["reported"], table["refereed"]) == (1, 1)
    assert "### Results: 1 reported, 1 refereed" in build_trf(get_event(made.pk))


def test_boxes_of_a_bracket_are_marked_and_lead_scorers_to_the_results(client: Client) -> None:
    north = league()
    made = started_event(
        *PlayerFactory.create_batch(4), organiser=north.staff.get().player, league=north.pk, format="single-elimination"
    )
    enter(made, ["1-0"])
    matches = client.get(f"/api/v1/events/{made.pk}/bracket/").json()["matches"]
    assert [(match[-2], match[-1]) for match in matches] == [(1, True), (2, False), (3, False)]
    page = f"/events/{made.pk}/bracket/"
    assert "data-results" not in client.get(page).content.decode()
    client.force_login(staff(north, "scorer"))
    shown = client.get(page).content.decode()
    assert f'data-results="/events/{made.pk}/manage/results/"' in shown
    assert "1 result is reported" in " ".join(shown.split())
