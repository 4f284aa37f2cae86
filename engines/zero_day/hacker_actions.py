"""The Hackers' actions (ZD-12 to ZD-15): jack in, jump, tile actions, viruses, deny, and hacks with their answers."""

from engines.contract import IllegalAction, require
from engines.i18n import mark, translate as _, translate_n
from engines.zero_day import admin_actions, cards, state as states, turns
from engines.zero_day.board import CENTRAL, NAMES, TILES
from engines.zero_day.cards import AMOUNTS, KEYS, OPERATIONS, RULES, VIRUSES
from engines.zero_day.state import NO_EFFECTS, Hack, ShownCards, State, add_funds, free_keys, keys_on, remember, set_at
from engines.zero_day.validation import check_open, check_pawn, check_place, check_spot, check_tile_action_unused


def move_token(state: State, seat: int, spot: int) -> State:
    """Move the initiative token to another spot, which ends the turn."""
    check_spot(state, seat, spot)
    return turns.end_turn(state._replace(spots=set_at(state.spots, seat, spot)))


def pay(state: State, seat: int, credits: int, proxies: int, purchase: str, **names: str) -> State:
    """Return the state after a payment for `purchase`, a marked message that takes the names."""
    if state.credits[seat] < credits:
        text = translate_n("{what} costs {n} credit.", "{what} costs {n} credits.", credits, what=_(purchase, **names))
        raise IllegalAction("not-enough-credits", text)
    if state.proxies[seat] < proxies:
        text = translate_n("{what} costs {n} proxy.", "{what} costs {n} proxies.", proxies, what=_(purchase, **names))
        raise IllegalAction("not-enough-proxies", text)
    return add_funds(state, seat, -credits, -proxies)


def jack_in(state: State, seat: int, place: int) -> State:
    """Jack in at a place."""
    require(state.at[seat] < 0, "jacked-in", mark("You are already jacked in. Jump or jack out."))
    check_place(state, place)
    text = mark("You can't jack in at {place}. Use one of the tips T1-T6.")
    require(entrances(state, seat) >> place & 1, "not-at-the-edge", text, place=NAMES[place])
    check_pawn(state, place)
    return _enter(pay(state, seat, RULES.jack_in, 0, mark("Jacking in")), seat, place)


def entrances(state: State, seat: int) -> int:
    """Return where the seat may jack in, as bits; Walter extends it (ZD-3)."""
    ground = state.table.ground
    return ground.inner if keys_on(state, seat, cards.WALTER) else ground.edge


def take_wage(state: State, seat: int) -> State:
    """Take 2 credits instead of jacking in."""
    require(state.at[seat] < 0, "jacked-in", mark("You are jacked in. Jump or jack out."))
    return _end_movement(add_funds(state, seat, RULES.wage))


def jack_out(state: State, seat: int) -> State:
    """Jack out."""
    _check_jacked_in(state, seat)
    return _end_movement(state._replace(at=set_at(state.at, seat, -1)))


def _check_jacked_in(state: State, seat: int) -> None:
    require(state.at[seat] >= 0, "jacked-out", mark("You are not jacked in. Jack in or take credits."))


def _end_movement(state: State) -> State:
    """Leave only the move of the initiative token for this turn."""
    return state._replace(phase=states.INIT, turn=state.turn._replace(effects=NO_EFFECTS))


def reachable_places(state: State, seat: int) -> int:
    """Return where a jump may end, ignoring pawns; Walter and Maritime extend it to two tiles (ZD-13)."""
    ground, place = state.table.ground, state.at[seat]
    wide = state.turn.flags & states.FAR or keys_on(state, seat, cards.WALTER)
    return ground.far[place] if wide else ground.near[place]


def jump(state: State, seat: int, place: int, sybil: int | None = None) -> State:
    """Jump to a place; `sybil` is the key of the Sybil given up for it."""
    _check_jacked_in(state, seat)
    at, name = state.at[seat], NAMES[place]
    check_place(state, place)
    require(place != at, "same-place", mark("Your pawn is already on {place}."), place=name)
    near = reachable_places(state, seat) >> place & 1
    require(near, "out-of-reach", mark("{place} is too far from {at}."), place=name, at=NAMES[at])
    if sybil is not None:
        state = _free_key(state, seat, cards.SYBIL, sybil)
    else:
        check_pawn(state, place)
    return _enter(state, seat, place)


