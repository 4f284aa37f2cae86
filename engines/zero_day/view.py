"""What a viewer may see (ruling ZD-17, C-6), built by allow-list; `view_types` says what each field means.

Hidden from all but the Admin: credentials, unused, cards on operations, "match". Keys of a hack: the Admin and the
Hacker who made it. "seen": only what the viewer was shown (in an open view: everybody's).
"""

from __future__ import annotations

from typing import Literal, cast

from engines.common import shown_outcome
from engines.words import told
from engines.zero_day import admin_actions, map_tiles, rules
from engines.zero_day import state as states
from engines.zero_day.cards import (
    BASICS,
    CARD_NAMES,
    HAND,
    KEYS,
    OPERATIONS,
    TYPES,
    VIRUSES,
    members,
)
from engines.zero_day.initiative_track import FACES
from engines.zero_day.map_tiles import CENTRAL, TILE_NAMES
from engines.zero_day.state import ACTED, FAR, REMOTE, WAIVED, Hack, Seen, State
from engines.zero_day.turns import EFFECT_AT
from engines.zero_day.view_types import (
    Installed,
    Phase,
    ZeroDayChoice,
    ZeroDayHack,
    ZeroDayOperation,
    ZeroDayPlace,
    ZeroDaySeat,
    ZeroDaySeen,
    ZeroDaySpot,
    ZeroDayTokens,
    ZeroDayTurn,
    ZeroDayView,
    ZeroDayVirus,
)

_SHOWN_PHASE = {states.DRAW: "setup", states.REFILL: "referee", states.PEEK: "referee"}
_VIRUSES: list[ZeroDayVirus] = [
    {"name": kind.name, "type": kind.type, "credits": kind.credits, "proxies": kind.proxies, "text": kind.text}
    for kind in VIRUSES
]
_NEXT: tuple[tuple[Literal["far", "waive"], int], ...] = (("far", FAR), ("waive", WAIVED))
_EFFECTS = [VIRUSES[virus].name for virus in EFFECT_AT]


def view(state: State, viewer: int | None) -> ZeroDayView:
    """The wire form for a seat or a spectator (None); after the end everything is open."""
    return _shown(state, viewer, everything=state.phase == states.OVER)


def open_view(state: State) -> ZeroDayView:
    return _shown(state, None, everything=True)


def _shown(state: State, viewer: int | None, *, everything: bool) -> ZeroDayView:
    table, phase = state.table, state.phase
    secrets = everything or viewer == 0
    named = bool(state.era)
    return {
        "game": "zero-day",
        "phase": cast(Phase, _SHOWN_PHASE.get(phase, phase)),
        "viewer": viewer,
        "to_act": sorted(rules.to_act(state)),
        "on_turn": None if phase in (states.DRAW, states.OVER) else state.seat,
        "round": state.round,
        "round_limit": cast(int, table.options["round_limit"]),
        "goal": table.goal,
        "advanced": table.advanced,
        "marker": state.marker if state.marker >= 0 else None,
        "board": _board(state) if table.tiles[1] >= 0 else {},
        "track": _track(state),
        "seats": [_seat(state, seat) for seat in range(table.seats)],
        "protection": state.protection,
        "operations": [_operation(state, number, secrets) for number in (*range(BASICS), *state.open)],
        "deck": {
            "unseen": [kind.name for number, kind in enumerate(OPERATIONS) if state.pool >> number & 1],
            "bottom": [OPERATIONS[number].name for number in state.bottom],
        },
        "viruses": [_virus(virus) for virus in (*table.viruses, *(own for own in table.personal if own >= 0))],
        "tokens": cast(ZeroDayTokens, {kind: _place(place) for kind, place in zip(TYPES, state.tokens, strict=True)}),
        "credentials": _cards(state.credentials) if secrets and named else None,
        "unused": _cards(admin_actions.spare(state)) if secrets and named else None,
        "turn": _turn(state),
        "choice": _choice(state),
        "pending": None if state.pending is None else _hack(state.pending, viewer, everything),
        "hacks": [_hack(made, viewer, everything) for made in states.known(state.hacks, viewer, state.era)],
        "seen": [
            _seen(shown) for shown in states.known(state.seen, viewer, state.era) if everything or shown.seat == viewer
        ],
        "era": state.era,
        "events": [[None if seat < 0 else seat, text] for seat, text in state.events],
        "outcome": shown_outcome(state.outcome),
    }


