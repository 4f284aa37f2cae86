"""The play of any game: positions, the shared notation, the referee's part, replay.

Besides the game's own notation there are the words of `engines.referee_notation`: `resign` and `undo` by a seat, all
others by the referee (`by` is None).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from engines import referee_notation
from engines.contract import AnyEngine, IllegalAction, Json, Outcome, RandomSource, Seat, malformed
from engines.i18n import Message, join, translate as _
from engines.randomness import UnverifiedRandom
from engines.referee_notation import ABORT, ANNUL, CAUSES, FORFEITS, REASONS, RULINGS, STOP, Word, are_ranks, parse_word

S = TypeVar("S")
MAX_ACTION_LENGTH = 2000
MAX_UNDOS = 20  # Per turn, so that undoing and redoing cannot fill a record.
MAX_TAKEBACKS = 8
"""How many actions may be taken back one after another."""


class Position(NamedTuple, Generic[S]):
    """A position of a match. `outcome` may come from a shared word, so use it and not the state's.

    `behind` holds the states that the seat to act may undo to, oldest first: those before its own actions of this turn
    that revealed nothing. `undone` counts its undos in this turn. `back` holds the actors of the last actions that
    players may agree to take back, and the positions before them (None if the position was loaded, not replayed).

    `held` is the word by which the match was stopped, `stop`, `annul` or `abort`; no play is possible then. `stood` is
    the position before a ruling that can still be undone.
    """

    state: S
    outcome: Outcome | None
    behind: tuple[S, ...] = ()
    undone: int = 0
    back: tuple[tuple[Seat, Position[S] | None], ...] = ()
    held: str = ""
    stood: Position[S] | None = None


class Step(NamedTuple):
    """An accepted action: the position after it and what the log stores."""

    position: Position[Any]
    do: str  # canonical notation
    note: str  # what the referee adds, or ""
    secret: bool  # `do` stays sealed until the end


def begin(engine: AnyEngine, options: Mapping[str, Json], seats: int) -> Position[Any]:
    """Return the position before the first action. Raises BadOption naming an option (or "seats")."""
    state = engine.start(engine.options(options), seats)
    return Position(state, engine.outcome(state))


def advance(engine: AnyEngine, position: Position[Any], by: Seat | None, do: str) -> Position[Any]:
    """Return the position after an action; `position` is unchanged. Raises IllegalAction."""
    if type(do) is not str or len(do) > MAX_ACTION_LENGTH or "\0" in do:
        if isinstance(do, str) and len(do) > MAX_ACTION_LENGTH:
            raise malformed("An action can have at most {count} characters.", count=MAX_ACTION_LENGTH)
        raise malformed("An action must be one line of plain text.")
    if position.outcome is not None:
        raise IllegalAction("match-over", "The match is over.")
    word = parse_word(by, do)
    if word is not None and word.name in RULINGS:
        return _apply_ruling(engine, position, word)
    if position.held and not (word is not None and word.name == "disqualify" and position.held == STOP):
        raise _held_error(position)
    if word is not None:
        return _apply_word(engine, position, word)
    after = engine.apply(position.state, by, engine.decode(do))
    back = _update_back(engine, position, by, after)
    return Position(after, engine.outcome(after), *_update_behind(engine, position, by, after), back)


def _apply_word(engine: AnyEngine, position: Position[Any], word: Word) -> Position[Any]:
    """Return the position after a word that is not a ruling."""
    if word.name == "undo":
        return _apply_undo(engine, position, word.numbers[0])
    if word.name == "outage":
        return position
    _check_seats(engine, *word.numbers)
    if word.name in FORFEITS:
        return _apply_forfeit(engine, position, word)
    match word.name:
        case "takeback":
            return _apply_takeback(position, word.numbers[0])
        case "abort":
            return position._replace(held=ABORT, behind=(), undone=0, back=(), stood=None)
        case "draw" | "gone-draw":
            if not engine.draws:
                raise IllegalAction("no-draws", "{game} has no draws.", game=engine.name)
            outcome = Outcome((1,) * max(engine.seat_counts), "agreed" if word.name == "draw" else "gone-draw")
            return position._replace(outcome=outcome, behind=(), undone=0, back=())
    return position


def step(engine: AnyEngine, position: Position[Any], by: Seat | None, do: str) -> Step:
    """Apply an action like `advance`, and return what the log stores of it."""
    after = advance(engine, position, by, do)
    if (word := parse_word(by, do)) is not None:
        return Step(after, word.text, "", False)
    action, state = engine.decode(do), position.state
    return Step(after, engine.encode(action), engine.note(state, by, action), engine.secret(state, by, action))


def describe(engine: AnyEngine, position: Position[Any], by: Seat | None, do: str, viewer: Seat | None) -> Message:
    """Return the log line of an accepted action for a viewer (None: a spectator); `position` is the one before it."""
    if (word := parse_word(by, do)) is not None:
        return word.describe(engine.seat_names)
    return engine.describe(position.state, by, engine.decode(do), viewer)


def append_note(text: Message, by: Seat | None, do: str, note: str) -> Message:
    """Return an entry's log line extended by its note, if that is a ruling's reason or an outage's cause."""
    word = parse_word(by, do)
    if word is not None and word.takes_reason and note:
        return join([text, _("Reason: {reason}", reason=note)])
    if word is not None and word.name == "outage" and note in CAUSES:
        return join([text, _(CAUSES[note])])
    return text


