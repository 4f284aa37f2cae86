"""Players without an account: an organiser enters them by name."""

from datetime import timedelta
from typing import Any

import pytest

from league.events.models import EntrantStatus, Event, EventLogEntry, Registration
from league.notifications.actions.create import NewNotification, notify
from league.notifications.models import Notification
from league.people.actions.accounts import GUEST_RETENTION, purge_guests
from league.people.models import Player
from league.people.queries import list_players
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.models import Rating
from league.registration.actions.entrant_import import BadRows
from league.registration.actions.entries import enter_player, remove_entrant
from league.registration.actions.placeholders import create_placeholders, parse_names
from league.search.queries import search
from league.titles.actions import find_or_create_own_title
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, ended_match, event, started_event
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def evening(*players: Player, organiser: Player | None = None, **plan: Any) -> Event:
    """An event of chess over the board."""
    organiser = organiser or PlayerFactory()
    title = find_or_create_own_title(by=organiser.pk, name="Chess", at=NOON)
    return event(*players, organiser=organiser, game=title.key, **plan)


def enter(made: Event, *names: str) -> list[int]:
    return create_placeholders(event_id=made.pk, by=made.organiser_id, names=names, at=NOON)


def refusals(made: Event, *names: str) -> list[str]:
    """Why nobody of these enters."""
    before = (made.entrants.count(), Player.objects.count())
    with pytest.raises(BadRows) as refusal:
        enter(made, *names)
    assert refusal.value.field == "names"
    assert (made.entrants.count(), Player.objects.count()) == before
    return [str(problem) for problem in refusal.value.problems]


def entered(made: Event) -> list[str]:
    return [str(entrant.player) for entrant in made.entrants.order_by("pk").select_related("player")]


def test_each_name_enters_a_placeholder_in_the_order_of_the_list() -> None:
    made = evening()
    ids = enter(made, "  Anna   Berg ", "", "Ben", "宮本")
    assert entered(made) == ["Anna Berg", "Ben", "宮本"]
    assert ids == list(made.entrants.order_by("pk").values_list("pk", flat=True))
    anna = Player.objects.get(display_name="Anna Berg")
    assert anna.is_placeholder
    assert not anna.has_usable_password()
    assert anna.username.startswith("guest-anna-berg-")
    assert EventLogEntry.objects.get(act="entrants.named").after == {"players": ["Anna Berg", "Ben", "宮本"]}


@pytest.mark.parametrize(
    ("registration", "status"), [(Registration.OPEN, EntrantStatus.ENTERED), (Registration.INVITE, EntrantStatus.INVITED)]
)
def test_a_name_with_a_sign_enters_the_account_or_invites_it(registration: str, status: str) -> None:
    made, ada = evening(registration=registration), PlayerFactory(username="Ada")
    enter(made, "@ada", "Ben")
    assert made.entrants.get(player=ada).status == status
    assert made.entrants.exclude(player=ada).get().status == EntrantStatus.ENTERED
    assert not Player.objects.filter(display_name="@ada").exists()


def test_every_bad_line_is_named_and_nobody_enters() -> None:
    made = evening(PlayerFactory(username="cleo"))
    GuestFactory(username="guest-1")
    PlayerFactory(username="robot", is_bot_account=True)
    names = ["Anna", "anna ", "x" * 41, "a\u202eb", "@nobody", "@guest-1", "@cleo", "Cleo", "@robot"]
    assert refusals(made, *names) == [
        "Line 2: anna is already in line 1.",
        "Line 3: A name must be 1 to 40 characters long.",
        "Line 4: Use visible characters only.",
        "Line 5: Player @nobody not found.",
        "Line 6: Player @guest-1 not found.",
        "Line 7: @cleo is already in the event.",
        "Line 8: Cleo is already in the event.",
        "Line 9: This event doesn't allow bot accounts.",
    ]


def test_no_names_and_too_many_are_refused_and_a_text_has_one_name_per_line() -> None:
    made = evening(max_entrants=2)
    for names, code in (["", " "], "empty"), (["Anna", "Ben", "Cleo"], "event-full"), (["a"] * 2001, "too-long"):
        with refused(code):
            enter(made, *names)
    assert not made.entrants.exists()
    assert parse_names("Anna\r\n\nBen\n") == ["Anna", "", "Ben"]
    for text in ("\n" * 2001, "x" * 200_001):
        with refused("too-long"):
            parse_names(text)


def test_only_the_organiser_enters_names_and_only_before_the_start() -> None:
    made = evening()
    with refused("not-allowed"):
        create_placeholders(event_id=made.pk, by=PlayerFactory().pk, names=["Anna"], at=NOON)
    with refused("not-open"):
        enter(started_event(), "@anna")


def test_the_same_name_is_the_same_person_in_the_organisers_next_event() -> None:
    first = evening()
    enter(first, "Anna")
    following, others = evening(organiser=first.organiser), evening()
    enter(following, "anna")
    enter(others, "Anna")
    anna = first.entrants.get().player
    assert following.entrants.get().player == anna
    assert others.entrants.get().player != anna


def test_placeholders_are_rated_unlike_guests_but_not_found_entered_or_notified_as_persons() -> None:
    made = evening()
    enter(made, "Annabella")
    anna, guest = made.entrants.get().player, GuestFactory()
    assert list_players("annabella", limit=5) == []
    assert search("annabella", viewer_id=None).groups == []
    with pytest.raises(ActionError) as refusal:
        enter_player(event_id=event().pk, by=PlayerFactory(is_staff=True).pk, username=anna.username, at=NOON)
    assert refusal.value.code in ("unknown-player", "not-allowed")
    assert notify([NewNotification(anna.pk, "1", {}, "/")], kind="match", at=NOON) == 0
    assert not Notification.objects.exists()
    for player in (anna, guest):
        apply_rated_match(match_id=ended_match(player, PlayerFactory()).pk, at=NOON)
    assert Rating.objects.filter(player=anna).exists()
    assert not Rating.objects.filter(player=guest).exists()


def test_a_placeholder_that_is_in_no_event_is_deleted_after_a_day() -> None:
    enter(made := evening(), "Anna", "Ben")
    BotFactory()
    anna = made.entrants.get(player__display_name="Anna")
    remove_entrant(event_id=made.pk, entrant_id=anna.pk, by=made.organiser_id, at=NOON)
    assert purge_guests(at=NOON + GUEST_RETENTION) == 0
    assert purge_guests(at=NOON + GUEST_RETENTION + timedelta(seconds=1)) == 1
    assert list(Player.objects.filter(is_placeholder=True).values_list("display_name", flat=True)) == ["Ben"]
