"""Reports of random tournaments, to test pairing programs with."""

from random import Random

from league.formats.swiss.random_tournament import generate_tournament
from league.formats.trf.export import build_report
from league.formats.trf.next_round import read_report
from league.formats.trf.records import Field, Person
from league.formats.trf.report import format_report, parse_report
from league.formats.trf.standings import build_tie_breaks, compute_report_standings

TIE_BREAKS = ("BH-C1", "BH", "SB")
_BEST, _WORST = 2700, 1200


def generate_report(seed: str, players: int, rounds: int) -> str:
    """Return the report of a whole tournament; the same arguments give the same one.

    It ends earlier if a round can't be paired.
    """
    random = Random(seed)
    ratings = sorted((random.randint(_WORST, _BEST) for _ in range(players)), reverse=True)
    people = {number: Person(name=f"Player {number:04}", rating=str(rating)) for number, rating in enumerate(ratings, 1)}
    tournament = generate_tournament(random, players, rounds, rounds)
    header = [Field("012", f"Random tournament {seed}"), Field("062", str(players)), build_tie_breaks(TIE_BREAKS)]
    unranked = parse_report(format_report(build_report(tournament, people, header)))
    standings = compute_report_standings(read_report(unranked), TIE_BREAKS)
    ranks = {row.contender: row.rank for row in standings}
    return format_report(build_report(tournament, people, header, ranks))
