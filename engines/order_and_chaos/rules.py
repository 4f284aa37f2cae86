"""Effects of actions on a position (rulings OC-2 to OC-21), as pure functions of immutable states."""

from collections.abc import Mapping, Sequence

from engines.common import DRAW_RANKS, NO_SEATS, ONE_SEAT, WINNER_RANKS, forfeit_outcome, is_printed
from engines.contract import IllegalAction, Outcome
from engines.order_and_chaos import occupancy, state as states
from engines.order_and_chaos.actions import ANY, PASS, TIME, Action, Move
from engines.order_and_chaos.board import AREAS, CONSTANTS, CORES, REVIVES
from engines.order_and_chaos.move_generation import legal_moves
from engines.order_and_chaos.occupancy import BIG_OUT, BURY, FACTS, GRAVES, INTO, KILL, LETTERS, NO_GRAVE, OUT, SEAT, SMALL_IN
from engines.order_and_chaos.state import GRAVE, MARK, NOWHERE, LastTurn, State
from engines.order_and_chaos.validation import illegal_reason, repetition_reason

_CHANGED_BYTES = 6  # At most, by a turn: two areas, a revive point, the mark and both graves.
_REVIVE_POINTS = sum(1 << area for area in REVIVES)
_make = tuple.__new__  # State(...) without the cost of keyword arguments.


def to_act(state: State) -> frozenset[int]:
    """Return the seat whose clock runs, as a set; empty if the match is over or the referee is to act."""
    if state.outcome is not None or state.is_time_due:
        return NO_SEATS
    return ONE_SEAT[state.seat]


def apply_move(state: State, seat: int, action: Move) -> State:
    """Return the state after a turn: the step, a kill, a turn of territories, revivals of the dead, the endings."""
    place, facts = state.place, state.facts
    sort = _get_sort(state, seat, action)
    src, dst = action.src, action.dst
    src_code, dst_code = place[src], place[dst]
    new_src_code, new_dst_code = OUT[sort][src_code], INTO[dst][sort][dst_code]
    victim = KILL[dst][sort][dst_code]
    cells = bytearray(place)
    cells[src] = new_src_code
    cells[dst] = new_dst_code
    facts ^= FACTS[src][src_code] ^ FACTS[src][new_src_code] ^ FACTS[dst][dst_code] ^ FACTS[dst][new_dst_code]
    killed = ""
    if victim >= 0:
        _bury(cells, victim)
        killed = LETTERS[victim & 1]
    owner = before = place[MARK] - 48 >> 1
    if action.core:
        owner = _new_owner(facts, seat, owner, action)
    last = _make(LastTurn, (seat, action.text, LETTERS[sort & 1], killed, owner != before, ""))
    changed = action.triangle or owner != before
    return _end_turn(state, cells, facts, state.fresh & ~action.both, owner, last, changed)


def _get_sort(state: State, seat: int, action: Move) -> int:
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


def _new_owner(facts: int, seat: int, owner: int, action: Move) -> int:
    """Return the owner of the first territory after a step into or out of a core."""
    for number, core in enumerate(CORES):
        if action.dst == core:
            return seat if number == 0 else 1 - seat
    other_core = CORES[1] if action.src == CORES[0] else CORES[0]
    mine = facts >> SEAT if seat else facts
    if (mine | mine >> BIG_OUT) >> other_core & 1:
        return seat if other_core == CORES[0] else 1 - seat
    return owner


def _end_turn(state: State, cells: bytearray, facts: int, fresh: int, owner: int, last: LastTurn, changed: bool) -> State:
    """Return the state after the revivals, the counts of quiet turns and positions, and the endings."""
    options, seat = state.options, state.seat
    if cells[GRAVE + seat] != NO_GRAVE:
        facts, revived = _revive(cells, facts, seat, owner)
        last = last._replace(revived=revived)
    occupied = states.count_occupied(facts, owner, fresh) if changed else state.occupied
    stirred = last.killed or last.turned or occupied != state.occupied or "x" in last.revived
    cells[MARK] = 49 - seat + 2 * owner
    place = bytes(cells)
    history, barred = _keep_history(state, place, last) if fresh == state.fresh else _begin_history(state, place)
    quiet = 0 if stirred else state.quiet + 1
    fields = (options, place, facts, fresh, 1 - seat, occupied, state.turn + 1, quiet, history, barred, last, None, state.held)
    after: State = _make(State, fields)  # in the order of the fields
    return _add_points(after) if options["classroom"] else _apply_endings(after, seat)


