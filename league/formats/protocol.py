"""What every format of an event has in common, so that pages, stages and dry runs need not know which one it is.

What a format is called and what it can do it declares as `Traits`; nothing outside this package asks for its key.

A format played in rounds meets `Format`. It keeps nothing: entrants and history in, the next pairings or the standings
out. A changed history (a result overturned, a double forfeit, a withdrawal) is simply another call. Formats without
rounds (ladder, arena) meet `Continuous`: what happened is a log of dated steps.

Entrants are ids. Points are half points: a win 2, a draw 1.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol, TypeVar, cast

from engines.words import told
from league.formats.settings import Field


class CannotPair(Exception):
    """No round can be made that keeps the format's absolute rules; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Kind(StrEnum):
    """How the points of a round came about."""

    GAME = "game"
    FORFEIT = "forfeit"
    """Paired, but not played: one side did not come (2-0), or neither (0-0)."""
    PAIRING_BYE = "pairing-allocated bye"
    """Nobody was left to play; the format says what it is worth."""
    BYE = "bye"
    """Asked for: half a point or none, or a full point that the organiser gave."""
    ABSENT = "absent"
    """Not there, without points: asked not to be paired, or has withdrawn (C.07, article 16.1.1)."""
    UNDER_WAY = "under way"
    """Paired, and not finished yet; only tie-breaks tell it apart."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Those who meet in one match, or one who does not play.

    `sides` are entrants by seat: seat 0 (Red, White, Admin ...) first. A bye is (entrant, None); heats have up to four.
    `halves` are their half points, None while unplayed and for nobody. Of a series they are the points of all games.
    """

    sides: tuple[int | None, ...]
    halves: tuple[int | None, ...] = (None, None)
    kind: Kind = Kind.GAME
    key: str = ""
    """Which place of the event it fills where that matters: `W1.3` of a bracket, `A` of groups, `2` of divisions."""
    best_of: int = 1
    through: int | None = None
    """Who goes on though the points are equal, where a lot, a seed or sudden death decided (elimination only)."""

    @property
    def entrants(self) -> tuple[int, ...]:
        if None in self.sides:
            return tuple(one for one in self.sides if one is not None)
        return cast("tuple[int, ...]", self.sides)

    @property
    def contested(self) -> bool:
        """Whether two or more were to meet: a game or a forfeit, played or not yet."""
        return len(self.sides) - self.sides.count(None) > 1

    @property
    def decided(self) -> bool:
        if None not in self.halves:
            return True
        return all(made is not None for one, made in zip(self.sides, self.halves, strict=True) if one is not None)

    def made(self, entrant: int) -> int:
        """Half points of one of its entrants, 0 while unplayed."""
        return self.halves[self.sides.index(entrant)] or 0


Round = tuple[Pairing, ...]
History = Sequence[Round]
"""All rounds paired so far, oldest first. Of a bracket a round is whatever was ready together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who takes part. `joined` and `left` count the rounds that had been paired when it came or withdrew.

    Who is in from the start has `joined` 0; who is still in has `left` None. Rounds in the sets count from 1.
    """

    id: int
    joined: int = 0
    left: int | None = None
    half_byes: frozenset[int] = frozenset()
    absences: frozenset[int] = frozenset()

    @property
    def there(self) -> bool:
        return self.left is None


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a table. `rank` is None for who can still come in several places (brackets); equals share a rank."""

    rank: int | None
    entrant: int
    halves: int = 0
    played: int = 0
    """Results that count, forfeits included, byes not."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    group: str = ""
    """The group or division it stands in, where there are several."""
    figures: tuple[tuple[str, int | str], ...] = ()
    """What broke ties, in order: (name, value). A stage's lines have the value as people write it."""


