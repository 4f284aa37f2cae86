"""What an organiser may set for a season with franchises, in words, and when the numbers make sense together.

Nothing here fetches. All money is in thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.gamers.models import Genre
from league.seasons.models import Phase, Waivers
from league.seasons.rules.roster import Held, Roster, RosterRules, completion_cost
from matches.refusals import Refused

MOST_MONEY = 1_000_000
MOST_PLACES = 60
NUMBER, FLAG, CHOICE, GENRES = "number", "flag", "choice", "genres"
ORDER = (Phase.SETUP, Phase.DRAFT, Phase.ROUNDS, Phase.AWARDS, Phase.ARCHIVE)


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to set: its words for people, its limits, and the last phase in which it may be changed."""

    name: str
    label: str
    words: str
    kind: str = NUMBER
    least: int = 0
    most: int = MOST_MONEY
    until: Phase = Phase.SETUP

    def may_change(self, phase: str) -> bool:
        return ORDER.index(Phase(phase)) <= ORDER.index(self.until)


TERMS = (
    Term("founding_open", "Anybody may found a franchise",
         "Switched off, only organisers found franchises, for the players and bots they name.", FLAG),
    Term("franchises_most", "Most franchises", "No more than this many can be founded.", least=2, most=40),
    Term("cap", "Salary cap",
         "The salaries of a roster, and what released Gamers still cost, may come to this much together.", least=1),
    Term("roster_min", "Smallest roster", "A franchise needs this many Gamers before the rounds begin.",
         least=4, most=MOST_PLACES),
    Term("roster_max", "Largest roster", "The places of a roster.", least=4, most=MOST_PLACES),
    Term("reserve", "Reserve for each open place",
         "Room under the cap that a franchise must keep for every place it still has to fill.", most=1000),
    Term("genres", "Genres that a roster needs", "The least number of Gamers of a genre; 0: none is needed.", GENRES),
    Term("contract_seasons", "Contract length", "Seasons that a contract lasts, this one included.", least=1, most=10),
    Term("dead_percent", "Dead money (%)",
         "Share of the salary of a released Gamer that goes on counting against the cap until the contract would have "
         "ended, rounded up.", most=100),
    Term("purse", "Purse", "What every franchise is paid when the season leaves set-up."),
    Term("win_money", "For a win", "Paid for each match won.", most=10_000, until=Phase.DRAFT),
    Term("draw_money", "For a draw", "Paid for each match drawn.", most=10_000, until=Phase.DRAFT),
    Term("loss_money", "For a loss", "Paid for each match lost.", most=10_000, until=Phase.DRAFT),
    Term("participation_money", "For taking part", "Paid for each match played, beside what its result pays.",
         most=10_000, until=Phase.DRAFT),
    Term("waivers", "Free agents",
         "First come: whoever signs first has the Gamer. Sealed bids: the highest bid wins, and is paid.", CHOICE,
         until=Phase.DRAFT),
    Term("waiver_hours", "Hours of sealed bids",
         "How long after the first bid for a Gamer the bids are opened.", least=1, most=336, until=Phase.ROUNDS),
    Term("trade_hours", "Hours an offer stands", "How long an offer of a trade can be answered, unless it says.",
         least=1, most=720, until=Phase.ROUNDS),
    Term("veto_hours", "Hours to stop a trade",
         "How long organisers may stop a trade that was agreed; 0: it is done at once.", most=336, until=Phase.ROUNDS),
    Term("one_match_a_round", "One match a round for each Gamer",
         "A Gamer who plays one match of a round can play no other of it.", FLAG, until=Phase.DRAFT),
)  # fmt: skip
BY_NAME = {one.name: one for one in TERMS}


def read(given: Mapping[str, Any]) -> dict[str, Any]:
    """The terms that were given, each of the right kind and within its limits. Codes: unknown-field, bad-term."""
    if unknown := sorted(set(given) - BY_NAME.keys()):
        raise Refused("unknown-field", f"A season sets no {unknown[0][:40]!r}.", unknown[0][:40])
    return {name: _read(BY_NAME[name], value) for name, value in given.items()}


def _read(term: Term, value: Any) -> Any:
    if term.kind == GENRES:
        return _genres(value)
    if term.kind == FLAG and not isinstance(value, bool):
        raise Refused("bad-term", f"{term.label}: true or false.", term.name)
    if term.kind == CHOICE and value not in Waivers.values:
        raise Refused("bad-term", f"{term.label}: one of {', '.join(Waivers.values)}.", term.name)
    if term.kind == NUMBER and not _whole(value, term.least, term.most):
        text = f"{term.label}: a whole number from {term.least} to {term.most:,}."
        raise Refused("bad-term", text, term.name)
    return value


def _genres(value: Any) -> dict[str, int]:
    """Needs that are more than nothing, in the order of the genres."""
    if not isinstance(value, Mapping) or set(value) - set(Genre.values):
        raise Refused("bad-term", f"Genres are {', '.join(Genre.values)}, each with a number.", "genres")
    if not all(_whole(need, 0, MOST_PLACES) for need in value.values()):
        text = f"Of a genre, a roster needs a whole number of Gamers from 0 to {MOST_PLACES}."
        raise Refused("bad-term", text, "genres")
    return {genre: value[genre] for genre in Genre.values if value.get(genre)}


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def check_sense(rules: RosterRules) -> None:
    """Refused where no roster could ever be legal. Codes: roster-sizes, genres-too-many, cap-too-low."""
    if rules.least > rules.most:
        text = f"The smallest roster ({rules.least}) is larger than the largest ({rules.most})."
        raise Refused("roster-sizes", text, "roster_max")
    needed = sum(rules.genres.values())
    if needed > rules.most:
        text = f"The genres need {needed} Gamers, and a roster has {rules.most} places."
        raise Refused("genres-too-many", text, "genres")
    places = max(rules.least, needed)
    if places * rules.reserve > rules.cap:
        kept = places * rules.reserve
        text = f"{places} places x a reserve of {rules.reserve} = {kept}, and the cap is {rules.cap}."
        raise Refused("cap-too-low", text, "cap")


def check_pool(rules: RosterRules, pool: Sequence[Held], franchises: int) -> None:
    """Refused where the Gamers of a season are too few or too dear. Codes: pool-too-small, cap-too-low."""
    many = max(franchises, 1)
    need = many * rules.least
    if need > len(pool):
        text = f"{_of(many)} x {rules.least} = {need} Gamers, the pool has {len(pool)}"
        raise Refused("pool-too-small", f"{text}.", "pool")
    there = Counter(one.genre for one in pool)
    for genre, least in rules.genres.items():
        if many * least > there[genre]:
            text = f"{_of(many)} x {least} {genre} = {many * least} Gamers, the pool has {there[genre]} of {genre}"
            raise Refused("pool-too-small", f"{text}.", "genres")
    cost = completion_cost(rules, Roster(), pool)
    if cost > rules.cap:
        text = f"The cheapest roster that is legal costs {cost}, and the cap is {rules.cap}."
        raise Refused("cap-too-low", text, "cap")


def _of(many: int) -> str:
    return f"{many} franchise{'' if many == 1 else 's'}"
