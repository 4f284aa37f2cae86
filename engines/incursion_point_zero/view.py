"""What a viewer may see (ruling IP-10), built by allow-list; `view_types` says what each field means.

With nothing hidden it is the view for replays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from engines.common import BOTH_SEATS, own_seat, shown_outcome
from engines.incursion_point_zero import rules
from engines.incursion_point_zero.actions import LAYABLE
from engines.incursion_point_zero.card_placement import lay_name
from engines.incursion_point_zero.cards import (
    CARD_IDS,
    CLASSES,
    LOCATION_IDS,
    MISSILE,
    SQUAD,
)
from engines.incursion_point_zero.gamers import card as gamer_card
from engines.incursion_point_zero.map_building import cards_of
from engines.incursion_point_zero.match_tables import ORDER, Profile, Tables, profiles
from engines.incursion_point_zero.spaces import NAMES
from engines.incursion_point_zero.state import (
    ATTACKED,
    DROP,
    HALTED,
    LAY,
    OVER,
    PLAY,
    ROUNDS,
    TERRORISTS,
    Fight,
    Setup,
    State,
    left_to_lay,
    to_drop,
)
from engines.incursion_point_zero.view_types import (
    IncursionPointZeroCard,
    IncursionPointZeroFight,
    IncursionPointZeroQuestion,
    IncursionPointZeroSoldier,
    IncursionPointZeroSpace,
    IncursionPointZeroTurn,
    IncursionPointZeroView,
    Member,
    Phase,
    SoldierState,
)


def view(state: State, viewer: int | None) -> IncursionPointZeroView:
    """The wire form for a seat or a spectator (None); after the end everything is open."""
    if state.phase == OVER:
        return _shown(state, viewer, BOTH_SEATS)
    return _shown(state, viewer, own_seat(viewer))


def open_view(state: State) -> IncursionPointZeroView:
    return _shown(state, None, BOTH_SEATS)


def _shown(state: State, viewer: int | None, known: frozenset[int]) -> IncursionPointZeroView:
    setup = state.setup
    knows_cards = TERRORISTS in known
    laying = state.phase in (DROP, LAY)
    missile = setup.cards.find(MISSILE)
    units, handles = _units(state), setup.handles
    shown: IncursionPointZeroView = {
        "game": "incursion-point-zero",
        "phase": cast(Phase, state.phase),
        "viewer": viewer,
        "to_act": sorted(rules.to_act(state)),
        "options": {"gamers": bool(setup.options["gamers"])},
        "round": state.round,
        "rounds": ROUNDS,
        "gamers": [[handles[gamer] for gamer in roster] for roster in setup.rosters],
        "ready": [squad is not None for squad in setup.squads],
        "squad": _own_squad(setup, viewer),
        "order": [units[unit].name for unit in ORDER] if units else [],
        "soldiers": {one.name: _soldier(state, unit, one, knows_cards) for unit, one in enumerate(units)},
        "hand": _hand(setup, viewer),
        "hands": [hand.bit_count() for hand in setup.hands],
        "discarded": [LOCATION_IDS[at] for at in setup.discarded],
        "spaces": _spaces(state, knows_cards),
        "to_lay": _to_lay(setup) if laying and knows_cards else {},
        "to_lay_count": sum(left_to_lay(setup).values()) if laying else 0,
        "to_drop": to_drop(setup) if laying else 0,
        "dropped": [CARD_IDS[card] for card in setup.dropped] if knows_cards else [],
        "turn": _turn(state, knows_cards) if state.phase == PLAY else None,
        "question": None if state.ask is None else _question(_tables(state), state.ask),
        "fight": None if state.fight is None else _fight(_tables(state), state.fight, state.rolling),
        "blow": [[_tables(state).units[victim].name, amount] for victim, amount in state.blow],
        "missile": NAMES[missile] if missile >= 0 and (state.shown or knows_cards) else None,
        "events": [[list(part) if type(part) is tuple else part for part in event] for event in state.events],
        "outcome": shown_outcome(state.outcome),
    }
    if setup.own:
        shown["cards"] = [cast(IncursionPointZeroCard, gamer_card(gamer)) for gamer in setup.own]
    return shown


def _tables(state: State) -> Tables:
    assert state.tables is not None, "only the play has fights and questions"
    return state.tables


def _own_squad(setup: Setup, viewer: int | None) -> list[Member] | None:
    if viewer is None or None not in setup.squads or setup.squads[viewer] is None:
        return None
    handles = setup.handles
    return [[CLASSES[at], handles[gamer] if gamer >= 0 else None] for at, gamer in setup.squads[viewer] or ()]


def _units(state: State) -> Sequence[Profile]:
    """The eight Soldiers, once both squads are in."""
    if state.tables is not None:
        return state.tables.units
    strike, terrorists = state.setup.squads
    return [] if strike is None or terrorists is None else profiles((strike, terrorists), state.setup.own)


def _soldier(state: State, unit: int, one: Profile, knows_cards: bool) -> IncursionPointZeroSoldier:
    at, spent = state.at[unit], state.spent[unit]
    word: SoldierState = "map" if at >= 0 else "dead" if state.dead >> unit & 1 else "off"
    if at < 0 and unit >= SQUAD and (state.tables is None or state.lairs[unit - SQUAD] >= 0):
        word = "hidden"
        at = state.lairs[unit - SQUAD] if knows_cards else at
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
        "gear": [CARD_IDS[card] for card in state.gear[unit]],
        "shielded": sum(guard[2] == unit for guard in state.guards) if state.guards else 0,
    }


def _hand(setup: Setup, viewer: int | None) -> list[str]:
    return [] if viewer is None else [LOCATION_IDS[at] for at in cards_of(setup.hands[viewer])]


def _spaces(state: State, knows_cards: bool) -> dict[str, IncursionPointZeroSpace]:
    setup = state.setup
    found: dict[str, IncursionPointZeroSpace] = {}
    for space, place in enumerate(setup.map):
        card, down = setup.cards[space], state.down >> space & 1
        laid = state.tables is None and card
        loot = [CARD_IDS[lying] for where, lying in state.loot if where == space] if state.loot else []
        if place:
            found[NAMES[space]] = {
                "location": LOCATION_IDS[place - 1],
                "card": "down" if down else CARD_IDS[card] if state.shown and card == MISSILE else None,
                "under": LAYABLE[lay_name(setup, card)] if knows_cards and (down or laid) else None,
                "loot": loot,
            }
    return found


def _to_lay(setup: Setup) -> dict[str, int]:
    return {LAYABLE[lay_name(setup, card)]: count for card, count in left_to_lay(setup).items()}


def _turn(state: State, knows_cards: bool) -> IncursionPointZeroTurn:
    """The moves of a hidden Terrorist would tell what kind of Location it hides under."""
    unit = ORDER[state.place]
    hidden = unit >= SQUAD and state.lairs[unit - SQUAD] >= 0
    one = _tables(state).units[unit]
    return {
        "soldier": one.name,
        "moves": None if hidden and not knows_cards else state.moves,
        "moving": state.moves > 0 and not state.did & HALTED,
        "attacked": bool(state.did & ATTACKED),
        "boosts": [ability.id for at, ability in one.cooldowns if state.boost >> at & 1],
    }


def _question(tables: Tables, ask: tuple[Any, ...]) -> IncursionPointZeroQuestion:
    side, kind, unit, *parts = ask
    units = tables.units
    told: IncursionPointZeroQuestion = {"side": side, "kind": kind, "soldier": units[unit].name}
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


def _fight(tables: Tables, fight: Fight, rolling: int) -> IncursionPointZeroFight:
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
