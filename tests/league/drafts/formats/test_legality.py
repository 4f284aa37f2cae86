"""Who may have whom: cap, places, reserve, genres, and everybody else's rosters."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from league.drafts.formats import actions, draft_rules, registry
from league.drafts.formats.actions import Bid, Draw, Force, Nominate, Pass, Take, Undo
from league.drafts.formats.entities import ActionError, Card, Rules, Team
from league.drafts.formats.feasibility import Demand, Item, find_plan, fits
from league.drafts.formats.legality import find_max_price, find_refusal
from league.drafts.formats.registry import KINDS
from tests.league.drafts.formats.playing import NOON, done, gamers, last, random_setup, refused, setup
from tests.thorough import WHOLE


def brute(demands: list[Demand], items: list[Item]) -> bool:
    if not demands:
        return True
    return any(
        fits(demands[0], chosen) and brute(demands[1:], [one for one in items if one not in chosen])
        for chosen in combinations(items, demands[0].places)
    )


def test_a_completion_is_found_exactly_where_trying_everything_finds_one() -> None:
    answers = []
    seeds = 2000 if WHOLE else 60
    for seed in range(seeds):
        rng = Random(seed)
        items = [Item(n, rng.randint(1, 9), rng.choice("ABC")) for n in range(rng.randint(4, 8))]
        demands = {}
        for team in range(rng.randint(1, 3)):
            places = rng.randint(1, 3)
            genres = dict.fromkeys(rng.sample("ABC", rng.randint(0, min(2, places))), 1)
            demands[team] = Demand(places, rng.randint(places, places * 6), genres)
        found = find_plan(demands, sorted(items, key=lambda one: (one.price, one.genre, one.id)))
        possible = brute(list(demands.values()), items)
        assert (found is not None) == possible, (demands, items)
        answers.append(possible)
    assert 0.1 < sum(answers) / seeds < 0.9


def test_rules_that_no_draft_can_keep_are_refused_before_it_starts_with_the_arithmetic() -> None:
    for rules, code in (
        (Rules(3, reserve=1), "reserve"), (Rules(9), "cap"), (Rules(60, genres={"FPS": 3}), "genres"),
        (Rules(60, genres={"FPS": 3, "CCG": 3}), "places"), (Rules(60, 5, 4), "bad-setup"), (Rules(-1), "bad-setup"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as caught:
            draft_rules.start(setup(rules=rules), NOON)
        assert caught.value.code == code
        assert caught.value.field
    with pytest.raises(ActionError, match="12 franchises × 4 = 48 Gamers, but the pool has 40") as caught:
        draft_rules.start(setup(teams=12, pool=gamers()), NOON)
    assert (caught.value.code, caught.value.field) == ("pool", "cards")


def test_too_few_rounds_and_contracts_above_the_cap_are_refused_but_more_rounds_than_needed_are_no_harm() -> None:
    assert draft_rules.start(setup(settings={"rounds": 9}), NOON).over == ""
    with pytest.raises(ActionError, match="Team 1 needs 4 more Gamers but has 3 spots or turns"):
        draft_rules.start(setup(settings={"rounds": 3}), NOON)
    with pytest.raises(ActionError, match="Reds's contracts cost 70, but the cap is 60"):
        draft_rules.start(setup(franchises=(Team(1, "Reds", 70), Team(2, "Blues"))), NOON)


def test_over_the_cap_taken_and_unknown_cards_are_refused() -> None:
    state = done(draft_rules.start(setup(), NOON), Take(1, 6))
    assert refused(state, Take(2, 6)).code == "taken"
    assert refused(state, Take(2, 99)).code == "no-such-card"
    assert refused(state, Take(9, 7)).code == "no-such-team"
    assert refused(state, Take(3, 7)).code == "not-your-turn"
    auction = draft_rules.start(setup("auction", cap=12), NOON)
    assert (refused(auction, Nominate(1, 7, 13)).code, refused(auction, Nominate(1, 7, 13)).field) == ("cap", "amount")


def test_money_for_the_places_still_open_is_kept() -> None:
    state = draft_rules.start(setup("auction", rules=Rules(20, reserve=3)), NOON)
    assert find_max_price(state.books, 1, 5) == 20 - 3 * 3
    refusal = refused(state, Nominate(1, 5, 12))
    assert refusal.code == "reserve"
    assert refusal.text == "Team 1 would have 8 left, but must keep 3 for each of 3 open spots: 9."


def test_a_card_is_refused_if_what_remains_would_be_too_dear() -> None:
    pool = tuple(Card(n, f"G{n}", salary) for n, salary in enumerate((9, 5, 5, 5, 5), 1))
    state = draft_rules.start(setup(teams=1, pool=pool, rules=Rules(20, 3, 3)), NOON)
    done(state, Take(1, 1))
    dear = draft_rules.start(setup(teams=1, pool=pool, rules=Rules(18, 3, 3)), NOON)
    refusal = refused(dear, Take(1, 1))
    assert refusal.code == "incompletable"
    assert "would have 9 left, but filling 2 more spots costs at least 10" in refusal.text


def test_the_last_gamer_of_a_genre_is_kept_for_the_team_and_the_place_that_need_it() -> None:
    pool = tuple(Card(n, f"G{n}", 1, "FPS" if n < 3 else "CCG") for n in range(1, 7))
    state = draft_rules.start(setup(teams=2, pool=pool, rules=Rules(9, 2, 3, genres={"FPS": 1})), NOON)
    state = done(state, Take(1, 1), Take(2, 3))
    assert refused(state, Take(1, 2)).code == "others"
    assert find_refusal(state.books, 1, 4, 1) is None
    alone = draft_rules.start(setup(teams=1, pool=pool, rules=Rules(9, 2, 2, genres={"FPS": 1})), NOON)
    refusal = refused(done(alone, Take(1, 3)), Take(1, 4))
    assert (refusal.code, refusal.field) == ("genres", "card")


def test_no_cheap_gamer_is_taken_that_another_team_cannot_do_without() -> None:
    """Two have 6 each for two of {1, 1, 5, 5, 6}: only 1 + 5 completes both."""
    pool = tuple(Card(n, f"G{n}", salary) for n, salary in enumerate((1, 1, 5, 5, 6), 1))
    state = done(draft_rules.start(setup(teams=2, pool=pool, rules=Rules(6, 2, 2)), NOON), Take(1, 1))
    state = done(state, Take(2, 3))
    assert refused(state, Force(1, 2)).code in ("others", "incompletable")
    assert find_refusal(state.books, 1, 4, 5) is None


def test_cards_alike_in_price_and_genre_are_judged_alike() -> None:
    for seed in range(20):
        rng = Random(seed)
        pool = tuple(Card(n, f"G{n}", rng.randint(1, 3), rng.choice("AB")) for n in range(1, 9))
        try:
            state = draft_rules.start(setup(teams=2, pool=pool, rules=Rules(7, 3, 4, genres={"A": 1})), NOON)
        except ActionError:
            continue
        verdicts: dict[tuple[int, str], set[bool]] = {}
        for card in pool:
            legal = find_refusal(state.books, 1, card.id, card.salary) is None
            verdicts.setdefault((card.salary, card.genre), set()).add(legal)
        assert all(len(found) == 1 for found in verdicts.values())


# One pick taken back, and the acts that a log refuses


@pytest.mark.parametrize("kind", KINDS)
def test_a_pick_taken_back_changes_no_other(kind: str) -> None:
    taken = 0
    for seed in range(120 if WHOLE else 6):
        rng = Random(f"undo {kind} {seed}")
        state = last(random_setup(kind, rng), rng)
        pick = rng.choice(state.picks)
        try:
            after = draft_rules.apply(state, Undo(pick.number), state.at)
        except ActionError:
            assert refused(state, Undo(pick.number), state.at).code == "undo-blocked"
            continue
        taken += 1
        assert [one for one in state.picks if one != pick] == list(after.picks)[: len(state.picks) - 1]
        assert after.over == "" or after.made > state.made
    assert taken > 1


def test_an_undone_pick_is_made_again_by_the_same_team_before_all_others() -> None:
    state = done(draft_rules.start(setup(), NOON), Take(1, 1), Take(2, 2), Take(3, 3))
    state = done(state, Undo(2))
    assert draft_rules.teams_to_act(state) == {2}
    assert refused(state, Take(2, 3)).code == "taken"
    state = done(state, Take(2, 2))
    assert [(pick.number, pick.team, pick.card) for pick in state.picks] == [(1, 1, 1), (3, 3, 3), (4, 2, 2)]
    assert draft_rules.teams_to_act(state) == {1}
    assert refused(state, Undo(2)).code == "no-such-pick"


def test_a_later_pick_that_could_not_stand_is_named() -> None:
    pool = tuple(Card(n, f"G{n}", salary) for n, salary in enumerate((1, 5, 3, 3, 3, 3), 1))
    state = draft_rules.start(setup(teams=1, pool=pool, rules=Rules(12, reserve=3)), NOON)
    state = done(state, Take(1, 1), Take(1, 2))
    refusal = refused(state, Undo(1))
    assert refusal.code == "undo-blocked"
    assert refusal.text == "Without pick 1, pick 2 (G2) would break the rules."
    assert done(state, Undo(2)).picks == state.picks[:1]


def test_a_drawn_card_goes_back_unless_a_later_one_came_from_the_same_deck() -> None:
    state = draft_rules.start(setup("deck", pool=gamers(), cap=40), NOON)
    once = done(state, Draw(1, 0))
    assert replace(done(once, Undo(1)), made=0).table == state.table
    twice = done(once, Draw(2, 0))
    assert refused(twice, Undo(1)).code == "undo-blocked"
    assert "Pick 2" in refused(twice, Undo(1)).text


def test_an_undo_that_a_bid_on_the_table_could_not_bear_is_refused() -> None:
    franchises = (Team(1, "Reds"), Team(2, "Blues"), Team(3, "Greens", 0, (20,)))
    state = draft_rules.start(setup("auction", franchises=franchises, rules=Rules(20, 2, 2, reserve=5)), NOON)
    state = done(state, Nominate(1, 1, 1), Pass(2), Pass(3), Nominate(2, 2, 1), Bid(1, 2, 17))
    assert refused(state, Undo(1)).code == "lot-open"


def test_the_last_pick_of_a_finished_draft_can_be_taken_back_and_goes_on() -> None:
    state = draft_rules.start(setup(teams=1, rules=Rules(60, 1, 1)), NOON)
    over = done(state, Take(1, 1))
    assert over.over == "complete"
    assert refused(over, Take(1, 2)).code == "over"
    again = done(over, Undo(1))
    assert again.over == ""
    assert done(again, Force(1, 2)).picks[0].card == 2


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (None, "is"), ({"is": "dance"}, "is"), ({"is": "pick", "team": 1}, "card"),
        ({"is": "pick", "team": "1", "card": 2}, "team"), ({"is": "pick", "team": True, "card": 2}, "team"),
        ({"is": "pick", "team": 1, "card": 2, "price": 3}, "price"), ({"is": "queue", "team": 1, "cards": 3}, "cards"),
        ({"is": "bid", "team": 1, "lot": 1, "amount": 2.5}, "amount"),
    ],
)  # fmt: skip
def test_json_that_is_no_act_is_refused_with_its_field(data: Any, field: str) -> None:
    with pytest.raises(ActionError) as caught:
        actions.load(data)
    assert (caught.value.code, caught.value.field) == ("bad-act", field)


def test_settings_and_kinds_are_checked_with_their_field() -> None:
    with pytest.raises(ActionError) as caught:
        registry.prepare_settings("auction", {"step": 0})
    assert (caught.value.code, caught.value.field) == ("bad-setting", "step")
    with pytest.raises(ActionError) as caught:
        registry.get_kind("raffle")
    assert caught.value.field == "kind"
