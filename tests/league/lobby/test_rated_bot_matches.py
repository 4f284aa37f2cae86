from datetime import datetime, timedelta

import pytest

from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions, bot_seat
from league.lobby.challenges import create_challenge
from league.lobby.rematches import request_rematch
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match, mark_rated
from league.ratings.actions.recalculation import compare_pool, recompute_pool
from league.ratings.models import RatedMatch, Rating, RatingChange
from league.ratings.queries.expected_scores import find_expected_result
from league.time_controls.presets import PRESETS
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import abort_match
from matches.clock import TimeControl
from matches.models import Heartbeat, Match
from matches.offers import RATED_POLICY
from tests.factories import GAME, BotFactory, PlayerFactory, end, match, matches_of_round, started_event
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
FAST = TimeControl(1_000, 0)


def won(person: Player, against: Player, at: datetime) -> float:
    """Return the weight of a rated win of the person, once it has been counted."""
    played = match(person, against, rated=True, at=at)
    end(played.pk, at=at)
    apply_rated_match(match_id=played.pk, at=at)
    return RatedMatch.objects.get(match=played).weight


def test_a_rated_match_against_bots_needs_a_preset_time_also_as_a_rematch(at: datetime) -> None:
    ada, greedy = PlayerFactory(), BotFactory(bot="greedy")
    for control in (FAST, TimeControl(0, 180_000, 1_000)):
        with refused("preset-needed", "rated"):
            create_challenge(by=ada.pk, offer=ChallengeOptions(GAME, control, (ME, bot_seat("level-5")), rated=True), at=at)
    assert not Match.objects.exists()
    for offer in (
        ChallengeOptions(GAME, FAST, (ME, bot_seat("level-5"))), ChallengeOptions(GAME, FAST, (ME, ANYONE), rated=True),
        ChallengeOptions(GAME, PRESETS["blitz"], (ME, bot_seat("level-5")), rated=True),
    ):  # fmt: skip
        create_challenge(by=ada.pk, offer=offer, at=at)
    seats = [SeatPlan(ada.pk, ready=True), SeatPlan(greedy.pk, bot="greedy")]
    old = create_match(game=GAME, options={}, seats=seats, control=FAST, at=at)
    mark_rated(match_id=old, game=GAME, pool=GAME)
    end(old, at=at)
    with refused("preset-needed", "rated"):
        request_rematch(match_id=old, by=ada.pk, at=at)


def test_an_event_in_a_time_of_its_own_rates_people_and_bots_apart(at: datetime) -> None:
    """Of ada, ben and two bots, only the matches of ada with ben and of the bots are rated."""
    people, bots = PlayerFactory.create_batch(2), BotFactory.create_batch(2)
    made = started_event(*people, *bots, at=at, control=FAST)
    mixed, rated = set(), set()
    for number in (1, 2, 3):
        for match_id in matches_of_round(made, number):
            seats = Match.objects.get(pk=match_id).seats.values_list("bot", flat=True)
            (mixed if len({bool(one) for one in seats}) > 1 else rated).add(match_id)
    counting = set(RatedMatch.objects.values_list("match", flat=True))
    assert mixed | rated
    assert counting == rated


def test_a_bot_waits_at_most_a_tenth_of_its_time(at: datetime) -> None:
    bot_, ada = BotFactory(), PlayerFactory()
    for pace_ms, waits_ms in ((1_200, 100), (50, 50)):
        seats = [SeatPlan(bot_.pk, bot="random", pace_ms=pace_ms), SeatPlan(ada.pk, ready=True)]
        opened = create_match(game="order-and-chaos", options={}, seats=seats, control=FAST, at=at)
        assert Match.objects.get(pk=opened).bot_due_at == at + timedelta(milliseconds=waits_ms)


