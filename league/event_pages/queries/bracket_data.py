"""The compact data from which a bracket is drawn: every match with its sides, sources and result."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.event_pages.queries.view import View
from league.events.models import Entrant, EntrantStatus, SeriesMatch
from league.events.stage_plans import bracket_of
from league.formats.elimination.draw import Loser, Node, Seed
from league.formats.tables import halves_text
from league.pairings.queries.rounds import GameLine, games_of
from league.standings.rows import PairingRow, StageRows

LIVE = ("playing", "paused", "review")


def bracket_of_stage(view: View, number: int | None) -> StageRows | None:
    """Return the elimination stage of this number, without one the newest."""
    stages = [rows for rows in view.stages if rows.stage.traits.is_bracket and number in (None, rows.stage.number)]
    return stages[-1] if stages else None


def drawn(view: View, rows: StageRows) -> dict[str, Any]:
    """Return the bracket; `entrants` are [name, whether withdrawn] by seed from 1.

    Each of `matches` is a list: key, index in `rounds`, two sides (seed, 0 for empty, null while unknown), their
    sources ("W1.2" its winner, "-W1.2" its loser, "" a seed), their points ("" while open), the side that won or
    qualified (-1 for none), the state, and the id of the newest match or null. States: "wait" (a side is unknown),
    "open", "live", "over", "bye" (at least one side is empty).
    """
    stage = rows.stage
    nodes = bracket_of(stage.format, stage.settings, len(rows.places)).by_key
    seeds = {one.entrant: one.seed for one in rows.places}
    games = games_of(SeriesMatch.objects.filter(pairing__round__stage=stage))
    entrants = Entrant.objects.filter(event=view.event)
    found = entrants.values_list("pk", "player__display_name", "player__username", "status")
    names = {pk: (name or username, status == EntrantStatus.WITHDRAWN) for pk, name, username, status in found}
    return {
        "event_id": view.event.pk,
        "stage": stage.number,
        "name": view.event.name,
        "entrants": [names[one.entrant] for one in rows.places],
        "own": seeds.get(view.own_id or 0),
        "rounds": [[row.number, row.name] for row in rows.rounds],
        "matches": [
            _match(one, at, nodes[one.key], seeds, games.get(one.id, ()))
            for at, row in enumerate(rows.rounds)
            for one in row.pairings
            if one.needed
        ],
    }


def _match(row: PairingRow, at: int, node: Node, seeds: Mapping[int, int], games: Sequence[GameLine]) -> list[object]:
    sides = [0 if side.nobody else seeds.get(side.entrant or 0) for side in row.sides]
    points = ["" if row.counted_at is None else halves_text(side.halves or 0) for side in row.sides]
    if len(games) > 1 or row.best_of > 1:
        points = _won(games)
    sources = [
        "" if isinstance(one, Seed) else f"-{one.of}" if isinstance(one, Loser) else one.of for one in node.sides
    ]
    return [
        row.key, at, *sides, *sources, *points, _winner(row), _state(row, sides, games),
        games[-1].match_id if games else None,
    ]  # fmt: skip


def _won(games: Sequence[GameLine]) -> list[str]:
    """Return the score of a series: each side's total over all its matches."""
    made = [one.points for one in games if one.points]
    if not made:
        return ["", ""]
    values = {"": 0, "0": 0, "½": 1, "1": 2}
    return [halves_text(sum(values.get(points[side], 0) for points in made)) for side in (0, 1)]


def _winner(row: PairingRow) -> int:
    if row.counted_at is None:
        return -1
    if row.through is not None:
        return row.through
    one, other = ((side.halves or 0) for side in row.sides)
    if one == other:
        return next((at for at, side in enumerate(row.sides) if row.sides[1 - at].nobody and not side.nobody), -1)
    return int(other > one)


def _state(row: PairingRow, sides: Sequence[int | None], games: Sequence[GameLine]) -> str:
    if row.counted_at is not None:
        return "bye" if 0 in sides else "over"
    if any(side is None for side in sides):
        return "wait"
    return "live" if games and games[-1].status in LIVE else "open"
