"""Heats at tables of up to four, for games with more than two seats. A final table can decide the top places."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.i18n import mark, translate as _, translate_n
from league.formats.heat_tables import POINTS_BY_PLACE, score_heat, seat_entrants, summarize_heats
from league.formats.protocol import Entrant, Format, History, Kind, Pairing, Round, TableRow, contests, has_undecided
from league.formats.settings import BadSetting, Field, check_entrant_count, parse_settings
from league.formats.tables import rank_entrants, tally_results

FINAL_KEY = "final"
POINTS_BY_PLACE_LABELS = {
    2: mark("Half points by place at a table of 2"),
    3: mark("Half points by place at a table of 3"),
    4: mark("Half points by place at a table of 4"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of the heats format."""

    rounds: int = 4
    seats: int = 4
    final: bool = False
    points_2: tuple[int, ...] = POINTS_BY_PLACE[2]
    points_3: tuple[int, ...] = POINTS_BY_PLACE[3]
    points_4: tuple[int, ...] = POINTS_BY_PLACE[4]

    def points(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """Return half points by seat for these ranks (1 is first)."""
        return score_heat(ranks, {2: self.points_2, 3: self.points_3, 4: self.points_4}[len(ranks)])


class Heats(Format[Settings]):
    """The heats format. Pairings have two to four sides, side 0 in the first seat; results are `Settings.points`."""

    key = "heats"
    title = mark("Heats")
    within = mark("heats")
    about = mark("Tables of three or four, with points by place.")
    fields = (
        Field("rounds", mark("Heats"), 4, 1, 60),
        Field(
            "seats",
            mark("Seats per table"),
            4,
            2,
            4,
            help=mark("Some tables have one seat fewer if the numbers don't divide evenly."),
        ),
        Field(
            "final",
            mark("Final table"),
            False,
            help=mark("The best players of all heats play one last match for the top places."),
        ),
        *(Field(f"points_{size}", POINTS_BY_PLACE_LABELS[size], POINTS_BY_PLACE[size], 0, 100) for size in (2, 3, 4)),
    )
    takes_late = True
    by_places = True

    def seats(self, data: Mapping[str, Any]) -> tuple[int, ...]:
        largest = data.get("seats", 4)
        return (largest, max(2, largest - 1)) if isinstance(largest, int) else (4, 3)

    def worth(self, data: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool) -> tuple[int, ...]:
        return self.check(data, 1000).points(ranks) if 1 in ranks else tuple(0 for _ in ranks)

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, 1000, entrants, mark("A heats event"))
        if settings.seats > entrants:
            text = translate_n(
                "A table of {seats} needs more than {n} entrant.",
                "A table of {seats} needs more than {n} entrants.",
                entrants,
                seats=settings.seats,
            )
            raise BadSetting("seats", text)
        for size, by_place in ((2, settings.points_2), (3, settings.points_3), (4, settings.points_4)):
            if len(by_place) != size or list(by_place) != sorted(by_place, reverse=True) or by_place[0] == by_place[-1]:
                text = _("Enter {size} numbers from highest to lowest, not all equal.", size=size)
                raise BadSetting(f"points_{size}", text)
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return settings.rounds + settings.final

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        number = len(history) + 1
        if has_undecided(history):
            return ()
        active = [entrant for entrant in entrants if entrant.there]
        if number > settings.rounds or len(active) < 2:
            return self._pair_final(settings, entrants, history)
        absent = [entrant.id for entrant in active if number in entrant.away]
        ready = [entrant.id for entrant in active if entrant.id not in absent]
        tables, byes = seat_entrants(ready, settings.seats, summarize_heats(history), _count_head_start(entrants, history))
        mean = settings.points_2[0] // 2
        return (
            *(Pairing(table, (None,) * len(table)) for table in tables),
            *(Pairing((entrant, None), (mean, None), Kind.PAIRING_BYE) for entrant in byes),
            *(Pairing((entrant, None), (0, None), Kind.ABSENT) for entrant in absent),
        )

    def _pair_final(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        played = any(pairing.key == FINAL_KEY for pairing in contests(history))
        if not settings.final or played or len(history) < settings.rounds:
            return None
        active = {entrant.id for entrant in entrants if entrant.there}
        best = [line.entrant for line in self.standings(settings, entrants, history) if line.entrant in active]
        sides = tuple(best[: settings.seats])
        return (Pairing(sides, (None,) * len(sides), key=FINAL_KEY),) if len(sides) > 1 else None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return the standings by points, first places, second places; the final's table comes first, by its result."""
        ids = [entrant.id for entrant in entrants]
        heats = [tuple(pairing for pairing in pairings if pairing.key != FINAL_KEY) for pairings in history]
        table = tally_results(ids, heats)
        seconds = _count_second_places(heats)
        lines = rank_entrants(
            ids, table, lambda entrant: (table[entrant].halves, table[entrant].wins, seconds[entrant]), ("firsts", "seconds")
        )
        final = next((pairing for pairing in contests(history) if pairing.key == FINAL_KEY and pairing.decided), None)
        return lines if final is None else _apply_final(lines, final)


def _count_head_start(entrants: Sequence[Entrant], history: History) -> Counter[int]:
    """Return how many first seats each late entrant is credited with: the fewest that any other active entrant had by then."""
    start: Counter[int] = Counter()
    for late in (entrant for entrant in entrants if entrant.joined):
        seats = summarize_heats(history[: late.joined]).seats
        start[late.id] = min((seats[entrant.id, 0] for entrant in entrants if not entrant.joined and entrant.there), default=0)
    return start


def _count_second_places(history: History) -> Counter[int]:
    counts: Counter[int] = Counter()
    for pairing in contests(history):
        if pairing.decided and len(pairing.sides) > 2:
            better = {
                entrant: sum(pairing.made(other) > pairing.made(entrant) for other in pairing.entrants)
                for entrant in pairing.entrants
            }
            counts.update(entrant for entrant, above in better.items() if above == 1)
    return counts


def _apply_final(lines: Sequence[TableRow], final: Pairing) -> tuple[TableRow, ...]:
    by_points = {line.entrant: line for line in lines}
    order = sorted(final.entrants, key=lambda entrant: (-final.made(entrant), list(by_points).index(entrant)))
    first = [replace(by_points[entrant], rank=rank) for rank, entrant in enumerate(order, 1)]
    rest = [line for line in lines if line.entrant not in final.entrants]
    return (*first, *(replace(line, rank=len(first) + rank) for rank, line in enumerate(rest, 1)))
