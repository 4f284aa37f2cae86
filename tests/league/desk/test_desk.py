from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from engines.i18n import translate_stored
from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import answer_call, call_referee, reveal_board
from league.desk.actions.rulings import RULINGS, rule_on_event
from league.desk.queries.available_rulings import list_rulings
from league.desk.queries.cases import get_dashboard
from league.desk.queries.match_panel import get_referee_panel
from league.desk.rules import UNCREDITED_SHOWN_FOR, Need, list_needs
from league.events.models import EventLogEntry, Pairing, SeriesMatch
from league.people.models import Player
from league.ratings.models import RatedMatch, RatingChange
from league.results.actions.result_overrides import override_result
from matches.actions.close import hold_for_review
from matches.actions.sweep import record_heartbeat
from matches.liveness import Cause
from matches.models import Heartbeat, Match, Status
from matches.models.presence import WEB_PROCESSES
from matches.server_time import now
from tests.factories import PlayerFactory, league, match, matches_of_round, staff
from tests.league.desk.conftest import WHY, Hall, code

pytestmark = pytest.mark.django_db


def needed(at: datetime, *, turn_ms: int = 180_000, **told: Any) -> tuple[Need, ...]:
    row = {name: told.pop(name) for name in ("status", "deadline_at", "paused_until") if name in told}
    facts = {"called": False, "offline": False, "missing": False, "undecided": False, "quiet": at, **told}
    return list_needs(Match(**{"status": "playing", "control": {"turn_ms": turn_ms}, **row}), at, **facts)


def test_what_brings_a_match_to_the_desk() -> None:
    at = now()
    ago = at - timedelta(minutes=6)
    soon = at + timedelta(minutes=2)
    table: list[tuple[dict[str, Any], tuple[Need, ...]]] = [
        ({}, ()), ({"status": "review"}, (Need.REVIEW,)), ({"status": "closed", "called": True}, (Need.DISPUTE,)),
        ({"status": "paused"}, (Need.PAUSED,)), ({"status": "paused", "called": True}, (Need.DISPUTE, Need.PAUSED)),
        ({"status": "paused", "paused_until": soon}, ()), ({"offline": True}, (Need.GONE,)), ({"quiet": ago}, (Need.SLOW,)),
        ({"quiet": ago + timedelta(seconds=1)}, ()), ({"quiet": ago, "turn_ms": 181_000}, ()),
        ({"quiet": at - timedelta(minutes=5), "turn_ms": 10_000}, (Need.SLOW,)),
        ({"status": "open", "deadline_at": soon, "missing": True}, (Need.GONE,)),
        ({"status": "open", "deadline_at": soon}, ()),
        ({"status": "open", "deadline_at": soon + timedelta(seconds=1), "missing": True}, ()),
        ({"status": "void", "undecided": True}, (Need.ANNULLED,)),
    ]  # fmt: skip
    for given, told in table:
        assert needed(at, **given) == told, given


def test_the_list_shows_the_most_pressing_first(hall: Hall) -> None:
    assert get_dashboard(hall.referee, hall.at).cases == ()
    assert get_dashboard(hall.referee, hall.at).watched == 2
    hall.rule("pause")
    hold_for_review(match_id=hall.second, at=hall.at)
    told = get_dashboard(hall.referee, hall.at).cases
    assert [one.match_id for one in told] == [hall.second, hall.match]
    assert {one.match_id for one in get_dashboard(hall.organiser, hall.at).cases} == {hall.match, hall.second}
    assert get_dashboard(staff(league(slug="elsewhere"), "referee"), hall.at).cases == ()


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
    call_referee(match_id=hall.match, player_id=caller.pk, text="I had won.", at=ended + timedelta(hours=24))
    assert get_dashboard(hall.referee, hall.at).cases[0].needs == (Need.DISPUTE,)
    late = hall.at + timedelta(hours=24, seconds=1)
    assert code(
        lambda: call_referee(match_id=hall.match, player_id=opponent.pk, text="No.!", at=late)
    ) == ("match-over", None)  # fmt: skip


