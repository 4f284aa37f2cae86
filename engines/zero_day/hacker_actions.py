"""The Hackers' actions (ZD-12 to ZD-15): jack in, jump, tile actions, viruses, deny, and hacks with their answers."""

from engines.contract import IllegalAction
from engines.words import marked, say, say_many, told
from engines.zero_day import admin_actions, cards, turns
from engines.zero_day import state as states
from engines.zero_day.board import CENTRAL, NAMES, TILES
from engines.zero_day.cards import EFFECT, KEYS, OPERATIONS, TERMS, VIRUSES
from engines.zero_day.validation import check_open, check_place, check_spot, check_unused

Args = tuple[int, ...]
_LAPSED = (0, 0, 0, 0)


def init(state: states.State, seat: int, args: Args) -> states.State:
    """The token goes to another spot, which ends the turn."""
    check_spot(state, seat, args[0])
    return turns.end_turn(state._replace(spots=states.put(state.spots, seat, args[0])))


def paying(state: states.State, seat: int, credits: int, proxies: int, what: str, **names: str) -> states.State:
    """Return the state after a payment; `what` is a marked message that takes the names: what is paid for."""
    if state.credits[seat] < credits:
        text = say_many("{what} costs {n} credit.", "{what} costs {n} credits.", credits, what=told(what, **names))
        raise IllegalAction("not-enough-credits", text)
    if state.proxies[seat] < proxies:
        text = say_many("{what} costs {n} proxy.", "{what} costs {n} proxies.", proxies, what=told(what, **names))
        raise IllegalAction("not-enough-proxies", text)
    return states.earn(state, seat, -credits, -proxies)


def jack_in(state: states.State, seat: int, args: Args) -> states.State:
    place = args[0]
    name = NAMES[place]
    if state.at[seat] >= 0:
        raise IllegalAction("jacked-in", say("You are jacked in already: jump, or jack out."))
    check_place(state, place)
    if not entrances(state, seat) >> place & 1:
        text = say("You cannot jack in at {place}; the tips T1-T6 are the way in.", place=name)
        raise IllegalAction("not-at-the-edge", text)
    if not state.neutral >> place & 1:
        raise IllegalAction("no-neutral-pawn", say("There is no neutral pawn on {place}.", place=name))
    return _entered(paying(state, seat, TERMS.jack_in, 0, marked("Jacking in")), seat, place)


def entrances(state: states.State, seat: int) -> int:
    """Return where the seat may jack in, as bits; Walter widens it (ZD-3)."""
    ground = state.table.ground
    return ground.inner if states.on_virus(state, seat, cards.WALTER) else ground.edge


def wage(state: states.State, seat: int, args: Args) -> states.State:
    if state.at[seat] >= 0:
        raise IllegalAction("jacked-in", say("You are jacked in: jump, or jack out."))
    return _leaving(states.earn(state, seat, TERMS.wage))


def jack_out(state: states.State, seat: int, args: Args) -> states.State:
    if state.at[seat] < 0:
        raise IllegalAction("jacked-out", say("You are not jacked in: jack in, or take credits."))
    return _leaving(state._replace(at=states.put(state.at, seat, -1)))


def _leaving(state: states.State) -> states.State:
    """Nothing is left of the turn but to move the initiative token."""
    return state._replace(phase=states.INIT, turn=state.turn._replace(effects=_LAPSED))


def reach(state: states.State, seat: int) -> int:
    """Where a jump may end, pawns aside: next to the own tile, or two tiles away with Walter or Maritime (ZD-13)."""
    ground, place = state.table.ground, state.at[seat]
    wide = state.turn.flags & states.FAR or states.on_virus(state, seat, cards.WALTER)
    return ground.far[place] if wide else ground.near[place]


def jump(state: states.State, seat: int, args: Args) -> states.State:
    place, *keys = args
    name = NAMES[place]
    if state.at[seat] < 0:
        raise IllegalAction("jacked-out", say("You are not jacked in: jack in, or take credits."))
    check_place(state, place)
    if place == state.at[seat]:
        raise IllegalAction("same-place", say("Your pawn is on {place} already.", place=name))
    if not reach(state, seat) >> place & 1:
        at = NAMES[state.at[seat]]
        raise IllegalAction("out-of-reach", say("{place} is too far from {at}.", place=name, at=at))
    if keys:
        state = _freed(state, seat, cards.SYBIL, keys[0])
    elif not state.neutral >> place & 1:
        raise IllegalAction("no-neutral-pawn", say("There is no neutral pawn on {place}.", place=name))
    return _entered(state, seat, place)


