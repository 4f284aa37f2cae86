from datetime import datetime, timedelta

import pytest
from django.test import Client

from league.follows import actions
from league.follows.actions import NEWS_PERIOD, follow, notify_followers, unfollow
from league.follows.models import Follow
from league.follows.queries import list_followed, list_followed_matches, list_recent_matches
from league.notifications.models import Notification
from matches.models import Match, Mute
from matches.server_time import now
from tests.factories import BotFactory, GuestFactory, PlayerFactory, end, match
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> datetime:
    return now()


def test_live_matches_of_followed_players_are_listed_and_others_are_not(at: datetime) -> None:
    ada, ben, eve = PlayerFactory(), PlayerFactory(), PlayerFactory()
    of_ben, _ = match(ben, at=at), match(eve, at=at)
    assert list_followed_matches(ada.pk, at) == []
    follow(by=ada.pk, username=ben.username, at=at)
    assert [one.match_id for one in list_followed_matches(ada.pk, at)] == [of_ben.pk]
    assert [(one.username, len(one.live)) for one in list_followed(ada.pk, at)] == [(ben.username, 1)]
    unfollow(by=ada.pk, username=ben.username)
    assert list_followed_matches(ada.pk, at) == [] == list_followed(ada.pk, at)
    assert list_followed_matches(None, at) == []


def test_the_feed_has_the_last_results_of_followed_players_once_everybody_may_know_them(at: datetime, client: Client) -> None:
    ada, ben, cid, eve = (PlayerFactory() for _ in range(4))
    for followed in (ben, cid):
        follow(by=ada.pk, username=followed.username, at=at)
    older, of_both, of_eve, delayed = match(ben, at=at), match(ben, cid, at=at), match(eve, at=at), match(cid, at=at)
    for minutes, row in enumerate((older, of_both, of_eve, delayed)):
        end(row.pk, at=at + timedelta(minutes=minutes))
    Match.objects.filter(pk=delayed.pk).update(held_until=at + timedelta(hours=2))
    assert [one.match_id for one in list_recent_matches(ada.pk, at + timedelta(hours=1))] == [of_both.pk, older.pk]
    assert list_recent_matches(ada.pk, at + timedelta(hours=2))[0].match_id == delayed.pk
    Mute.objects.create(by=cid, player=ada)
    assert [one.match_id for one in list_recent_matches(ada.pk, at + timedelta(hours=2))] == [of_both.pk, older.pk]
    client.force_login(ada)
    assert f"/matches/{older.pk}/" in client.get("/following/").content.decode()
    assert [one["match_id"] for one in client.get("/api/v1/following/").json()["recent"]] == [of_both.pk, older.pk]


def test_a_follower_who_asked_for_it_is_notified_once_of_each_rated_match(at: datetime) -> None:
    ada, eve, cid, ben = PlayerFactory(), PlayerFactory(), PlayerFactory(), PlayerFactory(username="ben")
    for follower, notifies in ((ada, True), (eve, False), (cid, True)):
        follow(by=follower.pk, username="ben", at=at, notifies=notifies)
    Mute.objects.create(by=ben, player=cid)
    match(ben, at=at)
    assert notify_followers(at=at) == 0
    rated = match(ben, at=at, rated=True)
    assert notify_followers(at=at + NEWS_PERIOD + timedelta(seconds=1)) == 0, "that is no news"
    assert (notify_followers(at=at), notify_followers(at=at)) == (1, 0)
    notice = Notification.objects.get(kind="followed")
    assert (notice.player_id, notice.path) == (ada.pk, f"/matches/{rated.pk}/")
    assert notice.text.startswith("ben started a rated match. Field Tactics: ")
    assert list_followed_matches(cid.pk, at) == [], "ben muted cid"


def test_to_follow_again_keeps_the_day_and_switches_notifications(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    for notifies in (None, True, None):
        follow(by=ada.pk, username=ben.username, at=at, notifies=notifies)
        at += timedelta(days=1)
    row = Follow.objects.get()
    assert (row.notifies, row.since) == (True, at - timedelta(days=3))
    follow(by=ada.pk, username=ben.username, at=at, notifies=False)
    assert not Follow.objects.get().notifies


def test_guests_follow_nobody_and_only_other_people_are_followed(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben, guest, bot = PlayerFactory(), PlayerFactory(), GuestFactory(), BotFactory()
    refusals = (
        (guest, ada, "account-needed"), (ada, ada, "yourself"), (ada, guest, "not-followed"), (ada, bot, "not-followed"),
    )  # fmt: skip
    for by, player, code in refusals:
        with refused(code):
            follow(by=by.pk, username=player.username, at=at)
    with refused("not-found"):
        follow(by=ada.pk, username="nobody-of-this-name", at=at)
    monkeypatch.setattr(actions, "MAX_FOLLOWS", 1)
    follow(by=ada.pk, username=ben.username, at=at)
    follow(by=ada.pk, username=ben.username, at=at, notifies=True)
    with refused("limit-reached"):
        follow(by=ada.pk, username=PlayerFactory().username, at=at)


def test_a_profile_has_the_button_and_the_list_is_seen_by_its_owner_alone(client: Client) -> None:
    ada, ben = PlayerFactory(), PlayerFactory(username="ben")
    assert "Follow" not in client.get("/players/ben/").content.decode()
    client.force_login(ada)
    assert ">Follow</button>" in client.get("/players/ben/").content.decode()
    page = client.post("/players/ben/follow/", {"do": "notify"}, follow=True).content.decode()
    assert [f">{text}</button>" in page for text in ("Unfollow", "Stop notifications")] == [True, True]
    assert "/players/ben/" in client.get("/following/").content.decode()
    client.force_login(ben)
    assert "You don't follow any players yet" in client.get("/following/").content.decode()
    client.post("/players/ben/follow/", {"do": "sing"})
    assert Follow.objects.count() == 1
