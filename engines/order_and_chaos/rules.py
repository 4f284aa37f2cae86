"""Effects of actions on a position (rulings OC-2 to OC-19), as pure functions of immutable states."""

from engines.common import DRAWN, NO_SEATS, ONE_SEAT, WINNER, forfeited
from engines.contract import IllegalAction, Outcome
from engines.order_and_chaos import occupancy
from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import ANY, PASS, TIME, Action, Move
from engines.order_and_chaos.board import AREAS, CONSTANTS, CORES, REVIVES
from engines.order_and_chaos.move_generation import legal_moves
from engines.order_and_chaos.occupancy import BIG_OUT, BURY, FACTS, GRAVES, INTO, KILL, LETTERS, OUT, SEAT, SMALL_IN
from engines.order_and_chaos.state import GRAVE, MARK, Last, State
from engines.order_and_chaos.validation import illegal_reason

_make = tuple.__new__  # State(...) without the cost of keyword arguments.


def to_act(state: State) -> frozenset[int]:
    """Return the seat whose clock runs, as a set; empty if the match is over or the referee is to act."""
    if state.outcome is not None or state.time_is_due:
        return NO_SEATS
    return ONE_SEAT[state.seat]


def move(state: State, seat: int, action: Move) -> State:
    """Return the state after a turn: the step, a kill, a turn of territories, revivals of the dead, the endings."""
    place, facts = state.place, state.facts
    sort = _sort(state, seat, action)
    src, dst = action.src, action.dst
    left, met = place[src], place[dst]
    now_left, now_met = OUT[sort][left], INTO[dst][sort][met]
    victim = KILL[dst][sort][met]
    cells = bytearray(place)
    cells[src] = now_left
    cells[dst] = now_met
    facts ^= FACTS[src][left] ^ FACTS[src][now_left] ^ FACTS[dst][met] ^ FACTS[dst][now_met]
    killed = ""
    if victim >= 0:
        _bury(cells, victim)
        killed = LETTERS[victim & 1]
    owner = before = place[MARK] - 48 >> 1
    if action.core:
        owner = _turning(facts, seat, owner, action)
    last = _make(Last, (seat, action.text, LETTERS[sort & 1], killed, owner != before, ""))
    changed = action.triangle or owner != before
    return _end_turn(state, cells, facts, state.fresh & ~action.both, owner, last, changed)


def _sort(state: State, seat: int, action: Move) -> int:
    """Return the sort of the chessman that moves. Raises IllegalAction if it may not."""
    mine = state.facts >> SEAT if seat else state.facts
    small, big = mine >> action.src & 1, mine >> (BIG_OUT + action.src) & 1
    kind = action.kind
    if (small == big) != (kind != ANY) or not small | big:
        raise illegal_reason(state, seat, action)
    if kind == ANY:
        kind = big
    if not mine >> (SMALL_IN + kind * AREAS + action.dst) & 1:
        raise illegal_reason(state, seat, action)
    if action.passes and (kind or not mine >> BIG_OUT & action.passes):
        raise illegal_reason(state, seat, action)
    return 2 * seat + kind


def _turning(facts: int, seat: int, owner: int, action: Move) -> int:
    """Return the owner of the first territory after a step into or out of a core."""
    for number, core in enumerate(CORES):
        if action.dst == core:
            return seat if number == 0 else 1 - seat
    held = CORES[1] if action.src == CORES[0] else CORES[0]
    mine = facts >> SEAT if seat else facts
    if (mine | mine >> BIG_OUT) >> held & 1:
        return seat if held == CORES[0] else 1 - seat
    return owner


def _end_turn(state: State, cells: bytearray, facts: int, fresh: int, owner: int, last: Last, changed: bool) -> State:
    """Return the state after the revivals, the counts of quiet turns and positions, and the endings."""
    options, seat = state.options, state.seat
    if cells[GRAVE + seat] != occupancy.NO_GRAVE:
        facts, revived = _revive(cells, facts, seat, owner)
        last = last._replace(revived=revived)
    occupied = states.occupied(facts, owner, fresh) if changed else state.occupied
    stirred = last.killed or last.turned or occupied != state.occupied or "x" in last.revived
    cells[MARK] = 49 - seat + 2 * owner
    place = bytes(cells)
    history = b"" if options["classroom"] else state.history + place if fresh == state.fresh else place
    quiet = 0 if stirred else state.quiet + 1
    now = (options, place, facts, fresh, 1 - seat, occupied, state.turn + 1, quiet, history, last, None)
    after: State = _make(State, now)  # in the order of the fields
    return after if options["classroom"] else _ended(after, seat)


