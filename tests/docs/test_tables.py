"""What guides list in tables is all that there is: time controls, scopes, kinds of event, bots, formats."""

import re

from django.utils import translation

from deploy.settings.env import ROOT
from engines.bots import POLICIES
from league.api_tokens.rules import SCOPES
from league.formats import registry
from league.time_controls.presets import PRESETS, preset_choices
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, PLAYER_EVENT_TYPES, TEST


def rows(page: str, first: str) -> list[list[str]]:
    """Those of every table of a page whose first heading is this one."""
    found = []
    for table in re.findall(r"(?:^\|.*\|\n)+", (ROOT / "docs" / page).read_text(), re.M):
        lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()]
        if lines[0][0] == first:
            found += lines[2:]
    assert found, f"{page}: {first}"
    return found


def test_the_time_controls_that_players_choose_from() -> None:
    told = [row[0] for row in rows("player.md", "name")]
    assert len(told) == len(PRESETS)
    with translation.override("en"):
        words = [str(text) for _unused, text in preset_choices()]
    assert all(any(name in text for text in words) for name in told), (told, words)


def test_the_bots() -> None:
    assert [row[0].lower() for row in rows("bots.md", "bot")] == list(POLICIES)


def test_the_scopes_of_a_token() -> None:
    assert [row[0].strip("`") for row in rows("api.md", "scope")] == list(SCOPES)


def test_what_webhooks_are_told() -> None:
    table = {row[0].strip("`"): row for row in rows("webhooks.md", "kind")}
    kinds = [row[0].strip("`") for row in rows("webhooks.md", "`KIND`")]
    told = {name for name in table if name != "notification.KIND"} | {f"notification.{kind}" for kind in kinds}
    assert told == {*LEAGUE_EVENT_TYPES, *PLAYER_EVENT_TYPES, TEST}
    for name, row in table.items():
        if name in {*LEAGUE_EVENT_TYPES, *PLAYER_EVENT_TYPES}:
            assert ("leagues" in row[1], "people" in row[1]) == (name in LEAGUE_EVENT_TYPES, name in PLAYER_EVENT_TYPES), name


def test_the_formats_of_events() -> None:
    told = " ".join(row[0].lower() for row in rows("organiser.md", "format"))
    for key in registry.FORMATS:
        assert all(word in told for word in key.split("-")), f"docs/organiser.md does not name {key}."
