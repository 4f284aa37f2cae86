"""One pick taken back, and the acts that a log refuses."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from league.drafts.formats import actions, draft_rules, registry
from league.drafts.formats.actions import Bid, Draw, Force, Nominate, Pass, Take, Undo
from league.drafts.formats.entities import ActionError, Card, Rules, Team
from tests.league.drafts.formats.playing import KINDS, NOON, done, gamers, last, random_setup, refused, setup
from tests.thorough import WHOLE


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
