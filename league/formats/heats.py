"""Heats at tables of up to four, for games with more than two seats. A final table can decide the top places."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.words import marked, say, say_many
from league.formats.heat_tables import BY_PLACE, past, points, seat
from league.formats.protocol import Entrant, Format, History, Kind, Pairing, Place, Round, contests, undecided
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.tables import place, tallies

FINAL = "final"
BY_PLACE_LABELS = {
    2: marked("Half points by place at a table of 2"),
    3: marked("Half points by place at a table of 3"),
    4: marked("Half points by place at a table of 4"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of the heats format."""

    rounds: int = 4
    seats: int = 4
    final: bool = False
    points_2: tuple[int, ...] = BY_PLACE[2]
    points_3: tuple[int, ...] = BY_PLACE[3]
    points_4: tuple[int, ...] = BY_PLACE[4]

    def points(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """Return half points by seat for these ranks (1 is first)."""
        return points(ranks, {2: self.points_2, 3: self.points_3, 4: self.points_4}[len(ranks)])


class Heats(Format[Settings]):
    """The heats format. Pairings have two to four sides, side 0 in the first seat; results are `Settings.points`."""

    key = "heats"
    title = marked("Heats")
    within = marked("heats")
    about = marked("Tables of three or four, with points by place.")
    fields = (
        Field("rounds", marked("Heats"), 4, 1, 60),
        Field(
            "seats",
            marked("Seats per table"),
            4,
            2,
            4,
            help=marked("Some tables have one seat fewer if the numbers don't divide evenly."),
        ),
        Field(
            "final",
            marked("Final table"),
            False,
            help=marked("The best players of all heats play one last match for the top places."),
        ),
        *(Field(f"points_{size}", BY_PLACE_LABELS[size], BY_PLACE[size], 0, 100) for size in (2, 3, 4)),
    )
    takes_late = True
    by_places = True

    def seats(self, given: Mapping[str, Any]) -> tuple[int, ...]:
        most = given.get("seats", 4)
        return (most, max(2, most - 1)) if isinstance(most, int) else (4, 3)

    def worth(
        self, given: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool
    ) -> tuple[int, ...]:
        return self.check(given, 1000).points(ranks) if 1 in ranks else tuple(0 for _ in ranks)

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, 1000, entrants, marked("A heats event"))
        if settings.seats > entrants:
            text = say_many(
                "A table of {seats} needs more than {n} entrant.",
                "A table of {seats} needs more than {n} entrants.",
                entrants,
                seats=settings.seats,
            )
            raise BadSetting("seats", text)
        for size, by_place in ((2, settings.points_2), (3, settings.points_3), (4, settings.points_4)):
            if len(by_place) != size or list(by_place) != sorted(by_place, reverse=True) or by_place[0] == by_place[-1]:
                text = say("Enter {size} numbers from highest to lowest, not all equal.", size=size)
                raise BadSetting(f"points_{size}", text)
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return settings.rounds + settings.final

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        number = len(history) + 1
        if undecided(history):
            return ()
        there = [one for one in entrants if one.there]
        if number > settings.rounds or len(there) < 2:
            return self._final(settings, entrants, history)
        away = [one.id for one in there if number in one.absences | one.half_byes]
        ready = [one.id for one in there if one.id not in away]
        tables, byes = seat(ready, settings.seats, past(history), _head_start(entrants, history))
        mean = settings.points_2[0] // 2
        return (
            *(Pairing(table, (None,) * len(table)) for table in tables),
            *(Pairing((one, None), (mean, None), Kind.PAIRING_BYE) for one in byes),
            *(Pairing((one, None), (0, None), Kind.ABSENT) for one in away),
        )

    def _final(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        played = any(pairing.key == FINAL for pairing in contests(history))
        if not settings.final or played or len(history) < settings.rounds:
            return None
        there = {one.id for one in entrants if one.there}
        best = [line.entrant for line in self.standings(settings, entrants, history) if line.entrant in there]
        sides = tuple(best[: settings.seats])
        return (Pairing(sides, (None,) * len(sides), key=FINAL),) if len(sides) > 1 else None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """Return the standings by points, first places, second places; the final's table comes first, by its result."""
        ids = [one.id for one in entrants]
        heats = [tuple(pairing for pairing in made if pairing.key != FINAL) for made in history]
        table = tallies(ids, heats)
        seconds = _seconds(heats)
        lines = place(ids, table, lambda one: (table[one].halves, table[one].wins, seconds[one]), ("firsts", "seconds"))
        final = next((one for one in contests(history) if one.key == FINAL and one.decided), None)
        return lines if final is None else _by_final(lines, final)


def _head_start(entrants: Sequence[Entrant], history: History) -> Counter[int]:
    """Return the first seats credited to late entrants: as many as every other entrant had by then."""
    start: Counter[int] = Counter()
    for late in (one for one in entrants if one.joined):
        seats = past(history[: late.joined]).seats
        start[late.id] = min((seats[one.id, 0] for one in entrants if not one.joined and one.there), default=0)
    return start


def _seconds(history: History) -> Counter[int]:
    found: Counter[int] = Counter()
    for pairing in contests(history):
        if pairing.decided and len(pairing.sides) > 2:
            better = {
                one: sum(pairing.made(other) > pairing.made(one) for other in pairing.entrants)
                for one in pairing.entrants
            }
            found.update(one for one, above in better.items() if above == 1)
    return found


def _by_final(lines: Sequence[Place], final: Pairing) -> tuple[Place, ...]:
    by_points = {line.entrant: line for line in lines}
    order = sorted(final.entrants, key=lambda one: (-final.made(one), list(by_points).index(one)))
    first = [replace(by_points[one], rank=at) for at, one in enumerate(order, 1)]
    rest = [line for line in lines if line.entrant not in final.entrants]
    return (*first, *(replace(line, rank=len(first) + at) for at, line in enumerate(rest, 1)))