def _cards(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in members(cards)]


def _place(place: int) -> str | None:
    return map_tiles.NAMES[place] if place >= 0 else None


def _board(state: State) -> dict[str, ZeroDayPlace]:
    tiles, at, neutral = state.table.tiles, state.at, state.neutral
    board: dict[str, ZeroDayPlace] = {
        map_tiles.NAMES[place]: {
            "tile": TILE_NAMES[tiles[place]],
            "neutral": neutral >> place & 1,
            "pawns": [],
            "token": None,
        }
        for place in state.table.ground.places
    }
    board[map_tiles.NAMES[CENTRAL]]["neutral"] = state.central
    for seat, place in enumerate(at):
        if place >= 0:
            board[map_tiles.NAMES[place]]["pawns"].append(seat)
    for kind, place in zip(TYPES, state.tokens, strict=True):
        if place >= 0:
            board[map_tiles.NAMES[place]]["token"] = kind
    return board


def _track(state: State) -> list[ZeroDaySpot]:
    track: list[ZeroDaySpot] = [
        {"tile": FACES[face].text, "back": FACES[face ^ 1].text, "seat": None} for face in state.tiles
    ]
    for seat, spot in enumerate(state.spots):
        if spot >= 0:
            track[spot]["seat"] = seat
    return track


def _seat(state: State, seat: int) -> ZeroDaySeat:
    carry, own, spot = state.carry[seat], state.table.personal[seat], state.spots[seat]
    return {
        "credits": state.credits[seat],
        "proxies": state.proxies[seat],
        "score": state.score[seat],
        "spot": spot if spot >= 0 else None,
        "at": _place(state.at[seat]),
        "gone": bool(state.gone >> seat & 1),
        "hand": list(members(state.hands[seat])),
        "installed": _installed(state.installed[seat]) if state.installed[seat] else [],
        "personal": VIRUSES[own].name if own >= 0 else None,
        "next": [word for word, bit in _NEXT if carry & bit],
    }


def _installed(installed: int) -> list[Installed]:
    return [
        [virus.name, key] for number, virus in enumerate(VIRUSES) for key in members(installed >> KEYS * number & HAND)
    ]


def _operation(state: State, number: int, secrets: bool) -> ZeroDayOperation:
    kind, cards = OPERATIONS[number], state.stacks[number]
    return {
        "name": kind.name,
        "type": kind.type,
        "cost": kind.cost,
        "values": list(kind.values[1:]),
        "basic": kind.basic,
        "text": told(kind.text),
        "stack": cards.bit_count(),
        "cards": _cards(cards) if secrets else None,
        "n": admin_actions.worth(state, number),
    }


def _virus(number: int) -> ZeroDayVirus:
    return {**_VIRUSES[number], "text": told(VIRUSES[number].text)}


def _turn(state: State) -> ZeroDayTurn:
    turn = state.turn
    return {
        "tile": turn.tile,
        "effects": {name: left for name, left in zip(_EFFECTS, turn.effects, strict=True) if left},
        "actions": turn.left,
        "far": bool(turn.flags & FAR),
        "waived": bool(turn.flags & WAIVED),
        "acted": bool(turn.flags & ACTED),
        "remote": bool(turn.flags & REMOTE),
        "repeats": turn.repeats,
        "keys": turn.size,
    }


def _choice(state: State) -> ZeroDayChoice | None:
    if state.choice is None:
        return None
    return {"operation": OPERATIONS[state.choice.operation].name, "left": state.choice.left}


def _hack(made: Hack, viewer: int | None, everything: bool) -> ZeroDayHack:
    open_keys = everything or viewer in (0, made.seat)
    return {
        "by": made.seat,
        "keys": list(members(made.keys)) if open_keys else None,
        "count": made.keys.bit_count(),
        "unused": made.unused,
        "match": made.match if everything or viewer == 0 else None,
        "told": made.told if made.told >= 0 else None,
        "token": made.token,
        "era": made.era,
    }


def _seen(shown: Seen) -> ZeroDaySeen:
    return {
        "by": shown.seat,
        "how": "victor" if shown.victor else "deny",
        "operation": OPERATIONS[shown.operation].name,
        "cards": _cards(shown.cards),
        "round": shown.round,
        "era": shown.era,
    }
