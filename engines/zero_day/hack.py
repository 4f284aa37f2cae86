"""The hack, its repeat with Oscar, and the Admin's answer (section Hack of the rules; ZD-14, ZD-23)."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.words import marked, say, say_many
from engines.zero_day import admin_actions, turns
from engines.zero_day import state as states
from engines.zero_day.cards import EVE, MALLORY, OSCAR, TERMS, TRUDY
from engines.zero_day.hacker_actions import free_keys, paying
from engines.zero_day.map_tiles import CENTRAL
from engines.zero_day.state import ACTED, REMOTE, Hack, State, on_virus, remembered
from engines.zero_day.validation import check_unused

Args = tuple[int, ...]


def size(state: State, seat: int, trudys: int) -> int:
    """Return how many keys a hack takes when so many Trudys leave for it."""
    hand = state.hands[seat].bit_count() + trudys
    return min(TERMS.keys + on_virus(state, seat, EVE).bit_count() + trudys, hand)


def hack(state: State, seat: int, args: Args) -> State:
    """The Central's tile action, or the remote hack of the advanced game."""
    if state.at[seat] == CENTRAL:
        check_unused(state)
        paid, flag = paying(state, seat, TERMS.hack, 0, marked("A hack")), ACTED
    else:
        if not state.table.advanced:
            raise IllegalAction("not-on-central", say("A hack is made from the Central."))
        if state.turn.flags & REMOTE:
            raise IllegalAction("remote-used", say("The remote hack of this turn is made."))
        what = marked("A remote hack")
        paid, flag = paying(state, seat, TERMS.remote_credits, TERMS.remote_proxies, what), REMOTE
    freed = _with_keys(paid, seat, args, size(state, seat, args[2].bit_count()))
    return _made(freed._replace(turn=freed.turn._replace(flags=freed.turn.flags | flag)), seat, args)


def repeat(state: State, seat: int, args: Args) -> State:
    """Oscar: the last hack of this turn again, with exactly one key fewer (ZD-27)."""
    turn = state.turn
    if not on_virus(state, seat, OSCAR):
        raise IllegalAction("no-oscar", say("Oscar is not installed."))
    if not turn.size:
        raise IllegalAction("no-hack-yet", say("There was no hack in this turn to repeat."))
    if turn.repeats >= on_virus(state, seat, OSCAR).bit_count():
        raise IllegalAction("oscar-used", say("Each Oscar repeats one hack a turn."))
    if turn.size < 2:
        raise IllegalAction("no-fewer-keys", say("A hack with one key cannot be repeated with fewer."))
    paid = paying(state, seat, TERMS.repeat, 0, marked("Repeating a hack"))
    freed = _with_keys(paid, seat, args, turn.size - 1)
    return _made(freed._replace(turn=freed.turn._replace(repeats=turn.repeats + 1)), seat, args)


def _with_keys(state: State, seat: int, args: Args, count: int) -> State:
    """The state once the Trudys have left, if the keys are in hand then and as many as it takes."""
    keys, unused, trudys = args
    if unused and not on_virus(state, seat, MALLORY):
        raise IllegalAction("no-mallory", say("Without Mallory the unused credentials cannot be the target."))
    if trudys & ~on_virus(state, seat, TRUDY):
        raise IllegalAction("no-trudy", say("You have no Trudy installed with that key."))
    if trudys:
        state = free_keys(state, seat, TRUDY, trudys)
    if keys & ~state.hands[seat]:
        raise IllegalAction("key-not-in-hand", say("A hack is made with keys from the hand."))
    if keys.bit_count() != count:
        text = say_many("This hack is made with exactly {n} key.", "This hack is made with exactly {n} keys.", count)
        raise IllegalAction("key-count", text)
    return state


def _made(state: State, seat: int, args: Args) -> State:
    """The keys are handed over; without protection the true number is told at once."""
    keys, unused, _ = args
    target = admin_actions.spare(state) if unused else state.credentials
    made = Hack(
        seat=seat,
        keys=keys,
        unused=bool(unused),
        match=(keys & target).bit_count(),
        told=-1,
        token=False,
        era=state.era,
    )
    after = state._replace(turn=state.turn._replace(size=keys.bit_count()), pending=made)
    return after._replace(phase=states.PROTECT) if state.protection else _answered(after, made.match, token=False)


def protect(state: State, seat: int, args: Args) -> State:
    """The Admin's answer: no token, or one and the true number, one more or one less, never below 0."""
    made = state.pending
    assert made is not None, "an answer belongs to a hack"
    if not args:
        return _answered(state, made.match, token=False)
    return _answered(state, max(0, made.match + args[0]), token=True)


def _answered(state: State, told: int, *, token: bool) -> State:
    made = state.pending
    assert made is not None, "an answer belongs to a hack"
    known = made._replace(told=told, token=token)
    after = state._replace(
        phase=states.FREE,
        pending=None,
        protection=state.protection - token,
        hacks=remembered(state.hacks, known),
    )
    return turns.score(after, made.seat, told)
