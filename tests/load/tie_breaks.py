"""`make bench`: all tie-breaks of a Swiss, read from results to places; the target is 100 ms for 1,000 contenders.

Figures only; a derivation is made for one figure when somebody opens it, and timed apart.
"""

from random import Random

from league.formats.protocol import Kind, Pairing, Round
from league.formats.tie_breaks.definitions import TIE_BREAKS
from league.formats.tie_breaks.derivation import derive_figure
from league.formats.tie_breaks.ledger import Contender, Lots, Rules
from league.formats.tie_breaks.standings import compute_standings
from tests.league.formats.tie_breaks.exercises import meeting
from tests.load.measure import TIMES, hold, read_arguments, tell_missed, timed

KEYS = [key for key, one in TIE_BREAKS.items() if one.swiss and not one.teams and key != "SEED"]


def tournament(contenders: int, rounds: int, rng: Random) -> tuple[list[Contender], list[Round]]:
    """Neighbours in points meet; one in fifty has a bye, and one match in fifty is a forfeit."""
    entered = [Contender(number, number, rng.randrange(1000, 2800)) for number in range(1, contenders + 1)]
    points = dict.fromkeys(range(1, contenders + 1), 0)
    made: list[Round] = []
    for _ in range(rounds):
        order = sorted(points, key=lambda one: (points[one], rng.random()))
        alone = rng.sample(order, contenders // 50)
        paired = [one for one in order if one not in alone]
        results = [Pairing((one, None), (rng.randrange(3), None), Kind.BYE) for one in alone]
        for first, second in zip(paired[::2], paired[1::2], strict=False):
            kind = Kind.FORFEIT if rng.random() < 0.02 else Kind.GAME
            halves = 2 if kind is Kind.FORFEIT else rng.choice([0, 1, 2])
            results += meeting(first, second, halves, 2 - halves, kind)
        for one in results:
            for contender in one.entrants:
                points[contender] += one.made(contender)
        made.append(tuple(results))
    return entered, made


def main() -> None:
    asked = read_arguments(contenders=1000, rounds=8)
    event = tournament(asked.contenders, asked.rounds, Random(1))
    rules = Rules(lots=Lots(bytes(32), "the benchmark"))
    wall, _ = timed(lambda: compute_standings(*event, KEYS, rules), TIMES)
    hold(f"ms for all {len(KEYS)} tie-breaks of {asked.contenders} contenders x {asked.rounds} rounds", wall, 100)
    wall, _ = timed(lambda: derive_figure(*event, ["BH-C1", "DE"], rules, contender=1, key="BH-C1"), TIMES)
    hold("ms for one derivation", wall, 100)
    tell_missed()


if __name__ == "__main__":
    main()
