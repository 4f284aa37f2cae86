"""Rulings on a match or a whole event: who may rule, what stands in the books, what becomes of the event."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import reveal_board
from league.desk.actions.rulings import RULINGS, rule_on_event
from league.desk.queries.available_rulings import list_rulings
from league.desk.queries.cases import get_dashboard
from league.desk.rules import Need
from league.events.models import Entrant, EventLogEntry, Pairing, SeriesMatch
from league.people.models import Player
from league.ratings.models import RatedMatch, RatingChange
from league.results.actions.result_overrides import override_result
from matches.models import Match, Status
from tests.factories import GuestFactory, PlayerFactory, league, match, matches_of_round, staff
from tests.league.desk.hall import WHY, Hall, code

pytestmark = pytest.mark.django_db


def test_every_ruling_stands_in_the_matchs_log_the_events_and_the_audit_log(hall: Hall) -> None:
    given: dict[str, dict[str, Any]] = {"add-time": {"seats": [0, 1], "seconds": 60}}
    for kind in ("pause", "add-time", "resume", "annul", "reinstate"):
        n = hall.rule(kind, **given.get(kind, {}))
        entry = hall.row().entries.get(n=n)
        assert (entry.by, entry.note) == (None, WHY)
        line = AuditEntry.objects.order_by("pk").last()
        assert line is not None
        assert (line.act, line.why, line.by_id) == (RULINGS[kind].audit, WHY, hall.referee.pk)
        assert (line.subject_kind, line.subject_id, line.league_id) == ("match", hall.match, hall.league.pk)
        assert line.after["entry"] == n  # type: ignore[index]
        note = EventLogEntry.objects.filter(event=hall.event).first()
        assert note is not None
        assert (note.act, note.after["match"]) == (RULINGS[kind].audit, hall.match)  # type: ignore[index]


def test_a_ruling_whose_books_cannot_be_written_is_none(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("no book")

    monkeypatch.setattr("league.desk.actions.rulings.record", fail)
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


def test_a_ruled_result_can_be_overturned_and_the_match_itself_is_not_touched_again(hall: Hall) -> None:
    hall.rule("result", ranks=[2, 1])
    hall.count(hall.match)
    assert code(lambda: hall.rule("result", ranks=[1, 2])) == ("match-over", None)
    pairing = Pairing.objects.get(series__match=hall.match)
    override_result(
        event_id=hall.event.pk, pairing_id=pairing.pk, why=WHY, by=hall.organiser.pk, at=hall.at, halves=(1, 1)
    )  # fmt: skip
    assert RatedMatch.objects.get(match=hall.match).ruled == [1, 1]
    assert hall.row().ranks == [2, 1]


def test_an_annulled_match_waits_for_a_decision_and_is_played_again_on_the_same_sides(hall: Hall) -> None:
    sat = hall.sitting(hall.match)
    hall.rule("annul")
    hall.count(hall.match)
    (waiting,) = get_dashboard(hall.referee, hall.at).cases
    assert (waiting.match_id, waiting.needs) == (hall.match, (Need.ANNULLED,))
    assert list_rulings(hall.match) == ("play-again", "reinstate")
    again = hall.rule("play-again")
    assert hall.sitting(again) == sat
    assert matches_of_round(hall.event, 1) == [again, hall.second]
    assert hall.row(again).status == Status.OPEN
    assert RatedMatch.objects.filter(match__in=[hall.match, again]).count() == 1
    # Now it is nothing of the event's any more, and cannot come back beside its successor.
    assert code(lambda: hall.rule("reinstate")) == ("not-allowed", None)
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
    for person in (PlayerFactory(), hall.sitting(hall.second)[0]):
        client.force_login(person)
        assert client.get(path).status_code == 403
        refused = client.post(api, {"halves": "2-0", "why": WHY}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")


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
