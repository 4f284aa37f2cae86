"""Elimination brackets as rows: drawn whole at the start, then filled as each result comes in."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Model, Q

from engines.words import stored
from league.events.actions.notifications import announce_round
from league.events.models import Entrant, EntrantStatus, Event, Pairing, Round, SeriesMatch, Side, Stage
from league.events.stage_plans import bracket_of, elimination, round_key, round_name
from league.formats.elimination.draw import Draw, Node, Part
from league.formats.elimination.play import NOBODY, Place, stand
from league.formats.registry import keys_with
from league.pairings.actions.match_creation import Due, open_due
from league.standings.history import standing, tilts_of
from league.standings.rows import rows_of
from matches.hot_path.statements import store


def draw_bracket(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> bool:
    """Write every place of the bracket and open the matches that can be played; say whether there was one."""
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
    sides = Side.objects.bulk_create(_side(row, number, places[row.key], order) for row in rows for number in (0, 1))
    known = {one.pk: one for one in entrants}
    seated: dict[int, list[Side]] = defaultdict(list)
    for side in sides:
        if side.entrant_id:
            side.entrant = known[side.entrant_id]
            seated[side.pairing_id].append(side)
    ready = [(row, seated[row.pk]) for row in rows if places[row.key].ready]
    open_seated(event, ready, at)
    return bool(ready)


def open_places(event: Event, stage: Stage, pairings: Iterable[Pairing], at: datetime) -> None:
    """Open the first match of each of these pairings, read with their rounds, whose round may be played by now."""
    rows = list(pairings)
    sides: dict[int, list[Side]] = defaultdict(list)
    for side in Side.objects.filter(pairing__in=rows).select_related("entrant__player").order_by("number"):
        sides[side.pairing_id].append(side)
    tilts = tilts_of(stage, [side.entrant_id or 0 for both in sides.values() for side in both])
    for side in (side for both in sides.values() for side in both):
        side.tilt = tilts.get(side.entrant_id or 0, 0)
    open_seated(event, [(one, sides[one.pk]) for one in rows], at)


def open_seated(event: Event, seated: Sequence[tuple[Pairing, Sequence[Side]]], at: datetime) -> None:
    """The same, where the sides with their entrants are known, too."""
    if event.paused_at:
        return
    due = [(one, both) for one, both in seated if (planned := one.round.starts_at) is None or planned <= at]
    begun = {one.round_id: one.round for one, _ in due if one.round.started_at is None}
    if begun:
        Round.objects.filter(pk__in=begun).update(started_at=at)
    if due:
        open_due(event, [_due(one, [side for side in both if side.entrant]) for one, both in due], at)
    for _, row in sorted(begun.items()):
        announce_round(event, row, at)


def open_known(event: Event, at: datetime) -> None:
    """Open the matches of every place of a running bracket that can be played and has none: after a pause, in time."""
    for stage in event.stages.filter(format__in=keys_with("is_bracket"), started_at__isnull=False, finished_at=None):
        rows = Pairing.objects.filter(round__stage=stage, counted_at=None, needed=True, series=None)
        known = rows.annotate(known=Count("sides", filter=Q(sides__entrant__isnull=False))).filter(known=2)
        open_places(event, stage, known.select_related("round"), at)


def _due(pairing: Pairing, both: Sequence[Side]) -> Due:
    """Return the first match of a pairing: seat 0 has who had it less often, then the higher seed."""
    entrants = [side.entrant for side in both if side.entrant]
    first = min((0, 1), key=lambda number: (both[number].tilt, entrants[number].seed or 0))
    return Due(pairing, entrants, first=first)


def reconcile(event: Event, stage: Stage, at: datetime) -> None:
    """Bring every row in line with the results and withdrawals: after a withdrawal, or an overturned result.

    Pairings whose sides change must have no result and no match any more.
    """
    found = rows_of(stage)
    places = standing(found)
    order = [one.entrant for one in found.places]
    locked = Pairing.objects.filter(round__stage=stage).select_related("round").select_for_update(of=("self",))
    rows = {row.key: row for row in locked}
    sides = {(side.pairing_id, side.number): side for side in Side.objects.filter(round__stage=stage)}
    begun = set(SeriesMatch.objects.filter(pairing__round__stage=stage).values_list("pairing", flat=True))
    changed: list[Side] = []
    for key, place in places.items():
        row = rows[key]
        for number in (0, 1):
            now = sides[row.pk, number]
            wanted = _side(row, number, place, order)
            if place.played:
                wanted.halves = now.halves
            elif place.winner is not None and place.needed and all(place.sides):  # a walk-over
                wanted.halves = 2 if place.sides[number] == place.winner else 0
            if (now.entrant_id, now.nobody, now.halves) != (wanted.entrant_id, wanted.nobody, wanted.halves):
                now.entrant_id, now.nobody, now.halves = wanted.entrant_id, wanted.nobody, wanted.halves
                changed.append(now)
        ending = {} if place.played else _ending(place, at)
        now_so = row.needed, row.counted_at is None, row.reason
        if now_so != (place.needed, ending.get("counted_at", row.counted_at) is None, ending.get("reason", row.reason)):
            row.update(needed=place.needed, **ending)
    # nobody stands twice in a round, not even for a moment: those who move are taken out first
    Side.objects.filter(pk__in=[side.pk for side in changed]).update(entrant=None, halves=None)
    Side.objects.bulk_update(changed, ["entrant", "nobody", "halves"], batch_size=200)
    open_places(event, stage, [rows[key] for key, one in places.items() if one.ready and rows[key].pk not in begun], at)


def _ending(place: Place, at: datetime) -> dict[str, Any]:
    """Return what the row of a place has that no match decided: a bye, a walk-over, or a final that is not needed."""
    both = bool(place.sides[0] and place.sides[1])
    if place.winner is None or place.played:
        return {"counted_at": None, "reason": "", "forfeit": False}
    if not place.needed:
        return {"counted_at": at, "reason": "not-needed", "forfeit": False}
    return {"counted_at": at, "reason": "walk-over" if both else "bye", "forfeit": both}


def _write_rounds(stage: Stage, nodes: Sequence[Node]) -> dict[str, Round]:
    """The rounds of a bracket in the order of play, by the keys of their places."""
    last = 0 if stage.number == 1 else stage.event.rounds.order_by("-number").values_list("number", flat=True)[0]
    deep = max(node.round for node in nodes if node.part is Part.WINNERS)
    double = elimination(stage.format).double
    keys = sorted({(round_key(node), round_name(node, deep, double=double)) for node in nodes})
    rows = Round.objects.bulk_create(
        Round(event_id=stage.event_id, stage=stage, number=number, label=stored(name))
        for number, (_, name) in enumerate(keys, start=last + 1)
    )
    of = dict(zip(keys, rows, strict=True))
    return {node.key: of[round_key(node), round_name(node, deep, double=double)] for node in nodes}


def _side(row: Pairing, number: int, place: Place, entrants: Sequence[int]) -> Side:
    seed = place.sides[number]
    return Side(
        pairing=row, round_id=row.round_id, number=number,
        entrant_id=entrants[seed - 1] if seed else None, nobody=seed == NOBODY,
    )  # fmt: skip


class Changes:
    """Rows with the fields of them that have changed. Each row must always be given as the same object."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Model, set[str]]] = {}

    def note(self, row: Model, *names: str) -> None:
        """Remember to store these fields of the row, by the names of their attributes (`entrant_id`)."""
        self._rows.setdefault(id(row), (row, set()))[1].update(names)

    def store(self) -> None:
        """Store what has been noted since the last time. What the database is asked before does not know of it."""
        changes = [(row, tuple(sorted(names))) for row, names in self._rows.values()]
        self._rows.clear()
        if changes:
            store(changes, ())


