from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from league.lobby import invitations
from league.lobby.challenge_options import ANYONE, LINK, ME, ChallengeOptions, WantedSeat, bot_seat
from league.lobby.challenges import accept_challenge, create_challenge, withdraw_challenge
from league.lobby.invitations import LIFETIME, accept_invitation, create_link, get_invitation, list_links, revoke_link
from league.lobby.models import Challenge
from league.lobby.queries import get_lobby, get_match_extras
from league.lobby.rematches import request_rematch
from league.people.models import Player
from matches.actions.presence import record_seen
from matches.actions.start import forfeit_absent
from matches.actions.sweep import record_heartbeat, run_sweep
from matches.errors import ActionError
from matches.models import Match, Seat, Status
from matches.offers import OfferPolicy
from tests.factories import GuestFactory, PlayerFactory, end, match, started_event
from tests.league.clients import client_of
from tests.league.lobby.test_lobby import status

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def offered(by: Player, at: datetime, *seats: WantedSeat, rated: bool = False) -> int:
    offer = ChallengeOptions("order-and-chaos", seats=seats or (ME, LINK), rated=rated)
    return create_challenge(by=by.pk, offer=offer, at=at)


def token(match_id: int, at: datetime) -> str:
    return list_links(match_id, at)[0].token


def code(act: Any, **given: Any) -> str:
    with pytest.raises(ActionError) as refused:
        act(**given)
    assert refused.value.text.endswith(".")
    return refused.value.code


def test_whoever_has_the_link_takes_the_seat_once_a_rated_one_with_an_account_and_nobody_else_does(at: datetime) -> None:
    ada, ben, cleo = PlayerFactory.create_batch(3)
    made = offered(ada, at)
    assert get_lobby(cleo.pk).open == []
    assert code(accept_challenge, match_id=made, player_id=cleo.pk, at=at) == "not-your-seat"
    key = token(made, at)
    assert code(accept_invitation, token=key, player_id=ada.pk, at=at) == "already-seated"
    assert accept_invitation(token=key, player_id=ben.pk, at=at) == made
    assert status(made) == Status.PLAYING
    assert code(accept_invitation, token=key, player_id=cleo.pk, at=at) == "link-over"
    for wrong in ("", "1", "1.x", "x.y.z", "٣", "9" * 40):
        assert code(get_invitation, token=wrong, at=at) == "not-found"
    assert key.partition(".")[2] not in str(list(invitations.Invitation.objects.values())), "no signature is stored"
    key = token(offered(ada, at, rated=True), at)
    assert code(accept_invitation, token=key, player_id=GuestFactory().pk, at=at) == "account-needed"
    answer = Client().post(f"/invitations/{key}/")
    assert (answer.status_code, Player.objects.filter(is_guest=True).count()) == (409, 1)
    assert "Create account" in answer.content.decode()


