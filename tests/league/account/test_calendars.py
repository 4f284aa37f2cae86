from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from league.account.calendar_feed import calendar_url, derive_calendar_key, list_dates
from league.account.deletion import delete_account
from league.drafts.models import Draft
from league.people.models import Player
from league.seasons.market_models import WaiverClaim
from matches.models import Match
from tests import factories
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.clients import client_of, program_of

pytestmark = pytest.mark.django_db
PAGE, DOOR = "/accounts/calendar/", "/api/v1/account/calendar/"


@pytest.fixture
def here(ada: Player, settings: Any) -> Client:
    settings.SITE_URL = ""
    return client_of(ada)


def address_of(player: Player) -> str:
    player.refresh_from_db()
    return calendar_url(player)


def test_the_page_and_a_program_make_the_address_and_take_it_away_as_a_deletion_does(ada: Player, here: Client) -> None:
    assert "No calendar link yet." in here.get(PAGE).content.decode()
    assert address_of(ada) == ""
    seen = []
    for _ in range(2):
        page = here.post(PAGE, {"do": "make"}, follow=True).content.decode()
        seen.append(address_of(ada))
        assert seen[-1] in page
        assert Client().get(seen[-1]).status_code == 200
    assert [Client().get(one).status_code for one in seen] == [404, 200]
    here.post(PAGE, {"do": "take-away"})
    assert [Client().get(one).status_code for one in seen] == [404, 404]
    here.post(PAGE, {"do": "make"})
    address = address_of(ada)
    program = program_of(ada, "account")
    assert program.get(DOOR).json() == {"address": address}
    assert program.delete(DOOR).status_code == 204
    assert program.get(DOOR).json() == {"address": ""}
    address = program.post(DOOR).json()["address"]
    assert address == address_of(ada)
    delete_account(player_id=ada.pk, password=PASSWORD, at=NOON)
    assert Client().get(address).status_code == 404
    assert Player.objects.get(pk=ada.pk).calendar_salt == ""


def test_nobody_guesses_an_address(ada: Player) -> None:
    for key in (derive_calendar_key(ada.pk, ""), "0" * 32, "x"):
        assert Client().get(f"/calendar/ada/{key}.ics").status_code == 404
    Player.objects.filter(pk=ada.pk).update(calendar_salt="salt")
    ben = PlayerFactory(username="ben", calendar_salt="salt")
    assert Client().get(f"/calendar/ada/{derive_calendar_key(ben.pk, 'salt')}.ics").status_code == 404
    assert Client().get(f"/calendar/ada/{derive_calendar_key(ada.pk, 'salt')}.ics").status_code == 200


def test_it_has_what_concerns_oneself_and_nothing_of_others(ada: Player, here: Client) -> None:
    ben = PlayerFactory(username="ben")
    starts = NOON + timedelta(days=3)
    factories.event(ada, name="Autumn Cup", starts_at=starts)
    factories.event(ben, name="Of others", starts_at=starts)
    turns = {one: factories.match(one) for one in (ada, ben)}
    for one, match in turns.items():
        seat = match.seats.get(player=one).number
        Match.objects.filter(pk=match.pk).update(deadline_at=NOON + timedelta(days=1), to_act=[seat])
    season = factories.drafted_season(ada, ben)
    draft = factories.draft(season, start=False)
    Draft.objects.filter(pk=draft.pk).update(starts_at=starts)
    for one, bid, gamer in zip((ada, ben), (4711, 1234), season.gamers.order_by("pk"), strict=False):
        team = season.franchises.get(owner=one)
        WaiverClaim.objects.create(season=season, franchise=team, gamer=gamer, bid=bid, made_at=NOON, opens_at=starts)
    factories.match(ada)  # a turn that ends soon is no date
    titles = [one.title for one in list_dates(ada.pk, at=NOON)]
    assert titles[0].startswith("Move deadline: ")
    assert sum(title.startswith("Move deadline: ") for title in titles) == 1
    here.post(PAGE, {"do": "make"})
    feed = Client().get(address_of(ada))
    text = feed.content.decode().replace("\r\n ", "")
    for words in ("BEGIN:VCALENDAR", "Autumn Cup starts", draft.name, "Your bid: 4711."):
        assert words in text
    for words in ("Of others", "1234", f"/matches/{turns[ben].pk}/"):
        assert words not in text
    assert feed.headers["Content-Type"].startswith("text/calendar")