def _entered(state: states.State, seat: int, place: int) -> states.State:
    return admin_actions.without_pawn(state, place)._replace(
        phase=states.FREE, at=states.put(state.at, seat, place), turn=state.turn._replace(effects=_LAPSED)
    )


def tile_action(state: states.State, seat: int, args: Args) -> states.State:
    """What the tile gives, once a turn; Dave adds to it when it gave credits."""
    tile = TILES[state.table.tiles[state.at[seat]]]
    if tile.action == "hack":
        raise IllegalAction("use-hack", say("The action of {tile} is the hack.", tile=tile.name))
    if tile.action == "none":
        raise IllegalAction("no-tile-action", say("{tile} has no action.", tile=tile.name))
    check_unused(state)
    if bool(args) != (tile.action == "exchange"):
        code, text = _SHAPE[bool(args)]
        raise IllegalAction(code, told(text))
    if tile.action == "fill":
        credits, proxies = max(0, tile.credits - state.credits[seat]), 0
    elif args:
        credits, proxies = _exchanged(state.credits[seat], state.proxies[seat], args)
    else:
        credits, proxies = tile.credits, tile.proxies
    if credits > 0 or (args and args[2] == 0):
        credits += EFFECT.dave * states.on_virus(state, seat, cards.DAVE).bit_count()
    return states.earn(state, seat, credits, proxies)._replace(
        turn=state.turn._replace(flags=state.turn.flags | states.ACTED),
        carry=states.put(state.carry, seat, state.carry[seat] | states.FLAG_OF[tile.next]),
    )


_SHAPE = {
    True: ("no-exchange", marked("Only the Slum exchanges; here it is tile-action alone.")),
    False: ("say-what", marked("The Slum gives one of either: add +credit or +proxy, before it what to exchange.")),
}


def _exchanged(credits: int, proxies: int, args: Args) -> tuple[int, int]:
    """Return the credits and proxies gained in the Slum: by an exchange in one direction, then one of either."""
    count, paid, plus = args
    if paid and proxies < count:
        text = say_many("You do not have {n} proxy to exchange.", "You do not have {n} proxies to exchange.", count)
        raise IllegalAction("not-enough-proxies", text)
    if not paid and credits < count:
        text = say_many("You do not have {n} credit to exchange.", "You do not have {n} credits to exchange.", count)
        raise IllegalAction("not-enough-credits", text)
    credits, proxies = (count, -count) if paid else (-count, count)
    return (credits, proxies + 1) if plus else (credits + 1, proxies)


def install(state: states.State, seat: int, args: Args) -> states.State:
    number, key = args
    virus = VIRUSES[number]
    if number not in states.available(state.table, seat):
        text = say("{virus} is not among the viruses that you can install.", virus=virus.name)
        raise IllegalAction("not-available", text)
    if not state.hands[seat] >> key & 1:
        raise IllegalAction("key-not-in-hand", say("Key {key} is not in your hand.", key=key))
    after = paying(state, seat, virus.credits, virus.proxies, virus.name)
    return after._replace(
        installed=states.put(state.installed, seat, state.installed[seat] | 1 << KEYS * number + key),
        hands=states.put(state.hands, seat, state.hands[seat] & ~(1 << key)),
    )


def uninstall(state: states.State, seat: int, args: Args) -> states.State:
    return paying(_freed(state, seat, *args), seat, TERMS.uninstall, 0, marked("Uninstalling"))


def _freed(state: states.State, seat: int, virus: int, key: int) -> states.State:
    """A key comes back to hand from a virus."""
    if not states.on_virus(state, seat, virus) >> key & 1:
        text = say("Your key {key} is not on {virus}.", key=key, virus=VIRUSES[virus].name)
        raise IllegalAction("not-installed", text)
    return states.free_keys(state, seat, virus, 1 << key)


def deny(state: states.State, seat: int, args: Args) -> states.State:
    """Pay the Admin, see the cards of an operation of the token's type, send them back."""
    operation = args[0]
    kind = OPERATIONS[operation]
    place = state.at[seat]
    if place not in state.tokens:
        raise IllegalAction("no-token", say("There is no operation token on {place}.", place=NAMES[place]))
    token = state.tokens.index(place)
    check_open(state, operation)
    if kind.type not in (cards.TYPES[token], cards.ALL_TYPES):
        text = say("The {type} token does not work on {operation}.", type=cards.TYPES[token], operation=kind.name)
        raise IllegalAction("wrong-type", text)
    stack = state.stacks[operation]
    if not stack:
        raise IllegalAction("no-stack", say("There is no card on {operation}.", operation=kind.name))
    price = stack.bit_count()
    paid = paying(state, seat, price, 0, marked("Denying {operation}"), operation=kind.name)
    shown = states.Seen(seat, operation, stack, False, state.era, state.round)
    after = states.earn(paid, 0, price)._replace(
        tokens=states.put(state.tokens, token, -1), seen=states.remembered(state.seen, shown)
    )
    return admin_actions.discard(after, operation)


