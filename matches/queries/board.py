"""The board of a match: everything that one viewer may see, and nothing else (ruling C-6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any

from engines import play, registry
from engines.contract import Engine, View
from engines.words import retell
from engines.words import told as told_now
from matches.actions.presence import claimable_at
from matches.clock import Clock, Control
from matches.hot_path.statements import Line, lines_of
from matches.models import RUNNING, Match, Preparation, Presence, Seat, Status
from matches.models.entry import reader
from matches.moment import in_ms, now
from matches.queries.board_types import BoardAbsence, BoardClock, BoardLine, BoardOutcome, BoardSeat, BoardSeatClock
from matches.queries.lessons import lesson
from matches.queries.offers import SAY_NOTHING, may_say, questions, why_not
from matches.queries.position import clock_of, legal_of, outcome_of, position_of
from matches.queries.seating import Seating, get_match, seat_of, seating
from matches.queries.spectator_delay import as_shown
from matches.time_control import control_text, limit_text

Board = dict[str, Any]


@dataclass(frozen=True)
class Scene:
    """The data from which the boards of all viewers are made; not shown itself.

    For spectators it is made of the match that `as_shown` returns, at that moment. `absent` are the disconnected seats.
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
        """Return the position; None before the match has begun."""
        return position_of(self.match) if self.match.state is not None else None

    @cached_property
    def same(self) -> dict[str, Any]:
        """Return the part of a board that is the same for all viewers."""
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
        """Return the clock; before the match has begun, the one it will begin with."""
        if self.match.clock:
            return clock_of(self.match)
        limit_ms = play.time_limit(self.engine, self.match.options)
        return Clock.fresh(self.match.control_value, len(self.seats), limit_ms)


def board(match_id: int, player_id: int | None = None) -> Board:
    """Return the match as the player may see it (None or a stranger: as a spectator). Raises Refused("not-found")."""
    match = get_match(match_id)
    seats, at = seating(match), now()
    seat = seat_of(seats, player_id)
    if seat is None:
        match, at = as_shown(match, at)
    return {**face(Scene.of(match, seats, at), seat), "log": told_log(lines_of(match.pk, 0, match.last_entry), seat)}


def told_log(lines: Iterable[Line], viewer: int | None) -> list[BoardLine]:
    """Return these log entries as a seat, or a spectator (None), may read them."""
    told: list[BoardLine] = []
    for line in lines:
        text = retell(line.texts[reader(viewer)])
        told.append({"n": line.n, "by": line.by, "text": text, "at": line.at_ms, "hash": line.hash})
        if line.sealed:
            told[-1]["sealed"] = line.sealed
    return told


def face(scene: Scene, viewer: int | None) -> Board:
    """Return the board without its log. `viewer` is a seat number, or None for a spectator of a match `as_shown`."""
    match, seats, at = scene.match, scene.seats, scene.at
    engine, position, clock = scene.engine, scene.position, scene.clock
    playing = match.status == Status.PLAYING
    running = match.status in RUNNING
    # With a spectator delay, only the players see who is connected now.
    away = [] if viewer is None and match.delay_ms else gone(match, scene.absent)
    acts = playing and viewer in match.to_act
    view: View | None = None
    if position is not None:
        closed = match.status == Status.CLOSED
        view = engine.open_view(position.state) if closed else engine.view(position.state, viewer)
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
        **scene.same,
        "to_act": match.to_act,
        "view": view,
        "legal": legal_of(match, position, viewer) if acts and position and viewer is not None else None,
        "gone": away,
        "paused_until": in_ms(match.paused_until) if match.paused_until else None,
        "ruling": match.ruling and {**match.ruling, "text": retell(match.ruling["text"])},
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


def _seat(seat: Seat, name: str, clock: Clock) -> BoardSeat:
    return {
        "number": seat.number,
        "name": told_now(name),
        "player": seat.name,
        "url": f"/players/{seat.player.username}/" if seat.player else "",
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
    """Return a seat's clock. `starts` is set if the clock is running but begins to count later (vacation)."""
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
    """Return a spectator's board of a match that has begun, with nothing hidden in view and log.

    For the match's referee. The caller logs the access.
    """
    scene = Scene.of(match, seating(match), at)
    lines = [
        {"n": one.n, "by": one.by, "text": retell(one.texts[reader(one.by)]), "at": one.at_ms}
        for one in lines_of(match.pk, 0, match.last_entry)
    ]
    return {**face(scene, None), "view": scene.engine.open_view(position_of(match).state), "log": lines}


def absent(match: Match) -> list[Presence]:
    """Return the presence of the disconnected seats, in order; empty unless the match is being played."""
    if match.status != Status.PLAYING:
        return []
    return list(Presence.objects.filter(match=match, gone_at__isnull=False).order_by("seat"))


def gone(match: Match, seats: Iterable[Presence]) -> list[BoardAbsence]:
    """Return for disconnected seats since when, and when the others can claim the win, in ms since 1970."""
    found: list[BoardAbsence] = []
    for row in seats:
        when = claimable_at(row, match)
        if row.gone_at is not None and when is not None:
            found.append({"seat": row.seat, "since": in_ms(row.gone_at), "claim_at": in_ms(when)})
    return found


def gone_in(match_ids: Iterable[int]) -> dict[int, str]:
    """Return for matches with disconnected seats a string that changes with them; streams compare it."""
    rows = Presence.objects.filter(match__in=list(match_ids), gone_at__isnull=False, match__status=Status.PLAYING)
    by_match = groupby(rows.order_by("match", "seat"), attrgetter("match_id"))
    return {match: mark_of(seats) for match, seats in by_match}


def mark_of(seats: Iterable[Presence]) -> str:
    """Return that string for the disconnected seats of one match; "" if there are none."""
    return ",".join(str(row.seat) for row in seats)
