"""What a viewer may see (ruling IP-10), built from an allow-list; `view_types` documents the fields.

With nothing hidden it is the view for replays.
"""

from collections.abc import Sequence
from typing import Any, cast

from engines.common import render_outcome
from engines.incursion_point_zero import cards, rules, state as states, view_types as types
from engines.incursion_point_zero.actions import LAYABLE
from engines.incursion_point_zero.gamers import to_card
from engines.incursion_point_zero.map_building import locations_in
from engines.incursion_point_zero.match_setup import lay_number
from engines.incursion_point_zero.spaces import NAMES


def view(state: states.State, viewer: int | None, *, everything: bool = False) -> types.IncursionPointZeroView:
    """Return the view of a seat or a spectator (None); after the end everything is open."""
    setup = state.setup
    knows_cards = everything or state.phase == states.OVER or viewer == states.TERRORISTS
    laying = state.phase in (states.DROP, states.LAY)
    missile = setup.cards.find(cards.MISSILE)
    to_lay = states.cards_to_lay(setup) if laying else {}
    units, handles = _list_units(state), setup.handles
    data: types.IncursionPointZeroView = {
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
        "soldiers": {profile.name: _render_soldier(state, unit, profile, knows_cards) for unit, profile in enumerate(units)},
        "hand": [] if viewer is None else [cards.LOCATION_IDS[at] for at in locations_in(setup.hands[viewer])],
        "hands": [hand.bit_count() for hand in setup.hands],
        "discarded": [cards.LOCATION_IDS[at] for at in setup.discarded],
        "spaces": _render_spaces(state, knows_cards),
        "to_lay": {LAYABLE[lay_number(setup, card)]: n for card, n in to_lay.items()} if knows_cards else {},
        "to_lay_count": sum(to_lay.values()),
        "to_drop": states.count_to_drop(setup) if laying else 0,
        "dropped": [cards.CARD_IDS[card] for card in setup.dropped] if knows_cards else [],
        "turn": _render_turn(state, knows_cards) if state.phase == states.PLAY else None,
        "question": None if state.ask is None else _render_question(state.known_tables, state.ask),
        "fight": None if state.fight is None else _render_fight(state.known_tables, state.fight, state.rolling),
        "blow": [[state.known_tables.units[victim].name, amount] for victim, amount in state.blow],
        "missile": NAMES[missile] if missile >= 0 and (state.shown or knows_cards) else None,
        "events": [[list(part) if type(part) is tuple else part for part in event] for event in state.events],
        "outcome": render_outcome(state.outcome),
    }
    if setup.own:
        data["cards"] = [cast(types.IncursionPointZeroCard, to_card(gamer)) for gamer in setup.own]
    return data


def _own_squad(setup: states.Setup, viewer: int | None) -> list[types.Member] | None:
    if viewer is None or None not in setup.squads or setup.squads[viewer] is None:
        return None
    handles = setup.handles
    return [[cards.CLASSES[at], handles[gamer] if gamer >= 0 else None] for at, gamer in setup.squads[viewer] or ()]


def _list_units(state: states.State) -> Sequence[states.Profile]:
    """Return the eight Soldiers once both squads are submitted."""
    if state.tables is not None:
        return state.tables.units
    strike, terrorists = state.setup.squads
    if strike is None or terrorists is None:
        return []
    return states.list_profiles((strike, terrorists), state.setup.own, state.setup.version)


def _render_soldier(
    state: states.State, unit: int, profile: states.Profile, knows_cards: bool
) -> types.IncursionPointZeroSoldier:
    at, spent = state.at[unit], state.spent[unit]
    status: types.SoldierState = "map" if at >= 0 else "dead" if state.dead >> unit & 1 else "off"
    if at < 0 and unit >= cards.SQUAD and (state.tables is None or state.lairs[unit - cards.SQUAD] >= 0):
        status = "hidden"
        at = state.lairs[unit - cards.SQUAD] if knows_cards else at
    return {
        "side": profile.side,
        "gamer": profile.handle,
        "focus": profile.focus,
        "dice": profile.dice,
        "range": profile.range,
        "base": profile.base,
        "hp": profile.hp,
        "abilities": [[ability.id, ability.kind, bool(spent >> n & 1)] for n, ability in enumerate(profile.abilities)],
        "state": status,
        "at": NAMES[at] if at >= 0 else None,
        "damage": state.marks[unit],
        "gear": [cards.CARD_IDS[card] for card in state.gear[unit]],
        "shielded": sum(guard[2] == unit for guard in state.guards) if state.guards else 0,
    }


def _render_spaces(state: states.State, knows_cards: bool) -> dict[str, types.IncursionPointZeroSpace]:
    setup = state.setup
    result: dict[str, types.IncursionPointZeroSpace] = {}
    for space, place in enumerate(setup.map):
        card, down = setup.cards[space], state.down >> space & 1
        is_laid = state.tables is None and card
        loot = [cards.CARD_IDS[item] for where, item in state.loot if where == space] if state.loot else []
        if place:
            result[NAMES[space]] = {
                "location": cards.LOCATION_IDS[place - 1],
                "card": "down" if down else cards.CARD_IDS[card] if state.shown and card == cards.MISSILE else None,
                "under": LAYABLE[lay_number(setup, card)] if knows_cards and (down or is_laid) else None,
                "loot": loot,
            }
    return result


def _render_turn(state: states.State, knows_cards: bool) -> types.IncursionPointZeroTurn:
    """Return the current activation without the moves of a hidden Terrorist, which would reveal its Location."""
    unit = states.ORDER[state.place]
    hidden = unit >= cards.SQUAD and state.lairs[unit - cards.SQUAD] >= 0
    profile = state.known_tables.units[unit]
    return {
        "soldier": profile.name,
        "moves": None if hidden and not knows_cards else state.moves,
        "moving": state.moves > 0 and not state.did & states.HALTED,
        "attacked": bool(state.did & states.ATTACKED),
        "boosts": [ability.id for at, ability in profile.cooldowns if state.boost >> at & 1],
    }


def _render_question(tables: states.Tables, ask: tuple[Any, ...]) -> types.IncursionPointZeroQuestion:
    side, kind, unit, *parts = ask
    units = tables.units
    question: types.IncursionPointZeroQuestion = {"side": side, "kind": kind, "soldier": units[unit].name}
    if kind == "free":
        return {**question, "other": units[parts[0]].name}
    if kind == "reveal":
        return {**question, "space": NAMES[parts[0]], "range": parts[1]}
    question["ability"] = units[unit].abilities[parts[0]].id
    if kind == "arrive":
        return {**question, "others": [units[other].name for other in parts[1]]}
    moment, other = parts[1], parts[2]
    return {
        **question,
        "moment": moment,
        "other": units[other].name,
        "announced": units[other].abilities[parts[3]].id if moment == "skill" else None,
        "faces": list(parts[3]) if moment == "rolled" else None,
        "amount": parts[3] if moment == "hit" else None,
    }


def _render_fight(tables: states.Tables, fight: states.Fight, rolling: int) -> types.IncursionPointZeroFight:
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
