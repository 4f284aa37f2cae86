"""The map and the squads as plain text, for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

LEGEND = (
    "The map: zone 4 on top, column 1 on the left. Under a Location: [card down], what you know of it, equipment\n"
    "there, and the Soldiers: s/ is the Strike Team, t/ the Terrorists. In the list, an ability in (brackets) is spent."
)
ZONES, COLUMNS, WIDTH = 4, 5, 18
_PHASES = {
    "gamers": "the Gamers are dealt",
    "squad": "choose a squad of four",
    "deal": "Locations are dealt",
    "place": "place a Location",
    "drop": "drop Incursion cards",
    "lay": "lay Incursion cards under the Locations",
    "play": "the Soldiers act",
    "over": "the match is over",
}
_SIDES = ("Strike Team", "Terrorists")


def board(view: Mapping[str, Any]) -> str:
    """Return the map, zone by zone, the eight Soldiers in order, and what the match waits for."""
    parts = ["", *(line for zone in range(ZONES, 0, -1) for line in _zone(view, zone))]
    parts += [_soldier(view, name) for name in view["order"]]
    return "\n".join([*parts, *_cards(view), *_now(view), _line(view)])


def _zone(view: Mapping[str, Any], zone: int) -> Iterator[str]:
    cells = [_cell(view, f"Z{zone}-{column}") for column in range(1, COLUMNS + 1)]
    for part in range(max(map(len, cells))):
        texts = [cell[part] if part < len(cell) else "" for cell in cells]
        yield " ".join(f"{text[: WIDTH - 1]:<{WIDTH - 1}}" for text in texts).rstrip()


def _cell(view: Mapping[str, Any], name: str) -> list[str]:
    here = view["spaces"].get(name)
    soldiers = [
        f"{'st'[one['side']]}/{who} {one['hp'] - one['damage']}hp"
        for who, one in view["soldiers"].items()
        if one["at"] == name and one["state"] != "hidden"
    ]
    if here is None:
        return [f"{name} .", *soldiers]
    card = {None: "", "down": "[card]"}.get(here["card"], here["card"] or "")
    known = f"{card} {here['under'] or ''}".strip()
    return [f"{name} {here['location'] or '.'}", *filter(None, [known, " ".join(here["loot"])]), *soldiers]


def _soldier(view: Mapping[str, Any], name: str) -> str:
    one, turn = view["soldiers"][name], view["turn"]
    mark = ">" if turn and turn["soldier"] == name else " "
    where = one["at"] if one["at"] and one["state"] != "hidden" else f"{one['state']} {one['at'] or ''}".strip()
    abilities = " ".join(f"({ability})" if spent else ability for ability, _, spent in one["abilities"])
    numbers = f"dice {one['dice']} range {one['range']} base {one['base']} hp {one['hp'] - one['damage']}/{one['hp']}"
    gear = f" has {' '.join(one['gear'])}" if one["gear"] else ""
    return f"{mark}{'st'[one['side']]}/{name:<10}{where:<12}{numbers}  {abilities}{gear}".rstrip()


def _cards(view: Mapping[str, Any]) -> list[str]:
    told = []
    if view["squad"]:
        told.append("your squad: " + ", ".join(f"{name} {gamer or ''}".strip() for name, gamer in view["squad"]))
    told += [
        f"{_SIDES[side]} may use {', '.join(gamers)}"
        for side, gamers in enumerate(view["gamers"])
        if gamers and not view["order"]
    ]
    told += [f"{key}: {' '.join(view[key])}" for key in ("hand", "dropped") if view[key]]
    if view["to_lay"]:
        told.append("to lay: " + ", ".join(f"{card} {n}" for card, n in view["to_lay"].items()))
    if view["to_drop"]:
        told.append(f"to drop: {view['to_drop']}")
    return told


def _now(view: Mapping[str, Any]) -> list[str]:
    told, fight, question = [], view["fight"], view["question"]
    if fight:
        kind = "Free Attack" if fight["free"] else "attack"
        dice = [f"rolled {faces}" for faces in fight["faces"] if faces is not None]
        told.append(f"{kind}: {fight['attacker']} on {fight['defender']} {', '.join(dice)}".rstrip())
    if question:
        head = ("side", "kind", "soldier")
        parts = [f"{key} {part}" for key, part in question.items() if key not in head and part is not None]
        told.append(f"question to the {question['soldier']}: {question['kind']}, {', '.join(parts)}")
    return told


def _line(view: Mapping[str, Any]) -> str:
    turn = view["turn"]
    now = _PHASES[view["phase"]]
    if turn:
        moves = "?" if turn["moves"] is None else turn["moves"]
        now = f"the {turn['soldier']} acts, moves left {moves}"
    missile = f"; the missile lies on {view['missile']}" if view["missile"] else ""
    return f"round {view['round']} of {view['rounds']}{missile}; now: {now}"
