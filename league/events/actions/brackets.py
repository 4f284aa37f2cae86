"""Elimination brackets as rows: drawn whole at the start, then filled as results come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Count, Q

from league.events.actions.matching import Due, entrants_by_side, open_due
from league.events.formats.elimination.draw import Node, Part
from league.events.formats.elimination.play import NOBODY, Place, stand
from league.events.models import Entrant, Event, Pairing, Round, SeriesMatch, Side, Stage, StagePlace
from league.events.queries.brackets import bracket, standing, tilts_of
from league.events.queries.rows import rows_of
from league.events.rules.brackets import FORMATS, best_of, bracket_of, round_key, round_name


def draw_bracket(event: Event, stage: Stage, entrants: Sequence[int], at: datetime) -> None:
    """Write every place of the bracket and open the matches that can be played."""
    made = bracket_of(stage.format, stage.settings, len(entrants))
    settings = FORMATS[stage.format].check(stage.settings, len(entrants))
    double = FORMATS[stage.format].double
    places = stand(made.draw, {})
    rounds = _write_rounds(stage, made.draw.nodes)
    rows = Pairing.objects.bulk_create(
        _pairing(rounds[node.key], board, places[node.key], best_of(settings, node, double=double), at)
        for board, node in _boards(made.draw.nodes)
    )
    Side.objects.bulk_create(_side(row, number, places[row.key], entrants) for row in rows for number in (0, 1))
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
    sides = entrants_by_side(rows)
    tilts = tilts_of(stage, [entrant.pk for both in sides.values() for entrant in both])
    open_due(event, [Due(one, sides[one.pk], first=_first(sides[one.pk], tilts)) for one in rows], rounds, at)


def open_known(event: Event, at: datetime) -> None:
    """Open the matches of every place of a running bracket that can be played and has none: after a pause, in time."""
    for stage in event.stages.filter(format__in=list(FORMATS), started_at__isnull=False, finished_at=None):
        rows = Pairing.objects.filter(round__stage=stage, counted_at=None, needed=True, series=None)
        known = rows.annotate(known=Count("sides", filter=Q(sides__entrant__isnull=False))).filter(known=2)
        open_places(event, stage, known, at)


def _first(both: Sequence[Entrant], tilts: Mapping[int, int]) -> int:
    """The side that has seat 0: who had it less often, then the higher seed."""
    return min((0, 1), key=lambda side: (tilts.get(both[side].pk, 0), both[side].seed or 0))


def advance_bracket(event: Event, stage: Stage, pairing: Pairing, at: datetime) -> None:
    """Carry the winner and the loser of a pairing that has just been counted to their next places."""
    made = bracket(stage)
    moves = _moves(made.winner_to, made.loser_to, pairing)
    if made.nodes[pairing.key].part is Part.FINAL and "F2" in made.nodes:
        moves = _reset(pairing)
    _carry(event, stage, moves, at)


def reconcile(event: Event, stage: Stage, at: datetime) -> None:
    """Bring every row in line with the results and withdrawals: after a withdrawal, or an overturned result.

    Pairings whose sides change must have no result and no match any more.
    """
    found = rows_of(stage)
    places = standing(found)
    order = [one.entrant for one in found.places]
    rows = {row.key: row for row in Pairing.objects.filter(round__stage=stage).select_for_update()}
    sides = {(side.pairing_id, side.number): side for side in Side.objects.filter(round__stage=stage)}
    begun = set(SeriesMatch.objects.filter(pairing__round__stage=stage).values_list("pairing", flat=True))
    changed: list[Side] = []
    for key, place in places.items():
        row = rows[key]
        for number in (0, 1):
            now = sides[row.pk, number]
            wanted = _side(row, number, place, order)
            wanted.halves = now.halves if place.played else _given(place, number)
            if (now.entrant_id, now.nobody, now.halves) != (wanted.entrant_id, wanted.nobody, wanted.halves):
                now.entrant_id, now.nobody, now.halves = wanted.entrant_id, wanted.nobody, wanted.halves
                changed.append(now)
        _settle(row, place, at)
    _free(changed)
    Side.objects.bulk_update(changed, ["entrant", "nobody", "halves"], batch_size=200)
    open_places(event, stage, [rows[key] for key, one in places.items() if one.ready and rows[key].pk not in begun], at)


def _given(place: Place, number: int) -> int | None:
    """Half points of a side that nobody played for: a walk-over's, None of everything else."""
    if place.winner is None or not place.needed or not (place.sides[0] and place.sides[1]):
        return None
    return 2 if place.sides[number] == place.winner else 0


def _free(changed: Sequence[Side]) -> None:
    """Take out those who move before they are put elsewhere: nobody stands twice in a round, not even for a moment."""
    Side.objects.filter(pk__in=[side.pk for side in changed]).update(entrant=None, halves=None)


@dataclass(frozen=True, slots=True)
class _Ending:
    """How a place ended that no match decided; nothing of it while it is open."""

    counted_at: datetime | None = None
    reason: str = ""
    forfeit: bool = False


def _ending(place: Place, at: datetime) -> _Ending:
    """A bye, a walk-over, or a final that is not needed."""
    if place.winner is None or place.played:
        return _Ending()
    if not place.needed:
        return _Ending(at, "not-needed")
    both = bool(place.sides[0] and place.sides[1])
    return _Ending(at, "walk-over" if both else "bye", both)


def _settle(row: Pairing, place: Place, at: datetime) -> None:
    ending = _ending(place, at)
    if place.played:
        ending = _Ending(row.counted_at, row.reason, row.forfeit)
    now = row.needed, row.counted_at is None, row.reason
    if now != (place.needed, ending.counted_at is None, ending.reason):
        row.needed, row.counted_at = place.needed, ending.counted_at
        row.reason, row.forfeit = ending.reason, ending.forfeit
        row.save(update_fields=["needed", "counted_at", "reason", "forfeit"])


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
    """(winner, loser); None for nobody. Who forfeits both are lost."""
    first, second = sorted(
        pairing.sides.all(),
        key=lambda side: (side.nobody, side.number != pairing.through, -(side.halves or 0), side.number),
    )
    both = first.entrant_id is not None and second.entrant_id is not None
    if both and not first.halves and pairing.through is None:
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
        StagePlace.objects.filter(
            stage=stage, entrant__in=[side.entrant_id for side in present], left__isnull=False
        ).values_list("entrant", flat=True)
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


def _pairing(row: Round, board: int, place: Place, best_of: int, at: datetime) -> Pairing:
    ending = _ending(place, at)
    return Pairing(
        round=row, board=board, key=place.node.key, best_of=best_of, needed=place.needed,
        counted_at=ending.counted_at, reason=ending.reason, forfeit=ending.forfeit,
    )  # fmt: skip


def _boards(nodes: Sequence[Node]) -> list[tuple[int, Node]]:
    """Each place with its number in its round, from 1."""
    return [(int(node.key.partition(".")[2] or 1), node) for node in nodes]


def _side(row: Pairing, number: int, place: Place, entrants: Sequence[int]) -> Side:
    seed = place.sides[number]
    return Side(
        pairing=row, round_id=row.round_id, number=number,
        entrant_id=entrants[seed - 1] if seed else None, nobody=seed == NOBODY,
    )  # fmt: skip
