"""Generation of rounds by their format, and their rows and dates."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.common import bounded_steps
from engines.i18n import StoredMessage, to_stored, translate as _
from league.events.models import Pairing, Round, Side, Stage
from league.formats.play_offs import is_play_off
from league.formats.protocol import CannotPair, Entrant, History, Kind, Pairing as Drawn
from league.formats.registry import get_format
from league.formats.season.calendar import parse_calendar
from league.formats.ties import PLAY_OFF
from league.pairings.queries.pairing_exclusions import get_pairing_settings
from league.standings.history import to_entrants, to_history, to_pairing_kind
from league.standings.rows import load_rows
from matches.errors import ActionError

MAX_ROUNDS = 5_000
"""Upper limit of the rounds of any format."""
Inputs = tuple[int, Sequence[Entrant], History, Mapping[str, Any]]
"""The input of a pairing: stage, entrants, history, settings."""


def get_inputs(stage: Stage) -> Inputs:
    """Return the input of the stage's next pairing."""
    rows = load_rows(stage)
    return stage.pk, to_entrants(rows), to_history(rows), get_pairing_settings(stage)


def generate_next_round(stage: Stage) -> tuple[Inputs, Sequence[Drawn] | None]:
    """Return the input and the next round (None if no round is left). Raises ActionError if pairing is impossible."""
    inputs = get_inputs(stage)
    _unused, entrants, history, settings = inputs
    format = get_format(stage.format)
    try:
        pairings = format.next_round(format.check(settings, len(entrants)), entrants, history)
    except CannotPair as error:
        raise ActionError("cannot-pair", error.sentence) from error
    if pairings == ():
        raise ActionError("round-running", _("The previous round hasn't finished. Wait until all its results are in."))
    return inputs, pairings


def generate_all_rounds(stage: Stage) -> list[Sequence[Drawn]]:
    """Return all remaining rounds of a format whose rounds are known in advance."""
    _, entrants, history, _ = get_inputs(stage)
    format, rounds = get_format(stage.format), list(history)
    settings = format.check(stage.settings, len(entrants))
    for _ in bounded_steps(MAX_ROUNDS, f"stage {stage.pk}"):
        pairings = format.next_round(settings, entrants, rounds)
        if not pairings:
            break
        rounds.append(pairings)
    return list(rounds[len(history) :])


def refresh_play_off(stage: Stage) -> None:
    """Add the round of play-offs that is due after all regular rounds, in place of an unpublished one that no longer is."""
    rows = load_rows(stage)
    entrants, history = to_entrants(rows), to_history(rows, published=True)
    format = get_format(stage.format)
    due = format.next_round(format.check(stage.settings, len(entrants)), entrants, history) or ()
    planned = [row for row in rows.rounds if row.started_at is None]
    if (due and not is_play_off(due)) or any(pairing.key != PLAY_OFF for row in planned for pairing in row.pairings):
        return
    pairs = {frozenset(side.entrant for side in pairing.sides) for row in planned for pairing in row.pairings}
    if pairs != {frozenset(pairing.entrants) for pairing in due}:
        Round.objects.filter(pk__in=[row.id for row in planned]).delete()
        add_rounds(stage, [due] if due else [])


def add_rounds(stage: Stage, rounds: Sequence[Sequence[Drawn]]) -> list[Round]:
    """Add unpublished rounds to a stage, numbered after the event's last round."""
    last = Round.objects.filter(event=stage.event_id).order_by("-number").values_list("number", flat=True).first() or 0
    rows = Round.objects.bulk_create(
        Round(
            event_id=stage.event_id, stage=stage, number=number,
            label=_name_play_off(stage) if is_play_off(tuple(pairings)) else "",
        )
        for number, pairings in enumerate(rounds, last + 1)
    )  # fmt: skip
    create_pairings(
        [(row, board, drawn) for row, pairs in zip(rows, rounds, strict=True) for board, drawn in enumerate(pairs, 1)]
    )
    return rows


def _name_play_off(stage: Stage) -> StoredMessage:
    earlier = stage.rounds.filter(pairings__key=PLAY_OFF).distinct().count()
    return to_stored(_("Play-off, round {number}", number=earlier + 1) if earlier else _("Play-off"))


def create_pairings(drawn: Sequence[tuple[Round, int, Drawn]]) -> list[Pairing]:
    """Create pairings at these boards of these rounds. Results from the format (byes, forfeits) are not counted yet."""
    matches_per_game = drawn[0][0].event.matches_per_game if drawn else 1
    pairings = Pairing.objects.bulk_create(
        Pairing(
            round=row, board=board, kind=to_pairing_kind(generated), key=generated.key,
            best_of=generated.best_of * (matches_per_game if generated.is_contested else 1),
            forfeit=generated.is_contested and generated.kind is Kind.FORFEIT,
        )
        for row, board, generated in drawn
    )  # fmt: skip
    Side.objects.bulk_create(
        Side(pairing=pairing, round=row, number=number, entrant_id=entrant, halves=generated.halves[number])
        for pairing, (row, _, generated) in zip(pairings, drawn, strict=True)
        for number, entrant in enumerate(generated.sides)
        if entrant is not None
    )
    return pairings


def date_rounds(stage: Stage, rows: Sequence[Round]) -> None:
    """Set the dates of these future rounds from the stage's calendar, or clear them without a calendar."""
    calendar = parse_calendar(stage.settings.get("calendar"))
    set_round_starts(rows, calendar.moments(len(rows)) if calendar else (None,) * len(rows))


def set_round_starts(rows: Sequence[Round], moments: Sequence[datetime | None]) -> None:
    """Set the start of each round; None means by hand or after the break between rounds."""
    changed = [(row, moment) for row, moment in zip(rows, moments, strict=True) if row.starts_at != moment]
    for row, moment in changed:
        row.starts_at = moment
    Round.objects.bulk_update([row for row, _ in changed], ["starts_at"], batch_size=200)


def delete_unpublished_rounds(stage: Stage) -> dict[int, datetime | None]:
    """Delete unpublished rounds, to be generated again, and return their planned starts."""
    if stage.traits.is_bracket:
        return {}
    unpublished = Round.objects.filter(stage=stage, started_at=None)
    dates = dict(unpublished.values_list("number", "starts_at"))
    unpublished.delete()
    return dates


def regenerate_rounds(stage: Stage, dates: Mapping[int, datetime | None]) -> None:
    """Generate the rounds again that `delete_unpublished_rounds` deleted, with their planned starts."""
    if stage.traits.fixed:
        rows = add_rounds(stage, generate_all_rounds(stage))
        set_round_starts(rows, [dates.get(row.number) for row in rows])
