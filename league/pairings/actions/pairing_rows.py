"""Writing rounds: pairings and their sides as rows, many at a time."""

from collections.abc import Sequence

from league.events.models import Pairing, Round, Side, Stage
from league.formats.protocol import Kind
from league.formats.protocol import Pairing as Drawn
from league.standings.queries.history import kind_of


def write_rounds(stage: Stage, rounds: Sequence[Sequence[Drawn]]) -> list[Round]:
    """Add rounds to a stage, numbered on from the event's last. Nothing is published by it."""
    last = Round.objects.filter(event=stage.event_id).order_by("-number").values_list("number", flat=True).first() or 0
    rows = Round.objects.bulk_create(
        Round(event_id=stage.event_id, stage=stage, number=number) for number in range(last + 1, last + 1 + len(rounds))
    )
    write_pairings(
        [(row, board, drawn) for row, made in zip(rows, rounds, strict=True) for board, drawn in enumerate(made, 1)]
    )
    return rows


def write_pairings(drawn: Sequence[tuple[Round, int, Drawn]]) -> list[Pairing]:
    """The pairings at these boards of these rounds. Results that a format gives (byes, forfeits) are kept uncounted."""
    pairings = Pairing.objects.bulk_create(
        Pairing(
            round=row, board=board, kind=kind_of(one), key=one.key, best_of=one.best_of,
            forfeit=one.contested and one.kind is Kind.FORFEIT,
        )
        for row, board, one in drawn
    )  # fmt: skip
    Side.objects.bulk_create(
        Side(pairing=pairing, round=row, number=number, entrant_id=entrant, halves=one.halves[number])
        for pairing, (row, _, one) in zip(pairings, drawn, strict=True)
        for number, entrant in enumerate(one.sides)
        if entrant is not None
    )
    return pairings
