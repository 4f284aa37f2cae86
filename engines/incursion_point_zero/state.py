"""A position of Incursion Point: Zero: one immutable tuple, with what the set-up settled in a second one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.common import dump_outcome, load_outcome, tupled
from engines.contract import Json, Options, Outcome
from engines.incursion_point_zero import spaces
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import COUNTS, HANDLES, PLAIN, SETTING, SQUAD, Gamer
from engines.incursion_point_zero.cards import GAMERS as DEFAULT_GAMERS
from engines.incursion_point_zero.match_tables import UNITS, Squad, Tables, tables
from engines.incursion_point_zero.rosters import numbered

# Phases. In GAMERS and DEAL the referee deals; all others wait for players, but for the dice in PLAY.
GAMERS, SQUADS, DEAL, PLACE, DROP, LAY, PLAY, OVER = (
    "gamers", "squad", "deal", "place", "drop", "lay", "play", "over",
)  # fmt: skip
VERSION = 2  # the newest of the rules; what it changed: docs/rules/incursion-point-zero.md, "Versions"
STRIKE, TERRORISTS = 0, 1
ROUNDS = 6
OFF = -1  # in `at` and `lairs`: not there
# `did`, in the running activation: it has begun to act; it has attacked; its movement has ended.
ACTED, ATTACKED, HALTED = 1, 2, 4
EMPTY = bytes(spaces.COUNT)


class Setup(NamedTuple):
    """What the set-up settled. Masks of Locations are bit sets of their numbers."""

    options: Options
    rosters: tuple[tuple[int, ...], tuple[int, ...]]  # Gamers each side may use
    squads: tuple[Squad | None, Squad | None] = (None, None)  # handed in; secret until both are
    hands: tuple[int, int] = (0, 0)  # masks of Locations
    turn: int = 0  # Location cards played or discarded
    map: bytes = EMPTY  # by space: 0 or 1 + Location
    discarded: tuple[int, ...] = ()  # Locations
    dropped: tuple[int, ...] = ()  # Incursion cards
    cards: bytes = EMPTY  # by space: the Incursion card laid there, also once it is gone; 0 none
    own: tuple[Gamer, ...] = ()  # the match's own Gamers, whose numbers come after the default set's
    version: int = VERSION  # of the rules by which the match is played

    @property
    def gamers(self) -> tuple[Gamer, ...]:
        """By number."""
        return (*DEFAULT_GAMERS, *self.own) if self.own else DEFAULT_GAMERS

    @property
    def handles(self) -> tuple[str, ...]:
        return (*HANDLES, *(gamer.handle for gamer in self.own)) if self.own else HANDLES


class Fight(NamedTuple):
    """An attack that waits for dice or answers. Pairs are attacker's, defender's; `faces` is None before the roll."""

    attacker: int
    defender: int
    free: bool
    base: bool  # a Free Attack with Base Damage, or no Free Attack
    countered: bool
    no_counter: bool  # by an interrupt
    dice: tuple[int, int]  # by interrupts
    damage: tuple[int, int]
    faces: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    thrown: tuple[tuple[int, ...], tuple[int, ...]]  # all dice in rolling order, for the record
    side: int  # whose dice roll: 0 the attacker's


class State(NamedTuple):
    """A position; what has a default is so before the play."""

    phase: str
    setup: Setup
    tables: Tables | None = None  # in play
    down: int = 0  # mask of spaces with a face-down card
    shown: bool = False  # the missile lies face up
    loot: tuple[tuple[int, int], ...] = ()  # equipment face up: space, card
    at: tuple[int, ...] = (OFF,) * UNITS  # by Soldier: its space, as all see it
    lairs: tuple[int, ...] = (OFF,) * SQUAD  # by Terrorist: the space of its face-down card
    marks: tuple[int, ...] = (0,) * UNITS  # damage markers by Soldier
    dead: int = 0  # mask of Soldiers
    gear: tuple[tuple[int, ...], ...] = ((),) * UNITS  # equipment cards by Soldier
    spent: tuple[int, ...] = (0,) * UNITS  # by Soldier, mask of abilities
    guards: tuple[tuple[int, int, int], ...] = ()  # shields by cooldown: user, ability, who is shielded
    round: int = 0
    place: int = 0  # in the order of the eight
    moves: int = 0  # left in this activation
    did: int = 0
    boost: int = 0  # mask of the active Soldier's cooldowns at work
    stack: tuple[tuple[Any, ...], ...] = ()  # what is still to be done, last first
    ask: tuple[Any, ...] | None = None  # an open question: seat, what, and its parts
    fight: Fight | None = None
    blow: tuple[tuple[int, int], ...] = ()  # damage about to be placed: Soldier, amount
    rolling: int = 0  # dice awaited
    events: tuple[tuple[Any, ...], ...] = ()  # what the last player's action brought about
    outcome: Outcome | None = None
    legal: tuple[Action, ...] = ()  # in play, of whoever is to act


def new(setup: Setup, phase: str) -> State:
    """Return a state of the set-up, in which nothing of the play has begun."""
    return State(phase, setup)


def left_to_lay(setup: Setup) -> dict[int, int]:
    """Return how many of each Incursion card, Soldier cards included, are neither laid nor dropped."""
    counts = {card: COUNTS[card] for card in PLAIN}
    counts |= {len(COUNTS) + number: 1 for number in range(SQUAD)}
    for card in (*setup.dropped, *filter(None, setup.cards)):
        counts[card] -= 1
    return {card: count for card, count in counts.items() if count}


def to_drop(setup: Setup) -> int:
    """Incursion cards that are still to be dropped for Locations that are missing."""
    return SETTING - sum(map(bool, setup.map)) - len(setup.dropped)


def dump(state: State) -> dict[str, Json]:
    """Return a JSON value from which `load` makes the same state."""
    saved, setup = state._asdict(), state.setup._asdict()
    del saved["tables"], saved["legal"], setup["own"], setup["version"]
    saved["setup"] = setup | {"map": list(setup["map"]), "cards": list(setup["cards"])}
    saved["outcome"] = dump_outcome(state.outcome)
    return saved


def load(saved: Mapping[str, Any], version: int = VERSION) -> State:
    """Return the state of a dump, to be played by that version of the rules."""
    options = saved["setup"]["options"]
    parts = {name: tupled(part) for name, part in saved["setup"].items() if name != "options"}
    parts |= {"map": bytes(parts["map"]), "cards": bytes(parts["cards"])}
    setup = Setup(options=options, own=numbered(options["rosters"]).own, version=version, **parts)
    kept = {name: tupled(part) for name, part in saved.items() if name not in ("setup", "outcome")}
    fight = kept["fight"]
    return State(
        setup=setup,
        tables=tables_of(setup) if saved["round"] else None,
        outcome=load_outcome(saved["outcome"]),
        **kept | {"fight": None if fight is None else Fight(*fight)},
    )


def tables_of(setup: Setup) -> Tables:
    strike, terrorists = setup.squads
    assert strike is not None, "the squads are known in play"
    assert terrorists is not None, "the squads are known in play"
    return tables((strike, terrorists), setup.map, setup.own)