def sides_and_targets(stage: Stage, pairing: Pairing) -> dict[str, list[Side]]:
    """By place (in a bracket; else by group), the sides of a pairing and of those that its winner and loser go to."""
    if not stage.traits.is_bracket:
        return {pairing.key: list(pairing.sides.select_related("entrant__player").order_by("number"))}
    bracket, key = bracket_of(stage.format, stage.settings, stage.size), pairing.key
    targets = {target for target, _ in (*bracket.winner_to.get(key, ()), *bracket.loser_to.get(key, ()))} - {"F2"}
    return _sides(stage, [key, *({"F2"} if bracket.by_key[key].part is Part.FINAL else targets)])


def advance_bracket(
    event: Event, stage: Stage, decided: SeriesMatch, known: dict[str, list[Side]], changes: Changes, at: datetime
) -> bool:
    """Go on from the pairing that this match has decided; whether it decided no other. `known` as from
    `sides_and_targets`.

    What changes is added to `changes`, which are stored before the matches are opened that can be played now.
    """
    walk = _Walk(stage, bracket_of(stage.format, stage.settings, stage.size), known, changes, at)
    for side in known[decided.pairing.key]:
        side.tilt += 1 if side.number == decided.first else -1
        changes.note(side, "tilt")
    walk.leave(decided.pairing.key)
    changes.store()
    open_seated(event, [(sides[0].pairing, sides) for sides in walk.ready], at)
    return not walk.settled


