"""The deck draft."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Draw, Force, Take
from league.drafts.formats.deck import split_by_salary
from league.drafts.formats.entities import DECK_DRAW, ActionError, Card, Chance, Rules, shuffle
from league.drafts.formats.state import DeckTable, DraftState
from league.drafts.formats.visibility import build_view
from tests.league.drafts.formats.playing import NOON, done, gamers, last, refused, setup


def start(**given: object) -> DraftState:
    return draft_rules.start(setup("deck", **{"pool": gamers(), "cap": 40, **given}), NOON)  # type: ignore[arg-type]


def decks(state: DraftState) -> DeckTable:
    assert isinstance(state.table, DeckTable)
    return state.table


def test_the_rulebooks_draft_is_four_decks_of_ten_by_salary_and_a_gamer_of_each() -> None:
    state = start(teams=10)
    salary = {card.id: card.salary for card in gamers()}
    made = decks(state).bands
    assert [len(band) for band in made] == [10, 10, 10, 10]
    assert all(min(salary[card] for card in dear) >= max(salary[card] for card in cheap) for dear, cheap in pairwise(made))
    state = last(state.setup, Random(3))
    for team in state.setup.teams:
        own = [pick.deck for pick in state.picks if pick.team == team.id]
        assert sorted(own) == [0, 1, 2, 3]


def test_the_decks_are_shuffled_by_the_committed_stream() -> None:
    state = start()
    stream = Chance(b"s" * 32, "7").stream(DECK_DRAW)
    again = [shuffle(band, stream) for band in split_by_salary(gamers(), 4)]
    assert list(decks(state).decks) == again
    assert decks(start(seed=b"t" * 32)).decks != decks(state).decks
    with pytest.raises(ActionError) as caught:
        draft_rules.start(replace(setup("deck", pool=gamers()), chance=None), NOON)
    assert (caught.value.code, caught.value.field) == ("no-chance", "chance")


def test_a_turn_draws_the_top_card_of_the_rounds_deck_and_no_other() -> None:
    state = start()
    top = decks(state).decks[0][0]
    assert refused(state, Draw(1, 1)).code == "other-deck"
    assert refused(state, Draw(1, 9)).code == "no-such-deck"
    assert refused(state, Take(1, top)).code == "not-open"
    assert done(state, Draw(1, 0)).picks[0].card == top
    assert done(start(settings={"choice": "any"}), Draw(1, 3)).picks[0].deck == 3


def test_open_cards_are_taken_and_replaced_from_their_deck() -> None:
    state = start(settings={"row": 2})
    table = decks(state)
    assert [len(row) for row in table.rows] == [2, 2, 2, 2]
    after = done(state, Take(1, table.rows[0][1]))
    assert decks(after).rows[0] == (table.rows[0][0], table.decks[0][0])
    assert refused(after, Take(2, table.rows[0][1])).code == "taken"
    assert refused(after, Take(2, table.rows[1][0])).code == "other-deck"


def test_a_drawn_card_that_fits_no_roster_lies_open_and_the_next_is_drawn() -> None:
    pool = (Card(1, "Dear", 9), Card(2, "Dearer", 10), *(Card(n, f"G{n}", 2) for n in range(3, 7)))
    for seed in range(6):
        state = start(teams=2, pool=pool, rules=Rules(5, 2, 2), settings={"decks": 1}, seed=bytes([seed]) * 32)
        undrawn = decks(state).decks[0]
        fitting = next(card for card in undrawn if card > 2)
        state = done(state, Draw(1, 0))
        assert state.picks[0].card == fitting
        assert decks(state).rows[0] == undrawn[: undrawn.index(fitting)]


def test_a_forced_card_leaves_its_deck_wherever_it_lies() -> None:
    state = start()
    hidden = decks(state).decks[2][5]
    state = done(state, Force(3, hidden))
    assert hidden not in decks(state).decks[2]
    assert (state.picks[0].how, state.picks[0].team) == ("force", 3)


def test_what_is_undrawn_is_shown_but_not_in_which_order() -> None:
    shown = build_view(start(), 1)["table"]["decks"][0]
    assert shown["undrawn"] == sorted(shown["band"])
    assert build_view(start(seed=b"t" * 32), 1) == build_view(start(), 1)
