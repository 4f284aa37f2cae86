"""The referee's desk: who may rule, what stands in the books, what becomes of the event, what is told to whom."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from engines import registry
from league.counting import count_closed
from league.desk.actions.calling import answer_call, call_referee
from league.desk.actions.looking import look
from league.desk.actions.ruling import DEEDS, rule
from league.desk.models import Call, Look
from league.desk.queries.cases import desk_list
from league.desk.queries.on_match import on_match
from league.desk.queries.possible import possible
from league.desk.rules import Facts, Need, needs
from league.events.actions.overturning import overturn
from league.events.models import Event, EventNote, Pairing, SeriesMatch
from league.leagues.models import AuditEntry, League
from league.people.models import Player
from league.ratings.models import RatedMatch, RatingChange
from matches.actions.judging import adjudicate
from matches.actions.opening import make_ready
from matches.actions.reviewing import hold_for_review
from matches.actions.submitting import submit
from matches.actions.sweeping import beat
from matches.models import Match, Status
from matches.moment import now
from matches.queries.board import board
from matches.queries.position import replayed
from matches.refusals import Refused
from matches.stream.door import TOPIC
from tests.factories import GuestFactory, PlayerFactory, league, match, matches_of_round, staff, started_event
from tests.matches.conftest import BLUE_ARMY, RED_ARMY

pytestmark = pytest.mark.django_db
WHY = "The hall was evacuated."


class Hall:
    """A league's event between four, its first two matches being played now, and the people around it."""

    def __init__(self, format: str = "round-robin") -> None:
        self.at: datetime = now()
        beat(self.at)
        self.league: League = league()
        self.organiser: Player = self.league.staff.get(role="organiser").player  # type: ignore[attr-defined]
        self.referee, self.other = staff(self.league, "referee"), staff(self.league, "referee")
        self.players: list[Player] = PlayerFactory.create_batch(4)
        self.event: Event = started_event(
            *self.players, at=self.at, organiser=self.organiser, league=self.league.pk, format=format
        )
        self.match, self.second = matches_of_round(self.event, 1)
        for one in (self.match, self.second):
            for player in self.sitting(one):
                make_ready(match_id=one, player_id=player.pk, at=self.at)

    def sitting(self, match_id: int) -> list[Player]:
        return [seat.player for seat in Match.objects.get(pk=match_id).seats.select_related("player")]  # type: ignore[misc]

    def row(self, match_id: int | None = None) -> Match:
        return Match.objects.get(pk=match_id or self.match)

    def rule(self, deed: str, *, by: Player | None = None, match: int | None = None, **given: Any) -> int:
        who = by or self.referee
        return rule(match_id=match or self.match, by=who.pk, deed=deed, given=given, why=WHY, at=self.at)

    def count(self, match_id: int) -> None:
        count_closed(match_id=match_id, at=self.at)


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr("matches.actions.judging._outage_uncredited", lambda: False)
    return Hall()


def code(act: Any) -> tuple[str, str | None]:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.code, refusal.value.field


def test_every_ruling_stands_in_the_matchs_log_the_events_and_the_audit_log(hall: Hall) -> None:
    given: dict[str, dict[str, Any]] = {"add-time": {"seats": [0, 1], "seconds": 60}}
    for deed in ("pause", "add-time", "resume", "annul", "reinstate"):
        n = hall.rule(deed, **given.get(deed, {}))
        entry = hall.row().entries.get(n=n)
        assert (entry.by, entry.note) == (None, WHY)
        line = AuditEntry.objects.order_by("pk").last()
        assert line is not None
        assert (line.act, line.why, line.by_id) == (DEEDS[deed].audit, WHY, hall.referee.pk)
        assert (line.subject_kind, line.subject_id, line.league_id) == ("match", hall.match, hall.league.pk)
        assert line.after["entry"] == n  # type: ignore[index]
        note = EventNote.objects.filter(event=hall.event).first()
        assert note is not None
        assert (note.act, note.after["match"]) == (DEEDS[deed].audit, hall.match)  # type: ignore[index]


