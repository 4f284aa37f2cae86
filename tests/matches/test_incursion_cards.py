"""The cards that the board of Incursion Point: Zero explains are those that the engine plays with."""

from __future__ import annotations

import json

from django.contrib.staticfiles import finders

from engines.incursion_point_zero.card_export import export_cards, format_json

_MODULE = "matches/boards/incursion-point-zero/cards.js"
_MAKE = "python -m engines.incursion_point_zero.card_export"


def test_the_page_explains_the_cards_that_are_played_with() -> None:
    with open(str(finders.find(_MODULE)), encoding="utf-8") as file:
        shown = file.read().partition("export const CARDS = ")[2].rstrip().removesuffix(";")
    assert json.loads(shown) == export_cards(), f"make {_MODULE} anew with {_MAKE}"


def test_every_card_has_a_line_and_everything_that_the_page_tells_of_it() -> None:
    cards = export_cards()
    assert json.loads(format_json()) == cards
    assert {name: len(table) for name, table in cards.items()} == {
        "soldiers": 12, "gamers": 40, "locations": 20, "incursions": 8,
    }  # fmt: skip
    skills = [skill for one in cards["soldiers"].values() for skill in one["skills"]]  # type: ignore[index,call-overload,union-attr]
    assert len(skills) == 24
    assert all(skill["text"] for skill in skills)  # type: ignore[index,call-overload]
