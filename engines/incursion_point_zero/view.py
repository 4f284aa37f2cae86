"""What a viewer may see (ruling IP-10), built from an allow-list; `view_types` documents the fields.

With nothing hidden it is the view for replays.
"""

from collections.abc import Sequence
from typing import Any, cast

from engines.common import shown_outcome
from engines.incursion_point_zero import cards, rules
from engines.incursion_point_zero import state as states
from engines.incursion_point_zero import view_types as types
from engines.incursion_point_zero.actions import LAYABLE
from engines.incursion_point_zero.gamers import card as gamer_card
from engines.incursion_point_zero.map_building import cards_of
from engines.incursion_point_zero.match_setup import lay_name
from engines.incursion_point_zero.spaces import NAMES


def view(state: states.State, viewer: int | None, *, everything: bool = False) -> types.IncursionPointZeroView:
    """Return the view of a seat or a spectator (None); after the end everything is open."""
    setup = state.setup
    knows_cards = everything or state.phase == states.OVER or viewer == states.TERRORISTS
    laying = state.phase in (states.DROP, states.LAY)
    missile = setup.cards.find(cards.MISSILE)
    to_lay = states.left_to_lay(setup) if laying else {}
    units, handles = _units(state), setup.handles
    shown: types.IncursionPointZeroView = {
        "game": "incursion-point-zero",
        "phase": cast(types.Phase, state.phase),
        "viewer": viewer,
        "to_act": sorted(rules.to_act(state)),
        "options": {"gamers": bool(setup.options["gamers"])},
        "round": state.round,
        "rounds": states.ROUNDS,
        "gamers": [[handles[gamer] for gamer in roster] for roster in setup.rosters],
        "ready": [squad is not None for squad in setup.squads],
        "squad": _own_squad(setup, viewer),
        "order": [units[unit].name for unit in states.ORDER] if units else [],
        "soldiers": {one.name: _soldier(state, unit, one, knows_cards) for unit, one in enumerate(units)},
        "hand": [] if viewer is None else [cards.LOCATION_IDS[at] for at in cards_of(setup.hands[viewer])],
        "hands": [hand.bit_count() for hand in setup.hands],
        "discarded": [cards.LOCATION_IDS[at] for at in setup.discarded],
        "spaces": _spaces(state, knows_cards),
        "to_lay": {LAYABLE[lay_name(setup, card)]: n for card, n in to_lay.items()} if knows_cards else {},
        "to_lay_count": sum(to_lay.values()),
        "to_drop": states.to_drop(setup) if laying else 0,
        "dropped": [cards.CARD_IDS[card] for card in setup.dropped] if knows_cards else [],
        "turn": _turn(state, knows_cards) if state.phase == states.PLAY else None,
        "question": None if state.ask is None else _question(state.known_tables, state.ask),
        "fight": None if state.fight is None else _fight(state.known_tables, state.fight, state.rolling),
        "blow": [[state.known_tables.units[victim].name, amount] for victim, amount in state.blow],
        "missile": NAMES[missile] if missile >= 0 and (state.shown or knows_cards) else None,
        "events": [[list(part) if type(part) is tuple else part for part in event] for event in state.events],
        "outcome": shown_outcome(state.outcome),
    }
    if setup.own:
        shown["cards"] = [cast(types.IncursionPointZeroCard, gamer_card(gamer)) for gamer in setup.own]
    return shown


def _own_squad(setup: states.Setup, viewer: int | None) -> list[types.Member] | None:
    if viewer is None or None not in setup.squads or setup.squads[viewer] is None:
        return None
    handles = setup.handles
    return [[cards.CLASSES[at], handles[gamer] if gamer >= 0 else None] for at, gamer in setup.squads[viewer] or ()]


def _units(state: states.State) -> Sequence[states.Profile]:
    """Return the eight Soldiers once both squads are submitted."""
    if state.tables is not None:
        return state.tables.units
    strike, terrorists = state.setup.squads
    return [] if strike is None or terrorists is None else states.profiles((strike, terrorists), state.setup.own)