def overload(hall: Hall, seconds: float) -> None:
    """Let the web be overloaded just when the first match runs out of time."""
    deadline = hall.row().deadline_at
    began, ended = deadline - timedelta(seconds=1), deadline + timedelta(seconds=seconds)
    Heartbeat.objects.update_or_create(pk=WEB_PROCESSES, defaults={"beat_at": began})
    Match.objects.exclude(pk=hall.match).update(deadline_at=deadline + timedelta(hours=1))
    record_heartbeat(ended, kind=WEB_PROCESSES, cause=Cause.OVERLOAD)
    hall.at = ended


def test_a_match_at_the_limit_is_on_the_desk_until_time_is_added(hall: Hall, settings: LazySettings, client: Client) -> None:
    settings.OVERLOAD_CREDIT_S = 5
    overload(hall, 4.5)
    found = get_dashboard(hall.referee, hall.at).cases[0]
    assert (found.match_id, found.uncredited_ms) == (hall.match, 500)
    assert Need.TIME_CUT in found.needs
    client.force_login(hall.referee)
    page = client.get(f"/desk/matches/{hall.match}/").content.decode()
    assert "This match reached the overload limit: 0.5 s were not credited." in page
    hall.rule("add-time", seats=[0, 1], seconds=10)
    assert Need.TIME_CUT not in get_dashboard(hall.referee, hall.at).cases[0].needs


def test_outages_and_matches_lost_by_them_stay_on_a_desk_for_a_day(hall: Hall, settings: LazySettings, client: Client) -> None:
    settings.OVERLOAD_CREDIT_S = 5
    overload(hall, 20)
    (outage,) = get_dashboard(hall.referee, hall.at).outages
    assert (outage.seconds, outage.cause, outage.matches, outage.cut) == (21, "overload", 1, 1)
    client.force_login(hall.referee)
    page = client.get("/desk/").content.decode()
    assert "Cause: the server was overloaded. Time credited in 1 match." in page
    assert get_dashboard(hall.referee, hall.at + timedelta(hours=25)).outages == ()
    Match.objects.filter(pk=hall.match).update(
        status="closed", ranks=[1, 2], closed_at=hall.at, deadline_at=None, bot_due_at=None
    )
    assert get_dashboard(hall.referee, hall.at + UNCREDITED_SHOWN_FOR).cases[0].needs == (Need.TIME_CUT,)
    later = hall.at + UNCREDITED_SHOWN_FOR + timedelta(seconds=1)
    assert hall.match not in [one.match_id for one in get_dashboard(hall.referee, later).cases]


def test_every_ruling_stands_in_the_matchs_log_the_events_and_the_audit_log(hall: Hall) -> None:
    given: dict[str, dict[str, Any]] = {"add-time": {"seats": [0, 1], "seconds": 60}}
    for kind in ("pause", "add-time", "resume", "annul", "reinstate"):
        n = hall.rule(kind, **given.get(kind, {}))
        entry = hall.row().entries.get(n=n)
        assert (entry.by, entry.note) == (None, WHY)
        line = AuditEntry.objects.order_by("pk").last()
        assert (line.act, line.why, line.by_id) == (RULINGS[kind].audit, WHY, hall.referee.pk)
        assert (line.subject_kind, line.subject_id, line.league_id) == ("match", hall.match, hall.league.pk)
        assert line.after["entry"] == n  # type: ignore[index]
        note = EventLogEntry.objects.filter(event=hall.event).first()
        assert (note.act, note.after["match"]) == (RULINGS[kind].audit, hall.match)  # type: ignore[index]


