"""Pairing the next round of a format that follows the results: nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.common import steps
from engines.words import say
from league.events.models import Stage
from league.formats.protocol import CannotPair, Entrant, History, Pairing
from league.formats.registry import format_of
from league.pairings.queries.pairing_exclusions import settings_of
from league.standings.queries.history import entrants_of, history_of
from league.standings.queries.rows import rows_of
from matches.refusals import Refused

MOST_ROUNDS = 5_000
"""More than any format has rounds."""
Basis = tuple[int, Sequence[Entrant], History, Mapping[str, Any]]
"""What a draft is made from: stage, entrants, history, settings."""


def basis(stage: Stage) -> Basis:
    rows = rows_of(stage)
    return stage.pk, entrants_of(rows), history_of(rows), settings_of(stage)


def pair_next(stage: Stage) -> tuple[Basis, Sequence[Pairing] | None]:
    """The next round and what it was made from; None if there is no round any more. Refused if none can be made."""
    made_from = basis(stage)
    _, entrants, history, settings = made_from
    format = format_of(stage.format)
    try:
        made = format.next_round(format.check(settings, len(entrants)), entrants, history)
    except CannotPair as why:
        raise Refused("cannot-pair", why.sentence) from why
    if made == ():
        raise Refused("round-running", say("The round before it has not finished."))
    return made_from, made


def pair_all(stage: Stage) -> list[Sequence[Pairing]]:
    """Every round that is still to come, of a format whose rounds are known beforehand."""
    _, entrants, history, _ = basis(stage)
    format, rounds = format_of(stage.format), list(history)
    settings = format.check(stage.settings, len(entrants))
    for _ in steps(MOST_ROUNDS, f"stage {stage.pk}"):
        made = format.next_round(settings, entrants, rounds)
        if not made:
            break
        rounds.append(made)
    return list(rounds[len(history) :])
