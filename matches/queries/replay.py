"""Replays of finished matches from any point of view, and match records."""

from collections.abc import Iterator
from typing import Any

from engines import play, record, registry
from engines.contract import Engine, Json, View
from engines.words import say
from matches.actions.record_signing import signature_of
from matches.actions.start import header
from matches.lifecycle import Message, refusal
from matches.models import Entry, Match
from matches.moment import in_ms, now
from matches.queries.position import outcome_of
from matches.queries.seating import get_match, seat_of, seating
from matches.queries.spectator_delay import as_shown
from matches.refusals import Refused, raise_refusal

EVERYONE = "all"
SPECTATOR = "spectator"


def replay(match_id: int, viewer: str, reader: int | None = None) -> Iterator[dict[str, Json]]:
    """Yield one frame for the start and one per entry, as seen by `viewer`: a seat number, `spectator` or `all`.

    `reader` is the requesting player; in a match with a delay, its players may see the replay before others.
    """
    match = _finished(match_id, Message.REPLAY, reader)
    engine = registry.get(match.game, match.engine_version)
    seats = match.seats.count()
    eyes = _eyes(viewer, seats)
    position = play.begin(engine, match.options, seats)
    yield {"n": 0, "by": None, "text": "", "at": None, "view": _seen(engine, position, eyes), "left": []}
    for entry in match.entries.all():
        told_to = entry.by if isinstance(eyes, str) else eyes  # The actor may read all of it.
        text = play.describe(engine, position, entry.by, entry.do, told_to)
        text = play.with_note(text, entry.by, entry.do, entry.note)
        position = play.advance(engine, position, entry.by, entry.do)
        yield {
            "n": entry.n,
            "by": entry.by,
            "text": text,
            "at": in_ms(entry.at),
            "view": _seen(engine, position, eyes),
            "left": [{"turn_left": turn, "reserve_left": reserve} for turn, reserve in entry.left],
        }


def record_of(match_id: int, reader: int | None = None, *, at_once: bool = False) -> str:
    """Return the signed record of a finished match, with all its secrets, for the requesting player.

    `at_once`: for the match's referee, to whom the delay does not apply.
    """
    match = _finished(match_id, Message.RECORD, reader, at_once=at_once)
    lines: list[dict[str, Json]] = [header(match, seating(match))]
    lines += kept_log(match.pk)
    outcome = outcome_of(match)
    if match.signature:
        signed: tuple[str, str] | None = match.signed_by, match.signature
    else:  # Aborted, or ended before signatures were kept or without an available key: sign it now.
        match.signed_at = match.closed_at if match.has_site else None
        signed = signature_of(match, outcome, at=now())
    signed_at = None if match.signed_at is None else in_ms(match.signed_at)
    end = record.closing_signed(outcome, bytes.fromhex(match.seed), signed, signed_at)
    return "".join(record.write([*lines, end]))


def kept_log(match_id: int) -> list[dict[str, Json]]:
    """Return the whole log as in the record of the match, with all its secrets."""
    lines = list[dict[str, Json]]()
    for entry in Entry.objects.filter(match=match_id).order_by("n"):
        where_needed = {
            "lag": entry.lag_ms, "judged": in_ms(entry.judged_at) if entry.judged_at else None, "note": entry.note,
            "nonce": entry.nonce, "sealed": entry.sealed,
        }  # fmt: skip
        lines.append({
            "n": entry.n, "by": entry.by, "do": entry.do, "prev": entry.prev, "hash": entry.hash, "at": in_ms(entry.at),
            "left": [turn + reserve for turn, reserve in entry.left],
            **{name: value for name, value in where_needed.items() if value},
        })  # fmt: skip
    return lines


def over_for(match: Match, reader: int | None) -> bool:
    """Return whether this reader may know the match's secrets: with a delay, its players may before others."""
    return refusal(Message.RECORD, _status_for(match, reader)) is None


def _status_for(match: Match, reader: int | None) -> str:
    seated = seat_of(seating(match), reader) is not None
    return (match if seated else as_shown(match, now())[0]).status


def _finished(match_id: int, message: Message, reader: int | None, *, at_once: bool = False) -> Match:
    match = get_match(match_id)
    raise_refusal(refusal(message, match.status if at_once else _status_for(match, reader)))
    if match.started_at is None:
        raise Refused("not-played", say("The match was decided before it started, so there is nothing to replay."))
    return match


def _eyes(viewer: str, seats: int) -> int | str | None:
    if viewer == EVERYONE:
        return EVERYONE
    if viewer == SPECTATOR:
        return None
    if viewer.isascii() and viewer.isdigit() and int(viewer) < seats:
        return int(viewer)
    raise Refused("bad-viewer", say("Choose a seat from 0 to {last}, `spectator` or `all`.", last=seats - 1), "viewer")


def _seen(engine: Engine[Any, Any], position: play.Position[Any], eyes: int | str | None) -> View:
    return engine.open_view(position.state) if isinstance(eyes, str) else engine.view(position.state, eyes)