def test_a_ruling_whose_books_cannot_be_written_is_none(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("no book")

    monkeypatch.setattr("league.desk.actions.rulings.record", fail)
    with pytest.raises(RuntimeError):
        hall.rule("pause")
    assert hall.row().status == Status.PLAYING


def test_a_referee_who_plays_in_the_event_cannot_rule_on_any_match_of_it(hall: Hall) -> None:
    player = hall.sitting(hall.match)[0]
    player.staff_of.create(league=hall.league, role="referee", since=hall.at)  # type: ignore[attr-defined]
    before = Match.objects.values().get(pk=hall.second)
    given = {"seats": [0], "seconds": 5, "ranks": [1, 2], "seat": 1}
    for kind in RULINGS:
        assert code(lambda kind=kind: hall.rule(kind, by=player, match=hall.second, **given)) == ("plays-here", None)
    assert code(lambda: reveal_board(match_id=hall.second, by=player.pk, why=WHY, at=hall.at)) == ("plays-here", None)
    pairing = Pairing.objects.get(series__match=hall.second).pk
    assert code(
        lambda: override_result(event_id=hall.event.pk, pairing_id=pairing, by=player.pk, halves=(2, 0), why=WHY, at=hall.at)
    ) == ("plays-here", None)
    assert Match.objects.values().get(pk=hall.second) == before
    shown = get_dashboard(player, hall.at + timedelta(hours=1))
    assert (shown.cases, shown.plays_in) == ((), (hall.event.name,))


def test_a_match_outside_events_has_the_sites_admins_as_referees(hall: Hall) -> None:
    admin = PlayerFactory(is_superuser=True, is_staff=True)
    casual = match(at=hall.at)
    assert code(lambda: hall.rule("pause", match=casual.pk)) == ("not-allowed", None)
    hall.rule("pause", by=admin, match=casual.pk)
    assert [one.match_id for one in get_dashboard(admin, hall.at).cases] == [casual.pk]
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
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    hall = Hall("single-elimination")
    hall.rule("result", ranks=[2, 1])
    hall.rule("disqualify", match=hall.second, seat=0)
    for one in (hall.match, hall.second):
        hall.count(one)
    final = matches_of_round(hall.event, 2)
    winners = {hall.sitting(one)[1].pk for one in (hall.match, hall.second)}
    assert {one.pk for one in hall.sitting(final[0])} == winners


def test_an_annulled_match_waits_for_a_decision_and_is_played_again_on_the_same_sides(hall: Hall, client: Client) -> None:
    sat = hall.sitting(hall.match)
    hall.rule("annul")
    hall.count(hall.match)
    (waiting,) = get_dashboard(hall.referee, hall.at).cases
    assert (waiting.match_id, waiting.needs) == (hall.match, (Need.ANNULLED,))
    assert list_rulings(hall.match) == ("play-again", "reinstate")
    client.force_login(hall.referee)
    answer = client.post(f"/desk/matches/{hall.match}/", {"ruling": "play-again", "why": WHY}, follow=True)
    again = matches_of_round(hall.event, 1)[0]
    assert (answer.status_code, answer.redirect_chain) == (200, [(f"/desk/matches/{again}/", 302)])
    assert hall.sitting(again) == sat
    assert matches_of_round(hall.event, 1) == [again, hall.second]
    assert hall.row(again).status == Status.OPEN
    assert RatedMatch.objects.filter(match__in=[hall.match, again]).count() == 1
    # It can be read, but cannot come back beside its successor.
    assert (client.get(f"/desk/matches/{hall.match}/").status_code, list_rulings(hall.match)) == (200, ())
    assert code(lambda: hall.rule("reinstate")) == ("not-possible", None)
    assert get_dashboard(hall.referee, hall.at).cases == ()


def test_a_referee_gives_an_ended_match_another_result_after_seeing_what_it_changes(hall: Hall, client: Client) -> None:
    hall.rule("result", ranks=[2, 1])
    hall.count(hall.match)
    path = f"/desk/matches/{hall.match}/result/"
    client.force_login(hall.referee)
    assert client.get(path).status_code == 200
    preview = client.get(path, {"halves": "2-0"}).content.decode()
    assert ("Changes caused by “" in preview, 'name="why"' in preview) == (True, True)
    assert client.get(path, {"halves": "3-0"}).status_code == 422
    assert client.post(path, {"halves": "2-0", "why": ""}).status_code == 422
    assert Pairing.objects.get(series__match=hall.match).reason == "ruled"
    assert client.post(path, {"halves": "2-0", "why": WHY}).status_code == 302
    assert Pairing.objects.get(series__match=hall.match).reason == "overturned"
    assert AuditEntry.objects.get(act="result.overturned").by_id == hall.referee.pk
    api = f"/api/v1/desk/matches/{hall.match}/result/"
    assert client.get(api, {"halves": "1-1"}).json()["words"] == "Draw"
    wrong = client.post(api, {"halves": "1-1"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["field"]) == (400, "why")
    assert client.post(api, {"halves": "1-1", "why": WHY}, content_type="application/json").status_code == 200


def test_an_annulled_match_counts_once_it_is_reinstated_or_its_pairing_is_given_a_result(hall: Hall, client: Client) -> None:
    client.force_login(hall.referee)
    hall.rule("annul", match=hall.second)
    hall.rule("annul")
    event = f"/events/{hall.event.pk}/"
    for path in (event, f"{event}rounds/1/", f"{event}standings/", f"/matches/{hall.match}/"):
        assert client.get(path).status_code == 200
    for kind, given in (("reinstate", {}), ("resume", {}), ("result", {"ranks": [1, 2]})):
        hall.rule(kind, match=hall.second, **given)
    hall.count(hall.second)
    assert Pairing.objects.get(series__match=hall.second).counted_at
    assert client.post(f"/desk/matches/{hall.match}/result/", {"halves": "0-2", "why": WHY}).status_code == 302
    assert get_dashboard(hall.referee, hall.at).cases == ()
    casual = match(at=hall.at)
    client.force_login(PlayerFactory(is_superuser=True, is_staff=True))
    assert client.get(f"/desk/matches/{casual.pk}/result/").status_code == 404


def test_referees_hold_all_matches_of_an_event_which_go_on_but_for_what_was_ruled_since(hall: Hall) -> None:
    def hold(by: Player, event: int = hall.event.pk, why: str = WHY) -> Any:
        return rule_on_event(do="hold", event_id=event, by=by.pk, why=why, at=hall.at)

    before, books, playing = hall.row().last_entry, AuditEntry.objects.count(), hall.players[0]
    assert code(lambda: hold(playing)) == ("not-allowed", None)
    playing.staff_of.create(league=hall.league, role="referee", since=hall.at)  # type: ignore[attr-defined]
    assert code(lambda: hold(playing)) == ("plays-here", None)
    assert code(lambda: hold(hall.referee, event=10**20)) == ("not-found", None)
    assert code(lambda: hold(hall.referee, why="  "))[1] == "why"
    assert (hall.row().status, AuditEntry.objects.count()) == (Status.PLAYING, books)
    made = hold(hall.referee)
    assert (made.match_ids, made.left) == ((hall.match, hall.second), ())
    assert [hall.row(one).status for one in made.match_ids] == [Status.PAUSED] * 2
    assert (hall.row().last_entry, translate_stored(hall.row().ruling["text"]).endswith(WHY)) == (before + 1, True)  # type: ignore[index]
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", flat=True))[-3:]
    assert acts == ["event.held", "match.paused", "match.paused"]
    hall.rule("add-time", seats=[0], seconds=60, match=hall.second)
    again = hold(hall.other)
    assert [(one.match_id, one.code) for one in again.left] == [(hall.match, "paused"), (hall.second, "paused")]
    gone_on = rule_on_event(do="go-on", event_id=hall.event.pk, by=hall.other.pk, why="It is over.", at=hall.at)
    assert gone_on.match_ids == (hall.match,)
    assert [hall.row(one).status for one in (hall.match, hall.second)] == [Status.PLAYING, Status.PAUSED]
    assert code(lambda: rule_on_event(do="go-on", event_id=hall.event.pk, by=hall.other.pk, why=WHY, at=hall.at)) == (
        "nothing-held", None,
    )  # fmt: skip


def test_an_event_is_held_on_the_page_and_through_the_api(hall: Hall, client: Client) -> None:
    page, endpoint = f"/desk/events/{hall.event.pk}/", f"/api/v1/desk/events/{hall.event.pk}/"
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
