"""What a match looks up often: the eight Soldiers with their Gamers, and what the Locations do.

Soldiers of a match are numbered 0-3 (Strike) and 4-7 (Terrorists), each side in its activation order.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from engines.incursion_point_zero import actions, spaces
from engines.incursion_point_zero.cards import CLASSES, GAMERS, LOCATIONS, SOLDIERS, SQUAD, Gamer
from engines.incursion_point_zero.effects import Ability, Bullet

Member: TypeAlias = "tuple[int, int]"  # class, Gamer by number or -1
Squad: TypeAlias = "tuple[Member, ...]"
DICE_WITHOUT_GAMERS = 3  # IP-2
UNITS = 2 * SQUAD
ORDER = tuple(place // 2 + SQUAD * (place % 2) for place in range(UNITS))  # Strike's first, the Terrorists' first, ...


class Profile:
    """A Soldier with its Gamer; one object for each pair. Abilities: the Skills in card order, then the Talent."""

    def __init__(self, at: int, gamer: Gamer | None) -> None:
        soldier = SOLDIERS[at]
        talent = gamer.talent if gamer else None
        self.at = at
        self.name, self.side, self.focus = soldier.name, soldier.side, soldier.focus
        self.handle = gamer.handle if gamer else None
        self.range, self.base, self.hp = soldier.range, soldier.base, soldier.hp
        self.dice = gamer.stats[soldier.focus] if gamer else DICE_WITHOUT_GAMERS
        self.abilities: tuple[Ability, ...] = (*soldier.skills, *([talent] if talent else ()))
        self.passive = self._by_word("passive", "self")
        self.auras = self._by_word("passive", "allies")
        self.cooldowns = tuple((at, one) for at, one in enumerate(self.abilities) if one.kind == "cooldown")
        self.boosts = self._by_word("cooldown", "")
        self.interrupts: dict[str, tuple[int, ...]] = {}
        for number, one in enumerate(self.abilities):
            if one.kind == "interrupt":
                self.interrupts[one.moment] = (*self.interrupts.get(one.moment, ()), number)
        self.moves = actions.MOVE[at]
        self.enters = actions.ENTER[at]
        self.attacks = actions.ATTACK[at]
        self.passing = actions.PASS[at]

    def _by_word(self, kind: str, scope: str) -> dict[str, tuple[tuple[int, Ability], ...]]:
        found: dict[str, tuple[tuple[int, Ability], ...]] = {}
        for number, one in enumerate(self.abilities):
            if one.kind == kind and scope in ("", one.scope):
                found[one.effect] = (*found.get(one.effect, ()), (number, one))
        return found


@cache
def profile(at: int, gamer: int) -> Profile:
    return Profile(at, GAMERS[gamer] if gamer >= 0 else None)


_with_own = lru_cache(maxsize=2048)(Profile)


def profiles(squads: tuple[Squad, Squad], own: tuple[Gamer, ...]) -> list[Profile]:
    """The eight Soldiers. `own` are the match's own Gamers, whose numbers come after the default set's."""
    if not own:
        return [profile(at, gamer) for squad in squads for at, gamer in squad]
    return [
        profile(at, gamer) if gamer < len(GAMERS) else _with_own(at, own[gamer - len(GAMERS)])
        for squad in squads
        for at, gamer in squad
    ]


class Tables:
    """Everything that follows from both squads and the map; equal where those are."""

    def __init__(self, squads: tuple[Squad, Squad], map_: bytes, own: tuple[Gamer, ...]) -> None:
        self.key = (squads, map_, own)
        self.units = tuple(profiles(squads, own))
        self.unit_of = [-1] * len(CLASSES)
        for unit, one in enumerate(self.units):
            self.unit_of[one.at] = unit
        self.locations = sum(1 << space for space in spaces.ALL if map_[space])
        # Where Soldiers may stand: Locations, and empty spaces that touch one.
        self.ground = self.locations | spaces.touched(self.locations)
        self.steps = tuple(
            tuple(other for other in spaces.NEIGHBOURS[space] if self.ground >> other & 1) for space in spaces.ALL
        )
        bullets = [LOCATIONS[place - 1].bullet if place else None for place in map_]
        self.there: tuple[Bullet | None, ...] = tuple(one if one and one.when == "there" else None for one in bullets)
        self.on_reveal = tuple(one if one and one.when == "reveal" else None for one in bullets)
        self.room = tuple(3 if one and one.effect == "third" else 2 for one in self.there)
        self.auras: dict[str, tuple[int, ...]] = {}
        for unit, one in enumerate(self.units):
            for word in one.auras:
                self.auras[word] = (*self.auras.get(word, ()), unit)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tables) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=512)
def tables(squads: tuple[Squad, Squad], map_: bytes, own: tuple[Gamer, ...]) -> Tables:
    return Tables(squads, map_, own)
