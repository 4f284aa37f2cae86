"""Modules are named by nouns: a name in -ing is one only where the field uses it as such."""

from __future__ import annotations

import re

from tests.lint.files import ROOT

NOUNS = {
    "caching", "clinching", "continuous_pairing", "login_throttling", "map_building", "pairing", "record_packing",
    "record_signing", "scoring", "seeding", "settings", "text_cleaning", "throttling",
}  # fmt: skip


def test_no_module_is_named_by_a_gerund() -> None:
    names = {path.stem for package in ("engines", "matches", "league", "deploy") for path in (ROOT / package).rglob("*.py")}
    assert {name for name in names if re.search(r"ings?$", name)} == NOUNS
