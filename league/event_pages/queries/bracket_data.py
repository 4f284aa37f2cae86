"""The compact data from which a bracket is drawn: every match with its sides, sources and result."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.event_pages.queries.viewer_event import ViewerEvent
from league.events.models import Entrant, EntrantStatus, SeriesMatch
from league.events.stage_plans import build_bracket_draw
from league.formats.elimination.draw import Draw, Loser, Node, Seed
from league.formats.elimination.state import NOBODY, compute_states
from league.formats.tables import format_halves
from league.pairings.queries.rounds import GameLine, list_games, split_score
from league.standings.history import iter_pairings
from league.standings.result_sources import is_reported_result
from league.standings.rows import PairingRow, StageRows
from league.standings.tables import Person

PODIUM = 3
LIVE = ("playing", "paused", "review")


def find_bracket_stage(view: ViewerEvent, number: int | None) -> StageRows | None:
    """Return the elimination stage of this number, without one the newest."""
    stages = [rows for rows in view.stages if rows.stage.traits.is_bracket and number in (None, rows.stage.number)]
    return stages[-1] if stages else None


def list_podium(view: ViewerEvent, rows: StageRows) -> list[tuple[int, Person]]:
    """Return rank and player of the first three places of a finished bracket; those who share a place all count."""
    if rows.stage.finished_at is None:
        return []
    placed = [(line.rank, line.entrant) for line in view.lines(rows) if line.rank and line.rank <= PODIUM]
    view.prefetch(entrants=[entrant for _rank, entrant in placed])
    return [(rank, view.person(entrant)) for rank, entrant in placed]


def build_bracket(view: ViewerEvent, rows: StageRows) -> dict[str, Any]:
    """Return the bracket; `entrants` are [name, whether withdrawn] by seed from 1.

    Each of `matches` is a list: key, index in `rounds`, two sides (seed, 0 for empty, null while unknown), their
    sources ("W1.2" its winner, "-W1.2" its loser, "" a seed), their points or score ("" while open), the side that won or
    qualified (-1 for none), the state, the id of the newest match or null, the number of the match in the bracket, and
    whether its result is reported in a game whose others are refereed here, and whether it was a walkover.
    States: "wait" (a side is unknown), "open", "live", "over", "bye" (at least one side is empty).
    """
    stage = rows.stage
    draw = build_bracket_draw(stage.format, stage.settings, len(rows.places))
    numbers = number_matches(rows, draw)
    seeds = {item.entrant: item.seed for item in rows.places}
    games = list_games(SeriesMatch.objects.filter(pairing__round__stage=stage))
    entrants = Entrant.objects.filter(event=view.event)
    values = entrants.values_list("pk", "player__display_name", "player__username", "status")
    names = {pk: (name or username, status == EntrantStatus.WITHDRAWN) for pk, name, username, status in values}
    return {
        "event_id": view.event.pk,
        "stage": stage.number,
        "name": view.event.name,
        "entrants": [names[item.entrant] for item in rows.places],
        "own": seeds.get(view.own_id or 0),
        "rounds": [[row.number, row.name] for row in rows.rounds],
        "matches": [
            [
                *_build_match(item, index, draw.by_key[item.key], seeds, games.get(item.id, ())),
                numbers.get(item.key),
                is_reported_result(item, view.event) and not view.event.is_reported,
                item.counted_at is not None and item.forfeit,
            ]
            for index, row in enumerate(rows.rounds)
            for item in row.pairings
            if item.needed
        ],
    }


def number_matches(rows: StageRows, draw: Draw) -> dict[str, int]:
    """Return the numbers of the matches, from 1 in playing order; those that the draw leaves without an opponent have none."""
    planned = compute_states(draw, {})
    keys = [pairing.key for pairing in iter_pairings(rows) if NOBODY not in planned[pairing.key].sides]
    return {key: number for number, key in enumerate(keys, 1)}


def _build_match(row: PairingRow, index: int, node: Node, seeds: Mapping[int, int], games: Sequence[GameLine]) -> list[object]:
    sides = [0 if side.nobody else seeds.get(side.entrant or 0) for side in row.sides]
    points = ["" if row.counted_at is None else format_halves(side.halves or 0) for side in row.sides]
    if len(games) > 1 or row.best_of > 1:
        points = _sum_series_points(games)
    points = split_score(row) or points
    sources = ["" if isinstance(src, Seed) else f"-{src.of}" if isinstance(src, Loser) else src.of for src in node.sides]
    return [
        row.key, index, *sides, *sources, *points, _find_winner(row), _compute_state(row, sides, games),
        games[-1].match_id if games else None,
    ]  # fmt: skip


def _sum_series_points(games: Sequence[GameLine]) -> list[str]:
    """Return the score of a series: each side's total over all its matches."""
    scores = [game.points for game in games if game.points]
    if not scores:
        return ["", ""]
    values = {"": 0, "0": 0, "½": 1, "1": 2}
    return [format_halves(sum(values.get(points[side], 0) for points in scores)) for side in (0, 1)]


def _find_winner(row: PairingRow) -> int:
    if row.counted_at is None:
        return -1
    if row.through is not None:
        return row.through
    first, second = ((side.halves or 0) for side in row.sides)
    if first == second:
        return next((i for i, side in enumerate(row.sides) if row.sides[1 - i].nobody and not side.nobody), -1)
    return int(second > first)


def _compute_state(row: PairingRow, sides: Sequence[int | None], games: Sequence[GameLine]) -> str:
    if row.counted_at is not None:
        return "bye" if 0 in sides else "over"
    if any(side is None for side in sides):
        return "wait"
    return "live" if games and games[-1].status in LIVE else "open"
