"""The desk's pages and endpoints, open to referees alone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.desk.models import RefereeCall
from matches.models import Status
from tests.factories import PlayerFactory
from tests.league.desk.hall import WHY, Hall

pytestmark = pytest.mark.django_db


def test_the_pages_open_to_referees_alone(hall: Hall, client: Client) -> None:
    paths = ["/desk/", f"/desk/matches/{hall.match}/"]
    assert all(client.get(path).status_code == 302 for path in paths)
    for person in (PlayerFactory(), hall.sitting(hall.match)[0]):
        client.force_login(person)
        assert [client.get(path).status_code for path in paths] == [403, 403]
        assert client.post(f"/desk/matches/{hall.match}/look/", {"why": WHY}).status_code == 403
        assert client.post(f"/desk/matches/{hall.match}/", {"ruling": "pause", "why": WHY}).status_code == 403
    client.force_login(hall.referee)
    assert [client.get(path).status_code for path in paths] == [200, 200]
    assert client.get("/desk/matches/99999999999999999999/").status_code == 404
    assert hall.row().status == Status.PLAYING


def test_the_sites_admins_are_led_on_to_the_reports_and_the_log_of_all_leagues(hall: Hall, client: Client) -> None:
    for person, led in ((hall.referee, False), (PlayerFactory(is_superuser=True, is_staff=True), True)):
        client.force_login(person)
        page = client.get("/desk/").content.decode()
        assert [f'href="{path}"' in page for path in ("/reports/", "/audit-log/")] == [led, led]


def test_a_referee_rules_on_the_page_and_a_refusal_stands_at_its_field(hall: Hall, client: Client) -> None:
    client.force_login(hall.referee)
    path = f"/desk/matches/{hall.match}/"
    refused = client.post(path, {"ruling": "add-time", "why": WHY, "seats": ["0"]})
    assert refused.status_code == 422
    assert "Add from 1 to 86,400 seconds." in refused.content.decode()
    acts: list[dict[str, Any]] = [
        {"ruling": "pause"}, {"ruling": "add-time", "seats": ["0", "1"], "minutes": "2"}, {"ruling": "resume"},
    ]  # fmt: skip
    for given in acts:
        assert client.post(path, {"why": WHY, **given}).status_code == 302, given
    late = client.post(path, {"ruling": "resume", "why": WHY})
    assert (late.status_code, "The match has already started." in late.content.decode()) == (422, True)
    assert client.post(path, {"ruling": "result", "ranks": "1,2", "why": WHY}).status_code == 302
    assert hall.row().ranks == [1, 2]
    assert "Override pairing result" in client.get(path).content.decode()


def test_the_desk_for_programs(hall: Hall, client: Client) -> None:
    def post(path: str, given: Any) -> tuple[int, Any]:
        answer = client.post(f"/api/v1/{path}", given, content_type="application/json")
        return answer.status_code, answer.json()

    def wrong(path: str, given: Any) -> tuple[int, str, str | None]:
        status, told = post(path, given)
        return status, told["code"], told["field"]

    rulings, calls = f"desk/matches/{hall.match}/rulings/", f"matches/{hall.match}/calls/"
    assert wrong(rulings, {"ruling": "pause", "why": WHY})[:2] == (401, "sign-in-needed")
    client.force_login(hall.sitting(hall.match)[0])
    assert wrong(rulings, {"ruling": "pause", "why": WHY})[:2] == (403, "not-allowed")
    assert client.get("/api/v1/desk/").status_code == 403
    assert wrong(calls, {"text": 3}) == (400, "malformed", "text")
    assert post(calls, {"text": "Please come."})[0] == 200
    assert wrong(calls, {"text": "Please come."})[:2] == (409, "already-called")
    client.force_login(hall.referee)
    (one,) = client.get("/api/v1/desk/").json()["matches"]
    assert (one["match_id"], one["needs"]) == (hall.match, ["dispute"])
    assert post(f"desk/calls/{one['calls'][0]['call_id']}/answer/", {"text": "Here I am."})[0] == 200
    assert wrong(rulings, {"ruling": "pause"}) == (400, "missing-field", "why")
    assert wrong(rulings, {"ruling": "pause", "why": " "}) == (400, "reason-needed", "why")
    assert wrong(rulings, {"ruling": "result", "why": WHY, "ranks": "1,2"}) == (400, "malformed", "ranks")
    assert wrong(rulings, {"ruling": "disqualify", "why": WHY, "seat": "0"}) == (400, "bad-seat", "seat")
    assert wrong(rulings, {"ruling": "add-time", "why": WHY, "seats": [0], "seconds": 1.5}) == (
        400, "out-of-range", "seconds",
    )  # fmt: skip
    status, told = post(rulings, {"ruling": "pause", "why": WHY})
    assert (status, told["status"], told["can"][0]) == (200, "paused", "resume")
    assert wrong(rulings, {"ruling": "pause", "why": WHY})[:2] == (409, "paused")
    status, told = post(f"desk/matches/{hall.match}/look/", {"why": WHY})
    assert (status, told["match_id"]) == (200, hall.match)
    assert client.get("/api/v1/desk/matches/99999999999999999999/").status_code == 404
    assert client.get("/api/v1/matches/99999999999999999999/calls/").status_code == 404
    assert RefereeCall.objects.get().answer == "Here I am."
