"""Two players agree on the time of their match; silence is the policy's, and then the organiser's."""

import copy
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from league.events.models import Event, NoShow, Pairing, SeriesMatch
from league.match_times.actions.availability import set_availability
from league.match_times.actions.deadlines import nudge
from league.match_times.actions.proposals import accept_time, decline_proposal, propose_times
from league.match_times.models import TimeAgreement
from league.match_times.queries import list_for_event, list_own
from league.match_times.rules.availability import parse_week
from league.notifications.models import Notification
from league.pairings.actions.match_times import set_match_time
from league.people.models import Player
from league.registration.actions.withdrawals import withdraw
from league.results.actions.round_retraction import retract_round
from league.sweep import sweep
from matches.errors import ActionError
from matches.models import Status
from tests import factories
from tests.factories import NOON, PlayerFactory

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRIDAY = datetime(2026, 3, 6, 18, tzinfo=UTC)
"""NOON is a Sunday; the window ends on the next one."""


class Duel:
    """A running event of two players with a play window of a week, and its pairing."""

    def __init__(self, *players: Player, **plan: Any) -> None:
        self.one, self.other = players or PlayerFactory.create_batch(2)
        self.event = factories.started_event(self.one, self.other, **{"play_days": 7, "start_by_min": 15, **plan})
        self.pairing = Pairing.objects.get(round__event=self.event, round__number=1)

    @property
    def agreement(self) -> TimeAgreement:
        return TimeAgreement.objects.get(pairing=self.pairing)

    @property
    def starts_at(self) -> datetime | None:
        self.pairing.refresh_from_db()
        return self.pairing.starts_at

    def step(self, act: Callable[..., None], player: Player, at: datetime = NOON, **more: Any) -> None:
        act(event_id=self.event.pk, pairing_id=self.pairing.pk, player_id=player.pk, at=at, **more)

    def propose(self, player: Player, *slots: datetime, at: datetime = NOON) -> None:
        self.step(propose_times, player, at, slots=slots)

    def accept(self, player: Player, slot: datetime, at: datetime = NOON) -> None:
        self.step(accept_time, player, at, slot=slot)

    def agree(self, slot: datetime = FRIDAY) -> None:
        self.propose(self.one, slot)
        self.accept(self.other, slot)

    def told(self, player: Player) -> list[str]:
        return list(Notification.objects.filter(player=player).order_by("pk").values_list("case", flat=True))

    @property
    def state(self) -> str:
        return list_for_event(self.event.pk, self.event.organiser_id, NOON)[0].state


@pytest.fixture(scope="module")
def same_duel(module_rows: None) -> Duel:
    return Duel()


@pytest.fixture
def duel(same_duel: Duel) -> Duel:
    """Two who have a week to agree on a time, made once a module."""
    found = copy.copy(same_duel)
    found.event, found.pairing = Event.objects.get(pk=found.event.pk), Pairing.objects.get(pk=found.pairing.pk)
    return found


def refusal(act: Callable[..., Any], *args: Any, **more: Any) -> str:
    """The code with which an act is refused; it changed nothing."""
    before = list(TimeAgreement.objects.values()), list(Pairing.objects.values()), Notification.objects.count()
    with pytest.raises(ActionError) as error:
        act(*args, **more)
    assert (list(TimeAgreement.objects.values()), list(Pairing.objects.values()), Notification.objects.count()) == before
    assert error.value.text.endswith(".")
    return error.value.code


