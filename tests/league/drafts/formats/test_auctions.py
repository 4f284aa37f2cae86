from dataclasses import replace
from itertools import pairwise
from random import Random

from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Auto, Bid, End, Force, Nominate, Order, Pass, Seal, Skip, Take
from league.drafts.formats.blind import draw_lots
from league.drafts.formats.entities import Rules
from league.drafts.formats.state import AuctionTable, BlindTable, DraftState
from league.drafts.formats.visibility import build_view
from tests.league.drafts.formats.playing import NOON, SECOND, done, flag, played, random_setup, refused, setup
from tests.thorough import WHOLE


def auction(**given: object) -> DraftState:
    return draft_rules.start(setup("auction", **given), NOON)  # type: ignore[arg-type]


def test_bids_ascend_nobody_bids_above_budget_and_the_winner_pays_his_bid() -> None:
    for seed in range(200 if WHOLE else 4):
        rng = Random(f"bids {seed}")
        before = None
        for state, _ in played(random_setup("auction", rng), rng):
            assert isinstance(state.table, AuctionTable)
            lot = state.table.lot
            if lot is not None:
                amounts = [offer.amount for offer in lot.offers]
                step = state.setup.settings["step"]
                assert all(b - a >= step for a, b in pairwise(amounts))
                assert lot.high.amount <= state.books.sheets[lot.high.team].left
            if before is not None and len(state.picks) > len(before.picks):
                old = before.table.lot
                pick = state.picks[-1]
                if old is not None and (lot is None or lot.number > old.number):
                    assert pick.card == old.card
                    assert pick.price >= old.high.amount
            before = state


def test_nobody_raises_and_the_nominator_has_it_at_the_opening_bid() -> None:
    state = flag(done(auction(), Nominate(1, 7, 3)), NOON + 60 * SECOND)
    (pick,) = state.picks
    assert (pick.team, pick.card, pick.price, pick.how, pick.at) == (1, 7, 3, "team", NOON + 20 * SECOND)
    assert draft_rules.teams_to_act(state) == {2}


def test_a_bid_exactly_at_the_deadline_has_lost_and_one_before_it_extends() -> None:
    state = done(auction(), Nominate(1, 7, 3))
    end = NOON + 20 * SECOND
    assert draft_rules.deadline(state) == end
    assert refused(state, Bid(2, 1, 4), end).code == "too-late"
    assert draft_rules.deadline(done(state, Bid(2, 1, 4))) == end, "an early bid does not shorten the clock"
    state = draft_rules.apply(state, Bid(2, 1, 4), end - SECOND / 1000)
    assert draft_rules.deadline(state) == end - SECOND / 1000 + 8 * SECOND
    assert flag(state, end + 8 * SECOND).picks[0].team == 2


def test_bids_that_may_not_be() -> None:
    state = auction(settings={"step": 2})
    on = done(state, Nominate(1, 7, 3))
    for before, act, code in (
        (state, Bid(1, 1, 5), "lot-closed"), (state, Nominate(2, 7, 1), "not-your-turn"), (state, Nominate(1, 7, 0), "too-low"),
        (state, Take(1, 7), "wrong-kind"), (state, Pass(1), "needs-turn"), (state, Order((3, 1)), "bad-order"),
        (on, Bid(1, 1, 9), "highest"), (on, Pass(1), "highest"), (on, Bid(2, 1, 4), "raise"), (on, Bid(2, 1, 99), "cap"),
        (on, Bid(2, 2, 9), "lot-closed"), (on, Nominate(1, 8, 3), "lot-open"), (on, Force(2, 7), "lot-open"),
        (on, Skip(), "lot-open"), (on, End(), "unfinished"), (done(on, Pass(2)), Bid(2, 1, 9), "passed"),
    ):  # fmt: skip
        assert refused(before, act).code == code, act
    assert refused(on, Bid(2, 1, 4)).field == "amount"
    tight = done(auction(rules=Rules(20)), Nominate(1, 7, 3))
    assert refused(tight, Bid(2, 1, 18)).code == "incompletable", "it leaves too little for the roster"
    assert done(tight, Bid(2, 1, 17)).picks[0].price == 17, "nobody can raise it"


def test_bids_may_begin_at_the_salary_and_once_all_others_have_passed_the_gamer_is_sold_at_once() -> None:
    dear = auction(settings={"from_salary": True})
    assert refused(dear, Nominate(1, 10, 9)).code == "too-low"
    assert done(dear, Nominate(1, 10, 10)).table.lot.card == 10
    state = done(auction(), Nominate(1, 7, 3), Pass(2), Pass(3))
    assert (state.picks[0].price, state.table.lot) == (3, None)