def _enter(state: State, seat: int, place: int) -> State:
    return admin_actions.remove_pawn(state, place)._replace(
        phase=states.FREE, at=set_at(state.at, seat, place), turn=state.turn._replace(effects=NO_EFFECTS)
    )


def use_tile(state: State, seat: int, *exchange: int) -> State:
    """Apply the tile action, once a turn; Dave adds to it if it gives credits. Only the Slum exchanges."""
    tile = TILES[state.table.tiles[state.at[seat]]]
    require(tile.action != "hack", "use-hack", mark("The action of {tile} is the hack. Use hack instead."), tile=tile.name)
    require(tile.action != "none", "no-tile-action", mark("{tile} has no action."), tile=tile.name)
    check_tile_action_unused(state)
    slum = tile.action == "exchange"
    require(slum or not exchange, "no-exchange", mark("You can only exchange in the Slum. Here, enter tile-action alone."))
    text = mark("In the Slum you gain one credit or proxy. Add +credit or +proxy, after anything you exchange.")
    require(exchange or not slum, "say-what", text)
    credits, proxies = tile.credits, tile.proxies
    if tile.action == "fill":
        credits, proxies = max(0, credits - state.credits[seat]), 0
    elif slum:
        credits, proxies = _exchange_gains(state.credits[seat], state.proxies[seat], *exchange)
    if credits > 0 or (slum and exchange[2] == 0):
        credits += AMOUNTS.dave * keys_on(state, seat, cards.DAVE).bit_count()
    return add_funds(state, seat, credits, proxies)._replace(
        turn=state.turn._replace(flags=state.turn.flags | states.ACTED),
        carry=set_at(state.carry, seat, state.carry[seat] | states.FLAG_OF[tile.next]),
    )


def _exchange_gains(credits: int, proxies: int, count: int, paid: int, plus: int) -> tuple[int, int]:
    """Return the credits and proxies gained in the Slum: by an exchange in one direction, then one of either."""
    if paid and proxies < count:
        text = translate_n("You do not have {n} proxy to exchange.", "You do not have {n} proxies to exchange.", count)
        raise IllegalAction("not-enough-proxies", text)
    if not paid and credits < count:
        text = translate_n("You do not have {n} credit to exchange.", "You do not have {n} credits to exchange.", count)
        raise IllegalAction("not-enough-credits", text)
    credits, proxies = (count, -count) if paid else (-count, count)
    return (credits, proxies + 1) if plus else (credits + 1, proxies)


def install(state: State, seat: int, number: int, key: int) -> State:
    """Install a virus with a key."""
    virus = VIRUSES[number]
    text = mark("{virus} is not one of the viruses that you can install.")
    require(number in states.installable_viruses(state.table, seat), "not-available", text, virus=virus.name)
    require(state.hands[seat] >> key & 1, "key-not-in-hand", mark("Key {key} is not in your hand."), key=key)
    after = pay(state, seat, virus.credits, virus.proxies, virus.name)
    return after._replace(
        installed=set_at(state.installed, seat, state.installed[seat] | 1 << KEYS * number + key),
        hands=set_at(state.hands, seat, state.hands[seat] & ~(1 << key)),
    )


def uninstall(state: State, seat: int, virus: int, key: int) -> State:
    """Uninstall a virus from a key."""
    return pay(_free_key(state, seat, virus, key), seat, RULES.uninstall, 0, mark("Uninstalling"))


def _free_key(state: State, seat: int, virus: int, key: int) -> State:
    """Return a key from a virus to the hand."""
    is_installed, name = keys_on(state, seat, virus) >> key & 1, VIRUSES[virus].name
    require(is_installed, "not-installed", mark("Your key {key} is not on {virus}."), key=key, virus=name)
    return free_keys(state, seat, virus, 1 << key)


def deny(state: State, seat: int, operation: int) -> State:
    """Pay the Admin, see the cards on an operation of the token's type, and give them back to the Admin."""
    kind, place, stack = OPERATIONS[operation], state.at[seat], state.stacks[operation]
    require(place in state.tokens, "no-token", mark("There is no operation token on {place}."), place=NAMES[place])
    token = state.tokens.index(place)
    check_open(state, operation)
    token_type = cards.TYPES[token]
    text = mark("The {type} token does not work on {operation}.")
    require(kind.type in (token_type, cards.ALL_TYPES), "wrong-type", text, type=token_type, operation=kind.name)
    require(stack, "no-stack", mark("There is no card on {operation}."), operation=kind.name)
    price = stack.bit_count()
    paid = pay(state, seat, price, 0, mark("Denying {operation}"), operation=kind.name)
    shown = ShownCards(seat, operation, stack, False, state.era, state.round)
    seen = remember(state.seen, shown, state.table.version)
    after = add_funds(paid, 0, price)._replace(tokens=set_at(state.tokens, token, -1), seen=seen)
    return admin_actions.discard(after, operation)


