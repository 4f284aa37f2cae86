"""Draws of a draft: the order of the teams, and the verification of every draw from the revealed seed.

The order is random, a weighted lottery, the reverse of last season's standings, or set by hand. Each draw is stored, so
that a page can show it and `verify_order` can verify it from the revealed seed.

A draw takes its numbers from `engines.randomness.CommittedRandom`: its text is the canonical JSON of ["draw",
"draft <id>", nonces, subject, k], where the subject is `entities.ORDER_DRAW`, DECK_DRAW or LOT_DRAWS + round, and k
counts from 0.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from engines.i18n import translate as _, translate_n
from engines.randomness import CommittedRandom, hash_seed
from league.drafts.formats.blind import draw_lots
from league.drafts.formats.deck import shuffle_decks, split_by_salary
from league.drafts.formats.entities import DECK_DRAW, LOT_DRAWS, ORDER_DRAW, ActionError, Chance
from league.drafts.formats.state import BlindTable, DeckTable, DraftState

DRAWN = ("random", "lottery")


@dataclass(frozen=True, slots=True)
class TicketDraw:
    """One draw: for `place` (from 1), `number` came out of range(`total`), and that ticket was the team's."""

    place: int
    total: int
    number: int
    team: int


@dataclass(frozen=True, slots=True)
class Ordering:
    """An order and its source: `random`, `lottery`, `standings` or `hand`.

    `base` is the order before the draw; for a lottery, the best chances first, with `weights` (tickets).
    """

    how: str
    order: tuple[int, ...]
    base: tuple[int, ...]
    draws: tuple[TicketDraw, ...] = ()
    weights: Mapping[int, int] = field(default_factory=dict)


def draw_random_order(teams: Sequence[int], chance: Chance) -> Ordering:
    """Return a random order of the teams, each with one ticket."""
    draws = tuple(_draw(teams, dict.fromkeys(teams, 1), len(teams), chance.stream(ORDER_DRAW)))
    return Ordering("random", tuple(draw.team for draw in draws), tuple(teams), draws)


def reverse_standings(standings: Sequence[int]) -> Ordering:
    """Return the reverse of the standings: the last team picks first."""
    return Ordering("standings", tuple(reversed(standings)), tuple(standings))


def build_manual_order(order: Sequence[int], teams: Sequence[int]) -> Ordering:
    """Return the organiser's order. Raises ActionError (field `order`) unless every team is in it once."""
    if sorted(order) != sorted(teams):
        raise ActionError("bad-order", _("List every franchise exactly once."), "order")
    return Ordering("hand", tuple(order), tuple(teams))


def lottery(base: Sequence[int], weights: Mapping[int, int], chance: Chance, places: int | None = None) -> Ordering:
    """Draw the first `places` (by default all) by weight; the other teams follow in the order of `base`.

    A team without a weight takes no part in the lottery. Raises ActionError (field `weights`) if that leaves too few.
    """
    if any(team not in base for team in weights) or any(weight < 0 for weight in weights.values()):
        raise ActionError("bad-weights", _("Weights must be 0 or more, for franchises in this draft."), "weights")
    holders = sum(weight > 0 for weight in weights.values())
    count = holders if places is None else places
    if not 1 <= count <= holders:
        text = translate_n(
            "Can't draw {n} position among {holders} franchises with tickets.",
            "Can't draw {n} positions among {holders} franchises with tickets.",
            count,
            holders=holders,
        )
        raise ActionError("too-few-weights", text, "weights")
    draws = tuple(_draw(base, weights, count, chance.stream(ORDER_DRAW)))
    first = [draw.team for draw in draws]
    rest = [team for team in base if team not in first]
    return Ordering("lottery", (*first, *rest), tuple(base), draws, dict(weights))


def verify_order(ordering: Ordering, chance: Chance, committed: str) -> str:
    """Verify the order against the commitment and the revealed seed; return the failure as a sentence, else empty."""
    if hash_seed(chance.seed) != committed:
        return _("The seed doesn't match the published hash.")
    if ordering.how == "random":
        recomputed = draw_random_order(ordering.base, chance)
    elif ordering.how == "lottery":
        recomputed = lottery(ordering.base, ordering.weights, chance, len(ordering.draws))
    else:
        return _("This order was not drawn.")
    for recorded, expected in zip(ordering.draws, recomputed.draws, strict=True):
        if recorded != expected:
            return _(
                "Position {place}: the seed gives number {number} of {total}, not {other}.",
                place=recorded.place, number=expected.number, total=expected.total, other=recorded.number,
            )  # fmt: skip
    return "" if recomputed.order == ordering.order else _("The order doesn't match the draws.")


