from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from league.events.actions.event_copies import copy_event
from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event
from league.leagues.actions import create_league
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions, bot_seat
from league.lobby.challenges import clear_origins, create_challenge
from league.lobby.models import Challenge
from league.people.actions.accounts import GUEST_RETENTION, create_guest, purge_guests
from league.people.models import Player
from league.registration.actions import entries
from matches.models import Match
from tests.factories import GAME, PlayerFactory, end, event, match
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
BOT = ChallengeOptions(GAME, seats=(ME, bot_seat("level-1")))
PLAY = {"game": GAME, "bot": "level-1", "side": "0"}
HERE, THERE = "203.0.113.7", "2001:db8::7"


def allow(monkeypatch: pytest.MonkeyPatch, **most: int) -> None:
    """At most so many at a time, or within the usual window."""
    quotas = {name: number for name, number in most.items() if name in settings.QUOTAS}
    rates = {name: (most[name], settings.RATE_LIMITS[name][1]) for name in most.keys() - quotas.keys()}
    monkeypatch.setattr(settings, "QUOTAS", {**settings.QUOTAS, **quotas})
    monkeypatch.setattr(settings, "RATE_LIMITS", {**settings.RATE_LIMITS, **rates})


def play(address: str) -> None:
    Client(REMOTE_ADDR=address).post("/play/", PLAY)


def test_one_address_and_all_together_make_only_so_many_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    guests = Player.objects.filter(is_guest=True)
    allow(monkeypatch, guests_per_address=2, guests=4)
    for _ in range(3):
        play(HERE)
    assert guests.count() == 2
    play(THERE)
    assert guests.count() == 3
    for number in range(2):
        play(f"203.0.113.{number}")
    assert guests.count() == 4


def test_one_address_and_all_together_create_only_so_many_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    def sign_up(name: str, address: str) -> str:
        form = {"username": name, "password": "vermilion fish", "again": "vermilion fish"}
        return Client(REMOTE_ADDR=address).post("/accounts/sign-up/", form).content.decode()

    hashed: list[str] = []
    monkeypatch.setattr("league.people.actions.accounts.make_password", lambda text: hashed.append(text) or "!")
    allow(monkeypatch, accounts_per_address=2, accounts=3)
    refusals = [sign_up(f"ada-{number}", HERE) for number in range(3)]
    assert ["from your network" in page for page in refusals] == [False, False, True]
    sign_up("ben", THERE)
    assert "on this site" in sign_up("zoe", "203.0.113.9")
    assert len(hashed) == Player.objects.filter(is_guest=False).count() == 3


def test_the_usual_limits_let_a_class_of_guests_in() -> None:
    for _ in range(30):
        play(HERE)
    assert Match.objects.filter(status="playing").count() == 30


def test_one_address_and_the_site_have_only_so_many_matches_with_bots(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    """Whoever plays them. Those of people are not counted, and one that ends makes room."""
    allow(monkeypatch, bot_matches_per_address=2)
    people = PlayerFactory.create_batch(3)
    made = [create_challenge(by=one.pk, offer=BOT, at=at, origin="here") for one in people[:2]]
    with refused("limit-reached"):
        create_challenge(by=people[2].pk, offer=BOT, at=at, origin="here")
    assert Challenge.objects.count() == 2
    create_challenge(by=people[2].pk, offer=ChallengeOptions(GAME, seats=(ME, ANYONE)), at=at, origin="here")
    create_challenge(by=people[2].pk, offer=BOT, at=at, origin="there")
    end(made[0], at=at)
    create_challenge(by=people[0].pk, offer=BOT, at=at, origin="here")
    allow(monkeypatch, bot_matches=3)
    with refused("limit-reached"):
        create_challenge(by=PlayerFactory().pk, offer=BOT, at=at, origin="elsewhere")


def test_an_address_is_kept_as_a_digest_and_only_while_its_match_goes_on(at: datetime) -> None:
    play(HERE)
    made = Challenge.objects.get()
    assert made.origin
    assert HERE not in made.origin
    clear_origins(at=at)
    assert Challenge.objects.get().origin == made.origin
    end(made.match_id, at=at)
    clear_origins(at=at)
    assert Challenge.objects.get().origin == ""


def test_an_organiser_has_only_so_many_leagues_and_running_events(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    allow(monkeypatch, events_per_person=2, leagues_per_person=1)
    ada = PlayerFactory()
    first, _ = event(organiser=ada), event(organiser=ada)
    with refused("limit-reached"):
        event(organiser=ada)
    with refused("limit-reached"):
        copy_event(event_id=first.pk, by=ada.pk, at=at)
    event(organiser=PlayerFactory())
    cancel_event(event_id=first.pk, by=ada.pk, at=at)
    event(organiser=ada)
    assert Event.objects.filter(organiser=ada).count() == 3
    create_league(by=ada.pk, name="One League", slug="one", at=at)
    with refused("limit-reached"):
        create_league(by=ada.pk, name="Another", slug="another", at=at)


@pytest.mark.parametrize("address", ["/api/v1/events/", "/api/v1/leagues/"])
def test_one_address_makes_only_so_many_events_and_leagues(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    allow(monkeypatch, events_per_address=1, leagues_per_address=1)
    statuses = []
    for number in range(2):
        client = Client(REMOTE_ADDR=HERE)
        client.force_login(PlayerFactory())
        given = {"name": f"Number {number}"} | ({"game": GAME} if "events" in address else {})
        statuses.append(client.post(address, given, content_type="application/json").status_code)
    assert statuses[0] == 201
    assert 400 <= statuses[1] < 500


@pytest.mark.parametrize("address", ["/events/{}/manage/do/{}/", "/api/v1/events/{}/manage/do/{}/"])
def test_a_copy_of_an_event_counts_as_one_that_is_made(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Other acts of the organiser do not."""
    allow(monkeypatch, events_per_address=2)
    made = event(organiser=PlayerFactory())
    client = Client(REMOTE_ADDR=HERE)
    client.force_login(made.organiser)
    kind = "application/json" if address.startswith("/api/") else MULTIPART_CONTENT
    for act in ("say", "copy", "say", "copy", "say", "copy"):
        data = {"text": "Welcome"} if act == "say" else {}
        client.post(address.format(made.pk, act), data, content_type=kind)
    assert Event.objects.filter(copied_from=made).count() == 2
    assert made.notes.filter(act="event.announced").count() == 3


def test_an_organiser_has_only_so_many_bots_in_events(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    allow(monkeypatch, event_bots_per_person=2)
    ada = PlayerFactory()
    for made in (event(organiser=ada), event(organiser=ada)):
        entries.add_bot(event_id=made.pk, by=ada.pk, kind="level-1", at=at)
    with refused("limit-reached"):
        entries.add_bot(event_id=made.pk, by=ada.pk, kind="level-5", at=at)
    assert made.entrants.count() == 1


def test_guests_who_never_played_go_after_a_day(at: datetime) -> None:
    """Whoever has played or come lately stays, and so does everybody with an account."""
    _, fresh, played = create_guest(at=at), create_guest(at=at + timedelta(hours=1)), create_guest(at=at)
    account = PlayerFactory(date_joined=at)
    match(Player.objects.get(pk=played), account, at=at)
    assert purge_guests(at=at + GUEST_RETENTION) == 0
    assert purge_guests(at=at + GUEST_RETENTION + timedelta(minutes=1)) == 1
    assert set(Player.objects.values_list("pk", flat=True)) == {fresh, played, account.pk}
