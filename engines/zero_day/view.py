"""What a viewer may see (ruling ZD-17, C-6), built by allow-list.

The view is one JSON object:

    game          "zero-day"
    phase         "setup" (the referee draws) | "credentials" | "initiative" | "tokens" (the Admin places them) |
                  "start" (initiative tile and start effects) | "act" (Admin) | "choice" (the acts of an operation) |
                  "scramble" | "move" (Hacker: jack in, jump...) | "free" (Hacker: what follows) | "init" (only the
                  initiative token is left to move) | "protect" (the Admin answers a hack) | "referee" | "over"
    viewer        seat number, null for a spectator; seat 0 is the Admin, 1-3 are Hackers
    to_act        [seat, ...]
    on_turn       seat on turn, null in the set-up's draws and after the end
    round, round_limit, goal, advanced      numbers; round is 0 in the set-up
    marker        number of the spot whose turn it is, null before the first turn of a round
    board         {place: {"tile": name, "neutral": neutral pawns, "pawns": [seat, ...], "token": type | null}} for
                  every place of this match: "C", "R1".."R6", and the tips "T1".."T6" that there are; {} before the
                  draw. Tip Tn lies outside between Rn and R(n+1).
    track         ten spots in order: {"tile": face, "back": other face, "seat": seat | null}; [] before the draw.
                  Faces: "gain 2", "pay 3", "bonus", "blank", "admin" (only the Admin may go there), "pointer"
    seats         one by seat: {"credits", "proxies", "score" (progress or info), "spot": number | null,
                  "at": place | null (jacked out; the Admin always null), "gone": bool,
                  "hand": [free key, ...], "installed": [[virus, key], ...], "personal": virus | null,
                  "next": ["far"] and/or ["waive"] for its next turn (Maritime: two-tile jump; Industrial: no payment)}
    protection    the Admin's protection tokens
    operations    the open ones, basic first: {"name", "type", "cost", "values": [N for 1 card, 2 cards, ...; 0 means
                  not resolvable], "basic": bool, "text", "stack": number of cards, "cards": [card, ...] | null
                  (hidden), "n": N as it stands now, Booster counted; 0: not resolvable}
    deck          {"unseen": [names never opened yet, in list order], "bottom": [names below them, next one first]}
    viruses       every virus on the table or personal: {"name", "type", "credits", "proxies", "text"}
    tokens        {"Defense": place | null (with the Admin), "Econ": ..., "Util": ...}
    credentials   [card, ...] | null (hidden); cards are "0".."9" and "X"
    unused        the Admin's cards that are neither credentials nor stacked, [card, ...] | null (hidden)
    turn          {"tile": initiative tile yet to resolve, "effects": {virus: copies yet to give at the start},
                  "actions": left to the Admin, "far", "waived": in force this turn, "acted": tile action used,
                  "remote": remote hack used, "repeats": repeats made, "keys": keys in the last hack of this turn}
    choice        null | {"operation": name, "left": acts or namings left}
    pending       null | the hack that waits for the Admin's answer, as in hacks with "told" null
    hacks         the last twelve, and of the present era all own ones (for the Admin: everybody's), oldest first:
                  {"by": seat, "keys": [key, ...] | null (hidden), "count": number of keys, "unused": bool (aimed at
                  the unused cards), "match": true number | null (hidden), "told": number announced, "token": whether a
                  protection token was spent, "era": see era}
    seen          cards that the viewer was shown (all of the present era), oldest first: {"by": seat,
                  "how": "deny" | "victor", "operation": name, "cards": [card, ...], "round": number, "era": see era}
    era           how often the credentials were named so far; what was learnt in an earlier era is about other ones
    events        the last six public actions, oldest first: [[seat | null for the referee, text], ...]
    outcome       null | {"ranks": [by seat], "reason": code}

Hidden from all but the Admin: credentials, unused, cards on operations, "match". Keys of a hack: the Admin and the
Hacker who made it. "seen": only what the viewer was shown (in an open view: everybody's).
"""

from __future__ import annotations

from typing import Any

from engines.api import Json
from engines.words import told
from engines.zero_day import admin, places, rules
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
from engines.zero_day.places import CENTRAL, TILE_NAMES
from engines.zero_day.spots import FACES
from engines.zero_day.start import EFFECT_AT
from engines.zero_day.state import ACTED, FAR, REMOTE, WAIVED, Hack, Seen, State

