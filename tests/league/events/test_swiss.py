"""Swiss events: rounds drafted from the results, published, and never changed after that."""

import random
from datetime import datetime, timedelta

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.event_pages.queries.standings import compute_marks
from league.event_pages.queries.viewer_event import get_viewer_event
from league.events.models import Event, Pairing, Round, SeriesMatch, Side
from league.pairings.actions import rounds
from league.pairings.actions.rounds import (
    create_next_round,
    discard_round,
    finish_stage,
    pause_event,
    publish_round_manually,
    resume_event,
    swap_entrants,
)
from league.pairings.queries.due import list_uncounted
from league.registration.actions.withdrawals import enter_late, withdraw
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from league.results.actions.result_overrides import override_result
from league.results.actions.results import record_result
from tests.factories import NOON, PlayerFactory, event, started_event
from tests.league.events.playing import better_seed_wins, finish, open_matches, play_out, refused, tables_of

pytestmark = pytest.mark.django_db


def swiss(players: int = 6, rounds: int = 3, **plan: object) -> Event:
    settings = {"rounds": rounds}
    return started_event(*PlayerFactory.create_batch(players), format="swiss", settings=settings, **plan)


@pytest.fixture(scope="module")
def same_six(module_rows: None) -> int:
    return swiss(round_gap_s=0).pk


@pytest.fixture
def made(same_six: int) -> Event:
    """A swiss of six in the first of three rounds, which follow at once."""
    return Event.objects.get(pk=same_six)


def finish_round(made: Event, at: datetime, rng: random.Random | None = None) -> None:
    for match_id in list_uncounted(NOON):
        record_result(match_id=match_id, at=at)
    for match_id in open_matches(made):
        finish(match_id, rng.choice([(1, 2), (2, 1), (1, 1)]) if rng else (1, 2), at)
    made.refresh_from_db()


def pairs(made: Event) -> list[frozenset[int]]:
    """Who met whom, in seeds."""
    rows = Pairing.objects.filter(round__event=made, kind="game").order_by("round__number", "board")
    rows = rows.prefetch_related("sides__entrant")
    return [frozenset(side.entrant.seed or 0 for side in one.sides.all() if side.entrant) for one in rows]


@pytest.mark.parametrize("players", [2, 5])
def test_nobody_meets_twice_and_everybody_plays_or_has_a_bye_in_every_round(players: int) -> None:
    most = players - 1 if players % 2 == 0 else players
    made = play_out(swiss(players, min(3, most)), rng=random.Random(players), draws=0.3)
    met = pairs(made)
    assert len(met) == len(set(met))
    for row in made.rounds.all():
        assert Side.objects.filter(round=row).count() == players
    byes = list(Side.objects.filter(round__event=made, pairing__kind="bye").values_list("entrant", flat=True))
    assert len(byes) == len(set(byes))


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


def test_a_draft_can_be_looked_at_changed_and_made_anew_before_it_is_published(made: Event, at: datetime) -> None:
    made.update(auto_advance=False)
    by = made.organiser_id
    with refused("round-running"):
        create_next_round(event_id=made.pk, by=by, at=at)
    finish_round(made, at)
    assert create_next_round(event_id=made.pk, by=by, at=at) == 2
    before = set(pairs(made))
    one, other = (
        Side.objects.filter(round__event=made, round__number=2, pairing__board=board, number=0).get().entrant_id
        for board in (1, 2)
    )
    swap_entrants(event_id=made.pk, number=2, one_id=one or 0, other_id=other or 0, by=by, at=at, anyway=True)
    assert set(pairs(made)) != before
    discard_round(event_id=made.pk, number=2, by=by, at=at)
    create_next_round(event_id=made.pk, by=by, at=at)
    assert set(pairs(made)) == before
    publish_round_manually(event_id=made.pk, number=2, by=by, at=at)
    for act in (discard_round, publish_round_manually):
        with refused("already-started"):
            act(event_id=made.pk, number=2, by=by, at=at)
    with refused("already-started"):
        swap_entrants(event_id=made.pk, number=2, one_id=one or 0, other_id=other or 0, by=by, at=at)