def _soldier(state: states.State, unit: int, one: states.Profile, knows_cards: bool) -> types.IncursionPointZeroSoldier:
    at, spent = state.at[unit], state.spent[unit]
    word: types.SoldierState = "map" if at >= 0 else "dead" if state.dead >> unit & 1 else "off"
    if at < 0 and unit >= cards.SQUAD and (state.tables is None or state.lairs[unit - cards.SQUAD] >= 0):
        word = "hidden"
        at = state.lairs[unit - cards.SQUAD] if knows_cards else at
    return {
        "side": one.side,
        "gamer": one.handle,
        "focus": one.focus,
        "dice": one.dice,
        "range": one.range,
        "base": one.base,
        "hp": one.hp,
        "abilities": [[ability.id, ability.kind, bool(spent >> n & 1)] for n, ability in enumerate(one.abilities)],
        "state": word,
        "at": NAMES[at] if at >= 0 else None,
        "damage": state.marks[unit],
        "gear": [cards.CARD_IDS[card] for card in state.gear[unit]],
        "shielded": sum(guard[2] == unit for guard in state.guards) if state.guards else 0,
    }


def _spaces(state: states.State, knows_cards: bool) -> dict[str, types.IncursionPointZeroSpace]:
    setup = state.setup
    found: dict[str, types.IncursionPointZeroSpace] = {}
    for space, place in enumerate(setup.map):
        card, down = setup.cards[space], state.down >> space & 1
        laid = state.tables is None and card
        loot = [cards.CARD_IDS[lying] for where, lying in state.loot if where == space] if state.loot else []
        if place:
            found[NAMES[space]] = {
                "location": cards.LOCATION_IDS[place - 1],
                "card": "down" if down else cards.CARD_IDS[card] if state.shown and card == cards.MISSILE else None,
                "under": LAYABLE[lay_name(setup, card)] if knows_cards and (down or laid) else None,
                "loot": loot,
            }
    return found


def _turn(state: states.State, knows_cards: bool) -> types.IncursionPointZeroTurn:
    """Return the current activation without the moves of a hidden Terrorist, which would reveal its Location."""
    unit = states.ORDER[state.place]
    hidden = unit >= cards.SQUAD and state.lairs[unit - cards.SQUAD] >= 0
    one = state.known_tables.units[unit]
    return {
        "soldier": one.name,
        "moves": None if hidden and not knows_cards else state.moves,
        "moving": state.moves > 0 and not state.did & states.HALTED,
        "attacked": bool(state.did & states.ATTACKED),
        "boosts": [ability.id for at, ability in one.cooldowns if state.boost >> at & 1],
    }


def _question(tables: states.Tables, ask: tuple[Any, ...]) -> types.IncursionPointZeroQuestion:
    side, kind, unit, *parts = ask
    units = tables.units
    told: types.IncursionPointZeroQuestion = {"side": side, "kind": kind, "soldier": units[unit].name}
    if kind == "free":
        return {**told, "other": units[parts[0]].name}
    if kind == "reveal":
        return {**told, "space": NAMES[parts[0]], "range": parts[1]}
    told["ability"] = units[unit].abilities[parts[0]].id
    if kind == "arrive":
        return {**told, "others": [units[other].name for other in parts[1]]}
    moment, other = parts[1], parts[2]
    return {
        **told,
        "moment": moment,
        "other": units[other].name,
        "announced": units[other].abilities[parts[3]].id if moment == "skill" else None,
        "faces": list(parts[3]) if moment == "rolled" else None,
        "amount": parts[3] if moment == "hit" else None,
    }


def _fight(tables: states.Tables, fight: states.Fight, rolling: int) -> types.IncursionPointZeroFight:
    return {
        "attacker": tables.units[fight.attacker].name,
        "defender": tables.units[fight.defender].name,
        "free": fight.free,
        "base": fight.base,
        "countered": fight.countered,
        "faces": [None if faces is None else list(faces) for faces in fight.faces],
        "rolling": rolling,
        "side": fight.side,
    }
