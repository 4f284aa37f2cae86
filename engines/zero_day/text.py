"""The table as plain text, for a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

LEGEND = (
    "A place: its tile, n and the number of neutral pawns, pawns (H1 is Hacker 1), an operation token in brackets.\n"
    "On the track, @ is the spot whose turn it is; a tile's back follows the stroke. ? is what you may not know."
)
_PHASES = {
    "setup": "the referee sets up",
    "credentials": "the Admin names four credentials",
    "initiative": "choose an initiative spot",
    "tokens": "the Admin places the operation tokens",
    "start": "the turn begins: initiative tile and start effects",
    "act": "the Admin stacks and resolves; init ends the turn",
    "choice": "an operation is carried out",
    "scramble": "the Admin names four new credentials",
    "move": "jack in, take credits, jump or jack out",
    "free": "tile action, install, uninstall, deny, hack; init ends the turn",
    "init": "move the initiative token",
    "protect": "the Admin answers the hack",
    "referee": "the referee acts",
    "over": "the match is over",
}


def board(view: Mapping[str, Any]) -> str:
    """Return places, track, players, operations and the known credentials, each on lines of its own."""
    parts = ["", *_places(view), *_track(view), *map(_seat, range(4), view["seats"])]
    parts += [_operation(kind) for kind in view["operations"]]
    parts += [
        f"{virus['name']} {virus['credits']}c+{virus['proxies']}p".ljust(18) + virus["text"]
        for virus in view["viruses"]
    ]
    return "\n".join([*parts, *_known(view), *_hacks(view), _line(view)])


def _who(seat: int | None) -> str:
    return "" if seat is None else f"H{seat}" if seat else "A"


def _places(view: Mapping[str, Any]) -> list[str]:
    told = [f"{name:<3}{_place(place):<29}" for name, place in view["board"].items()]
    return ["".join(told[at : at + 3]).rstrip() for at in range(0, len(told), 3)]


def _place(place: Mapping[str, Any]) -> str:
    pawns = " ".join(map(_who, place["pawns"]))
    token = f"[{place['token']}]" if place["token"] else ""
    return " ".join(filter(None, [place["tile"], f"n{place['neutral']}" if place["neutral"] else "", pawns, token]))


def _track(view: Mapping[str, Any]) -> list[str]:
    told = []
    for spot, tile in enumerate(view["track"]):
        marker = "@" if spot == view["marker"] else " "
        told.append(f"{marker}{spot} {tile['tile']}|{tile['back']} {_who(tile['seat'])}")
    return ["".join(f"{one:<20}" for one in told[at : at + 5]).rstrip() for at in range(0, len(told), 5)]


def _seat(seat: int, own: Mapping[str, Any]) -> str:
    name = f"Hacker {seat}" if seat else "Admin"
    purse = f"{own['credits']} credits, {own['proxies']} proxies, {'info' if seat else 'progress'} {own['score']}"
    if not seat:
        return f"{name:<9}{purse}"
    installed = ", ".join(f"{virus} {key}" for virus, key in own["installed"]) or "nothing"
    where = "left" if own["gone"] else own["at"] or "jacked out"
    extra = f"; own virus {own['personal']}" if own["personal"] else ""
    keys = "".join(map(str, own["hand"]))
    return f"{name:<9}{purse}, {where}; keys {keys}; installed {installed}{extra}"


def _operation(kind: Mapping[str, Any]) -> str:
    cards = " ".join(kind["cards"] or ()) if kind["cards"] is not None else "?" * kind["stack"]
    values = "/".join(map(str, kind["values"]))
    head = f"{kind['name']:<12}{kind['type']:<8}costs {kind['cost']}  N {values:<12}"
    return f"{head} now {kind['n']}  cards {cards or '-':<10} {kind['text']}".rstrip()


def _known(view: Mapping[str, Any]) -> list[str]:
    told = [
        f"credentials {_cards(view['credentials'])}; unused {_cards(view['unused'])}; protection {view['protection']}"
    ]
    seen = [
        f"{one['operation']} {''.join(one['cards'])} ({one['how']}, round {one['round']})" for one in view["seen"][-3:]
    ]
    return [*told, *(["seen: " + "; ".join(seen)] if seen else [])]


def _cards(cards: Sequence[str] | None) -> str:
    return "?" if cards is None else " ".join(cards) or "none"


def _hacks(view: Mapping[str, Any]) -> list[str]:
    pending = [view["pending"]] if view["pending"] else []
    told = []
    for made in [*view["hacks"][-4:], *pending]:
        keys = "?" * made["count"] if made["keys"] is None else "".join(map(str, made["keys"]))
        answer = "awaits an answer" if made["told"] is None else f"told {made['told']}"
        true = "" if made["match"] is None else f" (in truth {made['match']})"
        told.append(f"H{made['by']} {keys}{' of unused' if made['unused'] else ''}: {answer}{true}")
    return ["hacks: " + "; ".join(told)] if told else []


def _line(view: Mapping[str, Any]) -> str:
    turn = view["turn"]
    left = f", {turn['actions']} actions left" if turn["actions"] else ""
    head = f"round {view['round']} of {view['round_limit']}, {view['goal']} tokens win{left}"
    return f"{head}; now: {_PHASES[view['phase']]}"
