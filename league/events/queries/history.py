"""What a stage's rows say, as the values that formats work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from league.events.formats import protocol
from league.events.formats.protocol import Entrant, History, Kind, Pairing
from league.events.models import PairingKind, Round, Side, Stage, StagePlace

KINDS = {
    PairingKind.BYE: Kind.BYE,
    PairingKind.REQUESTED: Kind.HALF_BYE,
    PairingKind.ABSENT: Kind.ABSENT,
}
_FIELDS = (
    "round__number", "pairing", "pairing__board", "pairing__kind", "pairing__forfeit", "pairing__key",
    "pairing__best_of", "pairing__counted_at", "number", "entrant", "halves",
)  # fmt: skip


def entrants_of(stage: Stage) -> list[Entrant]:
    """The stage's entrants in the order of their seeds."""
    before = Round.objects.filter(stage__event=stage.event_id, stage__number__lt=stage.number).count()
    rows = StagePlace.objects.filter(stage=stage).order_by("seed")
    return [
        Entrant(entrant, joined, left, *_byes(byes, before))
        for entrant, joined, left, byes in rows.values_list("entrant", "joined", "left", "entrant__byes")
    ]


def history_of(stage: Stage, *, published: bool = False) -> History:
    """Every round of the stage, oldest first; only those that have been published, if so asked."""
    rows = Side.objects.filter(round__stage=stage)
    if published:
        rows = rows.filter(round__started_at__isnull=False)
    rounds: dict[int, dict[int, list[Any]]] = defaultdict(dict)
    for number, pairing, *rest in rows.order_by("round__number", "pairing__board", "number").values_list(*_FIELDS):
        rounds[number].setdefault(pairing, []).append(rest)
    return tuple(tuple(_pairing(sides) for sides in pairings.values()) for pairings in rounds.values())


def _pairing(sides: list[Any]) -> Pairing:
    _, kind, forfeit, key, best_of, counted_at, *_ = sides[0]
    entrants = [side[-2] for side in sides]
    halves = [side[-1] if counted_at else None for side in sides]
    if len(sides) == 1:
        entrants, halves = [*entrants, None], [sides[0][-1], None]
    played = Kind.FORFEIT if forfeit else Kind.PLAYED
    return Pairing(tuple(entrants), tuple(halves), KINDS.get(kind, played), key, best_of)


def _byes(byes: Mapping[str, int], before: int) -> tuple[frozenset[int], frozenset[int]]:
    """(half-point byes, absences) by round of the stage, from those by round of the event."""
    rounds = {int(number) - before: halves for number, halves in byes.items()}
    half = frozenset(number for number, halves in rounds.items() if halves and number > 0)
    return half, frozenset(number for number in rounds if number > 0) - half


def kind_of(pairing: protocol.Pairing) -> str:
    """The kind of a pairing's row."""
    return {kind: key for key, kind in KINDS.items()}.get(pairing.kind, PairingKind.GAME)
