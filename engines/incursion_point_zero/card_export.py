"""The printed cards as one JSON object, for pages: `python -m engines.incursion_point_zero.card_export`.

soldiers    {class: {"side" 0 | 1, "focus", "range", "base", "hp", "skills": [ability, ability]}}
gamers      {handle: {"name", "genre", "salary", "stats" {stat: n}, "talent": ability | null, "flavour"}}
locations   {id: {"kind", "place" its restriction, "bullet" {"when", "effect", "n", "text"} | null, "flavour"}}
incursions  {id: {"name", "kind", "count", "text"}}, without Soldiers
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
    cards.Soldier: ("side", "focus", "range", "base", "hp", "skills"),
}


def printed() -> dict[str, dict[str, Any]]:
    """Return all cards, in the order of their files."""
    tables: dict[str, dict[str, Any]] = {
        "soldiers": {one.name: one for one in cards.SOLDIERS},
        "gamers": {one.handle: one for one in cards.GAMERS},
        "locations": {one.id: one for one in cards.LOCATIONS},
        "incursions": {one.id: one for one in cards.INCURSIONS.values()},
    }
    return {name: {key: _shown(card) for key, card in table.items()} for name, table in tables.items()}


def _shown(part: Any) -> Any:
    if isinstance(part, cards.Place):
        return _place(part)
    if isinstance(part, tuple):
        return [_shown(one) for one in part]
    keys = _KEYS.get(type(part))
    return part if keys is None else {key: _shown(getattr(part, key)) for key in keys}


def _place(one: cards.Place) -> str:
    rules = [f"zone {' or '.join(map(str, one.zones))}"] if one.zones else []
    rules += ["column 1 or 5"] if one.edge else []
    rules += [f"beside {one.beside}"] if one.beside else []
    rules += [f"not beside {one.apart}"] if one.apart else []
    return ", ".join(rules)


def lines() -> str:
    """Return all cards as JSON, one card per line."""
    tables = (
        f'"{name}": {{\n'
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(card)}" for key, card in table.items())
        + "\n}"
        for name, table in printed().items()
    )
    return "{\n" + ",\n".join(tables) + "\n}"


if __name__ == "__main__":
    sys.stdout.write(lines() + "\n")
