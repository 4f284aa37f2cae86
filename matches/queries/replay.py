"""Replays of finished matches from any point of view, and match records."""

from collections.abc import Iterator
from typing import Any

from engines import play, record
from engines.contract import Engine, Json, View
from engines.i18n import translate as _
from matches.actions.record_signing import create_signature
from matches.actions.start import build_header
from matches.engine_limits import get_engine
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Entry, Match
from matches.queries.duplicates import is_sealed
from matches.queries.position import load_outcome
from matches.queries.seats import find_seat, get_match, get_seats
from matches.queries.spectator_delay import visible_match
from matches.server_time import now, to_ms

EVERYONE = "all"
SPECTATOR = "spectator"


def iter_frames(match_id: int, viewer: str, player_id: int | None = None) -> Iterator[dict[str, Json]]:
    """Yield one frame for the start and one per entry, as seen by `viewer`: a seat number, `spectator` or `all`.

    `player_id` is the requesting player; in a match with a delay, its players may see the replay before others.
    """
    match = get_replayable_match(match_id, player_id)
    engine = get_engine(match.game, match.engine_version)
    seats = match.seats.count()
    viewpoint = _parse_viewer(viewer, seats)
    position = play.begin(engine, match.options, seats)
    yield {"n": 0, "by": None, "text": "", "at": None, "view": _render_view(engine, position, viewpoint), "left": []}
    for entry in match.entries.all():
        text_viewer = entry.by if isinstance(viewpoint, str) else viewpoint  # The actor may read all of it.
        text = play.describe(engine, position, entry.by, entry.do, text_viewer)
        text = play.append_note(text, entry.by, entry.do, entry.note)
        position = play.advance(engine, position, entry.by, entry.do)
        yield {
            "n": entry.n,
            "by": entry.by,
            "text": text,
            "at": to_ms(entry.at),
            "view": _render_view(engine, position, viewpoint),
            "left": [{"turn_left": turn, "reserve_left": reserve} for turn, reserve in entry.left],
        }


def build_record(match_id: int, player_id: int | None = None, *, at_once: bool = False) -> str:
    """Return the signed record of a finished match, with all its secrets, for the requesting player.

    `at_once`: for the match's referee, to whom the delay does not apply.
    """
    match = _get_finished(match_id, MatchAction.RECORD, player_id, at_once=at_once)
    lines: list[dict[str, Json]] = [build_header(match, get_seats(match))]
    lines += build_log(match.pk)
    outcome = load_outcome(match)
    if match.signature:
        key_and_signature: tuple[str, str] | None = match.signed_by, match.signature
    else:  # Aborted, or ended before signatures were kept or without an available key: sign it now.
        match.signed_at = match.closed_at if match.has_site else None
        key_and_signature = create_signature(match, outcome, at=now())
    signed_at = None if match.signed_at is None else to_ms(match.signed_at)
    end = record.build_signed_closing(outcome, bytes.fromhex(match.seed), key_and_signature, signed_at)
    return "".join(record.format_lines([*lines, end]))


def build_log(match_id: int) -> list[dict[str, Json]]:
    """Return the whole log as in the record of the match, with all its secrets."""
    lines = list[dict[str, Json]]()
    for entry in Entry.objects.filter(match=match_id).order_by("n"):
        optional = {
            "lag": entry.lag_ms, "judged": to_ms(entry.judged_at) if entry.judged_at else None, "note": entry.note,
            "nonce": entry.nonce, "sealed": entry.sealed,
        }  # fmt: skip
        lines.append({
            "n": entry.n, "by": entry.by, "do": entry.do, "prev": entry.prev, "hash": entry.hash, "at": to_ms(entry.at),
            "left": [turn + reserve for turn, reserve in entry.left],
            **{name: value for name, value in optional.items() if value},
        })  # fmt: skip
    return lines


def get_replayable_match(match_id: int, player_id: int | None) -> Match:
    """Return a finished match whose secrets this reader may know.

    Raises ActionError("not-found"), "not-over", or "not-played" for a match that was decided before it started or that
    doesn't count.
    """
    return _get_finished(match_id, MatchAction.REPLAY, player_id)


def is_over_for(match: Match, player_id: int | None) -> bool:
    """Return whether this reader may know the match's secrets: with a delay, its players may before others."""
    is_over = find_refusal(MatchAction.RECORD, _get_visible_status(match, player_id)) is None
    return is_over and not is_sealed(match, player_id, now())


def _get_visible_status(match: Match, player_id: int | None) -> str:
    seated = find_seat(get_seats(match), player_id) is not None
    return (match if seated else visible_match(match, now())[0]).status


def _get_finished(match_id: int, action: MatchAction, player_id: int | None, *, at_once: bool = False) -> Match:
    match = get_match(match_id)
    raise_refusal(find_refusal(action, match.status if at_once else _get_visible_status(match, player_id)))
    if match.started_at is None:
        raise ActionError("not-played", _("The match was decided before it started, so there is nothing to replay."))
    if is_sealed(match, player_id, now()):
        text = _("The other match of this duplicate isn't over. Until then, the hidden information of both stays secret.")
        raise ActionError("twin-not-over", text)
    return match


def _parse_viewer(viewer: str, seats: int) -> int | str | None:
    if viewer == EVERYONE:
        return EVERYONE
    if viewer == SPECTATOR:
        return None
    if viewer.isascii() and viewer.isdigit() and int(viewer) < seats:
        return int(viewer)
    raise ActionError("bad-viewer", _("Choose a seat from 0 to {last}, `spectator` or `all`.", last=seats - 1), "viewer")


def _render_view(engine: Engine[Any, Any], position: play.Position[Any], viewpoint: int | str | None) -> View:
    return engine.open_view(position.state) if isinstance(viewpoint, str) else engine.view(position.state, viewpoint)
