"""Everything a page may show one viewer of a match, and nothing else (ruling C-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from engines import play, registry
from engines.contract import Engine, View
from engines.words import retell
from engines.words import told as told_now
from matches.clock import Clock, Control
from matches.hot_path.statements import lines_of, match_row
from matches.models import RUNNING, Entry, Match, Preparation, Presence, Status
from matches.models.entry import reader
from matches.moment import in_ms, now
from matches.queries.board_types import (
    BoardClock,
    BoardLine,
    BoardOutcome,
    BoardRuling,
    BoardSeat,
    BoardSeatClock,
)
from matches.queries.lessons import lesson
from matches.queries.offers import SAY_NOTHING, may_say, questions, why_not
from matches.queries.position import legal_of, outcome_of, position_of
from matches.queries.presence import absent, gone
from matches.queries.seating import Seating, Sitter, seat_of, seating
from matches.queries.spectator_delay import as_shown
from matches.time_control import control_text, limit_text

Board = dict[str, Any]


@dataclass(frozen=True)
class Scene:
    """What the boards of all its viewers are made from; it shows nobody anything by itself.

    For spectators it is made of a match `as_shown`, of that moment. `absent` are the seats whose players have gone.
    """

    match: Match
    seats: Seating
    at: datetime
    absent: Sequence[Presence]

    @classmethod
    def of(cls, match: Match, seats: Seating, at: datetime) -> Scene:
        return cls(match, seats, at, absent(match))

    @cached_property
    def engine(self) -> Engine[Any, Any]:
        return registry.get(self.match.game, self.match.engine_version)

    @cached_property
    def position(self) -> play.Position[Any] | None:
        """None before the match has begun."""
        return position_of(self.match) if self.match.state is not None else None

    @cached_property
    def same(self) -> dict[str, Any]:
        """What of a board is the same for all its viewers."""
        match, outcome, names = self.match, outcome_of(self.match), self.engine.seat_names
        ended: BoardOutcome | None = None if outcome is None else {
            "ranks": list(outcome.ranks), "reason": outcome.reason,
            "text": play.reason_words(self.engine, outcome.reason),
        }  # fmt: skip
        return {
            "seats": [_seat(seat, names[seat.number], self.clock) for seat in self.seats],
            "clock": _faces(self.clock, self.at),
            "asked": questions(match) if match.status in RUNNING else [],
            "outcome": ended,
        }

    @cached_property
    def clock(self) -> Clock:
        """The one that it will begin with, before it has begun."""
        match, control = self.match, Control(**self.match.control)
        if match.clock:
            return Clock.load(control, match.clock)
        return Clock.fresh(control, len(self.seats), play.time_limit(self.engine, match.options))


def board(match_id: int, player_id: int | None = None) -> Board | None:
    """Return the match as the player may see it (None or a stranger: as a spectator)."""
    match = match_row(match_id)
    if match is None:
        return None
    seats, at = seating(match), now()
    seat = seat_of(seats, player_id)
    if seat is None:
        match, at = as_shown(match, at)
    return {**face(Scene.of(match, seats, at), seat), "log": _log_of(match, seat)}


def _log_of(match: Match, viewer: int | None) -> list[BoardLine]:
    """Return the log as a seat, or a spectator (None), is told it."""
    lines: list[BoardLine] = []
    for line in lines_of(match.pk, 0, match.last_entry):
        text = retell(line.texts[reader(viewer)])
        lines.append({"n": line.n, "by": line.by, "text": text, "at": line.at_ms, "hash": line.hash})
        if line.sealed:
            lines[-1]["sealed"] = line.sealed
    return lines


def face(scene: Scene, viewer: int | None) -> Board:
    """The board without its log. `viewer` is a seat number, or None for a spectator: then of a match `as_shown`."""
    match, seats, at = scene.match, scene.seats, scene.at
    engine, position, clock = scene.engine, scene.position, scene.clock
    playing = match.status == Status.PLAYING
    running = match.status in RUNNING
    # A delayed match shows who is there now to its players alone, not who was there a while ago.
    away = [] if viewer is None and match.delay_ms else gone(match, scene.absent)
    acts = playing and viewer in match.to_act
    view: View | None = None
    if position is not None:
        closed = match.status == Status.CLOSED
        view = engine.open_view(position.state) if closed else engine.view(position.state, viewer)
    same = scene.same
    in_it = bool(running and position and viewer is not None and play.may_resign(engine, position, viewer))
    return {
        "match_id": match.pk,
        "entry": match.last_entry,
        "hash": match.last_hash,
        "game": match.game,
        "game_name": engine.name,
        "title": retell(match.title),
        "commitment": match.commitment,
        "delay_ms": match.delay_ms,
        "status": match.status,
        "viewer": {"seat": viewer, "turn": match.turns[viewer] if running and viewer is not None else 0},
        "seats": same["seats"],
        "to_act": match.to_act,
        "view": view,
        "legal": legal_of(match, position, viewer) if acts and position and viewer is not None else None,
        "clock": same["clock"],
        "asked": same["asked"],
        "gone": away,
        "paused_until": in_ms(match.paused_until) if match.paused_until else None,
        "outcome": same["outcome"],
        "ruling": match.ruling and _ruling(match.ruling),
        "can": {
            "submit": acts,
            "undo": bool(acts and position and viewer is not None and play.may_undo(position, viewer)),
            "resign": in_it and (playing or match.paused_until is not None),
            "take_seat": match.status == Status.OPEN and viewer is None and any(s.free for s in seats),
            "ready": match.status == Status.OPEN and viewer is not None and not seats[viewer].ready,
            "hint": acts and match.learn,
            "vacation": playing and viewer is not None and clock.limit_ms is None and clock.vacation_left(viewer) > 0,
            **(may_say(match, position, viewer) if in_it and position and viewer is not None else SAY_NOTHING),
            "claim": in_it and any(one["seat"] != viewer for one in away),
            "draws": len(seats) == 2 and engine.draws,
            "berserk": playing and viewer is not None and why_not(match, clock, viewer, at) is None,
        },
        "lesson": lesson(match.game, view, viewer, acts) if match.learn and playing else None,
        "start_by": in_ms(match.deadline_at) if match.status == Status.OPEN and match.deadline_at else None,
        "preparing": match.status == Status.OPEN and match.preparation == Preparation.RUNNING,
    }


def _ruling(kept: Mapping[str, Any]) -> BoardRuling:
    return {"n": kept["n"], "word": kept["word"], "text": retell(kept["text"]), "held": kept["held"]}


def _seat(seat: Sitter, name: str, clock: Clock) -> BoardSeat:
    return {
        "number": seat.number,
        "name": told_now(name),
        "player": seat.name,
        "url": f"/players/{seat.username}/" if seat.username else "",
        "bot": seat.bot,
        "ready": seat.ready,
        "by_link": seat.by_link,
        "berserk": seat.number in clock.halved,
    }


def _faces(clock: Clock, at: datetime) -> BoardClock:
    control = clock.control
    if clock.limit_ms is not None:
        control = Control(turn_ms=0, reserve_ms=clock.limit_ms)
    shown: BoardClock = {
        "now": in_ms(at),
        "turn_ms": control.turn_ms,
        "reserve_ms": control.reserve_ms,
        "increment_ms": control.increment_ms,
        "words": control_text(control) if clock.limit_ms is None else limit_text(clock.limit_ms),
        "seats": [_seat_clock(clock, seat, at) for seat in range(len(clock.reserve))],
    }
    if control.vacation_days:
        shown["vacation_days"] = control.vacation_days
    return shown


def _seat_clock(clock: Clock, seat: int, at: datetime) -> BoardSeatClock:
    """`starts` is when a running clock begins to count, where that is still to come (vacation)."""
    left, since, away = clock.left(seat, at), clock.since[seat], clock.away.get(seat)
    told: BoardSeatClock = {
        "turn_left": left.turn,
        "reserve_left": left.reserve,
        "running": since is not None and clock.held_at is None,
    }
    if since is not None and away and away.until > at:
        told["starts"] = in_ms(away.until)
    if clock.control.vacation_days and clock.limit_ms is None:
        told["vacation_left"] = clock.vacation_left(seat)
        told["away_until"] = in_ms(away.until) if away and away.until > at else None
    return told


def whole_board(match: Match, at: datetime) -> Board:
    """Return a spectator's board of a match that has begun, but its view and its log hide nothing.

    For whoever has asked for it as its referee. The caller writes the request down.
    """
    scene = Scene.of(match, seating(match), at)
    lines = [
        {"n": one.n, "by": one.by, "text": retell(one.texts[reader(one.by)]), "at": in_ms(one.at)}
        for one in Entry.objects.filter(match=match, n__lte=match.last_entry).order_by("n")
    ]
    view = scene.engine.open_view(position_of(match).state)
    return {**face(scene, None), "view": view, "log": lines}
