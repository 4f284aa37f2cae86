"""Playing any game: positions, the shared notation, the referee's part, replay.

Beside the game's own notation there are the words of `engines.referee_notation`: `resign` and `undo` by a seat, all
others by the referee (`by` is None).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from engines import referee_notation
from engines.contract import IllegalAction, Json, Outcome, RandomSource, Seat, malformed
from engines.randomness import UnverifiedRandom
from engines.referee_notation import ABORT, ANNUL, CAUSES, FORFEITS, REASONS, RULINGS, STOP, Word, are_ranks, read_word
from engines.registry import AnyEngine
from engines.words import Message, join, say, told

S = TypeVar("S")
LONGEST = 2000
MOST_UNDONE = 20  # in a turn, so that nobody fills a record by going to and fro
MOST_BACK = 8
"""How many actions may be given back one after another."""


class Position(NamedTuple, Generic[S]):
    """Where a match stands. `outcome` may come from a common word, so ask it and not the state's.

    `behind` holds the states that the seat to act may go back to, oldest first: its own actions of this turn that
    revealed nothing. `undone` counts how often it has done so in this turn. `back` holds who made the last actions that
    all may agree to take back, and the positions before them (None where the position was not played to but read).

    `held` is the word by which the match was stopped, `stop`, `annul` or `abort`; nothing is played then. `stood` is
    the position before a ruling that can still be taken back.
    """

    state: S
    outcome: Outcome | None
    behind: tuple[S, ...] = ()
    undone: int = 0
    back: tuple[tuple[Seat, Position[S] | None], ...] = ()
    held: str = ""
    stood: Position[S] | None = None


class Step(NamedTuple):
    """An accepted action: the position behind it and what the log keeps."""

    position: Position[Any]
    do: str  # canonical notation
    note: str  # what the referee adds, or ""
    secret: bool  # `do` stays sealed until the end


def begin(engine: AnyEngine, options: Mapping[str, Json], seats: int) -> Position[Any]:
    """The position before the first action; BadOption names an option (or "seats") that the game cannot take."""
    state = engine.start(engine.options(options), seats)
    return Position(state, engine.outcome(state))


def advance(engine: AnyEngine, position: Position[Any], by: Seat | None, do: str) -> Position[Any]:
    """The position after an action. IllegalAction where the text or the rules refuse it; `position` stays as it is."""
    if type(do) is not str or len(do) > LONGEST or "\0" in do:
        if isinstance(do, str) and len(do) > LONGEST:
            raise malformed("An action has at most {count} characters.", count=LONGEST)
        raise malformed("An action is a line of plain text.")
    if position.outcome is not None:
        raise IllegalAction("match-over", "The match is over.")
    word = read_word(by, do)
    if word is not None and word.name in RULINGS:
        return _rule(engine, position, word)
    if position.held and not (word is not None and word.name == "disqualify" and position.held == STOP):
        raise _held(position)
    if word is not None:
        return _follow(engine, position, word)
    after = engine.apply(position.state, by, engine.decode(do))
    back = _back(engine, position, by, after)
    return Position(after, engine.outcome(after), *_behind(engine, position, by, after), back)


def _follow(engine: AnyEngine, position: Position[Any], word: Word) -> Position[Any]:
    """The position after a word that is no ruling."""
    if word.name == "undo":
        return _undo(engine, position, word.numbers[0])
    if word.name == "outage":
        return position
    _check_seats(engine, *word.numbers)
    if word.name in FORFEITS:
        return _fall(engine, position, word)
    match word.name:
        case "takeback":
            return _given_back(position, word.numbers[0])
        case "abort":
            return position._replace(held=ABORT, behind=(), undone=0, back=(), stood=None)
        case "draw" | "gone-draw":
            if not engine.draws:
                raise IllegalAction("no-draws", "{game} has no draws.", game=engine.name)
            outcome = Outcome((1,) * max(engine.seat_counts), "agreed" if word.name == "draw" else "gone-draw")
            return position._replace(outcome=outcome, behind=(), undone=0, back=())
    return position


def step(engine: AnyEngine, position: Position[Any], by: Seat | None, do: str) -> Step:
    """Like `advance`, with what the log keeps of the action."""
    after = advance(engine, position, by, do)
    if (word := read_word(by, do)) is not None:
        return Step(after, word.text, "", False)
    action, state = engine.decode(do), position.state
    return Step(after, engine.encode(action), engine.note(state, by, action), engine.secret(state, by, action))


def describe(engine: AnyEngine, position: Position[Any], by: Seat | None, do: str, viewer: Seat | None) -> Message:
    """The log line for a viewer (None: a spectator) of an accepted action; `position` is the one before it."""
    if (word := read_word(by, do)) is not None:
        return word.describe(engine.seat_names)
    return engine.describe(position.state, by, engine.decode(do), viewer)


def with_note(text: Message, by: Seat | None, do: str, note: str) -> Message:
    """Return the log line of an entry with the reason of a ruling or the cause of an outage, which its note holds."""
    word = read_word(by, do)
    if word is not None and word.takes_reason and note:
        return join([text, say("Reason: {reason}", reason=note)])
    if word is not None and word.name == "outage" and note in CAUSES:
        return join([text, told(CAUSES[note])])
    return text


def may_undo(position: Position[Any], seat: Seat) -> bool:
    """Return whether `undo` would be accepted of a seat that is to act alone."""
    return not (position.outcome or position.held) and bool(position.behind) and position.undone < MOST_UNDONE


def may_resign(engine: AnyEngine, position: Position[Any], seat: Seat) -> bool:
    """Whether `resign` would be accepted of a seat: not after the end, nor of one that has left the match already."""
    try:
        advance(engine, position, seat, "resign")
    except IllegalAction:
        return False
    return True


def seats_still_in(engine: AnyEngine, position: Position[Any], seats: int) -> list[Seat]:
    """Return the seats that have not left the match."""
    return [seat for seat in range(seats) if may_resign(engine, position, seat)]


def turn(engine: AnyEngine, position: Position[Any]) -> Json:
    """Names the turn that is being played: as long as it stays equal, whoever acts again goes on in the same turn."""
    return engine.turn(position.state)


def may_give_back(position: Position[Any], seat: Seat) -> bool:
    """Return whether the seat's last action, and all after it, could be given back."""
    return position.outcome is None and any(by == seat for by, _ in position.back)


