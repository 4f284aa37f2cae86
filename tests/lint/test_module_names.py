"""Modules are named by nouns: a name in -ing is one only where the field uses it as such."""

from __future__ import annotations

import re

from tests.lint.files import ROOT

NOUNS = {
    "available_rulings", "caching", "clinching", "continuous_pairing", "endings", "first_ratings", "login_throttling",
    "map_building", "pairing", "ratings", "record_packing", "record_signing", "rulings", "scoring", "seeding", "settings",
    "standings", "text_cleaning", "throttling",
}  # fmt: skip


def test_no_module_is_named_by_a_gerund() -> None:
    names = {path.stem for package in ("engines", "matches", "league", "deploy") for path in (ROOT / package).rglob("*.py")}
    assert {name for name in names if re.search(r"ings?$", name)} == NOUNS
