"""The Swiss format by FIDE's Dutch system: a set number of rounds, opponents with similar scores.

The organiser can exclude pairings for some or all rounds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.i18n import mark, translate as _, translate_n
from league.formats import protocol
from league.formats.points import POINTS_FIELD, POINTS_SYSTEMS, STANDARD, PointsSystem, get_points_system
from league.formats.protocol import Clinching, Entrant, Format, History, Kind, Pairing, TableRow
from league.formats.settings import BadSetting, Field, check_entrant_count, parse_settings
from league.formats.swiss.acceleration import BAKU, NO_ACCELERATION, compute_baku
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.pool import build_pool
from league.formats.swiss.tournament import ABSENT, BLACK, WHITE, Player, Round, Tournament, list_player_states
from league.formats.tables import rank_entrants, tally_results

MAX_PAIRS = 5000
MAX_ROUND = 99
MAX_ENTRANTS = 2000
_WIN_FIELD = Field("win", mark("Points of a win"), 0, 0, 20)
EXCLUSION_KEYS = ("forbidden", "avoided")
_COLOURS = (WHITE, BLACK)


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Two entrants kept apart from round `first` to round `last` of the Swiss stage; None means to its end."""

    pair: frozenset[int]
    first: int = 1
    last: int | None = None

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)

    def dump(self) -> list[int]:
        """Return the form stored in the settings, which `parse_exclusions` reads."""
        return [*sorted(self.pair), self.first, self.last or 0]


def parse_exclusions(data: object, field: str) -> tuple[Exclusion, ...]:
    """Parse lists of two entrants, optionally with the first and the last round (0: until the end).

    Raises BadSetting on `field` for anything else.
    """
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) > MAX_PAIRS:
        raise _build_error(field)
    return tuple(_parse_exclusion(item, field) for item in data)


def forbid_avoided(tournament: Tournament, avoided: Collection[frozenset[int]]) -> Tournament:
    """Also forbid the `avoided` pairs (of pairing numbers) as far as all players can still be paired.

    If they cannot all be forbidden, they are added one by one in order, skipping each that would prevent a pairing.
    """
    if not avoided or _can_pair(all_forbidden := _forbid(tournament, avoided)):
        return all_forbidden if avoided else tournament
    result = tournament
    for pair in avoided:
        if _can_pair(extended := _forbid(result, [pair])):
            result = extended
    return result


def _forbid(tournament: Tournament, pairs: Collection[frozenset[int]]) -> Tournament:
    return replace(tournament, forbidden=tournament.forbidden | frozenset(pairs))


def _can_pair(tournament: Tournament) -> bool:
    return build_pool(list_player_states(tournament), tournament.forbidden) is not None


def _parse_exclusion(data: object, field: str) -> Exclusion:
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) not in (2, 4):
        raise _build_error(field)
    if any(not isinstance(value, int) or isinstance(value, bool) for value in data) or data[0] == data[1]:
        raise _build_error(field)
    first, last = (data[2], data[3] or None) if len(data) == 4 else (1, None)
    if not 1 <= first <= (last or MAX_ROUND) <= MAX_ROUND:
        raise _build_error(field)
    return Exclusion(frozenset(data[:2]), first, last)


def _build_error(field: str) -> BadSetting:
    text = _("Enter each pair as a list of two entrants, optionally followed by the first and the last round.")
    return BadSetting(field, text)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of the Swiss format."""

    rounds: int
    first_side: str = WHITE
    acceleration: str = NO_ACCELERATION
    points: str = STANDARD
    clubs_apart: bool = False
    """Chosen by the organiser; the caller, who knows the clubs, adds their pairs to the forbidden ones."""
    forbidden: tuple[Exclusion, ...] = ()
    avoided: tuple[Exclusion, ...] = ()
    """Kept apart if a pairing remains possible; earlier pairs have priority."""
    win: int = 0
    """The half points of a won team match, set by the caller; 0: those of the points system."""


class Swiss(Format[Settings]):
    """The Swiss format by the Dutch system."""

    key = "swiss"
    title = mark("Swiss")
    within = mark("Swiss")
    about = mark("A fixed number of rounds against opponents with similar scores. Suits large events.")
    fields = (
        Field(
            "rounds",
            mark("Rounds"),
            5,
            1,
            30,
            help=mark("At most one fewer than the number of entrants. Close to that, a round may be impossible to pair."),
        ),
        Field(
            "first_side",
            mark("Top seed in round 1"),
            WHITE,
            choices=((WHITE, mark("moves first")), (BLACK, mark("moves second"))),
            help=mark("Draw this at random before the start, as FIDE requires."),
        ),
        Field(
            "acceleration",
            mark("Acceleration"),
            NO_ACCELERATION,
            choices=((NO_ACCELERATION, mark("None")), (BAKU, mark("Baku"))),
            help=mark(
                "For large events with few rounds: the upper half is paired as if it had an extra win in the first "
                "rounds, then an extra draw (FIDE C.04.7). Standings don't count these."
            ),
        ),
        POINTS_FIELD,
        Field("clubs_apart", mark("No pairings within a club"), False),
    )
    takes_late = True
    meets_once = True
    requested_byes = True
    exclusions = True
    explained = True
    tie_breaks = ("BH-C1", "BH", "SB", "DE")
    clinching = Clinching.ROUNDS
    report = "Individual: Swiss-System (FIDE Dutch)"

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        """Validate the fields, and `forbidden` and `avoided`: lists of pairs that must not or should not meet."""
        rest = {key: value for key, value in data.items() if key not in (*EXCLUSION_KEYS, "win")}
        forbidden, avoided = (parse_exclusions(data.get(key, ()), key) for key in EXCLUSION_KEYS)
        win = _WIN_FIELD.read(data.get("win", 0))
        assert isinstance(win, int)
        settings = Settings(**parse_settings(self.fields, rest), forbidden=forbidden, avoided=avoided, win=win)
        check_entrant_count(2, MAX_ENTRANTS, entrants, mark("A Swiss event"))
        maximum = entrants - 1 + entrants % 2
        if settings.rounds > maximum:
            text = translate_n(
                "{entrants} entrants can play at most {n} round without meeting again.",
                "{entrants} entrants can play at most {n} rounds without meeting again.",
                maximum,
                entrants=entrants,
            )
            raise BadSetting("rounds", text)
        return settings

    def worth(self, data: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool) -> tuple[int, ...]:
        return get_points_system(data).score(halves)

    def suggest_rounds(self, entrants: int) -> int | None:
        """Return the fewest rounds after which one player at most can have won every game.

        >>> [Swiss().suggest_rounds(entrants) for entrants in (2, 8, 9, 40)]
        [1, 3, 4, 6]
        """
        return max(1, (entrants - 1).bit_length())

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return settings.rounds

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> protocol.Round | None:
        number = len(history) + 1
        if number > settings.rounds:
            return None
        if protocol.has_undecided(history):
            return ()
        points = POINTS_SYSTEMS[settings.points]
        active = [entrant for entrant in entrants if entrant.there and entrant.joined < number]
        requested = [
            Pairing((entrant.id, None), (0, None), Kind.ABSENT)
            if number in entrant.absences
            else Pairing((entrant.id, None), (points.win if number in entrant.full_byes else points.draw, None), Kind.BYE)
            for entrant in active
            if number in entrant.away
        ]
        ready = [entrant for entrant in active if number not in entrant.away]
        if len(ready) < 2:
            return (*(_build_bye(entrant.id, points) for entrant in ready), *requested) if active else None
        return (*_pair(settings, entrants, {entrant.id for entrant in ready}, history), *requested)

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return the standings by points, Buchholz, wins. Pages may reorder them by the organiser's tie-breaks."""
        ids = [entrant.id for entrant in entrants]
        table = tally_results(ids, history)
        key = {
            entrant: (tally.halves, sum(table[other].halves for other, _ in tally.results), tally.wins)
            for entrant, tally in table.items()
        }
        return rank_entrants(ids, table, key.__getitem__, ("buchholz_halves", "wins"))