def _given_back(position: Position[Any], seat: Seat) -> Position[Any]:
    if not may_give_back(position, seat):
        raise IllegalAction("nothing-to-give-back", "No move can be taken back without telling secrets.")
    last = max(at for at, (by, _) in enumerate(position.back) if by == seat)
    before = position.back[last][1]
    if before is None:
        raise LookupError("a position that was read without its log cannot go back")
    return before._replace(back=position.back[:last])


def _back(
    engine: AnyEngine, position: Position[Any], by: Seat | None, after: Any
) -> tuple[tuple[Seat, Position[Any] | None], ...]:
    """`back` after an action: nothing at all from before one that has told somebody something."""
    open_to_all = getattr(engine, "may_give_back", None)
    if by is None or open_to_all is None or not open_to_all(position.state, by, after):
        return ()
    return (*position.back, (by, position._replace(back=())))[-MOST_BACK:]


def _undo(engine: AnyEngine, position: Position[Any], by: Seat) -> Position[Any]:
    if by not in engine.to_act(position.state):
        raise IllegalAction("not-your-turn", "It is not your turn.")
    if not position.behind:
        raise IllegalAction("nothing-to-undo", "There is nothing in this turn that could be taken back.")
    if position.undone >= MOST_UNDONE:
        raise IllegalAction("too-many-undos", "A turn allows {count} steps back. Go on from here.", count=MOST_UNDONE)
    *behind, before = position.behind
    return Position(before, None, tuple(behind), position.undone + 1, position.back[:-1])


def _behind(engine: AnyEngine, position: Position[Any], by: Seat | None, after: Any) -> tuple[tuple[Any, ...], int]:
    """`behind` and `undone` after an action: kept where the seat alone goes on in a turn in which nothing came out."""
    before = position.state
    goes_on = by is not None and engine.to_act(after) == {by} and engine.turn(after) == engine.turn(before)
    if by is None or not goes_on or not engine.may_take_back(before, by, after):
        return (), 0
    return (*position.behind, before), position.undone


