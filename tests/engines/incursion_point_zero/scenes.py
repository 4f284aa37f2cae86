"""Positions for the tests: eight Soldiers on a map of Chapels (which do nothing), and what is done there."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engines import play
from engines.contract import IllegalAction
from tests.engines.incursion_point_zero.slow_combat import GAMERS, INCURSIONS, LOCATIONS, SOLDIERS, SPACES, read, write
from tests.engines.incursion_point_zero.worlds import ENGINE

STRIKE, TERRORISTS = 0, 1
CLASSES, HANDLES, IDS = list(SOLDIERS), list(GAMERS), list(LOCATIONS)
CARDS = ["", *(card for card in INCURSIONS if card != "Soldier")]
STRIKERS = ("Assault", "Sniper", "Breacher", "Medic", "Scout", "Heavy")
DEFENDERS = ("Gunner", "Marksman", "Enforcer", "Guerrilla", "Saboteur", "Warlord")


def number(space: str) -> int:
    return SPACES.index(read(space))


def member(text: str) -> tuple[int, int]:
    name, _, handle = text.partition(":")
    return CLASSES.index(name), HANDLES.index(handle) if handle else -1


def team(said: str, all_classes: Sequence[str]) -> list[list[str]]:
    """Four [member, place or ""], from texts such as "Assault:Panzord Z2-3, Medic"; filled up with others."""
    found = [(one + " ").split(" ")[:2] for one in filter(None, said.split(", "))]
    named = {one[0].partition(":")[0] for one in found}
    found += [[name, ""] for name in all_classes if name not in named]
    return found[:4]


def scene(
    strike: str = "",
    terrorists: str = "",
    *,
    active: str = "",
    cards: Mapping[str, str] = {},
    places: Mapping[str, str] = {},
    gaps: str = "",
    shown: bool = False,
    round_: int = 2,
    damage: Mapping[str, int] = {},
    gear: Mapping[str, str] = {},
    loot: Mapping[str, str] = {},
    spent: Sequence[str] = (),
    moves: int = 2,
    did: int = 0,
) -> Any:
    """A position in play. Places are spaces, `?Z3-3` for a hidden Terrorist, "dead", or nothing for off the map.

    `places` sets Locations, `gaps` takes some away; the missile lies on Z4-1 unless `cards` says otherwise.
    """
    teams = [team(strike, STRIKERS), team(terrorists, DEFENDERS)]
    names = [one[0].partition(":")[0] for side in teams for one in side]
    where = [one[1] for side in teams for one in side]
    map_ = [0 if write(space) in gaps.split() else 1 + IDS.index("Chapel") for space in SPACES]
    for space, location in places.items():
        map_[number(space)] = 1 + IDS.index(location)
    laid = dict(cards)
    if "Missile" not in laid.values():
        laid["Z4-1"] = "Missile"
    numbers = [0] * 20
    for space, card in laid.items():
        numbers[number(space)] = CARDS.index(card)
    lairs = [-1] * 4
    for at, place in enumerate(where[4:]):
        if place.startswith("?"):
            lairs[at] = number(place[1:])
            numbers[lairs[at]] = len(CARDS) + at
    down = sum(1 << at for at, card in enumerate(numbers) if card and not (shown and card == 1))
    gamers = any(":" in one[0] for side in teams for one in side)
    fresh = ENGINE.dump(ENGINE.start(ENGINE.options({"gamers": False}), 2))
    assert isinstance(fresh, Mapping)
    setup = {
        **fresh["setup"],
        "options": {"gamers": gamers, "rosters": None},
        "squads": [[member(one[0]) for one in side] for side in teams],
        "map": map_,
        "cards": numbers,
    }
    order = [name for pair in zip(names[:4], names[4:], strict=True) for name in pair]
    return ENGINE.load(
        {
            **fresh,
            "phase": "play",
            "setup": setup,
            "down": down,
            "shown": shown,
            "loot": [[number(space), CARDS.index(card)] for space, card in loot.items()],
            "at": [number(place) if place[:1] == "Z" else -1 for place in where],
            "lairs": lairs,
            "marks": [damage.get(name, 0) for name in names],
            "dead": sum(1 << at for at, place in enumerate(where) if place == "dead"),
            "gear": [[CARDS.index(card) for card in gear.get(name, "").split()] for name in names],
            "spent": [spent_mask(name, one[0], spent) for name, one in zip(names, teams[0] + teams[1], strict=True)],
            "round": round_,
            "place": order.index(active or names[0]),
            "moves": moves,
            "did": did,
        }
    )


def spent_mask(name: str, said: str, spent: Sequence[str]) -> int:
    handle = said.partition(":")[2]
    abilities = [*SOLDIERS[name]["skills"], *([GAMERS[handle]["talent"]] if handle and "talent" in GAMERS[handle] else [])]
    return sum(1 << at for at, ability in enumerate(abilities) if ability["id"] in spent)


def do(state: Any, *texts: str) -> Any:
    """The state after actions of whoever is to act, `roll ...` by the referee."""
    for text in texts:
        seat = None if text.startswith("roll") else min(ENGINE.to_act(state))
        state = ENGINE.apply(state, seat, ENGINE.decode(text))
    return state


def see(state: Any) -> Any:
    return ENGINE.open_view(state)


def soldier(state: Any, name: str) -> Any:
    return see(state)["soldiers"][name]


def at(state: Any, name: str) -> str | None:
    where: str | None = soldier(state, name)["at"]
    return where


def hurt(state: Any, name: str) -> int:
    damage: int = soldier(state, name)["damage"]
    return damage


def asked(state: Any) -> tuple[str, str] | None:
    """Who is asked, and the ability or the kind of question."""
    question = see(state)["question"]
    return None if question is None else (question["soldier"], question.get("ability", question["kind"]))


def rolling(state: Any) -> int:
    dice: int = (see(state)["fight"] or {"rolling": 0})["rolling"]
    return dice


def now(state: Any) -> str:
    """The active Soldier."""
    name: str = see(state)["turn"]["soldier"]
    return name


def legal(state: Any) -> set[str]:
    listed = ENGINE.legal(state, min(ENGINE.to_act(state)))
    assert listed is not None
    return {ENGINE.encode(action) for action in listed}


def refused(state: Any, text: str, seat: int | None = None) -> str:
    """The code of the refusal."""
    actor = min(ENGINE.to_act(state), default=0) if seat is None else seat
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, play.Position(state, ENGINE.outcome(state)), actor, text)
    assert caught.value.text.endswith(".")
    return caught.value.code


def end(state: Any) -> tuple[int, str]:
    outcome = ENGINE.outcome(state)
    assert outcome is not None, "the match is not over"
    return outcome.ranks.index(1), outcome.reason
