"""Worked examples: the exercises of FIDE's Technical Commission (see `exercises`)."""

from league.formats.tie_breaks.definitions import TIE_BREAKS
from league.formats.tie_breaks.ledger import Rules
from league.formats.tie_breaks.standings import compute_standings
from tests.league.formats.tie_breaks.exercises import MANY_UNPLAYED, ROUND_ROBIN, SWISS, SWISS_RATINGS, table

FIELD = range(1, 17)

# By contender 1 to 16, as printed in the exercises; those of the Buchholz family with the caps of 2026 (noted).
SWISS_FIGURES: dict[str, tuple[float | None, ...]] = {
    # #4 was 15 (half-point bye: the dummy sinks from 3.5 to 2.5), #6 was 12 (bye), #11 was 13.5 (forfeit against 9).
    "BH": (12.5, 13, 15.5, 14, 8.5, 11.5, 14.5, 13.5, 9, 13, 12.5, 11.5, 14, 11, 12, 12.5),
    # #4 was 9.75, #6 was 6.5, #11 was 5.75.
    "SB": (8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25),
    # #4 was 8, #6 was 5.5, #11 was 4.25.
    "SB-C1": (7.25, 8.5, 9.25, 7.75, 3.25, 5, 1.25, 3.75, 2.25, 0, 3.25, 4, 4.25, 3, 2.5, 5.75),
    "WIN": (2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3),
    "WON": (2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3),
    "BPG": (2, 3, 2, 2, 2, 2, 3, 2, 1, 3, 2, 0, 3, 2, 3, 2),
    "BWG": (1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1),
    "PS": (11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5),
    "PS-C1": (10, 12, 10.5, 10.5, 5, 6, 5, 8, 2.5, 4, 5, 7, 6, 5, 7, 10),
    "REP": (5, 5, 5, 4, 5, 5, 5, 5, 3, 5, 5, 3, 5, 3, 5, 5),
    "ARO": (1820, 1880, 1940, 1888, 1690, 1813, 1760, 1730, 1975, 1880, 1863, 2050, 1930, 1800, 1860, 1820),
    # #12 played one game; the exercises print 0 for no opponent left.
    "ARO-C1": (1900, 1988, 2000, 1983, 1738, 1900, 1838, 1800, 2200, 1975, 2000, None, 2025, 1900, 1963, 1900),
    "TPR": (1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730, 1175, 1640, 1776, 1250, 1781, 1925, 1788, 1969),
    "APRO": (1789, 1856, 1904, 1772, 1719, 1846, 1869, 1915, 1805, 1717, 1840, 2081, 1879, 1775, 1776, 1805),
    "PTP": (2029, 2216, 2112, 2168, 1689, 1810, 1531, 1715, 950, 1575, 1763, 1250, 1744, 1942, 1768, 2013),
    "APPO": (1769, 1852, 1934, 1784, 1676, 1836, 1890, 1924, 1802, 1687, 1836, 2168, 1909, 1756, 1767, 1799),
    "RTNG": tuple(SWISS_RATINGS[number] for number in FIELD),
}
# Of those whom the exercises ask for; #11 was 12 before the cap.
BUCHHOLZ_CUT_1 = {5: 7.5, 8: 12, 11: 11, 7: 12.5, 9: 7.5, 13: 12, 1: 11, 3: 13, 4: 11.5, 16: 11, 12: 9.5, 14: 9, 15: 11}


def figures(key: str, text: str, ratings: dict[int, int] | None = None, rules: Rules | None = None) -> dict[int, float]:
    """By contender, as shown; those without a figure are left out."""
    places = compute_standings(*table(text, ratings), [key], rules)
    parts = TIE_BREAKS[key].parts
    shown = {place.contender: place.figures[key] for place in places}
    return {contender: figure / parts for contender, figure in shown.items() if figure is not None}


def test_the_swiss_of_the_exercises() -> None:
    points = {place.contender: place.halves for place in compute_standings(*table(SWISS), [])}
    assert tuple(points[number] for number in FIELD) == (7, 8, 7, 7, 5, 6, 3, 5, 3, 2, 5, 4, 3, 4, 4, 7)
    for key, printed in SWISS_FIGURES.items():
        expected = {number: figure for number, figure in zip(FIELD, printed, strict=True) if figure is not None}
        assert figures(key, SWISS, SWISS_RATINGS) == expected, key
    found = figures("BH-C1", SWISS)
    assert {number: found[number] for number in BUCHHOLZ_CUT_1} == BUCHHOLZ_CUT_1


