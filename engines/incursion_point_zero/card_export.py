"""The printed cards as one JSON object, for pages: `python -m engines.incursion_point_zero.card_export`.

soldiers    {class: {"side" 0 | 1, "focus", "range", "base", "hp", "skills": [ability, ability]}}
gamers      {handle: {"name", "genre", "salary", "stats" {stat: n}, "talent": ability | null, "flavour"}}
locations   {id: {"kind", "place" its restriction, "bullet" {"when", "effect", "n", "text"} | null, "flavour"}}
incursions  {id: {"name", "kind", "count", "text"}}, without Soldiers
An ability: {"id", "name", "kind", "effect", "text"}.
"""

import json
import sys
from typing import Any

from engines.contract import Json
from engines.incursion_point_zero.cards import GAMERS, INCURSIONS, LOCATIONS, SOLDIERS, Place

_ABILITY = ("id", "name", "kind", "effect", "text")


def printed() -> dict[str, dict[str, Json]]:
    """Return all cards, in the order of their files."""
    return {
        "soldiers": {
            one.name: {
                **_some(one, "side", "focus", "range", "base", "hp"),
                "skills": [_some(skill, *_ABILITY) for skill in one.skills],
            }
            for one in SOLDIERS
        },
        "gamers": {
            one.handle: {
                **_some(one, "name", "genre", "salary", "flavour"),
                "stats": dict(one.stats),
                "talent": _some(one.talent, *_ABILITY) if one.talent else None,
            }
            for one in GAMERS
        },
        "locations": {
            one.id: {
                **_some(one, "kind", "flavour"),
                "place": _place(one.place),
                "bullet": _some(one.bullet, "when", "effect", "n", "text") if one.bullet else None,
            }
            for one in LOCATIONS
        },
        "incursions": {one.id: _some(one, "name", "kind", "count", "text") for one in INCURSIONS.values()},
    }


def _some(card: Any, *keys: str) -> dict[str, Json]:
    return {key: getattr(card, key) for key in keys}


def _place(one: Place) -> str:
    rules = [f"zone {' or '.join(map(str, one.zones))}"] if one.zones else []
    rules += ["column 1 or 5"] if one.edge else []
    rules += [f"beside {one.beside}"] if one.beside else []
    rules += [f"not beside {one.apart}"] if one.apart else []
    return ", ".join(rules)


def lines() -> str:
    """Return all cards as JSON, one card a line."""
    tables = (
        f'"{name}": {{\n'
        + ",\n".join(f"  {json.dumps(key)}: {json.dumps(card)}" for key, card in cards.items())
        + "\n}"
        for name, cards in printed().items()
    )
    return "{\n" + ",\n".join(tables) + "\n}"


if __name__ == "__main__":
    sys.stdout.write(lines() + "\n")
