import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from engines import registry
from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import call_referee, reveal_board
from league.desk.models import HiddenViewLog, RefereeCall
from league.desk.queries.match_panel import get_referee_panel
from league.people.models import Player
from matches.actions.adjudication import adjudicate
from matches.actions.close import hold_for_review
from matches.actions.submission import submit
from matches.models import Match
from matches.queries.board_view import get_board
from matches.queries.position import replay_position
from matches.stream.topics import is_topic
from tests.factories import PlayerFactory
from tests.league.desk.conftest import WHY, Hall, code
from tests.matches.conftest import BLUE_ARMY, RED_ARMY

pytestmark = pytest.mark.django_db


def test_a_look_is_written_down_at_once_and_told_to_the_players_after_the_match(hall: Hall, client: Client) -> None:
    player = hall.sitting(hall.match)[0]
    before: Any = get_board(hall.match, player.pk)
    shown = reveal_board(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)
    after: Any = get_board(hall.match, player.pk)
    assert shown["viewer"]["seat"] is None
    assert (after["entry"], after["log"], after["ruling"]) == (before["entry"], before["log"], before["ruling"])
    line = AuditEntry.objects.get(act="match.looked-at")
    assert (line.why, line.subject_id, line.by_id) == (WHY, hall.match, hall.referee.pk)

    def told(person: Player | None) -> int:
        found = get_referee_panel(hall.match, person, hall.at)
        return len(found.looks)

    people = (player, hall.referee, None, PlayerFactory())
    assert [told(person) for person in people] == [0, 0, 0, 0]
    hall.rule("result", ranks=[1, 2])
    assert [told(person) for person in people] == [1, 1, 0, 0]
    client.force_login(player)
    page = client.get(f"/fragments/matches/{hall.match}/referee/").content.decode()
    assert "viewed all hidden information as referee" in page
    assert WHY in page