def _draw(base: Sequence[int], weights: Mapping[int, int], places: int, stream: CommittedRandom) -> Iterator[TicketDraw]:
    remaining = {team: weights[team] for team in base if weights.get(team)}
    for place in range(1, places + 1):
        total = sum(remaining.values())
        number = stream.below(total)
        team = [*remaining][bisect_right([*accumulate(remaining.values())], number)]
        yield TicketDraw(place, total, number, team)
        del remaining[team]


def iterate_winning_tickets(ordering: Ordering) -> Iterator[tuple[TicketDraw, range]]:
    """Yield each draw with the tickets, numbered from 0, that its winner had at that time."""
    weights = ordering.weights if ordering.how == "lottery" else dict.fromkeys(ordering.base, 1)
    remaining = [team for team in ordering.base if weights.get(team)]
    for draw in ordering.draws:
        first = sum(weights[team] for team in remaining[: remaining.index(draw.team)])
        yield draw, range(first, first + weights[draw.team])
        remaining.remove(draw.team)


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the draws: `text` is the first draw's text; `fault` is empty if the check passed."""

    key: str
    title: str
    text: str
    fault: str

    @property
    def agrees(self) -> bool:
        return not self.fault


def check_seed(chance: Chance, committed: str) -> Check:
    """Return the check of the revealed seed against the commitment."""
    fault = _("The SHA-256 of the revealed seed doesn't match the published hash.")
    return Check("seed", _("Server seed"), "", "" if chance.commitment == committed else fault)


def check_order(ordering: Ordering, state: DraftState, chance: Chance, committed: str) -> Check:
    """Return the check of a drawn order, and that the draft began in it."""
    try:
        fault = verify_order(ordering, chance, committed)
    except (ValueError, ActionError):
        fault = _("These tickets can't produce this many draws.")
    if not fault and state.setup.order != ordering.order:
        fault = _("The draft didn't start in the drawn order.")
    return Check("order", _("Draft order"), build_draw_text(chance, ORDER_DRAW), fault)


def check_decks(state: DraftState, chance: Chance) -> Check:
    """Return the check that every deck was drawn in its shuffled order and held only the cards of its band."""
    return Check("decks", _("The decks"), build_draw_text(chance, DECK_DRAW), next(_find_deck_faults(state), ""))


def _find_deck_faults(state: DraftState) -> Iterator[str]:
    table, setup = _get_deck_table(state), state.setup
    if table.bands != split_by_salary([setup.by_id[card] for card in setup.pool], len(table.bands)):
        yield _("The decks were not made by salary.")
    for number, shuffled in enumerate(reshuffle_decks(state)):
        picks = [pick for pick in state.picks if pick.deck == number]
        present = [*table.decks[number], *table.rows[number], *(pick.card for pick in picks)]
        if sorted(present) != sorted(table.bands[number]):
            yield _("Deck {number} doesn't contain the cards it was made of.", number=number + 1)
        drawn = [pick.card for pick in picks if pick.drawn]
        if not _is_subsequence([*drawn, *table.decks[number]], shuffled):
            yield _("Deck {number} wasn't drawn in its shuffled order.", number=number + 1)


def check_lots(state: DraftState, chance: Chance) -> Iterator[Check]:
    """Yield a check of the lots for equal bids of each round; none where ties go by waiver order."""
    if not isinstance(state.table, BlindTable) or state.setup.settings["ties"] != "lots":
        return
    for opening in state.table.openings:
        recomputed = draw_lots(state.setup.order, opening.round, chance)
        fault = "" if recomputed == opening.ranks else _("The random order used doesn't match the seed.")
        title = _("Random draw for round {round}", round=opening.round)
        yield Check(f"lots-{opening.round}", title, build_draw_text(chance, LOT_DRAWS + opening.round), fault)


def reshuffle_decks(state: DraftState) -> tuple[tuple[int, ...], ...]:
    """Return the decks of a deck draft as the seed shuffles them, top first."""
    return shuffle_decks(_get_deck_table(state).bands, state.setup)


def build_draw_text(chance: Chance, subject: int) -> str:
    """Return the text that, with the seed as key, gives the first number."""
    message = ["draw", f"draft {chance.draft}", list(chance.nonces), subject, 0]
    return json.dumps(message, separators=(",", ":"), ensure_ascii=True)


def _is_subsequence(part: Iterable[int], whole: Sequence[int]) -> bool:
    """Return whether `part` is a subsequence of `whole`."""
    rest = iter(whole)
    return all(value in rest for value in part)


def _get_deck_table(state: DraftState) -> DeckTable:
    assert isinstance(state.table, DeckTable)
    return state.table
