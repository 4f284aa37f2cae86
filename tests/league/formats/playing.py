"""Random tournaments in any format played in rounds: results, no-shows, withdrawals, late entries, overturns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from league.formats.protocol import CannotPair, Entrant, Format, Kind, Pairing, Round, TableRow, contests, has_undecided
from league.formats.settings import BadSetting
from tests.thorough import WHOLE

RESULTS = ((2, 0), (0, 2), (1, 1))


def examples(few: int) -> int:
    """How many examples a property is tried on: in `make prove` forty times as many."""
    return 40 * few if WHOLE else few


def refused(field: str) -> Any:
    """What a check that refuses a setting at this field stands in."""
    return pytest.raises(BadSetting, check=lambda error: error.field == field)


@dataclass
class Event:
    """One event being played. `trouble` is the chance, each round, of each thing that may go wrong."""

    format: Format[Any]
    given: dict[str, Any]
    size: int
    rng: Random
    trouble: float = 0.0
    entrants: list[Entrant] = field(default_factory=list)
    history: list[Round] = field(default_factory=list)
    stuck: str = ""
    rematches: list[Pairing] = field(default_factory=list)
    """Pairings of two who had played each other when they were paired: a ruling can make a forfeit a game later."""

    def __post_init__(self) -> None:
        self.settings = self.format.check(self.given, self.size)
        ids = self.rng.sample(range(1, 10 * self.size), self.size)
        self.entrants = [Entrant(one, half_byes=self.some_rounds(), absences=self.some_rounds()) for one in ids]

    @property
    def ids(self) -> list[int]:
        return [one.id for one in self.entrants]

    @property
    def there(self) -> set[int]:
        return {one.id for one in self.entrants if one.there}

    def some_rounds(self) -> frozenset[int]:
        return frozenset({self.rng.randint(1, 4)} if self.rng.random() < self.trouble / 5 else ())

    def next_round(self) -> Round | None:
        return self.format.next_round(self.settings, self.entrants, self.history)

    def standings(self) -> tuple[TableRow, ...]:
        return self.format.standings(self.settings, self.entrants, self.history)

    def play(self, most: int = 400) -> Event:
        """To the end, or to a round that cannot be paired (`stuck` says why)."""
        for _ in range(most):
            try:
                made = self.next_round()
            except CannotPair as why:
                self.stuck = str(why)
                return self
            if made is None:
                return self
            self.check_round(made)
            if made:
                late = self.trouble / 3
                self.history.append(tuple(one if self.rng.random() < late else self.decide(one) for one in made))
            else:
                self.decide_one()
            if self.rng.random() < self.trouble:
                self.disturb()
            self.check_table()
        raise AssertionError("The event does not end.")

    def decide_one(self) -> None:
        missing = [(at, no) for at, made in enumerate(self.history) for no, one in enumerate(made) if not one.decided]
        at, no = self.rng.choice(missing)
        made = list(self.history[at])
        made[no] = self.decide(made[no])
        self.history[at] = tuple(made)

    def decide(self, pairing: Pairing) -> Pairing:
        if pairing.decided:
            return pairing
        gone = [one not in self.there for one in pairing.sides]
        if any(gone) and len(pairing.sides) == 2:
            return replace(pairing, kind=Kind.FORFEIT, halves=(0 if gone[0] else 2, 0 if gone[1] else 2))
        if len(pairing.sides) > 2:
            halves = [0, 2, 4, 6][-len(pairing.sides) :]
            return replace(pairing, halves=tuple(self.rng.sample(halves, len(halves))))
        if self.rng.random() < self.trouble / 4:
            return replace(pairing, kind=Kind.FORFEIT, halves=self.rng.choice(((2, 0), (0, 2), (0, 0))))
        return replace(pairing, halves=self.rng.choice(RESULTS))

    def disturb(self) -> None:
        self.rng.choice((self.withdraw, self.overturn, self.come_late))()

    def withdraw(self) -> None:
        if len(self.there) > 2:
            at = self.entrants.index(self.rng.choice([one for one in self.entrants if one.there]))
            self.entrants[at] = replace(self.entrants[at], left=len(self.history))

    def overturn(self) -> None:
        number = self.rng.randrange(len(self.history))
        made = list(self.history[number])
        at = self.rng.randrange(len(made)) if made else None
        if at is not None and made[at].is_contested and made[at].decided:
            made[at] = self.decide(replace(made[at], kind=Kind.GAME, halves=(None,) * len(made[at].sides)))
        self.history[number] = tuple(made)

    def come_late(self) -> None:
        if self.format.takes_late and len(self.entrants) < self.size + 3:
            self.entrants.append(Entrant(max(self.ids) + 1, joined=len(self.history)))

    def check_round(self, made: Round) -> None:
        assert made or has_undecided(self.history), "A round without pairings while all results are in."
        busy = [one for pairing in made for one in pairing.entrants]
        assert len(busy) == len(set(busy)), "Somebody is paired twice."
        assert set(busy) <= set(self.ids)
        if made and self.format.key in ("round-robin", "swiss", "heats") and made[0].key != "final":
            assert set(busy) >= self.there, "Somebody is forgotten."
        met = {frozenset(one.entrants) for one in contests(self.history) if one.kind is Kind.GAME}
        self.rematches += [one for one in made if one.kind is Kind.GAME and frozenset(one.entrants) in met]
        for pairing in made:
            if pairing.kind is Kind.GAME:
                assert set(pairing.entrants) <= self.there, "Somebody who withdrew is paired."
                assert not pairing.decided
                assert pairing.is_contested

    def check_table(self) -> None:
        places = self.standings()
        assert sorted(place.entrant for place in places) == sorted(self.ids)
