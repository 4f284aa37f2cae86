"""Elimination brackets in the database: drawn completely at the start, then filled result by result."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.i18n import to_stored
from league.events.actions.notifications import send_round_webhook
from league.events.models import Entrant, Event, Pairing, Round, Side, Stage
from league.events.stage_plans import bracket_round_name, build_bracket_draw, get_elimination_format, round_sort_key
from league.events.team_rules import score_walkover
from league.formats.elimination.draw import Node, Part
from league.formats.elimination.state import NOBODY, NodeState, compute_states
from league.match_times.actions.deadlines import hold_for_times
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.pairings.queries.due import playable_pairings
from league.standings.history import UNPLAYED_REASONS, compute_bracket, compute_tilts, iter_pairings
from league.standings.rows import PairingRow, SideRow, load_rows
from league.teams.actions.match_starts import reset_team_matches


def draw_bracket(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> bool:
    """Create all nodes of the bracket and open the playable matches; return whether there were any."""
    draw = build_bracket_draw(stage.format, stage.settings, len(entrants))
    format = get_elimination_format(stage.format)
    settings = format.check(stage.settings, len(entrants))
    places = compute_states(draw, {})
    rounds = _create_rounds(stage, draw.nodes)
    rows = Pairing.objects.bulk_create(
        Pairing(
            round=rounds[node.key], board=int(node.key.partition(".")[2] or 1), key=node.key,
            best_of=format.best_of(settings, node) * event.matches_per_game, needed=places[node.key].needed,
            **_ending(places[node.key], at),
        )
        for node in draw.nodes
    )  # fmt: skip
    order = [entrant.pk for entrant in entrants]
    Side.objects.bulk_create(
        Side(pairing=row, round_id=row.round_id, number=number, entrant_id=side.entrant, nobody=side.nobody)
        for row in rows
        for number in (0, 1)
        for side in [_build_side(places[row.key], number, order)]
    )
    ready = [row for row in rows if places[row.key].ready]
    open_bracket_matches(event, stage, ready, at)
    return bool(ready)


def open_bracket_matches(event: Event, stage: Stage, pairings: Iterable[Pairing], at: datetime) -> None:
    """Open the first match of each pairing (read with its round) whose round may be played now.

    With a play window, the players agree on a time first.
    """
    rows = [pairing for pairing in pairings if (planned := pairing.round.starts_at) is None or planned <= at]
    if event.paused_at or not rows:
        return
    starting_rounds = {pairing.round_id: pairing.round for pairing in rows if pairing.round.started_at is None}
    Round.objects.filter(pk__in=starting_rounds).update(started_at=at)
    seated = list_entrants_by_side(rows)
    held = hold_for_times(event, [(pairing, seated[pairing.pk]) for pairing in rows], at)
    tilts = compute_tilts(stage, [entrant.pk for side_entrants in seated.values() for entrant in side_entrants])
    due = [_build_first_match(pairing, seated[pairing.pk], tilts) for pairing in rows if pairing.pk not in held]
    create_due_matches(event, due, at)
    for _, row in sorted(starting_rounds.items()):
        send_round_webhook(event, row, at)


def _build_first_match(pairing: Pairing, pair: Sequence[Entrant], tilts: Mapping[int, int]) -> DueMatch:
    """Return the first match of a pairing: seat 0 goes to the entrant with fewer first seats, then the higher seed."""
    return DueMatch(pairing, pair, first=min((0, 1), key=lambda side: (tilts[pair[side].pk], pair[side].seed or 0)))


def open_playable_matches(event: Event, at: datetime) -> None:
    """Open every playable, unopened match of a running bracket, for instance after a pause."""
    for stage in event.stages.filter(started_at__isnull=False, finished_at=None):
        open_bracket_matches(event, stage, playable_pairings().filter(round__stage=stage).select_related("round"), at)


def reconcile_bracket(event: Event, stage: Stage, at: datetime) -> bool:
    """Bring all rows in line with results and withdrawals, and open the matches that became playable.

    Returns whether a node was decided without a match. Pairings whose sides change must no longer have a result or a
    match.
    """
    rows = load_rows(stage)
    places = compute_bracket(rows)
    order = [row.entrant for row in rows.places]
    pairings = list(iter_pairings(rows))
    points = score_walkover(event.team_rules)
    changed = {row.id: new for row in pairings if (new := _compute_row(row, places[row.key], order, points, at)) != row}
    for pk, new in changed.items():
        Pairing.objects.filter(pk=pk).update(
            needed=new.needed, counted_at=new.counted_at, reason=new.reason, forfeit=new.forfeit
        )
    sides = list(Side.objects.filter(pairing__in=changed))
    for side in sides:
        side.entrant_id, side.nobody, side.halves = changed[side.pairing_id].sides[side.number]
    # the constraint of one pairing per round holds at all times: clear moved sides first
    Side.objects.filter(pairing__in=changed).update(entrant=None, halves=None)
    Side.objects.bulk_update(sides, ["entrant", "nobody", "halves"], batch_size=200)
    if event.teams is not None:
        before = {row.id: [side.entrant for side in row.sides] for row in pairings}
        moved = [pk for pk, new in changed.items() if [side.entrant for side in new.sides] != before[pk]]
        reset_team_matches(moved, at)
    ready = Pairing.objects.filter(pk__in=[row.id for row in pairings if places[row.key].ready], series=None)
    open_bracket_matches(event, stage, ready.select_related("round").order_by("pk"), at)
    return any(new.counted_at and not places[new.key].played for new in changed.values())


def _compute_row(row: PairingRow, place: NodeState, order: Sequence[int], points: Sequence[int], at: datetime) -> PairingRow:
    """Return the row as it should be. A played result keeps its points; `points` are those of a walkover."""
    if place.played:
        sides = tuple(_build_side(place, number, order, side.halves) for number, side in enumerate(row.sides))
        return row._replace(needed=place.needed, sides=sides)
    walk_over = place.winner is not None and place.needed and all(place.sides)
    halves = [points[seed != place.winner] for seed in place.sides] if walk_over else [None, None]
    sides = tuple(_build_side(place, number, order, halves[number]) for number in (0, 1))
    since = row.counted_at if row.reason in UNPLAYED_REASONS else None
    return row._replace(needed=place.needed, sides=sides, **_ending(place, since or at))


def _ending(place: NodeState, at: datetime) -> dict[str, Any]:
    """Return the values of a node decided without a match: bye, walkover, or unneeded final."""
    has_both_sides = bool(place.sides[0] and place.sides[1])
    if place.winner is None or place.played:
        return {"counted_at": None, "reason": "", "forfeit": False}
    if not place.needed:
        return {"counted_at": at, "reason": "not-needed", "forfeit": False}
    return {"counted_at": at, "reason": "walk-over" if has_both_sides else "bye", "forfeit": has_both_sides}


def _create_rounds(stage: Stage, nodes: Sequence[Node]) -> dict[str, Round]:
    """Create the rounds of a bracket in playing order and return them by node key."""
    last = 0 if stage.number == 1 else stage.event.rounds.order_by("-number").values_list("number", flat=True)[0]
    depth = max(node.round for node in nodes if node.part is Part.WINNERS)
    double = get_elimination_format(stage.format).double
    rounds = {node.key: (round_sort_key(node), bracket_round_name(node, depth, double=double)) for node in nodes}
    order = sorted(set(rounds.values()))
    rows = Round.objects.bulk_create(
        Round(event_id=stage.event_id, stage=stage, number=number, label=to_stored(name))
        for number, (_, name) in enumerate(order, start=last + 1)
    )
    return {key: rows[order.index(entry)] for key, entry in rounds.items()}


def _build_side(place: NodeState, number: int, order: Sequence[int], halves: int | None = None) -> SideRow:
    seed = place.sides[number]
    return SideRow(order[seed - 1] if seed else None, seed == NOBODY, halves)
