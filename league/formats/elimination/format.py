"""The single and double elimination formats. Entrants are ordered by seed; a pairing's `key` is its node."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engines.words import marked, say
from league.formats.elimination.draw import MOST, Draw, Node, Part, Seed, double_elimination, single_elimination
from league.formats.elimination.play import NOBODY, Result, ranking, ready, stand
from league.formats.elimination.play import Place as Standing
from league.formats.protocol import Clinching, Entrant, Format, History, Pairing, Place, Round, contests
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.tables import Tally, tallies

_BEST_OF = (
    Field("best_of", marked("Games per series"), 1, 1, 15, help=marked("Best of this many games.")),
    Field(
        "best_of_final",
        marked("Games in the final"),
        None,
        1,
        15,
        help=marked("Leave blank to use the same number as in other series."),
    ),
    Field(
        "drawn",
        marked("Drawn matches"),
        "replay",
        choices=(
            ("replay", marked("are replayed with sides swapped")),
            ("seed", marked("are won by the higher seed")),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of both formats; `third_place` is for single, `reset` for double elimination."""

    best_of: int = 1
    best_of_final: int | None = None
    drawn: str = "replay"
    third_place: bool = False
    reset: bool = True


class Elimination(Format[Settings]):
    """Base of both formats. `next_round` returns all ready, unpaired matches, so call it after every result."""

    double: bool
    is_bracket = True
    can_draw = False
    clinching = Clinching.KNOCKOUT

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, MOST, entrants, marked("An elimination bracket"))
        return settings

    def draw(self, settings: Settings, entrants: int) -> Draw:
        """Return the structure of the bracket."""
        return _draw(self.double, entrants, settings.reset if self.double else settings.third_place)

    def best_of(self, settings: Settings, node: Node) -> int:
        """Return the maximum number of matches in a node's pairing."""
        final = node.part in (Part.FINAL, Part.RESET) or (node.last and not self.double)
        return (settings.best_of_final if final else None) or settings.best_of

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        """Return the number of rounds on the longest path through the bracket."""
        return _depth(self.draw(settings, entrants))

    def bracket(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> dict[str, Standing]:
        """Return the state of every node; sides and winners are seeds, that is, positions in `entrants` from 1."""
        if any(one.joined for one in entrants):
            raise BadSetting("entrants", say("Entrants can't be added once the bracket is drawn."))
        number = {one.id: at for at, one in enumerate(entrants, 1)}
        gone = frozenset(number[one.id] for one in entrants if not one.there)
        found: defaultdict[str, list[Result]] = defaultdict(list)
        for pairing in contests(history):
            if number.keys() >= set(pairing.entrants) and (one := _result(pairing, number, settings)):
                found[pairing.key].append(one)
        return _stand(self.draw(settings, len(entrants)), found, gone)

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        places = self.bracket(settings, entrants, history)
        ids = [one.id for one in entrants]
        table = tallies(ids, history)
        last = {(pairing.key, frozenset(pairing.entrants)): pairing for pairing in contests(history)}
        waiting = ready(places)
        made = []
        for one in waiting:
            before = last.get((one.node.key, frozenset(ids[seed - 1] for seed in one.sides if seed)))
            if before is None or before.decided:
                sides = _seated(one, ids, table, before)
                made.append(Pairing(sides, key=one.node.key, best_of=self.best_of(settings, one.node)))
        return tuple(made) if waiting else None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """Return the standings; entrants whose rank is still open come first, without a rank."""
        ranks = ranking(self.bracket(settings, entrants, history))
        table = tallies([one.id for one in entrants], history)
        order = sorted(range(1, len(entrants) + 1), key=lambda seed: (ranks.get(seed, 0), seed))
        ids = [entrants[seed - 1].id for seed in order]
        return tuple(
            table[one].line(ranks.get(seed), one, table[one].halves) for seed, one in zip(order, ids, strict=True)
        )


class SingleElimination(Elimination):
    """Elimination after one loss."""

    key = "single-elimination"
    title = marked("Single elimination")
    within = marked("single elimination")
    about = marked("Players are out after one loss.")
    fields = (*_BEST_OF, Field("third_place", marked("Third-place match"), False))
    double = False


class DoubleElimination(Elimination):
    """Elimination after two losses."""

    key = "double-elimination"
    title = marked("Double elimination")
    within = marked("double elimination")
    about = marked("Players are out after two losses.")
    fields = (*_BEST_OF, Field("reset", marked("Second final if the winners' finalist loses the first"), True))
    double = True


SINGLE, DOUBLE = SingleElimination(), DoubleElimination()


@lru_cache(maxsize=32)
def _draw(double: bool, entrants: int, option: bool) -> Draw:
    if double:
        return double_elimination(entrants, reset=option)
    return single_elimination(entrants, third_place=option)


@lru_cache(maxsize=32)
def _depth(draw: Draw) -> int:
    depth: dict[str, int] = {}
    for node in draw.nodes:
        known = [one for one in node.sides if not isinstance(one, Seed) or one.number <= draw.entrants]
        before = [depth[one.of] for one in known if not isinstance(one, Seed)]
        if node.part is Part.RESET:
            before.append(depth["F1"])
        depth[node.key] = max(before, default=0) + (len(known) == 2)
    return max(depth.values())


def _stand(draw: Draw, found: Mapping[str, list[Result]], gone: frozenset[int]) -> dict[str, Standing]:
    """Return the state of all nodes. Of several results of a node (replay, override) the last fitting one counts."""
    chosen = {key: results[-1] for key, results in found.items()}
    while True:
        places = stand(draw, chosen, gone)
        fitting = {
            key: fits[-1]
            for key, results in found.items()
            if (fits := [one for one in results if set(one.between) == set(places[key].sides)])
        }
        if fitting.items() <= chosen.items():
            return places
        chosen |= fitting


def _result(pairing: Pairing, number: Mapping[int, int], settings: Settings) -> Result | None:
    """Return the result of a pairing, or None while it is open or must be replayed. 0-0 is a double forfeit."""
    if not pairing.decided:
        return None
    one, other = pairing.entrants
    made, against = (halves or 0 for halves in pairing.halves)
    between = (number[one], number[other])
    if pairing.through is not None:
        return Result(between, number[pairing.through])
    if made == against == 0:
        return Result(between, NOBODY)
    if made == against:
        return Result(between, min(between)) if settings.drawn == "seed" else None
    return Result(between, number[one if made > against else other])


def _seated(place: Standing, ids: Sequence[int], table: Mapping[int, Tally], before: Pairing | None) -> tuple[int, int]:
    """Return the sides by seat: first the entrant with fewer first seats, then the higher seed; a replay swaps them."""
    if before:
        return before.entrants[1], before.entrants[0]
    one, other = sorted(seed for seed in place.sides if seed)
    high, low = ids[one - 1], ids[other - 1]
    return (low, high) if table[high].tilt > table[low].tilt else (high, low)
