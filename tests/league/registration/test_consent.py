"""Nobody plays in an event because somebody else said so: they are asked first, unless they belong to the league."""

import pytest

from league.events.actions.event_lifecycle import open_registration
from league.events.models import Entrant, Event
from league.leagues.actions import add_staff
from league.leagues.models import Role
from league.notifications.models import Notification
from league.people.models import Player
from league.registration.actions.entries import approve_entrant, enter_player, join_event, leave_event, remove_entrant
from league.registration.actions.late_entries import enter_late
from league.results.actions.event_start import start_event
from league.seasons.actions.franchises import create_franchise
from matches.models import Seat
from tests import factories
from tests.factories import NOON, PlayerFactory, event, started_event
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def enter(made: Event, player: Player) -> str:
    """Enter the player as the organiser; the status."""
    entrant = enter_player(event_id=made.pk, by=made.organiser_id, username=player.username, at=NOON)
    return made.entrants.get(pk=entrant).status


def asked(player: Player) -> list[str]:
    """The cases of what the player was told about being entered."""
    return list(Notification.objects.filter(player=player, kind="asked").order_by("pk").values_list("case", flat=True))


def test_a_stranger_is_invited_and_plays_only_after_accepting() -> None:
    made = event(*PlayerFactory.create_batch(2))
    ada, ben = PlayerFactory.create_batch(2)
    assert [enter(made, ada), enter(made, ben)] == ["invited", "invited"]
    assert asked(ada) == ["event"]
    with refused("not-waiting"):
        approve_entrant(event_id=made.pk, entrant_id=made.entrants.get(player=ada).pk, by=made.organiser_id, at=NOON)
    join_event(event_id=made.pk, player_id=ada.pk, at=NOON)
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    assert made.entrants.get(player=ada).status == "entered"
    assert not made.entrants.filter(player=ben).exists(), "unanswered"
    assert not Seat.objects.filter(player=ben).exists()


def test_an_invitation_overrides_the_rating_limits_and_is_open_until_the_start() -> None:
    made, ada, ben = event(least_rating=2000, check_in_min=10), *PlayerFactory.create_batch(2)
    enter(made, ada), enter(made, ben)
    Event.objects.filter(pk=made.pk).update(status="check-in")
    assert join_event(event_id=made.pk, player_id=ada.pk, at=NOON) == "entered"
    leave_event(event_id=made.pk, player_id=ben.pk, at=NOON)
    assert list(made.entrants.values_list("player", flat=True)) == [ada.pk]
    enter(made, ben)
    assert asked(ben) == ["event"], "once for an event, however often one is invited"


BEFORE = {
    "joined": lambda made, player, host: event(player, organiser=host, league=made.pk),
    "founded": lambda made, player, host: create_franchise(
        season_id=factories.season(made).pk, by=player.pk, name="Owls", at=NOON
    ),
    "named as owner": lambda made, player, host: create_franchise(
        season_id=factories.season(made).pk, by=host.pk, owner=player.username, name="Owls", at=NOON
    ),
    "made staff": lambda made, player, host: add_staff(
        league_id=made.pk, by=host.pk, username=player.username, role=Role.SCORER, at=NOON
    ),
    "only entered": lambda made, player, host: Entrant.objects.create(
        event=event(organiser=host, league=made.pk), player=player, joined_at=NOON
    ),
}


@pytest.mark.parametrize("before", BEFORE)
def test_members_by_their_own_deed_are_entered_at_once_and_told(before: str) -> None:
    made, player, host = factories.league(), PlayerFactory(), PlayerFactory()
    made.staff.filter(role=Role.OWNER).update(player=host)
    BEFORE[before](made, player, host)
    status = "entered" if before in ("joined", "founded") else "invited"
    cup = event(organiser=host, league=made.pk)
    assert enter(cup, player) == status
    assert asked(player)[-1] == ("entered" if status == "entered" else "event")
    assert enter(event(organiser=host), player) == "invited", "without the league"
    leave_event(event_id=cup.pk, player_id=player.pk, at=NOON)


def test_of_a_draft_players_hear_when_it_is_published() -> None:
    made, ada = event(draft=True), PlayerFactory()
    enter(made, ada)
    assert asked(ada) == []
    open_registration(event_id=made.pk, by=made.organiser_id, at=NOON)
    assert asked(ada) == ["event"]


def test_a_late_entrant_accepts_before_being_paired_and_has_the_byes_promised() -> None:
    made = started_event(format="swiss", settings={"rounds": 3})
    ada, ben = PlayerFactory.create_batch(2)
    late = {"event_id": made.pk, "by": made.organiser_id, "at": NOON}
    first, second = (enter_late(username=player.username, halves=1, **late) for player in (ada, ben))  # type: ignore[arg-type]
    assert made.stages.get().places.count() == 4
    remove_entrant(entrant_id=second, **late)  # type: ignore[arg-type]
    assert join_event(event_id=made.pk, player_id=ada.pk, at=NOON) == "entered"
    entrant = made.entrants.get(pk=first)
    assert entrant.sides.get().halves == 1
    assert made.stages.get().places.get(entrant=entrant).joined == 1


def test_at_most_so_many_invitations_are_unanswered(settings) -> None:  # type: ignore[no-untyped-def]
    settings.QUOTAS = {**settings.QUOTAS, "invitations_per_person": 1}
    enter(made := event(), PlayerFactory())
    with refused("limit-reached"):
        enter(made, PlayerFactory())
