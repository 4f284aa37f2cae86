"""Three points for a win: standings, pairings, byes, tie-breaks, files and pages agree on them."""

import pytest
from django.test import Client

from league.event_files.exports import build_trf, get_event
from league.events.models import Entrant, Event, Pairing
from league.formats.trf import parse_report
from league.formats.trf.check import check_report
from league.formats.trf.records import Field
from league.pairings.actions.pairing_requests import set_bye
from league.pairings.actions.rounds import create_next_round, publish_round_manually
from league.registration.actions.late_entries import enter_late
from league.registration.actions.placeholders import create_placeholders
from league.registration.actions.withdrawals import withdraw
from league.results.actions.event_start import start_event
from league.results.actions.result_entry import enter_results
from league.standings.forecast import simulate_event
from league.standings.rows import load_rows
from league.standings.standings_calculation import compute_lines
from tests.factories import NOON, PlayerFactory, agree
from tests.league.formats.trf import second_standings
from tests.league.results.test_trf_import import chess, imported, lines

pytestmark = pytest.mark.django_db


def _enter(made: Event, players: int) -> dict[int, int]:
    names = [f"Player {number}" for number in range(1, players + 1)]
    return dict(enumerate(create_placeholders(event_id=made.pk, by=made.organiser_id, names=names, at=NOON), 1))


def _play(made: Event, number: int, results: list[str]) -> None:
    if number > 1:
        create_next_round(event_id=made.pk, by=made.organiser_id, at=NOON)
        publish_round_manually(event_id=made.pk, number=number, by=made.organiser_id, at=NOON)
    boards = Pairing.objects.filter(round__event=made, round__number=number, counted_at=None).order_by("board")
    rows = [{"pairing_id": row.pk, "result": result} for row, result in zip(boards, results, strict=True)]
    enter_results(event_id=made.pk, number=number, results=rows, by=made.organiser_id, at=NOON)


def _points(made: Event) -> dict[int, float]:
    seeds = dict(Entrant.objects.filter(event=made).values_list("pk", "seed"))
    return {seeds[line.entrant] or 0: line.halves / 2 for line in compute_lines(load_rows(made.stages.get()))}


def test_a_swiss_with_three_points_for_a_win(client: Client) -> None:
    """A win, a forfeit win, a full-point bye and the pairing bye are worth 3; a draw and a half-point bye 1."""
    made = chess(settings={"rounds": 4, "points": "three"})
    ids, by = _enter(made, 7), made.organiser_id
    set_bye(event_id=made.pk, entrant_id=ids[6], number=1, halves=1, by=by, at=NOON)
    set_bye(event_id=made.pk, entrant_id=ids[7], number=1, halves=2, by=by, at=NOON)
    assert simulate_event(made.pk, lambda: False).trouble == ""
    start_event(event_id=made.pk, by=by, at=NOON)
    _play(made, 1, ["1-0", "1F-0F"])
    assert _points(made) == {1: 3, 2: 0, 3: 0, 4: 3, 5: 3, 6: 1, 7: 3}
    agree(made, late := PlayerFactory())
    enter_late(event_id=made.pk, username=late.username, halves=1, by=by, at=NOON)
    assert _points(made)[8] == 1
    _play(made, 2, ["1/2-1/2", "1-0", "1-0", "1-0"])
    played = Pairing.objects.filter(round__event=made, round__number=2).order_by("board").first()
    assert played
    assert {side.halves for side in played.sides.all()} == {2}
    for seed, halves in ((2, 2), (3, 1), (4, 0)):
        set_bye(event_id=made.pk, entrant_id=ids[seed], number=3, halves=halves, by=by, at=NOON)
    text = build_trf(get_event(made.pk))
    report = parse_report(text)
    assert report.fields("162")[0][1] == Field("162", "W 3.0    D 1.0    P 3.0")
    assert report.fields("XXS")[0][1] == Field("XXS", "W=3.0 D=1.0 PAB=3.0")
    assert [line.rounds[0].result for line in lines(text).values()][5:] == ["H", "F", "H"]
    assert [lines(text)[seed].rounds[2].result for seed in (2, 3, 4)] == ["F", "H", "Z"]
    assert [found.text for found in check_report(report)] == []
    assert {start: line.rank for start, line in lines(text).items()} == second_standings.ranks(text, 3, 1)
    again = imported(text)
    assert again.stages.get().settings["points"] == "three"
    assert _points(again) == _points(made)
    assert lines(build_trf(get_event(again.pk))) == lines(text)
    page = client.get(f"/events/{made.pk}/").content.decode()
    assert "win 3, draw 1, loss 0" in page
    assert client.get(f"/events/{made.pk}/standings/").status_code == 200


def test_a_round_robin_and_groups_with_three_points_for_a_win() -> None:
    """Also the forfeits that a withdrawal leaves."""
    for made in (
        chess(format="round-robin", settings={"points": "three"}),
        chess(format="groups", settings={"points": "three", "groups": 1, "top": 2}),
    ):
        ids = _enter(made, 4)
        start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
        publish = Pairing.objects.filter(round__event=made, round__number=1).count()
        _play(made, 1, ["1-0", "1/2-1/2"][:publish])
        assert sorted(_points(made).values()) == [0, 1, 1, 3]
        withdraw(event_id=made.pk, entrant_id=ids[4], by=made.organiser_id, at=NOON)
        forfeited = Pairing.objects.filter(round__event=made, round__number=2, sides__entrant=ids[4]).get()
        assert sorted(side.halves or 0 for side in forfeited.sides.all()) == [0, 6]