def test_two_players_agree_on_a_time_at_which_their_match_opens(duel: Duel) -> None:
    assert not SeriesMatch.objects.exists()
    assert (duel.told(duel.one), duel.told(duel.other), duel.state) == (["open"], ["open"], "silent")
    duel.propose(duel.one, FRIDAY, FRIDAY + DAY)
    assert duel.state == "proposed"
    assert [view.can_answer for view in list_own(duel.other.pk, NOON)] == [True]
    duel.accept(duel.other, FRIDAY + DAY)
    assert (duel.starts_at, duel.state, duel.agreement.status) == (FRIDAY + DAY, "agreed", "agreed")
    assert (duel.told(duel.one), duel.told(duel.other)) == (["open", "agreed"], ["open", "proposed", "agreed"])
    sweep(FRIDAY + DAY - HOUR)
    assert duel.told(duel.one)[-1] == "soon"
    sweep(FRIDAY + DAY - timedelta(seconds=1))
    assert not SeriesMatch.objects.exists()
    sweep(FRIDAY + DAY)
    match = SeriesMatch.objects.get().match
    assert (match.status, match.deadline_at) == (Status.OPEN, FRIDAY + DAY + timedelta(minutes=15))
    assert refusal(duel.propose, duel.one, FRIDAY + 2 * DAY - HOUR) == "already-started"
    factories.end(match.pk, ranks=(1, 2), reason="no-show", at=FRIDAY + DAY + timedelta(minutes=15))
    sweep(FRIDAY + DAY + timedelta(minutes=16))
    duel.pairing.refresh_from_db()
    assert (duel.pairing.reason, duel.pairing.forfeit) == ("no-show", True)


def test_a_change_of_a_known_time_needs_both(duel: Duel) -> None:
    duel.agree()
    duel.propose(duel.other, FRIDAY + HOUR)
    assert (duel.starts_at, duel.told(duel.one)[-1]) == (FRIDAY, "change")
    duel.step(decline_proposal, duel.one)
    assert (duel.starts_at, duel.told(duel.other)[-1]) == (FRIDAY, "declined")
    duel.propose(duel.other, FRIDAY - DAY)
    duel.accept(duel.one, FRIDAY - DAY)
    assert (duel.starts_at, duel.pairing.time_changes) == (FRIDAY - DAY, 2)
    duel.propose(duel.one, FRIDAY)
    sweep(FRIDAY - DAY)
    assert SeriesMatch.objects.count() == 1, "an open proposal doesn't hold the match back"


def test_what_both_propose_is_agreed_and_a_bot_accepts_the_first_time(duel: Duel) -> None:
    duel.propose(duel.one, FRIDAY, FRIDAY + HOUR)
    duel.propose(duel.other, FRIDAY + 2 * HOUR, FRIDAY + HOUR)
    assert duel.starts_at == FRIDAY + HOUR
    with_bot = Duel(PlayerFactory(), factories.BotFactory())
    with_bot.propose(with_bot.one, FRIDAY)
    assert with_bot.starts_at == FRIDAY


def test_refusals_change_nothing(duel: Duel) -> None:
    stranger = PlayerFactory()
    assert refusal(duel.propose, stranger, FRIDAY) == "not-yours"
    assert refusal(duel.propose, duel.one) == "bad-slots"
    assert refusal(duel.propose, duel.one, *(FRIDAY + n * HOUR for n in range(4))) == "bad-slots"
    assert refusal(duel.propose, duel.one, NOON + HOUR / 3) == "out-of-range"
    assert refusal(duel.propose, duel.one, NOON + 8 * DAY) == "out-of-range"
    assert refusal(duel.accept, duel.one, FRIDAY) == "answered"
    assert refusal(duel.step, decline_proposal, duel.one) == "answered"
    duel.propose(duel.one, FRIDAY)
    assert refusal(duel.accept, duel.one, FRIDAY) == "own-proposal"
    assert refusal(duel.accept, duel.other, FRIDAY + HOUR) == "answered"
    assert refusal(duel.accept, duel.other, FRIDAY, FRIDAY) == "in-the-past"
    with pytest.raises(ActionError, match="play window"):
        factories.event(format="arena", settings={}, play_days=7)
    with pytest.raises(ActionError, match="18:00"):
        factories.event(slot_time="25:00")
    with pytest.raises(ActionError, match="zone"):
        factories.event(slot_zone="Mars/Olympus")


@pytest.mark.parametrize("proposed", [False, True])
def test_silence_is_reminded_and_then_gets_the_default_time(proposed: bool) -> None:
    duel = Duel(time_hours=24, slot_day=5, slot_time="18:00", slot_zone="Europe/Berlin")
    if proposed:
        duel.propose(duel.one, FRIDAY)
    sweep(NOON + 24 * HOUR - timedelta(seconds=1))
    assert "reminder" not in duel.told(duel.other)
    sweep(NOON + 24 * HOUR)
    assert duel.told(duel.other)[-1] == "reminder"
    assert ("reminder" in duel.told(duel.one)) is not proposed
    assert duel.state == "overdue"
    sweep(NOON + 48 * HOUR)
    saturday = datetime(2026, 3, 7, 17, tzinfo=UTC)
    assert (duel.starts_at, duel.agreement.status, duel.told(duel.one)[-1]) == (saturday, "default", "default")


