"""Sign and release Gamers, including first-come free agency."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import marked, say
from league.audit.actions import reason
from league.leagues.models import Season
from league.seasons.actions.franchises import franchise_of, owned_franchise
from league.seasons.actions.locking import locked_terms, must_be, organised, tell_franchise
from league.seasons.actions.payments import pay
from league.seasons.models import (
    Contract,
    Ending,
    Franchise,
    Payment,
    PaymentKind,
    Phase,
    SeasonTerms,
    Signing,
    Waivers,
    WindowKind,
)
from league.seasons.queries.market import open_window
from league.seasons.queries.rosters import free_gamers, get_free_gamer, money_of, rosters, rules_of
from league.seasons.queries.settings import draft_runs
from league.seasons.rules.roster import Held, Roster, check
from matches.refusals import Refused


def sign(terms: SeasonTerms, *, franchise: int, gamer: int, how: Signing, at: datetime) -> int:
    """Sign a free Gamer at their salary in the season and return the contract's id. Must hold the terms lock.

    The franchise pays it if the season says so. Raises Refused: gamer-taken, no-money, purse-too-low, and the codes of
    `rules.roster.check_roster`.
    """
    row = get_free_gamer(terms.pk, gamer)
    roster = rosters(terms.pk).get(franchise, Roster()).plus(Held(row.pk, row.gamer.genre, row.salary))
    rules, free = rules_of(terms), free_gamers(terms.pk)
    check(rules, roster, free)
    contract = Contract.objects.create(
        season_id=terms.pk, franchise_id=franchise, gamer=row, salary=row.salary,
        seasons_left=terms.contract_seasons, how=how, signed_at=at,
    )  # fmt: skip
    pay_salaries(terms, [contract], at=at)
    check(rules, roster, free, money_of(terms, franchise))
    return int(contract.pk)


def pay_salaries(terms: SeasonTerms, contracts: Iterable[Contract], *, at: datetime) -> None:
    """Charge the franchises for these new contracts, once each. Raises Refused (no-money). Must hold the terms lock."""
    if not terms.salaries_paid:
        return
    salary = PaymentKind.SALARY
    for one in contracts:
        pay(terms, payer=one.franchise_id, payee=None, amount=one.salary, kind=salary, key=f"salary.{one.pk}", at=at)


def pay_back(terms: SeasonTerms, contract: Contract, *, at: datetime) -> None:
    """Refund a franchise for a contract that is undone. Must hold the terms lock."""
    key, owner = f"salary.{contract.pk}", contract.franchise_id
    if Payment.objects.filter(season=terms.pk, key=key, payer=owner).exists():
        pay(terms, payer=None, payee=owner, amount=contract.salary, kind=PaymentKind.SALARY, key=f"{key}.back", at=at)


def finish(contract: Contract, *, ending: Ending, at: datetime, dead: int = 0) -> None:
    """End a running contract. Must hold the terms lock."""
    standing = Contract.objects.filter(pk=contract.pk, ended_at__isnull=True)
    if not standing.update(ended_at=at, ending=ending, dead=dead):
        raise Refused("contract-over", say("This contract has ended."), "contract_id")


def dead_money(terms: SeasonTerms, salary: int) -> int:
    """Return the dead cap of a release per remaining season: `dead_percent` of the salary, rounded up."""
    return -(-salary * terms.dead_percent // 100)


@transaction.atomic
def sign_free_agent(*, season_id: int, franchise_id: int, gamer: int, by: int, why: str = "", at: datetime) -> int:
    """Sign a free Gamer at their salary of the season; return the contract's id.

    Owners may while a free agency window is open and the season has no blind bids; organisers, for a stated reason, for
    any franchise from the draft to the end of the rounds.
    Codes: window-closed, sealed-bids, draft-running, wrong-phase, and those of `sign`.
    """
    franchise, season, terms, why = _asked(season_id, franchise_id, by, why, at)
    if season is None and terms.waivers != Waivers.FIRST_COME:
        text = say("In this season, free agents go to the highest blind bid. Submit a bid instead.")
        raise Refused("sealed-bids", text)
    contract = sign(terms, franchise=franchise.pk, gamer=gamer, how=Signing.FREE_AGENT, at=at)
    handle = Contract.objects.values_list("gamer__gamer__handle", flat=True).get(pk=contract)
    tell_franchise(season, "franchise.signed", franchise, by=by, after={"gamer": handle}, why=why, at=at)
    return contract


@transaction.atomic
def release(
    *, season_id: int, contract_id: int, by: int, undo: bool = False, why: str = "", at: datetime,
    franchise_id: int | None = None,
) -> int:  # fmt: skip
    """Release a Gamer, who is free at once, and return the dead money.

    With `franchise_id` it must be a contract of that franchise. With `undo` an organiser reverses a mistaken contract:
    nothing stays on the cap, and the salary is refunded. Codes: those of signing, contract-over, and roster-impossible
    if the roster could not be completed again.
    """
    standing = Contract.objects.filter(pk=contract_id, season=season_id).values_list("franchise", flat=True).first()
    if standing is None or franchise_id not in (None, standing):
        raise Refused("not-found", say("Contract not found in this season."), "contract_id")
    franchise, season, terms, why = _asked(season_id, standing, by, why, at, organiser=undo)
    contract = Contract.objects.select_related("gamer__gamer").get(pk=contract_id)
    if contract.ended_at is not None or contract.franchise_id != franchise.pk:
        raise Refused("contract-over", say("This contract has ended."), "contract_id")
    dead = 0 if undo else dead_money(terms, contract.salary)
    _check_without(terms, contract, dead, undo=undo)
    if undo:
        pay_back(terms, contract, at=at)
    finish(contract, ending=Ending.UNDONE if undo else Ending.RELEASED, at=at, dead=dead)
    after: dict[str, Json] = {"gamer": contract.gamer.gamer.handle, "dead": dead}
    tell_franchise(season, "franchise.released", franchise, by=by, after=after, why=why, at=at)
    return dead


def _asked(
    season_id: int, franchise_id: int, by: int, why: str, at: datetime, *, organiser: bool = False
) -> tuple[Franchise, Season | None, SeasonTerms, str]:
    """Return the franchise, the season if an organiser acts, the locked terms, and the reason as stored."""
    owns = Franchise.objects.filter(pk=franchise_id, season=season_id, owner=by).exists()
    if owns and not organiser:
        terms = locked_terms(season_id)
        franchise = owned_franchise(season_id, franchise_id, by, marked("Only the owner can do this."))
        must_be(terms, Phase.ROUNDS)
        if not open_window(terms, WindowKind.FREE_AGENCY, at):
            text = say("No free agency window is open. See the season settings for the next one.")
            raise Refused("window-closed", text)
        return franchise, None, terms, ""
    season, terms = organised(season_id, by)
    franchise = franchise_of(season_id, franchise_id)
    must_be(terms, Phase.DRAFT, Phase.ROUNDS)
    if draft_runs(season_id):
        raise Refused("draft-running", say("A draft is running. You can sign and release Gamers when it is over."))
    return franchise, season, terms, reason(why, needed=True)


def _check_without(terms: SeasonTerms, contract: Contract, dead: int, *, undo: bool) -> None:
    """Raise Refused if the roster could not be completed again. The released Gamer counts as free."""
    now = rosters(terms.pk).get(contract.franchise_id, Roster())
    row = contract.gamer
    after = now.without(row.pk, dead=dead)
    rules, free = rules_of(terms), [*free_gamers(terms.pk), Held(row.pk, row.gamer.genre, row.salary)]
    money = None if undo else money_of(terms, contract.franchise_id)  # A release refunds nothing.
    check(rules, after, free, money)