def size(state: states.State, seat: int, trudys: int) -> int:
    """Return how many keys a hack takes when so many Trudys leave for it."""
    hand = state.hands[seat].bit_count() + trudys
    return min(TERMS.keys + states.on_virus(state, seat, cards.EVE).bit_count() + trudys, hand)


def hack(state: states.State, seat: int, args: Args) -> states.State:
    """The Central's tile action, or the remote hack of the advanced game."""
    if state.at[seat] == CENTRAL:
        check_unused(state)
        paid, flag = paying(state, seat, TERMS.hack, 0, marked("A hack")), states.ACTED
    else:
        if not state.table.advanced:
            raise IllegalAction("not-on-central", say("A hack is made from the Central."))
        if state.turn.flags & states.REMOTE:
            raise IllegalAction("remote-used", say("The remote hack of this turn is made."))
        what = marked("A remote hack")
        paid, flag = paying(state, seat, TERMS.remote_credits, TERMS.remote_proxies, what), states.REMOTE
    freed = _with_keys(paid, seat, args, size(state, seat, args[2].bit_count()))
    return _made(freed._replace(turn=freed.turn._replace(flags=freed.turn.flags | flag)), seat, args)


def repeat(state: states.State, seat: int, args: Args) -> states.State:
    """Oscar: the last hack of this turn again, with exactly one key fewer (ZD-27)."""
    turn = state.turn
    if not states.on_virus(state, seat, cards.OSCAR):
        raise IllegalAction("no-oscar", say("Oscar is not installed."))
    if not turn.size:
        raise IllegalAction("no-hack-yet", say("There was no hack in this turn to repeat."))
    if turn.repeats >= states.on_virus(state, seat, cards.OSCAR).bit_count():
        raise IllegalAction("oscar-used", say("Each Oscar repeats one hack a turn."))
    if turn.size < 2:
        raise IllegalAction("no-fewer-keys", say("A hack with one key cannot be repeated with fewer."))
    paid = paying(state, seat, TERMS.repeat, 0, marked("Repeating a hack"))
    freed = _with_keys(paid, seat, args, turn.size - 1)
    return _made(freed._replace(turn=freed.turn._replace(repeats=turn.repeats + 1)), seat, args)


def _with_keys(state: states.State, seat: int, args: Args, count: int) -> states.State:
    """Return the state once the Trudys have left, if the keys are in hand then and as many as it takes."""
    keys, unused, trudys = args
    if unused and not states.on_virus(state, seat, cards.MALLORY):
        raise IllegalAction("no-mallory", say("Without Mallory the unused credentials cannot be the target."))
    if trudys & ~states.on_virus(state, seat, cards.TRUDY):
        raise IllegalAction("no-trudy", say("You have no Trudy installed with that key."))
    if trudys:
        state = states.free_keys(state, seat, cards.TRUDY, trudys)
    if keys & ~state.hands[seat]:
        raise IllegalAction("key-not-in-hand", say("A hack is made with keys from the hand."))
    if keys.bit_count() != count:
        text = say_many("This hack is made with exactly {n} key.", "This hack is made with exactly {n} keys.", count)
        raise IllegalAction("key-count", text)
    return state


def _made(state: states.State, seat: int, args: Args) -> states.State:
    """The keys are handed over; without protection the true number is told at once."""
    keys, unused, _ = args
    target = admin_actions.spare(state) if unused else state.credentials
    made = states.Hack(seat, keys, bool(unused), (keys & target).bit_count(), told=-1, token=False, era=state.era)
    after = state._replace(turn=state.turn._replace(size=keys.bit_count()), pending=made)
    return after._replace(phase=states.PROTECT) if state.protection else _answered(after, made.match, token=False)


def protect(state: states.State, seat: int, args: Args) -> states.State:
    """The Admin's answer: no token, or one and the true number, one more or one less, never below 0."""
    match = state.unanswered.match
    return _answered(state, max(0, match + args[0]) if args else match, token=bool(args))


def _answered(state: states.State, told: int, *, token: bool) -> states.State:
    known = state.unanswered._replace(told=told, token=token)
    after = state._replace(
        phase=states.FREE,
        pending=None,
        protection=state.protection - token,
        hacks=states.remembered(state.hacks, known),
    )
    return turns.score(after, known.seat, told)
