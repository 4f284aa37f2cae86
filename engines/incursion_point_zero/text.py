"""The map and the squads as plain text, for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

LEGEND = (
    "The map: zone 4 on top, column 1 on the left. Under a Location: [card down], what you know about it, equipment\n"
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
    """Return the map zone by zone, the Soldiers in turn order, cards, the current attack and question, and the status."""
    parts = ["", *(line for zone in range(ZONES, 0, -1) for line in _format_zone(view, zone))]
    parts += [_format_soldier(view, name) for name in view["order"]]
    return "\n".join([*parts, *_format_cards(view), *_format_fight_and_question(view), _format_status(view)])


def _format_zone(view: Mapping[str, Any], zone: int) -> Iterator[str]:
    cells = [_format_cell(view, f"Z{zone}-{column}") for column in range(1, COLUMNS + 1)]
    for part in range(max(map(len, cells))):
        texts = [cell[part] if part < len(cell) else "" for cell in cells]
        yield " ".join(f"{text[: WIDTH - 1]:<{WIDTH - 1}}" for text in texts).rstrip()


def _format_cell(view: Mapping[str, Any], name: str) -> list[str]:
    space = view["spaces"].get(name)
    soldiers = [
        f"{'st'[soldier['side']]}/{soldier_name} {soldier['hp'] - soldier['damage']}hp"
        for soldier_name, soldier in view["soldiers"].items()
        if soldier["at"] == name and soldier["state"] != "hidden"
    ]
    if space is None:
        return [f"{name} .", *soldiers]
    card = {None: "", "down": "[card]"}.get(space["card"], space["card"] or "")
    known = f"{card} {space['under'] or ''}".strip()
    return [f"{name} {space['location'] or '.'}", *filter(None, [known, " ".join(space["loot"])]), *soldiers]


def _format_soldier(view: Mapping[str, Any], name: str) -> str:
    row, turn = view["soldiers"][name], view["turn"]
    mark = ">" if turn and turn["soldier"] == name else " "
    where = row["at"] if row["at"] and row["state"] != "hidden" else f"{row['state']} {row['at'] or ''}".strip()
    abilities = " ".join(f"({ability})" if spent else ability for ability, _, spent in row["abilities"])
    numbers = f"dice {row['dice']} range {row['range']} base {row['base']} hp {row['hp'] - row['damage']}/{row['hp']}"
    gear = f" has {' '.join(row['gear'])}" if row["gear"] else ""
    return f"{mark}{'st'[row['side']]}/{name:<10}{where:<12}{numbers}  {abilities}{gear}".rstrip()


def _format_cards(view: Mapping[str, Any]) -> list[str]:
    lines = []
    if view["squad"]:
        lines.append("your squad: " + ", ".join(f"{name} {gamer or ''}".strip() for name, gamer in view["squad"]))
    lines += [
        f"{_SIDES[side]} may use {', '.join(gamers)}"
        for side, gamers in enumerate(view["gamers"])
        if gamers and not view["order"]
    ]
    lines += [f"{key}: {' '.join(view[key])}" for key in ("hand", "dropped") if view[key]]
    if view["to_lay"]:
        lines.append("to lay: " + ", ".join(f"{card} {n}" for card, n in view["to_lay"].items()))
    if view["to_drop"]:
        lines.append(f"to drop: {view['to_drop']}")
    return lines


def _format_fight_and_question(view: Mapping[str, Any]) -> list[str]:
    lines, fight, question = [], view["fight"], view["question"]
    if fight:
        kind = "Free Attack" if fight["free"] else "attack"
        dice = [f"rolled {faces}" for faces in fight["faces"] if faces is not None]
        lines.append(f"{kind}: {fight['attacker']} on {fight['defender']} {', '.join(dice)}".rstrip())
    if question:
        head = ("side", "kind", "soldier")
        parts = [f"{key} {part}" for key, part in question.items() if key not in head and part is not None]
        lines.append(f"question to the {question['soldier']}: {question['kind']}, {', '.join(parts)}")
    return lines


def _format_status(view: Mapping[str, Any]) -> str:
    turn = view["turn"]
    status = _PHASES[view["phase"]]
    if turn:
        moves = "?" if turn["moves"] is None else turn["moves"]
        status = f"the {turn['soldier']} acts, moves left {moves}"
    missile = f"; the missile lies on {view['missile']}" if view["missile"] else ""
    return f"round {view['round']} of {view['rounds']}{missile}; now: {status}"
