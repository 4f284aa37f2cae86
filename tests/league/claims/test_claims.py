"""A person takes the place of a player whom an organiser entered by name."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from league.account.deletion import delete_account
from league.claims.actions import LIFETIME, claim_place, create_claim_link, get_claim_link, revoke_claim_link
from league.claims.models import ClaimLink
from league.events.models import Event, EventLogEntry
from league.leagues.models import League
from league.people.actions.linked_accounts import link_identity
from league.people.models import Player
from league.people.providers import Identity
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import Rating, RatingChange
from league.registration.actions.placeholders import create_placeholders
from league.stats.models import StatSeat, Tally
from matches.errors import ActionError
from matches.models import Match, Seat
from matches.server_time import now
from tests.factories import NOON, PASSWORD, BotFactory, GuestFactory, PlayerFactory, end, ended_match, league, match
from tests.league.events import playing
from tests.league.registration.test_entrants_file import evening

pytestmark = pytest.mark.django_db


def place(name: str = "Anna", **plan: Any) -> tuple[Event, Player]:
    """An event in which somebody of this name plays without an account."""
    made = evening(**plan)
    create_placeholders(event_id=made.pk, by=made.organiser_id, names=[name, "Zoe"], at=NOON)
    return made, made.entrants.get(player__display_name=name).player


@pytest.fixture(scope="module")
def same_place(module_rows: None) -> tuple[int, int]:
    made, anna = place()
    return made.pk, anna.pk


@pytest.fixture
def made(same_place: tuple[int, int]) -> Event:
    """An event in which Anna and Zoe play without an account."""
    return Event.objects.select_related("organiser").get(pk=same_place[0])


@pytest.fixture
def anna(same_place: tuple[int, int]) -> Player:
    return Player.objects.get(pk=same_place[1])


def link(made: Event, player: Player, at: datetime = NOON) -> str:
    """The path of a new link to the player's place."""
    entrant = made.entrants.get(player=player)
    return create_claim_link(event_id=made.pk, by=made.organiser_id, entrant_id=entrant.pk, at=at)


def token(path: str) -> str:
    return path.split("/")[2]


def claim(path: str, player: Player, **at: Any) -> list[int]:
    return claim_place(token=token(path), player_id=player.pk, at=NOON + timedelta(**at))


def refused(path: str, player: Player, **at: Any) -> str:
    """The code with which the claim is refused; nothing has moved then."""
    before = list(Player.objects.filter(is_placeholder=True).values_list("pk", flat=True))
    with pytest.raises(ActionError) as refusal:
        claim(path, player, **at)
    assert list(Player.objects.filter(is_placeholder=True).values_list("pk", flat=True)) == before
    return refusal.value.code


def play(*players: Player, hours: int) -> Match:
    """A rated match that the first one wins."""
    at = NOON + timedelta(hours=hours)
    made = ended_match(*players, at=at)
    apply_rated_match(match_id=made.pk, at=at)
    return made


def numbers() -> list[Any]:
    """All ratings and their history, by name instead of player."""
    columns = ("match", "result", "before", "after", "strength_after", "deviation_after", "volatility_after")
    states = Rating.objects.order_by("player__username").values_list("player__username", "value", "games", "wins", "peak")
    return [*states, *RatingChange.objects.order_by("match", "result").values_list("player__username", *columns)]


def test_entries_matches_and_ratings_move_to_the_account_which_may_be_deleted(made: Event, anna: Player) -> None:
    account, rival = PlayerFactory(username="anna"), PlayerFactory()
    first, running = play(anna, rival, hours=1), match(anna, rival, rated=True)
    StatSeat.objects.filter(match=first.pk).delete()
    Tally.objects.create(game="field-tactics", event=made.pk, player=anna.pk, topic="all", key="all", matches=1, won=1)
    before = [row[1:] for row in numbers()]
    assert claim(link(made, anna), account) == [made.pk]
    assert made.entrants.filter(player=account).exists()
    assert Seat.objects.filter(match=first, player=account).exists()
    assert [row[1:] for row in numbers()] == before
    assert Tally.objects.get(event=made.pk).player == account.pk
    assert not Player.objects.filter(pk=anna.pk).exists()
    entry = EventLogEntry.objects.get(act="place.claimed")
    assert (entry.by, entry.before, entry.after) == (account, {"player": "Anna"}, {"player": "anna"})
    end(running.pk)
    apply_rated_match(match_id=running.pk, at=NOON)
    assert Rating.objects.get(player=account).wins == 2
    name = delete_account(player_id=account.pk, password=PASSWORD, at=NOON + timedelta(hours=2))
    assert str(RatingChange.objects.get(match=first, result=1).player) == name
    assert not ClaimLink.objects.exists()


def test_a_pool_in_which_both_were_rated_equals_a_full_recomputation(made: Event, anna: Player) -> None:
    account, rival, third = PlayerFactory(username="anna"), PlayerFactory(), PlayerFactory()
    play(rival, account, hours=1)
    play(anna, rival, hours=2)
    play(third, rival, hours=3)
    play(account, third, hours=4)
    claim(link(made, anna), account, hours=5)
    rating = Rating.objects.get(player=account)
    assert (rating.games, rating.wins, rating.losses) == (3, 2, 1)
    assert compare_pool(pool=rating.pool).first == ""


