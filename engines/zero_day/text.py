"""The table as plain text, for a terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

LEGEND = (
    "A place: its tile, n and the number of neutral pawns, pawns (H1 is Hacker 1), an operation token in brackets.\n"
    "On the track, @ is the spot whose turn it is; a tile's back follows the bar. ? is hidden from you."
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
    parts = ["", *_format_places(view), *_format_track(view), *map(_format_seat, range(4), view["seats"])]
    parts += [_format_operation(kind) for kind in view["operations"]]
    parts += [f"{virus['name']} {virus['credits']}c+{virus['proxies']}p".ljust(18) + virus["text"] for virus in view["viruses"]]
    return "\n".join([*parts, *_format_known_cards(view), *_format_hacks(view), _format_status(view)])


def _format_pawn(seat: int | None) -> str:
    return "" if seat is None else f"H{seat}" if seat else "A"


def _format_places(view: Mapping[str, Any]) -> list[str]:
    cells = [f"{name:<3}{_format_place(place):<29}" for name, place in view["board"].items()]
    return ["".join(cells[at : at + 3]).rstrip() for at in range(0, len(cells), 3)]


def _format_place(place: Mapping[str, Any]) -> str:
    pawns = " ".join(map(_format_pawn, place["pawns"]))
    token = f"[{place['token']}]" if place["token"] else ""
    return " ".join(filter(None, [place["tile"], f"n{place['neutral']}" if place["neutral"] else "", pawns, token]))


def _format_track(view: Mapping[str, Any]) -> list[str]:
    cells = []
    for spot, tile in enumerate(view["track"]):
        marker = "@" if spot == view["marker"] else " "
        cells.append(f"{marker}{spot} {tile['tile']}|{tile['back']} {_format_pawn(tile['seat'])}")
    return ["".join(f"{cell:<20}" for cell in cells[at : at + 5]).rstrip() for at in range(0, len(cells), 5)]


def _format_seat(seat: int, data: Mapping[str, Any]) -> str:
    name = f"Hacker {seat}" if seat else "Admin"
    funds = f"{data['credits']} credits, {data['proxies']} proxies, {'info' if seat else 'progress'} {data['score']}"
    if not seat:
        return f"{name:<9}{funds}"
    installed = ", ".join(f"{virus} {key}" for virus, key in data["installed"]) or "nothing"
    where = "left" if data["gone"] else data["at"] or "jacked out"
    extra = f"; own virus {data['personal']}" if data["personal"] else ""
    keys = "".join(map(str, data["hand"]))
    return f"{name:<9}{funds}, {where}; keys {keys}; installed {installed}{extra}"


def _format_operation(kind: Mapping[str, Any]) -> str:
    cards = " ".join(kind["cards"] or ()) if kind["cards"] is not None else "?" * kind["stack"]
    values = "/".join(map(str, kind["values"]))
    head = f"{kind['name']:<12}{kind['type']:<8}costs {kind['cost']}  N {values:<12}"
    return f"{head} now {kind['n']}  cards {cards or '-':<10} {kind['text']}".rstrip()


def _format_known_cards(view: Mapping[str, Any]) -> list[str]:
    lines = [f"credentials {_join(view['credentials'])}; unused {_join(view['unused'])}; protection {view['protection']}"]
    seen = [f"{row['operation']} {''.join(row['cards'])} ({row['how']}, round {row['round']})" for row in view["seen"][-3:]]
    return [*lines, *(["seen: " + "; ".join(seen)] if seen else [])]


def _join(cards: Sequence[str] | None) -> str:
    return "?" if cards is None else " ".join(cards) or "none"


def _format_hacks(view: Mapping[str, Any]) -> list[str]:
    pending = [view["pending"]] if view["pending"] else []
    parts = []
    for hack in [*view["hacks"][-4:], *pending]:
        keys = "?" * hack["count"] if hack["keys"] is None else "".join(map(str, hack["keys"]))
        answer = "awaits an answer" if hack["told"] is None else f"announced {hack['told']}"
        true = "" if hack["match"] is None else f" (actually {hack['match']})"
        parts.append(f"H{hack['by']} {keys}{' of unused' if hack['unused'] else ''}: {answer}{true}")
    return ["hacks: " + "; ".join(parts)] if parts else []


def _format_status(view: Mapping[str, Any]) -> str:
    turn = view["turn"]
    actions_left = f", {turn['actions']} actions left" if turn["actions"] else ""
    head = f"round {view['round']} of {view['round_limit']}, {view['goal']} tokens win{actions_left}"
    return f"{head}; now: {_PHASES[view['phase']]}"