MANY_UNPLAYED_FIGURES: dict[str, tuple[float, ...]] = {
    "WIN": (2, 4, 2, 1, 3, 1, 2, 1, 2, 3, 4, 3, 1, 3, 2), "WON": (1, 4, 1, 0, 2, 0, 1, 1, 2, 3, 3, 1, 0, 2, 1),
    "BWG": (0, 2, 1, 0, 1, 0, 1, 0, 1, 2, 2, 1, 0, 0, 1), "BPG": (3, 3, 2, 1, 3, 3, 3, 2, 3, 2, 3, 1, 2, 2, 3),
    "PS": (18, 16, 19.5, 7, 20, 11, 12.5, 7, 19, 11.5, 14, 18.5, 5.5, 12.5, 8),
    "PS-C1": (17.5, 16, 18.5, 7, 19, 10.5, 11.5, 6.5, 18, 11.5, 14, 18, 5.5, 12, 8),
    "BH": (26, 27.5, 25.5, 16, 25.5, 23.5, 25, 17.5, 27, 20.5, 22.5, 24.5, 20.5, 21, 21.5),
    "BH-C1": (24, 23.5, 22, 14.5, 24, 21, 22.5, 15.5, 23.5, 18, 20, 21, 19, 17.5, 20),
    "BH-C2": (21.5, 21, 18.5, 12, 21, 18.5, 20, 13.5, 20, 14.5, 18.5, 17.5, 17.5, 15.5, 17.5),
    "BH-M1": (19, 18.5, 17.5, 12, 19.5, 16.5, 17.5, 11.5, 18.5, 13.5, 15, 17.5, 14, 13, 15.5),
    "BH-M2": (12, 11.5, 10, 7, 12, 10, 10.5, 6, 10.5, 6.5, 9.5, 10.5, 8, 7.5, 9),
    "SB": (14, 14, 14.25, 6, 17.5, 7, 9.25, 4.75, 16.75, 9.25, 13.5, 14, 3.25, 8.25, 5.25),
    "SB-C1": (13, 11.5, 11.25, 6, 16, 5.75, 8, 3.25, 14.25, 8.5, 12, 14, 3.25, 6.25, 3.75),
}  # fmt: skip


def test_many_unplayed_rounds_as_the_tie_break_server_counts_them() -> None:
    """By contender 1 to 15, under the rules of 1 March 2026."""
    for key, counted in MANY_UNPLAYED_FIGURES.items():
        assert figures(key, MANY_UNPLAYED) == dict(enumerate(counted, 1)), key


def test_direct_encounter_in_the_swiss_of_the_exercises() -> None:
    """Exercises 23 and 24: among those with 3½ and 2½ points nobody is first whatever the missing games bring."""
    found = {place.contender: place.rank for place in compute_standings(*table(SWISS), ("DE",))}
    assert {number: found[number] for number in (1, 3, 4, 16)} == dict.fromkeys((1, 3, 4, 16), 2)
    assert {number: found[number] for number in (5, 8, 11)} == dict.fromkeys((5, 8, 11), 7)


ALL_MEET = Rules(everybody_meets=True)
ROUND_ROBIN_FIGURES: dict[str, tuple[float, ...]] = {
    "SB": (9.25, 6.25, 6.25, 4.25, 2.25, 3.25), "SB-C1": (9.25, 4.75, 4.75, 4.25, 1.5, 3.25),
    "KS": (2, 0.5, 0.5, 1, 0, 0.5), "WON": (3, 3, 3, 1, 0, 1), "WIN": (3, 3, 3, 1, 1, 1),
}  # fmt: skip


def test_the_round_robin_of_the_exercises() -> None:
    """Forfeits are games here, but none that was won by playing, and 5 won one.

    Exercise 26, direct encounter: 2, ½ and ½ points among 1, 2 and 3; ½, 1½ and 1 among 4, 5 and 6.
    """
    for key, expected in ROUND_ROBIN_FIGURES.items():
        assert figures(key, ROUND_ROBIN, rules=ALL_MEET) == dict(zip(range(1, 7), expected, strict=True)), key
    places = compute_standings(*table(ROUND_ROBIN), ["DE"], ALL_MEET)
    assert [(place.rank, place.contender) for place in places] == [(1, 1), (2, 2), (2, 3), (4, 5), (5, 6), (6, 4)]
    assert {place.contender: place.figures["DE"] for place in places} == {1: 1, 2: 2, 3: 2, 4: 3, 5: 1, 6: 2}
