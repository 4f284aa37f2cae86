"""A whole event is put on hold and goes on: match by match, in the logs, by those who may, and no further than held."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.audit.models import AuditEntry
from league.desk.actions.rulings import rule_on_event
from league.events.models import Entrant
from league.people.models import Player
from matches.models import Status
from tests.factories import PlayerFactory
from tests.league.desk.hall import WHY, Hall, code

pytestmark = pytest.mark.django_db


def test_all_matches_of_an_event_are_held_at_once_and_go_on_but_for_what_was_ruled_since(hall: Hall) -> None:
    before = hall.row().last_entry
    made = rule_on_event(do="hold", event_id=hall.event.pk, by=hall.referee.pk, why=WHY, at=hall.at)
    assert (made.match_ids, made.left) == ((hall.match, hall.second), ())
    assert [hall.row(one).status for one in made.match_ids] == [Status.PAUSED] * 2
    assert (hall.row().last_entry, translate_stored(hall.row().ruling["text"]).endswith(WHY)) == (before + 1, True)  # type: ignore[index]
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", flat=True))[-3:]
    assert acts == ["event.held", "match.paused", "match.paused"]
    hall.rule("add-time", seats=[0], seconds=60, match=hall.second)
    again = rule_on_event(do="hold", event_id=hall.event.pk, by=hall.other.pk, why=WHY, at=hall.at)
    assert [(one.match_id, one.code) for one in again.left] == [(hall.match, "paused"), (hall.second, "paused")]
    gone_on = rule_on_event(do="go-on", event_id=hall.event.pk, by=hall.other.pk, why="It is over.", at=hall.at)
    assert gone_on.match_ids == (hall.match,)
    assert [hall.row(one).status for one in (hall.match, hall.second)] == [Status.PLAYING, Status.PAUSED]
    assert code(lambda: rule_on_event(do="go-on", event_id=hall.event.pk, by=hall.other.pk, why=WHY, at=hall.at)) == (
        "nothing-held", None,
    )  # fmt: skip


def test_who_may_hold_an_event(hall: Hall) -> None:
    def hold(by: Player, event: int = hall.event.pk, why: str = WHY) -> Any:
        return rule_on_event(do="hold", event_id=event, by=by.pk, why=why, at=hall.at)

    books = AuditEntry.objects.count()
    assert code(lambda: hold(PlayerFactory())) == ("not-allowed", None)
    assert code(lambda: hold(hall.players[0])) == ("not-allowed", None)
    assert code(lambda: hold(hall.referee, event=10**20)) == ("not-found", None)
    assert code(lambda: hold(hall.referee, why="  "))[1] == "why"
    Entrant.objects.create(event=hall.event, player=hall.other, joined_at=hall.at)
    assert code(lambda: hold(hall.other)) == ("plays-here", None)
    assert AuditEntry.objects.count() == books
    assert hall.row().status == Status.PLAYING


def test_an_event_is_held_on_the_page_and_through_the_api(hall: Hall, client: Client) -> None:
    page, endpoint = f"/desk/events/{hall.event.pk}/", f"/api/v1/desk/events/{hall.event.pk}/"
    client.force_login(hall.players[0])
    assert (client.get(page).status_code, client.get(endpoint).status_code) == (403, 403)
    client.force_login(hall.referee)
    assert page in client.get("/desk/").content.decode()
    assert client.post(page, {"do": "hold", "why": ""}).status_code == 422
    hall.rule("pause", match=hall.second)
    told = client.post(page, {"do": "hold", "why": WHY}, follow=True).content.decode()
    assert "1 match paused." in told
    assert f"({hall.second}). " in told
    assert client.get(endpoint).json() == {"running": [hall.match, hall.second], "held": [hall.match]}
    made = client.post(endpoint, {"do": "go-on", "why": WHY}, "application/json").json()
    assert made == {"match_ids": [hall.match], "left": []}, "a match that a referee paused alone stays so"
    for sent, named in (({"do": "dance", "why": WHY}, "do"), ({"do": "hold"}, "why"), ({"do": "hold", "why": 3}, "why")):
        answer = client.post(endpoint, sent, "application/json")
        assert (answer.status_code, answer.json()["field"]) == (400, named)
