"""Rounds and pairings of an event, and its crosstable."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from engines import play, registry
from engines.words import marked, say
from engines.words import told as tell
from league.events.models import PairingKind, SeriesMatch
from league.events.rulings import ENTERED, FORFEITED
from league.formats.tables import halves_text
from league.standings.rows import PairingRow, RoundRow, StageRows
from league.standings.tables import Person
from matches.moment import now

WORDS = {
    "walk-over": marked("walkover"),
    "bye": marked("bye"),
    "overturned": marked("by ruling"),
    "withdrawn": marked("withdrew"),
    "entered": marked("entered manually"),
    "forfeited": marked("walkover"),
}
UNPLAYED = {"bye": marked("bye"), "requested": marked("requested bye"), "absent": marked("absent")}


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side of a pairing: `person` is None if unknown or empty; `points` is "" until counted.

    `seat` is the one in the newest match (sides swap seats in a series), None before the first match.
    """

    person: Person | None
    points: str
    won: bool
    nobody: bool = False
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class GameLine:
    """One match of a pairing, with points in the order of the pairing's sides. Side `first` has seat 0."""

    number: int
    match_id: int
    url: str
    status: str
    points: tuple[str, ...]
    outcome: str
    first: int = 0
    has_replay: bool = True
    """False for an entered result of a match that was not played on this site."""


@dataclass(frozen=True, slots=True)
class PairingLine:
    """One board. `status`: planned, waiting (for an earlier match), bye, decided, or the match's status."""

    pairing_id: int
    board: int
    key: str
    kind: str
    best_of: int
    status: str
    sides: tuple[SideLine, ...]
    games: tuple[GameLine, ...]
    note: str
    counted: bool
    expected: tuple[int, ...] = ()
    """Expected share of the points by side in percent, from the ratings; empty if not shown."""

    @property
    def home(self) -> Person | None:
        return self.sides[0].person if self.sides else None

    @property
    def away(self) -> Person | None:
        return self.sides[1].person if len(self.sides) > 1 else None

    @property
    def score(self) -> str:
        """Return the points of the sides (`1 – 0`), empty until counted."""
        return " – ".join(side.points for side in self.sides) if self.sides and self.sides[0].points else ""


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """A round with its pairings."""

    stage: int
    number: int
    name: str
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    pairings: tuple[PairingLine, ...]

    @property
    def running(self) -> bool:
        return self.started_at is not None and self.finished_at is None


def rounds(stages: Sequence[StageRows], people: Mapping[int, Person], *, drafts: bool = True) -> list[RoundBlock]:
    """Return every round with its pairings; with `unpublished`, also rounds that can still change."""
    shown = [
        (rows.stage.number, row)
        for rows in stages
        for row in rows.rounds
        if drafts or row.started_at or not rows.stage.traits.drafted
    ]
    games = games_of(SeriesMatch.objects.filter(pairing__round__in=[row.id for _, row in shown]))
    return [
        block(stage, row, [pairing_line(one, people, games.get(one.id, ())) for one in row.pairings if one.needed])
        for stage, row in shown
    ]


def games_of(series: QuerySet[SeriesMatch]) -> dict[int, list[GameLine]]:
    """Return these matches by pairing as publicly visible, in one query."""
    games: dict[int, list[GameLine]] = defaultdict(list)
    at = now()
    for pairing, held, *game in series.order_by("pairing", "number").values_list(
        "pairing", "match__held_until", *_GAME
    ):
        games[pairing].append(_told(held, game, at))
    return games


def game_of(one: SeriesMatch) -> GameLine:
    """Return a match of a series, read with its own row, as everybody may know it."""
    values = [attrgetter(name.replace("__", "."))(one) for name in _GAME]
    return _told(one.match.held_until, values, now())


def _told(held: datetime | None, game: Sequence[Any], at: datetime) -> GameLine:
    return _game(*(game if held is None or held <= at else [*game[:3], None, "playing", *game[5:7], ""]))


def block(stage: int, row: RoundRow, pairings: Sequence[PairingLine]) -> RoundBlock:
    """Return a round with the given ones of its pairings."""
    return RoundBlock(stage, row.number, row.name, row.starts_at, row.started_at, row.finished_at, tuple(pairings))


def pairing_line(
    row: PairingRow, people: Mapping[int, Person], games: Sequence[GameLine], expected: tuple[int, ...] = ()
) -> PairingLine:
    """Return a pairing with the named sides, points and status of its row."""
    winners = _winners(row)
    sides = tuple(
        SideLine(
            people.get(side.entrant) if side.entrant else None,
            "" if side.halves is None or row.counted_at is None else halves_text(side.halves),
            number in winners,
            side.nobody,
            (number - games[-1].first) % len(row.sides) if games else None,
        )
        for number, side in enumerate(row.sides)
    )
    return PairingLine(
        row.id, row.board, row.key, row.kind, row.best_of, _status(row, games), sides, tuple(games),
        _note(row, games), row.counted_at is not None, expected,
    )  # fmt: skip


def _winners(row: PairingRow) -> set[int]:
    """Return the sides that won or qualified: both for a draw, none for a double forfeit."""
    if row.counted_at is None:
        return set()
    if row.through is not None:
        return {row.through}
    best = max((side.halves or 0 for side in row.sides), default=0)
    return {number for number, side in enumerate(row.sides) if best and side.halves == best}


def _status(row: PairingRow, games: Sequence[GameLine]) -> str:
    if row.kind != PairingKind.GAME:
        return "bye"
    if row.counted_at is not None:
        return "decided"
    if games:
        return games[-1].status
    return "waiting" if any(side.entrant is None for side in row.sides) else "planned"


def _note(row: PairingRow, games: Sequence[GameLine]) -> str:
    if row.kind != PairingKind.GAME:
        return tell(UNPLAYED[row.kind])
    if row.forfeit and row.reason == "overturned":
        return say("walkover by ruling")
    if row.reason == FORFEITED and not any(side.halves for side in row.sides):
        return say("double forfeit")
    if row.reason in WORDS:
        return ", ".join(filter(None, (tell(WORDS[row.reason]), row.score)))
    return games[-1].outcome if len(games) == 1 else ""


_GAME = (
    "number",
    "match_id",
    "first",
    "halves",
    "match__status",
    "match__game",
    "match__engine_version",
    "match__reason",
)


def _game(
    number: int, match: int, first: int, halves: Sequence[int] | None, status: str, game: str, version: int, reason: str
) -> GameLine:
    outcome = play.reason_words(registry.get(game, version), reason) if reason else ""
    points = tuple(map(halves_text, halves or ()))
    return GameLine(number, match, _board_of(match), status, points, outcome, first, reason != ENTERED)


@lru_cache(maxsize=16_384)
def _board_of(match: int) -> str:
    return reverse("match", args=[match])
