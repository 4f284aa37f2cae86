"""Staff enter results of matches that were played elsewhere: alone, or a whole round in one grid."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.closed_matches import process_closed_match
from league.event_console.override_preview import preview_override
from league.events.models import Event, EventLogEntry, Pairing, SeriesMatch, Side
from league.formats.trf import parse_report
from league.formats.trf.records import PlayerLine
from league.pairings.actions.rounds import create_next_round, publish_round_manually
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import RatedMatch, RatingChange
from league.results.actions.result_entry import enter_results, remove_result
from league.results.actions.result_overrides import override_result, revert_override
from matches.errors import ActionError
from matches.models import Match, Status
from tests.factories import NOON, PlayerFactory, league, staff, started_event
from tests.league.events.playing import halves_of, refused, swiss, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def same_four(module_rows: None) -> int:
    return swiss(4).pk


@pytest.fixture
def four(same_four: int) -> Event:
    """A swiss of four in its first of three rounds."""
    return Event.objects.select_related("organiser").get(pk=same_four)


def open_pairings(made: Event, number: int = 1) -> list[Pairing]:
    rows = Pairing.objects.filter(round__event=made, round__number=number, counted_at=None, kind="game")
    return list(rows.order_by("board"))


def row_of(pairing_id: int, result: str = "", **more: Any) -> dict[str, Any]:
    return {"pairing_id": pairing_id, "result": result, **more}


def enter(made: Event, results: Sequence[str], number: int = 1, **more: Any) -> list[Pairing]:
    pairings = open_pairings(made, number)[: len(results)]
    rows = [row_of(one.pk, result, **more) for one, result in zip(pairings, results, strict=True)]
    enter_results(event_id=made.pk, number=number, results=rows, by=made.organiser_id, at=NOON)
    return pairings


def state(made: Event) -> tuple[Any, ...]:
    sides = Side.objects.filter(round__event=made).order_by("pk").values_list("entrant", "halves")
    return (
        list(sides), list(Pairing.objects.filter(round__event=made).order_by("pk").values()),
        list(Match.objects.order_by("pk").values_list("pk", "status")), EventLogEntry.objects.count(),
        list(Event.objects.values()),
    )  # fmt: skip


def test_a_table_of_heats_is_entered_by_places_and_who_has_none_gets_nothing() -> None:
    made = started_event(format="heats", settings={"rounds": 2}, game="zero-day", auto_advance=False)
    (table,) = open_pairings(made)
    given: dict[str, Any] = {"event_id": made.pk, "by": made.organiser_id, "at": NOON}
    enter_results(number=1, results=[row_of(table.pk, places=(1, 2, 3, 0))], **given)
    assert halves_of(table)[3] == 0 < (halves_of(table)[0] or 0)
    remove_result(pairing_id=table.pk, **given)
    removed = EventLogEntry.objects.get(event=made, act="result.removed")
    assert (removed.by_id, removed.after) == (made.organiser_id, {**removed.before, "result": ""})
    enter_results(number=1, results=[row_of(table.pk, places=(2, 1, 3, 4))], **given)
    table.refresh_from_db()
    made_halves = [half or 0 for half in halves_of(table)]
    assert made_halves[1] > made_halves[0] > made_halves[2] > made_halves[3]
    assert (table.forfeit, table.reason) == (False, "entered")
    found = preview_override(made.pk, table.pk, places="1-2-3-4").found
    assert found is not None
    assert {one.after for one in found.moved} == {1, 2}


def met(made: Event, number: int) -> set[frozenset[int | None]]:
    found = Pairing.objects.filter(round__event=made, round__number=number)
    return {frozenset(one.sides.values_list("entrant", flat=True)) for one in found}


def next_round(made: Event, number: int) -> None:
    assert create_next_round(event_id=made.pk, at=NOON, by=made.organiser_id) == number
    publish_round_manually(event_id=made.pk, number=number, by=made.organiser_id, at=NOON)


def test_a_drawn_result_that_is_ruled_or_entered_is_a_played_one_and_the_pair_does_not_meet_again(four: Event) -> None:
    made = four
    first, _ = open_pairings(made)
    override_result(
        event_id=made.pk, pairing_id=first.pk, halves=(1, 1), why="Agreed by both", by=made.organiser_id, at=NOON
    )  # fmt: skip
    first.refresh_from_db()
    assert not first.forfeit
    enter(made, ["1/2-1/2"])
    next_round(made, 2)
    assert not met(made, 1) & met(made, 2)


def test_the_report_has_played_results_and_forfeits(client: Client) -> None:
    made = swiss(8)
    enter(made, ["1-0", "1/2-1/2", "0F-1F", "0-0"])
    text = client.get(f"/events/{made.pk}/report.trf").content.decode()
    cells = sorted(one.rounds[0].result for _, one in parse_report(text).of(PlayerLine))
    assert cells == sorted("10==+-00")


def test_tie_breaks_count_an_entered_win_as_a_game_and_a_walkover_not(four: Event) -> None:
    """FIDE C.07, article 7.2: games won over the board are those of entered results, and not walkovers."""
    made = four
    made.update(tie_breaks=["DE", "WON"])
    enter(made, ["1-0", "1F-0F"])
    lines = {line.person.entrant_id: line for line in tables_of(made.pk)[0].lines}
    sides = [list(one.sides.order_by("number").values_list("entrant", flat=True)) for one in made.rounds.get().pairings.all()]
    entered, walkover = (lines[both[0]] for both in sides)
    assert (entered.points, walkover.points) == ("1", "1")
    assert (entered.figures[1], walkover.figures[1]) == ("1", "0")


@pytest.mark.parametrize("rate_entered", [True, False])
def test_entered_results_are_rated_where_the_event_says_so(four: Event, rate_entered: bool) -> None:
    made = four
    made.update(rate_entered=rate_entered)
    enter(made, ["1-0", "1F-0F"])
    for match_id in Match.objects.filter(status=Status.CLOSED).values_list("pk", flat=True):
        process_closed_match(match_id=match_id, at=NOON)
    assert RatingChange.objects.count() == (2 if rate_entered else 0)
    assert compare_pool(pool=made.game).first == ""


def test_a_correction_of_an_entered_result_rates_it_anew_and_can_be_taken_back() -> None:
    made = swiss(4, rate_entered=True)
    (pairing,) = enter(made, ["1-0"])
    match_id = pairing.series.get().match_id
    process_closed_match(match_id=match_id, at=NOON)
    found = preview_override(made.pk, pairing.pk, result="0-1").found
    assert found is not None
    assert {one.after - one.before for one in found.ratings} == {40, -40}
    given: dict[str, Any] = {"event_id": made.pk, "by": made.organiser_id, "at": NOON}
    made_id = override_result(pairing_id=pairing.pk, halves=(0, 2), why="Typed in wrong", **given)
    pairing.refresh_from_db()
    assert (halves_of(pairing), pairing.forfeit) == ([0, 2], False)
    assert RatedMatch.objects.get(match=match_id).ruled in ([1, 2], [2, 1])
    revert_override(overturn_id=made_id, **given)
    pairing.refresh_from_db()
    assert (halves_of(pairing), pairing.reason, pairing.forfeit) == ([2, 0], "entered", False)
    override_result(pairing_id=pairing.pk, halves=(2, 0), how="forfeit", why="Never played", **given)
    assert RatingChange.objects.filter(match=match_id).count() == 0


def test_a_removed_result_is_open_again_and_rates_nothing(four: Event) -> None:
    made = four
    made.update(rate_entered=True)
    first, second = enter(made, ["1-0", "1F-0F"])
    process_closed_match(match_id=first.series.get().match_id, at=NOON)
    for one in (first, second):
        remove_result(event_id=made.pk, pairing_id=one.pk, by=made.organiser_id, at=NOON)
        assert halves_of(one) == [None, None]
        assert one.series.get().match.status == Status.OPEN
    assert RatingChange.objects.count() == 0
    enter(made, ["0-1", "1/2-1/2"])
    next_round(made, 2)
    with refused("later-round"):
        remove_result(event_id=made.pk, pairing_id=first.pk, by=made.organiser_id, at=NOON)


def test_a_series_is_entered_with_its_score() -> None:
    made = started_event(format="single-elimination", settings={"best_of": 3})
    with refused("bad-result"):
        enter(made, ["1/2-1/2"])  # a bracket takes no draw
    with refused("bad-score"):
        enter(made, ["15-14"])
    first, second = open_pairings(made)
    rows = [row_of(first.pk, "1-0", score="2:1"), row_of(second.pk, "1-2")]
    enter_results(event_id=made.pk, number=1, results=rows, by=made.organiser_id, at=NOON)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.score, halves_of(first)) == ("2-1", [2, 0])
    assert (second.score, halves_of(second)) == ("1-2", [0, 2]), "the score alone says who won"
    final = Pairing.objects.get(round__event=made, round__number=2)
    winners = {first.sides.get(number=0).entrant_id, second.sides.get(number=1).entrant_id}
    assert set(final.sides.values_list("entrant", flat=True)) == winners


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"result": "2-"}, "bad-result", "results.1.result"),
    ({"result": "1/2-1/2", "score": "2-1"}, "bad-score", "results.1.score"),
    ({"result": "1-0", "score": "x"}, "bad-score", "results.1.score"),
    ({"result": "1F-0F", "score": "0-2"}, "bad-score", "results.1.score"),
    ({"places": (1, 2)}, "bad-result", "results.1.result"),
    ({}, "bad-result", "results.1.result"),
]


@pytest.mark.parametrize("result", ["1-0", "1F-0F"])
def test_each_further_result_of_a_grid_takes_only_few_statements(result: str) -> None:
    counts = []
    for size in (4, 16):
        made = swiss(size)
        with CaptureQueriesContext(connection) as seen:
            enter(made, [result] * (size // 2))
        counts.append(len(seen))
    assert counts[1] - counts[0] <= 6 * 6


def test_a_wrong_row_refuses_the_whole_grid_and_is_named(four: Event) -> None:
    first, second = open_pairings(four)
    before = state(four)
    for row, code, field in BAD:
        rows = [row_of(first.pk, "1-0"), row_of(second.pk, **row)]
        with pytest.raises(ActionError) as refusal:
            enter_results(event_id=four.pk, number=1, by=four.organiser_id, at=NOON, results=rows)
        assert (refusal.value.code, refusal.value.field) == (code, field), row
        assert refusal.value.text.startswith("Board 2 (")
    assert state(four) == before


def test_what_has_a_result_is_being_played_or_is_of_another_event_is_not_entered(four: Event) -> None:
    made, other = four, swiss(4)
    (entered,) = enter(made, ["1-0"])
    (waiting,) = open_pairings(made)
    Match.objects.filter(series_match__pairing=waiting).update(status=Status.PLAYING)
    foreign = open_pairings(other)[0]
    before = state(made)
    given: dict[str, Any] = {"event_id": made.pk, "number": 1, "by": made.organiser_id, "at": NOON}
    for pairing, code in ((entered, "has-result"), (waiting, "being-played"), (foreign, "not-found")):
        with refused(code):
            enter_results(results=[row_of(pairing.pk, "1-0")], **given)
    for rows, code in (([], "no-results"), ([row_of(waiting.pk, "1-0")] * 2, "named-twice")):
        with refused(code):
            enter_results(results=rows, **given)
    assert state(made) == before


def test_a_round_tells_walkovers_and_offers_no_replay_of_a_match_whose_result_was_entered(client: Client) -> None:
    made = swiss(6)
    first, *_ = enter(made, ["1-0", "1F-0F", "0F-0F"])
    match = SeriesMatch.objects.get(pairing=first).match_id
    page = client.get(f"/events/{made.pk}/rounds/1/").content.decode()
    assert (page.count("walkover"), page.count("double forfeit")) == (1, 1)
    assert (f'<a href="/matches/{match}/">Match</a>' in page, "Replay" in page) == (True, False)


def test_the_api_enters_corrects_and_removes(client: Client, four: Event) -> None:
    made = four
    first, second = open_pairings(made)
    client.force_login(made.organiser)
    endpoints = f"/api/v1/events/{made.pk}/manage/do"

    def post(action: str, **body: Any) -> Any:
        return client.post(f"{endpoints}/{action}/", body, content_type="application/json")

    rows = [{"pairing_id": first.pk, "result": "1-0"}, {"pairing_id": second.pk, "result": "what"}]
    wrong = post("enter-results", number=1, results=rows).json()
    assert (wrong["code"], wrong["field"]) == ("bad-result", "results.1.result")
    assert post("enter-results", number=1, results=[*rows[:1], {"pairing_id": second.pk, "winner": 1}]).json()["code"] == (
        "unknown-field"
    )
    for nonsense in ("x", [1], [{"result": "1-0"}], [{"pairing_id": "a", "result": 7}]):
        assert post("enter-results", number=1, results=nonsense).status_code == 400
    assert post("enter-results", number=1, results=rows[:1]).json()["made"] == 1
    corrected = post("overturn", pairing_id=first.pk, result="1/2-1/2", why="Both say so")
    assert corrected.status_code == 200
    assert halves_of(first) == [1, 1]
    told, entered = EventLogEntry.objects.filter(event=made)[:2]
    names = " – ".join(first.sides.order_by("number").values_list("entrant__player__username", flat=True))
    assert entered.after == {"round": 1, "players": names, "result": "1-0"}
    assert (told.before, told.after) == ({"result": "1-0"}, {**entered.after, "result": "1/2-1/2"}), "the log names both"
    assert post("remove-result", pairing_id=first.pk).json()["code"] == "not-entered"
    assert post("take-back", overturn_id=corrected.json()["made"]).status_code == 200
    assert post("remove-result", pairing_id=first.pk).status_code == 200
    assert halves_of(first) == [None, None]


def test_a_scorer_enters_and_removes_results_and_may_do_nothing_else(client: Client) -> None:
    north = league()
    olivia = north.staff.get().player
    made = started_event(
        *PlayerFactory.create_batch(4), organiser=olivia, league=north.pk, format="swiss", settings={"rounds": 2}
    )
    scorer, (first, second) = staff(north, "scorer"), open_pairings(made)
    client.force_login(scorer)
    assert "Enter results" in client.get(f"/events/{made.pk}/").content.decode()
    page = client.get(f"/events/{made.pk}/manage/results/").content.decode()
    assert f'name="result-{first.pk}"' in page
    assert "/manage/settings/" not in page
    assert f"/manage/results/{first.pk}/" not in page
    client.post(f"/events/{made.pk}/manage/results/enter/", {"number": "1", f"result-{first.pk}": "1-0"})
    assert halves_of(first) == [2, 0]
    remove_result(event_id=made.pk, pairing_id=first.pk, by=scorer.pk, at=NOON)
    with refused("not-allowed"):
        override_result(event_id=made.pk, pairing_id=second.pk, halves=(2, 0), why="I say so", by=scorer.pk, at=NOON)


def test_a_scorer_who_plays_in_the_event_enters_nothing(client: Client) -> None:
    north = league()
    olivia, scorer = north.staff.get().player, staff(north, "scorer")
    made = started_event(scorer, PlayerFactory(), organiser=olivia, league=north.pk)
    client.force_login(scorer)
    assert client.get(f"/events/{made.pk}/manage/results/").status_code == 403
    rows = [row_of(open_pairings(made)[0].pk, "1-0")]
    with refused("plays-here"):
        enter_results(event_id=made.pk, number=1, results=rows, by=scorer.pk, at=NOON)
