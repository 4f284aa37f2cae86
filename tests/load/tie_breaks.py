"""`make bench`: all tie-breaks of a Swiss, read from results to places; the target is 100 ms for 1,000 contenders.

Figures only; a derivation is made for one figure when somebody opens it, and timed apart.
"""

import argparse
import time
from collections.abc import Callable
from random import Random

from league.formats.protocol import Kind, Pairing, Round
from league.formats.tie_breaks.definitions import TIE_BREAKS
from league.formats.tie_breaks.derivation import derive_figure
from league.formats.tie_breaks.ledger import Contender, Lots, Rules
from league.formats.tie_breaks.standings import compute_standings
from tests.league.formats.tie_breaks.exercises import meeting

TIMES = 9
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


def best(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of this process's own time, of the best of several goes."""
    wall, own = [], []
    for _ in range(TIMES):
        at, used = time.perf_counter(), time.process_time()
        work()
        wall.append(time.perf_counter() - at)
        own.append(time.process_time() - used)
    return 1000 * min(wall), 1000 * min(own)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--contenders", type=int, default=1000)
    given.add_argument("--rounds", type=int, default=8)
    asked = given.parse_args()
    event = tournament(asked.contenders, asked.rounds, Random(1))
    rules = Rules(lots=Lots(bytes(32), "the benchmark"))
    size = f"{asked.contenders} contenders × {asked.rounds} rounds"
    wall, own = best(lambda: compute_standings(*event, KEYS, rules))
    print(f"all {len(KEYS)} tie-breaks of {size}: {wall:.1f} ms, {own:.1f} ms of CPU")
    wall, own = best(lambda: compute_standings(*event, ["BH-C1", "BH", "SB", "DE", "WON"], rules))
    print(f"five usual tie-breaks of {size}: {wall:.1f} ms, {own:.1f} ms of CPU")
    wall, own = best(lambda: derive_figure(*event, ["BH-C1", "DE"], rules, contender=1, key="BH-C1"))
    print(f"one derivation of {size}: {wall:.1f} ms, {own:.1f} ms of CPU")


if __name__ == "__main__":
    main()
