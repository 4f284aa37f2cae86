"""Gamers written as files that can be imported again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from engines.incursion_point_zero.cards import STATS
from engines.incursion_point_zero.gamers import known_talents


def row(card: Mapping[str, Any]) -> tuple[object, ...]:
    """The cells of a card under the columns of `files.COLUMNS`."""
    stats = (card["stats"][stat] for stat in STATS)
    return (
        card["handle"], card["name"], card["genre"], card["salary"], card["talent"] or "", *stats, card["text"]
    )  # fmt: skip


def toml(cards: Iterable[Mapping[str, Any]]) -> str:
    """With the Talents in words above."""
    talents = "".join(f"#   {one['id']}: {one['text']}\n" for one in known_talents())
    head = (
        "# Gamers of a league. Salaries are whole thousands, stats go from 1 to 5. Handles are 1 to 24 plain letters,\n"
        "# digits, dots, hyphens and underscores. Genres: FPS, MOBA, CCG. Leave `talent` out for none; the Talents:\n"
    )
    return head + talents + "".join(_table(card) for card in cards)


def _table(card: Mapping[str, Any]) -> str:
    lines = [f"{key} = {_text(card[key])}" for key in ("handle", "name", "genre")]
    lines.append(f"salary = {card['salary']}")
    if card["talent"]:
        lines.append(f"talent = {_text(card['talent'])}")
    lines.append("stats = { " + ", ".join(f"{stat} = {card['stats'][stat]}" for stat in STATS) + " }")
    lines.append(f"text = {_text(card['text'])}")
    return "\n[[gamer]]\n" + "\n".join(lines) + "\n"


def _text(value: str) -> str:
    """A basic string of TOML: JSON's escapes are among TOML's, and texts of cards have no control characters."""
    return json.dumps(value, ensure_ascii=False)
