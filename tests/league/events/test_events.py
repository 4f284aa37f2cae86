"""The life of an event: registration, rounds, results, the end, and a fault of ours on the way."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from engines.i18n import translate_stored
from league.events.actions.event_lifecycle import Plan, cancel_event, create_event
from league.events.models import Event, Pairing, SeriesMatch
from league.events.stage_plans import StagePlan
from league.notifications.models import Notification
from league.pairings.actions import rounds
from league.pairings.actions.rounds import publish_round_manually
from league.pairings.queries.due import HELD_FOR_REVIEW, list_rounds, list_uncounted
from league.ratings.models import RatedMatch, Rating
from league.registration.actions.entries import add_bot, join_event, leave_event
from league.results.actions import due_rounds
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from league.results.actions.results import record_result
from league.sweep import sweep
from matches.catalogues import use_language
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match
from tests.factories import GAME, NOON, BotFactory, GuestFactory, PlayerFactory, end, event, matches_of_round, started_event
from tests.league.conftest import kept_event
from tests.league.events.playing import halves_of, refused, tables_of

pytestmark = pytest.mark.django_db
KEPT = {"four": lambda: started_event(settings={"cycles": 2})}
four = kept_event("four")
"""A round robin of four, twice, in its first round."""


def finish(made: Event, number: int, at: datetime, ranks: tuple[int, int] = (1, 2)) -> None:
    for match_id in matches_of_round(made, number):
        end(match_id, ranks=ranks, at=at)
        record_result(match_id=match_id, at=at)
    made.refresh_from_db()


def test_a_new_event_is_open_for_registration(at: datetime) -> None:
    olivia = PlayerFactory()
    plan = Plan(name="  Spring   Cup ", game=GAME, control=TimeControl(30_000, 60_000))
    made = Event.objects.get(pk=create_event(by=olivia.pk, plan=plan, at=at))
    assert (made.name, made.status, made.organiser, made.control["turn_ms"]) == (
        "Spring Cup", "registration", olivia, 30_000,
    )  # fmt: skip


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"name": "x"}, "name"),
    ({"name": "x" * 81}, "name"),
    ({"game": "chess"}, "game"),
    ({"options": {"wings": True}}, "options"),
    ({"max_entrants": 1}, "max_entrants"),
    ({"max_entrants": 2001}, "max_entrants"),
    ({"settings": {"cycles": 9}}, "cycles"),
    ({"format": "battle-royal"}, "format"),
    ({"stages": ()}, "stages"),
    ({"stages": (StagePlan("swiss", {"rounds": 3}), StagePlan("arena", takes=4))}, "format"),
    (  # the players share one clock
        {"game": "order-and-chaos", "options": {"classroom": True}, "format": "arena", "settings": {"berserk": True}},
        "berserk",
    ),
    ({"stages": (StagePlan("round-robin"), StagePlan("single-elimination", takes=17))}, "takes"),
    ({"tie_breaks": ["BH"]}, "tie_breaks"),
    ({"least_rating": 1800, "most_rating": 1500}, "most_rating"),
    ({"starts_at": NOON}, "starts_at"),
    ({"delay_s": -1}, "delay_s"),
    ({"delay_s": 1801}, "delay_s"),
    ({"report_hours": 721}, "report_hours"),
]


def test_an_event_that_cannot_be_names_the_field_at_fault() -> None:
    before = Event.objects.count()
    for change, field in IMPOSSIBLE:
        with pytest.raises(ActionError) as refusal:
            event(**change)
        assert refusal.value.field == field, change
    assert Event.objects.count() == before


def test_players_join_and_leave_until_the_start_and_guests_do_not(four: Event, at: datetime) -> None:
    ada = PlayerFactory()
    made = event()
    join_event(event_id=made.pk, player_id=ada.pk, at=at)
    with refused("already-joined"):
        join_event(event_id=made.pk, player_id=ada.pk, at=at)
    leave_event(event_id=made.pk, player_id=ada.pk, at=at)
    with refused("not-joined"):
        leave_event(event_id=made.pk, player_id=ada.pk, at=at)
    with refused("account-needed"):
        join_event(event_id=made.pk, player_id=GuestFactory().pk, at=at)
    with refused("not-open"):
        join_event(event_id=four.pk, player_id=ada.pk, at=at)
    with refused("not-open"):
        leave_event(event_id=four.pk, player_id=four.entrants.get(seed=1).player_id, at=at)


def test_who_joins_a_full_event_waits_and_has_the_place_at_once_where_nobody_is_asked(at: datetime) -> None:
    first, second, third = PlayerFactory.create_batch(3)
    made = event(first, second, max_entrants=2, answer_min=0)
    with refused("event-full"):  # bots do not wait
        add_bot(event_id=made.pk, by=made.organiser_id, kind="level-1", at=at)
    assert join_event(event_id=made.pk, player_id=third.pk, at=at) == "waiting"
    leave_event(event_id=made.pk, player_id=first.pk, at=at)
    assert made.entrants.get(player=third).status == "entered"


def test_each_bot_that_is_added_is_another_one(at: datetime) -> None:
    made = event()
    bots = [add_bot(event_id=made.pk, by=made.organiser_id, kind="level-5", at=at) for _ in range(3)]
    assert len(set(bots)) == 3
    assert {entrant.player.bot for entrant in made.entrants.select_related("player")} == {"level-5"}
    with refused("unknown-bot"):
        add_bot(event_id=made.pk, by=made.organiser_id, kind="clever", at=at)


def test_the_start_seeds_by_rating_then_by_order_of_joining(at: datetime) -> None:
    first, strong, last = (PlayerFactory(username=name) for name in ("first", "strong", "last"))
    Rating.objects.create(player=strong, pool=GAME, value=1700, peak=1700)
    made = started_event(first, strong, last)
    assert list(made.entrants.order_by("seed").values_list("player__username", flat=True)) == ["strong", "first", "last"]


@pytest.mark.usefixtures("german")
def test_the_record_of_a_match_names_its_place_in_english_whoever_opens_it() -> None:
    with use_language("de"):
        made = started_event()
    match = Match.objects.get(pk=matches_of_round(made, 1)[0])
    assert match.about["event"]["place"] == "Round 1, Board 1"
    with use_language("de"):
        assert translate_stored(match.title) == "Runde 1, Brett 1 · Spring Cup"


def test_the_start_publishes_every_round_and_opens_the_matches_of_the_first(four: Event, at: datetime) -> None:
    assert four.rounds.count() == 6
    assert Pairing.objects.filter(round__event=four).count() == 12
    assert (len(matches_of_round(four, 1)), matches_of_round(four, 2)) == (2, [])
    match = Match.objects.get(pk=matches_of_round(four, 1)[0])
    assert translate_stored(match.title) == "Round 1, Board 1 · Spring Cup"
    assert match.deadline_at == at + timedelta(minutes=10)
    assert RatedMatch.objects.filter(match=match).exists()
    with refused("already-started"):
        start_event(event_id=four.pk, by=four.organiser_id, at=at)


def test_the_higher_seed_has_the_advantage_on_either_side(four: Event, at: datetime) -> None:
    finish(four, 1, at)
    start_due_round(event_id=four.pk, at=at + timedelta(hours=1))
    seen = set()
    for one in SeriesMatch.objects.filter(pairing__round__event=four).select_related("match"):
        home, away = (side.entrant for side in one.pairing.sides.select_related("entrant").order_by("number"))
        expected = "red" if home.seed < away.seed else "blue"
        assert one.match.options["advantage"] == expected
        assert one.match.seats.get(number=0).player_id == home.player_id
        seen.add(expected)
    assert seen == {"red", "blue"}


def test_matches_between_bots_start_by_themselves_and_a_casual_event_rates_none() -> None:
    made = started_event(BotFactory(), BotFactory(), bot_pace_ms=700, rated=False)
    match = Match.objects.get(pk=matches_of_round(made, 1)[0])
    assert match.status == "playing"
    assert set(match.seats.values_list("bot", "pace_ms")) == {("random", 700)}
    assert not RatedMatch.objects.filter(match=match).exists()


def test_an_event_needs_two_entrants(at: datetime) -> None:
    made = event()
    for _ in range(2):
        with refused("too-few"):
            start_event(event_id=made.pk, by=made.organiser_id, at=at)
        join_event(event_id=made.pk, player_id=PlayerFactory().pk, at=at)


def test_a_result_is_counted_once_the_match_is_over_and_reaches_the_standings(four: Event, at: datetime) -> None:
    match_id = matches_of_round(four, 1)[0]
    assert not record_result(match_id=match_id, at=at)
    assert not record_result(match_id=10**9, at=at)
    end(match_id, ranks=(2, 1), at=at)
    assert list_uncounted(NOON) == [match_id]
    assert record_result(match_id=match_id, at=at)
    assert not record_result(match_id=match_id, at=at + timedelta(hours=1))
    pairing = Pairing.objects.get(series__match=match_id)
    assert (halves_of(pairing), pairing.reason, pairing.counted_at) == ([0, 2], "base", at)
    best = tables_of(four.pk)[0].lines[0]
    assert (best.person.entrant_id, best.points) == (pairing.sides.get(number=1).entrant_id, "1")


def test_nobody_scores_in_a_double_forfeit(four: Event, at: datetime) -> None:
    match_id = matches_of_round(four, 1)[0]
    end(match_id, ranks=(2, 2), reason="double-forfeit", at=at)
    record_result(match_id=match_id, at=at)
    pairing = Pairing.objects.get(series__match=match_id)
    assert halves_of(pairing) == [0, 0]
    assert pairing.forfeit


def test_the_next_round_waits_for_its_time_after_the_last_result(four: Event, at: datetime) -> None:
    four.update(round_gap_s=60)
    finish(four, 1, at)
    assert four.next_round_at == at + timedelta(seconds=60)
    assert not start_due_round(event_id=four.pk, at=at + timedelta(seconds=59))
    assert list_rounds(at + timedelta(seconds=59)) == []
    assert list_rounds(at + timedelta(seconds=60)) == [four.pk]
    assert start_due_round(event_id=four.pk, at=at + timedelta(seconds=60))
    assert len(matches_of_round(four, 2)) == 2
    assert not start_due_round(event_id=four.pk, at=at + timedelta(hours=1))


def test_a_round_by_hand_waits_for_the_organiser(four: Event, at: datetime) -> None:
    four.update(auto_advance=False)
    finish(four, 1, at)
    assert four.next_round_at is None
    publish_round_manually(event_id=four.pk, number=2, by=four.organiser_id, at=at)
    with refused("already-started"):
        publish_round_manually(event_id=four.pk, number=2, by=four.organiser_id, at=at)
    with refused("round-running"):
        publish_round_manually(event_id=four.pk, number=3, by=four.organiser_id, at=at)
    with refused("not-found"):
        publish_round_manually(event_id=four.pk, number=9, by=four.organiser_id, at=at)


def test_the_event_is_over_after_its_last_round(at: datetime) -> None:
    made = started_event(*PlayerFactory.create_batch(3), round_gap_s=0)
    bye = Pairing.objects.get(round__event=made, round__number=1, kind="bye")
    assert (bye.series.exists(), halves_of(bye), bye.counted_at is None) == (False, [0], False)
    assert {line.points for line in tables_of(made.pk)[0].lines} == {"0"}, "a bye is no match and no point"
    for number in (1, 2, 3):
        finish(made, number, at)
        start_due_round(event_id=made.pk, at=at)
    made.refresh_from_db()
    assert (made.status, made.finished_at, made.next_round_at) == ("finished", at, None)
    assert [line.played for line in tables_of(made.pk)[0].lines] == [2, 2, 2]


def test_a_cancelled_event_calls_off_what_has_not_begun_and_starts_nothing_more(at: datetime) -> None:
    made = started_event(*BotFactory.create_batch(3), PlayerFactory(), round_gap_s=0)
    playing = Match.objects.get(pk__in=matches_of_round(made, 1), status="playing").pk
    cancel_event(event_id=made.pk, by=made.organiser_id, at=at)
    states = Match.objects.filter(pk__in=matches_of_round(made, 1)).values_list("status", flat=True)
    assert sorted(states) == ["playing", "void"]
    with refused("event-over"):
        cancel_event(event_id=made.pk, by=made.organiser_id, at=at)
    with refused("not-running"):
        publish_round_manually(event_id=made.pk, number=2, by=made.organiser_id, at=at)
    end(playing, at=at)
    assert record_result(match_id=playing, at=at), "a result is noted and advances nothing"
    made.refresh_from_db()
    assert (made.status, made.next_round_at) == ("cancelled", None)


LATER = NOON + timedelta(hours=1)


def test_an_event_whose_round_cannot_begin_is_held_alone_and_resumed_by_its_organiser(monkeypatch: pytest.MonkeyPatch) -> None:
    broken, sound = started_event(), started_event()
    Event.objects.update(next_round_at=LATER)
    publish = due_rounds._publish_due_round

    def fail(event_id: int, at: datetime) -> bool:
        if event_id == broken.pk:
            raise AssertionError("a fault")
        return publish(event_id, at)

    with monkeypatch.context() as broke:
        broke.setattr(due_rounds, "_publish_due_round", fail)
        sweep(LATER)
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.paused_at, broken.problem, broken.next_round_at) == (LATER, HELD_FOR_REVIEW, None)
    assert (sound.paused_at, sound.problem) == (None, "")
    assert Notification.objects.get(kind="held").player_id == broken.organiser_id
    sweep(LATER + timedelta(seconds=1))
    assert Notification.objects.filter(kind="held").count() == 1
    rounds.resume_event(event_id=broken.pk, by=broken.organiser_id, at=LATER + timedelta(minutes=5))
    broken.refresh_from_db()
    assert (broken.paused_at, broken.problem) == (None, "")