def _add_points(state: State) -> State:
    """Return the state of a classroom match with the points after this turn added to those of all turns (OC-20)."""
    if state.held is None:
        return state
    order, chaos = states.compute_points(state)
    return state._replace(held=(state.held[0] + order, state.held[1] + chaos))


def _keep_history(state: State, place: bytes, last: LastTurn) -> tuple[bytes, frozenset[bytes] | None]:
    """Return the places with one more, and those that no move may bring about again. Raises IllegalAction (OC-18)."""
    barred = state.barred
    if barred is None:
        return b"" if state.options["classroom"] else state.history + place, None
    if place in barred:
        if last.kind:  # A pass is always allowed.
            raise repetition_reason(last.text, state.history.count(place))
        return state.history + place, barred
    history = state.history + place
    return history, barred | {place} if history.count(place) >= state.options["repetition_limit"] - 1 else barred


def _begin_history(state: State, place: bytes) -> tuple[bytes, frozenset[bytes] | None]:
    """Return the same after a chessman's first move: no earlier place can stand again."""
    if state.barred is None:
        return b"" if state.options["classroom"] else place, None
    return place, NOWHERE if state.options["repetition_limit"] > 2 else frozenset((place,))


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """Return all legal actions of the seat to act; only `pass` if it has no move (OC-3)."""
    moves = legal_moves(state.facts, seat)
    if state.barred and (barred := _find_barred_moves(state, seat, moves)):
        moves = [move for move in moves if move not in barred]
    return moves or (PASS,)


def _find_barred_moves(state: State, seat: int, moves: Sequence[Move]) -> set[Move]:
    """Return the moves that lead to a barred place. Only those are tried that touch all areas in which it differs."""
    found: set[Move] = set()
    here = int.from_bytes(state.place, "big")
    for barred in state.barred or ():
        differing = (here ^ int.from_bytes(barred, "big")).to_bytes(states.WIDTH, "big")
        if barred[MARK] & 1 == seat or differing.count(0) < states.WIDTH - _CHANGED_BYTES:
            continue
        areas = sum(1 << area for area in range(AREAS) if differing[area]) & ~_REVIVE_POINTS
        found |= {move for move in moves if not areas & ~move.both and place_after(state, seat, move) == barred}
    return found


def count_repeats(state: State, seat: int) -> dict[str, int]:
    """Return how often the position after each possible move has occurred, barred ones too; not those where never."""
    if len(state.history) <= states.WIDTH:
        return {}
    repeats = {}
    for move in legal_moves(state.facts, seat):
        place = place_after(state, seat, move)
        if place is not None and (times := state.history.count(place)):
            repeats[move.text] = times
    return repeats


def list_barred(state: State, repeats: Mapping[str, int]) -> list[str]:
    """Return the moves that are not legal because of a repetition (OC-18), from their counts."""
    limit = state.options["repetition_limit"] - 1
    return [text for text, times in repeats.items() if times >= limit]


def place_after(state: State, seat: int, move: Move) -> bytes | None:
    """Return the place after a possible move; None after a chessman's first, which no earlier position equals."""
    if state.fresh & move.both:
        return None
    sort, place = _get_sort(state, seat, move), state.place
    dst_code = place[move.dst]
    if move.core or place[GRAVE + seat] != NO_GRAVE or KILL[move.dst][sort][dst_code] >= 0:
        return apply_move(state._replace(barred=None), seat, move).place
    cells = bytearray(place)
    cells[move.src], cells[move.dst] = OUT[sort][place[move.src]], INTO[move.dst][sort][dst_code]
    cells[MARK] ^= 1  # the other side to move
    return bytes(cells)


def _bury(cells: bytearray, sort: int) -> None:
    """Put a chessman into the grave of its side."""
    grave = GRAVE + (sort >> 1)
    cells[grave] = BURY[sort][cells[grave]]


