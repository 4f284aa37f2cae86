"""What a draft is made of: cards, teams, the rules of their rosters, fair draws, and what has been picked.

Money is in the unit of the season (thousands for the default Gamers), whole numbers.

A fair draw is what `engines.randomness` commits to before the draft and anybody can repeat after it. Each thing that is
drawn for has a number of its own (the `entry` of `engines.randomness.CommittedRandom`), so nothing depends on what
else was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from engines.randomness import CommittedRandom, commitment
from league.drafts.formats.codec import decode, encode
from league.drafts.formats.draft_time import Timing
from matches.refusals import Refused

ORDER = 1
DECKS = 2
LOTS = 1000
"""Plus the number of a blind auction's round."""
__all__ = ["Card", "Pick", "Refused", "Rules", "Setup", "Team", "Turn"]


@dataclass(frozen=True, slots=True)
class Chance:
    """`seed` is secret till the draft is over, `draft` names the draft, nonces are the franchises' (may be none)."""

    seed: bytes
    draft: str
    nonces: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def stream(self, what: int) -> CommittedRandom:
        return CommittedRandom(self.seed, f"draft {self.draft}", self.nonces, what)


def shuffled(values: Iterable[int], stream: CommittedRandom) -> tuple[int, ...]:
    """A fair shuffle: the first is drawn from all, the next from the others, and so on."""
    left = list(values)
    return tuple(left.pop(stream.below(len(left))) for _ in range(len(left)))


@dataclass(frozen=True, slots=True)
class Card:
    """A gamer. `value` is what autopick and bots go by: any scale, more is better."""

    id: int
    handle: str
    salary: int
    genre: str = ""
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Team:
    """A franchise as it comes into the draft: what its contracts cost, and the cards under contract."""

    id: int
    name: str
    cap_used: int = 0
    roster: tuple[int, ...] = ()
    money: int | None = None
    """What it has to pay with, where picks are paid; None: only the cap limits it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a roster must be when the draft is over."""

    cap: int
    roster_min: int = 4
    roster_max: int = 4
    reserve: int = 0
    """Money that stays for every place still open up to `roster_min`."""
    genres: Mapping[str, int] = field(default_factory=dict)
    """Least number of gamers of a genre."""


@dataclass(frozen=True)
class Setup:
    """Everything that is decided before the first pick. `chance` is secret until the draft is over.

    `cards` are the pool and the cards under contract; `order` the teams that pick (or nominate), first one first.
    `settings` are those of the kind, defaults filled in (see `registry.prepared`).
    """

    kind: str
    teams: tuple[Team, ...]
    cards: tuple[Card, ...]
    rules: Rules
    order: tuple[int, ...]
    timing: Timing = field(default_factory=Timing)
    settings: Mapping[str, Any] = field(default_factory=dict)
    chance: Chance | None = None

    def dump(self) -> dict[str, Any]:
        """JSON of everything but the chance, which is kept where secrets are."""
        return {one.name: encode(getattr(self, one.name)) for one in fields(self) if one.name != "chance"}

    @classmethod
    def load(cls, kept: Mapping[str, Any], chance: Chance | None) -> Setup:
        return replace(decode(kept, cls), chance=chance)

    @cached_property
    def by_id(self) -> dict[int, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def team_of(self) -> dict[int, Team]:
        return {team.id: team for team in self.teams}

    @cached_property
    def seat_of(self) -> dict[int, int]:
        """The number of a team's clock."""
        return {team.id: seat for seat, team in enumerate(self.teams)}

    @cached_property
    def pool(self) -> tuple[int, ...]:
        """Cards that nobody has under contract."""
        bound = {card for team in self.teams for card in team.roster}
        return tuple(card.id for card in self.cards if card.id not in bound)

    @cached_property
    def prices(self) -> dict[int, int]:
        """The least that each card costs: its salary, or where money is bid the opening bid."""
        opening = self.settings.get("opening")
        if opening is None:
            return {card.id: card.salary for card in self.cards}
        at_salary = bool(self.settings.get("from_salary"))
        return {card.id: max(opening, card.salary if at_salary else 0) for card in self.cards}


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """A team's turn to pick: `number` counts all turns from 1, `round` the rounds."""

    number: int
    round: int
    team: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A card that went to a team. `number` counts from 1 and is never given twice, so a pick that was taken back
    leaves a gap. `how` is team, auto, force or fill (the places left open by a blind auction)."""

    number: int
    team: int
    card: int
    price: int
    how: str
    at: datetime
    turn: Turn | None = None
    deck: int | None = None
    """The deck it came from, of a deck draft, counted from 0."""
    drawn: bool = False
    """Drawn blind from the top of its deck, not taken from the open row."""