class Clinching(StrEnum):
    """How it is worked out who can still come among the first."""

    KNOCKOUT = "knockout"
    """Who has not been knocked out."""
    SCHEDULE = "schedule"
    """From the results of the matches to come, all of which are known."""
    ROUNDS = "rounds"
    """From the points that the rounds to come can bring, whoever is paired."""


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of a table: its abbreviation, its name and what it is in plain words."""

    short: str
    name: str
    text: str


class Traits(Protocol):
    """Texts and capabilities of a format. It states what differs from the values here."""

    key: str
    """Names it in the database and the API."""
    title: str
    """Its name. All texts are marked, and told in the reader's language."""
    within: str
    """Its name inside a sentence."""
    about: str
    """One sentence for organisers who choose a format."""
    fields: tuple[Field, ...]
    """The settings an organiser may make, for forms and help."""

    continuous: bool = False
    """Whether it has no rounds; then it meets `Continuous`."""
    by_challenge: bool = False
    """Whether entrants challenge each other; otherwise a format without rounds pairs those who wait."""
    fixed: bool = False
    """Whether every round is known before the first result, so that all may be published at once."""
    is_bracket: bool = False
    """Whether it is drawn whole at the start, and the results fill it; then it is an `Elimination`."""
    takes_late: bool = False
    """Whether entrants may come after the first round; if not, one who does is refused with BadSetting."""
    can_draw: bool = True
    """Whether a pairing may end drawn."""
    by_places: bool = False
    """Whether a result is the place of each side at its table, instead of a win or a draw."""
    meets_once: bool = False
    """Whether nobody meets the same opponent again."""
    requested_byes: bool = False
    """Whether an entrant may ask to sit out a round."""
    exclusions: bool = False
    """Whether the organiser may keep pairs apart, by the settings `forbidden` and `avoided`."""
    explained: bool = False
    """Whether its pairings follow the Dutch system, so that each can be explained."""
    calendar: bool = False
    """Whether its rounds may have days, by the setting `calendar`."""
    home_and_away: bool = False
    """Whether side 0 of a pairing plays at home."""
    divisions: bool = False
    """Whether its divisions exchange entrants for the season after; then it is a `Season`."""
    ranks_in_groups: bool = False
    """Whether its standings list qualifiers first; then the first figure of a line is the rank in the group."""
    names_qualifiers: bool = False
    """Whether its settings say how many go on (see `Format.sends_on`)."""
    crosstable: bool = False
    """Whether there is a table of who beat whom."""
    tie_breaks: tuple[str, ...] = ()
    """The tie-breaks it has where the organiser chooses none; without any, it has an order of its own."""
    columns: tuple[Column, ...] = ()
    """What the first figures of its standings are, where they are not tie-breaks."""
    clinching: Clinching | None = None
    report: str = ""
    """FIDE's tournament type for a report (TRF, record 092); empty where none can be written."""
    points_from_table: bool = False
    """Whether its points are those of the standings, not the sum of what the matches brought."""

    @property
    def name(self) -> str:
        return told(self.title)

    @property
    def drafted(self) -> bool:
        """Whether the next round is paired from the results, and only the organiser sees it before it is published."""
        return not (self.continuous or self.fixed or self.is_bracket)

    def check(self, given: Mapping[str, Any], entrants: int) -> Any:
        """The settings with defaults filled in. BadSetting(field, sentence) if they, or the number, cannot be."""

    def seats(self, given: Mapping[str, Any]) -> tuple[int, ...]:
        """How many may meet in one match with these settings, which have not been checked; the most first."""
        return (2,)

    def has_berserk(self, given: Mapping[str, Any]) -> bool:
        """Whether players may give half of their time away."""
        return False

    def worth(
        self, given: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool
    ) -> tuple[int, ...]:
        """Half points by side of a decided pairing in the format's own currency.

        `halves` are the usual ones (a win 2, a draw 1), `ranks` are by side (nobody first: nobody scores).
        """
        return tuple(halves)


S = TypeVar("S")


class Format(Traits, Protocol[S]):
    """A format that is played in rounds."""

    def check(self, given: Mapping[str, Any], entrants: int) -> S: ...

    def rounds_planned(self, settings: S, entrants: int) -> int:
        """Rounds if nobody comes late or leaves: the most there can be."""

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """What is to be paired now, best board first. `()`: nothing until results come in. None: nothing any more.

        `entrants` stand in the order of their seeds, which stays the same; who comes late stands behind them.
        Byes and forfeits of those who withdrew come with their points. CannotPair where no round is possible.
        """

    def standings(self, settings: S, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """Everybody, best first, at any moment; those equal in everything stay in the order of their seeds."""

    def sends_on(self, settings: S) -> int | None:
        """How many go on to the next stage where it does not say how many it takes; None: everybody."""
        return None

    def struck(self, settings: S, entrants: Sequence[Entrant], history: History) -> frozenset[int]:
        """Those who withdrew whose results do not count."""
        return frozenset()


L = TypeVar("L")


class Continuous(Traits, Protocol[S, L]):
    """A format without rounds: its log of dated steps is folded into who is to meet now, and who stands where."""

    continuous: bool = True
    takes_late: bool = True
    steps: tuple[type[Any], ...]
    """What its log consists of."""

    def check(self, given: Mapping[str, Any], entrants: int) -> S: ...

    def pairings(self, settings: S, log: Sequence[L], at: datetime) -> tuple[Pairing, ...]:
        """Matches that are due at this moment and of which the log does not tell yet. `key` is the same for the same
        match however often one asks, so that the caller makes it once."""

    def standings(self, settings: S, log: Sequence[L], at: datetime) -> tuple[Place, ...]: ...

    def joined(self, entrant: int, rating: int, at: datetime) -> L:
        """The step by which an entrant comes."""

    def left(self, entrant: int, at: datetime) -> L:
        """The step by which an entrant withdraws."""

    def opening(self, at: datetime) -> tuple[L, ...]:
        """What begins the log."""
        return ()

    def is_open(self, settings: S, log: Sequence[L], at: datetime) -> bool:
        """Whether matches are made at this moment."""
        return True

    def is_over(self, settings: S, log: Sequence[L], at: datetime) -> bool:
        """Whether it has come to its end by itself."""
        return False


def contests(history: History) -> Iterator[Pairing]:
    """The pairings of two or more, oldest first, played or not."""
    return (pairing for pairings in history for pairing in pairings if pairing.contested)


def undecided(history: History) -> bool:
    """Whether a result is still missing."""
    return any(not pairing.decided for pairing in contests(history))
