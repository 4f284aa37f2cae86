"""The printed cards as one JSON object, for pages: `python -m engines.incursion_point_zero.card_export`.

soldiers    {class: {"letters", "side" 0 | 1, "focus", "range", "base", "hp", "skills": [ability, ability]}}
gamers      {handle: {"name", "genre", "salary", "stats" {stat: n}, "talent": ability | null, "flavour"}}
locations   {id: {"kind", "place" its restriction, "bullet" {"when", "effect", "n", "text"} | null, "flavour"}}
incursions  {id: {"name", "kind", "count", "text"}}, without Soldiers
former      {id: ability}, Skills of earlier versions of the rules that no Soldier has today
An ability: {"id", "name", "kind", "effect", "text"}.
"""

import json
import sys
from collections.abc import Mapping
from typing import Any

from engines.incursion_point_zero import cards

# The exported fields by kind of card or part.
_KEYS: Mapping[type, tuple[str, ...]] = {
    cards.Ability: ("id", "name", "kind", "effect", "text"),
    cards.Bullet: ("when", "effect", "n", "text"),
    cards.Gamer: ("name", "genre", "salary", "flavour", "stats", "talent"),
    cards.Incursion: ("name", "kind", "count", "text"),
    cards.Location: ("kind", "flavour", "place", "bullet"),
    cards.Soldier: ("letters", "side", "focus", "range", "base", "hp", "skills"),
}


def export_cards() -> dict[str, dict[str, Any]]:
    """Return all cards, in the order of their files."""
    today = {skill.id for soldier in cards.SOLDIERS for skill in soldier.skills}
    tables: dict[str, dict[str, Any]] = {
        "soldiers": {item.name: item for item in cards.SOLDIERS},
        "gamers": {item.handle: item for item in cards.GAMERS},
        "locations": {item.id: item for item in cards.LOCATIONS},
        "incursions": {item.id: item for item in cards.INCURSIONS.values()},
        "former": {key: skill for key, skill in cards.SKILLS.items() if key not in today},
    }
    return {name: {key: _to_json(card) for key, card in table.items()} for name, table in tables.items()}


def _to_json(part: Any) -> Any:
    if isinstance(part, cards.Restriction):
        return _format_restriction(part)
    if isinstance(part, tuple):
        return [_to_json(item) for item in part]
    keys = _KEYS.get(type(part))
    return part if keys is None else {key: _to_json(getattr(part, key)) for key in keys}


def _format_restriction(restriction: cards.Restriction) -> str:
    rules = [f"zone {' or '.join(map(str, restriction.zones))}"] if restriction.zones else []
    rules += ["column 1 or 5"] if restriction.edge else []
    rules += [f"beside {restriction.beside}"] if restriction.beside else []
    rules += [f"not beside {restriction.apart}"] if restriction.apart else []
    return ", ".join(rules)


def format_json() -> str:
    """Return all cards as JSON, one card per line."""
    tables = (
        f'"{name}": {{\n' + ",\n".join(f"  {json.dumps(key)}: {json.dumps(card)}" for key, card in table.items()) + "\n}"
        for name, table in export_cards().items()
    )
    return "{\n" + ",\n".join(tables) + "\n}"


if __name__ == "__main__":
    sys.stdout.write(format_json() + "\n")
