"""Signing a Gamer costs the salary, once, and a franchise keeps what its open places cost."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db.models import Sum

from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.formats.legality import legal_cards
from league.drafts.models import Draft
from league.drafts.queries.board import build_board
from league.drafts.queries.drafts import FLAG_DELAY
from league.leagues.models import Season
from league.seasons.actions.contracts import release_gamer, sign_free_agent
from league.seasons.actions.payments import fine_franchise, grant_money
from league.seasons.actions.trades import offer_trade
from league.seasons.actions.waivers import place_bid, process_bids
from league.seasons.market_models import WaiverClaim
from league.seasons.models import Contract, Franchise, Payment, SeasonSettings
from league.seasons.queries.market import get_max_salaries
from league.seasons.rules.market import Deal
from league.seasons.rules.roster import Card, select_squad
from tests.factories import NOON, draft, drafted_season, franchise, organiser_of, rounds_with_window, season
from tests.league.drafts.test_acting import after, fresh, owner
from tests.league.seasons.test_franchises import by_salary, signs, sound
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db


def paying(teams: int = 2, money: int = 20, **terms: Any) -> tuple[Season, list[Franchise]]:
    """A season in its rounds whose franchises have this much money and nobody under contract."""
    made = season(**{"salaries_paid": True, **terms})
    owned = [franchise(made) for _ in range(teams)]
    rounds_with_window(made)
    for team in owned:
        give = partial(grant_money, season_id=made.pk, franchise_id=team.pk, by=organiser_of(made.league), at=NOON)
        give(amount=money, why="start")
    return made, owned


def balance(team: Franchise) -> int:
    return int(Franchise.objects.values_list("balance", flat=True).get(pk=team.pk))


def test_a_free_agent_costs_the_salary_once_and_no_signing_leaves_too_little_money_for_the_places_that_are_open() -> None:
    made, (team, _) = paying(money=12)
    highest = max(most or 0 for most in get_max_salaries(SeasonSettings.objects.get(pk=made.pk), team.pk).values())
    dearer = next(one for one in by_salary(made) if one.salary == highest + 1)
    refused("purse-too-low", lambda: signs(team, dearer))
    assert (balance(team), Contract.objects.count(), Payment.objects.filter(kind="salary").count()) == (12, 0, 0)
    contract = signs(team, next(one for one in by_salary(made) if one.salary == highest))
    row = Payment.objects.get(season=made, kind="salary")
    assert (row.payer_id, row.payee_id, row.amount, row.key) == (team.pk, None, highest, f"salary.{contract}")
    assert (balance(team), sound(made)) == (12 - highest, True)
    for _ in range(3):
        signs(team, by_salary(made)[0])
    assert Contract.objects.filter(franchise=team).count() == 4


def test_a_release_brings_no_money_back_but_an_organisers_does_and_none_leaves_a_place_unpaid() -> None:
    made, (team, _) = paying(money=20)
    contracts = [signs(team, one) for one in by_salary(made)[:4]]
    free = partial(release_gamer, season_id=made.pk, by=team.owner_id, at=NOON)
    left = balance(team)
    free(contract_id=contracts[0])
    assert balance(team) == left
    by = organiser_of(made.league)
    salary = Contract.objects.get(pk=contracts[1]).salary
    release_gamer(season_id=made.pk, contract_id=contracts[1], by=by, undo=True, why="An organiser's mistake", at=NOON)
    assert (balance(team), sound(made)) == (left + salary, True)
    fine_franchise(season_id=made.pk, franchise_id=team.pk, by=by, amount=balance(team) - 1, why="x", at=NOON)
    refused("purse-too-low", lambda: free(contract_id=contracts[2]))


def test_a_sealed_bid_is_paid_beside_the_salary() -> None:
    made, (team, _) = paying(waivers="blind", money=30)
    by = organiser_of(made.league)
    for one in by_salary(made)[:4]:
        sign_free_agent(season_id=made.pk, franchise_id=team.pk, gamer=one.pk, by=by, why="drafted", at=NOON)
    has, wanted = balance(team), by_salary(made, dearest=True)[0]
    bid = partial(place_bid, season_id=made.pk, franchise_id=team.pk, gamer=wanted.pk, by=team.owner_id, at=NOON)
    refused("no-money", lambda: bid(bid=has - wanted.salary + 1))
    bid(bid=3)
    process_bids(season_id=made.pk, at=after(25 * 3600))
    assert WaiverClaim.objects.get().status == "won"
    assert balance(team) == has - 3 - wanted.salary
    assert sound(made)


def test_a_trade_costs_no_salary_but_must_leave_money_for_open_places() -> None:
    made, (foxes, wolves) = paying(money=12)
    rounds_with_window(made, "trades")
    given = [signs(foxes, one) for one in by_salary(made)[:4]]
    taken = [signs(wolves, one) for one in by_salary(made)[:4]]
    rest = balance(foxes)
    ask = partial(offer_trade, season_id=made.pk, franchise_id=foxes.pk, partner=wolves.pk, by=foxes.owner_id, at=NOON)
    refused("purse-too-low", lambda: ask(deal=Deal(give=tuple(given[:1]), give_money=rest)))
    ask(deal=Deal(give=tuple(given[:1]), take=tuple(taken[:1]), give_money=rest))


def test_the_purse_limits_the_picks_of_a_draft_and_the_board_tells_what_is_left() -> None:
    row = draft(drafted_season(roster_max=4, salaries_paid=True, purse=16))
    state = fresh(row)
    assert (state.books.sheets[1].left, state.setup.rules.cap) == (16, 40)
    card = max(legal_cards(state.books, 1), key=lambda one: state.setup.by_id[one].salary)
    apply_action(draft_id=row.pk, by=owner(row, 1), data={"is": "pick", "card": card}, at=NOON)
    row.refresh_from_db()
    line, salary = build_board(row)["teams"][0], state.setup.by_id[card].salary
    assert (line["spent"], line["money"]) == (salary, 16 - salary)


def test_an_auction_opens_at_the_salary_its_bids_are_paid_and_nobody_is_fined_while_it_is_going_on() -> None:
    made = drafted_season(roster_max=4, salaries_paid=True)
    row = draft(made, kind="auction")
    team, by = made.franchises.all()[0].pk, organiser_of(made.league)
    fine = partial(fine_franchise, season_id=made.pk, franchise_id=team, by=by, amount=5, why="late", at=NOON)
    refused("draft-running", fine)
    card = max(fresh(row).setup.cards, key=lambda one: one.salary)
    nominate = partial(apply_action, draft_id=row.pk, by=owner(row, 1), at=NOON)
    low = {"is": "nominate", "card": card.id, "bid": card.salary - 1}
    refused("too-low", lambda: nominate(data=low))
    nominate(data={**low, "bid": card.salary})
    apply_action(draft_id=row.pk, by=owner(row, 2), data={"is": "bid", "lot": 1, "amount": card.salary + 2}, at=NOON)
    apply_due_flags(draft_id=row.pk, at=after(20.1))
    assert [(one.team, one.price) for one in fresh(row).picks][:1] == [(2, card.salary + 2)]
    assert fresh(row).books.sheets[2].left == 40 - card.salary - 2


@pytest.mark.parametrize("kind", ["deck", "linear", "snake", "auction", "blind"])
def test_every_kind_of_draft_ends_in_paid_contracts_that_the_purse_bears(kind: str) -> None:
    made = drafted_season(roster_max=4, salaries_paid=True, purse=18)
    row = draft(made, kind=kind, **({"rounds": 1} if kind == "blind" else {}), pick_seconds=1, reserve_seconds=0)
    at = NOON
    while (due := Draft.objects.values_list("deadline_at", flat=True).get(pk=row.pk)) is not None:
        at = due
        apply_due_flags(draft_id=row.pk, at=at + FLAG_DELAY)
    contracts = Contract.objects.filter(season=made)
    assert contracts.count() == Payment.objects.filter(season=made, kind="salary").count() == 8
    for team in Franchise.objects.filter(season=made):
        paid = contracts.filter(franchise=team).aggregate(Sum("salary"))["salary__sum"]
        assert team.balance == 18 - paid >= 0
    assert sound(made)


def test_a_franchise_without_a_plan_sends_its_four_best() -> None:
    base = Card(1, "a", "A", "FPS", 3, 3, (3, 3, 3, 3, 3), "", "", own=False)
    roster = [
        base, replace(base, contract=2, stats=(5, 5, 5, 5, 5)), replace(base, contract=3, salary=9),
        replace(base, contract=4, stats=(4, 4, 4, 4, 4)), replace(base, contract=5),
        replace(base, contract=6, stats=(1, 1, 1, 1, 1), salary=10),
    ]  # fmt: skip
    assert [one.contract for one in select_squad(roster, (), ())] == [2, 4, 3, 1]
    assert [one.contract for one in select_squad(roster, (), {2})] == [4, 3, 1, 5]
    assert [one.contract for one in select_squad(roster, {1, 5, 6, 3}, ())] == [1, 3, 5, 6]
