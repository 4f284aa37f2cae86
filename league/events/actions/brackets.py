"""Elimination brackets as rows: drawn whole at the start, then filled as results come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from league.events.actions.matching import Due, open_due
from league.events.formats.elimination.draw import Node, Part
from league.events.formats.elimination.play import NOBODY, Place, stand
from league.events.models import Entrant, Event, Pairing, Round, Side, Stage, StagePlace
from league.events.queries.brackets import bracket, results
from league.events.rules.brackets import best_of, bracket_of, round_key, round_name


def draw_bracket(event: Event, stage: Stage, entrants: Sequence[int], at: datetime) -> None:
    """Write every place of the bracket and open the matches that can be played."""
    made = bracket_of(stage.format, stage.settings, len(entrants))
    places = stand(made.draw, {})
    rounds = _write_rounds(stage, made.draw.nodes)
    rows = Pairing.objects.bulk_create(
        Pairing(
            round=rounds[node.key], board=board, key=node.key, best_of=best_of(stage.format, stage.settings, node),
            needed=places[node.key].needed,
            **_ending(places[node.key], at),
        )
        for board, node in _boards(made.draw.nodes)
    )  # fmt: skip
    Side.objects.bulk_create(
        _side(row, number, places[row.key], entrants) for row in rows for number in (0, 1)
    )
    open_places(event, stage, [row for row in rows if places[row.key].ready], at)


def open_places(event: Event, stage: Stage, pairings: Iterable[Pairing], at: datetime) -> None:
    """Open the first match of each of these pairings whose round may be played by now."""
    if event.paused_at:
        return
    rows = list(pairings)
    rounds = {row.pk: row for row in Round.objects.filter(pk__in={one.round_id for one in rows})}
    rows = [one for one in rows if (planned := rounds[one.round_id].starts_at) is None or planned <= at]
    if not rows:
        return
    begun = {one.round_id for one in rows if rounds[one.round_id].started_at is None}
    Round.objects.filter(pk__in=begun).update(started_at=at)
    sides = _entrants(rows)
    open_due(event, [Due(one, _order(sides[one.pk])) for one in rows], rounds, at)


def advance_bracket(event: Event, stage: Stage, pairing: Pairing, at: datetime) -> None:
    """Carry the winner and the loser of a pairing that has just been counted to their next places."""
    made = bracket(stage)
    moves = _moves(made.winner_to, made.loser_to, pairing)
    if made.nodes[pairing.key].part is Part.FINAL and "F2" in made.nodes:
        moves = _reset(pairing)
    _carry(event, stage, moves, at)


def reconcile(
    event: Event, stage: Stage, at: datetime, kept: Mapping[str, tuple[int, int]] | None = None
) -> None:
    """Bring every row in line with the results and withdrawals, as after an overturned result.

    `kept` are places whose sides (seeds) stand although they would be others by now. Matches that were open between
    others than those who now meet are the caller's to call off beforehand.
    """
    made = bracket(stage)
    seeds = dict(StagePlace.objects.filter(stage=stage).values_list("seed", "entrant"))
    out = frozenset(StagePlace.objects.filter(stage=stage, left__isnull=False).values_list("seed", flat=True))
    places = stand(made.draw, results(stage), out, kept or {})
    order = [seeds[seed] for seed in sorted(seeds)]
    rows = {row.key: row for row in Pairing.objects.filter(round__stage=stage).select_for_update()}
    sides = {(side.pairing_id, side.number): side for side in Side.objects.filter(round__stage=stage)}
    ready: list[Pairing] = []
    changed: list[Side] = []
    for key, place in places.items():
        row = rows[key]
        for number in (0, 1):
            wanted, now = _side(row, number, place, order), sides[row.pk, number]
            if (now.entrant_id, now.nobody) != (wanted.entrant_id, wanted.nobody):
                now.entrant_id, now.nobody, now.halves = wanted.entrant_id, wanted.nobody, None
                changed.append(now)
        _settle(row, place, at)
        if place.ready and not row.series.exists():
            ready.append(row)
    _free(changed)
    Side.objects.bulk_update(changed, ["entrant", "nobody", "halves"], batch_size=200)
    open_places(event, stage, ready, at)


def _free(changed: Sequence[Side]) -> None:
    """Take out those who move before they are put elsewhere: nobody stands twice in a round, not even for a moment."""
    Side.objects.filter(pk__in=[side.pk for side in changed]).update(entrant=None, halves=None)


def _settle(row: Pairing, place: Place, at: datetime) -> None:
    ending = _ending(place, at)
    if place.played:
        ending = {"counted_at": row.counted_at, "reason": row.reason, "forfeit": row.forfeit}
    if (row.needed, row.counted_at is None, row.reason) != (
        place.needed, ending["counted_at"] is None, ending["reason"],
    ):  # fmt: skip
        row.needed, row.counted_at = place.needed, ending["counted_at"]
        row.reason, row.forfeit = ending["reason"], ending["forfeit"]
        row.save(update_fields=["needed", "counted_at", "reason", "forfeit"])


def _ending(place: Place, at: datetime) -> dict[str, object]:
    """What a place is that no match decided: a bye, a walk-over, or a final that is not needed."""
    if place.winner is None or place.played:
        return {"counted_at": None, "reason": "", "forfeit": False}
    if not place.needed:
        return {"counted_at": at, "reason": "not-needed", "forfeit": False}
    both = bool(place.sides[0] and place.sides[1])
    return {"counted_at": at, "reason": "walk-over" if both else "bye", "forfeit": both}


@dataclass(frozen=True, slots=True)
class _Move:
    """Somebody (None: nobody) comes to a side of a place."""

    key: str
    number: int
    entrant: int | None


Targets = Mapping[str, Sequence[tuple[str, int]]]


def _moves(winner_to: Targets, loser_to: Targets, pairing: Pairing) -> list[_Move]:
    winner, loser = _ended(pairing)
    skip = {"F2"}
    return [_Move(key, number, winner) for key, number in winner_to[pairing.key] if key not in skip] + [
        _Move(key, number, loser) for key, number in loser_to[pairing.key] if key not in skip
    ]


def _reset(pairing: Pairing) -> list[_Move]:
    """After the first grand final: the second is between the same two, if it was lost from the winners side."""
    winner, _ = _ended(pairing)
    sides = {side.number: side.entrant_id for side in pairing.sides.all()}
    if winner is None or winner == sides[0] or None in sides.values():
        return [_Move("F2", -1, winner)]
    return [_Move("F2", number, entrant) for number, entrant in sides.items()]


def _ended(pairing: Pairing) -> tuple[int | None, int | None]:
    """(winner, loser); None for nobody."""
    sides = sorted(pairing.sides.all(), key=lambda side: (-(side.halves or 0), side.nobody, side.number))
    first, second = sides
    if first.entrant_id is None:
        return None, None
    if first.halves == 0 == second.halves and second.entrant_id is not None:
        return None, None
    return first.entrant_id, second.entrant_id


def _carry(event: Event, stage: Stage, moves: Sequence[_Move], at: datetime) -> None:
    """Seat those who move; places that need no match pass them on at once."""
    rows = {
        row.key: row
        for row in Pairing.objects.filter(round__stage=stage, key__in={move.key for move in moves}).prefetch_related(
            "sides"
        )
    }
    ready: list[Pairing] = []
    passed: list[Pairing] = []
    for key, group in groupby(sorted(moves, key=lambda move: move.key), key=lambda move: move.key):
        row = rows[key]
        for move in group:
            if move.number < 0:
                _skip(row, at)
            else:
                _seat(row, move)
        if row.needed and all(side.entrant_id or side.nobody for side in row.sides.all()):
            (passed if _walks_over(stage, row, at) else ready).append(row)
    open_places(event, stage, ready, at)
    for row in passed:
        advance_bracket(event, stage, row, at)


def _skip(row: Pairing, at: datetime) -> None:
    row.needed, row.counted_at, row.reason = False, at, "not-needed"
    row.save(update_fields=["needed", "counted_at", "reason"])


def _seat(row: Pairing, move: _Move) -> None:
    side = next(side for side in row.sides.all() if side.number == move.number)
    side.entrant_id, side.nobody = move.entrant, move.entrant is None
    side.save(update_fields=["entrant", "nobody"])


def _walks_over(stage: Stage, row: Pairing, at: datetime) -> bool:
    """Whether a place with both sides known needs no match: a side is nobody, or has withdrawn."""
    present = [side for side in row.sides.all() if side.entrant_id]
    gone = set(
        StagePlace.objects.filter(stage=stage, entrant__in=[side.entrant_id for side in present], left__isnull=False)
        .values_list("entrant", flat=True)
    )
    there = [side for side in present if side.entrant_id not in gone]
    if len(there) == 2:
        return False
    both = len(present) == 2
    row.counted_at, row.reason, row.forfeit = at, "walk-over" if both else "bye", both
    row.save(update_fields=["counted_at", "reason", "forfeit"])
    for side in row.sides.all():
        side.halves = (2 if side in there else 0) if both else None
        side.save(update_fields=["halves"])
    return True


def _write_rounds(stage: Stage, nodes: Sequence[Node]) -> dict[str, Round]:
    """The rounds of a bracket in the order of play, by the keys of their places."""
    last = Round.objects.filter(event=stage.event_id).order_by("-number").values_list("number", flat=True).first() or 0
    deep = max(node.round for node in nodes if node.part is Part.WINNERS)
    keys = sorted({(round_key(node), round_name(stage.format, node, deep)) for node in nodes})
    rows = Round.objects.bulk_create(
        Round(event_id=stage.event_id, stage=stage, number=number, label=name)
        for number, (_, name) in enumerate(keys, start=last + 1)
    )
    of = dict(zip(keys, rows, strict=True))
    return {node.key: of[round_key(node), round_name(stage.format, node, deep)] for node in nodes}


def _boards(nodes: Sequence[Node]) -> list[tuple[int, Node]]:
    """Each place with its number in its round, from 1."""
    return [(int(node.key.partition(".")[2] or 1), node) for node in nodes]


def _side(row: Pairing, number: int, place: Place, entrants: Sequence[int]) -> Side:
    seed = place.sides[number]
    return Side(
        pairing=row, round_id=row.round_id, number=number,
        entrant_id=entrants[seed - 1] if seed else None, nobody=seed == NOBODY,
    )  # fmt: skip


def _entrants(rows: Sequence[Pairing]) -> dict[int, list[Entrant]]:
    from league.events.actions.matching import entrants_by_side

    return entrants_by_side(rows)


def _order(entrants: list[Entrant]) -> list[Entrant]:
    return entrants