def test_a_ruling_whose_books_cannot_be_written_is_none(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("no book")

    monkeypatch.setattr("league.desk.actions.ruling.record", fail)
    with pytest.raises(RuntimeError):
        hall.rule("pause")
    assert hall.row().status == Status.PLAYING


def test_who_may_rule(hall: Hall) -> None:
    strangers = [PlayerFactory(), GuestFactory(), staff(league(slug="elsewhere"), "organiser")]
    for person in strangers:
        assert code(lambda person=person: hall.rule("pause", by=person)) == ("not-allowed", None)
    for person in (hall.organiser, hall.referee, hall.other, PlayerFactory(is_superuser=True, is_staff=True)):
        hall.rule("pause", by=person)
        hall.rule("resume", by=person)


def test_a_referee_who_plays_in_the_event_cannot_rule_on_any_match_of_it(hall: Hall) -> None:
    player = hall.sitting(hall.match)[0]
    player.staff_of.create(league=hall.league, role="referee", since=hall.at)  # type: ignore[attr-defined]
    before = Match.objects.values().get(pk=hall.second)
    given = {"seats": [0], "seconds": 5, "ranks": [1, 2], "seat": 1}
    for deed in DEEDS:
        assert code(lambda deed=deed: hall.rule(deed, by=player, match=hall.second, **given)) == ("plays-here", None)
    assert code(lambda: look(match_id=hall.second, by=player.pk, why=WHY, at=hall.at)) == ("plays-here", None)
    assert Match.objects.values().get(pk=hall.second) == before
    shown = desk_list(player, hall.at + timedelta(hours=1))
    assert (shown.cases, shown.plays_in) == ((), (hall.event.name,))


def test_a_match_outside_events_has_the_sites_admins_as_referees(hall: Hall) -> None:
    admin = PlayerFactory(is_superuser=True, is_staff=True)
    casual = match(at=hall.at)
    assert code(lambda: hall.rule("pause", match=casual.pk)) == ("not-allowed", None)
    hall.rule("pause", by=admin, match=casual.pk)
    assert [one.match_id for one in desk_list(admin, hall.at).cases] == [casual.pk]
    own = match(admin, at=hall.at)
    assert code(lambda: hall.rule("pause", by=admin, match=own.pk)) == ("plays-here", None)


def test_bad_rulings_are_refused_by_code_and_field(hall: Hall) -> None:
    assert code(lambda: hall.rule("shout"))[1] == "ruling"
    assert code(lambda: hall.rule("result")) == ("missing-field", "ranks")
    assert code(lambda: hall.rule("pause", match=10**20)) == ("not-found", None)
    assert code(lambda: hall.rule("play-again")) == ("not-annulled", None)
    assert AuditEntry.objects.filter(subject_kind="match").count() == 0


def test_a_ruled_result_counts_in_the_standings_and_the_ratings(hall: Hall) -> None:
    hall.rule("result", ranks=[2, 1])
    hall.count(hall.match)
    series = SeriesMatch.objects.select_related("pairing").get(match=hall.match)
    assert (sorted(series.halves or []), series.pairing.reason) == ([0, 2], "ruled")
    assert not series.pairing.forfeit
    loser, winner = (one.pk for one in hall.sitting(hall.match))
    moved = dict(RatingChange.objects.filter(match=hall.match).values_list("player", "after"))
    assert moved[winner] > 1500 > moved[loser]


def test_a_ruled_result_advances_a_bracket_like_a_played_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.actions.judging._outage_uncredited", lambda: False)
    hall = Hall("single-elimination")
    hall.rule("result", ranks=[2, 1])
    hall.rule("disqualify", match=hall.second, seat=0)
    for one in (hall.match, hall.second):
        hall.count(one)
    final = matches_of_round(hall.event, 2)
    winners = {hall.sitting(one)[1].pk for one in (hall.match, hall.second)}
    assert {one.pk for one in hall.sitting(final[0])} == winners


def test_a_ruled_result_can_be_overturned_and_the_match_itself_is_not_touched_again(hall: Hall) -> None:
    hall.rule("result", ranks=[2, 1])
    hall.count(hall.match)
    assert code(lambda: hall.rule("result", ranks=[1, 2])) == ("match-over", None)
    pairing = Pairing.objects.get(series__match=hall.match)
    overturn(
        event_id=hall.event.pk, pairing_id=pairing.pk, why=WHY, by=hall.organiser.pk, at=hall.at, halves=(1, 1)
    )  # fmt: skip
    assert RatedMatch.objects.get(match=hall.match).ruled == [1, 1]
    assert hall.row().ranks == [2, 1]


def test_an_annulled_match_waits_for_a_decision_and_is_played_again_on_the_same_sides(hall: Hall) -> None:
    sat = hall.sitting(hall.match)
    hall.rule("annul")
    hall.count(hall.match)
    (waiting,) = desk_list(hall.referee, hall.at).cases
    assert (waiting.match_id, waiting.needs) == (hall.match, (Need.ANNULLED,))
    assert possible(hall.match) == ("play-again", "reinstate")
    again = hall.rule("play-again")
    assert hall.sitting(again) == sat
    assert matches_of_round(hall.event, 1) == [again, hall.second]
    assert hall.row(again).status == Status.OPEN
    assert RatedMatch.objects.filter(match__in=[hall.match, again]).count() == 1
    # Now it is nothing of the event's any more, and cannot come back beside its successor.
    assert code(lambda: hall.rule("reinstate")) == ("not-allowed", None)
    assert desk_list(hall.referee, hall.at).cases == ()


def test_a_reinstated_match_counts_again(hall: Hall) -> None:
    hall.rule("annul")
    hall.rule("reinstate")
    hall.rule("resume")
    hall.rule("result", ranks=[1, 2])
    hall.count(hall.match)
    assert Pairing.objects.get(series__match=hall.match).counted_at


def test_the_pages_of_an_event_live_with_an_annulled_match(hall: Hall, client: Client) -> None:
    hall.rule("annul")
    for path in ("", "rounds/1/", "standings/"):
        assert client.get(f"/events/{hall.event.pk}/{path}").status_code == 200
    assert client.get(f"/matches/{hall.match}/").status_code == 200


def facts(**other: Any) -> Facts:
    at = now()
    given: dict[str, Any] = {
        "status": "playing", "called": False, "turn_ms": 180_000, "quiet_since": at, "start_by": None, "missing": 0,
        "gone": False, "agreed": False, "waits_for_decision": False,
    }  # fmt: skip
    return Facts(**{**given, **other})


def test_what_brings_a_match_to_the_desk() -> None:
    at = now()
    ago = at - timedelta(minutes=6)
    soon = at + timedelta(minutes=2)
    table: list[tuple[Facts, tuple[Need, ...]]] = [
        (facts(), ()),
        (facts(status="review"), (Need.REVIEW,)),
        (facts(status="closed", called=True), (Need.DISPUTE,)),
        (facts(status="paused"), (Need.PAUSED,)),
        (facts(status="paused", called=True), (Need.DISPUTE, Need.PAUSED)),
        (facts(status="paused", agreed=True), ()),
        (facts(gone=True), (Need.GONE,)),
        (facts(quiet_since=ago), (Need.SLOW,)),
        (facts(quiet_since=ago + timedelta(seconds=1)), ()),
        (facts(quiet_since=ago, turn_ms=181_000), ()),
        (facts(quiet_since=at - timedelta(minutes=5), turn_ms=10_000), (Need.SLOW,)),
        (facts(status="open", start_by=soon, missing=1), (Need.GONE,)),
        (facts(status="open", start_by=soon, missing=0), ()),
        (facts(status="open", start_by=soon + timedelta(seconds=1), missing=1), ()),
        (facts(status="void", waits_for_decision=True), (Need.ANNULLED,)),
    ]
    for given, told in table:
        assert needs(given, at) == told, given


def test_the_list_shows_the_most_pressing_first(hall: Hall) -> None:
    assert desk_list(hall.referee, hall.at).cases == ()
    assert desk_list(hall.referee, hall.at).watched == 2
    hall.rule("pause")
    hold_for_review(match_id=hall.second, at=hall.at)
    told = desk_list(hall.referee, hall.at).cases
    assert [one.match_id for one in told] == [hall.second, hall.match]
    assert {one.match_id for one in desk_list(hall.organiser, hall.at).cases} == {hall.match, hall.second}
    assert desk_list(staff(league(slug="elsewhere"), "referee"), hall.at).cases == ()


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
    assert desk_list(hall.referee, hall.at).cases[0].calls[0].text == "My board does not move."

    def words(person: Player | None) -> list[tuple[str, str, bool]]:
        told = on_match(hall.match, person, hall.at)
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
    assert [text for text, _, _ in words(opponent)] == ["My board does not move.", "And again it does not."]
    assert [text for text, _, _ in words(None)] == ["", ""]


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
    assert desk_list(hall.referee, hall.at).cases[0].needs == (Need.DISPUTE,)
    late = hall.at + timedelta(hours=24, seconds=1)
    assert code(
        lambda: call_referee(match_id=hall.match, player_id=opponent.pk, text="No.!", at=late)
    ) == ("match-over", None)  # fmt: skip


def test_a_look_is_written_down_at_once_and_told_to_the_players_after_the_match(hall: Hall, client: Client) -> None:
    player = hall.sitting(hall.match)[0]
    before: Any = board(hall.match, player.pk)
    shown = look(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)
    after: Any = board(hall.match, player.pk)
    assert shown["viewer"]["seat"] is None
    assert (after["entry"], after["log"], after["ruling"]) == (before["entry"], before["log"], before["ruling"])
    line = AuditEntry.objects.get(act="match.looked-at")
    assert (line.why, line.subject_id, line.by_id) == (WHY, hall.match, hall.referee.pk)

    def told(person: Player | None) -> int:
        found = on_match(hall.match, person, hall.at)
        assert found is not None
        return len(found.looks)

    people = (player, hall.referee, None, PlayerFactory())
    assert [told(person) for person in people] == [0, 0, 0, 0]
    hall.rule("result", ranks=[1, 2])
    assert [told(person) for person in people] == [1, 1, 0, 0]
    client.force_login(player)
    page = client.get(f"/fragments/matches/{hall.match}/referee/").content.decode()
    assert "looked at all that was hidden" in page
    assert WHY in page


def test_open_desks_and_match_pages_hear_of_everything_but_a_look(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr("matches.announce.publish", lambda topic, entry=None: told.append(topic))

    def heard(act: Any) -> set[str]:
        told.clear()
        connection.run_on_commit.clear()  # the test's own transaction never ends
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return set(told)

    player = hall.sitting(hall.match)[0].pk
    desks = {"desk", f"desk.{hall.match}"}
    assert all(TOPIC.fullmatch(topic) for topic in desks)
    assert desks <= heard(lambda: hall.rule("pause"))
    assert heard(lambda: call_referee(match_id=hall.match, player_id=player, text="Please.", at=hall.at)) == desks
    assert heard(lambda: look(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)) == set()
    assert "desk" in heard(lambda: hold_for_review(match_id=hall.second, at=hall.at))


def test_a_look_is_refused_without_a_reason_or_the_role_and_then_nothing_is_written(hall: Hall) -> None:
    def looked(by: Player, why: str = WHY) -> tuple[str, str | None]:
        return code(lambda: look(match_id=hall.match, by=by.pk, why=why, at=hall.at))

    assert looked(hall.referee, "") == ("reason-needed", "why")
    assert looked(PlayerFactory()) == ("not-allowed", None)
    assert looked(hall.sitting(hall.match)[0]) == ("not-allowed", None)
    hall.rule("result", ranks=[1, 2])
    assert looked(hall.referee) == ("match-over", None)
    assert Look.objects.count() == AuditEntry.objects.filter(act="match.looked-at").count() == 0


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
    whole = look(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)["view"]
    state = json.dumps(hall.row().state)
    assert swapped != BLUE_ARMY
    _put_other_army(hall, BLUE_ARMY, swapped)
    assert json.dumps(hall.row().state) != state
    second = {path: strip(content) for path, content in pages(client, hall).items()}
    assert first == second
    assert look(match_id=hall.match, by=hall.referee.pk, why=WHY, at=hall.at)["view"] != whole


def _put_other_army(hall: Hall, army: str, other: str) -> None:
    """The same match as if Blue had set up otherwise: in the log, and in the state that the log comes to."""
    entry = hall.row().entries.get(do=army)
    entry.do = other
    entry.save(update_fields=["do"])
    row = hall.row()
    engine = registry.get(row.game, row.engine_version)
    Match.objects.filter(pk=row.pk).update(state=engine.dump(replayed(row).state))


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


def test_a_referee_rules_on_the_page_and_a_refusal_stands_at_its_field(hall: Hall, client: Client) -> None:
    client.force_login(hall.referee)
    path = f"/desk/matches/{hall.match}/"
    refused = client.post(path, {"ruling": "add-time", "why": WHY, "seats": ["0"]})
    assert refused.status_code == 422
    assert "Give from 1 to 86,400 seconds." in refused.content.decode()
    acts: list[dict[str, Any]] = [
        {"ruling": "pause"}, {"ruling": "add-time", "seats": ["0", "1"], "minutes": "2"}, {"ruling": "resume"},
    ]  # fmt: skip
    for given in acts:
        assert client.post(path, {"why": WHY, **given}).status_code == 302, given
    late = client.post(path, {"ruling": "resume", "why": WHY})
    assert (late.status_code, "is being played already" in late.content.decode()) == (422, True)
    assert client.post(path, {"ruling": "result", "ranks": "1,2", "why": WHY}).status_code == 302
    assert hall.row().ranks == [1, 2]
    assert "Give the pairing another result" in client.get(path).content.decode()


def test_a_look_on_the_page_is_the_answer_to_the_request_alone(hall: Hall, client: Client) -> None:
    client.force_login(hall.referee)
    path = f"/desk/matches/{hall.match}/look/"
    assert client.get(path).status_code == 405
    assert client.post(path, {"why": ""}).status_code == 422
    shown = client.post(path, {"why": WHY})
    assert (shown.status_code, shown.templates[0].name) == (200, "league/desk/look.html")
    assert "no-store" in shown.headers["Cache-Control"]
    assert Look.objects.count() == 1


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
    assert (status, told["match"]) == (200, hall.match)
    assert client.get("/api/v1/desk/matches/99999999999999999999/").status_code == 404
    assert client.get("/api/v1/matches/99999999999999999999/calls/").status_code == 404
    assert Call.objects.get().answer == "Here I am."


@pytest.mark.parametrize("more", [0, 4])
def test_the_list_costs_the_same_however_long_it_is(
    hall: Hall, more: int, django_assert_max_num_queries: Any
) -> None:  # fmt: skip
    admin = PlayerFactory(is_superuser=True, is_staff=True)
    for _ in range(more):
        hold_for_review(match_id=match(at=hall.at).pk, at=hall.at)
    hall.rule("pause")
    with django_assert_max_num_queries(6):
        assert len(desk_list(admin, hall.at).cases) == 1 + more


def test_a_referee_gives_an_ended_match_another_result_after_seeing_what_it_changes(hall: Hall, client: Client) -> None:
    hall.rule("result", ranks=[2, 1])
    hall.count(hall.match)
    path = f"/desk/matches/{hall.match}/result/"
    client.force_login(hall.referee)
    assert client.get(path).status_code == 200
    preview = client.get(path, {"halves": "2-0"}).content.decode()
    assert ("What “" in preview, 'name="why"' in preview) == (True, True)
    assert client.get(path, {"halves": "3-0"}).status_code == 422
    assert client.post(path, {"halves": "2-0", "why": ""}).status_code == 422
    assert Pairing.objects.get(series__match=hall.match).reason == "ruled"
    assert client.post(path, {"halves": "2-0", "why": WHY}).status_code == 302
    assert Pairing.objects.get(series__match=hall.match).reason == "overturned"
    assert AuditEntry.objects.get(act="result.overturned").by_id == hall.referee.pk
    api = f"/api/v1/desk/matches/{hall.match}/result/"
    assert client.get(api, {"halves": "1-1"}).json()["words"] == "A draw"
    wrong = client.post(api, {"halves": "1-1"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "why")
    assert client.post(api, {"halves": "1-1", "why": WHY}, content_type="application/json").status_code == 200
    for person in (PlayerFactory(), hall.sitting(hall.second)[0]):
        client.force_login(person)
        assert client.get(path).status_code == 403
        refused = client.post(api, {"halves": "2-0", "why": WHY}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")


def test_an_annulled_pairing_can_be_given_a_result_instead(hall: Hall, client: Client) -> None:
    hall.rule("annul")
    client.force_login(hall.referee)
    assert client.post(f"/desk/matches/{hall.match}/result/", {"halves": "0-2", "why": WHY}).status_code == 302
    assert desk_list(hall.referee, hall.at).cases == ()
    casual = match(at=hall.at)
    client.force_login(PlayerFactory(is_superuser=True, is_staff=True))
    assert client.get(f"/desk/matches/{casual.pk}/result/").status_code == 404


def test_a_referee_who_plays_in_the_event_overturns_nothing_in_it(hall: Hall) -> None:
    hall.rule("result", ranks=[2, 1])
    hall.count(hall.match)
    player = hall.sitting(hall.second)[0]
    player.staff_of.create(league=hall.league, role="referee", since=hall.at)  # type: ignore[attr-defined]
    pairing = Pairing.objects.get(series__match=hall.match)
    given: dict[str, Any] = {"event_id": hall.event.pk, "pairing_id": pairing.pk, "why": WHY, "at": hall.at}
    assert code(lambda: overturn(by=player.pk, halves=(2, 0), **given)) == ("plays-here", None)
