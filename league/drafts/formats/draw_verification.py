"""Every draw of a draft that is over, made once more from the revealed seed and held against what the draft went by.

A draw takes its numbers from `engines.randomness.CommittedRandom`: its text is the canonical JSON of ["draw",
"draft <id>", nonces, what, k], where `what` says what was drawn for (`chance.ORDER`, DECKS, LOTS + round) and k counts
from 0.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engines.words import say
from league.drafts.formats.blind import lots
from league.drafts.formats.deck import bands, dealt
from league.drafts.formats.entities import DECKS, LOTS, ORDER, Chance, Refused
from league.drafts.formats.orders import Ordering, prove
from league.drafts.formats.state import Blind, Decks, DraftState

DRAWN = ("random", "lottery")


@dataclass(frozen=True, slots=True)
class Check:
    """`text` is the first draw's text; `fault` is empty where what was drawn and what the draft went by agree."""

    key: str
    title: str
    text: str
    fault: str

    @property
    def agrees(self) -> bool:
        return not self.fault


@dataclass(frozen=True, slots=True)
class Ticket:
    """A draw of the lottery: the team had the tickets `first` to `last` of those numbered from 0."""

    place: int
    total: int
    first: int
    last: int
    number: int
    team: int


def seed_check(chance: Chance, committed: str) -> Check:
    fault = (
        "" if chance.commitment == committed else say("SHA-256 of the revealed seed is not the published fingerprint.")
    )
    return Check("seed", say("The seed"), "", fault)


def order_check(ordering: Ordering, state: DraftState, chance: Chance, committed: str) -> Check:
    """Of an order that was drawn, and that the draft began in it."""
    try:
        fault = prove(ordering, chance, committed)
    except (ValueError, Refused):
        fault = say("So many draws cannot come of these tickets.")
    if not fault and state.setup.order != ordering.order:
        fault = say("The draft did not begin in the order that was drawn.")
    return Check("order", say("Who picks first"), first_text(chance, ORDER), fault)


def deck_check(state: DraftState, chance: Chance) -> Check:
    """That every deck was drawn from top to bottom as shuffled, and that no card was in it but those of its band."""
    faults = (fault for number in range(len(_decks(state).bands)) if (fault := _deck_fault(state, number)))
    return Check("decks", say("The decks"), first_text(chance, DECKS), next(faults, ""))


def lot_checks(state: DraftState, chance: Chance) -> Iterator[Check]:
    """Of the lots for equal bids of each round that was opened; none where ties go by waiver order."""
    if not isinstance(state.table, Blind) or state.setup.settings["ties"] != "lots":
        return
    for opening in state.table.openings:
        again = lots(state.setup.order, opening.round, chance)
        fault = "" if again == opening.ranks else say("The lots that were used are not those that are drawn.")
        title = say("Lots of round {round}", round=opening.round)
        yield Check(f"lots-{opening.round}", title, first_text(chance, LOTS + opening.round), fault)


def tickets(ordering: Ordering) -> Iterator[Ticket]:
    """The draws with the tickets that each team they fell to had at that time."""
    weights = ordering.weights if ordering.how == "lottery" else dict.fromkeys(ordering.base, 1)
    left = [team for team in ordering.base if weights.get(team, 0)]
    for one in ordering.draws:
        first = sum(weights[team] for team in left[: left.index(one.team)])
        last = first + weights[one.team] - 1
        yield Ticket(one.place, one.total, first, last, one.number, one.team)
        left.remove(one.team)


def shuffles(state: DraftState) -> tuple[tuple[int, ...], ...]:
    """The decks of a deck draft as the seed shuffles them, top first."""
    return dealt(_decks(state).bands, state.setup)


def first_text(chance: Chance, what: int) -> str:
    """What the key, the seed, is used on for the first number."""
    about = ["draw", f"draft {chance.draft}", list(chance.nonces), what, 0]
    return json.dumps(about, separators=(",", ":"), ensure_ascii=True)


def _deck_fault(state: DraftState, number: int) -> str:
    table, setup = _decks(state), state.setup
    if table.bands != bands([setup.by_id[card] for card in setup.pool], len(table.bands)):
        return say("The decks were not made by salary.")
    mine = [pick for pick in state.picks if pick.deck == number]
    there = [*table.decks[number], *table.rows[number], *(pick.card for pick in mine)]
    if sorted(there) != sorted(table.bands[number]):
        return say("Deck {number} does not come to the cards that it was made of.", number=number + 1)
    drawn = [pick.card for pick in mine if pick.drawn]
    if not _in_order([*drawn, *table.decks[number]], shuffles(state)[number]):
        return say("Deck {number} was not drawn from in the order in which it was shuffled.", number=number + 1)
    return ""


def _in_order(some: Iterable[int], every: Sequence[int]) -> bool:
    """Whether `some` stand in `every` one after the other, gaps allowed."""
    rest = iter(every)
    return all(one in rest for one in some)


def _decks(state: DraftState) -> Decks:
    assert isinstance(state.table, Decks)
    return state.table
