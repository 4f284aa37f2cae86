"""The interface of all formats, which lets pages, stages and simulations work without knowing the format.

A format declares its texts and capabilities as `Traits`; code outside this package never branches on its key.

A format with rounds implements `Format`. It is stateless: it computes the next pairings and the standings from the
entrants and the history. A changed history (an overridden result, a double forfeit, a withdrawal) is just another call.
Formats without rounds (ladder, arena) implement `Continuous`, whose history is a log of timestamped steps.

Entrants are ids. Points are half points: a win is 2 and a draw 1, unless the settings say otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol, TypeVar, cast

from engines.i18n import translate as _
from league.formats.settings import Field


class CannotPair(Exception):
    """Raised if no round satisfies the format's absolute rules; the message says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Kind(StrEnum):
    """How the points of a round came about."""

    GAME = "game"
    FORFEIT = "forfeit"
    """Paired, but not played: one side or both did not appear."""
    PAIRING_BYE = "pairing-allocated bye"
    """No opponent was left; the format defines its value."""
    BYE = "bye"
    """Requested half-point or zero-point bye, or a full-point bye from the organiser."""
    ABSENT = "absent"
    """Not paired, without points: by request or after a withdrawal (C.07, article 16.1.1)."""
    UNDER_WAY = "under way"
    """Paired and not finished; only tie-breaks distinguish it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The sides of one match, or an entrant without a match.

    `sides` are entrants by seat: seat 0 (Red, White, Admin …) first. A bye is (entrant, None); heats have up to four.
    `halves` are their half points: None while unplayed and for an empty side. For a series they are the points of all
    games.
    """

    sides: tuple[int | None, ...]
    halves: tuple[int | None, ...] = (None, None)
    kind: Kind = Kind.GAME
    key: str = ""
    """Which match of the event it is: `W1.3` of a bracket, `A` of groups, `2` of divisions, `play-off` after those."""
    best_of: int = 1
    through: int | None = None
    """The qualifier despite equal points, decided by lot, seed or sudden death (elimination only)."""
    boards: tuple[tuple[int, int], ...] = ()
    """The half points of both sides on each board, if the sides are teams."""

    @property
    def entrants(self) -> tuple[int, ...]:
        if None in self.sides:
            return tuple(side for side in self.sides if side is not None)
        return cast("tuple[int, ...]", self.sides)

    @property
    def is_contested(self) -> bool:
        """Return whether it has two or more sides: a game or a forfeit, decided or not."""
        return len(self.sides) - self.sides.count(None) > 1

    @property
    def decided(self) -> bool:
        if None not in self.halves:
            return True
        return all(halves is not None for side, halves in zip(self.sides, self.halves, strict=True) if side is not None)

    def made(self, entrant: int) -> int:
        """Return the half points of one of its entrants, 0 while unplayed."""
        return self.halves[self.sides.index(entrant)] or 0


Round = tuple[Pairing, ...]
History = Sequence[Round]
"""All rounds paired so far, oldest first. In a bracket, a round is a set of matches that were ready together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant. `joined` and `left` are the numbers of rounds already paired when it joined or withdrew.

    `joined` is 0 for entrants who started on time, `left` is None for those still in. Rounds in the sets count from 1.
    """

    id: int
    joined: int = 0
    left: int | None = None
    half_byes: frozenset[int] = frozenset()
    absences: frozenset[int] = frozenset()
    full_byes: frozenset[int] = frozenset()
    lot: int | None = None
    """Its number in the random draw between tied entrants, lowest first; None while there is none."""

    @property
    def away(self) -> frozenset[int]:
        """Return the rounds in which it is not paired by request."""
        return self.half_byes | self.full_byes | self.absences

    @property
    def there(self) -> bool:
        return self.left is None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of the standings. `rank` is None while still open (brackets); tied entrants share a rank."""

    rank: int | None
    entrant: int
    halves: int = 0
    played: int = 0
    """Results that count, including forfeits but not byes."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    group: str = ""
    """Name of the group or division, if there are several."""
    figures: tuple[tuple[str, int | str], ...] = ()
    """Tie-break figures in order: (name, value). Lines of a stage have the formatted value."""
    tied: bool = False
    """Whether it is tied with another on everything, so that the format's setting `ties` decides."""
    qualifies: bool = False
    """Whether it is one of the qualifiers that the format names (`names_qualifiers`)."""


