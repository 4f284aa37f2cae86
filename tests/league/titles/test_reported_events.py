"""Events of a game that is played elsewhere, in every format, from reported results alone."""

from datetime import timedelta

import pytest

from league.closed_matches import process_closed_match
from league.events.models import Event, EventStatus, Pairing
from league.formats.registry import FORMATS
from league.ratings.actions.rating_updates import mark_rated
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import Rating
from league.registration.actions.continuous_entries import accept_challenge, create_challenge
from league.results.actions.result_entry import enter_results
from league.results.actions.result_overrides import override_result
from league.standings.steps import compute_log_standings, load_log
from league.sweep import sweep
from league.titles.models import Title
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import record_staff_results
from matches.actions.sweep import run_sweep
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match, Status
from tests.factories import NOON, PlayerFactory, TitleFactory, started_event
from tests.league.events.playing import refused
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db


def reported_event(*players, title: Title | None = None, **plan) -> Event:
    title = title or TitleFactory()
    by = title.league.staff.get().player
    return started_event(*players, organiser=by, league=title.league_id, game=title.key, **plan)


def enter(made: Event, pairing: Pairing, **row) -> None:
    by, number = made.organiser_id, pairing.round.number
    enter_results(event_id=made.pk, number=number, results=[{"pairing_id": pairing.pk, **row}], by=by, at=NOON)
    for match_id in pairing.series.values_list("match", flat=True):
        process_closed_match(match_id=match_id, at=NOON)


def open_pairings(made: Event) -> list[Pairing]:
    rows = Pairing.objects.filter(round__event=made, round__started_at__isnull=False, counted_at=None, kind="game", needed=True)
    return [pairing for pairing in rows if pairing.sides.filter(entrant__isnull=False).count() > 1]


ROUNDS = (
    [key for key, one in FORMATS.items() if not one.continuous] if WHOLE else ["swiss", "groups", "double-elimination", "heats"]
)


@pytest.mark.parametrize("format", ROUNDS)
def test_an_event_of_any_format_is_decided_by_reports(format: str) -> None:
    by_places = FORMATS[format].by_places
    title = TitleFactory(outcome="placement", most_sides=4) if by_places else TitleFactory()
    settings = {"rounds": 2} if format == "swiss" else {}
    made = reported_event(title=title, format=format, settings=settings, round_gap_s=0)
    for minutes in range(60):
        if not (pairings := open_pairings(made)):
            sweep(NOON + timedelta(minutes=minutes))
        for pairing in pairings:
            row = {"places": range(1, pairing.sides.count() + 1)} if by_places else {"result": "1-0"}
            enter(made, pairing, **row)
        made.refresh_from_db()
        if made.status == EventStatus.FINISHED:
            break
    assert (made.status, made.problem) == (EventStatus.FINISHED, "")
    assert set(Match.objects.values_list("status", "reason")) == {(Status.CLOSED, "entered")}
    assert set(Rating.objects.values_list("pool", flat=True)) == {title.key}


def test_nobody_loses_a_reported_match_by_absence() -> None:
    made = reported_event()
    later = NOON + timedelta(days=30)
    run_sweep(later)
    sweep(later)
    assert set(Match.objects.values_list("status", "deadline_at")) == {(Status.OPEN, None)}
    assert open_pairings(made)


def test_results_of_an_unrated_title_change_no_ratings() -> None:
    made = reported_event(title=TitleFactory(rated=False))
    assert not made.rated
    enter(made, open_pairings(made)[0], result="1-0")
    assert not Rating.objects.exists()


def test_a_title_with_scores_asks_for_one_which_says_who_won() -> None:
    """1-0 is then a score; walkovers have none."""
    made = reported_event(*PlayerFactory.create_batch(6), title=TitleFactory(outcome="score"))
    first, second, third = open_pairings(made)
    for row in ({"result": "1"}, {"result": "1/2-1/2"}):
        with pytest.raises(ActionError) as refusal:
            enter(made, first, **row)
        assert (refusal.value.code, first.series.get().match.ranks) == ("bad-score", None)
    for pairing, row, score, halves in (
        (first, {"result": "0:0"}, "0-0", [1, 1]), (second, {"result": "+"}, "", [2, 0]),
        (third, {"score": "2:5"}, "2-5", [0, 2]),
    ):  # fmt: skip
        enter(made, pairing, **row)
        pairing.refresh_from_db()
        assert (pairing.score, [side.halves for side in pairing.sides.order_by("number")]) == (score, halves)


def test_a_series_is_reported_as_a_whole() -> None:
    title = TitleFactory(outcome="best-of", best_of=3)
    made = reported_event(title=title, format="single-elimination")
    pairing = open_pairings(made)[0]
    assert pairing.best_of == 3
    enter(made, pairing, result="1-0", score="2-1")
    pairing.refresh_from_db()
    assert (pairing.score, pairing.counted_at, pairing.series.count()) == ("2-1", NOON, 1)
    assert Rating.objects.filter(wins=1, pool=title.key).count() == 1
    override_result(event_id=made.pk, pairing_id=pairing.pk, why="The other won.", by=made.organiser_id, at=NOON, halves=(0, 2))
    winner = pairing.sides.get(number=1).entrant
    assert Rating.objects.get(wins=1).player_id == winner.player_id


def test_heats_need_a_title_for_their_tables() -> None:
    """Tables of heats have at most four sides, so a title for larger tables is for single matches only."""
    title = TitleFactory(outcome="placement", least_sides=5, most_sides=8)
    with refused("not-for-so-many"):
        reported_event(*PlayerFactory.create_batch(8), title=title, format="heats")


def test_a_challenge_of_a_ladder_is_decided_by_a_report() -> None:
    first, second = PlayerFactory.create_batch(2)
    made = reported_event(first, second, format="ladder")
    entrants = {entrant.player_id: entrant for entrant in made.entrants.all()}
    create_challenge(event_id=made.pk, player_id=second.pk, entrant_id=entrants[first.pk].pk, at=NOON)
    accept_challenge(event_id=made.pk, player_id=first.pk, number=1, at=NOON)
    pairing = open_pairings(made)[0]
    sides = [side.entrant.player_id for side in pairing.sides.order_by("number")]
    enter(made, pairing, result="1-0" if sides[0] == second.pk else "0-1")
    assert compute_log_standings(load_log(made.stages.get()))[0].entrant == entrants[second.pk].pk


def test_matches_of_many_sides_are_rated_and_recalculated_alike() -> None:
    players = PlayerFactory.create_batch(7)
    title = TitleFactory(outcome="placement", most_sides=64)
    seats = [SeatPlan(player.pk) for player in players]
    match_id = create_match(game=title.key, options={}, seats=seats, control=TimeControl(), at=NOON)
    mark_rated(match_id=match_id, game=title.key, pool=title.key)
    record_staff_results(ranks={match_id: (1, 2, 3, 4, 5, 6, 7)}, at=NOON)
    process_closed_match(match_id=match_id, at=NOON)
    order = Rating.objects.filter(pool=title.key).order_by("-value").values_list("player", flat=True)
    assert list(order) == [player.pk for player in players]
    replay = compare_pool(pool=title.key)
    assert (replay.matches, replay.changes, replay.first) == (1, 7, "")
