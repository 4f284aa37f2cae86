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
from engines.i18n import mark, translate as _
from engines.reported import is_reported
from league.events.models import PairingKind, SeriesMatch
from league.events.rulings import ENTERED, FORFEITED
from league.formats.tables import format_halves
from league.standings.rows import PairingRow, RoundRow, StageRows
from league.standings.tables import Person
from matches.server_time import now

REASON_TEXTS = {
    "walk-over": mark("walkover"),
    "bye": mark("bye"),
    "overturned": mark("by ruling"),
    "withdrawn": mark("withdrew"),
    "entered": mark("reported"),
    "forfeited": mark("walkover"),
}
BYE_TEXTS = {"bye": mark("bye"), "requested": mark("requested bye"), "absent": mark("absent")}


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
    score: str = ""
    """Its part of the entered score of a match between two, such as 3 of 3-1."""

    @property
    def shown(self) -> str:
        """Return what a drawing or a list shows as its result."""
        return self.score or self.points


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
    """False for a match that is not played on this site: its game is played elsewhere, or its result was entered."""


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
    reported: bool = False
    """Whether its result is reported, not refereed here."""
    expected: tuple[int, ...] = ()
    """Expected share of the points by side in percent, from the ratings; empty if not shown."""
    starts_at: datetime | None = None
    """When it is played, if it has a time of its own and no result yet."""
    forfeit: bool = False
    """Whether it was decided by a walkover."""

    @property
    def home(self) -> Person | None:
        return self.sides[0].person if self.sides else None

    @property
    def away(self) -> Person | None:
        return self.sides[1].person if len(self.sides) > 1 else None

    @property
    def score(self) -> str:
        """Return the score, otherwise the points of the sides (`1 – 0`), empty until counted."""
        return " – ".join(side.shown for side in self.sides) if self.sides and self.sides[0].points else ""


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


def list_rounds(stages: Sequence[StageRows], people: Mapping[int, Person], *, unpublished: bool = True) -> list[RoundBlock]:
    """Return every round with its pairings; with `unpublished`, also rounds that can still change."""
    shown = [
        (rows.stage.number, row)
        for rows in stages
        for row in rows.rounds
        if unpublished or row.started_at or not rows.stage.traits.drafted
    ]
    games = list_games(SeriesMatch.objects.filter(pairing__round__in=[row.id for _, row in shown]))
    return [
        build_block(
            stage,
            row,
            [build_pairing(pairing, people, games.get(pairing.id, ())) for pairing in row.pairings if pairing.needed],
        )
        for stage, row in shown
    ]


def list_games(series: QuerySet[SeriesMatch]) -> dict[int, list[GameLine]]:
    """Return these matches by pairing as publicly visible, in one query."""
    games: dict[int, list[GameLine]] = defaultdict(list)
    at = now()
    for pairing, held_until, *game in series.order_by("pairing", "number").values_list(
        "pairing", "match__held_until", *_GAME_FIELDS
    ):
        games[pairing].append(_build_visible_game(held_until, game, at))
    return games


def build_game(row: SeriesMatch) -> GameLine:
    """Return a match of a series, read with its own row, as everybody may know it."""
    values = [attrgetter(name.replace("__", "."))(row) for name in _GAME_FIELDS]
    return _build_visible_game(row.match.held_until, values, now())


def _build_visible_game(until: datetime | None, game: Sequence[Any], at: datetime) -> GameLine:
    return _build_line(*(game if until is None or until <= at else [*game[:3], None, "playing", *game[5:7], ""]))


def build_block(stage: int, row: RoundRow, pairings: Sequence[PairingLine]) -> RoundBlock:
    """Return a round with the given ones of its pairings."""
    return RoundBlock(stage, row.number, row.name, row.starts_at, row.started_at, row.finished_at, tuple(pairings))


def build_pairing(
    row: PairingRow, people: Mapping[int, Person], games: Sequence[GameLine], expected: tuple[int, ...] = ()
) -> PairingLine:
    """Return a pairing with the named sides, points and status of its row."""
    winners = _find_winning_sides(row)
    scores = split_score(row)
    sides = tuple(
        SideLine(
            people.get(side.entrant) if side.entrant else None,
            "" if side.halves is None or row.counted_at is None else format_halves(side.halves),
            number in winners,
            side.nobody,
            (number - games[-1].first) % len(row.sides) if games else None,
            scores[number] if scores else "",
        )
        for number, side in enumerate(row.sides)
    )
    return PairingLine(
        row.id, row.board, row.key, row.kind, row.best_of, _compute_status(row, games), sides, tuple(games),
        _format_note(row, games), row.counted_at is not None, row.reason == ENTERED, expected,
        row.starts_at if row.counted_at is None else None, row.counted_at is not None and row.forfeit,
    )  # fmt: skip


def split_score(row: PairingRow) -> list[str]:
    """Return the parts of an entered score by side; empty without one, and between teams, whose points are shown."""
    if not row.score or row.boards or row.counted_at is None:
        return []
    return [format_halves(round(2 * float(part))) for part in row.score.split("-")]


def _find_winning_sides(row: PairingRow) -> set[int]:
    """Return the sides that won or qualified: both for a draw, none for a double forfeit."""
    if row.counted_at is None:
        return set()
    if row.through is not None:
        return {row.through}
    best = max((side.halves or 0 for side in row.sides), default=0)
    return {number for number, side in enumerate(row.sides) if best and side.halves == best}


def _compute_status(row: PairingRow, games: Sequence[GameLine]) -> str:
    if row.kind != PairingKind.GAME:
        return "bye"
    if row.counted_at is not None:
        return "decided"
    if games:
        return games[-1].status
    return "waiting" if any(side.entrant is None for side in row.sides) else "planned"


def _format_note(row: PairingRow, games: Sequence[GameLine]) -> str:
    if row.kind != PairingKind.GAME:
        return _(BYE_TEXTS[row.kind])
    if row.boards and not row.forfeit:
        return row.score.replace("-", " – ")
    if row.forfeit and row.reason == "overturned":
        return _("walkover by ruling")
    if row.reason == FORFEITED and not any(side.halves for side in row.sides):
        return _("double forfeit")
    if row.reason in REASON_TEXTS:
        return _(REASON_TEXTS[row.reason])
    return games[-1].outcome if len(games) == 1 else ""


_GAME_FIELDS = (
    "number",
    "match_id",
    "first",
    "halves",
    "match__status",
    "match__game",
    "match__engine_version",
    "match__reason",
)


def _build_line(
    number: int, match: int, first: int, halves: Sequence[int] | None, status: str, game: str, version: int, reason: str
) -> GameLine:
    outcome = play.format_reason(registry.get_or_missing(game, version), reason) if reason else ""
    points = tuple(map(format_halves, halves or ()))
    has_replay = reason != ENTERED and not is_reported(game)
    return GameLine(number, match, _get_match_url(match), status, points, outcome, first, has_replay)


@lru_cache(maxsize=16_384)
def _get_match_url(match: int) -> str:
    return reverse("match", args=[match])
