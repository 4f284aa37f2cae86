"""A draft looked back at: the proof of its draws, with nothing of the seed before the end, and the recap."""

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings, strategies as st

from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.actions.lifecycle import cancel_draft
from league.drafts.grades import fit_going_rate, root_mean_square
from league.drafts.models import Draft
from league.drafts.queries import states
from league.drafts.queries.recap import get_recap
from league.drafts.queries.states import get_state
from league.leagues.models import Season
from matches.errors import ActionError
from tests.factories import NOON, draft, drafted_season
from tests.league.drafts.test_acting import after, director, fresh, owner, pick
from tests.league.drafts.test_pages import signed

pytestmark = pytest.mark.django_db
PAGE, DOOR = "/drafts/{}/proof/", "/api/v1/drafts/{}/proof/"
RECAP, RECAP_API = "/drafts/{}/recap/", "/api/v1/drafts/{}/recap/"
PICKS = st.lists(st.tuples(st.integers(1, 10**6), st.floats(5, 26.5)), min_size=1, max_size=40)


def played_out(row: Draft) -> Draft:
    """The clock decides everything that is left."""
    while row.deadline_at is not None:
        apply_due_flags(draft_id=row.pk, at=row.deadline_at + timedelta(seconds=1))
        row.refresh_from_db()
    assert row.status == "finished"
    return row


def proof(row: Draft) -> Any:
    return json.loads(Client().get(DOOR.format(row.pk)).content)


def checked(row: Draft) -> dict[str, bool]:
    return {one["key"]: one["agrees"] for one in proof(row)["checks"]}


def test_before_the_end_the_seed_is_in_no_byte_and_only_the_commitment_is_shown(season: Season) -> None:
    planned = draft(season, kind="deck", order="random", start=False)
    for one in (planned, draft(kind="blind", order="random")):
        season_path = f"/leagues/{one.season.league.slug}/seasons/{one.season_id}/draft/proof/"  # type: ignore[union-attr]
        for client in (Client(), signed(director(one))):
            for path in (PAGE.format(one.pk), DOOR.format(one.pk), season_path, f"/api/v1{season_path}"):
                answer = client.get(path, follow=True)
                assert answer.status_code == 200
                assert one.commitment.encode() in answer.content
                assert one.seed.encode() not in answer.content
        told = proof(one)
        assert (told["seed"], told["agrees"], told["ordering"], told["checks"], told["tables"]) == (
            None, None, None, [], []
        )  # fmt: skip
        for table in ("order", "decks", "lots", "weights"):
            assert Client().get(f"{PAGE.format(one.pk)}{table}.csv").status_code == 404


def test_a_lottery_is_shown_draw_by_draw_and_anybody_can_repeat_it() -> None:
    season = drafted_season(teams=3)
    ids = list(season.franchises.order_by("pk").values_list("pk", flat=True))
    weights = {str(pk): weight for pk, weight in zip(ids, (5, 2, 1), strict=True)}
    row = played_out(draft(season, order="lottery", weights=weights, places=2, pick_seconds=1, reserve_seconds=0))
    told = proof(row)
    assert told["agrees"] is True
    assert hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest() == row.commitment
    tables = {table["key"]: table["rows"] for table in told["tables"]}
    assert [one["tickets"] for one in tables["weights"]] == [5, 2, 1]
    first, _unused, third = tables["order"]
    text = next(check["first_text"] for check in told["checks"] if check["key"] == "order")
    number = int.from_bytes(hmac.new(bytes.fromhex(told["seed"]), text.encode(), hashlib.sha256).digest()[:16], "big")
    assert (first["total"], first["number"]) == (8, number % 8)
    low, _unused, high = first["held"].partition(" to ")
    assert int(low) <= first["number"] <= int(high or low)
    assert third["number"] is None
    page = Client().get(PAGE.format(row.pk)).content.decode()
    assert "Verified" in page
    assert row.seed in page
    assert Client().get(f"{PAGE.format(row.pk)}order.csv").content.startswith(b"place,franchise_name,total")


def test_decks_are_shown_as_shuffled_and_a_card_out_of_its_place_does_not_agree(season: Season) -> None:
    row = played_out(draft(season, kind="deck", pick_seconds=1, reserve_seconds=0))
    assert checked(row) == {"seed": True, "decks": True}
    kept = Draft.objects.get(pk=row.pk)
    deck = kept.state["table"]["decks"][0]
    deck[0], deck[1] = deck[1], deck[0]
    Draft.objects.filter(pk=row.pk).update(state=kept.state)
    states._states.clear()
    assert checked(row) == {"seed": True, "decks": False}
    assert "Deck 1 wasn&#x27;t drawn in its shuffled order" in Client().get(PAGE.format(row.pk)).content.decode()