def _fall(engine: AnyEngine, position: Position[Any], forfeit: Word) -> Position[Any]:
    state = position.state
    after = engine.forfeit(state, frozenset(forfeit.numbers), FORFEITS[forfeit.name])
    if isinstance(after, Outcome):
        return Position(state, after)
    fallen = Position(after, engine.outcome(after))
    if forfeit.name != "disqualify" or fallen.outcome is not None:
        return fallen
    return fallen._replace(held=position.held, stood=position)


def _rule(engine: AnyEngine, position: Position[Any], ruling: Word) -> Position[Any]:
    """The position after a ruling, which may follow only what is not stopped for good."""
    if ruling.name == "reinstate":
        if position.stood is None:
            raise IllegalAction("nothing-to-reinstate", "There is no ruling here that could be taken back.")
        return position.stood._replace(held=STOP)
    if position.held in (ANNUL, ABORT) or (position.held and ruling.name == STOP):
        raise _held(position)
    match ruling.name:
        case "stop" | "continue":
            return position._replace(held=STOP if ruling.name == STOP else "")
        case "credit":
            _check_seats(engine, *ruling.numbers)
            return position
        case "annul":
            return Position(position.state, None, held=ANNUL, stood=position)
    if len(ruling.numbers) not in engine.seat_counts or not are_ranks(ruling.numbers):
        raise IllegalAction("bad-ranks", "A result gives the places of all seats, from the first on.")
    return Position(position.state, Outcome(ruling.numbers, referee_notation.RULED))


def _held(position: Position[Any]) -> IllegalAction:
    if position.held == ANNUL:
        return IllegalAction("annulled", "The match has been annulled.")
    if position.held == ABORT:
        return IllegalAction("aborted", "The match was aborted: nothing can follow.")
    return IllegalAction("paused", "The referee has paused the match: nothing is played until it goes on.")


def _check_seats(engine: AnyEngine, *seats: Seat) -> None:
    for seat in seats:
        if not 0 <= seat < len(engine.seat_names):
            raise IllegalAction("not-a-seat", "There is no seat {seat}.", seat=seat)


def to_act(engine: AnyEngine, position: Position[Any]) -> frozenset[Seat]:
    """Whose clocks run; empty when the match is over, waits for the referee or is held by one."""
    return frozenset() if position.outcome is not None or position.held else engine.to_act(position.state)


def referee(engine: AnyEngine, position: Position[Any], draws: RandomSource) -> str | None:
    """Return the notation of the referee's next act, None when a player is to act or the match is over."""
    if position.outcome is not None or position.held:
        return None
    action = engine.chance(position.state, draws)
    return None if action is None else engine.encode(action)


def time_limit(engine: AnyEngine, options: Mapping[str, Json]) -> int | None:
    """Milliseconds from the first turn to the end of the whole match, for the few matches that have such a limit.

    No other clock runs in them; when it is over, the referee says `time_word`.
    """
    return engine.time_limit(engine.options(options))


def time_word(engine: AnyEngine) -> str:
    """The referee's notation for the end of a match that has a time limit."""
    return min(engine.timed)


def reason_words(engine: AnyEngine, reason: str) -> str:
    """The sentence for a reason's code: the game's own, or one that all games share; the code where nobody knows it."""
    return told(engine.reasons.get(reason) or REASONS.get(reason, reason))


def replay(
    engine: AnyEngine, options: Mapping[str, Json], seats: int, entries: Iterable[tuple[Seat | None, str]]
) -> Iterator[Position[Any]]:
    """Yield every position of a match, from before the first entry to after the last."""
    position = begin(engine, options, seats)
    yield position
    for by, do in entries:
        position = advance(engine, position, by, do)
        yield position


def random_game(
    engine: AnyEngine, options: Mapping[str, Json], seats: int, rng: Random
) -> Iterator[tuple[Seat | None, str, Position[Any]]]:
    """Play at random to the end: who acted, what, and the position behind it. The referee draws from `rng` too."""
    position = begin(engine, options, seats)
    draws = UnverifiedRandom(rng)
    while position.outcome is None:
        by: Seat | None = None
        do = referee(engine, position, draws)
        if do is None:
            by = rng.choice(sorted(to_act(engine, position)))
            do = engine.encode(engine.sample(position.state, by, rng))
        position = advance(engine, position, by, do)
        yield by, do, position
