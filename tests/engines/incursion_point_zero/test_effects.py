"""Words and conditions that no printed card uses yet: an organiser's cards may."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engines.data_files import parse
from engines.incursion_point_zero import state as states
from engines.incursion_point_zero.cards import Ability
from tests.engines.incursion_point_zero.scenes import asked, do, hurt, legal, now, refused, rolling, scene, see

Reprint = Callable[..., None]


def printed(**record: Any) -> Ability:
    return parse(Ability, {"name": "A test", "text": "A test.", **record}, "test")


@pytest.fixture
def reprint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reprint]:
    """Give a class another first or second Skill (its id stays)."""

    def change(name: str, at: int, **record: Any) -> None:
        cards = list(states.soldiers_of(states.VERSION))
        number = next(n for n, card in enumerate(cards) if card.name == name)
        skills = list(cards[number].skills)
        skills[at] = printed(id=skills[at].id, **record)
        cards[number] = replace(cards[number], skills=tuple(skills))
        monkeypatch.setattr(states, "soldiers_of", lambda version: tuple(cards))
        _forget()

    yield change
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    states.get_profile.cache_clear()
    states.get_tables.cache_clear()


def test_a_condition_on_the_zone_or_an_adjacent_or_wounded_target(reprint: Reprint) -> None:
    reprint("Assault", 1, kind="cooldown", effect="dice", n=2, when="zone2")
    assert refused(scene("Assault Z1-3"), "skill Assault sprint") == "condition"
    state = do(scene("Assault Z2-3", "Gunner Z2-4"), "skill Assault sprint", "attack Assault Gunner")
    assert rolling(state) == 5
    reprint("Heavy", 0, kind="passive", effect="damage", n=1, when="adjacent")
    near = do(scene("Heavy Z2-3", "Gunner Z2-4"), "attack Heavy Gunner", "roll 0 0 0", "roll 0 0 0")
    far = do(scene("Heavy Z2-3", "Gunner Z2-5"), "attack Heavy Gunner", "roll 0 0 0")
    assert (hurt(near, "Gunner"), hurt(far, "Gunner")) == (2, 1)
    reprint("Heavy", 0, kind="passive", effect="range", n=1, when="wounded")
    terrorists = "Gunner Z2-5, Enforcer Z4-4"
    assert "attack Heavy Enforcer" not in legal(scene("Heavy Z2-3", terrorists))
    assert "attack Heavy Enforcer" in legal(scene("Heavy Z2-3", terrorists, damage={"Enforcer": 1}))


def test_a_shield_by_cooldown_lasts_until_the_users_next_activation(reprint: Reprint) -> None:
    reprint("Medic", 0, kind="cooldown", effect="shield", n=2, scope="adjacent")
    state = scene("Medic Z2-3, Scout Z2-4, Heavy Z1-1", "Gunner Z3-4, Saboteur ?Z4-4")
    assert {text.split()[-1] for text in legal(state) if "field" in text} == {"Medic", "Scout"}
    state = do(state, "skill Medic field-dressing Scout", "pass Medic")
    assert see(state)["soldiers"]["Scout"]["shielded"] == 1
    struck = do(state, "attack Gunner Scout", "roll 1 1 1", "roll 0 0 0")
    assert hurt(struck, "Scout") == 1  # 4, less the shield of 2, less Smoke
    beside = scene("Medic Z2-3, Scout Z2-4, Heavy Z3-3", "Gunner Z3-4")
    for before in (["pass Medic"], ["skill Medic field-dressing Scout", "pass Medic"]):
        struck = do(beside, *before, "attack Gunner Heavy", "roll 1 1 1", "roll 0 0 0")
        assert hurt(struck, "Heavy") == 3, "it protects nobody else"
    while see(state)["round"] == 2:
        state = do(state, f"pass {now(state)}")
    assert see(state)["soldiers"]["Scout"]["shielded"] == 0
    dying = scene("Medic Z2-3", "Gunner Z2-4", damage={"Medic": 5})
    dying = do(dying, "skill Medic field-dressing Medic", "pass Medic", "attack Gunner Medic", "roll 1 1 1", "roll 0 0 0")
    assert see(dying)["soldiers"]["Medic"]["shielded"] == 0, "it goes with whoever dies"


def test_an_allys_shield_may_keep_a_hidden_terrorist_hidden(reprint: Reprint) -> None:
    reprint("Warlord", 0, kind="passive", effect="shield", n=1, scope="allies")
    state = scene("Breacher Z2-3", "Gunner ?Z4-3, Warlord Z4-4", cards={"Z3-3": "Trap"}, places={"Z4-3": "Pillbox"})
    state = do(state, "move Breacher Z2-3 Z3-3")
    assert (see(state)["soldiers"]["Gunner"]["state"], hurt(state, "Gunner")) == ("hidden", 0)


def test_no_free_attack_by_cooldown_also_after_the_attack(reprint: Reprint) -> None:
    reprint("Scout", 1, kind="cooldown", effect="no_free", which="always")
    state = do(scene("Scout Z2-3", "Gunner Z2-3"), "skill Scout drone", "move Scout Z2-3 Z2-2")
    assert asked(state) is None
    hidden = do(scene("Scout Z2-3", "Gunner ?Z3-3"), "skill Scout drone", "move Scout Z2-3 Z3-3")
    assert rolling(hidden) == 0


def test_passive_healing_for_oneself_and_for_allies(reprint: Reprint) -> None:
    reprint("Heavy", 0, kind="passive", effect="heal", n=1)
    reprint("Medic", 1, kind="passive", effect="heal", n=2, scope="allies")
    state = scene("Sniper Z1-1, Heavy Z2-3, Medic Z2-4", "Gunner ?Z4-4", active="Gunner", damage={"Heavy": 4})
    assert hurt(do(state, "pass Gunner"), "Heavy") == 1


def test_an_interrupt_stops_the_counterattack_that_would_come(reprint: Reprint) -> None:
    reprint("Heavy", 0, kind="interrupt", effect="no_counter", moment="attack")
    state = do(scene("Heavy Z2-3", "Gunner Z2-4"), "attack Heavy Gunner")
    assert asked(state) == ("Heavy", "doorway")
    quiet = do(state, "interrupt yes", "roll 0 0 0")
    assert hurt(quiet, "Heavy") == 0
    assert rolling(do(state, "interrupt no", "roll 0 0 0")) == 3
    assert asked(do(scene("Heavy Z2-3", "Gunner Z2-5"), "attack Heavy Gunner")) is None


def test_damage_by_interrupt_in_a_counterattack(reprint: Reprint) -> None:
    reprint("Gunner", 0, kind="interrupt", effect="damage", n=3, moment="attack")
    state = do(scene("Heavy Z2-3", "Gunner Z2-4"), "attack Heavy Gunner")
    assert asked(state) == ("Gunner", "full-auto")
    assert hurt(do(state, "interrupt yes", "roll 0 0 0", "roll 1 0 0"), "Heavy") == 5


def test_the_warlord_rallies_adjacent_allies() -> None:
    for terrorists, dice in (("Gunner Z2-4, Warlord Z2-5", 4), ("Gunner Z2-4, Warlord ?Z2-5", 3)):
        assert rolling(do(scene("Heavy Z2-3", terrorists, active="Gunner"), "attack Gunner Heavy")) == dice
    assert rolling(do(scene("Heavy Z2-3", "Warlord Z2-4", active="Warlord"), "attack Warlord Heavy")) == 3


def test_rerolls_by_cooldown_and_a_longer_look(reprint: Reprint) -> None:
    reprint("Heavy", 1, kind="cooldown", effect="reroll", n=2)
    state = do(scene("Heavy Z2-3", "Gunner Z2-5"), "skill Heavy belt-fed", "attack Heavy Gunner", "roll 0 0 1")
    assert rolling(state) == 2
    reprint("Scout", 1, kind="cooldown", effect="reveal", n=2)
    assert "skill Scout drone Z4-3" in legal(scene("Scout Z2-3", cards={"Z4-3": "Crate"}))