class Clinching(StrEnum):
    """How to compute which entrants can still finish in the top places."""

    KNOCKOUT = "knockout"
    """All who have not been knocked out."""
    SCHEDULE = "schedule"
    """From the possible results of the remaining matches, all of which are known."""
    ROUNDS = "rounds"
    """From the points that the coming rounds can bring, whatever the pairings."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings: abbreviation, name and explanation."""

    short: str
    name: str
    text: str


class Traits(Protocol):
    """Texts and capabilities of a format. A format overrides the defaults below."""

    key: str
    """Its name in the database and the API."""
    title: str
    """Its name. All texts are marked for translation and rendered in the viewer's language."""
    within: str
    """Its name inside a sentence."""
    about: str
    """A one-sentence description for organisers."""
    fields: tuple[Field, ...]
    """The settings an organiser can choose, for forms and help."""

    continuous: bool = False
    """Whether it has no rounds; it then implements `Continuous`."""
    for_bots: bool = False
    """Whether only bots may enter."""
    simultaneous: bool = False
    """Whether an entrant of a format without rounds may have several matches at a time. A wave has one for each."""
    by_challenge: bool = False
    """Whether entrants challenge each other; other formats without rounds pair waiting entrants."""
    fixed: bool = False
    """Whether all rounds but play-offs are known before the first result, so that they can be published together."""
    is_bracket: bool = False
    """Whether the whole bracket is drawn at the start and filled by results; it is then an `Elimination`."""
    takes_late: bool = False
    """Whether entrants may join after the first round; otherwise late entries raise BadSetting."""
    can_draw: bool = True
    """Whether a pairing may end in a draw."""
    by_places: bool = False
    """Whether a result is the rank of each side at its table instead of a win or draw."""
    meets_once: bool = False
    """Whether opponents never meet twice."""
    requested_byes: bool = False
    """Whether an entrant may request a bye."""
    exclusions: bool = False
    """Whether the organiser can exclude pairings (settings `forbidden` and `avoided`)."""
    explained: bool = False
    """Whether it follows the Dutch system, so that each pairing can be explained."""
    calendar: bool = False
    """Whether its rounds can have dates (setting `calendar`)."""
    home_and_away: bool = False
    """Whether side 0 of a pairing plays at home."""
    divisions: bool = False
    """Whether its divisions promote and relegate; it is then a `Season`."""
    ranks_in_groups: bool = False
    """Whether its standings list qualifiers first; the last figure of a line is then the rank in the group."""
    names_qualifiers: bool = False
    """Whether its settings define the number of qualifiers (see `Format.qualifier_count`)."""
    crosstable: bool = False
    """Whether it has a crosstable."""
    tie_breaks: tuple[str, ...] = ()
    """The default tie-breaks; if empty, the format has an order of its own."""
    columns: tuple[Column, ...] = ()
    """The meaning of the first figures of its standings, if they are not tie-breaks."""
    derives_columns: bool = False
    """Whether the figures of its `columns` can be derived; it is then a `ParallelRoundRobins`."""
    clinching: Clinching | None = None
    report: str = ""
    """FIDE's tournament type for a report (TRF record 092); empty if a report is impossible."""
    points_from_table: bool = False
    """Whether points come from the standings instead of being the sum over the matches."""

    @property
    def name(self) -> str:
        return _(self.title)

    @property
    def drafted(self) -> bool:
        """Return whether rounds are paired from results and stay unpublished until the organiser releases them."""
        return not (self.continuous or self.fixed or self.is_bracket)

    def check(self, data: Mapping[str, Any], entrants: int) -> Any:
        """Return the validated settings with defaults. Raises BadSetting for settings or a number of entrants."""

    def seats(self, data: Mapping[str, Any]) -> tuple[int, ...]:
        """Return the possible numbers of sides per match, largest first, from unchecked settings."""
        return (2,)

    def has_berserk(self, data: Mapping[str, Any]) -> bool:
        """Return whether players may go berserk (give up half of their time)."""
        return False

    def suggest_rounds(self, entrants: int) -> int | None:
        """Return how many rounds suit so many entrants; None if the format sets the number itself."""
        return None

    def worth(self, data: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool) -> tuple[int, ...]:
        """Return the half points by side for a decided pairing, by the format's own scoring.

        `halves` are the standard ones (a win 2, a draw 1); `ranks` are by side (no first rank: no side scores).
        """
        return tuple(halves)

    def score(self, data: Mapping[str, Any], halves: int) -> int:
        """Return what a win (2), a draw (1) or a loss (0) between two is worth by the format's own scoring."""
        return self.worth(data, (halves, 2 - halves), (), forfeit=False)[0]


