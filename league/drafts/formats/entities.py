"""The values of a draft: cards, teams, roster rules, provably fair draws, and picks.

Money is a whole number in the unit of the season (thousands for the default Gamers).

`engines.randomness` commits to a fair draw before the draft; readers can repeat it afterwards. Each subject of a draw
has a number of its own (the `entry` of `engines.randomness.CommittedRandom`), so draws do not depend on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from engines.randomness import CommittedRandom, hash_seed
from league.drafts.formats.codec import decode, encode
from league.drafts.formats.draft_time import Timing
from matches.errors import ActionError

ORDER_DRAW = 1
DECK_DRAW = 2
LOT_DRAWS = 1000
"""The base of the draw numbers of a blind auction; add the number of the round."""
__all__ = ["ActionError", "Card", "Pick", "Rules", "Setup", "Team", "Turn"]


@dataclass(frozen=True, slots=True)
class Chance:
    """The source of the draws: `seed` is secret until the draft is over; nonces are the franchises' (may be empty)."""

    seed: bytes
    draft: str
    nonces: tuple[str, ...] = ()

    @property
    def commitment(self) -> str:
        return hash_seed(self.seed)

    def stream(self, subject: int) -> CommittedRandom:
        return CommittedRandom(self.seed, f"draft {self.draft}", self.nonces, subject)


def shuffle(values: Iterable[int], stream: CommittedRandom) -> tuple[int, ...]:
    """Return a fair shuffle: the first value is drawn from all, the next from the others, and so on."""
    remaining = list(values)
    return tuple(remaining.pop(stream.below(len(remaining))) for _ in range(len(remaining)))


@dataclass(frozen=True, slots=True)
class Card:
    """A Gamer as a card. Autopick and bots go by `value`: any scale, higher is better."""

    id: int
    handle: str
    salary: int
    genre: str = ""
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Team:
    """A franchise at the start of the draft: its payroll and the cards under contract."""

    id: int
    name: str
    cap_used: int = 0
    roster: tuple[int, ...] = ()
    money: int | None = None
    """Its money where picks are paid; None if only the cap limits it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The requirements for a roster at the end of the draft."""

    cap: int
    roster_min: int = 4
    roster_max: int = 4
    reserve: int = 0
    """Money reserved for each open place up to `roster_min`."""
    genres: Mapping[str, int] = field(default_factory=dict)
    """The least number of Gamers of each genre."""


@dataclass(frozen=True)
class Setup:
    """The draft as fixed before the first pick. `chance` is secret until the draft is over.

    `cards` are the pool and the cards under contract; `order` is that of the teams that pick (or nominate). `settings`
    are those of the kind, with defaults filled in (see `registry.prepare_settings`).
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
        """Return everything but the chance, which is stored separately, as JSON."""
        return {entry.name: encode(getattr(self, entry.name)) for entry in fields(self) if entry.name != "chance"}

    @classmethod
    def load(cls, data: Mapping[str, Any], chance: Chance | None) -> Setup:
        return replace(decode(data, cls), chance=chance)

    @cached_property
    def by_id(self) -> dict[int, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def team_of(self) -> dict[int, Team]:
        return {team.id: team for team in self.teams}

    @cached_property
    def seat_of(self) -> dict[int, int]:
        """Return the clock seat of each team."""
        return {team.id: seat for seat, team in enumerate(self.teams)}

    @cached_property
    def pool(self) -> tuple[int, ...]:
        """Return the cards that are not under contract."""
        bound = {card for team in self.teams for card in team.roster}
        return tuple(card.id for card in self.cards if card.id not in bound)

    @cached_property
    def prices(self) -> dict[int, int]:
        """Return the least price of each card: its salary, or the opening bid where teams bid."""
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
    """A card that went to a team. `number` counts from 1 and is never reused, so an undone pick leaves a gap.

    `how` is team, auto, force or fill (a place left open by a blind auction).
    """

    number: int
    team: int
    card: int
    price: int
    how: str
    at: datetime
    turn: Turn | None = None
    deck: int | None = None
    """In a deck draft, the deck it came from, counted from 0."""
    drawn: bool = False
    """Whether it was drawn from the top of its deck, not taken from the open row."""
