"""The Swiss format by FIDE's Dutch system: a set number of rounds, opponents with similar scores.

The organiser can exclude pairings for some or all rounds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.words import marked, say, say_many
from league.formats import protocol
from league.formats.protocol import Clinching, Entrant, Format, History, Kind, Pairing, Place
from league.formats.settings import BadSetting, Field, entrants_from, read
from league.formats.swiss.pairing import pair
from league.formats.swiss.pool import pool
from league.formats.swiss.tournament import ABSENT, BLACK, WHITE, WIN, Player, Round, Tournament, standings
from league.formats.tables import place, tallies

MOST_PAIRS = 5000
MOST_ROUND = 99
MOST = 2000
APART = ("forbidden", "avoided")
_COLOURS = (WHITE, BLACK)


@dataclass(frozen=True, slots=True)
class Apart:
    """Two entrants kept apart from round `first` to round `last` of the Swiss stage; None means to its end."""

    pair: frozenset[int]
    first: int = 1
    last: int | None = None

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)

    def dump(self) -> list[int]:
        """Return the form stored in the settings, which `read_apart` reads."""
        return [*sorted(self.pair), self.first, self.last or 0]


def read_apart(given: object, field: str) -> tuple[Apart, ...]:
    """Parse lists of two entrants, optionally with the first and the last round (0: until the end).

    Raises BadSetting on `field` for anything else.
    """
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) > MOST_PAIRS:
        raise _bad(field)
    return tuple(_read(one, field) for one in given)


def with_avoided(tournament: Tournament, wished: Collection[frozenset[int]]) -> Tournament:
    """Forbid also the `wished` pairs (numbers) as far as all players can still be paired.

    If they cannot all be forbidden, they are added one by one in order, skipping each that would prevent a pairing.
    """
    if not wished or _pairable(every := _more(tournament, wished)):
        return every if wished else tournament
    kept = tournament
    for wish in wished:
        if _pairable(more := _more(kept, [wish])):
            kept = more
    return kept


def _more(tournament: Tournament, pairs: Collection[frozenset[int]]) -> Tournament:
    return replace(tournament, forbidden=tournament.forbidden | frozenset(pairs))


def _pairable(tournament: Tournament) -> bool:
    return pool(standings(tournament), tournament.forbidden) is not None


def _read(given: object, field: str) -> Apart:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) not in (2, 4):
        raise _bad(field)
    if any(not isinstance(one, int) or isinstance(one, bool) for one in given) or given[0] == given[1]:
        raise _bad(field)
    first, last = (given[2], given[3] or None) if len(given) == 4 else (1, None)
    if not 1 <= first <= (last or MOST_ROUND) <= MOST_ROUND:
        raise _bad(field)
    return Apart(frozenset(given[:2]), first, last)


def _bad(field: str) -> BadSetting:
    text = say("Enter each pair as a list of two entrants, optionally followed by the first and the last round.")
    return BadSetting(field, text)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of the Swiss format."""

    rounds: int
    first_side: str = WHITE
    clubs_apart: bool = False
    """Chosen by the organiser; the caller, who knows the clubs, adds their pairs to the forbidden ones."""
    forbidden: tuple[Apart, ...] = ()
    avoided: tuple[Apart, ...] = ()
    """Kept apart if a pairing remains possible; earlier pairs have priority."""