@pytest.mark.parametrize("late", ["bot", "person"])
def test_a_bots_loss_on_time_is_never_rated_and_a_persons_is(late: str, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    Heartbeat.objects.create(pk=1, beat_at=at)
    seats = [SeatPlan(BotFactory().pk, bot="random"), SeatPlan(PlayerFactory().pk, ready=True)]
    seats = seats if late == "bot" else seats[::-1]
    opened = create_match(game="order-and-chaos", options={}, seats=seats, control=FAST, at=at)
    mark_rated(match_id=opened, game="order-and-chaos", pool="order-and-chaos")
    adjudicate(match_id=opened, at=at + DAY)
    assert Match.objects.get(pk=opened).reason == "time"
    assert apply_rated_match(match_id=opened, at=at + DAY)
    assert RatingChange.objects.count() == (0 if late == "bot" else 2)
    if late == "bot":
        recompute_pool(pool="order-and-chaos")
        assert not Rating.objects.filter(games__gt=0).exists()
        expected = find_expected_result(opened, at + DAY)
        assert "ran out of time" in expected.note


def test_wins_against_the_same_bot_count_less_each_time(at: datetime) -> None:
    ada, greedy = PlayerFactory(), BotFactory(bot="greedy")
    weights = [won(ada, greedy, at + n * timedelta(hours=1)) for n in range(4)]
    assert weights == [1, 1 / 2, 1 / 3, 1 / 4]
    first, second = RatingChange.objects.filter(player=ada).order_by("at")[:2]
    assert first.after - first.before == 20
    assert 0 < second.after - second.before < 10
    assert 0 < second.deviation_before - second.deviation_after < first.deviation_before - first.deviation_after


def test_a_bot_of_the_same_kind_is_the_same_bot_for_a_week_and_other_matches_count_in_full(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    greedy, other = BotFactory(bot="greedy"), BotFactory(bot="random")
    assert won(ada, BotFactory(bot="greedy"), at) == 1
    assert [won(ada, bot, at + 6 * DAY) for bot in (greedy, other)] == [1 / 2, 1]
    assert won(ada, greedy, at + 14 * DAY) == 1
    for pair in ((ada, ben), (greedy, other)):
        assert {won(*pair, at + n * timedelta(hours=1)) for n in range(3)} == {1}


def test_a_match_that_still_runs_makes_the_next_count_less(at: datetime) -> None:
    """Ten matches that are begun at once are ten matches."""
    ada, greedy = PlayerFactory(), BotFactory(bot="greedy")
    match(ada, greedy, rated=True, at=at)
    second = match(ada, greedy, rated=True, at=at)
    expected = find_expected_result(second.pk, at)
    assert "50%" in expected.note


def test_a_recomputation_gives_the_same_bits_though_matches_were_counted_in_another_order(at: datetime) -> None:
    ada, ben, greedy = PlayerFactory(), PlayerFactory(), BotFactory(bot="greedy")
    made = []
    for n in range(6):
        person = (ada, ben)[n % 2]
        played = match(person, greedy, rated=True, at=at + n * timedelta(hours=1))
        end(played.pk, ranks=((1, 2), (2, 1), (1, 1))[n % 3], at=at + n * timedelta(hours=1, minutes=5))
        made.append(played.pk)
    for match_id in reversed(made):
        apply_rated_match(match_id=match_id, at=at + DAY)
    assert compare_pool(pool=GAME).first == ""
    names = ("value", "peak", "games", "strength", "deviation", "volatility")
    before = list(Rating.objects.order_by("player").values_list("player", *names))
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    recompute_pool(pool=GAME)
    assert list(Rating.objects.order_by("player").values_list("player", *names)) == before


def test_a_rated_match_can_be_aborted_until_something_was_dealt(at: datetime) -> None:
    """Zero Day deals before anybody has moved: whoever dislikes the hand can only resign."""
    ada, ben = PlayerFactory.create_batch(2)
    seats = [SeatPlan(one.pk, ready=True) for one in (ada, ben)]
    dealt, empty = (
        create_match(game=game, options={}, seats=seats, control=TimeControl(), at=at, terms=RATED_POLICY)
        for game in ("zero-day", "order-and-chaos")
    )
    assert Match.objects.get(pk=dealt).turns == [0, 0]
    with refused("already-begun"):
        abort_match(match_id=dealt, player_id=ada.pk, at=at)
    abort_match(match_id=empty, player_id=ada.pk, at=at)
    assert [Match.objects.get(pk=one).status for one in (dealt, empty)] == ["playing", "void"]