def _bury(cells: bytearray, sort: int) -> None:
    """Put a chessman into the grave of its side."""
    at = GRAVE + (sort >> 1)
    cells[at] = BURY[sort][cells[at]]


def _revive(cells: bytearray, facts: int, seat: int, owner: int) -> tuple[int, str]:
    """Let each of the side's dead, longest dead first, try once to enter the revive point (OC-6)."""
    area = REVIVES[states.home(seat, owner)]
    told = stay = ""
    for letter in GRAVES[cells[GRAVE + seat]]:
        sort = 2 * seat + LETTERS.index(letter)
        met = cells[area]
        now = INTO[area][sort][met]
        if now < 0:
            stay += letter
            continue
        victim = KILL[area][sort][met]
        cells[area] = now
        facts ^= FACTS[area][met] ^ FACTS[area][now]
        told += letter
        if victim >= 0:
            _bury(cells, victim)
            told += "x" + LETTERS[victim & 1]
    cells[GRAVE + seat] = occupancy.GRAVE_CODE[stay]
    return facts, told


def _ended(state: State, mover: int) -> State:
    """Return the state with its outcome if the mover's turn ended the match: OC-7, OC-8, OC-9 in this order."""
    occupied = state.occupied
    if occupied[mover] >= CONSTANTS.win.occupation:
        return won(state, mover, "occupation")
    if occupied[1 - mover] >= CONSTANTS.win.occupation:
        return won(state, 1 - mover, "occupation")
    if len(GRAVES[state.place[GRAVE + mover]]) >= CONSTANTS.win.grave:
        return won(state, 1 - mover, "blocked")
    if state.quiet >= state.options["quiet_turn_limit"]:
        return on_points(state, "quiet")
    if states.times_stood(state) >= state.options["repetition_limit"]:
        return on_points(state, "repetition")
    return state


def won(state: State, winner: int, reason: str) -> State:
    """Return the state won by one side."""
    return state._replace(outcome=Outcome(WINNER[winner], reason))


def on_points(state: State, reason: str, penalty: float = 0) -> State:
    """Return the state ended on points; a leading side to move first loses the penalty (OC-9, classroom)."""
    mine, other = points = list(states.points(state))
    if state.seat:
        mine, other = other, mine
    if mine > other:
        points[state.seat] -= penalty
    order, chaos = points
    ranks = DRAWN if order == chaos else WINNER[0 if order > chaos else 1]
    return state._replace(outcome=Outcome(ranks, reason))


def by_player(state: State, seat: int, action: Action) -> State:
    """Return the state after an action of the seat to act."""
    if action is TIME:
        raise IllegalAction("not-a-players", "Only the referee can call time.")
    if state.time_is_due:
        raise IllegalAction("time-is-due", "The last turn has been played. The referee ends the match now.")
    if isinstance(action, Move):
        return move(state, seat, action)
    if legal_moves(state.facts, seat):
        raise IllegalAction("can-move", "You can pass only if none of your chessmen can move.")
    last = Last(seat, PASS.text, "", "", False, "")  # The dead of the side still try to come back (OC-3).
    return _end_turn(state, bytearray(state.place), state.facts, state.fresh, state.owner, last, False)


def penalty(state: State, version: int) -> float:
    """Return the points that a leading side to move loses if a classroom match ends now (OC-19), otherwise 0."""
    capped = state.time_is_due and version >= 2  # Version 1 also takes it from Order at the maximum number of turns.
    return CONSTANTS.points.penalty if state.options["classroom"] and not capped else 0.0


def by_referee(state: State, action: Action, version: int) -> State:
    """Return the state after the referee's only action, the end of a classroom match."""
    if action is not TIME:
        raise IllegalAction("not-the-referees", "The referee can't do this.")
    if not state.options["classroom"]:
        raise IllegalAction("no-classroom", "Only classroom matches end at a set time.")
    return on_points(state, "classroom", penalty(state, version))


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Return the state after a forfeit: the other side wins; if both forfeit, it is a double forfeit (OC-15)."""
    return state._replace(outcome=forfeited(seats, reason))
