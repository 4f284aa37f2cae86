"""Who picks when: orders, how they are drawn and proved, and how the turns run."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Draw, Force, Order, Pass, Skip, Take
from league.drafts.formats.deck import split_by_salary
from league.drafts.formats.draws import build_manual_order, draw_random_order, lottery, reverse_standings, verify_order
from league.drafts.formats.entities import DECK_DRAW, ActionError, Card, Chance, Rules, shuffle
from league.drafts.formats.state import DeckTable, DraftState
from tests.league.drafts.formats.playing import NOON, done, gamers, last, refused, setup

CHANCE = Chance(b"k" * 32, "12", ("a", "b"))


@pytest.mark.parametrize(
    ("kind", "given", "teams"),
    [("linear", {}, "123123123123"), ("snake", {}, "123321123321"), ("snake", {"third_reversed": True}, "123321321123")],
)
def test_a_linear_draft_repeats_its_order_and_a_snake_reverses_it(kind: str, given: dict[str, bool], teams: str) -> None:
    state = draft_rules.start(setup(kind, 3, settings=given), NOON)
    rng = Random(1)
    while not state.over:
        (team,) = draft_rules.teams_to_act(state)
        state = done(state, Take(team, rng.choice(state.books.remaining).id))
    assert "".join(str(pick.team) for pick in state.picks) == teams


def test_a_random_order_is_a_fair_shuffle_that_the_revealed_seed_proves() -> None:
    ordering = draw_random_order((1, 2, 3, 4), CHANCE)
    assert sorted(ordering.order) == [1, 2, 3, 4]
    assert verify_order(ordering, CHANCE, CHANCE.commitment) == ""
    first = Counter(draw_random_order((1, 2, 3), Chance(bytes([n]) * 32, str(m))).order for n in range(30) for m in range(10))
    assert len(first) == 6
    assert min(first.values()) > 25


def test_a_lottery_draws_by_weight_and_the_rest_follow_as_they_stood() -> None:
    ordering = lottery((4, 3, 2, 1), {4: 5, 3: 3, 2: 0}, CHANCE, 1)
    assert ordering.draws[0].total == 8
    assert ordering.order == (ordering.draws[0].team, *(team for team in (4, 3, 2, 1) if team != ordering.draws[0].team))
    assert verify_order(ordering, CHANCE, CHANCE.commitment) == ""
    won = Counter(lottery((1, 2), {1: 9, 2: 1}, Chance(bytes([n]) * 32, str(m))).order[0]
                  for n in range(20) for m in range(20))  # fmt: skip
    assert 340 < won[1] < 380


def test_a_tampered_lottery_is_found_out() -> None:
    ordering = lottery((1, 2, 3), {1: 1, 2: 1, 3: 1}, CHANCE)
    told = replace(ordering.draws[1], number=1 - ordering.draws[1].number)
    lied = replace(ordering, draws=(ordering.draws[0], told, ordering.draws[2]))
    assert verify_order(lied, CHANCE, CHANCE.commitment).startswith("Position 2: the seed gives number")
    assert verify_order(replace(ordering, order=ordering.order[::-1]), CHANCE, CHANCE.commitment)
    assert verify_order(ordering, replace(CHANCE, seed=b"x" * 32), CHANCE.commitment)
    assert verify_order(reverse_standings((1, 2)), CHANCE, CHANCE.commitment)


def test_standings_are_turned_upside_down_and_a_hand_made_order_is_checked() -> None:
    assert reverse_standings((5, 6, 7)).order == (7, 6, 5)
    assert build_manual_order((2, 1), (1, 2)).order == (2, 1)
    for call in (
        lambda: build_manual_order((1, 1), (1, 2)), lambda: lottery((1, 2), {1: 1}, CHANCE, 2),
        lambda: lottery((1, 2), {3: 1}, CHANCE), lambda: lottery((1, 2), {1: -1}, CHANCE),
    ):  # fmt: skip
        with pytest.raises(ActionError) as caught:
            call()
        assert caught.value.field in ("order", "weights")


def test_a_skipped_turn_comes_at_the_end_and_is_not_lost() -> None:
    state = done(draft_rules.start(setup(), NOON), Skip())
    assert draft_rules.teams_to_act(state) == {2}
    state = draft_rules.apply(state, Take(2, 1), NOON)
    assert [turn.team for turn in state.table.queue][-1] == 1
    assert [turn.team for turn in state.table.queue].count(1) == 4
    alone = draft_rules.start(setup(teams=1), NOON)
    assert refused(alone, Skip()).code == "nobody-else"


def test_the_organiser_deals_the_turns_that_are_left_anew_but_takes_none_that_is_needed() -> None:
    state = draft_rules.start(setup(teams=2, rules=Rules(60, 2, 4), settings={"rounds": 2}), NOON)
    state = done(state, Take(1, 1))
    again = done(state, Order((1, 2, 2)))
    assert draft_rules.teams_to_act(again) == {1}
    assert refused(state, Order((1, 1, 2))).code == "needs-turn"
    assert refused(state, Order((1, 2))).code == "bad-order"
    roomy = draft_rules.start(setup(teams=2, rules=Rules(60, 1, 2)), NOON)
    assert refused(roomy, Order((1, 1, 1, 2))).code == "full"


def test_a_turn_may_be_passed_only_where_the_roster_can_do_without() -> None:
    state = draft_rules.start(setup(teams=2, rules=Rules(60, 1, 2)), NOON)
    state = done(state, Pass(1), Take(2, 1))
    assert refused(state, Pass(1)).code == "needs-turn"
    done_by = done(state, Take(1, 2), Pass(2))
    assert done_by.over == "complete"


# The deck draft


def begun(**given: object) -> DraftState:
    return draft_rules.start(setup("deck", **{"pool": gamers(), "cap": 40, **given}), NOON)  # type: ignore[arg-type]


def decks(state: DraftState) -> DeckTable:
    assert isinstance(state.table, DeckTable)
    return state.table


def test_the_rulebooks_draft_is_four_decks_of_ten_by_salary_and_a_gamer_of_each() -> None:
    state = begun(teams=10)
    salary = {card.id: card.salary for card in gamers()}
    made = decks(state).bands
    assert [len(band) for band in made] == [10, 10, 10, 10]
    assert all(min(salary[card] for card in dear) >= max(salary[card] for card in cheap) for dear, cheap in pairwise(made))
    state = last(state.setup, Random(3))
    for team in state.setup.teams:
        own = [pick.deck for pick in state.picks if pick.team == team.id]
        assert sorted(own) == [0, 1, 2, 3]


def test_the_decks_are_shuffled_by_the_committed_stream() -> None:
    state = begun()
    stream = Chance(b"s" * 32, "7").stream(DECK_DRAW)
    again = [shuffle(band, stream) for band in split_by_salary(gamers(), 4)]
    assert list(decks(state).decks) == again
    assert decks(begun(seed=b"t" * 32)).decks != decks(state).decks
    with pytest.raises(ActionError) as caught:
        draft_rules.start(replace(setup("deck", pool=gamers()), chance=None), NOON)
    assert (caught.value.code, caught.value.field) == ("no-chance", "chance")


def test_a_turn_draws_the_top_card_of_the_rounds_deck_and_no_other() -> None:
    state = begun()
    top = decks(state).decks[0][0]
    assert refused(state, Draw(1, 1)).code == "other-deck"
    assert refused(state, Draw(1, 9)).code == "no-such-deck"
    assert refused(state, Take(1, top)).code == "not-open"
    assert done(state, Draw(1, 0)).picks[0].card == top
    assert done(begun(settings={"choice": "any"}), Draw(1, 3)).picks[0].deck == 3


def test_open_cards_are_taken_and_replaced_from_their_deck() -> None:
    state = begun(settings={"row": 2})
    table = decks(state)
    assert [len(row) for row in table.rows] == [2, 2, 2, 2]
    after = done(state, Take(1, table.rows[0][1]))
    assert decks(after).rows[0] == (table.rows[0][0], table.decks[0][0])
    assert refused(after, Take(2, table.rows[0][1])).code == "taken"
    assert refused(after, Take(2, table.rows[1][0])).code == "other-deck"


def test_a_drawn_card_that_fits_no_roster_lies_open_and_the_next_is_drawn() -> None:
    pool = (Card(1, "Dear", 9), Card(2, "Dearer", 10), *(Card(n, f"G{n}", 2) for n in range(3, 7)))
    for seed in range(6):
        state = begun(teams=2, pool=pool, rules=Rules(5, 2, 2), settings={"decks": 1}, seed=bytes([seed]) * 32)
        undrawn = decks(state).decks[0]
        fitting = next(card for card in undrawn if card > 2)
        state = done(state, Draw(1, 0))
        assert state.picks[0].card == fitting
        assert decks(state).rows[0] == undrawn[: undrawn.index(fitting)]


def test_a_forced_card_leaves_its_deck_wherever_it_lies() -> None:
    state = begun()
    hidden = decks(state).decks[2][5]
    state = done(state, Force(3, hidden))
    assert hidden not in decks(state).decks[2]
    assert (state.picks[0].how, state.picks[0].team) == ("force", 3)
