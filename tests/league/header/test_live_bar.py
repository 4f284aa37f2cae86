from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from league.notifications.inbox import get_topic
from league.people.models import Player
from matches.actions.creation import SeatPlan, create_match
from matches.clock import DAY_MS, TimeControl
from matches.models import Match
from tests.factories import GAME, PlayerFactory, end
from tests.league.clients import client_of

pytestmark = pytest.mark.django_db
BAR = 'class="live-bar"'


def play(first: Player, second: Player, at: datetime, **plan: Any) -> int:
    seats = [SeatPlan(player.pk, ready=True) for player in (first, second)]
    return create_match(at=at, **{"game": GAME, "options": {}, "seats": seats, "control": TimeControl(), **plan})


def read(client: Client, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def ada() -> Player:
    return PlayerFactory()


@pytest.fixture
def ben() -> Player:
    return PlayerFactory(display_name="<b>Ben</b>")


def test_it_is_on_all_pages_of_its_players_but_those_of_the_match(ada: Player, ben: Player, at: datetime) -> None:
    match_id, client = play(ada, ben, at), client_of(ada)
    Match.objects.filter(pk=match_id).update(to_act=[0])
    for path in ("/", "/verify/"):
        page = read(client, path)
        for text in ("Your match against &lt;b&gt;Ben&lt;/b&gt;", "Field Tactics", "Your turn"):
            assert text in page, path
        assert f'href="/matches/{match_id}/" data-part="resume"' in " ".join(page.split()), path
        for other in (client_of(PlayerFactory()), Client()):
            assert BAR not in read(other, path)
    for path in ("", "plain/"):
        assert BAR not in read(client, f"/matches/{match_id}/{path}")
    bens = read(client_of(ben), "/verify/")
    assert "Opponent&#x27;s turn" in bens or "Opponent's turn" in bens
    for here, shown in (("events/", True), (f"matches/{match_id}/", False)):
        bell = read(client, "/fragments/bell/", **{"HX-Current-URL": f"http://testserver/{here}"})
        assert (BAR in bell) == shown
    assert read(Client(), "/fragments/bell/") == ""


def test_a_finished_match_and_one_by_correspondence_are_not_in_it(ada: Player, ben: Player, at: datetime) -> None:
    end(play(ada, ben, at))
    play(ada, ben, at, control=TimeControl(3 * DAY_MS, 0))
    client = client_of(ada)
    assert BAR not in read(client, "/verify/")
    assert "Your matches" in read(client, "/")


def test_of_several_matches_the_own_turn_comes_first(ada: Player, ben: Player, at: datetime) -> None:
    matches = [play(ada, PlayerFactory(display_name=name), at) for name in ("Cleo", "Dora")]
    for match_id, to_act in zip(matches, ([1], [0]), strict=True):
        Match.objects.filter(pk=match_id).update(to_act=to_act)
    page = read(client_of(ada), "/verify/")
    assert "Your match against Dora" in page
    assert "1 more" in page
    assert "Your match against Cleo" in read(client_of(ada), f"/matches/{matches[1]}/")


def test_both_players_pages_hear_of_a_match(ada: Player, ben: Player, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("league.header.actions.publish_on_commit", told.append)
    play(ada, ben, at)
    assert sorted(told) == sorted([get_topic(ada.pk), get_topic(ben.pk)])