def test_a_link_is_good_once_until_it_is_revoked_or_expires(made: Event, anna: Player) -> None:
    entrant = made.entrants.get(player=anna)
    old = link(made, anna)
    new = link(made, anna)
    assert refused(old, PlayerFactory()) == "link-over"
    revoke_claim_link(event_id=made.pk, by=made.organiser_id, entrant_id=entrant.pk, at=NOON)
    assert refused(new, PlayerFactory()) == "link-over"
    late = link(made, anna)
    assert refused(late, PlayerFactory(), seconds=LIFETIME.total_seconds()) == "link-over"
    claim(late, PlayerFactory())
    assert refused(late, PlayerFactory()) == "link-over"
    assert get_claim_link(token(late), NOON).over == "This link has been used. Ask for a new one."
    assert refused("/claims/1/", PlayerFactory()) == "not-found"
    assert refused(late[:-2] + "x/", PlayerFactory()) == "not-found"


def test_only_the_account_of_a_person_claims(made: Event, anna: Player) -> None:
    path = link(made, anna)
    for account in (GuestFactory(), PlayerFactory(is_active=False)):
        assert refused(path, account) == "account-needed"
    for account in (BotFactory(), PlayerFactory(is_bot_account=True)):
        assert refused(path, account) == "no-bot-accounts"


def test_who_plays_in_the_event_or_has_met_the_player_is_somebody_else(made: Event, anna: Player) -> None:
    zoe = made.entrants.get(player__display_name="Zoe").player
    entrant, rival = PlayerFactory(username="ben"), PlayerFactory()
    create_placeholders(event_id=made.pk, by=made.organiser_id, names=["@ben"], at=NOON)
    play(anna, rival, hours=1)
    assert refused(link(made, anna), entrant) == "already-joined"
    assert refused(link(made, anna), rival) == "has-met"
    claim(link(made, zoe), rival)
    assert refused(link(made, anna), rival) == "already-joined"


def test_a_league_that_requires_a_linked_account_requires_it_of_claims_too(made: Event, anna: Player) -> None:
    Event.objects.filter(pk=made.pk).update(league=league(organiser=made.organiser))
    League.objects.update(required_provider="club")
    path, ada = link(made, anna), PlayerFactory()
    assert refused(path, ada) == "link-needed"
    link_identity(Identity("club", "1", "ada"), player_id=ada.pk, at=NOON)
    assert claim(path, ada) == [made.pk]


def test_links_are_made_for_places_without_an_account_by_the_organiser_alone(made: Event, anna: Player) -> None:
    of: dict[str, Any] = {"event_id": made.pk, "entrant_id": made.entrants.get(player=anna).pk, "at": NOON}
    for action in (create_claim_link, revoke_claim_link):
        with playing.refused("not-allowed"):
            action(by=PlayerFactory().pk, **of)
    with playing.refused("no-link"):
        revoke_claim_link(by=made.organiser_id, **of)
    claim(link(made, anna), PlayerFactory())
    with playing.refused("has-account"):
        create_claim_link(by=made.organiser_id, **of)


def test_a_visitor_signs_up_and_comes_back_to_the_link(made: Event, anna: Player, client: Client) -> None:
    path = link(made, anna, now())
    page = client.get(path).content.decode()
    assert f"/accounts/sign-up/?next={path}" in page
    assert f"/accounts/sign-in/?next={path}" in page
    data = {"username": "anna", "password": "vermilion fish", "again": "vermilion fish", "next": path}
    other = Client().post("/accounts/sign-up/", {**data, "username": "eve", "next": "https://elsewhere.example/"})
    assert other["Location"] == "/", "not to another site"
    assert client.post("/accounts/sign-up/", data)["Location"] == path
    assert "Claim Anna's place" in client.get(path).content.decode()
    assert client.post(path)["Location"] == "/players/anna/"
    assert made.entrants.filter(player__username="anna").exists()
    assert client.get(path).status_code == 409
    assert client.get("/claims/nonsense/").status_code == 404


def test_links_are_shown_to_the_organisers_alone(made: Event, anna: Player, client: Client) -> None:
    path = link(made, anna, now())
    places = [f"/events/{made.pk}/", f"/players/{anna.username}/", f"/api/v1/events/{made.pk}/"]
    for viewer in (None, PlayerFactory(), anna):
        if viewer:
            client.force_login(viewer)
        for address in [*places, f"/events/{made.pk}/manage/entrants/", f"/api/v1/events/{made.pk}/manage/"]:
            assert path not in client.get(address, follow=True).content.decode()
    client.force_login(made.organiser)
    console, data = f"/events/{made.pk}/manage/do/claim-link", {"entrant_id": made.entrants.get(player=anna).pk}
    assert path in client.get(f"/events/{made.pk}/manage/entrants/").content.decode()
    for address in [*places, f"/api/v1/events/{made.pk}/manage/"]:
        assert path not in client.get(address, follow=True).content.decode()
    page = client.post(f"{console}/", data, follow=True).content.decode()
    assert path not in page
    assert ClaimLink.objects.get(revoked_at=None).url in page
    assert "/claims/" not in client.post(f"{console}-revoke/", data, follow=True).content.decode()