_SHOWN_PHASE = {states.DRAW: "setup", states.REFILL: "referee", states.PEEK: "referee"}
_OPERATIONS: list[dict[str, Json]] = [
    {
        "name": kind.name,
        "type": kind.type,
        "cost": kind.cost,
        "values": list(kind.values[1:]),
        "basic": kind.basic,
        "text": kind.text,
    }
    for kind in OPERATIONS
]
_VIRUSES: list[dict[str, Json]] = [
    {"name": kind.name, "type": kind.type, "credits": kind.credits, "proxies": kind.proxies, "text": kind.text}
    for kind in VIRUSES
]
_FACES = [{"tile": face.text, "back": FACES[number ^ 1].text} for number, face in enumerate(FACES)]
_EFFECTS = [VIRUSES[virus].name for virus in EFFECT_AT]


def view(state: State, viewer: int | None) -> dict[str, Json]:
    """The wire form for a seat or a spectator (None); after the end everything is open."""
    return _shown(state, viewer, everything=state.phase == states.OVER)


def open_view(state: State) -> dict[str, Json]:
    return _shown(state, None, everything=True)


def _shown(state: State, viewer: int | None, *, everything: bool) -> dict[str, Json]:
    table, phase = state.table, state.phase
    secrets = everything or viewer == 0
    named = bool(state.era)
    return {
        "game": "zero-day",
        "phase": _SHOWN_PHASE.get(phase, phase),
        "viewer": viewer,
        "to_act": sorted(rules.to_act(state)),
        "on_turn": None if phase in (states.DRAW, states.OVER) else state.seat,
        "round": state.round,
        "round_limit": table.options["round_limit"],
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
        "tokens": {kind: _place(place) for kind, place in zip(TYPES, state.tokens, strict=True)},
        "credentials": _cards(state.credentials) if secrets and named else None,
        "unused": _cards(admin.spare(state)) if secrets and named else None,
        "turn": _turn(state),
        "choice": _choice(state),
        "pending": None if state.pending is None else _hack(state.pending, viewer, everything),
        "hacks": [_hack(made, viewer, everything) for made in states.known(state.hacks, viewer, state.era)],
        "seen": [
            _seen(shown) for shown in states.known(state.seen, viewer, state.era) if everything or shown.seat == viewer
        ],
        "era": state.era,
        "events": [[None if seat < 0 else seat, text] for seat, text in state.events],
        "outcome": outcome(state),
    }


def _cards(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in members(cards)]


def _place(place: int) -> str | None:
    return places.NAMES[place] if place >= 0 else None


def _board(state: State) -> dict[str, Json]:
    tiles, at, neutral = state.table.tiles, state.at, state.neutral
    board: dict[str, Any] = {
        places.NAMES[place]: {
            "tile": TILE_NAMES[tiles[place]],
            "neutral": neutral >> place & 1,
            "pawns": [],
            "token": None,
        }
        for place in state.table.ground.places
    }
    board[places.NAMES[CENTRAL]]["neutral"] = state.central
    for seat, place in enumerate(at):
        if place >= 0:
            board[places.NAMES[place]]["pawns"].append(seat)
    for kind, place in zip(TYPES, state.tokens, strict=True):
        if place >= 0:
            board[places.NAMES[place]]["token"] = kind
    return board


def _track(state: State) -> list[Json]:
    track: list[dict[str, Json]] = [{**_FACES[face], "seat": None} for face in state.tiles]
    for seat, spot in enumerate(state.spots):
        if spot >= 0:
            track[spot]["seat"] = seat
    return list(track)


def _seat(state: State, seat: int) -> dict[str, Json]:
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
        "next": [word for word, bit in (("far", FAR), ("waive", WAIVED)) if carry & bit],
    }


def _installed(installed: int) -> list[Json]:
    return [
        [virus.name, key] for number, virus in enumerate(VIRUSES) for key in members(installed >> KEYS * number & HAND)
    ]


def _operation(state: State, number: int, secrets: bool) -> dict[str, Json]:
    cards = state.stacks[number]
    return {
        **_OPERATIONS[number],
        "text": told(OPERATIONS[number].text),
        "stack": cards.bit_count(),
        "cards": _cards(cards) if secrets else None,
        "n": admin.worth(state, number),
    }


def _virus(number: int) -> dict[str, Json]:
    return {**_VIRUSES[number], "text": told(VIRUSES[number].text)}


def _turn(state: State) -> dict[str, Json]:
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


def _choice(state: State) -> Json:
    if state.choice is None:
        return None
    return {"operation": OPERATIONS[state.choice.operation].name, "left": state.choice.left}


def _hack(made: Hack, viewer: int | None, everything: bool) -> dict[str, Json]:
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


def _seen(shown: Seen) -> dict[str, Json]:
    return {
        "by": shown.seat,
        "how": "victor" if shown.victor else "deny",
        "operation": OPERATIONS[shown.operation].name,
        "cards": _cards(shown.cards),
        "round": shown.round,
        "era": shown.era,
    }


def outcome(state: State) -> Json:
    if state.outcome is None:
        return None
    return {"ranks": list(state.outcome.ranks), "reason": state.outcome.reason}