def test_a_result_that_changes_while_a_round_is_being_paired_makes_the_draft_void(
    made: Event, at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.update(auto_advance=False)
    finish_round(made, at)
    pairing = Pairing.objects.filter(round__event=made)[0]

    def pair_meanwhile(stage: object) -> object:
        found = real(stage)  # type: ignore[arg-type]
        override_result(event_id=made.pk, pairing_id=pairing.pk, halves=(1, 1), why="Draw", by=made.organiser_id, at=at)
        return found

    real = rounds.generate_next_round
    monkeypatch.setattr(rounds, "generate_next_round", pair_meanwhile)
    with refused("changed"):
        create_next_round(event_id=made.pk, by=made.organiser_id, at=at)
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


def test_from_the_next_round_on_latecomers_are_paired_the_withdrawn_are_not_and_byes_count(made: Event, at: datetime) -> None:
    gone, resting = made.entrants.get(seed=1), made.entrants.get(seed=2)
    withdraw(event_id=made.pk, entrant_id=gone.pk, by=made.organiser_id, at=at)
    resting.byes = {"2": 1}
    resting.save()
    PlayerFactory(username="tardy")
    late = enter_late(event_id=made.pk, by=made.organiser_id, username="Tardy", at=at)
    finish_round(made, at)
    start_due_round(event_id=made.pk, at=at)
    second = Side.objects.filter(round__event=made, round__number=2)
    assert not second.filter(entrant=gone).exists()
    forfeit = Pairing.objects.get(round__event=made, round__number=1, sides__entrant=gone)
    assert (forfeit.forfeit, forfeit.sides.get(entrant=gone).halves) == (True, 0)
    side = second.get(entrant=resting)
    assert (side.pairing.kind, side.halves) == ("requested", 1)
    assert second.filter(entrant=late).exists()
    for name, code in (("tardy", "already-joined"), ("nobody", "unknown-player")):
        with refused(code):
            enter_late(event_id=made.pk, by=made.organiser_id, username=name, at=at)


def test_the_upper_half_meets_the_lower_first_and_the_event_ends_after_its_rounds_with_an_order(made: Event) -> None:
    assert set(pairs(made)) == {frozenset({1, 4}), frozenset({2, 5}), frozenset({3, 6})}
    play_out(made, rng=random.Random(1))
    assert made.rounds.count() == 3
    (table,) = tables_of(made.pk)
    assert [column.short for column in table.columns] == ["BH-C1", "BH", "SB", "DE"]
    assert table.lines[0].rank == 1


def test_a_round_that_cannot_be_paired_is_left_to_the_organiser(at: datetime) -> None:
    made = swiss(4, 3, round_gap_s=0)
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


def test_members_of_a_club_do_not_meet_where_the_organiser_says_so(at: datetime) -> None:
    players = PlayerFactory.create_batch(4)
    made = event(*players, format="swiss", settings={"rounds": 2, "clubs_apart": True}, max_entrants=4, round_gap_s=0)
    made.entrants.filter(player__in=[players[0], players[2]]).update(club="Northern")
    start_event(event_id=made.pk, by=made.organiser_id, at=at)
    play_out(made, rng=random.Random(4))
    mates = frozenset(made.entrants.filter(club="Northern").values_list("seed", flat=True))
    assert mates not in pairs(made)
    assert len(pairs(made)) == 4


def marks(made: Event) -> tuple[list[str], str]:
    """What the standings say of everybody, best first, and below them."""
    seen = get_viewer_event(made.pk, None)
    assert seen.current
    found, told = compute_marks(seen.current, seen.lines(seen.current))
    return [found[line.entrant].text for line in seen.lines(seen.current) if found], told


def test_the_standings_say_who_is_out_and_who_is_first_but_nothing_uncertain(client: Client, at: datetime) -> None:
    made = swiss(8, 4, round_gap_s=0)
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
