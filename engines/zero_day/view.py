"""What a viewer may see (ruling ZD-17, C-6), built from an allow-list; `view_types` documents the fields.

Hidden from all but the Admin: credentials, unused, cards on operations, "match". Keys of a hack: the Admin and the
Hacker who made it. "seen": only what the viewer was shown (in an open view: everybody's).
"""

from typing import Literal, cast

from engines.common import shown_outcome
from engines.words import told
from engines.zero_day import admin_actions, rules
from engines.zero_day import cards as printed
from engines.zero_day import state as states
from engines.zero_day import view_types as types
from engines.zero_day.board import CENTRAL, FACES, NAMES, TILE_NAMES
from engines.zero_day.state import ACTED, FAR, REMOTE, WAIVED, Hack, Seen, State, on_virus
from engines.zero_day.turns import EFFECT_AT

_SHOWN_PHASE = {states.DRAW: "setup", states.REFILL: "referee", states.PEEK: "referee"}
_VIRUSES: list[types.ZeroDayVirus] = [
    {"name": kind.name, "type": kind.type, "credits": kind.credits, "proxies": kind.proxies, "text": kind.text}
    for kind in printed.VIRUSES
]
_NEXT: tuple[tuple[Literal["far", "waive"], int], ...] = (("far", FAR), ("waive", WAIVED))
_EFFECTS = [printed.VIRUSES[virus].name for virus in EFFECT_AT]


def view(state: State, viewer: int | None, *, everything: bool = False) -> types.ZeroDayView:
    """Return the view of a seat or a spectator (None); after the end everything is open."""
    everything = everything or state.phase == states.OVER
    table, phase, choice = state.table, state.phase, state.choice
    secrets = everything or viewer == 0
    named = bool(state.era)
    return {
        "game": "zero-day",
        "phase": cast(types.Phase, _SHOWN_PHASE.get(phase, phase)),
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
        "operations": [_operation(state, number, secrets) for number in state.operations],
        "deck": {
            "unseen": [kind.name for number, kind in enumerate(printed.OPERATIONS) if state.pool >> number & 1],
            "bottom": [printed.OPERATIONS[number].name for number in state.bottom],
        },
        "viruses": [
            {**_VIRUSES[virus], "text": told(printed.VIRUSES[virus].text)}
            for virus in (*table.viruses, *(own for own in table.personal if own >= 0))
        ],
        "tokens": cast(
            types.ZeroDayTokens, {kind: _place(place) for kind, place in zip(printed.TYPES, state.tokens, strict=True)}
        ),
        "credentials": _cards(state.credentials) if secrets and named else None,
        "unused": _cards(admin_actions.spare(state)) if secrets and named else None,
        "turn": _turn(state),
        "choice": choice and {"operation": printed.OPERATIONS[choice.operation].name, "left": choice.left},
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
    return [printed.CARD_NAMES[card] for card in printed.members(cards)]


def _place(place: int) -> str | None:
    return NAMES[place] if place >= 0 else None


def _board(state: State) -> dict[str, types.ZeroDayPlace]:
    tokens = dict(zip(state.tokens, printed.TYPES, strict=True))
    pawns: dict[int, list[int]] = {}
    for seat, place in enumerate(state.at):
        pawns.setdefault(place, []).append(seat)
    return {
        NAMES[place]: {
            "tile": TILE_NAMES[state.table.tiles[place]],
            "neutral": state.central if place == CENTRAL else state.neutral >> place & 1,
            "pawns": pawns.get(place, []),
            "token": tokens.get(place),
        }
        for place in state.table.ground.places
    }


def _track(state: State) -> list[types.ZeroDaySpot]:
    seats = {spot: seat for seat, spot in enumerate(state.spots)}
    return [
        {"tile": FACES[face].text, "back": FACES[face ^ 1].text, "seat": seats.get(spot)}
        for spot, face in enumerate(state.tiles)
    ]


def _seat(state: State, seat: int) -> types.ZeroDaySeat:
    carry, own, spot = state.carry[seat], state.table.personal[seat], state.spots[seat]
    return {
        "credits": state.credits[seat],
        "proxies": state.proxies[seat],
        "score": state.score[seat],
        "spot": spot if spot >= 0 else None,
        "at": _place(state.at[seat]),
        "gone": bool(state.gone >> seat & 1),
        "hand": list(printed.members(state.hands[seat])),
        "installed": [
            [virus.name, key]
            for number, virus in enumerate(printed.VIRUSES if state.installed[seat] else ())
            for key in printed.members(on_virus(state, seat, number))
        ],
        "personal": printed.VIRUSES[own].name if own >= 0 else None,
        "next": [word for word, bit in _NEXT if carry & bit],
    }


def _operation(state: State, number: int, secrets: bool) -> types.ZeroDayOperation:
    kind, cards = printed.OPERATIONS[number], state.stacks[number]
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


def _turn(state: State) -> types.ZeroDayTurn:
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


def _hack(made: Hack, viewer: int | None, everything: bool) -> types.ZeroDayHack:
    open_keys = everything or viewer in (0, made.seat)
    return {
        "by": made.seat,
        "keys": list(printed.members(made.keys)) if open_keys else None,
        "count": made.keys.bit_count(),
        "unused": made.unused,
        "match": made.match if everything or viewer == 0 else None,
        "told": made.told if made.told >= 0 else None,
        "token": made.token,
        "era": made.era,
    }


def _seen(shown: Seen) -> types.ZeroDaySeen:
    return {
        "by": shown.seat,
        "how": "victor" if shown.victor else "deny",
        "operation": printed.OPERATIONS[shown.operation].name,
        "cards": _cards(shown.cards),
        "round": shown.round,
        "era": shown.era,
    }
