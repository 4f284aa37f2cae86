"""A finished draft looked back at: figures checked against sums made by hand, pages, files and the API."""

import json

import pytest
from django.test import Client
from hypothesis import given, settings, strategies as st

from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.actions.lifecycle import cancel_draft
from league.drafts.grades import fit_going_rate, root_mean_square
from league.drafts.models import Draft
from league.drafts.queries.recap import get_recap
from league.drafts.queries.states import get_state
from league.leagues.models import Season
from matches.errors import ActionError
from tests.factories import NOON, draft, drafted_season
from tests.league.drafts.test_acting import after, director, fresh, owner, pick
from tests.league.drafts.test_proof import played_out

PAGE, DOOR = "/drafts/{}/recap/", "/api/v1/drafts/{}/recap/"
PICKS = st.lists(st.tuples(st.integers(1, 10**6), st.floats(5, 26.5)), min_size=1, max_size=40)


@settings(max_examples=25)
@given(PICKS)
def test_what_is_above_the_going_rate_in_one_place_is_below_it_in_others(bought: list[tuple[int, float]]) -> None:
    rate = fit_going_rate(bought)
    differences = [value - rate.at(price) for price, value in bought]
    assert sum(differences) == pytest.approx(0, abs=1e-6)
    for tilt in (0.9, 1.1):  # no other line through the middle fits better
        price, value = (sum(one[at] for one in bought) / len(bought) for at in (0, 1))
        other = [worth - (value + rate.slope * tilt * (cost - price)) for cost, worth in bought]
        assert root_mean_square(differences) <= root_mean_square(other) + 1e-9


@pytest.mark.django_db
def test_a_recap_grades_every_franchise_by_the_going_rate_of_its_own_draft() -> None:
    row = draft(drafted_season(roster_max=4, genres={"FPS": 1}), pick_seconds=1, reserve_seconds=0)
    pick(row, 1)
    row.refresh_from_db()
    played_out(row)
    told = Client().get(DOOR.format(row.pk)).json()
    tables = {table["key"]: table["rows"] for table in told["tables"]}
    state, rate = get_state(row), told["rate"]
    for line in tables["grades"]:
        team = next(one.id for one in state.setup.teams if one.name == line["franchise_name"])
        mine = [one for one in state.picks if one.team == team]
        above = sum(state.setup.by_id[one.card].value - (rate["start"] + rate["slope"] * one.price) for one in mine)
        assert (line["picks"], line["spent"]) == (len(mine), sum(one.price for one in mine))
        assert line["surplus"] == pytest.approx(above, abs=0.006)
    assert sum(line["surplus"] for line in tables["grades"]) == pytest.approx(0, abs=0.02)
    assert [line["surplus"] for line in tables["bargains"]] == sorted(
        (line["surplus"] for line in tables["bargains"]), reverse=True
    )
    assert all(line["surplus"] < 0 for line in tables["reaches"])
    assert [line["needs"] for line in tables["needs"]] == ["met", "met"]
    assert all(line["left"] == line["cap"] - line["spent"] for line in tables["budgets"])
    assert [line["pick"] for line in tables["history"]] == list(range(1, 9))
    assert [line["price"] for line in tables["prices"]] == sorted(line["price"] for line in tables["prices"])
    page = Client().get(PAGE.format(row.pk)).content.decode()
    assert 'data-plot="dots"' in page
    assert "Round 4" in page
    season_path = f"/leagues/{row.season.league.slug}/seasons/{row.season_id}/draft/recap/"  # type: ignore[union-attr]
    assert Client().get(season_path).headers["Location"] == PAGE.format(row.pk)
    assert Client().get(f"/api/v1{season_path}").json() == told
    for key, rows in tables.items():
        lines = Client().get(f"{PAGE.format(row.pk)}{key}.csv").content.decode().splitlines()
        assert len(lines) == len(rows) + 1
    assert json.loads(Client().get(f"{PAGE.format(row.pk)}grades.json").content)["rows"] == tables["grades"]
    assert Client().get(f"{PAGE.format(row.pk)}nothing.csv").status_code == 404


@pytest.mark.django_db
def test_where_money_was_bid_prices_stand_against_salaries_and_picks_without_rounds_in_heaps(season: Season) -> None:
    row = draft(season, kind="blind", round_minutes=10, rounds=1, from_salary=False)
    card = fresh(row).books.remaining[0].id
    sealed = {"is": "seal", "round": 1, "card": card, "amount": 7}
    apply_action(draft_id=row.pk, by=owner(row, 2), data=sealed, at=NOON)
    apply_due_flags(draft_id=row.pk, at=after(601))
    row.refresh_from_db()
    seen = get_recap(row)
    assert seen.dearest is not None
    assert (seen.dearest.card.id, seen.dearest.pick.price, seen.spent) == (card, 7, sum(
        one.price for one in get_state(row).picks
    ))  # fmt: skip
    assert "salaries" in [table.key for table in seen.tables]
    assert list(seen.rounds)[:2] == ["1 to 2", "3 to 4"]
    assert Client().get(PAGE.format(row.pk)).status_code == 200


@pytest.mark.django_db
def test_there_is_no_recap_of_a_draft_that_is_not_over_or_was_cancelled(row: Draft) -> None:
    pick(row, 1)
    for _ in range(2):
        row.refresh_from_db()
        with pytest.raises(ActionError):
            get_recap(row)
        page = Client().get(PAGE.format(row.pk))
        assert (page.status_code, b"No recap" in page.content) == (200, True)
        assert Client().get(DOOR.format(row.pk)).json()["code"] == "not-over"
        assert Client().get(f"{PAGE.format(row.pk)}grades.csv").status_code == 404
        if row.status == "running":
            cancel_draft(draft_id=row.pk, by=director(row), why="Rain", at=NOON)