S = TypeVar("S")


class Format(Traits, Protocol[S]):
    """A format played in rounds."""

    def check(self, data: Mapping[str, Any], entrants: int) -> S: ...

    def rounds_planned(self, settings: S, entrants: int) -> int:
        """Return the maximum number of rounds without play-offs, if no entrant joins late or withdraws."""

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """Return the next pairings, best board first; `()` to wait for results, None at the end.

        `entrants` are in seed order, which stays the same; late entrants are at the end. Byes and forfeits after
        withdrawals have their points. Raises CannotPair if no round is possible.
        """

    def standings(self, settings: S, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return the current standings, best first; entrants tied on everything stay in seed order."""

    def qualifier_count(self, settings: S) -> int | None:
        """Return the number of qualifiers if the next stage sets none; None means all."""
        return None

    def expunged(self, settings: S, entrants: Sequence[Entrant], history: History) -> frozenset[int]:
        """Return the withdrawn entrants whose results don't count."""
        return frozenset()


class PairingState(Protocol):
    """The state of a format that pairs waiting entrants, at a moment."""

    ready: set[int]
    """Entrants that can be paired, including those in a match."""

    @property
    def running(self) -> Mapping[int, Any]:
        """Return the running matches by number."""

    @property
    def waiting(self) -> Sequence[int]:
        """Return the entrants that wait for an opponent."""

    @property
    def end(self) -> datetime | None:
        """Return when it ends by itself; None if never."""

    def on(self, at: datetime) -> bool:
        """Return whether matches are created at this moment."""


L = TypeVar("L")


class Continuous(Traits, Protocol[S, L]):
    """A format without rounds: due pairings and standings are computed from a log of timestamped steps."""

    continuous: bool = True
    takes_late: bool = True
    steps: tuple[type[Any], ...]
    """The types of steps in its log."""

    def check(self, data: Mapping[str, Any], entrants: int) -> S: ...

    def pairings(self, settings: S, log: Sequence[L], at: datetime) -> tuple[Pairing, ...]:
        """Return the due matches that are not in the log yet. `key` is stable, so each is created once."""

    def standings(self, settings: S, log: Sequence[L], at: datetime) -> tuple[TableRow, ...]: ...

    def fold(self, settings: S, log: Sequence[L], at: datetime) -> Any:
        """Return the state at a moment: a `PairingState` unless it is `by_challenge`."""

    def joined(self, entrant: int, rating: int, at: datetime, *, is_house_bot: bool = False) -> L:
        """Return the step that adds an entrant. `is_house_bot`: it is one of the site's own bots."""

    def left(self, entrant: int, at: datetime) -> L:
        """Return the step that withdraws an entrant."""

    def opening(self, at: datetime) -> tuple[L, ...]:
        """Return the first steps of the log."""
        return ()

    def is_open(self, settings: S, log: Sequence[L], at: datetime) -> bool:
        """Return whether matches are created at this moment."""
        return True

    def is_over(self, settings: S, log: Sequence[L], at: datetime) -> bool:
        """Return whether it has ended by itself."""
        return False


def contests(history: History) -> Iterator[Pairing]:
    """Yield the pairings with two or more sides, oldest first, decided or not."""
    return (pairing for pairings in history for pairing in pairings if pairing.is_contested)


def has_undecided(history: History) -> bool:
    """Return whether a result is missing."""
    return any(not pairing.decided for pairing in contests(history))