class Swiss(Format[Settings]):
    """The Swiss format by the Dutch system."""

    key = "swiss"
    title = marked("Swiss")
    within = marked("swiss")
    about = marked("A fixed number of rounds against opponents with similar scores. Suits large events.")
    fields = (
        Field(
            "rounds",
            marked("Rounds"),
            5,
            1,
            30,
            help=marked(
                "At most one fewer than the number of entrants. Close to that, a round may be impossible to pair."
            ),
        ),
        Field(
            "first_side",
            marked("Side of the top seed in round 1"),
            WHITE,
            choices=((WHITE, marked("first")), (BLACK, marked("second"))),
            help=marked("Drawn at random before the start."),
        ),
        Field("clubs_apart", marked("No pairings within a club"), False),
    )
    takes_late = True
    meets_once = True
    requested_byes = True
    exclusions = True
    explained = True
    tie_breaks = ("BH-C1", "BH", "SB", "DE")
    clinching = Clinching.ROUNDS
    report = "Individual: Swiss-System (FIDE Dutch)"

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        """Validate the fields, and `forbidden` and `avoided`: lists of pairs that must not or should not meet."""
        rest = {key: value for key, value in given.items() if key not in APART}
        forbidden, avoided = (read_apart(given.get(key, ()), key) for key in APART)
        settings = Settings(**read(self.fields, rest), forbidden=forbidden, avoided=avoided)
        entrants_from(2, MOST, entrants, marked("A Swiss event"))
        most = entrants - 1 + entrants % 2
        if settings.rounds > most:
            text = say_many(
                "{entrants} entrants can play at most {n} round without meeting again.",
                "{entrants} entrants can play at most {n} rounds without meeting again.",
                most,
                entrants=entrants,
            )
            raise BadSetting("rounds", text)
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return settings.rounds

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> protocol.Round | None:
        number = len(history) + 1
        if number > settings.rounds:
            return None
        if protocol.undecided(history):
            return ()
        here = [one for one in entrants if one.there and one.joined < number]
        asked = [
            Pairing((one.id, None), (1, None), Kind.BYE)
            if number in one.half_byes
            else Pairing((one.id, None), (0, None), Kind.ABSENT)
            for one in here
            if number in one.half_byes | one.absences
        ]
        ready = [one for one in here if number not in one.half_byes | one.absences]
        if len(ready) < 2:
            return (*(_bye(one.id) for one in ready), *asked) if here else None
        return (*_paired(settings, entrants, {one.id for one in ready}, history), *asked)

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """Return the standings by points, Buchholz, wins. Pages may reorder them by the organiser's tie-breaks."""
        ids = [one.id for one in entrants]
        table = tallies(ids, history)
        key = {
            one: (tally.halves, sum(table[other].halves for other, _ in tally.results), tally.wins)
            for one, tally in table.items()
        }
        return place(ids, table, key.__getitem__, ("buchholz_halves", "wins"))


def tournament(settings: Settings, entrants: Sequence[Entrant], ready: set[int], history: History) -> Tournament:
    """Return the input of the pairing rules; numbers are positions in `entrants` from 1, absent if not `ready`."""
    number = {one.id: at for at, one in enumerate(entrants, 1)}
    rows: dict[int, list[Round]] = {one.id: [] for one in entrants}
    for pairings in history:
        for row in rows.values():
            row.append(ABSENT)
        for pairing in pairings:
            for seat, one in enumerate(pairing.sides):
                if one is not None:
                    rows[one][-1] = _round(pairing, seat, number)
    return Tournament(
        players=tuple(Player(number[one.id], tuple(rows[one.id]), one.id not in ready) for one in entrants),
        rounds=settings.rounds,
        played=len(history),
        first_colour=settings.first_side,
        forbidden=frozenset(_numbered(settings.forbidden, number, len(history) + 1)),
    )


def tournament_apart(settings: Settings, entrants: Sequence[Entrant], ready: set[int], history: History) -> Tournament:
    """Return `tournament` with the avoided pairs forbidden as far as all players can still be paired."""
    number = {one.id: at for at, one in enumerate(entrants, 1)}
    wished = _numbered(settings.avoided, number, len(history) + 1)
    return with_avoided(tournament(settings, entrants, ready, history), wished)


def _numbered(apart: Sequence[Apart], number: Mapping[int, int], at: int) -> list[frozenset[int]]:
    """Return the exclusions in force in a round between entrants who take part, without duplicates."""
    pairs = (one.pair for one in apart if one.holds(at) and one.pair <= number.keys())
    return list(dict.fromkeys(frozenset(number[one] for one in pair_) for pair_ in pairs))


def _round(pairing: Pairing, seat: int, number: Mapping[int, int]) -> Round:
    made = pairing.halves[seat] or 0
    if not pairing.contested:
        return Round(pairing.kind, made)
    other = pairing.sides[1 - seat]
    assert other is not None
    return Round(pairing.kind, made, number[other], _COLOURS[seat])


def _paired(settings: Settings, entrants: Sequence[Entrant], ready: set[int], history: History) -> tuple[Pairing, ...]:
    pairs = pair(tournament_apart(settings, entrants, ready, history))
    ids = [one.id for one in entrants]
    return tuple(
        Pairing((ids[one.white - 1], ids[one.black - 1])) if one.black else _bye(ids[one.white - 1]) for one in pairs
    )


def _bye(one: int) -> Pairing:
    return Pairing((one, None), (WIN, None), Kind.PAIRING_BYE)
