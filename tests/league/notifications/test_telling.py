from datetime import timedelta

import pytest

from league.desk.actions.rulings import apply_ruling
from league.drafts.actions.draft_actions import apply_action, record_presence
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.states import get_state
from league.events.actions.notifications import notify_opened_matches
from league.events.models import Event, Pairing
from league.lobby.challenge_options import ME, ChallengeOptions, player_seat
from league.lobby.challenges import accept_challenge, create_challenge
from league.notifications.actions.read_state import mark_read
from league.notifications.inbox import count_unread
from league.notifications.models import Notification
from league.notifications.turns import list_unannounced, notify_disconnected, notify_turns
from league.people.models import Player
from league.registration.actions.continuous_entries import create_challenge as dare
from league.registration.actions.entries import check_in, leave_event, open_check_in
from league.registration.actions.waiting_list import decline_spot as decline_place
from league.results.actions.result_overrides import override_result, revert_override
from league.results.actions.results import record_result
from league.seasons.actions.trades import decline_trade
from league.sweep import sweep
from matches.actions.creation import SeatPlan, create_match, set_ready
from matches.clock import DAY_MS, TimeControl
from matches.models import Match, Presence
from tests.factories import NOON, BotFactory, PlayerFactory, draft, end, event, matches_of_round, started_event
from tests.league.events.continuous import entrant_of, ladder
from tests.league.seasons.test_trades import offers, trading

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def two_seats(control: TimeControl, *players: Player) -> Match:
    """A match of a game in which one player acts at a time."""
    seats = [SeatPlan(one.pk, ready=True) for one in players or PlayerFactory.create_batch(2)]
    made = create_match(game="order-and-chaos", options={}, seats=seats, control=control, at=NOON)
    return Match.objects.get(pk=made)


def told(player: Player | int, kind: str = "") -> list[str]:
    rows = Notification.objects.filter(player=player, read_at=None).order_by("pk")
    return [one.text for one in (rows.filter(kind=kind) if kind else rows)]


@pytest.fixture(scope="module")
def cup_id(module_rows: None) -> int:
    return started_event().pk


@pytest.fixture
def cup(cup_id: int) -> Event:
    return Event.objects.get(pk=cup_id)


def test_a_round_that_is_published_tells_everybody_whom_they_meet() -> None:
    ada, bob, eve = (PlayerFactory(username=name) for name in ("ada", "bob", "eve"))
    made = started_event(ada, bob, eve, format="swiss", settings={"rounds": 2})
    [match] = matches_of_round(made, 1)
    sweep(NOON)
    met = dict(Notification.objects.filter(subject=match).values_list("player__username", "path"))
    assert len(met) == 2
    assert set(met.values()) == {f"/matches/{match}/"}
    everything = sorted(told(ada) + told(bob) + told(eve))
    assert everything[0] == "Round 1 of Spring Cup is published: you have a bye"
    assert [line.split(" you play ")[0] for line in everything[1:]] == ["Round 1 of Spring Cup:"] * 2


def test_the_players_of_a_match_that_has_been_opened_are_told_once_until_they_have_come(cup: Event) -> None:
    opened = matches_of_round(cup, 1)
    assert not Notification.objects.exists()
    assert [notify_opened_matches(at=NOON), notify_opened_matches(at=NOON)] == [len(opened), 0]
    assert Notification.objects.count() == 2 * len(opened)
    first, second = Match.objects.get(pk=opened[0]).seats.values_list("player", flat=True)
    assert (len(told(first)), len(told(second))) == (1, 1)
    set_ready(match_id=opened[0], player_id=first, at=NOON)
    sweep(NOON)
    assert (told(first), len(told(second))) == ([], 1)


def test_who_has_played_before_the_sweep_came_is_told_nothing(cup: Event) -> None:
    for match in matches_of_round(cup, 1):
        end(match, at=NOON)
        record_result(match_id=match, at=NOON)
    notify_opened_matches(at=NOON)
    assert not Notification.objects.filter(subject__in=matches_of_round(cup, 1)).exists()


