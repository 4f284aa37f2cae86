"""What a match shows: every card, ability, Location and rule that appeared in it, as words."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engines.incursion_point_zero.mutable_state import MutableState
from tests.engines.incursion_point_zero.slow import GAMERS, INCURSIONS, LOCATIONS, SOLDIERS

ABILITIES = {
    ability["id"]: ability
    for ability in [
        *(skill for soldier in SOLDIERS.values() for skill in soldier["skills"]),
        *(gamer["talent"] for gamer in GAMERS.values() if "talent" in gamer),
    ]
}
BULLETS = {location["bullet"]["text"]: name for name, location in LOCATIONS.items() if "bullet" in location}
EVENTS = """
round respawn enter move uncover blocked held pass card take use look ability jammed declined attack free dice damage heal death
"""
VERBS = "squad place discard drop lay enter move attack skill use pass interrupt free reveal"
QUESTIONS = "interrupt free reveal arrive"
EVERYTHING = {
    *(f"class {name}" for name in SOLDIERS),
    *(f"location {name}" for name in LOCATIONS),
    *(f"bullet {name}" for name in BULLETS.values()),
    *(f"card {name}" for name in INCURSIONS if name != "Soldier"),
    *(f"gear {name}" for name, card in INCURSIONS.items() if card["kind"] == "equipment"),
    *(f"ability {name}" for name in ABILITIES),
    *(f"event {word}" for word in EVENTS.split()),
    *(f"verb {word}" for word in VERBS.split()),
    *(f"asked {word}" for word in QUESTIONS.split()),
    "counterattack",
    "end secured",
    "end held",
    "early return",
}


@contextmanager
def watched() -> Iterator[Counter[str]]:
    """Count what passive abilities, bullets and equipment do while matches are played."""
    seen: Counter[str] = Counter()
    holds, sources, heal = MutableState.holds, MutableState.sources, MutableState.heal

    def counted_holds(mutable: MutableState, unit: int, source: Any, target: int = -1) -> bool:
        held = holds(mutable, unit, source, target)
        seen[f"ability {source.id}"] += held and source.kind == "passive"
        return held

    def counted_sources(mutable: MutableState, unit: int, word: str, target: int = -1) -> Any:
        found = sources(mutable, unit, word, target)
        for source in found:
            if hasattr(source, "which") and not hasattr(source, "id"):
                seen[f"bullet {BULLETS[source.text]}"] += 1
            elif getattr(source, "id", "") in INCURSIONS:
                seen[f"gear {source.id}"] += 1
        return found

    def counted_heal(mutable: MutableState, unit: int, n: int) -> None:
        here = LOCATIONS_BY_NUMBER[mutable.setup.map[mutable.at[unit]]] if mutable.at[unit] >= 0 else ""
        reveals = here and LOCATIONS[here].get("bullet", {}).get("when") == "reveal"
        seen[f"bullet {here}"] += bool(reveals and mutable.marks[unit])
        heal(mutable, unit, n)

    MutableState.holds, MutableState.sources, MutableState.heal = counted_holds, counted_sources, counted_heal  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        MutableState.holds, MutableState.sources, MutableState.heal = holds, sources, heal  # type: ignore[method-assign]


LOCATIONS_BY_NUMBER = ["", *LOCATIONS]


def shown(state: Any, do: str) -> Iterator[str]:  # noqa: C901
    """What one entry shows; `state` is the one behind it."""
    yield f"verb {do.split()[0]}"
    if do.startswith("squad"):
        yield from (f"class {member.partition(':')[0]}" for member in do.split()[1:])
    if do.startswith("place"):
        yield f"location {do.split()[1]}"
    if do.startswith("use"):
        yield f"gear {do.split()[2]}"
    for word, *parts in state.events:
        yield f"event {word}"
        if word == "card":
            yield f"card {parts[0]}"
        if word == "ability":
            yield f"ability {parts[1]}"
        if word == "respawn":
            side = int(SOLDIERS[parts[0]]["side"] == "terrorist")
            if state.round not in ((3, 5), (4,))[side]:
                yield from ("early return", "ability early-riser")
    if state.ask is not None:
        yield f"asked {state.ask[1]}"
        if state.ask[1] == "reveal":
            yield f"bullet {LOCATIONS_BY_NUMBER[state.setup.map[state.ask[3]]]}"
    if state.fight is not None and state.fight.countered:
        yield "counterattack"
    if state.outcome is not None:
        yield f"end {state.outcome.reason}"
