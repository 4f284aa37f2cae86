"""What a viewer may see (ruling ZD-17, C-6), built from an allow-list; `view_types` documents the fields.

Hidden from all but the Admin: credentials, unused, cards on operations, "match". Keys of a hack: the Admin and the
Hacker who made it. "seen": only what the viewer was shown (in an open view: everybody's).
"""

from typing import Literal, cast

from engines.common import render_outcome
from engines.i18n import translate as _
from engines.zero_day import admin_actions, cards as printed, rules, state as states, view_types as types
from engines.zero_day.board import CENTRAL, FACES, NAMES, TILE_NAMES
from engines.zero_day.state import ACTED, FAR, REMOTE, WAIVED, Hack, ShownCards, State, keys_on
from engines.zero_day.turns import EFFECT_INDEX

_SHOWN_PHASE = {states.DRAW: "setup", states.REFILL: "referee", states.PEEK: "referee"}
_VIRUSES: list[types.ZeroDayVirus] = [
    {"name": kind.name, "type": kind.type, "credits": kind.credits, "proxies": kind.proxies, "text": kind.text}
    for kind in printed.VIRUSES
]
_NEXT: tuple[tuple[Literal["far", "waive"], int], ...] = (("far", FAR), ("waive", WAIVED))
_EFFECTS = [printed.VIRUSES[virus].name for virus in EFFECT_INDEX]


def view(state: State, viewer: int | None, *, everything: bool = False) -> types.ZeroDayView:
    """Return the view of a seat or a spectator (None); after the end everything is open."""
    everything = everything or state.phase == states.OVER
    table, phase, choice = state.table, state.phase, state.choice
    secrets = everything or viewer == 0
    has_credentials = bool(state.era)
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
        "board": _render_board(state) if table.tiles[1] >= 0 else {},
        "track": _render_track(state),
        "seats": [_render_seat(state, seat) for seat in range(table.seats)],
        "protection": state.protection,
        "operations": [_render_operation(state, number, secrets) for number in state.operations],
        "deck": {
            "unseen": [kind.name for number, kind in enumerate(printed.OPERATIONS) if state.pool >> number & 1],
            "bottom": [printed.OPERATIONS[number].name for number in state.bottom],
        },
        "viruses": [
            {**_VIRUSES[virus], "text": _(printed.VIRUSES[virus].text)}
            for virus in (*table.viruses, *(personal for personal in table.personal if personal >= 0))
        ],
        "tokens": cast(
            types.ZeroDayTokens, {kind: _place_name(place) for kind, place in zip(printed.TYPES, state.tokens, strict=True)}
        ),
        "credentials": _card_names(state.credentials) if secrets and has_credentials else None,
        "unused": _card_names(admin_actions.unused_cards(state)) if secrets and has_credentials else None,
        "turn": _render_turn(state),
        "choice": choice and {"operation": printed.OPERATIONS[choice.operation].name, "left": choice.left},
        "pending": None if state.pending is None else _render_hack(state.pending, viewer, everything),
        "hacks": [_render_hack(hack, viewer, everything) for hack in states.recall(state.hacks, viewer, state.era)],
        "seen": [
            _render_seen(entry) for entry in states.recall(state.seen, viewer, state.era) if everything or entry.seat == viewer
        ],
        "era": state.era,
        "events": [[None if seat < 0 else seat, text] for seat, text in state.events],
        "outcome": render_outcome(state.outcome),
    }


def _card_names(cards: int) -> list[str]:
    return [printed.CARD_NAMES[card] for card in printed.members(cards)]


def _place_name(place: int) -> str | None:
    return NAMES[place] if place >= 0 else None


def _render_board(state: State) -> dict[str, types.ZeroDayPlace]:
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


def _render_track(state: State) -> list[types.ZeroDaySpot]:
    seats = {spot: seat for seat, spot in enumerate(state.spots)}
    return [
        {"tile": FACES[face].text, "back": FACES[face ^ 1].text, "seat": seats.get(spot)}
        for spot, face in enumerate(state.tiles)
    ]


def _render_seat(state: State, seat: int) -> types.ZeroDaySeat:
    carry, personal, spot = state.carry[seat], state.table.personal[seat], state.spots[seat]
    return {
        "credits": state.credits[seat],
        "proxies": state.proxies[seat],
        "score": state.score[seat],
        "spot": spot if spot >= 0 else None,
        "at": _place_name(state.at[seat]),
        "gone": bool(state.gone >> seat & 1),
        "hand": list(printed.members(state.hands[seat])),
        "installed": [
            [virus.name, key]
            for number, virus in enumerate(printed.VIRUSES if state.installed[seat] else ())
            for key in printed.members(keys_on(state, seat, number))
        ],
        "personal": printed.VIRUSES[personal].name if personal >= 0 else None,
        "next": [word for word, bit in _NEXT if carry & bit],
    }


def _render_operation(state: State, number: int, secrets: bool) -> types.ZeroDayOperation:
    kind, cards = printed.OPERATIONS[number], state.stacks[number]
    return {
        "name": kind.name,
        "type": kind.type,
        "cost": kind.cost,
        "values": list(kind.values[1:]),
        "basic": kind.basic,
        "text": _(kind.text),
        "stack": cards.bit_count(),
        "cards": _card_names(cards) if secrets else None,
        "n": admin_actions.current_n(state, number),
    }


def _render_turn(state: State) -> types.ZeroDayTurn:
    turn = state.turn
    return {
        "tile": turn.tile,
        "effects": {name: remaining for name, remaining in zip(_EFFECTS, turn.effects, strict=True) if remaining},
        "actions": turn.left,
        "far": bool(turn.flags & FAR),
        "waived": bool(turn.flags & WAIVED),
        "acted": bool(turn.flags & ACTED),
        "remote": bool(turn.flags & REMOTE),
        "repeats": turn.repeats,
        "keys": turn.size,
    }


def _render_hack(hack: Hack, viewer: int | None, everything: bool) -> types.ZeroDayHack:
    open_keys = everything or viewer in (0, hack.seat)
    return {
        "by": hack.seat,
        "keys": list(printed.members(hack.keys)) if open_keys else None,
        "count": hack.keys.bit_count(),
        "unused": hack.unused,
        "match": hack.match if everything or viewer == 0 else None,
        "told": hack.told if hack.told >= 0 else None,
        "token": hack.token,
        "era": hack.era,
    }


def _render_seen(shown: ShownCards) -> types.ZeroDaySeen:
    return {
        "by": shown.seat,
        "how": "victor" if shown.victor else "deny",
        "operation": printed.OPERATIONS[shown.operation].name,
        "cards": _card_names(shown.cards),
        "round": shown.round,
        "era": shown.era,
    }