def test_a_brackets_matches_tell_their_players_when_they_open() -> None:
    made = started_event(format="single-elimination")
    sweep(NOON)
    players = made.entrants.values("player")
    assert Notification.objects.filter(kind="round", player__in=players).count() == 4
    assert {text.partition(":")[0] for text in told(made.entrants.get(seed=1).player)} == {"Semi-finals of Spring Cup"}


def test_a_check_in_asks_the_entrants_until_they_have_checked_in() -> None:
    ada, bob, robot = PlayerFactory(), PlayerFactory(), BotFactory()
    made = event(ada, bob)
    made.entrants.create(player=robot, joined_at=NOON)
    open_check_in(event_id=made.pk, by=made.organiser_id, at=NOON)
    assert told(ada) == told(bob) == ["Check-in for Spring Cup is open. Check in, or you won't play"]
    assert not Notification.objects.filter(player=robot).exists()
    check_in(event_id=made.pk, player_id=ada.pk, at=NOON)
    sweep(NOON)
    assert (told(ada), len(told(bob))) == ([], 1)


def test_it_is_your_turn_in_correspondence_once_a_turn_and_not_while_you_have_only_just_got_it() -> None:
    match = two_seats(TimeControl(DAY_MS, 0))
    mover = match.seats.get(number=match.to_act[0]).player_id
    assert notify_turns(match_id=match.pk, at=NOON + MINUTE / 2) == 0
    for _unused in range(2):
        sweep(NOON + MINUTE)
    [line] = told(mover or 0)
    assert line.startswith("It's your turn: Order & Chaos against ")
    turns = Notification.objects.filter(kind="your-turn")
    assert turns.count() == 1
    assert list_unannounced(NOON + MINUTE) == []
    Match.objects.filter(pk=match.pk).update(turns=[1, 0], to_act=[1], last_entry=match.last_entry + 1)
    sweep(NOON + 2 * MINUTE)
    assert told(mover or 0) == [], "the turn is over"
    assert turns.filter(read_at=None).exclude(player=mover).count() == 1


def test_what_a_turn_and_its_reserve_come_to_makes_correspondence() -> None:
    hour = DAY_MS // 24
    for control, told_of in ((TimeControl(8 * hour, 8 * hour), 1), (TimeControl(8 * hour, 2 * hour), 0)):
        match = two_seats(control)
        sweep(NOON + MINUTE)
        assert Notification.objects.filter(kind="your-turn", subject=match.pk).count() == told_of
        assert list_unannounced(NOON + MINUTE) == []


def test_in_a_live_match_only_who_has_left_the_page_is_told() -> None:
    match = two_seats(TimeControl(), *(players := PlayerFactory.create_batch(2)))
    seat = match.to_act[0]
    row = Presence.objects.create(match=match, seat=seat, seen_at=NOON)
    Presence.objects.create(match=match, seat=1 - seat, seen_at=NOON, gone_at=NOON)
    assert notify_disconnected(at=NOON) == 0
    Presence.objects.filter(pk=row.pk).update(gone_at=NOON)
    assert [notify_disconnected(at=NOON) for _unused in range(2)] == [1, 0]
    assert (len(told(players[seat])), told(players[1 - seat])) == (1, [])


def test_a_pick_is_due_to_who_is_not_in_the_room_until_it_has_been_made() -> None:
    row = draft()
    first, second = (
        DraftTeam.objects.get(draft=row, number=number).franchise.owner_id  # type: ignore[union-attr]
        for number in (1, 2)
    )
    assert told(first) == [f"You're on the clock: {row.name}"]
    record_presence(draft_id=row.pk, by=second, at=NOON)
    card = get_state(Draft.objects.get(pk=row.pk)).books.remaining[0].id
    apply_action(draft_id=row.pk, by=first, data={"is": "pick", "card": card}, at=NOON + MINUTE / 6)
    assert (told(first), told(second)) == ([], []), "the second one is looking"


