"""Log lines. They tell what is public and nothing else: whoever was shown cards finds them in the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.zero_day.actions import Action
from engines.zero_day.cards import OPERATIONS, TERMS, TYPES, VIRUSES
from engines.zero_day.places import NAMES, TILES
from engines.zero_day.spots import FACES
from engines.zero_day.state import WAIVED, State

NAMES_OF_SEATS = ("Admin", "Hacker 1", "Hacker 2", "Hacker 3")


def describe(before: State, after: State, actor: int | None, action: Action) -> str:
    """One line for everybody; `after` is the state behind the action."""
    if actor is None:
        return _referee(before, action)
    return f"{NAMES_OF_SEATS[actor]} {_told(before, after, actor, action)}."


def _referee(before: State, action: Action) -> str:
    rest = action.public.partition(" ")[2].replace(" ", ", ")
    if action.verb == "peek":
        assert before.choice is not None, "a peek belongs to a resolved operation"
        count, seat = action.args[1].bit_count(), NAMES_OF_SEATS[action.args[0]]
        return f"{seat} peeks at {_cards(count)} of {OPERATIONS[before.choice.operation].name} with Victor."
    if action.verb == "first":
        return f"{NAMES_OF_SEATS[action.args[0]]} is drawn to choose an initiative spot first."
    return {
        "board": "The tiles are laid: ",
        "initiative": "The initiative tiles are laid: ",
        "operations": "Operations are opened: ",
        "viruses": "The viruses of this match: ",
        "personal": "Personal viruses are dealt to the Hackers in order: ",
    }[action.verb] + f"{rest}."


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _told(before: State, after: State, actor: int, action: Action) -> str:
    if action.verb in ("hack", "repeat", "protect"):
        return _hack(before, after, action)
    if action.verb == "tile":
        return _tile(before, actor, action)
    if action.verb in ("tile-action", "virus", "deny", "jump"):
        return _gains(before, after, actor, action)
    return _PLAIN[action.verb](*action.args)


_PLAIN: Mapping[str, Callable[..., str]] = {
    "credentials": lambda cards: "names four credentials",
    "init": lambda spot: f"moves to initiative spot {spot}",
    "token": lambda kind, place: f"puts the {TYPES[kind]} token on {NAMES[place]}",
    "end": lambda: "stops there",
    "stack": lambda operation, card: f"stacks a card on {OPERATIONS[operation].name}",
    "resolve": lambda operation: f"resolves {OPERATIONS[operation].name}",
    "scan": lambda place: f"removes a neutral pawn from {NAMES[place]}",
    "purge": lambda virus: f"purges {VIRUSES[virus].name}",
    "swap": lambda one, other: f"swaps the initiative tiles of {one} and {other}",
    "jack-in": lambda place: f"jacks in at {NAMES[place]}",
    "jack-out": lambda: "jacks out",
    "credits": lambda: f"takes {TERMS.wage} credits",
    "install": lambda virus, key: f"installs {VIRUSES[virus].name} with key {key}",
    "uninstall": lambda virus, key: f"uninstalls {VIRUSES[virus].name} and takes back key {key}",
}


def _hack(before: State, after: State, action: Action) -> str:
    if action.verb == "protect":
        how = "spends a protection token" if action.args else "spends no protection token"
        return f"{how} and tells {after.hacks[-1].told}"
    keys, unused, trudys = action.args
    verb = "hacks" if action.verb == "hack" else "hacks again with Oscar"
    told = f"{verb} with {keys.bit_count()} keys"
    told += " against the unused credentials" if unused else ""
    told += f", {trudys.bit_count()} of Trudy's keys coming back" if trudys else ""
    return told if after.pending is not None else f"{told}; the Admin tells {after.hacks[-1].told}"


def _tile(before: State, actor: int, action: Action) -> str:
    spot = action.args[0] if action.args else before.marker
    face = FACES[before.tiles[spot]]
    fetched = f"fetches the tile of spot {spot} with the Pointer and " if action.args else ""
    waived = face.kind == "pay" and before.turn.flags & WAIVED
    if face.kind == "pay" and not waived and before.credits[actor] < face.amount:
        return f"{fetched}cannot pay {face.amount} credits: the turn ends"
    return f"{fetched}resolves the initiative tile {face.text}" + (", waived" if waived else "")


def _gains(before: State, after: State, actor: int, action: Action) -> str:
    if action.verb == "jump":
        sybil = " with Sybil" if len(action.args) > 1 else ""
        return f"jumps to {NAMES[action.args[0]]}{sybil}"
    change = _change(before, after, actor)
    if action.verb == "deny":
        return f"denies {OPERATIONS[action.args[0]].name} ({change}) and sees its cards"
    if action.verb == "virus":
        return f"uses {VIRUSES[action.args[0]].name} ({change})"
    return f"uses the tile {TILES[before.table.tiles[before.at[actor]]].name} ({change})"


def _change(before: State, after: State, actor: int) -> str:
    parts = [
        f"{new[actor] - old[actor]:+d} {what}"
        for what, old, new in (
            ("credits", before.credits, after.credits),
            ("proxies", before.proxies, after.proxies),
            ("info", before.score, after.score),
        )
        if new[actor] != old[actor]
    ]
    return ", ".join(parts) or "nothing gained"
