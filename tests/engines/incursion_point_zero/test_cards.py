"""The card files: what is wrong with one is told by file, key and reason."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from engines.data_files import BadData, load
from engines.incursion_point_zero import cards
from tests.engines.incursion_point_zero.slow import GAMERS, INCURSIONS, LOCATIONS

FILES: dict[str, type] = {
    "soldiers.toml": cards.Soldiers,
    "gamers.toml": cards.Gamers,
    "locations.toml": cards.Locations,
    "incursions.toml": cards.Incursions,
}


def fault(folder: Path, file: str, old: str, new: str) -> str:
    """What the reader says to a file in which the first `old` is `new`."""
    shutil.copytree(cards.FOLDER, folder, dirs_exist_ok=True)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData) as caught:
        load(FILES[file], folder / file)
    assert str(caught.value).startswith(file)
    return str(caught.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("soldiers.toml", 'effect = "move"', 'effect = "fly"', "soldier[0].skills[1].effect: must be one of"),
        ("soldiers.toml", 'effect = "move"', 'effect = "hold"', "hold cannot be cooldown"),
        ("soldiers.toml", 'kind = "cooldown"', 'kind = "daily"', "skills[1].kind: must be one of"),
        ("soldiers.toml", 'which = "leave"', 'which = "often"', "skills[0].which: must be one of"),
        ("soldiers.toml", 'which = "leave", ', "", "skills[0].which: must be one of"),
        (
            "soldiers.toml",
            'effect = "move", n = 2',
            'effect = "move", n = 9',
            "skills[1].n: must be a whole number from 0 to 4",
        ),
        ("soldiers.toml", 'effect = "move", n = 2', 'effect = "move", which = "leave"', "only allowed with no_free"),
        ("soldiers.toml", 'effect = "move", n = 2', 'effect = "move", when = "wounded"', "move has no target"),
        ("soldiers.toml", 'effect = "move", n = 2', 'effect = "move", when = "noon"', "skills[1].when: must be one of"),
        ("soldiers.toml", 'effect = "move", n = 2', 'effect = "move", scope = "allies"', "skills[1].scope: must be one of"),
        ("soldiers.toml", 'effect = "move", n = 2', 'effect = "move", size = 2', "skills[1].size: unknown key"),
        ("soldiers.toml", 'moment = "rolled"', 'moment = "hit"', "skills[0].moment: must be 'rolled'"),
        ("soldiers.toml", 'id = "sprint"', 'id = "break-off"', "skills.id: 'break-off' appears twice"),
        ("soldiers.toml", 'id = "sprint"', 'id = "sp rint"', "cannot be written in the notation"),
        ("soldiers.toml", 'class = "Assault"', 'class = "Sniper"', "'sniper' appears twice"),
        ("soldiers.toml", 'side = "strike"', 'side = "both"', "soldier[0].side: must be one of"),
        ("soldiers.toml", 'focus = "dexterity"', 'focus = "luck"', "soldier[0].focus: must be one of"),
        ("soldiers.toml", "hp = 7", "hp = 0", "soldier[0].hp: must be a whole number from 1 to 20"),
        ("soldiers.toml", 'effect = "no_counter"', 'effect = "reveal"', "reveal cannot be passive"),
        ("soldiers.toml", "[[soldier]]", "[[soldat]]", "soldat: unknown key"),
        ("soldiers.toml", "hp = 6", "hp = ", "soldiers.toml: "),
        ("gamers.toml", "wisdom = 5", "wisdom = 6", "gamer[0].stats.wisdom: must be a whole number from 1 to 5"),
        ("gamers.toml", 'genre = "FPS"', 'genre = "RTS"', "gamer[0].genre: must be one of"),
        ("gamers.toml", "salary = 10", "salary = 11", "gamer[0].salary"),
        ("gamers.toml", 'flavour = "Brings', 'flair = "Brings', "flair: unknown key"),
        ("gamers.toml", "talent = {", 'flavour = "x"\ntalent = {', "gamer[0].talent: must have either a talent or a flavour"),
        ("gamers.toml", 'handle = "Sidewinder"', 'handle = "panzord"', "'panzord' appears twice"),
        ("gamers.toml", 'kind = "passive", effect = "move_after"', 'kind = "cooldown", effect = "reveal"', "either side"),
        ("locations.toml", "zones = [1, 2]", "zones = [0, 2]", "location[0].place.zones: must be a list of zones"),
        ("locations.toml", "place = { edge = true }", "place = { edge = 1 }", "place.edge: must be of type bool"),
        ("locations.toml", 'apart = "post"', 'apart = "farm"', "unknown kind of Location: 'farm'"),
        ("locations.toml", 'bullet = { when = "there"', 'bullet = { when = "later"', "location[1].bullet.when: must be one of"),
        ("locations.toml", 'effect = "range"', 'effect = "jam"', "jam cannot be there"),
        ("locations.toml", 'id = "Gatehouse"', 'id = "Chapel"', "'chapel' appears twice"),
        ("incursions.toml", "count = 4", "count = 3", "one card for each of the 4 Soldiers"),
        ("incursions.toml", "count = 2", "count = 3", "the counts must add up to 13, not 14"),
        ("incursions.toml", 'kind = "missile"', 'kind = "rocket"', "card[1].kind: must be one of"),
        ("incursions.toml", 'kind = "missile"', 'kind = "blank"', "exactly one missile"),
        ("incursions.toml", 'effect = "heal"', 'effect = "move"', "move cannot be equipment"),
        ("incursions.toml", 'area = "adjacent"', 'area = "wide"', "card[3].area: must be one of"),
        ("incursions.toml", "damage = 3", "damage = 0", "card[2].damage"),
    ],
)
def test_a_wrong_card_is_told_of(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    assert told in fault(tmp_path / "cards", file, old, new)


def test_a_missing_file_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"soldiers\.toml"):
        load(cards.Soldiers, tmp_path / "soldiers.toml")


def test_the_cards_are_as_many_as_the_rulings_say() -> None:
    assert len(GAMERS) == 40
    assert sum("talent" in gamer for gamer in GAMERS.values()) >= 16
    assert GAMERS["Panzord"]["genre"] == "FPS"
    assert len(LOCATIONS) == 20
    assert sum("place" in location for location in LOCATIONS.values()) == 8
    assert sum("bullet" in location for location in LOCATIONS.values()) == 12
    assert sum(card["count"] for card in INCURSIONS.values()) == 13
    assert Counter(map(len, cards.SALARY_DECKS)) == {10: 4}
    salaries = [[GAMERS[cards.HANDLES[at]]["salary"] for at in deck] for deck in cards.SALARY_DECKS]
    assert [min(deck) >= max(after) for deck, after in pairwise(salaries)] == [True] * 3