def can_undo(position: Position[Any], seat: Seat) -> bool:
    """Return whether `undo` would be accepted from the only seat to act."""
    return not (position.outcome or position.held) and bool(position.behind) and position.undone < MAX_UNDOS


def can_resign(engine: AnyEngine, position: Position[Any], seat: Seat) -> bool:
    """Return whether `resign` would be accepted: not after the end, nor from a seat that has left the match."""
    try:
        advance(engine, position, seat, "resign")
    except IllegalAction:
        return False
    return True


def list_active_seats(engine: AnyEngine, position: Position[Any], seats: int) -> list[Seat]:
    """Return the seats that have not left the match."""
    return [seat for seat in range(seats) if can_resign(engine, position, seat)]


def current_turn(engine: AnyEngine, position: Position[Any]) -> Json:
    """Return an identifier of the current turn: while it stays equal, further actions belong to the same turn."""
    return engine.turn(position.state)


def can_take_back(position: Position[Any], seat: Seat) -> bool:
    """Return whether the seat's last action, and all after it, may be taken back."""
    return position.outcome is None and any(by == seat for by, _ in position.back)


def _apply_takeback(position: Position[Any], seat: Seat) -> Position[Any]:
    if not can_take_back(position, seat):
        raise IllegalAction("nothing-to-give-back", "No takeback is possible here: it would reveal hidden information.")
    last = max(index for index, (by, _) in enumerate(position.back) if by == seat)
    before = position.back[last][1]
    if before is None:
        raise LookupError("a position that was read without its log cannot go back")
    return before._replace(back=position.back[:last])


def _update_back(
    engine: AnyEngine, position: Position[Any], by: Seat | None, after: Any
) -> tuple[tuple[Seat, Position[Any] | None], ...]:
    """Return the next `back`; empty after an action that revealed something."""
    allows_takeback = getattr(engine, "allows_takeback", None)
    if by is None or allows_takeback is None or not allows_takeback(position.state, by, after):
        return ()
    return (*position.back, (by, position._replace(back=())))[-MAX_TAKEBACKS:]


def _apply_undo(engine: AnyEngine, position: Position[Any], by: Seat) -> Position[Any]:
    if by not in engine.to_act(position.state):
        raise IllegalAction("not-your-turn", "It is not your turn.")
    if not position.behind:
        raise IllegalAction("nothing-to-undo", "There is nothing to undo in this turn.")
    if position.undone >= MAX_UNDOS:
        raise IllegalAction(
            "too-many-undos", "You can undo at most {count} times in a turn. Continue from here.", count=MAX_UNDOS
        )
    *behind, before = position.behind
    return Position(before, None, tuple(behind), position.undone + 1, position.back[:-1])


def _update_behind(engine: AnyEngine, position: Position[Any], by: Seat | None, after: Any) -> tuple[tuple[Any, ...], int]:
    """Return the next `behind` and `undone`: kept if only the seat continues its turn and nothing was revealed."""
    before = position.state
    turn_continues = by is not None and engine.to_act(after) == {by} and engine.turn(after) == engine.turn(before)
    if by is None or not turn_continues or not engine.can_undo(before, by, after):
        return (), 0
    return (*position.behind, before), position.undone


def _apply_forfeit(engine: AnyEngine, position: Position[Any], forfeit: Word) -> Position[Any]:
    state = position.state
    after = engine.forfeit(state, frozenset(forfeit.numbers), FORFEITS[forfeit.name])
    if isinstance(after, Outcome):
        return Position(state, after)
    result = Position(after, engine.outcome(after))
    if forfeit.name != "disqualify" or result.outcome is not None:
        return result
    return result._replace(held=position.held, stood=position)


