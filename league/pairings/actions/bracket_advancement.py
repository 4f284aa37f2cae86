"""Carrying the winner and the loser of a bracket's pairing to their next places, as each result comes in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Model

from league.events.models import EntrantStatus, Event, Pairing, SeriesMatch, Side, Stage
from league.events.stage_plans import bracket_of
from league.formats.elimination.draw import Draw, Part
from league.pairings.actions.brackets import open_seated
from matches.hot_path.statements import store


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
    rounds = {sides[0].round_id: sides[0].round for sides in walk.ready}
    open_seated(event, [(sides[0].pairing, sides) for sides in walk.ready], rounds, at)
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
