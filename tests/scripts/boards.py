"""Boards as a server sends them, of matches that the engines play: the scripts draw nothing else."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from random import Random
from typing import Any

from engines import play, registry
from engines.bots import bot_action
from engines.contract import AnyEngine
from engines.randomness import UnverifiedRandom
from league.people.models import Player
from matches.clock import MS, Clock, TimeControl
from matches.models import Match, Seat, Status
from matches.queries.board_view import Board, RenderContext, render_board
from tests import sample_games

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MOST_MATCHES = 60


def board(
    *,
    game: str,
    seat: int | None = 0,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    moves: Iterable[str] = (),
    until: Mapping[str, Any] | None = None,
    seed: int = 1,
    control: Mapping[str, int] | None = None,
    after_ms: int = 0,
) -> Board:
    """Return the board of a seat (None: a spectator) after `moves`, each of the lowest seat to act.

    With `until`, bots play on until the seat is to act and has an action that begins with `offers` in a given `phase`
    (either may be left out); matches are tried from `seed` on. Raises LookupError if that never happens. The clocks of
    those who are to act have run for `after_ms` then, under a `control` (see `matches.clock.Control`).
    """
    with sample_games.installed():
        engine, chosen = registry.get(game), dict(options or {})
        for tried in range(seed, seed + MOST_MATCHES):
            found = _played(engine, play.begin(engine, chosen, seats), seat, list(moves), until, Random(tried))
            if found is not None:
                match = _match(engine, found[0], seats, chosen, found[1], TimeControl(**(control or {})))
                return _shown(match, seat, AT + after_ms * MS)
    raise LookupError(f"{game} never reached {until}")


def _played(
    engine: AnyEngine,
    position: play.Position[Any],
    seat: int | None,
    moves: list[str],
    until: Mapping[str, Any] | None,
    rng: Random,
) -> tuple[play.Position[Any], int] | None:
    """Return where a match is played to, and its entries; None if it ends before."""
    entries = 0
    while position.outcome is None:
        do, by = play.referee_action(engine, position, UnverifiedRandom(rng)), None
        if do is None:
            if not moves and _reached(engine, position, seat, until):
                return position, entries
            by = min(play.to_act(engine, position))
            do = moves.pop(0) if moves else bot_action(engine, position, by, rng.choice(("greedy", "random")), rng)
        position, entries = play.advance(engine, position, by, do), entries + 1
    return None


def _reached(engine: AnyEngine, position: play.Position[Any], seat: int | None, until: Mapping[str, Any] | None) -> bool:
    if until is None:
        return True
    if seat not in play.to_act(engine, position):
        return False
    view: Any = engine.view(position.state, seat)
    if until.get("phase", view.get("phase")) != view.get("phase"):
        return False
    legal = engine.legal(position.state, seat) or ()
    return "offers" not in until or any(engine.encode(action).startswith(until["offers"]) for action in legal)


def _match(
    engine: AnyEngine, position: play.Position[Any], seats: int, options: Mapping[str, Any], entries: int, control: TimeControl
) -> Match:
    """Return a match, unsaved, that stands at a position."""
    acting = sorted(play.to_act(engine, position))
    return Match(
        pk=1, game=engine.key, engine_version=engine.version, options=engine.options(options), control=asdict(control),
        status=Status.PLAYING, state=engine.dump(position.state), to_act=acting, turns=[0] * seats, last_entry=entries,
        clock=Clock.create(control, seats).start(acting, AT).dump(),
    )  # fmt: skip


def _shown(match: Match, seat: int | None, at: datetime) -> Board:
    people = (Player(pk=n + 1, username=f"player-{n}", display_name=f"Player {n}") for n in range(len(match.turns)))
    sitters = tuple(Seat(number=n, player=player, ready_at=AT) for n, player in enumerate(people))
    sent = {**render_board(RenderContext(match, sitters, at, ()), seat), "log": []}
    sent["view"]["viewer"] = seat  # as the match page does
    return sent
