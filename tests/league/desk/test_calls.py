"""Players call the referee, who answers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import answer_call, call_referee
from league.desk.queries.cases import get_dashboard
from league.desk.queries.match_panel import get_referee_panel
from league.desk.rules import Need
from league.people.models import Player
from matches.models import Match
from tests.factories import PlayerFactory
from tests.league.desk.hall import Hall, code

pytestmark = pytest.mark.django_db


def test_a_player_calls_the_referee_once_and_reads_the_answer(hall: Hall) -> None:
    caller, opponent = hall.sitting(hall.match)

    def call(text: str = "My board does not move.", player: Player = caller) -> int:
        return call_referee(match_id=hall.match, player_id=player.pk, text=text, at=hall.at)

    assert code(lambda: call("  ")) == ("bad-text", "text")
    assert code(lambda: call("x" * 301)) == ("bad-text", "text")
    assert code(lambda: call("a\0bc")) == ("bad-text", "text")
    assert code(lambda: call(player=PlayerFactory())) == ("not-your-seat", None)
    one = call()
    assert code(call) == ("already-called", None)
    assert get_dashboard(hall.referee, hall.at).cases[0].calls[0].text == "My board does not move."

    def words(person: Player | None) -> list[tuple[str, str, bool]]:
        told = get_referee_panel(hall.match, person, hall.at)
        assert told is not None
        return [(each.text, each.answer, each.answered) for each in told.calls]

    assert words(caller) == words(hall.referee) == [("My board does not move.", "", False)]
    assert words(opponent) == words(None) == [("", "", False)]

    def answer(by: Player, text: str = "It does now.") -> None:
        answer_call(call_id=one, by=by.pk, text=text, at=hall.at)

    assert code(lambda: answer(opponent)) == ("not-found", None)
    assert code(lambda: answer(hall.referee, "")) == ("bad-text", "text")
    answer(hall.referee)
    assert code(lambda: answer(hall.other)) == ("already-answered", None)
    assert code(lambda: answer_call(call_id=10**20, by=hall.referee.pk, text="Yes.", at=hall.at)) == ("not-found", None)
    assert words(caller) == [("My board does not move.", "It does now.", True)]
    assert words(opponent) == [("", "", True)]
    assert AuditEntry.objects.filter(act="call.answered", subject_id=hall.match).count() == 1
    call("And again it does not.")
    hall.rule("result", ranks=[1, 2])
    assert [text for text, _unused, _unused in words(opponent)] == ["My board does not move.", "And again it does not."]
    assert [text for text, _unused, _unused in words(None)] == ["", ""]


def test_without_javascript_a_player_calls_the_referee_on_a_page_of_its_own(hall: Hall, client: Client) -> None:
    caller, _ = hall.sitting(hall.match)
    client.force_login(caller)
    page = f"/fragments/matches/{hall.match}/referee/"
    assert f'method="post" action="{page}"' in client.get(page).content.decode()
    refused = client.post(page, {"text": " "})
    assert (refused.status_code, "<main" in refused.content.decode()) == (422, True)
    assert client.post(page, {"text": "My board does not move."}, follow=True).redirect_chain == [(page, 302)]
    assert "My board does not move." in client.get(page).content.decode()
    assert "<main" not in client.get(page, headers={"hx-request": "true"}).content.decode()


def test_a_call_is_taken_for_a_day_after_the_match(hall: Hall) -> None:
    hall.rule("result", ranks=[1, 2])
    caller, opponent = hall.sitting(hall.match)
    ended = Match.objects.get(pk=hall.match).closed_at
    assert ended is not None
    call_referee(match_id=hall.match, player_id=caller.pk, text="I had won.", at=ended + timedelta(hours=24))
    assert get_dashboard(hall.referee, hall.at).cases[0].needs == (Need.DISPUTE,)
    late = hall.at + timedelta(hours=24, seconds=1)
    assert code(
        lambda: call_referee(match_id=hall.match, player_id=opponent.pk, text="No.!", at=late)
    ) == ("match-over", None)  # fmt: skip
