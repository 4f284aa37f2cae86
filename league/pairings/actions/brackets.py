"""Elimination brackets in the database: drawn completely at the start, then filled result by result."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.words import stored
from league.events.actions.notifications import announce_round
from league.events.models import Entrant, Event, Pairing, Round, Side, Stage
from league.events.stage_plans import bracket_of, elimination, round_key, round_name
from league.formats.elimination.draw import Node, Part
from league.formats.elimination.play import NOBODY, Place, stand
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.queries.due import playable_places
from league.standings.history import GIVEN, pairings_of, standing, tilts_of
from league.standings.rows import PairingRow, SideRow, rows_of


def draw_bracket(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> bool:
    """Create all nodes of the bracket and open the playable matches; return whether there were any."""
    made = bracket_of(stage.format, stage.settings, len(entrants))
    format = elimination(stage.format)
    settings = format.check(stage.settings, len(entrants))
    places = stand(made, {})
    rounds = _write_rounds(stage, made.nodes)
    rows = Pairing.objects.bulk_create(
        Pairing(
            round=rounds[node.key], board=int(node.key.partition(".")[2] or 1), key=node.key,
            best_of=format.best_of(settings, node), needed=places[node.key].needed, **_ending(places[node.key], at),
        )
        for node in made.nodes
    )  # fmt: skip
    order = [one.pk for one in entrants]
    Side.objects.bulk_create(
        Side(pairing=row, round_id=row.round_id, number=number, entrant_id=side.entrant, nobody=side.nobody)
        for row in rows
        for number in (0, 1)
        for side in [_side(places[row.key], number, order)]
    )
    ready = [row for row in rows if places[row.key].ready]
    open_places(event, stage, ready, at)
    return bool(ready)


def open_places(event: Event, stage: Stage, pairings: Iterable[Pairing], at: datetime) -> None:
    """Open the first match of each pairing (read with its round) whose round may be played now."""
    rows = [one for one in pairings if (planned := one.round.starts_at) is None or planned <= at]
    if event.paused_at or not rows:
        return
    begun = {one.round_id: one.round for one in rows if one.round.started_at is None}
    Round.objects.filter(pk__in=begun).update(started_at=at)
    seated = entrants_by_side(rows)
    tilts = tilts_of(stage, [entrant.pk for both in seated.values() for entrant in both])
    open_due(event, [_first_match(one, seated[one.pk], tilts) for one in rows], at)
    for _, row in sorted(begun.items()):
        announce_round(event, row, at)


def _first_match(pairing: Pairing, both: Sequence[Entrant], tilts: Mapping[int, int]) -> Due:
    """Return the first match of a pairing: seat 0 goes to the entrant with fewer first seats, then the higher seed."""
    return Due(pairing, both, first=min((0, 1), key=lambda side: (tilts[both[side].pk], both[side].seed or 0)))


def open_known(event: Event, at: datetime) -> None:
    """Open every playable, unopened match of a running bracket, for instance after a pause."""
    for stage in event.stages.filter(started_at__isnull=False, finished_at=None):
        open_places(event, stage, playable_places().filter(round__stage=stage).select_related("round"), at)


def reconcile(event: Event, stage: Stage, at: datetime) -> bool:
    """Bring all rows in line with results and withdrawals, and open the matches that became playable.

    Returns whether a node was decided without a match. Pairings whose sides change must no longer have a result or a
    match.
    """
    found = rows_of(stage)
    places = standing(found)
    order = [one.entrant for one in found.places]
    pairings = list(pairings_of(found))
    changed = {one.id: now for one in pairings if (now := _as_it_stands(one, places[one.key], order, at)) != one}
    for pk, now in changed.items():
        Pairing.objects.filter(pk=pk).update(
            needed=now.needed, counted_at=now.counted_at, reason=now.reason, forfeit=now.forfeit
        )
    sides = list(Side.objects.filter(pairing__in=changed))
    for side in sides:
        side.entrant_id, side.nobody, side.halves = changed[side.pairing_id].sides[side.number]
    # the constraint of one pairing per round holds at all times: clear moved sides first
    Side.objects.filter(pairing__in=changed).update(entrant=None, halves=None)
    Side.objects.bulk_update(sides, ["entrant", "nobody", "halves"], batch_size=200)
    ready = Pairing.objects.filter(pk__in=[one.id for one in pairings if places[one.key].ready], series=None)
    open_places(event, stage, ready.select_related("round").order_by("pk"), at)
    return any(now.counted_at and not places[now.key].played for now in changed.values())


def _as_it_stands(row: PairingRow, place: Place, order: Sequence[int], at: datetime) -> PairingRow:
    """Return the row as it should be. A played result keeps its points."""
    if place.played:
        sides = tuple(_side(place, number, order, side.halves) for number, side in enumerate(row.sides))
        return row._replace(needed=place.needed, sides=sides)
    walk_over = place.winner is not None and place.needed and all(place.sides)
    halves = [2 if seed == place.winner else 0 for seed in place.sides] if walk_over else [None, None]
    sides = tuple(_side(place, number, order, halves[number]) for number in (0, 1))
    since = row.counted_at if row.reason in GIVEN else None
    return row._replace(needed=place.needed, sides=sides, **_ending(place, since or at))


def _ending(place: Place, at: datetime) -> dict[str, Any]:
    """Return the values of a node decided without a match: bye, walkover, or unneeded final."""
    both = bool(place.sides[0] and place.sides[1])
    if place.winner is None or place.played:
        return {"counted_at": None, "reason": "", "forfeit": False}
    if not place.needed:
        return {"counted_at": at, "reason": "not-needed", "forfeit": False}
    return {"counted_at": at, "reason": "walk-over" if both else "bye", "forfeit": both}


def _write_rounds(stage: Stage, nodes: Sequence[Node]) -> dict[str, Round]:
    """Create the rounds of a bracket in playing order and return them by node key."""
    last = 0 if stage.number == 1 else stage.event.rounds.order_by("-number").values_list("number", flat=True)[0]
    deep = max(node.round for node in nodes if node.part is Part.WINNERS)
    double = elimination(stage.format).double
    rounds = {node.key: (round_key(node), round_name(node, deep, double=double)) for node in nodes}
    order = sorted(set(rounds.values()))
    rows = Round.objects.bulk_create(
        Round(event_id=stage.event_id, stage=stage, number=number, label=stored(name))
        for number, (_, name) in enumerate(order, start=last + 1)
    )
    return {key: rows[order.index(of)] for key, of in rounds.items()}


def _side(place: Place, number: int, order: Sequence[int], halves: int | None = None) -> SideRow:
    seed = place.sides[number]
    return SideRow(order[seed - 1] if seed else None, seed == NOBODY, halves)
