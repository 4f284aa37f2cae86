"""Swiss events: rounds drafted from the results, published, and never changed after that."""

import random
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.event_pages.queries.standings import compute_marks
from league.event_pages.queries.viewer_event import get_viewer_event
from league.events.models import Event, Pairing, Round, SeriesMatch
from league.pairings.actions import rounds
from league.pairings.actions.pairing_requests import add_exclusion
from league.pairings.actions.rounds import create_next_round, finish_stage, pause_event, resume_event
from league.registration.actions.withdrawals import withdraw
from league.results.actions.due_rounds import start_due_round
from league.results.actions.result_overrides import override_result
from tests.league.conftest import kept_event
from tests.league.events.playing import (
    better_seed_wins,
    finish,
    finish_round,
    open_matches,
    play_out,
    refused,
    swiss,
    tables_of,
)

pytestmark = pytest.mark.django_db
KEPT = {"made": lambda: swiss(auto_advance=True, round_gap_s=0)}
made = kept_event("made")
"""A swiss of six in the first of three rounds, which follow at once."""


def pairs(made: Event) -> list[frozenset[int]]:
    """Who met whom, in seeds."""
    rows = Pairing.objects.filter(round__event=made, kind="game").order_by("round__number", "board")
    rows = rows.prefetch_related("sides__entrant")
    return [frozenset(side.entrant.seed or 0 for side in one.sides.all() if side.entrant) for one in rows]


def test_the_next_round_is_published_when_it_is_due_unless_the_event_is_paused(made: Event, at: datetime) -> None:
    by, due = made.organiser_id, at + timedelta(seconds=60)
    made.update(round_gap_s=60)
    finish_round(made, at)
    assert made.rounds.count() == 1
    assert not start_due_round(event_id=made.pk, at=due - timedelta(seconds=1))
    pause_event(event_id=made.pk, by=by, at=at)
    assert not start_due_round(event_id=made.pk, at=due)
    resume_event(event_id=made.pk, by=by, at=at)
    assert start_due_round(event_id=made.pk, at=due)
    assert len(open_matches(made)) == 3
    with refused("not-paused"):
        resume_event(event_id=made.pk, by=by, at=at)


@pytest.mark.parametrize("change", ["result", "exclusion"])
def test_changes_during_pairing_void_the_draft(made: Event, at: datetime, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    made.update(auto_advance=False)
    finish_round(made, at)
    given: dict[str, Any] = {"event_id": made.pk, "by": made.organiser_id, "at": at}
    pairing = Pairing.objects.filter(round__event=made)[0]

    def pair_meanwhile(stage: object) -> object:
        found = real(stage)  # type: ignore[arg-type]
        if change == "result":
            override_result(pairing_id=pairing.pk, halves=(1, 1), why="Draw", **given)
        else:
            one, other = made.entrants.values_list("pk", flat=True)[:2]
            add_exclusion(one_id=one, other_id=other, **given)
        return found

    real = rounds.generate_next_round
    monkeypatch.setattr(rounds, "generate_next_round", pair_meanwhile)
    with refused("changed"):
        create_next_round(**given)
    assert made.rounds.count() == 1


def test_an_overturned_result_changes_points_but_no_published_pairing(made: Event, at: datetime) -> None:
    finish_round(made, at)
    start_due_round(event_id=made.pk, at=at)
    before = pairs(made)
    first = Pairing.objects.get(round__event=made, round__number=1, board=1)
    override_result(event_id=made.pk, pairing_id=first.pk, halves=(0, 2), why="Wrong result", by=made.organiser_id, at=at)
    assert pairs(made) == before
    lines = {line.person.seed: line.points for line in tables_of(made.pk)[0].lines}
    loser = first.sides.get(number=0).entrant
    assert loser
    assert lines[loser.seed] == "0"


def test_the_upper_half_meets_the_lower_first_and_the_event_ends_after_its_rounds_with_an_order(made: Event) -> None:
    assert set(pairs(made)) == {frozenset({1, 4}), frozenset({2, 5}), frozenset({3, 6})}
    play_out(made, rng=random.Random(1))
    assert made.rounds.count() == 3
    assert len(set(pairs(made))) == 9, "nobody meets twice"
    (table,) = tables_of(made.pk)
    assert [column.short for column in table.columns] == ["BH-C1", "BH", "SB", "DE"]
    assert table.lines[0].rank == 1


def test_a_round_that_cannot_be_paired_is_left_to_the_organiser(at: datetime) -> None:
    made = swiss(4, auto_advance=True, round_gap_s=0)
    finish_round(made, at)
    start_due_round(event_id=made.pk, at=at)
    finish_round(made, at)
    for seed in (2, 4):
        gone = made.entrants.get(seed=seed)
        withdraw(event_id=made.pk, entrant_id=gone.pk, by=made.organiser_id, at=at)
    made.refresh_from_db()
    two = list(made.entrants.filter(status="entered").values_list("seed", flat=True))
    assert frozenset(two) in pairs(made)
    assert not start_due_round(event_id=made.pk, at=at)
    made.refresh_from_db()
    assert made.next_round_at is None
    assert "Round 3 can't be paired" in translate_stored(made.problem)
    finish_stage(event_id=made.pk, by=made.organiser_id, at=at)
    made.refresh_from_db()
    assert (made.status, made.problem) == ("finished", "")


def test_who_is_left_alone_has_a_bye(made: Event, at: datetime) -> None:
    made.update(auto_advance=False)
    finish_round(made, at)
    for one in (2, 3, 4, 5, 6):
        gone = made.entrants.get(seed=one)
        withdraw(event_id=made.pk, entrant_id=gone.pk, by=made.organiser_id, at=at)
    made.refresh_from_db()
    create_next_round(event_id=made.pk, by=made.organiser_id, at=at)
    last = Round.objects.get(event=made, number=2)
    assert [one.kind for one in last.pairings.all()] == ["bye"]


def marks(made: Event) -> tuple[list[str], str]:
    """What the standings say of everybody, best first, and below them."""
    seen = get_viewer_event(made.pk, None)
    assert seen.current
    found, told = compute_marks(seen.current, seen.lines(seen.current))
    return [found[line.entrant].text for line in seen.lines(seen.current) if found], told


def test_the_standings_say_who_is_out_and_who_is_first_but_nothing_uncertain(client: Client, at: datetime) -> None:
    made = swiss(8, 4, auto_advance=True, round_gap_s=0)
    assert marks(made) == ([], "On points, nothing is decided yet.")
    for number in range(3):
        for match_id in open_matches(made):
            finish(match_id, better_seed_wins(match_id), at + timedelta(minutes=number))
        start_due_round(event_id=made.pk, at=at + timedelta(minutes=number))
    points = [line.points for line in tables_of(made.pk)[0].lines]
    assert points == ["3", "2", "2", "2", "1", "1", "1", "0"]
    said, told = marks(made)
    assert said == ["open"] * 4 + ["eliminated"] * 4
    assert "Only what is certain" in told
    leader = tables_of(made.pk)[0].lines[0].person.entrant_id
    match_id = SeriesMatch.objects.get(pairing__round__number=4, pairing__sides__entrant=leader).match_id
    finish(match_id, better_seed_wins(match_id), at + timedelta(hours=1))
    (outlook,) = client.get(f"/api/v1/events/{made.pk}/standings/").json()["outlook"]
    assert outlook["marks"][str(leader)] == {"kind": "through", "text": "certain to finish first"}
    assert marks(made)[0] == ["certain to finish first"] + ["eliminated"] * 7
    play_out(made)
    assert marks(made) == ([], "")
