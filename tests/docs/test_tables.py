"""Tables and figures of the docs are those of the code: of the guides all that there is, of the rules the engines' data."""

import json
import re
import tomllib
from typing import Any

import pytest
from django.utils import translation

from deploy.settings.env import ROOT
from engines import registry
from engines.bots import POLICIES
from league.api_tokens.rules import SCOPES
from league.formats.registry import FORMATS
from league.time_controls.presets import PRESETS, preset_choices
from league.webhooks.event_types import LEAGUE_EVENT_TYPES, PLAYER_EVENT_TYPES, TEST
from tests.engines.zero_order.scenes import ENGINE, GREY, do, scene

ENGINES = ROOT / "engines"
DASH = "-"


def rows(page: str, first: str) -> list[list[str]]:
    """Those of every table of a page, named from the root, whose first heading is this one."""
    found = []
    for table in re.findall(r"(?:^\|.*\|\n)+", (ROOT / page).read_text(), re.M):
        lines = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()]
        if lines[0][0] == first:
            found += lines[2:]
    assert found, f"{page}: {first}"
    return found


def rules(game: str) -> str:
    return f"engines/{game.replace('-', '_')}/site/rules/en.md"


def data(game: str, file: str) -> dict[str, Any]:
    return tomllib.loads((ENGINES / game.replace("-", "_") / "data" / f"{file}.toml").read_text())


def test_the_time_controls_that_players_choose_from() -> None:
    told = [row[0] for row in rows("docs/player.md", "name")]
    assert len(told) == len(PRESETS)
    with translation.override("en"):
        words = [str(text) for _unused, text in preset_choices()]
    assert all(any(name in text for text in words) for name in told), (told, words)


def test_the_bots() -> None:
    assert [row[0].lower() for row in rows("docs/bots.md", "bot")] == list(POLICIES)


def test_the_scopes_of_a_token() -> None:
    assert [row[0].strip("`") for row in rows("docs/api.md", "scope")] == list(SCOPES)


def test_what_webhooks_are_told() -> None:
    table = {row[0].strip("`"): row for row in rows("docs/webhooks.md", "kind")}
    kinds = [row[0].strip("`") for row in rows("docs/webhooks.md", "`KIND`")]
    told = {name for name in table if name != "notification.KIND"} | {f"notification.{kind}" for kind in kinds}
    assert told == {*LEAGUE_EVENT_TYPES, *PLAYER_EVENT_TYPES, TEST}
    for name, row in table.items():
        if name in {*LEAGUE_EVENT_TYPES, *PLAYER_EVENT_TYPES}:
            assert ("leagues" in row[1], "people" in row[1]) == (name in LEAGUE_EVENT_TYPES, name in PLAYER_EVENT_TYPES), name


def test_the_formats_of_events() -> None:
    told = " ".join(row[0].lower() for row in rows("docs/organiser.md", "format"))
    for key in FORMATS:
        assert all(word in told for word in key.split("-")), f"docs/organiser.md does not name {key}."


@pytest.mark.parametrize("game", registry.keys())
def test_options_and_their_defaults_are_those_of_the_engine(game: str) -> None:
    told = {row[0].strip("`"): row[2].strip("`") for row in rows(rules(game), "option")}
    options = registry.get(game).options({})
    assert told == {name: default if isinstance(default, str) else json.dumps(default) for name, default in options.items()}


class TestFieldTactics:
    def test_the_army_and_how_it_moves(self) -> None:
        told = {}
        for codes, _unused, count, leader, moves in rows(rules("field-tactics"), "code"):
            for code in codes.split(", "):
                told[code] = (int(count.split()[0]), leader == "yes", moves)
        pieces = data("field-tactics", "pieces")["piece"]
        assert told == {one["code"]: (one["count"], one["leader"], one["moves"]) for one in pieces}

    def test_the_battle_table(self) -> None:
        (told,) = re.findall(r"^ {4}G3 G2[^`]*", (ROOT / rules("field-tactics")).read_text(), re.M)
        heads, *lines = told.splitlines()
        battle = data("field-tactics", "pieces")["battle"]
        assert heads.split() == list(battle)
        assert [line.split() for line in lines] == [[code, *results.split()] for code, results in battle.items()]