def test_lots_of_a_blind_auction_are_drawn_again_for_every_round(season: Season) -> None:
    row = draft(season, kind="blind", round_minutes=10, rounds=1)
    card = fresh(row).books.remaining[0].id
    for team in (1, 2):
        given = {"is": "seal", "round": 1, "card": card, "amount": 3}
        apply_action(draft_id=row.pk, by=owner(row, team), data=given, at=NOON)
    played_out(Draft.objects.get(pk=row.pk))
    assert checked(row) == {"seed": True, "lots-1": True}
    table = next(one for one in proof(row)["tables"] if one["key"] == "lots")
    assert [one["check"] for one in table["rows"]] == ["verified"]


def test_another_seed_or_another_order_does_not_agree(season: Season) -> None:
    row = played_out(draft(season, order="random", pick_seconds=1, reserve_seconds=0))
    assert checked(row) == {"seed": True, "order": True}
    ordering = row.settings["ordering"]
    ordering["order"] = ordering["order"][::-1]
    Draft.objects.filter(pk=row.pk).update(settings=row.settings)
    assert checked(row) == {"seed": True, "order": False}
    Draft.objects.filter(pk=row.pk).update(seed="ab" * 32)
    assert checked(row) == {"seed": False, "order": False}
    assert proof(row)["agrees"] is False


def test_without_a_draft_there_is_no_proof_and_one_cancelled_before_it_began_drew_nothing(season: Season) -> None:
    path = f"/leagues/{season.league.slug}/seasons/{season.pk}/draft/"
    assert Client().get(f"{path}proof/").headers["Location"] == path
    assert Client().get(f"/api/v1{path}proof/").json()["code"] == "not-found"
    assert [Client().get(one.format(987654)).status_code for one in (PAGE, DOOR)] == [404, 404]
    row = draft(season, start=False)
    cancel_draft(draft_id=row.pk, by=director(row), at=NOON)
    assert checked(row) == {"seed": True}
    assert b"nothing was drawn" in Client().get(PAGE.format(row.pk)).content


# The recap: figures checked against sums made by hand


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


def test_a_recap_grades_every_franchise_by_the_going_rate_of_its_own_draft() -> None:
    row = draft(drafted_season(roster_max=4, genres={"FPS": 1}), pick_seconds=1, reserve_seconds=0)
    pick(row, 1)
    row.refresh_from_db()
    played_out(row)
    told = Client().get(RECAP_API.format(row.pk)).json()
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
    page = Client().get(RECAP.format(row.pk)).content.decode()
    assert 'data-plot="dots"' in page
    assert "Round 4" in page
    season_path = f"/leagues/{row.season.league.slug}/seasons/{row.season_id}/draft/recap/"  # type: ignore[union-attr]
    assert Client().get(season_path).headers["Location"] == RECAP.format(row.pk)
    assert Client().get(f"/api/v1{season_path}").json() == told
    for key, rows in tables.items():
        lines = Client().get(f"{RECAP.format(row.pk)}{key}.csv").content.decode().splitlines()
        assert len(lines) == len(rows) + 1
    assert json.loads(Client().get(f"{RECAP.format(row.pk)}grades.json").content)["rows"] == tables["grades"]
    assert Client().get(f"{RECAP.format(row.pk)}nothing.csv").status_code == 404


def test_where_money_was_bid_prices_stand_against_salaries_and_picks_without_rounds_in_heaps(season: Season) -> None:
    row = draft(season, kind="blind", round_minutes=10, rounds=1, from_salary=False)
    card = fresh(row).books.remaining[0].id
    sealed = {"is": "seal", "round": 1, "card": card, "amount": 7}
    apply_action(draft_id=row.pk, by=owner(row, 2), data=sealed, at=NOON)
    apply_due_flags(draft_id=row.pk, at=after(601))
    row.refresh_from_db()
    seen = get_recap(row)
    assert (seen.dearest.card.id, seen.dearest.pick.price, seen.spent) == (card, 7, sum(
        one.price for one in get_state(row).picks
    ))  # fmt: skip
    assert "salaries" in [table.key for table in seen.tables]
    assert list(seen.rounds)[:2] == ["1 to 2", "3 to 4"]
    assert Client().get(RECAP.format(row.pk)).status_code == 200


def test_there_is_no_recap_of_a_draft_that_is_not_over_or_was_cancelled(row: Draft) -> None:
    pick(row, 1)
    for _ in range(2):
        row.refresh_from_db()
        with pytest.raises(ActionError):
            get_recap(row)
        page = Client().get(RECAP.format(row.pk))
        assert (page.status_code, b"No recap" in page.content) == (200, True)
        assert Client().get(RECAP_API.format(row.pk)).json()["code"] == "not-over"
        assert Client().get(f"{RECAP.format(row.pk)}grades.csv").status_code == 404
        if row.status == "running":
            cancel_draft(draft_id=row.pk, by=director(row), why="Rain", at=NOON)
