"""Places that get free before the start: who waits is asked in turn, until a deadline."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from league.events.models import Event
from league.pairings.queries.due import list_spot_offers
from league.people.models import Player
from league.registration.actions import entries, no_shows, withdrawals
from league.registration.actions.waiting_list import accept_spot, decline_spot, renew_offers
from league.results.actions import event_start
from league.sweep import sweep
from matches.server_time import now
from tests.factories import NOON, BotFactory, PlayerFactory, event, started_event
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
ANSWER = timedelta(minutes=30)


def full(waiting: int = 2, at: datetime = NOON, **plan: object) -> tuple[Event, list[Player], list[Player]]:
    """An event of two places with two in it, and so many who wait."""
    inside, others = PlayerFactory.create_batch(2), PlayerFactory.create_batch(waiting)
    made = event(*inside, *others, max_entrants=2, at=at, **plan)  # type: ignore[arg-type]
    return made, inside, others


def status(made: Event, player: Player) -> str:
    return made.entrants.get(player=player).status


def asked(made: Event) -> list[Player]:
    return [row.player for row in made.entrants.exclude(answer_by=None).select_related("player")]


def leave(made: Event, player: Player, at: datetime) -> None:
    entries.leave_event(event_id=made.pk, player_id=player.pk, at=at)


def test_when_somebody_leaves_who_waits_longest_is_asked_until_a_deadline_and_after_a_no_the_next() -> None:
    made, inside, (ada, bob) = full()
    leave(made, inside[0], NOON + HOUR)
    assert asked(made) == [ada]
    assert made.entrants.get(player=ada).answer_by == NOON + HOUR + ANSWER
    with refused("not-asked"):
        accept_spot(event_id=made.pk, player_id=bob.pk, at=NOON + HOUR)
    decline_spot(event_id=made.pk, player_id=ada.pk, at=NOON + HOUR)
    assert not made.entrants.filter(player=ada).exists()
    assert (asked(made), status(made, bob)) == ([bob], "waiting")
    accept_spot(event_id=made.pk, player_id=bob.pk, at=NOON + HOUR + ANSWER - timedelta(seconds=1))
    assert (asked(made), status(made, bob)) == ([], "entered")


def test_who_is_put_out_or_withdraws_before_the_start_leaves_a_place_to_ask_about() -> None:
    made, inside, (ada, bob) = full()
    one, other = (made.entrants.get(player=player) for player in inside)
    entries.remove_entrant(event_id=made.pk, entrant_id=one.pk, by=made.organiser_id, at=NOON + HOUR)
    withdrawals.withdraw(event_id=made.pk, entrant_id=other.pk, by=inside[1].pk, at=NOON + HOUR)
    assert set(asked(made)) == {ada, bob}


def test_after_the_deadline_the_sweep_asks_the_next_and_comes_back_to_the_first_at_last() -> None:
    made, inside, (ada, bob) = full()
    leave(made, inside[0], NOON + HOUR)
    over = NOON + HOUR + ANSWER
    sweep(over - timedelta(seconds=1))
    assert asked(made) == [ada]
    with refused("too-late"):
        accept_spot(event_id=made.pk, player_id=ada.pk, at=over)
    sweep(over)
    assert asked(made) == [bob]
    assert not renew_offers(event_id=made.pk, at=over)
    sweep(over + ANSWER)
    assert asked(made) == [ada]


def test_a_place_that_is_kept_for_somebody_is_given_to_no_latecomer_but_not_given_twice() -> None:
    made, inside, (ada, _) = full()
    leave(made, inside[0], NOON + HOUR)
    late = PlayerFactory()
    assert entries.join_event(event_id=made.pk, player_id=late.pk, at=NOON + HOUR) == "waiting"
    assert asked(made) == [ada]
    entries.enter_player(event_id=made.pk, by=made.organiser_id, username=BotFactory().username, at=NOON + HOUR)
    with refused("event-full"):
        accept_spot(event_id=made.pk, player_id=ada.pk, at=NOON + HOUR)
    assert status(made, ada) == "waiting"


def test_an_offer_ends_with_the_start_and_then_nobody_is_asked() -> None:
    start = NOON + 2 * HOUR
    made, inside, (ada,) = full(1, starts_at=start)
    leave(made, inside[0], start - timedelta(minutes=10))
    assert made.entrants.get(player=ada).answer_by == start
    assert not renew_offers(event_id=made.pk, at=start - timedelta(seconds=1))
    renew_offers(event_id=made.pk, at=start)
    assert asked(made) == []


def test_more_places_are_offered_by_the_sweep() -> None:
    made, _, (ada, bob) = full()
    assert list_spot_offers(NOON) == []
    Event.objects.filter(pk=made.pk).update(max_entrants=3)
    assert list_spot_offers(NOON + HOUR) == [made.pk]
    sweep(NOON + HOUR)
    assert asked(made) == [ada]
    assert list_spot_offers(NOON + HOUR) == []
    assert status(made, bob) == "waiting"


def test_who_waits_and_checks_in_has_the_place_of_who_did_not_come() -> None:
    made, inside, (ada, bob) = full()
    entries.open_check_in(event_id=made.pk, by=made.organiser_id, at=NOON + HOUR)
    for player in (inside[0], bob):
        entries.check_in(event_id=made.pk, player_id=player.pk, at=NOON + HOUR)
    event_start.start_event(event_id=made.pk, by=made.organiser_id, at=NOON + 2 * HOUR)
    assert set(made.entrants.values_list("player", flat=True)) == {inside[0].pk, bob.pk}
    assert ada.pk not in made.entrants.values_list("player", flat=True)


@pytest.mark.parametrize("accepts", [True, False])
def test_at_the_check_in_who_is_there_comes_first_and_the_others_are_asked(accepts: bool) -> None:
    made, inside, (ada, bob) = full()
    entries.open_check_in(event_id=made.pk, by=made.organiser_id, at=NOON + HOUR)
    leave(made, inside[0], NOON + HOUR)
    assert asked(made) == [ada]
    if accepts:
        accept_spot(event_id=made.pk, player_id=ada.pk, at=NOON + HOUR)
        assert made.entrants.get(player=ada).checked_in_at == NOON + HOUR
        return
    entries.check_in(event_id=made.pk, player_id=bob.pk, at=NOON + HOUR)
    assert status(made, bob) == "entered"
    with refused("event-full"):
        accept_spot(event_id=made.pk, player_id=ada.pk, at=NOON + HOUR)


def test_places_of_those_who_did_not_check_in_are_offered_when_registration_closes() -> None:
    made, inside, (ada, _) = full()
    entries.open_check_in(event_id=made.pk, by=made.organiser_id, at=NOON + HOUR)
    entries.check_in(event_id=made.pk, player_id=inside[0].pk, at=NOON + HOUR)
    entries.close_registration(event_id=made.pk, by=made.organiser_id, at=NOON + HOUR)
    assert asked(made) == [ada]


def test_who_is_banned_is_passed_over() -> None:
    made, inside, (ada, bob) = full(no_show_warnings=0)
    before = started_event(ada, PlayerFactory(), organiser=made.organiser)
    Event.objects.filter(pk=before.pk).update(no_show_warnings=0)
    before.refresh_from_db()
    no_shows.record_no_shows(before, [ada.pk], NOON)
    leave(made, inside[0], NOON + HOUR)
    assert asked(made) == [bob]


def test_a_place_is_taken_and_declined_on_the_pages_and_in_the_api(client: Client) -> None:
    at = now()
    made, inside, (ada, bob) = full(at=at)
    leave(made, inside[0], at)
    leave(made, inside[1], at)
    client.force_login(ada)
    for url in ("/", f"/events/{made.pk}/"):
        assert "Accept spot" in client.get(url).content.decode()
    own = client.get(f"/api/v1/events/{made.pk}/own/").json()
    assert (own["status"], own["no_shows"]) == ("waiting", None)
    assert own["answer_by"]
    client.post(f"/events/{made.pk}/place/accept/")
    assert status(made, ada) == "entered"
    assert "Accept spot" not in client.get("/").content.decode()
    client.force_login(bob)
    assert client.post(f"/api/v1/events/{made.pk}/place/decline/").status_code == 200
    refusal = client.post(f"/api/v1/events/{made.pk}/place/accept/")
    assert (refusal.status_code, refusal.json()["code"]) == (400, "not-asked")
    page = client.post(f"/events/{made.pk}/place/accept/", follow=True).content.decode()
    assert "You haven&#x27;t been offered a spot." in page