def build_tournament(settings: Settings, entrants: Sequence[Entrant], ready: set[int], history: History) -> Tournament:
    """Return the input of the pairing rules; numbers are positions in `entrants` from 1, absent if not `ready`."""
    numbers = {entrant.id: place for place, entrant in enumerate(entrants, 1)}
    rows: dict[int, list[Round]] = {entrant.id: [] for entrant in entrants}
    for pairings in history:
        for row in rows.values():
            row.append(ABSENT)
        for pairing in pairings:
            for seat, entrant in enumerate(pairing.sides):
                if entrant is not None:
                    rows[entrant][-1] = _to_round(pairing, seat, numbers)
    return Tournament(
        players=tuple(Player(numbers[entrant.id], tuple(rows[entrant.id]), entrant.id not in ready) for entrant in entrants),
        rounds=settings.rounds,
        played=len(history),
        first_colour=settings.first_side,
        extra=_accelerate(settings, entrants, numbers),
        forbidden=frozenset(_number_pairs(settings.forbidden, numbers, len(history) + 1)),
        win=settings.win or POINTS_SYSTEMS[settings.points].win,
    )


def build_avoiding(settings: Settings, entrants: Sequence[Entrant], ready: set[int], history: History) -> Tournament:
    """Return `build_tournament` with the avoided pairs forbidden as far as all players can still be paired."""
    numbers = {entrant.id: place for place, entrant in enumerate(entrants, 1)}
    avoided = _number_pairs(settings.avoided, numbers, len(history) + 1)
    return forbid_avoided(build_tournament(settings, entrants, ready, history), avoided)


def _accelerate(settings: Settings, entrants: Sequence[Entrant], numbers: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    if settings.acceleration != BAKU:
        return {}
    first = [numbers[entrant.id] for entrant in entrants if not entrant.joined]
    return compute_baku(first, settings.rounds, *POINTS_SYSTEMS[settings.points])


def _number_pairs(exclusions: Sequence[Exclusion], numbers: Mapping[int, int], at: int) -> list[frozenset[int]]:
    """Return the exclusions in force in a round between entrants who take part, without duplicates."""
    pairs = (row.pair for row in exclusions if row.holds(at) and row.pair <= numbers.keys())
    return list(dict.fromkeys(frozenset(numbers[entrant] for entrant in pair_) for pair_ in pairs))


def _to_round(pairing: Pairing, seat: int, numbers: Mapping[int, int]) -> Round:
    points = pairing.halves[seat] or 0
    if not pairing.is_contested:
        return Round(pairing.kind, points)
    other = pairing.sides[1 - seat]
    assert other is not None
    return Round(pairing.kind, points, numbers[other], _COLOURS[seat])


def _pair(settings: Settings, entrants: Sequence[Entrant], ready: set[int], history: History) -> tuple[Pairing, ...]:
    pairs = pair_next_round(build_avoiding(settings, entrants, ready, history))
    ids, points = [entrant.id for entrant in entrants], POINTS_SYSTEMS[settings.points]
    return tuple(
        Pairing((ids[board.white - 1], ids[board.black - 1])) if board.black else _build_bye(ids[board.white - 1], points)
        for board in pairs
    )


def _build_bye(entrant: int, points: PointsSystem) -> Pairing:
    return Pairing((entrant, None), (points.win, None), Kind.PAIRING_BYE)