def test_the_time_that_is_set_for_the_silent_suits_both_if_both_said_when_they_can_play(duel: Duel) -> None:
    for player, zone in ((duel.one, "America/New_York"), (duel.other, "Europe/London")):
        set_availability(player_id=player.pk, weekly=parse_week("wed 12-23"), zone=zone, at=NOON)
    sweep(NOON + 24 * HOUR)
    sweep(NOON + 48 * HOUR)
    assert duel.starts_at == datetime(2026, 3, 4, 17, tzinfo=UTC), "noon in New York"


def test_with_the_other_policy_an_organiser_decides_unless_they_agree_first(duel: Duel) -> None:
    duel.event.update(time_policy="referee")
    by = duel.event.organiser_id
    ids = {"event_id": duel.event.pk, "pairing_id": duel.pairing.pk, "by": by}
    nudge(**ids, at=NOON + HOUR)
    assert refusal(nudge, **ids, at=NOON + HOUR) == "too-soon"
    assert (duel.told(duel.one)[-1], duel.told(duel.other)[-1]) == ("nudge", "nudge")
    sweep(NOON + 24 * HOUR)
    sweep(NOON + 48 * HOUR)
    assert (duel.starts_at, duel.state) == (None, "overdue")
    assert Notification.objects.get(player=by).case == "referee"
    set_match_time(**ids, starts_at=FRIDAY, at=NOON + 50 * HOUR)
    assert (duel.starts_at, duel.agreement.status, duel.told(duel.one)[-1]) == (FRIDAY, "organiser", "organiser")
    assert refusal(nudge, **ids, at=NOON + 51 * HOUR) == "answered"
    sweep(FRIDAY)
    assert duel.pairing.series.exists()
    late = Duel(time_policy="referee")
    sweep(NOON + 24 * HOUR)
    sweep(NOON + 48 * HOUR)
    late.propose(late.one, FRIDAY, at=NOON + 49 * HOUR)
    late.accept(late.other, FRIDAY, at=NOON + 49 * HOUR)
    assert late.agreement.status == "agreed"


def test_whoever_withdraws_forfeits_a_match_without_a_time(duel: Duel) -> None:
    entrant = duel.event.entrants.get(player=duel.one)
    withdraw(event_id=duel.event.pk, entrant_id=entrant.pk, by=duel.one.pk, at=NOON + HOUR)
    sweep(NOON + HOUR)
    duel.pairing.refresh_from_db()
    assert duel.pairing.forfeit
    assert not list_own(duel.other.pk, NOON + HOUR)
    assert not NoShow.objects.exists()


def test_a_round_that_is_taken_back_and_published_again_begins_anew(duel: Duel) -> None:
    duel.agree()
    by = duel.event.organiser_id
    retract_round(event_id=duel.event.pk, number=1, by=by, at=NOON)
    assert (duel.starts_at, TimeAgreement.objects.count()) == (None, 0)


def test_a_bracket_opens_each_match_at_its_own_time() -> None:
    made = factories.started_event(format="single-elimination", play_days=3)
    opened = SeriesMatch.objects.filter(pairing__round__event=made)
    assert not opened.exists()
    first, second = Pairing.objects.filter(round__event=made, time_agreement__isnull=False).order_by("pk")
    soon = NOON + DAY
    set_match_time(event_id=made.pk, pairing_id=first.pk, starts_at=soon, by=made.organiser_id, at=NOON)
    sweep(soon)
    assert opened.get().pairing == first
    sweep(NOON + 3 * DAY)
    sweep(NOON + 3 * DAY)
    sweep(NOON + 4 * DAY)
    assert opened.filter(pairing=second).exists()
    for row in opened.all():
        factories.end(row.match_id, at=NOON + 4 * DAY)
    sweep(NOON + 4 * DAY)
    final = Pairing.objects.get(round__event=made, time_agreement__isnull=False, counted_at=None)
    assert final.time_agreement.opened_at == NOON + 4 * DAY
    event = Event.objects.get(pk=made.pk)
    assert event.status == "running"
