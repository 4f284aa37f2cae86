"""The panel on the event's page, the referee's page, and the same in the API."""

import re
from typing import Any

import pytest
from django.test import Client

from league.people.models import Player
from league.result_reports.actions.evidence import Evidence
from league.result_reports.models import ResultReport
from league.result_reports.rules import Claim
from tests import factories
from tests.factories import PlayerFactory, started_event
from tests.league.clients import client_of
from tests.league.result_reports.reporting import Pair, first_pair, pair

pytestmark = pytest.mark.django_db


def event_page(made: Pair, player: Player) -> str:
    return client_of(player).get(f"/events/{made.event.pk}/").content.decode()


def base(made: Pair) -> str:
    return f"/events/{made.event.pk}/pairings/{made.pairing.pk}/"


def send(player: Player, path: str, data: Any = None, method: str = "post") -> Any:
    return getattr(client_of(player), method)(f"/api/v1/{path}", data or {}, content_type="application/json")


def test_the_event_page_offers_to_report_then_to_confirm_and_then_shows_the_result(made: Pair) -> None:
    assert [word in event_page(made, made.second) for word in ("I won", "I lost", "Report result")] == [True] * 3
    client_of(made.second).post(f"{base(made)}report/", {"result": "0-1"})
    assert "Withdraw report" in event_page(made, made.second)
    page = event_page(made, made.first)
    assert f"Confirm: {made.second} wins" in page
    action = re.search(r'action="(/result-reports/\d+/confirm/)"', page)
    client_of(made.first).post(action[1], {"revision": "1"})
    assert made.halves == [0, 2]
    assert "I won" not in event_page(made, made.first) or made.event.rounds.count() > 1


def test_nothing_is_offered_to_spectators_nor_of_a_match_that_is_played_here(made: Pair) -> None:
    assert "Report result" not in Client().get(f"/events/{made.event.pk}/").content.decode()
    assert client_of(PlayerFactory()).get(f"{base(made)}report/").status_code == 404
    here = first_pair(started_event(*PlayerFactory.create_batch(2)))
    assert "Report result" not in event_page(here, here.first)
    assert client_of(here.first).get(f"{base(here)}report/").status_code == 404
    refused = send(here.first, f"events/{here.event.pk}/pairings/{here.pairing.pk}/reports/", {"result": "1-0"})
    assert refused.json()["code"] == "not-reported"


def test_a_series_offers_the_scores_that_it_can_have() -> None:
    made = pair(format="single-elimination", settings={"best_of": 3})
    page = event_page(made, made.second)
    assert [word in page for word in ("I won 2–0", "I won 2–1", "I lost 1–2", "I lost 0–2")] == [True] * 4
    data = {"score": "1-2", "games": ["11-9", "4-11", "8-11"]}
    client_of(made.second).post(f"{base(made)}report/", data)
    assert ResultReport.objects.get().value == Claim("0-1", "1-2", ("11-9", "4-11", "8-11"))


def test_a_refused_form_shows_why_and_keeps_what_was_filled_in(made: Pair) -> None:
    answer = client_of(made.first).post(f"{base(made)}report/", {"result": "1-0", "score": "0-3", "text": "My text"})
    page = answer.content.decode()
    assert (answer.status_code, "fit the result" in page, "My text" in page) == (422, True, True)
    assert re.search(r'value="1-0" checked', page)


def test_a_dispute_shows_both_reports_side_by_side_to_the_referee_who_rules_with_one_click() -> None:
    league = factories.league()
    referee = factories.staff(league, "referee")
    made = pair(league=league)
    report = made.report(evidence=Evidence("I won on time."))
    client_of(made.second).post(f"/result-reports/{report}/dispute/", {"result": "0-1", "text": "No, I did."})
    assert "Disputed results" in client_of(referee).get("/desk/").content.decode()
    assert (
        "Disputed results" in client_of(made.event.organiser).get(f"/events/{made.event.pk}/manage/results/").content.decode()
    )
    assert "A referee will decide the result." in event_page(made, made.first)
    page = client_of(referee).get(f"{base(made)}ruling/").content.decode()
    assert "I won on time." in page
    assert "No, I did." in page
    own = ResultReport.objects.order_by("-pk")[0].pk
    refused = client_of(referee).post(f"{base(made)}ruling/", {"report_id": own, "why": ""})
    assert refused.status_code == 422
    answer = client_of(referee).post(f"{base(made)}ruling/", {"report_id": own, "why": "The clock shows it"})
    assert answer.status_code == 302
    assert made.halves == [0, 2]
    assert "Disputed results" not in client_of(referee).get("/desk/").content.decode()


def test_a_program_reports_changes_confirms_and_lists(made: Pair) -> None:
    path = f"events/{made.event.pk}/pairings/{made.pairing.pk}/reports/"
    answer = send(made.first, path, {"score": "3-1", "text": "Good game", "link": "https://example.org/1"})
    assert answer.status_code == 201
    report = answer.json()
    assert (report["result"], report["score"], report["status"], report["side"]) == ("1-0", "3-1", "reported", 0)
    own = f"result-reports/{report['report_id']}/"
    changed = send(made.first, own, {"result": "1/2-1/2"}, "put").json()
    assert (changed["result"], changed["score"], changed["revision"]) == ("1/2-1/2", "", 2)
    assert send(made.second, f"{own}confirm/", {"revision": 1}).json()["code"] == "changed"
    assert send(made.second, f"{own}confirm/").json()["field"] == "revision"
    assert send(made.second, f"{own}confirm/", {"revision": 2}).json()["status"] == "confirmed"
    assert made.halves == [1, 1]
    for player in (made.first, made.second, made.event.organiser):
        listed = client_of(player).get(f"/api/v1/events/{made.event.pk}/reports/").json()["reports"]
        assert [row["status"] for row in listed] == ["confirmed"]
    live = client_of(made.first).get(f"/api/v1/events/{made.event.pk}/reports/?status=disputed").json()
    assert live == {"reports": []}


def test_a_program_disputes_withdraws_and_rules(made: Pair) -> None:
    path = f"events/{made.event.pk}/pairings/{made.pairing.pk}/"
    first = send(made.first, f"{path}reports/", {"result": "1-0"}).json()["report_id"]
    assert send(made.first, f"result-reports/{first}/withdraw/").json()["status"] == "withdrawn"
    first = send(made.first, f"{path}reports/", {"result": "1-0"}).json()["report_id"]
    disputed = send(made.second, f"result-reports/{first}/dispute/", {"result": "0-1", "text": "No"})
    assert (disputed.status_code, disputed.json()["status"]) == (201, "disputed")
    assert send(made.second, f"{path}ruling/", {"report_id": first, "why": "Because"}).status_code == 403
    ruled = send(made.event.organiser, f"{path}ruling/", {"report_id": first, "why": "Because"})
    assert sorted(row["status"] for row in ruled.json()["reports"]) == ["rejected", "upheld", "withdrawn"]
    assert made.halves == [2, 0]