def test_open_desks_and_match_pages_hear_of_everything_but_a_look(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr("matches.pubsub.publish", lambda topic, entry=None: told.append(topic))

    def heard(act: Any) -> set[str]:
        told.clear()
        connection.run_on_commit.clear()  # the test's own transaction never ends
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return set(told)

    player = hall.sitting(hall.match)[0].pk
    desks = {"desk", f"desk.{hall.match}"}
    assert all(map(is_topic, desks))
    assert desks <= heard(lambda: hall.rule("pause"))
    assert heard(lambda: call_referee(match_id=hall.match, player_id=player, text="Please.", at=hall.at)) == desks
    assert heard(lambda: reveal_board(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)) == set()
    assert "desk" in heard(lambda: hold_for_review(match_id=hall.second, at=hall.at))


def test_a_look_needs_the_role_and_a_reason_and_is_the_answer_to_the_request_alone(hall: Hall, client: Client) -> None:
    def looked(by: Player, why: str = WHY) -> tuple[str, str | None]:
        return code(lambda: reveal_board(match_id=hall.match, by=by.pk, why=why, at=hall.at))

    assert looked(hall.referee, "") == ("reason-needed", "why")
    assert looked(PlayerFactory()) == ("not-allowed", None)
    assert looked(hall.sitting(hall.match)[0]) == ("not-allowed", None)
    client.force_login(hall.referee)
    path = f"/desk/matches/{hall.match}/look/"
    assert (client.get(path).status_code, client.post(path, {"why": ""}).status_code) == (405, 422)
    assert HiddenViewLog.objects.count() == AuditEntry.objects.filter(act="match.looked-at").count() == 0
    shown = client.post(path, {"why": WHY})
    assert (shown.status_code, shown.templates[0].name) == (200, "league/desk/look.html")
    assert "no-store" in shown.headers["Cache-Control"]
    hall.rule("result", ranks=[1, 2])
    assert looked(hall.referee) == ("match-over", None)
    assert HiddenViewLog.objects.count() == AuditEntry.objects.filter(act="match.looked-at").count() == 1


def pages(client: Client, hall: Hall) -> dict[str, bytes]:
    """Everything that a referee can open without asking for more, with what belongs to the clock taken out."""
    paths = [
        "/desk/", "/api/v1/desk/", f"/desk/matches/{hall.match}/", f"/api/v1/desk/matches/{hall.match}/",
        f"/matches/{hall.match}/", f"/api/v1/matches/{hall.match}/calls/", f"/fragments/matches/{hall.match}/referee/",
    ]  # fmt: skip
    client.force_login(hall.referee)
    answers = {path: client.get(path) for path in paths}
    assert all(answer.status_code == 200 for answer in answers.values())
    return {path: answer.content for path, answer in answers.items()}


def strip(content: bytes) -> bytes:
    without = re.sub(rb'(csrf[a-z-]*"? (?:content|value)=)"[^"]*"', rb"\1", content)
    return re.sub(rb'"(now|turn_left|reserve_left)": ?-?[0-9]+', rb"", without)


def test_two_worlds_that_differ_in_secrets_alone_give_a_referee_the_same_bytes(hall: Hall, client: Client) -> None:
    swapped = " / ".join(" ".join(reversed(row.split())) for row in BLUE_ARMY.split(" / "))

    def say(seat: int, text: str) -> None:
        row = hall.row()
        player = hall.sitting(hall.match)[seat]
        submit(
            match_id=hall.match, player_id=player.pk, turn=row.turns[seat], text=text, key=f"{seat}{text[:8]}",
            received_at=hall.at,
        )  # fmt: skip
        adjudicate(match_id=hall.match, at=hall.at)

    while not hall.row().to_act or len(hall.row().to_act) == 1:  # who has the advantage chooses who begins
        say(hall.row().to_act[0], "first red")
    say(0, RED_ARMY)
    say(1, BLUE_ARMY)
    call_referee(match_id=hall.match, player_id=hall.sitting(hall.match)[0].pk, text="Please come.", at=hall.at)
    hall.rule("pause")
    first = {path: strip(content) for path, content in pages(client, hall).items()}
    whole = reveal_board(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)["view"]
    state = json.dumps(hall.row().state)
    assert swapped != BLUE_ARMY
    hall.row().entries.filter(do=BLUE_ARMY).update(do=swapped)  # as if Blue had set up otherwise
    row = hall.row()
    engine = registry.get(row.game, row.engine_version)
    Match.objects.filter(pk=row.pk).update(state=engine.dump(replay_position(row).state))
    assert json.dumps(hall.row().state) != state
    second = {path: strip(content) for path, content in pages(client, hall).items()}
    assert first == second
    assert reveal_board(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)["view"] != whole


def test_a_referee_rules_on_the_page_and_a_refusal_stands_at_its_field(hall: Hall, client: Client) -> None:
    path = f"/desk/matches/{hall.match}/"
    for person, led in ((PlayerFactory(is_superuser=True, is_staff=True), True), (hall.referee, False)):
        client.force_login(person)
        page = client.get("/desk/").content.decode()
        assert [f'href="{path}"' in page for path in ("/reports/", "/audit-log/")] == [led, led], "only admins are led on"
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
    client.force_login(hall.sitting(hall.match)[0])
    assert post(calls, {"text": "Please come."})[0] == 200
    assert wrong(calls, {"text": "Please come."})[:2] == (409, "already-called")
    client.force_login(hall.referee)
    (one,) = client.get("/api/v1/desk/").json()["matches"]
    assert (one["match_id"], one["needs"]) == (hall.match, ["dispute"])
    assert post(f"desk/calls/{one['calls'][0]['call_id']}/answer/", {"text": "Here I am."})[0] == 200
    assert wrong(rulings, {"ruling": "pause"}) == (400, "missing-field", "why")
    assert wrong(rulings, {"ruling": "add-time", "why": WHY, "seats": [0], "seconds": 1.5}) == (
        400, "out-of-range", "seconds",
    )  # fmt: skip
    status, told = post(rulings, {"ruling": "pause", "why": WHY})
    assert (status, told["status"], told["can"][0]) == (200, "paused", "resume")
    assert wrong(rulings, {"ruling": "pause", "why": WHY})[:2] == (409, "paused")
    status, told = post(f"desk/matches/{hall.match}/look/", {"why": WHY})
    assert (status, told["match_id"]) == (200, hall.match)
    assert RefereeCall.objects.get().answer == "Here I am."