class TestZeroOrder:
    def test_the_functions_with_level_and_kind(self) -> None:
        told = [(code, name, int(level), kind) for code, name, level, kind, _unused in rows(rules("zero-order"), "code")]
        tokens = data("zero-order", "tokens")["token"]
        assert sorted(told) == sorted((one["code"], one["name"], one["level"], one["kind"]) for one in tokens)

    def test_the_pattern_of_every_token_is_named(self) -> None:
        told = [code.strip("`") for code, pattern in rows(rules("zero-order"), "token") if pattern]
        assert sorted(told) == sorted(one["code"] for one in data("zero-order", "tokens")["token"])

    def test_the_example_turn_is_legal_and_ends_with_its_last_entry(self) -> None:
        entries = re.findall(r"`([^`]+)`", " ".join(entry for _, entry in rows(rules("zero-order"), "step")))
        drawn = scene("B3 PU, D6 DE", "C4 TO, D7 SP", tiles="B3 B4 C3 C4 C6 D4 D6 D7")
        assert ENGINE.to_act(do(drawn, *entries)) == {GREY}


class TestZeroDay:
    def test_the_operations_with_price_and_values(self) -> None:
        told = {}
        for name, kind, price, values, _unused in rows(rules("zero-day"), "operation"):
            told[name] = (kind, int(price or 0), [0 if one == DASH else int(one) for one in values.split()])
        operations = data("zero-day", "operations")["operation"]
        assert told == {
            one["name"]: ("any" if one["type"] == "All" else one["type"], one["cost"], one["values"]) for one in operations
        }

    def test_the_ten_initiative_tiles_with_both_sides(self) -> None:
        told = [[side.strip("`") for side in sides] for _number, *sides in rows(rules("zero-day"), "tile number")]
        assert told == data("zero-day", "initiative")["sides"]

    def test_the_viruses_with_price_and_type(self) -> None:
        told = {name: (price, kind) for name, price, kind, _unused in rows(rules("zero-day"), "virus")}
        viruses = data("zero-day", "viruses")["virus"]
        assert told == {one["name"]: (f"{one['credits']} / {one['proxies']}", one["type"]) for one in viruses}

    def test_how_many_tiles_lie_there(self) -> None:
        count = {one["name"].split()[0]: one["count"] for one in data("zero-day", "tiles")["tile"]}
        heads = ("Entertainment", "Business", "Residential", "Slum", "Void")
        for players, *told in rows(rules("zero-day"), "players"):
            numbers = [0 if one == DASH else int(one.split()[0]) for one in told]
            assert numbers == [count[head][int(players) - 2] for head in heads]
        assert count["Slum"] == count["Maritime"] == count["Nature"] == count["Industrial"]


class TestIncursionPointZero:
    def test_the_soldiers_with_focus_values_and_skills(self) -> None:
        told = {}
        for name, focus, values, skills in rows(rules("incursion-point-zero"), "class"):
            told[name] = (focus, values, re.findall(r"`([\w-]+)` (\w+)", skills))
        soldiers = data("incursion-point-zero", "soldiers")["soldier"]
        assert told == {
            one["class"]: (
                one["focus"],
                f"{one['range']} / {one['base']} / {one['hp']}",
                [(skill["id"], skill["kind"]) for skill in one["skills"]],
            )
            for one in soldiers
        }

    def test_the_locations_with_their_kinds(self) -> None:
        told = {}
        for names, kind, *_unused in rows(rules("incursion-point-zero"), "Location"):
            told |= dict.fromkeys(names.split(", "), kind)
        assert told == {one["id"]: one["kind"] for one in data("incursion-point-zero", "locations")["location"]}

    def test_the_fight_that_is_drawn_is_fought_with_the_values_of_the_cards(self) -> None:
        base = {one["class"]: one["base"] for one in data("incursion-point-zero", "soldiers")["soldier"]}
        drawn = (ENGINES / "incursion_point_zero/site/rules/images/incursion-point-zero-fight.svg").read_text()
        attack, counter = 2 + base["Assault"], 1 + base["Gunner"]
        assert f"Assault: 4 dice, Base Damage {base['Assault']}<" in drawn
        assert f">2 + {base['Assault']} = {attack}, less 1 for the vest: {attack - 1} damage<" in drawn
        assert f"Gunner strikes back: 3 dice, Base Damage {base['Gunner']}<" in drawn
        assert f">1 + {base['Gunner']} = {counter} damage<" in drawn
        text = " ".join((ROOT / rules("incursion-point-zero")).read_text().split())
        assert f"2 stars + {base['Assault']} Base Damage = {attack};" in text
        assert f"strikes back with 1 + {base['Gunner']} = {counter}." in text
