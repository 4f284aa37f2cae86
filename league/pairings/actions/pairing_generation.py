"""Generation of rounds by their format, and their rows and dates."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.common import steps
from engines.words import say
from league.events.models import Pairing, Round, Side, Stage
from league.formats.protocol import CannotPair, Entrant, History, Kind
from league.formats.protocol import Pairing as Drawn
from league.formats.registry import format_of
from league.formats.season.calendar import read_calendar
from league.pairings.queries.pairing_exclusions import settings_of
from league.standings.history import entrants_of, history_of, kind_of
from league.standings.rows import rows_of
from matches.refusals import Refused

MOST_ROUNDS = 5_000
"""Upper limit of the rounds of any format."""
Basis = tuple[int, Sequence[Entrant], History, Mapping[str, Any]]
"""The input of a pairing: stage, entrants, history, settings."""


def basis(stage: Stage) -> Basis:
    """Return the input of the stage's next pairing."""
    rows = rows_of(stage)
    return stage.pk, entrants_of(rows), history_of(rows), settings_of(stage)


def pair_next(stage: Stage) -> tuple[Basis, Sequence[Drawn] | None]:
    """Return the input and the next round (None if no round is left). Raises Refused if pairing is impossible."""
    made_from = basis(stage)
    _, entrants, history, settings = made_from
    format = format_of(stage.format)
    try:
        made = format.next_round(format.check(settings, len(entrants)), entrants, history)
    except CannotPair as why:
        raise Refused("cannot-pair", why.sentence) from why
    if made == ():
        raise Refused("round-running", say("The previous round hasn't finished. Wait until all its results are in."))
    return made_from, made


def pair_all(stage: Stage) -> list[Sequence[Drawn]]:
    """Return all remaining rounds of a format whose rounds are known in advance."""
    _, entrants, history, _ = basis(stage)
    format, rounds = format_of(stage.format), list(history)
    settings = format.check(stage.settings, len(entrants))
    for _ in steps(MOST_ROUNDS, f"stage {stage.pk}"):
        made = format.next_round(settings, entrants, rounds)
        if not made:
            break
        rounds.append(made)
    return list(rounds[len(history) :])


def write_rounds(stage: Stage, rounds: Sequence[Sequence[Drawn]]) -> list[Round]:
    """Add unpublished rounds to a stage, numbered after the event's last round."""
    last = Round.objects.filter(event=stage.event_id).order_by("-number").values_list("number", flat=True).first() or 0
    rows = Round.objects.bulk_create(
        Round(event_id=stage.event_id, stage=stage, number=number) for number in range(last + 1, last + 1 + len(rounds))
    )
    write_pairings(
        [(row, board, drawn) for row, made in zip(rows, rounds, strict=True) for board, drawn in enumerate(made, 1)]
    )
    return rows


def write_pairings(drawn: Sequence[tuple[Round, int, Drawn]]) -> list[Pairing]:
    """Create pairings at these boards of these rounds. Results from the format (byes, forfeits) are not counted yet."""
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


def date_rounds(stage: Stage, rows: Sequence[Round]) -> None:
    """Set the dates of these future rounds from the stage's calendar, or clear them without a calendar."""
    calendar = read_calendar(stage.settings.get("calendar"))
    write_dates(rows, calendar.moments(len(rows)) if calendar else (None,) * len(rows))


def write_dates(rows: Sequence[Round], moments: Sequence[datetime | None]) -> None:
    """Set the start of each round; None means by hand or after the break between rounds."""
    changed = [(row, moment) for row, moment in zip(rows, moments, strict=True) if row.starts_at != moment]
    for row, moment in changed:
        row.starts_at = moment
    Round.objects.bulk_update([row for row, _ in changed], ["starts_at"], batch_size=200)
