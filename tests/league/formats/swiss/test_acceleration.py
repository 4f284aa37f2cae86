"""Baku acceleration by the handbook's own numbers, as a setting and in reports."""

from league.formats.protocol import Entrant, Pairing
from league.formats.swiss.acceleration import compute_baku
from league.formats.swiss.format import Swiss, build_tournament
from league.formats.trf import format_report, parse_report
from league.formats.trf.export import build_report
from league.formats.trf.next_round import parse_next_round
from league.formats.trf.records import Acceleration

ENTRANTS = [Entrant(number) for number in range(1, 15)]
SWISS = Swiss()
BAKU = SWISS.check({"rounds": 5, "acceleration": "baku"}, len(ENTRANTS))


def test_the_upper_half_made_even_is_accelerated_in_the_first_half_of_the_rounds() -> None:
    """C.04.7: of 161 players 82; of 9 rounds 3 with a point and 2 with half a point."""
    assert compute_baku(range(1, 162), 9, 2, 1) == dict.fromkeys(range(1, 83), (2, 2, 2, 1, 1))
    assert compute_baku(range(1, 5), 9, 2, 1) == {1: (2, 2, 2, 1, 1), 2: (2, 2, 2, 1, 1)}


def test_the_halves_are_paired_apart_in_the_first_round() -> None:
    upper = set(range(1, 9))
    made = [set(pairing.entrants) for pairing in SWISS.next_round(BAKU, ENTRANTS, ()) or ()]
    assert len(made) == 7
    assert all(pair <= upper or not pair & upper for pair in made)
    plain = SWISS.next_round(SWISS.check({"rounds": 5}, 14), ENTRANTS, ()) or ()
    assert [set(pairing.entrants) for pairing in plain] == [{one, one + 7} for one in range(1, 8)]


def test_a_late_entry_changes_nobodys_points_and_standings_count_no_virtual_ones() -> None:
    history = [tuple(Pairing((one, one + 7), (1, 1)) for one in range(1, 8))]
    entrants = [*ENTRANTS, *(Entrant(number, joined=1) for number in range(15, 21))]
    extra = build_tournament(BAKU, entrants, {entrant.id for entrant in entrants}, history).extra
    assert sorted(extra) == list(range(1, 9))
    assert {row.halves for row in SWISS.standings(BAKU, ENTRANTS, history)} == {1}


def test_a_report_has_the_points_for_programs_of_both_formats() -> None:
    sent = build_tournament(BAKU, ENTRANTS, {entrant.id for entrant in ENTRANTS}, ())
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