def test_nominations_go_round_can_be_ordered_and_skipped_and_at_the_deadline_are_marked_as_autopick() -> None:
    assert draft_rules.teams_to_act(done(auction(), Skip())) == {2}
    assert draft_rules.teams_to_act(done(auction(), Order((3, 1, 2)))) == {3}
    state = flag(auction(), NOON + 600 * SECOND)
    assert state.table.lot.auto
    assert done(state, Pass(2), Pass(3)).picks[0].how == "auto"
    assert not state.auto
    over = done(state, End(unfinished=True))
    assert (over.over, draft_rules.deadline(over), draft_rules.teams_to_act(over)) == ("ended", None, frozenset())


def blind(**given: object) -> DraftState:
    return draft_rules.start(setup("blind", **given), NOON)  # type: ignore[arg-type]


def opened(state: DraftState) -> DraftState:
    due = draft_rules.deadline(state)
    assert due is not None
    return flag(state, due)


def test_the_highest_sealed_bid_wins_and_pays_itself() -> None:
    state = opened(done(blind(), Seal(1, 1, 7, 5), Seal(2, 1, 7, 9), Seal(3, 1, 7, 8), Seal(3, 1, 8, 2)))
    assert [(pick.team, pick.card, pick.price) for pick in state.picks] == [(2, 7, 9), (3, 8, 2)]
    fates = {(bid.team, bid.card): bid.fate for bid in state.table.openings[0].bids}
    assert fates == {(2, 7): "won", (3, 7): "outbid", (1, 7): "outbid", (3, 8): "won"}
    assert state.table.round == 2


def test_a_win_that_the_money_does_not_reach_falls_to_the_next() -> None:
    made = blind(rules=Rules(20, 2, 3))
    state = opened(done(made, Seal(1, 1, 7, 12), Seal(1, 1, 8, 10), Seal(2, 1, 8, 4)))
    assert [(pick.team, pick.card, pick.price) for pick in state.picks] == [(1, 7, 12), (2, 8, 4)]
    assert [bid.fate for bid in state.table.openings[0].bids] == ["won", "cap", "won"]


def test_equal_bids_go_by_lots_that_the_seed_proves_or_by_a_waiver_order_in_which_the_winner_goes_to_the_end() -> None:
    made = blind()
    chance = made.setup.chance
    assert chance is not None
    order = draw_lots((1, 2, 3), 1, chance)
    bids = [Seal(team, 1, 7, 5) for team in (1, 2, 3)]
    state = opened(done(made, *bids))
    assert (state.picks[0].team, state.table.openings[0].ranks) == (order[0], order)
    assert len({draw_lots((1, 2, 3), 1, replace(chance, draft=str(n))) for n in range(60)}) == 6
    state = opened(done(blind(settings={"ties": "waiver"}, order=(2, 3, 1)), *bids))
    assert (state.picks[0].team, state.table.ranks) == (2, (3, 1, 2))


def test_sealed_bids_are_changed_withdrawn_and_seen_by_their_own_team_alone() -> None:
    state = done(blind(), Seal(1, 1, 7, 5), Seal(1, 1, 8, 5), Seal(1, 1, 7, 6))
    assert build_view(state, 1)["table"]["your_bids"] == [{"card": 7, "amount": 6}, {"card": 8, "amount": 5}]
    assert build_view(state, 2) == build_view(blind(), 2)
    assert build_view(state, None) == build_view(blind(), None)
    state = done(state, Seal(1, 1, 7))
    assert refused(state, Seal(1, 1, 7)).code == "no-bid"
    assert refused(state, Seal(1, 2, 8, 5)).code == "round-over"
    assert refused(state, Seal(1, 1, 9, 99)).code == "cap"
    assert refused(state, Seal(1, 1, 9, 5), NOON + 1440 * 60 * SECOND).code == "too-late"


def test_bids_are_opened_once_everybody_is_ready_or_on_autopick() -> None:
    state = done(blind(), Seal(1, 1, 7, 5), Pass(1), Pass(2))
    assert not state.picks
    assert len(done(state, Pass(3)).picks) == 1
    assert len(done(state, Auto(3, True)).picks) == 1


def test_a_round_that_nobody_wins_anything_in_ends_it_and_fills_what_is_open() -> None:
    state = opened(blind())
    assert isinstance(state.table, BlindTable)
    assert state.over == "complete"
    assert {pick.how for pick in state.picks} == {"fill"}
    assert len(state.picks) == 12
