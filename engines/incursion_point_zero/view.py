"""What a viewer may see (ruling IP-10), built by allow-list.

The shape, for a seat, a spectator (`viewer` null) and, with nothing hidden, for replays. Spaces are "Z1-1" to "Z4-5"
(zone, column); Z1-5 is the bottom right corner, zone 4 the top row, column 1 on the left. Sides are 0 (Strike) and 1
(Terrorists). Soldiers are named by class, Locations, Incursion cards and Gamers by id and handle as in the notation.

    game      "incursion-point-zero"
    phase     "gamers" | "squad" | "deal" | "place" | "drop" | "lay" | "play" | "over"
    viewer    0 | 1 | null
    to_act    [side, ...]; empty while the referee deals or rolls and after the end
    options   the match's options, without `rosters`
    round     0 before the play, then 1 to 6;  rounds: 6
    gamers    [[handle, ...], [...]]: whom each side may use; [[], []] without Gamers
    ready     [bool, bool]: squad handed in
    squad     own squad while the other side's is awaited, else null: [[class, handle | null] x 4]
    order     the eight classes in the order in which they act each round (Strike's first, the Terrorists' first, ...);
              empty until both squads are in
    soldiers  {class: soldier} of both squads, empty until both are in. A soldier:
                side, gamer (handle | null), focus ("wisdom" | "synergy" | "dexterity"), dice, range, base, hp: its card
                abilities  [[id, kind, spent], ...], kind "passive" | "cooldown" | "interrupt"
                state      "hidden" (under a card, the viewer may not know where) | "map" | "off" (may enter) | "dead"
                at         its space, or null. For a hidden one only where the viewer may know it
                damage     markers
                gear       [Incursion card, ...] that it carries
                shielded   how many shields by cooldown protect it now
    hand      [Location, ...] own hand while the map is built; [] otherwise;  hands: [n, n] cards left by side
    discarded [Location, ...]
    spaces    {space: {...}} for every space with a Location or something lying there:
                location  id or null
                card      "down" | the missile's id when it lies face up | null; what lies face down under "under"
                under     face down and known to the viewer: an Incursion card or a class; else null
                loot      [Incursion card, ...] equipment that lies face up
    to_lay    {Incursion card or class: n} still to be laid, Terrorists only (else {});  to_lay_count, to_drop: numbers
    dropped   [Incursion card, ...] known to the viewer
    turn      null, or the running activation: {"soldier", "moves" left (null for a hidden Terrorist whose place the
              viewer may not know), "moving" (may still move), "attacked", "boosts" [ability id at work, ...]}
    question  null, or what the match waits for: {"side", "kind", "soldier", ...}. Kinds:
                "interrupt": "ability" id, "moment", and what is told: "other" (the mover, user, target or victim),
                             "announced" (skill), "faces" (rolled), "amount" (hit); null where it does not apply
                "free": "other" the mover;  "reveal": "space" and "range";  "arrive": "ability" and "others"
    fight     null, or the attack that is being resolved: {"attacker", "defender", "free", "base", "countered",
              "faces" [attacker's | null, defender's | null], "rolling" dice awaited, "side" (0: the attacker rolls)}
    blow      [[class, amount], ...] damage about to be placed
    missile   its space if it lies face up (or is known to the viewer), else null
    events    what the last player's action brought about, in order: [word, ...]. Words, with their parts:
                round n; respawn S; enter S space; move S space; uncover S space; blocked S space; held S; pass S;
                card C space; take S C; use S C; look S space; ability S id; jammed S; declined S what;
                attack S S; free S S; dice S [faces]; damage S n; heal S n; death S; place side L space; discard side L
    outcome   null | {"ranks": [1, 2], "reason": code}
    cards     [card, ...] of the Gamers that are not of the default set, as in `gamers.py`; missing where there are none
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.api import Json
from engines.incursion_point_zero import rules
from engines.incursion_point_zero.actions import LAYABLE
from engines.incursion_point_zero.cards import (
    CARD_IDS,
    CLASSES,
    LOCATION_IDS,
    MISSILE,
    SQUAD,
)
from engines.incursion_point_zero.gamers import card as gamer_card
from engines.incursion_point_zero.laying import named
from engines.incursion_point_zero.mapping import cards_of
from engines.incursion_point_zero.spaces import NAMES
from engines.incursion_point_zero.state import (
    ATTACKED,
    DROP,
    HALTED,
    LAY,
    OVER,
    PLAY,
    ROUNDS,
    STRIKE,
    TERRORISTS,
    Fight,
    Setup,
    State,
    left_to_lay,
    to_drop,
)
from engines.incursion_point_zero.tables import ORDER, Profile, Tables, profiles

_BOTH = frozenset({STRIKE, TERRORISTS})
_ONE = (frozenset({STRIKE}), frozenset({TERRORISTS}))


def view(state: State, viewer: int | None) -> dict[str, Json]:
    """The wire form for a seat or a spectator (None); after the end everything is open."""
    if state.phase == OVER:
        return _shown(state, viewer, _BOTH)
    return _shown(state, viewer, frozenset() if viewer is None else _ONE[viewer])


def open_view(state: State) -> dict[str, Json]:
    return _shown(state, None, _BOTH)


def _shown(state: State, viewer: int | None, known: frozenset[int]) -> dict[str, Json]:
    setup = state.setup
    knows_cards = TERRORISTS in known
    laying = state.phase in (DROP, LAY)
    missile = setup.cards.find(MISSILE)
    units, handles = _units(state), setup.handles
    shown: dict[str, Json] = {
        "game": "incursion-point-zero",
        "phase": state.phase,
        "viewer": viewer,
        "to_act": sorted(rules.to_act(state)),
        "options": {"gamers": setup.options["gamers"]},
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
        "outcome": None if state.outcome is None else {
            "ranks": list(state.outcome.ranks),
            "reason": state.outcome.reason,
        },
    }  # fmt: skip
    if setup.own:
        shown["cards"] = [gamer_card(gamer) for gamer in setup.own]
    return shown


def _tables(state: State) -> Tables:
    assert state.tables is not None, "only the play has fights and questions"
    return state.tables


def _own_squad(setup: Setup, viewer: int | None) -> Json:
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


def _soldier(state: State, unit: int, one: Profile, knows_cards: bool) -> Json:
    at, spent = state.at[unit], state.spent[unit]
    word = "map" if at >= 0 else "dead" if state.dead >> unit & 1 else "off"
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


def _spaces(state: State, knows_cards: bool) -> dict[str, Json]:
    setup = state.setup
    found: dict[str, Json] = {}
    for space, place in enumerate(setup.map):
        card, down = setup.cards[space], state.down >> space & 1
        laid = state.tables is None and card
        loot = [CARD_IDS[lying] for where, lying in state.loot if where == space] if state.loot else []
        if place:
            found[NAMES[space]] = {
                "location": LOCATION_IDS[place - 1],
                "card": "down" if down else CARD_IDS[card] if state.shown and card == MISSILE else None,
                "under": LAYABLE[named(setup, card)] if knows_cards and (down or laid) else None,
                "loot": loot,
            }
    return found


def _to_lay(setup: Setup) -> dict[str, Json]:
    return {LAYABLE[named(setup, card)]: count for card, count in left_to_lay(setup).items()}


def _turn(state: State, knows_cards: bool) -> Json:
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


def _question(tables: Tables, ask: tuple[Any, ...]) -> Json:
    side, kind, unit, *parts = ask
    units = tables.units
    told: dict[str, Json] = {"side": side, "kind": kind, "soldier": units[unit].name}
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


def _fight(tables: Tables, fight: Fight, rolling: int) -> Json:
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
