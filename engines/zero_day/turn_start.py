"""The start of a turn: the initiative tile and the viruses that give something, in any order (ZD-5, ZD-22)."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_day import initiative_track, turns
from engines.zero_day import state as states
from engines.zero_day.cards import ALICE, BOB, CAROL, EFFECT, MATILDA, TERMS, VIRUSES
from engines.zero_day.initiative_track import CLOSING, FACES, POINTING
from engines.zero_day.state import WAIVED, State, put

Args = tuple[int, ...]
EFFECT_AT = {ALICE: 0, BOB: 1, CAROL: 2, MATILDA: 3}


def tile(state: State, seat: int, args: Args) -> State:
    """Resolve the tile at the own spot and turn it over; who cannot pay ends the turn at once (ZD-6)."""
    if not state.turn.tile:
        raise IllegalAction("tile-done", say("The initiative tile of this turn is resolved."))
    spot = state.marker
    tiles = _fetched(state, seat, args)
    kind, amount, _ = FACES[tiles[spot]]
    tiles = initiative_track.flipped(tiles, spot)
    after = state._replace(tiles=tiles, turn=state.turn._replace(tile=False))
    credits = state.credits[seat]
    if kind == "pay" and not state.turn.flags & WAIVED:
        if credits < amount:
            return turns.end_turn(after)
        after = after._replace(credits=put(state.credits, seat, credits - amount))
    elif kind == "gain":
        after = after._replace(credits=put(state.credits, seat, credits + amount))
    elif kind == "bonus" and seat:
        after = after._replace(proxies=put(state.proxies, seat, state.proxies[seat] + 1))
    elif kind == "bonus":
        after = after._replace(protection=min(state.protection + 1, TERMS.protection_cap))
    return _ready(after)


def _fetched(state: State, seat: int, args: Args) -> tuple[int, ...]:
    """The tiles with the one to resolve at the own spot: a Pointer is turned over and fetches another."""
    spot, tiles = state.marker, state.tiles
    if tiles[spot] not in POINTING:
        if args:
            text = say("Your initiative tile is no Pointer; it is resolved with tile alone.")
            raise IllegalAction("no-pointer", text)
        return tiles
    if not args:
        text = say("The Pointer changes places with another tile: name its spot.")
        raise IllegalAction("pointer-needs-spot", text)
    target = args[0]
    if target == spot:
        raise IllegalAction("same-spot", say("The Pointer changes places with the tile of another spot."))
    if tiles[target] in POINTING:
        text = say("The tile at {spot} shows a Pointer, which cannot be fetched.", spot=target)
        raise IllegalAction("pointer", text)
    if seat and tiles[target] in CLOSING:
        raise IllegalAction("admin-only", say("Only the Admin can fetch the tile at {spot}.", spot=target))
    return initiative_track.swapped(initiative_track.flipped(tiles, spot), spot, target)


def virus(state: State, seat: int, args: Args) -> State:
    """One copy of Alice, Bob, Carol or Matilda gives what it gives at the start of a turn."""
    number = args[0]
    name = VIRUSES[number].name
    at = EFFECT_AT.get(number)
    if at is None:
        raise IllegalAction("no-start-effect", say("{virus} gives nothing at the start of a turn.", virus=name))
    if not state.turn.effects[at]:
        text = say("No copy of {virus} has anything to give in this turn.", virus=name)
        raise IllegalAction("nothing-pending", text)
    credits, proxies = state.credits[seat], state.proxies[seat]
    if number == ALICE:
        credits += EFFECT.alice
    elif number == BOB:
        proxies += EFFECT.bob
    elif number == MATILDA:
        credits, proxies = _traded(credits, proxies, args)
    else:
        if not state.score[seat]:
            raise IllegalAction("no-info", say("Carol takes 1 info, and you have none."))
        credits += EFFECT.carol
        state = state._replace(score=put(state.score, seat, state.score[seat] - 1))
    effects = put(state.turn.effects, at, state.turn.effects[at] - 1)
    return _ready(
        state._replace(
            credits=put(state.credits, seat, credits),
            proxies=put(state.proxies, seat, proxies),
            turn=state.turn._replace(effects=(effects[0], effects[1], effects[2], effects[3])),
        )
    )


def _traded(credits: int, proxies: int, args: Args) -> tuple[int, int]:
    """Matilda: credits for proxies (way 0), or proxies for credits (way 1)."""
    if args[1]:
        paid, gained = EFFECT.matilda_proxies
        if credits < paid:
            text = say("Matilda takes {paid} credits for {gained} proxies.", paid=paid, gained=gained)
            raise IllegalAction("not-enough-credits", text)
        return credits - paid, proxies + gained
    paid, gained = EFFECT.matilda_credits
    if proxies < paid:
        text = say("Matilda takes {paid} proxies for {gained} credits.", paid=paid, gained=gained)
        raise IllegalAction("not-enough-proxies", text)
    return credits + gained, proxies - paid


def _ready(state: State) -> State:
    """The acts of the turn may begin once tile, Alice and Bob are done."""
    turn = state.turn
    if turn.tile or turn.effects[0] or turn.effects[1]:
        return state
    return state._replace(phase=states.MOVE if state.seat else states.ACT)
