"""The two sides of a trade, and whether it is possible as things are now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engines.words import say
from league.seasons.models import Contract, Franchise, SeasonTerms, Trade
from league.seasons.queries.rosters import free_gamers, rosters, rules_of
from league.seasons.rules.roster import Held, Roster
from league.seasons.rules.trading import check_side, exchanged
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Sides:
    """Two franchises, and the standing contracts that each would give."""

    proposer: Franchise
    partner: Franchise
    gives: list[Contract]
    takes: list[Contract]
    give_money: int
    take_money: int


def sides_of(trade: Trade) -> Sides:
    """Those of a trade as they are now. Refused (contract-over) where a contract has ended since."""
    rows = [row.contract for row in trade.gamers.order_by("pk").select_related("contract__gamer__gamer")]
    teams = Franchise.objects.in_bulk([trade.proposer_id, trade.partner_id])
    one, other = teams[trade.proposer_id], teams[trade.partner_id]
    gives = [_standing(one, row, "give") for row in rows if row.franchise_id == one.pk]
    takes = [_standing(other, row, "take") for row in rows if row.franchise_id != one.pk]
    return Sides(one, other, gives, takes, trade.give_money, trade.take_money)


def make_sides(
    proposer: int, partner: int, gives: Collection[int], takes: Collection[int], give_money: int, take_money: int
) -> Sides:
    teams = Franchise.objects.in_bulk([proposer, partner])
    one, other = teams[proposer], teams[partner]
    return Sides(
        one, other, _all_standing(one, gives, "give"), _all_standing(other, takes, "take"), give_money, take_money
    )  # fmt: skip


def _all_standing(team: Franchise, contracts: Collection[int], field: str) -> list[Contract]:
    found = Contract.objects.select_related("gamer__gamer").in_bulk(contracts)
    return [_standing(team, found.get(pk), field) for pk in contracts]


def _standing(team: Franchise, row: Contract | None, field: str) -> Contract:
    if row is None or row.season_id != team.season_id:
        raise Refused("not-found", say("There is no such contract in this season."), field)
    if row.ended_at is not None or row.franchise_id != team.pk:
        raise Refused(
            "contract-over",
            say("{team} does not have {handle} now.", team=team.name, handle=row.gamer.gamer.handle),
            field,
        )
    return row


def check_possible(terms: SeasonTerms, sides: Sides) -> None:
    """Refused where either roster would be illegal, or one has not the money.

    Codes: those of `rules.roster.check`, no-money, purse-too-low.
    """
    for team, amount, field in (
        (sides.proposer, sides.give_money, "give_money"), (sides.partner, sides.take_money, "take_money"),
    ):  # fmt: skip
        if amount > team.balance:
            raise Refused(
                "no-money",
                say(
                    "This costs {team} {amount}, and it has {balance}.",
                    team=team.name,
                    amount=amount,
                    balance=team.balance,
                ),
                field,
            )
    now, rules, free = rosters(terms.pk), rules_of(terms), free_gamers(terms.pk)
    for team, loses, gains in (
        (sides.proposer, sides.gives, sides.takes), (sides.partner, sides.takes, sides.gives),
    ):  # fmt: skip
        after = exchanged(now.get(team.pk, Roster()), [one.gamer_id for one in loses], [_held(one) for one in gains])
        money = None
        if terms.salaries_paid:
            paid = sides.give_money - sides.take_money
            money = team.balance - (paid if team.pk == sides.proposer.pk else -paid)
        check_side(rules, team.name, after, free, money)


def _held(row: Contract) -> Held:
    return Held(row.gamer_id, row.gamer.gamer.genre, row.salary)
