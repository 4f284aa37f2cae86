"""A position of Incursion Point: Zero: one immutable tuple, with the results of the set-up in a second one.

Frequently used derived data, the eight Soldiers with their Gamers and the effects of Locations, is cached beside it.
Soldiers of a match are numbered 0-3 (Strike) and 4-7 (Terrorists), each side in its activation order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from engines.common import dump_outcome, load_outcome, to_tuples
from engines.contract import Json, Options, Outcome
from engines.incursion_point_zero import cards, spaces
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import GAMERS as DEFAULT_GAMERS, SQUAD, Ability, Bullet, Gamer, soldiers_of
from engines.incursion_point_zero.gamers import number_gamers

# Phases. In GAMERS and DEAL the referee deals; all others wait for players, except for dice in PLAY.
GAMERS, SQUADS, DEAL, PLACE, DROP, LAY, PLAY, OVER = (
    "gamers", "squad", "deal", "place", "drop", "lay", "play", "over",
)  # fmt: skip
VERSION = 3  # The newest version of the rules; changes: site/rules/en.md, "Versions".
STRIKE, TERRORISTS = 0, 1
ROUNDS = 6
OFF = -1  # In `at` and `lairs`: not there.
# `did` in the current activation: it has begun to act; it has attacked; its movement has ended.
ACTED, ATTACKED, HALTED = 1, 2, 4
EMPTY = bytes(spaces.SPACE_COUNT)


Member: TypeAlias = "tuple[int, int]"  # class, Gamer's number or -1
Squad: TypeAlias = "tuple[Member, ...]"
DICE_WITHOUT_GAMERS = 3  # IP-2
UNITS = 2 * SQUAD
ORDER = tuple(place // 2 + SQUAD * (place % 2) for place in range(UNITS))  # Strike's first, the Terrorists' first, ...


class Profile:
    """A Soldier of a version with its Gamer, cached. Abilities: the Skills in card order, then the Talent."""

    def __init__(self, at: int, gamer: Gamer | None, version: int) -> None:
        soldier = soldiers_of(version)[at]
        talent = gamer.talent if gamer else None
        self.at = at
        self.name, self.side, self.focus = soldier.name, soldier.side, soldier.focus
        self.handle = gamer.handle if gamer else None
        self.range, self.base, self.hp = soldier.range, soldier.base, soldier.hp
        self.dice = gamer.stats[soldier.focus] if gamer else DICE_WITHOUT_GAMERS
        self.abilities: tuple[Ability, ...] = (*soldier.skills, *([talent] if talent else ()))
        self.passive = self._abilities_by_effect("passive", "self")
        self.auras = self._abilities_by_effect("passive", "allies")
        self.cooldowns = tuple((at, ability) for at, ability in enumerate(self.abilities) if ability.kind == "cooldown")
        self.boosts = self._abilities_by_effect("cooldown", "")
        self.interrupts: dict[str, tuple[int, ...]] = {}
        for number, ability in enumerate(self.abilities):
            if ability.kind == "interrupt":
                self.interrupts[ability.moment] = (*self.interrupts.get(ability.moment, ()), number)

    def _abilities_by_effect(self, kind: str, scope: str) -> dict[str, tuple[tuple[int, Ability], ...]]:
        result: dict[str, tuple[tuple[int, Ability], ...]] = {}
        for number, ability in enumerate(self.abilities):
            if ability.kind == kind and scope in ("", ability.scope):
                result[ability.effect] = (*result.get(ability.effect, ()), (number, ability))
        return result


get_profile = lru_cache(maxsize=4096)(Profile)


def list_profiles(squads: tuple[Squad, Squad], own_gamers: tuple[Gamer, ...], version: int) -> list[Profile]:
    """Return the eight Soldiers. `own_gamers` are the match's own, numbered after the default set's."""
    gamers = DEFAULT_GAMERS + own_gamers
    return [get_profile(at, gamers[gamer] if gamer >= 0 else None, version) for squad in squads for at, gamer in squad]


class Tables:
    """Everything derived from both squads and the map, cached per combination."""

    def __init__(self, squads: tuple[Squad, Squad], map_: bytes, own_gamers: tuple[Gamer, ...], version: int) -> None:
        self.units = tuple(list_profiles(squads, own_gamers, version))
        self.unit_of = [-1] * len(cards.CLASSES)
        for unit, entry in enumerate(self.units):
            self.unit_of[entry.at] = unit
        self.locations = sum(1 << space for space in spaces.ALL if map_[space])
        # Where Soldiers may stand: Locations, and empty spaces adjacent to one.
        self.ground = self.locations | spaces.adjacent_spaces(self.locations)
        self.steps = tuple(
            tuple(other for other in spaces.NEIGHBOURS[space] if self.ground >> other & 1) for space in spaces.ALL
        )
        bullets = [cards.LOCATIONS[place - 1].bullet if place else None for place in map_]
        self.there: tuple[Bullet | None, ...] = tuple(entry if entry and entry.when == "there" else None for entry in bullets)
        self.on_reveal = tuple(entry if entry and entry.when == "reveal" else None for entry in bullets)
        self.room = tuple(3 if entry and entry.effect == "third" else 2 for entry in self.there)
        self.auras: dict[str, tuple[int, ...]] = {}
        for unit, entry in enumerate(self.units):
            for effect in entry.auras:
                self.auras[effect] = (*self.auras.get(effect, ()), unit)


get_tables = lru_cache(maxsize=512)(Tables)


class Setup(NamedTuple):
    """The results of the set-up. Masks of Locations are bit sets of their numbers."""

    options: Options
    rosters: tuple[tuple[int, ...], tuple[int, ...]]  # Gamers each side may use
    squads: tuple[Squad | None, Squad | None] = (None, None)  # submitted; secret until both are
    hands: tuple[int, int] = (0, 0)  # masks of Locations
    turn: int = 0  # Location cards played or discarded
    map: bytes = EMPTY  # by space: 0 or 1 + Location
    discarded: tuple[int, ...] = ()  # Locations
    dropped: tuple[int, ...] = ()  # Incursion cards
    cards: bytes = EMPTY  # by space: the Incursion card laid there, even if it is gone; 0 none
    own: tuple[Gamer, ...] = ()  # the match's own Gamers, whose numbers come after the default set's
    version: int = VERSION  # of the rules by which the match is played

    @property
    def handles(self) -> tuple[str, ...]:
        return cards.HANDLES + tuple(gamer.handle for gamer in self.own) if self.own else cards.HANDLES


class Fight(NamedTuple):
    """An attack that waits for dice or answers. Pairs are attacker's, defender's; `faces` is None before the roll."""

    attacker: int
    defender: int
    free: bool
    base: bool  # a Free Attack with Base Damage, or no Free Attack
    countered: bool = False
    no_counter: bool = False  # by an interrupt
    dice: tuple[int, int] = (0, 0)  # by interrupts
    damage: tuple[int, int] = (0, 0)
    faces: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    thrown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # all dice in rolling order, for the record
    side: int = 0  # whose dice roll: 0 the attacker's

    def pair(self, side: int) -> tuple[int, int]:
        """Return the Soldier who rolls, and its target."""
        return (self.defender, self.attacker) if side else (self.attacker, self.defender)


class State(NamedTuple):
    """A position; fields with defaults have them before the play."""

    phase: str
    setup: Setup
    tables: Tables | None = None  # in play
    down: int = 0  # mask of spaces with a face-down card
    shown: bool = False  # the missile lies face up
    loot: tuple[tuple[int, int], ...] = ()  # equipment face up: space, card
    at: tuple[int, ...] = (OFF,) * UNITS  # by Soldier: its space as visible to all
    lairs: tuple[int, ...] = (OFF,) * SQUAD  # by Terrorist: the space of its face-down card
    marks: tuple[int, ...] = (0,) * UNITS  # damage markers by Soldier
    dead: int = 0  # mask of Soldiers
    gear: tuple[tuple[int, ...], ...] = ((),) * UNITS  # equipment cards by Soldier
    spent: tuple[int, ...] = (0,) * UNITS  # by Soldier, mask of abilities
    guards: tuple[tuple[int, int, int], ...] = ()  # shields by cooldown: user, ability, protected Soldier
    round: int = 0
    place: int = 0  # in the order of the eight
    moves: int = 0  # left in this activation
    did: int = 0
    boost: int = 0  # mask of the active Soldier's active cooldowns
    stack: tuple[tuple[Any, ...], ...] = ()  # pending steps, last first
    ask: tuple[Any, ...] | None = None  # an open question: seat, what, and its parts
    fight: Fight | None = None
    blow: tuple[tuple[int, int], ...] = ()  # damage about to be placed: Soldier, amount
    rolling: int = 0  # dice awaited
    events: tuple[tuple[Any, ...], ...] = ()  # effects of the last player's action
    outcome: Outcome | None = None
    legal: tuple[Action, ...] = ()  # in play, of the seat to act

    @property
    def known_tables(self) -> Tables:
        """Return the tables, which are known in play."""
        assert self.tables is not None, "only the play has tables"
        return self.tables


def new(setup: Setup, phase: str) -> State:
    """Return a state of the set-up, before the play."""
    return State(phase, setup)


def cards_to_lay(setup: Setup) -> dict[int, int]:
    """Return how many of each Incursion card, Soldier cards included, are neither laid nor dropped."""
    counts = {card: cards.COUNTS[card] for card in cards.PLAIN}
    counts |= {len(cards.COUNTS) + number: 1 for number in range(SQUAD)}
    for card in (*setup.dropped, *filter(None, setup.cards)):
        counts[card] -= 1
    return {card: count for card, count in counts.items() if count}


def count_to_drop(setup: Setup) -> int:
    """Return how many Incursion cards must still be dropped for missing Locations."""
    return cards.INCURSION_COUNT - sum(map(bool, setup.map)) - len(setup.dropped)


def dump(state: State) -> dict[str, Json]:
    """Return the state as JSON for `load`."""
    saved, setup = state._asdict(), state.setup._asdict()
    del saved["tables"], saved["legal"], setup["own"], setup["version"]
    saved["setup"] = setup | {"map": list(setup["map"]), "cards": list(setup["cards"])}
    saved["outcome"] = dump_outcome(state.outcome)
    return saved


def load(saved: Mapping[str, Any], version: int = VERSION) -> State:
    """Return the state of `dump`, for that version of the rules."""
    options = saved["setup"]["options"]
    parts = {name: to_tuples(part) for name, part in saved["setup"].items() if name != "options"}
    parts |= {"map": bytes(parts["map"]), "cards": bytes(parts["cards"])}
    setup = Setup(options=options, own=number_gamers(options["rosters"])[1], version=version, **parts)
    fields = {name: to_tuples(part) for name, part in saved.items() if name not in ("setup", "outcome")}
    fight = fields["fight"]
    return State(
        setup=setup,
        tables=tables_from_setup(setup) if saved["round"] else None,
        outcome=load_outcome(saved["outcome"]),
        **fields | {"fight": None if fight is None else Fight(*fight)},
    )


def tables_from_setup(setup: Setup) -> Tables:
    """Return the tables of a complete set-up."""
    strike, terrorists = setup.squads
    assert strike is not None, "the squads are known in play"
    assert terrorists is not None, "the squads are known in play"
    return get_tables((strike, terrorists), setup.map, setup.own, setup.version)