def hack(state: State, seat: int, keys: int, unused: int, trudys: int) -> State:
    """Make the Central's tile action, or the remote hack of the advanced game."""
    if state.at[seat] == CENTRAL:
        check_tile_action_unused(state)
        paid, flag = pay(state, seat, RULES.hack, 0, mark("A hack")), states.ACTED
    else:
        require(state.table.advanced, "not-on-central", mark("You can only hack from the Central."))
        remote_used = state.turn.flags & states.REMOTE
        require(not remote_used, "remote-used", mark("You have already made this turn's remote hack."))
        purchase = mark("A remote hack")
        paid, flag = pay(state, seat, RULES.remote_credits, RULES.remote_proxies, purchase), states.REMOTE
    count = min(RULES.keys + keys_on(state, seat, cards.EVE).bit_count(), state.hands[seat].bit_count())
    freed = _prepare_keys(paid, seat, keys, unused, trudys, count + trudys.bit_count())
    return _submit_hack(freed._replace(turn=freed.turn._replace(flags=freed.turn.flags | flag)), seat, keys, unused)


def repeat(state: State, seat: int, keys: int, unused: int, trudys: int) -> State:
    """Repeat the last hack of this turn with exactly one key fewer by Oscar (ZD-27)."""
    turn, oscars = state.turn, keys_on(state, seat, cards.OSCAR).bit_count()
    require(oscars, "no-oscar", mark("Oscar is not installed."))
    require(turn.size, "no-hack-yet", mark("There is no hack to repeat this turn."))
    require(turn.repeats < oscars, "oscar-used", mark("Each Oscar can repeat one hack per turn."))
    require(turn.size > 1, "no-fewer-keys", mark("A hack with one key can't be repeated with fewer."))
    paid = pay(state, seat, RULES.repeat, 0, mark("Repeating a hack"))
    freed = _prepare_keys(paid, seat, keys, unused, trudys, turn.size - 1)
    return _submit_hack(freed._replace(turn=freed.turn._replace(repeats=turn.repeats + 1)), seat, keys, unused)


def _prepare_keys(state: State, seat: int, keys: int, unused: int, trudys: int, count: int) -> State:
    """Return the state after the Trudys have left, if the keys are then in hand and have the right number."""
    text = mark("You need Mallory to target the unused cards.")
    require(not unused or keys_on(state, seat, cards.MALLORY), "no-mallory", text)
    has_trudys = not trudys & ~keys_on(state, seat, cards.TRUDY)
    require(has_trudys, "no-trudy", mark("You have no Trudy installed with that key."))
    if trudys:
        state = free_keys(state, seat, cards.TRUDY, trudys)
    require(not keys & ~state.hands[seat], "key-not-in-hand", mark("You can only hack with keys from your hand."))
    if keys.bit_count() != count:
        text = translate_n("This hack needs exactly {n} key.", "This hack needs exactly {n} keys.", count)
        raise IllegalAction("key-count", text)
    return state


def _submit_hack(state: State, seat: int, keys: int, unused: int) -> State:
    """Submit the keys; without protection the true number is announced at once."""
    target = admin_actions.unused_cards(state) if unused else state.credentials
    hack = Hack(seat, keys, bool(unused), (keys & target).bit_count(), told=-1, token=False, era=state.era)
    after = state._replace(turn=state.turn._replace(size=keys.bit_count()), pending=hack)
    return after._replace(phase=states.PROTECT) if state.protection else _answer_hack(after, hack.match, token=False)


def protect(state: State, seat: int, by: int | None = None) -> State:
    """Answer a hack as the Admin: without a token the true number, with one also one more or less, never below 0."""
    match = state.unanswered.match
    return _answer_hack(state, match if by is None else max(0, match + by), token=by is not None)


def _answer_hack(state: State, announced: int, *, token: bool) -> State:
    answered = state.unanswered._replace(told=announced, token=token)
    hacks = remember(state.hacks, answered, state.table.version)
    after = state._replace(phase=states.FREE, pending=None, protection=state.protection - token, hacks=hacks)
    return turns.add_score(after, answered.seat, announced)
