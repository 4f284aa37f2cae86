"""The mutable form of `state.State` while an action is applied, with the queries that the rules share.

A MutableState lives only while one action is applied. The remaining steps are on its stack, by name
(`game_flow.STEPS`), so that the match can pause for an answer or a roll and continue afterwards.
"""

from operator import attrgetter
from typing import Any, TypeAlias

from engines.contract import Outcome
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import EQUIPMENT, FIRST_SOLDIER_CARD, MISSILE, SQUAD, Ability, Bullet, Incursion
from engines.incursion_point_zero.spaces import DISTANCE, NAMES, ZONE
from engines.incursion_point_zero.state import HALTED, OFF, ORDER, OVER, PLAY, STRIKE, UNITS, State

Source: TypeAlias = "Ability | Bullet | Incursion"
OUTCOME_BY_WINNER = (Outcome((1, 2), "secured"), Outcome((2, 1), "held"))
# Passives that work in a Soldier's own activation while it is hidden or off the map.
_ACTIVE_WHILE_HIDDEN = ("move", "range", "third")
_fields = attrgetter(*State._fields)
_new_tuple = tuple.__new__


class MutableState:
    """A state that an action is being applied to."""

    __slots__ = (
        "ask", "at", "blow", "boost", "dead", "did", "down", "events", "fight", "gear", "guards", "lairs", "legal",
        "loot", "marks", "moves", "outcome", "phase", "place", "rolling", "round", "setup", "shown", "spent", "stack",
        "tables", "units",
    )  # fmt: skip

    def __init__(self, state: State, keep_events: bool = False) -> None:
        self.phase, self.setup, self.tables = state.phase, state.setup, state.known_tables
        self.units = self.tables.units
        self.down, self.shown, self.loot, self.dead = state.down, state.shown, state.loot, state.dead
        self.at, self.lairs, self.marks = list(state.at), list(state.lairs), list(state.marks)
        self.gear, self.spent, self.guards = list(state.gear), list(state.spent), state.guards
        self.round, self.place, self.moves = state.round, state.place, state.moves
        self.did, self.boost = state.did, state.boost
        self.stack: list[tuple[Any, ...]] = list(state.stack)
        self.ask, self.fight, self.blow, self.rolling = state.ask, state.fight, state.blow, state.rolling
        self.events: list[tuple[Any, ...]] = list(state.events) if keep_events else []
        self.outcome = state.outcome
        self.legal: tuple[Action, ...] = ()

    def freeze(self) -> State:
        """Return the immutable state. The mutable one must not be used afterwards."""
        self.phase = PLAY if self.outcome is None else OVER
        frozen: Any = self  # its lists become tuples
        frozen.at, frozen.lairs, frozen.marks = tuple(self.at), tuple(self.lairs), tuple(self.marks)
        frozen.gear, frozen.spent = tuple(self.gear), tuple(self.spent)
        frozen.stack, frozen.events = tuple(self.stack), tuple(self.events)
        state: State = _new_tuple(State, _fields(frozen))
        return state

    @property
    def active(self) -> int:
        """Return the Soldier whose activation it is."""
        return ORDER[self.place]

    def then(self, *steps: tuple[Any, ...]) -> None:
        """Push these steps, to be done next in this order."""
        self.stack.extend(reversed(steps))

    def add_event(self, *event: Any) -> None:
        self.events.append(event)

    def name(self, unit: int) -> str:
        return self.units[unit].name

    def where(self, unit: int) -> int:
        """Return its space, hidden or not; OFF if it is not on the map."""
        space = self.at[unit]
        return self.lairs[unit - SQUAD] if space < 0 and unit >= SQUAD else space

    def hidden(self, unit: int) -> bool:
        return unit >= SQUAD and self.lairs[unit - SQUAD] >= 0

    def distance(self, unit: int, other: int) -> int:
        return DISTANCE[self.at[unit]][self.at[other]]

    def enemies(self, unit: int) -> range:
        """Return the other side's Soldiers, in their activation order."""
        return range(SQUAD, UNITS) if unit < SQUAD else range(SQUAD)

    def allies(self, unit: int) -> range:
        """Return the own side's Soldiers, including itself."""
        return range(SQUAD) if unit < SQUAD else range(SQUAD, UNITS)

    def holds(self, unit: int, source: Ability, target: int = -1) -> bool:
        """Return whether the condition of an ability is met."""
        when = source.when
        if when == "always":
            return True
        if when == "wounded":
            return target >= 0 and self.marks[target] > 0
        space = self.where(unit)
        if when == "adjacent":
            return target >= 0 and space >= 0 and DISTANCE[space][self.where(target)] <= 1
        return space >= 0 and ZONE[space] == int(when[4:])

    def sources(self, unit: int, effect: str, target: int = -1) -> list[Source]:
        """Return everything that gives a Soldier an effect now, except shields by cooldown (`guards`)."""
        sources: list[Source] = []
        profile, at = self.units[unit], self.at[unit]
        space = self.where(unit)
        if effect in profile.passive and (at >= 0 or (effect in _ACTIVE_WHILE_HIDDEN and unit == self.active)):
            sources += [source for _, source in profile.passive[effect] if self.holds(unit, source, target)]
        if self.boost and effect in profile.boosts and unit == self.active:
            boosts = profile.boosts[effect]
            sources += [source for bit, source in boosts if self.boost >> bit & 1 and self.holds(unit, source, target)]
        if space >= 0:
            bullet = self.tables.there[space]
            if bullet is not None and bullet.effect == effect:
                sources.append(bullet)
            if effect in self.tables.auras:
                sources += self._aura_sources(unit, space, effect, target)
        if self.gear[unit] and effect != "heal":
            sources += [EQUIPMENT[card] for card in self.gear[unit] if EQUIPMENT[card].effect == effect]
        return sources

    def _aura_sources(self, unit: int, space: int, effect: str, target: int) -> list[Source]:
        """Return what other adjacent allies in sight give to it."""
        sources: list[Source] = []
        for ally in self.tables.auras[effect]:
            near = ally != unit and ally in self.allies(unit) and self.at[ally] >= 0
            if near and DISTANCE[self.at[ally]][space] <= 1:
                sources += [source for _, source in self.units[ally].auras[effect] if self.holds(ally, source, target)]
        return sources

    def total(self, unit: int, effect: str, target: int = -1) -> int:
        sources = self.sources(unit, effect, target)
        return sum([source.n for source in sources]) if sources else 0

    def avoids_free(self, unit: int, which: str) -> bool:
        """Return whether it provokes no Free Attack when leaving a space or revealing an enemy."""
        sources = self.sources(unit, "no_free")
        return any(not isinstance(source, Incursion) and source.which in (which, "always") for source in sources)

    def reach(self, unit: int, target: int) -> int:
        """Return its range against a target."""
        return self.units[unit].range + self.total(unit, "range", target)

    def room(self, unit: int, space: int) -> int:
        """Return how many Soldiers the space can hold, including this one, if this one enters it."""
        limit = self.tables.room[space]
        if limit == 3:
            return limit
        # It may be the third in any space, but the Location that it is on has room only for itself; in version 1,
        # where it stood in a Warehouse, too.
        sources = self.sources(unit, "third")
        return 3 if any(self.setup.version < 2 or isinstance(source, Ability) for source in sources) else limit

    def ready(self, unit: int, number: int, target: int = -1) -> bool:
        """Return whether an interrupt can be used: unspent, its Soldier in sight, its condition met."""
        if self.at[unit] < 0 or self.spent[unit] >> number & 1:
            return False
        return self.holds(unit, self.units[unit].abilities[number], target)

    def ask_question(self, unit: int, kind: str, *parts: Any) -> None:
        """Wait for an answer of the Soldier's owner."""
        self.ask = (self.units[unit].side, kind, unit, *parts)

    def spend(self, unit: int, number: int) -> None:
        self.spent[unit] |= 1 << number
        self.add_event("ability", self.name(unit), self.units[unit].abilities[number].id)

    def heal(self, unit: int, n: int) -> None:
        healed = min(n, self.marks[unit])
        if healed:
            self.marks[unit] -= healed
            self.add_event("heal", self.name(unit), healed)

    def halt(self) -> None:
        self.did |= HALTED

    def uncover(self, unit: int) -> None:
        """Replace the card of a hidden Terrorist by its figure."""
        space = self.lairs[unit - SQUAD]
        self.lairs[unit - SQUAD] = OFF
        self.at[unit] = space
        self.down &= ~(1 << space)
        self.add_event("uncover", self.name(unit), NAMES[space])

    def uncover_if_hidden(self, unit: int) -> None:
        """Uncover a Terrorist if it is hidden."""
        if self.hidden(unit):
            self.uncover(unit)

    def terrorist_of_card(self, card: int) -> int:
        """Return the Terrorist of a Soldier card."""
        return SQUAD + card - FIRST_SOLDIER_CARD

    def check_missile(self) -> None:
        """End the match: Strike wins as soon as the missile is face up and no Terrorist is there."""
        if self.shown and self.outcome is None and self.setup.cards.find(MISSILE) not in self.at[SQUAD:]:
            self.win(STRIKE)

    def win(self, side: int) -> None:
        self.outcome = OUTCOME_BY_WINNER[side]
        self.stack.clear()
        self.ask, self.fight, self.blow, self.rolling = None, None, (), 0
