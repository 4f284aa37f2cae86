"""Knock-outs on the site: drawn whole, filled by results, wherever they come from."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from engines.i18n import translate_stored
from league.event_console.override_preview import preview_override
from league.events.models import Event, Pairing, SeriesMatch
from league.pairings.actions.rounds import open_due_bracket_matches, schedule_round
from league.pairings.queries.due import list_brackets
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.queries.players import get_rating_values
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_overrides import override_result, revert_override
from league.results.result_impact import Impact
from league.standings.result_sources import count_sources
from league.standings.rows import load_rows
from league.standings.standings_calculation import compute_lines
from matches.errors import ActionError
from matches.models import Match
from tests.factories import GAME, PlayerFactory, started_event
from tests.league.conftest import kept_event
from tests.league.events.playing import assert_rows_are_the_bracket, finish, open_matches, play_out, refused, winner_of
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
KNOCK_OUTS = ["single-elimination", "double-elimination"]


def cup(players: int, format: str = "single-elimination", **plan: object) -> Event:
    return started_event(*PlayerFactory.create_batch(players), format=format, max_entrants=max(2, players), **plan)


KEPT = {"four": lambda: cup(4)}
four = kept_event("four")
"""A knock-out of four whose semi-finals are open."""


def at_place(made: Event, key: str) -> Pairing:
    return Pairing.objects.get(round__event=made, key=key)


def everything(made: Event) -> list[tuple[str, list[int | None], int | None]]:
    """Of every place, its key, who stands in it and the seed that won."""
    rows = Pairing.objects.filter(round__event=made).order_by("key")
    return [(one.key, list(one.sides.order_by("number").values_list("entrant", flat=True)), winner_of(one)) for one in rows]


def other_result(pairing: Pairing) -> tuple[int, int]:
    return (0, 2) if pairing.sides.get(number=0).halves == 2 else (2, 0)


def changes(made: Event, pairing: Pairing, halves: tuple[int, int]) -> Impact:
    found = preview_override(made.pk, pairing.pk, f"{halves[0]}-{halves[1]}").found
    assert found is not None
    return found


def rule(made: Event, pairing: Pairing, halves: tuple[int, int], at: datetime, keep: Sequence[int] = ()) -> int:
    return override_result(
        event_id=made.pk, pairing_id=pairing.pk, halves=halves, why="The wrong player sat there", by=made.organiser_id,
        at=at, keep=keep,
    )  # fmt: skip


def ranks(made: Event) -> list[tuple[int | None, int]]:
    """(rank, seed) of everybody, best first."""
    rows = load_rows(made.stages.get())
    seeds = {one.entrant: one.seed for one in rows.places}
    return [(line.rank, seeds[line.entrant]) for line in compute_lines(rows)]


@pytest.mark.parametrize("format", KNOCK_OUTS)
@pytest.mark.parametrize("players", [2, 3, 5, 8] if WHOLE else [5])
def test_if_the_better_seed_always_wins_the_first_seed_is_first_and_the_second_second(format: str, players: int) -> None:
    made = play_out(cup(players, format))
    assert made.status == "finished"
    assert ranks(made)[:2] == [(1, 1), (2, 2)]
    assert_rows_are_the_bracket(made)


@pytest.mark.parametrize("format", KNOCK_OUTS)
@pytest.mark.parametrize("seed", range(8 if WHOLE else 2))
def test_the_rows_follow_the_results_one_by_one(format: str, seed: int) -> None:
    rng = random.Random(seed)
    made = cup(rng.randrange(3, 10 if WHOLE else 7), format, settings={"drawn": "seed"})
    while waiting := open_matches(made):
        finish(rng.choice(waiting), rng.choice([(1, 2), (2, 1), (1, 1), (2, 2)]))
        assert_rows_are_the_bracket(made)
    made.refresh_from_db()
    assert made.status == "finished"


def test_a_result_opens_the_next_match_at_once_unless_its_round_has_a_later_time(four: Event, at: datetime) -> None:
    first, second = open_matches(four)
    finish(first)
    assert open_matches(four) == [second]
    later = at + timedelta(hours=2)
    schedule_round(event_id=four.pk, number=2, starts_at=later, by=four.organiser_id, at=at)
    finish(second)
    assert open_matches(four) == list_brackets(at) == []
    assert list_brackets(later) == [four.pk]
    open_due_bracket_matches(event_id=four.pk, at=later)
    (final,) = open_matches(four)
    assert translate_stored(Match.objects.get(pk=final).title).startswith("Final, Board 1")
    assert list_brackets(later) == []


def test_a_draw_is_replayed_with_sides_swapped_until_somebody_wins() -> None:
    made = cup(2)
    (first,) = open_matches(made)
    finish(first, (1, 1))
    (again,) = open_matches(made)
    assert SeriesMatch.objects.get(match=again).first == 1 - SeriesMatch.objects.get(match=first).first
    finish(again, (1, 2))
    made.refresh_from_db()
    assert made.status == "finished"


def test_a_series_ends_once_nobody_can_catch_up_and_sides_alternate() -> None:
    made = cup(2, settings={"best_of": 5})
    firsts = []
    for _ in range(3):
        (match_id,) = open_matches(made)
        row = SeriesMatch.objects.get(match=match_id)
        firsts.append(row.first)
        finish(match_id, (1, 2) if row.first == 0 else (2, 1))
    assert firsts in ([0, 1, 0], [1, 0, 1])
    assert open_matches(made) == []
    pairing = at_place(made, "W1.1")
    assert [side.halves for side in pairing.sides.order_by("number")] == [2, 0]


def test_who_withdraws_mid_match_loses_it_and_later_opponents_walk_over(four: Event, at: datetime) -> None:
    one = four.entrants.get(seed=1)
    withdraw(event_id=four.pk, entrant_id=one.pk, by=one.player_id, at=at)
    pairing = at_place(four, "W1.1")
    assert (pairing.reason, pairing.forfeit, winner_of(pairing)) == ("walk-over", True, 4)
    assert_rows_are_the_bracket(four)
    with refused("not-running"):
        withdraw(event_id=four.pk, entrant_id=one.pk, by=one.player_id, at=at)


@pytest.mark.parametrize("format", KNOCK_OUTS)
@pytest.mark.parametrize("seed", range(6 if WHOLE else 1))
def test_withdrawals_at_any_moment_leave_a_bracket_that_ends(format: str, seed: int, at: datetime) -> None:
    rng = random.Random(seed)
    made = cup(rng.randrange(4, 9 if WHOLE else 7), format)
    for _ in range(60):
        made.refresh_from_db()
        if made.status == "finished":
            return
        left = list(made.entrants.filter(status="entered"))
        if rng.random() < 0.25 and left:
            gone = rng.choice(left)
            withdraw(event_id=made.pk, entrant_id=gone.pk, by=gone.player_id, at=at)
        elif waiting := open_matches(made):
            finish(rng.choice(waiting), rng.choice([(1, 2), (2, 1)]))
        assert_rows_are_the_bracket(made)
    raise AssertionError("the bracket does not end")


def test_an_overturned_result_changes_who_plays_the_final(four: Event, at: datetime) -> None:
    for match_id in open_matches(four):
        finish(match_id)
    semi, final, before = at_place(four, "W1.1"), at_place(four, "W2.1"), open_matches(four)
    said = changes(four, semi, other_result(semi))
    assert [(one.pairing_id, one.begun) for one in said.touched] == [(final.pk, True)]
    rule(four, semi, other_result(semi), at)
    assert_rows_are_the_bracket(four)
    assert Match.objects.get(pk=before[0]).status == "void"
    assert open_matches(four) != before


def test_a_correction_can_be_taken_back_and_a_played_consequence_kept(four: Event, at: datetime) -> None:
    made = play_out(four)
    semi, final, was = at_place(made, "W1.1"), at_place(made, "W2.1"), everything(made)
    champion = winner_of(final)
    ruling = rule(made, semi, other_result(semi), at)
    made.refresh_from_db()
    assert (made.status, winner_of(final)) == ("running", None)
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=at)
    made.refresh_from_db()
    assert (made.status, everything(made)) == ("finished", was)
    rule(made, semi, other_result(semi), at, keep=[final.pk])
    made.refresh_from_db()
    assert (made.status, winner_of(final)) == ("finished", champion)


def test_a_ruling_that_cannot_be_is_refused(four: Event, at: datetime) -> None:
    given = {"pairing_id": at_place(four, "W1.1").pk, "halves": (2, 0), "why": "No show", "by": four.organiser_id}
    changes: list[tuple[dict[str, object], str]] = [
        ({"halves": (1, 1)}, "bad-result"), ({"halves": (2, 2)}, "bad-result"), ({"halves": (2,)}, "bad-result"),
        ({"why": " "}, "reason-needed"), ({"pairing_id": 10**9}, "not-found"),
    ]  # fmt: skip
    for change, code in changes:
        with pytest.raises(ActionError) as refusal:
            override_result(event_id=four.pk, at=at, **{**given, **change})  # type: ignore[arg-type]
        assert refusal.value.code == code, change
    assert_rows_are_the_bracket(four)


def test_ratings_follow_a_ruling_and_its_taking_back(at: datetime) -> None:
    made = cup(2)
    (match_id,) = open_matches(made)
    finish(match_id)
    apply_rated_match(match_id=match_id, at=at)
    first = Match.objects.get(pk=match_id).seats.get(number=0).player_id or 0
    pairing = at_place(made, "W1.1")
    assert round(get_rating_values([first], GAME)[first]) == 1520
    said = changes(made, pairing, other_result(pairing))
    assert sorted((one.before, one.after) for one in said.ratings) == [(1480, 1520), (1520, 1480)]
    overturned = rule(made, pairing, other_result(pairing), at)
    assert round(get_rating_values([first], GAME)[first]) == 1480
    assert compare_pool(pool=GAME).first == ""
    revert_override(event_id=made.pk, overturn_id=overturned, by=made.organiser_id, at=at)
    assert round(get_rating_values([first], GAME)[first]) == 1520
    assert compare_pool(pool=GAME).first == ""


def test_byes_of_a_bracket_are_no_results() -> None:
    made = play_out(started_event(*PlayerFactory.create_batch(7), format="double-elimination"))
    results = SeriesMatch.objects.filter(pairing__round__event=made).count()
    assert count_sources(load_rows(made.stages.get())) == (0, results)
