"""The card files: what is wrong with one is told by file, key and reason."""

import shutil
from itertools import pairwise, product
from pathlib import Path

import pytest

from engines.data_files import BadData, load
from engines.incursion_point_zero import cards
from tests.engines.incursion_point_zero.slow_combat import GAMERS, INCURSIONS, LOCATIONS

WRONG: dict[str, tuple[type, list[tuple[str, str, str]]]] = {
    "soldiers.toml": (
        cards.Soldiers,
        [
            ('effect = "move"', 'effect = "hold"', "hold cannot be cooldown"),
            ('which = "leave", ', "", "skills[0].which: must be one of"),
            ('effect = "move", n = 2', 'effect = "move", n = 9', "skills[1].n: must be a whole number from 0 to 4"),
            ('effect = "move", n = 2', 'effect = "move", which = "leave"', "only allowed with no_free"),
            ('effect = "move", n = 2', 'effect = "move", when = "wounded"', "move has no target"),
            ('effect = "move", n = 2', 'effect = "move", scope = "allies"', "skills[1].scope: must be one of"),
            ('moment = "rolled"', 'moment = "hit"', "skills[0].moment: must be 'rolled'"),
            ('id = "sprint"', 'id = "break-off"', "skills.id: 'break-off' appears twice"),
            ('id = "sprint"', 'id = "sp rint"', "cannot be written in the notation"),
            ('class = "Assault"', 'class = "Sniper"', "'sniper' appears twice"),
            ('letters = "ASL"', 'letters = "SNI"', "soldier.letters: 'sni' appears twice"),
            ('letters = "ASL"', 'letters = "Ass"', "soldier[0].letters: must be three capitals"),
            ("hp = 7", "hp = 0", "soldier[0].hp: must be a whole number from 1 to 20"),
            ('effect = "no_counter"', 'effect = "reveal"', "reveal cannot be passive"),
            ('[[former]]\nclass = "Breacher"', '[[former]]\nclass = "Nobody"', "former.class: unknown: 'Nobody'"),
            ('[[former]]\nclass = "Breacher"', '[[former]]\nclass = "Gunner"', "former: 'gunner 2' appears twice"),
            ('id = "shield-first"', 'id = "first-through"', "'first-through' is the id of two different Skills"),
        ],
    ),
    "gamers.toml": (
        cards.Gamers,
        [
            ("wisdom = 5", "wisdom = 6", "gamer[0].stats.wisdom: must be a whole number from 1 to 5"),
            ("salary = 10", "salary = 11", "gamer[0].salary"),
            ("talent = {", 'flavour = "x"\ntalent = {', "gamer[0].talent: must have either a talent or a flavour"),
            ('handle = "Sidewinder"', 'handle = "panzord"', "'panzord' appears twice"),
            ('kind = "passive", effect = "move_after"', 'kind = "cooldown", effect = "reveal"', "either side"),
        ],
    ),
    "locations.toml": (
        cards.Locations,
        [
            ("zones = [1, 2]", "zones = [0, 2]", "location[0].place.zones: must be a list of zones"),
            ('apart = "post"', 'apart = "farm"', "unknown kind of Location: 'farm'"),
            ('effect = "range"', 'effect = "jam"', "jam cannot be there"),
            ('id = "Gatehouse"', 'id = "Chapel"', "'chapel' appears twice"),
        ],
    ),
    "incursions.toml": (
        cards.Incursions,
        [
            ("count = 4", "count = 3", "one card for each of the 4 Soldiers"),
            ("count = 2", "count = 3", "the counts must add up to 13, not 14"),
            ('kind = "missile"', 'kind = "blank"', "exactly one missile"),
            ('effect = "heal"', 'effect = "move"', "move cannot be equipment"),
            ("damage = 3", "damage = 0", "card[2].damage"),
        ],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_card_is_told_of_by_file_key_and_reason(name: str, tmp_path: Path) -> None:
    shutil.copytree(cards.FOLDER, tmp_path, dirs_exist_ok=True)
    text, (kind, changes) = (tmp_path / name).read_text("utf-8"), WRONG[name]
    for old, new, told in changes:
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new, 1), "utf-8")
        with pytest.raises(BadData) as caught:
            load(kind, tmp_path / name)
        assert str(caught.value).startswith(name)
        assert told in str(caught.value)


def test_every_soldier_has_skills_of_its_own_and_both_sides_have_all_three_kinds() -> None:
    """The seed: "Each Soldier has unique stats and abilities"; another strength alone is no other Skill."""
    skills = [(soldier.side, skill) for soldier in cards.SOLDIERS for skill in soldier.skills]
    assert len({(one.kind, one.effect, one.scope, one.which, one.when) for _, one in skills}) == len(skills) == 24
    assert {(side, one.kind) for side, one in skills} == set(product((0, 1), ("passive", "cooldown", "interrupt")))


def test_the_cards_are_as_many_as_the_rulings_say() -> None:
    assert (len(GAMERS), len(LOCATIONS), sum(card["count"] for card in INCURSIONS.values())) == (40, 20, 13)
    assert sum("place" in location for location in LOCATIONS.values()) == 8
    assert sum("bullet" in location for location in LOCATIONS.values()) == 12
    salaries = [[GAMERS[cards.HANDLES[at]]["salary"] for at in deck] for deck in cards.SALARY_DECKS]
    assert [len(deck) for deck in salaries] == [10] * 4
    assert all(min(deck) >= max(after) for deck, after in pairwise(salaries))
