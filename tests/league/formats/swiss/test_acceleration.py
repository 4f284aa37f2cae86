"""Baku acceleration by the handbook's own numbers, as a setting and in reports."""

from __future__ import annotations

from league.formats.protocol import Entrant, Kind, Pairing
from league.formats.swiss.acceleration import compute_baku
from league.formats.swiss.format import Swiss, build_tournament
from league.formats.trf import format_report, parse_report
from league.formats.trf.export import build_report
from league.formats.trf.next_round import parse_next_round
from league.formats.trf.records import Acceleration

ENTRANTS = [Entrant(number) for number in range(1, 15)]


def first_pairs(**settings: object) -> list[set[int]]:
    format = Swiss()
    made = format.next_round(format.check(settings, len(ENTRANTS)), ENTRANTS, ())
    return [{side for side in pairing.sides if side} for pairing in made or ()]


def test_of_161_players_82_are_accelerated() -> None:
    assert max(compute_baku(range(1, 162), 9, 2, 1)) == 82


def test_in_nine_rounds_three_have_a_point_and_two_half_a_point() -> None:
    assert compute_baku(range(1, 5), 9, 2, 1) == {1: (2, 2, 2, 1, 1), 2: (2, 2, 2, 1, 1)}


def test_the_halves_are_paired_apart_in_the_first_round() -> None:
    upper = set(range(1, 9))
    assert all(pair <= upper or not pair & upper for pair in first_pairs(rounds=5, acceleration="baku"))
    assert first_pairs(rounds=5) == [{one, one + 7} for one in range(1, 8)]


def test_a_late_entry_changes_nobodys_points() -> None:
    format = Swiss()
    settings = format.check({"rounds": 5, "acceleration": "baku"}, 14)
    history = [tuple(Pairing((one, one + 7), (2, 0)) for one in range(1, 8))]
    entrants = [*ENTRANTS, *(Entrant(number, joined=1) for number in range(15, 21))]
    extra = build_tournament(settings, entrants, {entrant.id for entrant in entrants}, history).extra
    assert sorted(extra) == list(range(1, 9))


def test_standings_count_no_virtual_points() -> None:
    format = Swiss()
    settings = format.check({"rounds": 5, "acceleration": "baku"}, 14)
    history = [tuple(Pairing((one, one + 7), (1, 1), Kind.GAME) for one in range(1, 8))]
    assert {row.halves for row in format.standings(settings, ENTRANTS, history)} == {1}


def test_a_report_has_the_points_for_programs_of_both_formats() -> None:
    format = Swiss()
    settings = format.check({"rounds": 5, "acceleration": "baku"}, 14)
    sent = build_tournament(settings, ENTRANTS, {entrant.id for entrant in ENTRANTS}, ())
    text = format_report(build_report(sent, {}))
    assert "250       1.0 001 002 0001 0008\n250       0.5 003 003 0001 0008\n" in text
    assert "XXA    1  1.0  1.0  0.5\n" in text
    assert parse_next_round(parse_report(text)).tournament == sent
    of_trf26 = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("XXA"))
    assert [record for _, record in parse_report(of_trf26).of(Acceleration)] == [
        Acceleration(10, 1, 2, 1, 8), Acceleration(5, 3, 3, 1, 8)
    ]  # fmt: skip
    assert parse_next_round(parse_report(of_trf26)).tournament == sent
    by_name = "".join(f"{line}\n" for line in of_trf26.splitlines() if not line.startswith("250"))
    by_name = by_name.replace("192 FIDE_DUTCH_2026", "192 FIDE_DUTCH_2026_BAKU")
    assert parse_next_round(parse_report(by_name)).tournament == sent