def _apply_ruling(engine: AnyEngine, position: Position[Any], ruling: Word) -> Position[Any]:
    """Return the position after a ruling, which must not follow a final one."""
    if ruling.name == "reinstate":
        if position.stood is None:
            raise IllegalAction("nothing-to-reinstate", "There is no ruling to reverse.")
        return position.stood._replace(held=STOP)
    if position.held in (ANNUL, ABORT) or (position.held and ruling.name == STOP):
        raise _held_error(position)
    match ruling.name:
        case "stop" | "continue":
            return position._replace(held=STOP if ruling.name == STOP else "")
        case "credit":
            _check_seats(engine, *ruling.numbers)
            return position
        case "annul":
            return Position(position.state, None, held=ANNUL, stood=position)
    if len(ruling.numbers) not in engine.seat_counts or not are_ranks(ruling.numbers):
        raise IllegalAction("bad-ranks", "A result must give the rank of every seat, starting from 1.")
    return Position(position.state, Outcome(ruling.numbers, referee_notation.RULED))


def _held_error(position: Position[Any]) -> IllegalAction:
    if position.held == ANNUL:
        return IllegalAction("annulled", "The match has been annulled.")
    if position.held == ABORT:
        return IllegalAction("aborted", "The match was aborted. It can't continue.")
    return IllegalAction("paused", "The referee has paused the match. Wait until it resumes.")


def _check_seats(engine: AnyEngine, *seats: Seat) -> None:
    for seat in seats:
        if not 0 <= seat < len(engine.seat_names):
            raise IllegalAction("not-a-seat", "Seat {seat} not found.", seat=seat)


def to_act(engine: AnyEngine, position: Position[Any]) -> frozenset[Seat]:
    """Return the seats whose clocks run; empty if the match is over or stopped, or the referee is to act."""
    return frozenset() if position.outcome is not None or position.held else engine.to_act(position.state)


def referee_action(engine: AnyEngine, position: Position[Any], draws: RandomSource) -> str | None:
    """Return the notation of the referee's next action; None if a player is to act or the match is over."""
    if position.outcome is not None or position.held:
        return None
    action = engine.chance(position.state, draws)
    return None if action is None else engine.encode(action)


def time_limit(engine: AnyEngine, options: Mapping[str, Json]) -> int | None:
    """Return the ms from the first turn to the end of the match; None, as usual, without such a limit.

    With a limit no other clock runs; when it is reached, the referee applies `time_limit_word`.
    """
    return engine.time_limit(engine.options(options))


def time_limit_word(engine: AnyEngine) -> str:
    """Return the referee's notation for the end of a match by its time limit."""
    return min(engine.timed_actions)


def format_reason(engine: AnyEngine, reason: str) -> Message:
    """Return the sentence for a reason code, of the game or shared by all; the code itself if it is unknown."""
    return _(engine.reasons.get(reason) or REASONS.get(reason, reason))


_LOST_WORDS = {reason: word for word, reason in FORFEITS.items()}


def describe_end(engine: AnyEngine, outcome: Outcome, state: Any | None, viewer: Seat | None) -> Message:
    """Return how a match ended, for a viewer: with sides and pieces by name where that is known.

    `state` is the last one; None if the match was decided before it began.
    """
    losers = [seat for seat, rank in enumerate(outcome.ranks) if rank > 1]
    if outcome.reason in _LOST_WORDS:
        if len(outcome.ranks) == 2 and len(losers) == 1:
            return Word(_LOST_WORDS[outcome.reason], tuple(losers)).describe(engine.seat_names)
    elif state is not None and outcome == engine.outcome(state):
        return engine.describe_end(state, viewer) or format_reason(engine, outcome.reason)
    return format_reason(engine, outcome.reason)


def replay(
    engine: AnyEngine, options: Mapping[str, Json], seats: int, entries: Iterable[tuple[Seat | None, str]]
) -> Iterator[Position[Any]]:
    """Yield every position of a match, from before the first entry to after the last."""
    position = begin(engine, options, seats)
    yield position
    for by, do in entries:
        position = advance(engine, position, by, do)
        yield position


def play_randomly(
    engine: AnyEngine, options: Mapping[str, Json], seats: int, rng: Random
) -> Iterator[tuple[Seat | None, str, Position[Any]]]:
    """Play at random to the end; yield who acted, the action, and the position after it. `rng` is also for draws."""
    position = begin(engine, options, seats)
    draws = UnverifiedRandom(rng)
    while position.outcome is None:
        by: Seat | None = None
        do = referee_action(engine, position, draws)
        if do is None:
            by = rng.choice(sorted(to_act(engine, position)))
            do = engine.encode(engine.sample(position.state, by, rng))
        position = advance(engine, position, by, do)
        yield by, do, position