def test_a_link_is_revoked_replaced_and_expires(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = offered(ada, at)
    first = token(made, at)
    second = create_link(match_id=made, by=ada.pk, seat=1, at=at).token
    assert code(accept_invitation, token=first, player_id=ben.pk, at=at) == "link-over"
    revoke_link(match_id=made, by=ada.pk, seat=1, at=at)
    assert code(accept_invitation, token=second, player_id=ben.pk, at=at) == "link-over"
    assert code(revoke_link, match_id=made, by=ada.pk, seat=1, at=at) == "no-link"
    third = create_link(match_id=made, by=ada.pk, seat=1, at=at).token
    assert get_invitation(third, at + LIFETIME).over
    assert code(accept_invitation, token=third, player_id=ben.pk, at=at + LIFETIME) == "link-over"
    assert accept_invitation(token=third, player_id=ben.pk, at=at + 2 * MINUTE) == made


def test_only_the_challenger_makes_and_revokes_links_and_only_to_such_seats(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = offered(ada, at)
    assert code(create_link, match_id=made, by=ben.pk, seat=1, at=at) == "not-allowed"
    assert code(create_link, match_id=made, by=ada.pk, seat=0, at=at) == "bad-seat"
    assert code(create_link, match_id=10**30, by=ada.pk, seat=1, at=at) == "not-found"
    withdraw_challenge(match_id=made, by=ada.pk, at=at)
    assert code(create_link, match_id=made, by=ada.pk, seat=1, at=at) == "not-open"


def test_the_challenger_makes_links_through_the_api_whose_page_seats_a_guest_and_says_when_it_is_over(at: datetime) -> None:
    ada = client_of(PlayerFactory(username="ada"))
    body = {"game": "order-and-chaos", "seats": ["me", "link"], "lot": False}
    made = ada.post("/api/v1/challenges/", body, content_type="application/json").json()["match_id"]
    links = f"/api/v1/challenges/{made}/links/"
    [old] = ada.get(links).json()
    assert ada.delete(links, {"seat": 1}, content_type="application/json").status_code == 204
    assert Client().post(old["url"]).status_code == 409
    assert ada.post(links, {"seat": "x"}, content_type="application/json").json()["field"] == "seat"
    link = ada.post(links, {"seat": 1}, content_type="application/json").json()
    assert link["url"] in ada.get(f"/fragments/matches/{made}/company/").content.decode()
    guest = Client()
    assert "Play " in guest.get(link["url"]).content.decode()
    assert guest.post(link["url"]).url == f"/matches/{made}/"
    assert guest.get(link["url"]).status_code == 410
    assert Client().post(link["url"]).status_code == 409
    answer = client_of(PlayerFactory()).post(f"/api/v1/invitations/{link['token']}/", {}, content_type="application/json")
    assert answer.status_code == 410
    assert Client().get("/invitations/1.nonsense/").status_code == 404
    assert Client().get(f"/fragments/matches/{made}/company/", headers={"hx-request": "true"}).content.strip() == b""


def test_a_rematch_swaps_the_sides_and_keeps_the_rest(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    old = match(ada, ben, game="order-and-chaos", rated=True, at=at)
    assert code(request_rematch, match_id=old.pk, by=ada.pk, at=at) == "not-over"
    end(old.pk, at=at)
    made = request_rematch(match_id=old.pk, by=ada.pk, at=at)
    assert status(made) == Status.OPEN
    assert get_match_extras(old.pk, ben.pk, at).state == "asked"
    assert get_match_extras(old.pk, ada.pk, at).state == "offered"
    assert get_match_extras(old.pk, PlayerFactory().pk, at).state == ""
    assert request_rematch(match_id=old.pk, by=ben.pk, at=at) == made
    row = Match.objects.get(pk=made)
    assert (row.status, row.game, row.control) == (Status.PLAYING, old.game, old.control)
    assert [seat.player_id for seat in row.seats.order_by("number")] == [ben.pk, ada.pk]
    assert Challenge.objects.get(match=made).rated
    assert get_match_extras(old.pk, ada.pk, at).state == "on"


def test_a_rematch_that_came_to_nothing_may_be_offered_again_and_one_played_not(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    old = match(ada, ben, at=at)
    end(old.pk, at=at)
    declined = request_rematch(match_id=old.pk, by=ada.pk, at=at)
    withdraw_challenge(match_id=declined, by=ben.pk, at=at)
    extras = get_match_extras(old.pk, ada.pk, at)
    assert (extras.state, extras.ended, extras.by) == ("ask", "declined", str(ada))
    assert get_match_extras(declined, ada.pk, at).ended == "declined"
    assert get_match_extras(declined, None, at).ended == ""
    assert "The rematch was declined." in client_of(ada).get(f"/fragments/matches/{old.pk}/company/").content.decode()
    withdrawn = request_rematch(match_id=old.pk, by=ada.pk, at=at)
    withdraw_challenge(match_id=withdrawn, by=ada.pk, at=at)
    assert get_match_extras(old.pk, ben.pk, at).ended == "cancelled"
    late = request_rematch(match_id=old.pk, by=ada.pk, at=at)
    forfeit_absent(Match.objects.get(pk=late), at)
    assert get_match_extras(late, ben.pk, at).ended == "expired"
    played = request_rematch(match_id=old.pk, by=ben.pk, at=at)
    assert len({declined, withdrawn, late, played}) == 4
    request_rematch(match_id=old.pk, by=ada.pk, at=at)
    end(played, at=at)
    assert code(request_rematch, match_id=old.pk, by=ada.pk, at=at) == "no-rematch"


def test_only_who_played_asks_for_a_rematch_and_not_in_events(at: datetime) -> None:
    old = match(at=at)
    end(old.pk, at=at)
    assert code(request_rematch, match_id=old.pk, by=PlayerFactory().pk, at=at) == "not-your-seat"
    assert code(request_rematch, match_id=10**30, by=PlayerFactory().pk, at=at) == "not-found"
    ada, ben = PlayerFactory.create_batch(2)
    started_event(ada, ben)
    of_event = Seat.objects.get(player=ada).match_id
    end(of_event)
    assert code(request_rematch, match_id=of_event, by=ada.pk, at=at) == "no-rematch"
    assert get_match_extras(of_event, ada.pk, at).state == ""


def test_a_bot_plays_again_at_once_and_the_page_and_the_endpoint_ask_for_it(at: datetime) -> None:
    ada = PlayerFactory()
    old = create_challenge(by=ada.pk, offer=ChallengeOptions("order-and-chaos", seats=(ME, bot_seat("level-1"))), at=at)
    end(old, at=at)
    client = client_of(ada)
    assert "Rematch" in client.get(f"/fragments/matches/{old}/company/").content.decode()
    answer = client.post(f"/matches/{old}/rematch/")
    made = Challenge.objects.get(again=old).match_id
    assert (answer.url, status(made)) == (f"/matches/{made}/", Status.PLAYING)
    again = client.post(f"/api/v1/matches/{old}/rematch/", {}, content_type="application/json")
    assert again.json()["match_id"] == made


def test_who_offered_long_ago_is_asked_again_before_the_match_starts_unless_they_watch_it(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made, watched, later = offered(ada, at, ME, ANYONE), offered(ada, at, ME, ANYONE), at + 30 * MINUTE
    record_seen([(watched, ada.pk)], later)
    for one in (made, watched):
        accept_challenge(match_id=one, player_id=ben.pk, at=later + timedelta(seconds=5))
    assert [status(one) for one in (made, watched)] == [Status.OPEN, Status.PLAYING]
    assert [one.match.match_id for one in get_lobby(ada.pk).invitations] == [made]
    accept_challenge(match_id=made, player_id=ada.pk, at=later + MINUTE)
    assert status(made) == Status.PLAYING


def test_a_challenge_whose_maker_does_not_come_is_cancelled(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    ada, ben = PlayerFactory.create_batch(2)
    made = offered(ada, at, ME, ANYONE, rated=True)
    later = at + 30 * MINUTE
    record_heartbeat(later)
    accept_challenge(match_id=made, player_id=ben.pk, at=later)
    for seconds in range(0, 190, 2):
        record_heartbeat(later + timedelta(seconds=seconds))
    run_sweep(later + timedelta(seconds=190))
    row = Match.objects.get(pk=made)
    assert (row.status, row.ranks, row.deadline_at) == (Status.VOID, None, None)


def test_an_event_says_what_its_players_may_agree_on(at: datetime) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    started_event(ada, ben, draw_offers=False, player_pauses=True)
    terms = OfferPolicy.load(Match.objects.get(seats__player=ada).terms)
    assert terms == OfferPolicy(draw=False, pause=True)