@dataclass
class _Walk:
    """On its way through a bracket: places whose sides become known are played, or passed where nobody has to play."""

    stage: Stage
    bracket: Draw
    known: dict[str, list[Side]]
    changes: Changes
    at: datetime
    ready: list[list[Side]] = field(default_factory=list)
    settled: bool = False
    """Whether a place has been decided without a match."""

    def leave(self, key: str) -> None:
        """Carry on from a place that has been decided."""
        sides = self.known[key]
        if self.bracket.by_key[key].part is Part.FINAL:
            self._after_final(sides)
            return
        winner, loser = ended(sides)
        for targets, side in ((self.bracket.winner_to[key], winner), (self.bracket.loser_to[key], loser)):
            for target, number in targets:
                if target != "F2":
                    self._seat(target, number, side)

    def _seat(self, key: str, number: int, comes: Side | None) -> None:
        sides = self._at(key)
        side = sides[number]
        side.entrant, side.nobody = (comes.entrant, False) if comes else (None, True)
        side.tilt = comes.tilt if comes else 0
        self.changes.note(side, "entrant_id", "nobody", "tilt")
        if all(one.entrant_id or one.nobody for one in sides):
            self._go(key, sides)

    def _go(self, key: str, sides: list[Side]) -> None:
        present = [side for side in sides if side.entrant]
        there = [side for side in present if side.entrant and side.entrant.status != EntrantStatus.WITHDRAWN]
        if len(there) == 2:
            self.ready.append(sides)
            return
        row, both = sides[0].pairing, len(present) == 2
        row.counted_at, row.reason, row.forfeit = self.at, "walk-over" if both else "bye", both
        self.changes.note(row, "counted_at", "reason", "forfeit")
        self.settled = True
        for side in sides if both else ():
            side.halves = 2 if side in there else 0
            self.changes.note(side, "halves")
        self.leave(key)

    def _after_final(self, sides: list[Side]) -> None:
        """The second grand final is between the same two, if the first was lost from the winners side."""
        if "F2" not in self.bracket.by_key:
            return
        winner, _ = ended(sides)
        again = self._at("F2")
        if winner is None or winner.number == 0 or any(side.entrant is None for side in sides):
            row = again[0].pairing
            row.needed, row.counted_at, row.reason = False, self.at, "not-needed"
            self.changes.note(row, "needed", "counted_at", "reason")
            self.settled = True
            return
        for side in sides:
            self._seat("F2", side.number, side)

    def _at(self, key: str) -> list[Side]:
        if key not in self.known:
            self.known |= _sides(self.stage, [key])
        return self.known[key]


def ended(sides: Sequence[Side]) -> tuple[Side | None, Side | None]:
    """(winner, loser) of two sides; None for nobody. Who forfeit both are lost."""
    through = sides[0].pairing.through
    first, second = sorted(
        sides, key=lambda side: (side.nobody, side.number != through, -(side.halves or 0), side.number)
    )
    both = first.entrant_id is not None and second.entrant_id is not None
    if both and not first.halves and through is None:
        return None, None
    return (first if first.entrant_id else None), (second if second.entrant_id else None)


def _sides(stage: Stage, keys: Collection[str]) -> dict[str, list[Side]]:
    found: dict[str, list[Side]] = {}
    rows = Side.objects.filter(pairing__round__stage=stage, pairing__key__in=keys).select_related(
        "pairing__round", "round", "entrant__player"
    )
    for side in rows.order_by("number"):
        found.setdefault(side.pairing.key, []).append(side)
    for sides in found.values():
        for side in sides:
            side.pairing = sides[0].pairing
    return found