def test_a_trade_is_told_to_the_partner_alone_until_it_is_answered() -> None:
    made, one, other = trading()
    trade = offers(one, other)
    assert told(other.owner) == [f"{one.name} offers {other.name} a trade"]
    assert Notification.objects.get().path == f"/leagues/{made.league.slug}/seasons/{made.pk}/trades/{trade}/"
    decline_trade(season_id=made.pk, trade_id=trade, by=other.owner_id, at=NOON)
    sweep(NOON)
    assert (told(other.owner), told(one.owner)) == ([], [])


def test_who_is_challenged_hears_of_it_until_the_answer() -> None:
    ada, bob = PlayerFactory(username="ada"), PlayerFactory(username="bob")
    match = create_challenge(by=ada.pk, offer=ChallengeOptions("order-and-chaos", seats=(ME, player_seat("bob"))), at=NOON)
    assert (told(bob), told(ada)) == (["ada challenges you: Order & Chaos"], [])
    sweep(NOON)
    assert len(told(bob)) == 1
    accept_challenge(match_id=match, player_id=bob.pk, at=NOON)
    sweep(NOON)
    assert told(bob) == []


def test_a_place_that_is_kept_and_a_challenge_in_a_ladder_are_told() -> None:
    ada, bob, eve = (PlayerFactory(username=name) for name in ("ada", "bob", "eve"))
    made = event(ada, bob, eve, max_entrants=2)
    leave_event(event_id=made.pk, player_id=ada.pk, at=NOON)
    assert told(eve) == ["A spot in Spring Cup is reserved for you. Accept or decline it"]
    decline_place(event_id=made.pk, player_id=eve.pk, at=NOON)
    sweep(NOON)
    assert told(eve) == []
    rungs = ladder(ada, bob)
    dare(event_id=rungs.pk, player_id=bob.pk, entrant_id=entrant_of(rungs, ada), at=NOON)
    assert told(ada, "asked") == [f"bob challenges you in {rungs.name}"]


def test_players_hear_of_rulings_on_their_matches_and_pairings(cup: Event) -> None:
    admin, made = PlayerFactory(is_superuser=True, is_staff=True), cup
    match = matches_of_round(made, 1)[0]
    players = list(Match.objects.get(pk=match).seats.values_list("player", flat=True))
    for one in players:
        set_ready(match_id=match, player_id=one or 0, at=NOON)
    apply_ruling(match_id=match, by=admin.pk, kind="pause", data={}, why="An alarm went off.", at=NOON)
    assert all(told(one or 0, "ruling")[0].startswith("A referee paused your match: Round 1") for one in players)
    pairing = Pairing.objects.get(series__match=matches_of_round(made, 1)[1])
    ruling = override_result(
        event_id=made.pk, pairing_id=pairing.pk, why="Wrong sides.", by=made.organiser_id, at=NOON, halves=(2, 0)
    )
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=NOON)
    entrant = pairing.sides.get(number=0).entrant
    assert entrant is not None
    assert [line.partition(":")[0] for line in told(entrant.player, "ruling")] == [
        "The result of your pairing was changed", "A ruling on your pairing was reverted",
    ]  # fmt: skip


def test_somebody_reads_only_what_is_theirs(cup: Event) -> None:
    sweep(NOON)
    one, other = (cup.entrants.get(seed=seed).player for seed in (1, 2))
    theirs = [row.uid for row in Notification.objects.filter(player=other)]
    assert mark_read(player_id=one.pk, uids=theirs, at=NOON) == 0
    assert (count_unread(one.pk), count_unread(other.pk)) == (1, 1)
    assert mark_read(player_id=one.pk, at=NOON) == 1
    assert (count_unread(one.pk), count_unread(other.pk)) == (0, 1)