def _revive(cells: bytearray, facts: int, seat: int, owner: int) -> tuple[int, str]:
    """Let each of the side's dead, longest dead first, try once to enter the revive point (OC-6)."""
    area = REVIVES[states.home_territory(seat, owner)]
    revived = staying = ""
    for letter in GRAVES[cells[GRAVE + seat]]:
        sort = 2 * seat + LETTERS.index(letter)
        code = cells[area]
        new_code = INTO[area][sort][code]
        if new_code < 0:
            staying += letter
            continue
        victim = KILL[area][sort][code]
        cells[area] = new_code
        facts ^= FACTS[area][code] ^ FACTS[area][new_code]
        revived += letter
        if victim >= 0:
            _bury(cells, victim)
            revived += "x" + LETTERS[victim & 1]
    cells[GRAVE + seat] = occupancy.GRAVE_CODE[staying]
    return facts, revived


def _apply_endings(state: State, mover: int) -> State:
    """Return the state with its outcome if the mover's turn ended the match: OC-7, OC-8, OC-9, OC-21 in this order."""
    occupied = state.occupied
    if occupied[mover] >= CONSTANTS.win.occupation:
        return end_with_winner(state, mover, "occupation")
    if occupied[1 - mover] >= CONSTANTS.win.occupation:
        return end_with_winner(state, 1 - mover, "occupation")
    if len(GRAVES[state.place[GRAVE + mover]]) >= CONSTANTS.win.grave:
        return end_with_winner(state, 1 - mover, "blocked")
    if state.quiet >= state.options["quiet_turn_limit"]:
        return end_on_points(state, "quiet")
    if is_printed(state.options):  # nothing else ends a match that goes in circles (OC-21)
        return end_on_points(state, "turn-limit") if state.turn >= CONSTANTS.classroom.turns else state
    if state.barred is None and states.count_occurrences(state) >= state.options["repetition_limit"]:
        return end_on_points(state, "repetition")
    return state


def end_with_winner(state: State, winner: int, reason: str) -> State:
    """Return the state won by one side."""
    return state._replace(outcome=Outcome(WINNER_RANKS[winner], reason))


def end_on_points(state: State, reason: str, penalty: float = 0) -> State:
    """Return the state ended on points; a leading side to move first loses the penalty (OC-9, classroom).

    In a classroom match, the points of all turns together decide between equal points (OC-20).
    """
    mine, other = points = list(states.compute_points(state))
    if state.seat:
        mine, other = other, mine
    if mine > other:
        points[state.seat] -= penalty
    if points[0] == points[1] and state.held is not None:
        points = list(state.held)
    order, chaos = points
    ranks = DRAW_RANKS if order == chaos else WINNER_RANKS[0 if order > chaos else 1]
    return state._replace(outcome=Outcome(ranks, reason))


def apply_player_action(state: State, seat: int, action: Action) -> State:
    """Return the state after an action of the seat to act."""
    if action is TIME:
        raise IllegalAction("not-a-players", "Only the referee can call time.")
    if state.is_time_due:
        raise IllegalAction("time-is-due", "The last turn has been played. The referee ends the match now.")
    if isinstance(action, Move):
        return apply_move(state, seat, action)
    if legal_actions(state, seat)[0] is not PASS:
        raise IllegalAction("can-move", "You can pass only if none of your chessmen can move.")
    last = LastTurn(seat, PASS.text, "", "", False, "")  # The dead of the side still try to come back (OC-3).
    return _end_turn(state, bytearray(state.place), state.facts, state.fresh, state.owner, last, False)


def compute_penalty(state: State, version: int) -> float:
    """Return the points that a leading side to move loses if a classroom match ends now (OC-19), otherwise 0."""
    capped = state.is_time_due and version >= 2  # Version 1 also takes it from Order at the maximum number of turns.
    return CONSTANTS.points.penalty if state.options["classroom"] and not capped else 0.0


def apply_referee_action(state: State, action: Action, version: int) -> State:
    """Return the state after the referee's only action, the end of a classroom match."""
    if action is not TIME:
        raise IllegalAction("not-the-referees", "The referee can't do this.")
    if not state.options["classroom"]:
        raise IllegalAction("no-classroom", "Only classroom matches end at a set time.")
    return end_on_points(state, "classroom", compute_penalty(state, version))


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Return the state after a forfeit: the other side wins; if both forfeit, it is a double forfeit (OC-15)."""
    return state._replace(outcome=forfeit_outcome(seats, reason))
