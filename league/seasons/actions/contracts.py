"""Sign and release Gamers, including first-come free agency."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import mark, translate as _
from league.audit.actions import clean_reason
from league.leagues.models import Season
from league.seasons.actions.common import lock_as_organiser, lock_terms, log_franchise_action, require_phase
from league.seasons.actions.franchises import get_franchise, get_owned_franchise
from league.seasons.actions.payments import transfer
from league.seasons.models import (
    Contract,
    Ending,
    Franchise,
    Payment,
    PaymentKind,
    Phase,
    SeasonSettings,
    Signing,
    WaiverMode,
    WindowKind,
)
from league.seasons.queries.market import is_window_open
from league.seasons.queries.rosters import find_salary_budget, get_free_gamer, get_roster_rules, get_rosters, list_free_gamers
from league.seasons.queries.settings import is_draft_running
from league.seasons.rules.roster import Roster, RosterGamer, check_roster
from matches.errors import ActionError


def sign_gamer(terms: SeasonSettings, *, franchise: int, gamer: int, how: Signing, at: datetime) -> int:
    """Sign a free Gamer at their salary in the season and return the contract's id. Must hold the settings lock.

    The franchise pays it if the season says so. Raises ActionError: gamer-taken, no-money, purse-too-low, and the codes of
    `rules.roster.check_roster`.
    """
    row = get_free_gamer(terms.pk, gamer)
    roster = get_rosters(terms.pk).get(franchise, Roster()).plus(RosterGamer(row.pk, row.gamer.genre, row.salary))
    rules, free = get_roster_rules(terms), list_free_gamers(terms.pk)
    check_roster(rules, roster, free)
    contract = Contract.objects.create(
        season_id=terms.pk, franchise_id=franchise, gamer=row, salary=row.salary,
        seasons_left=terms.contract_seasons, how=how, signed_at=at,
    )  # fmt: skip
    pay_salaries(terms, [contract], at=at)
    check_roster(rules, roster, free, find_salary_budget(terms, franchise))
    return int(contract.pk)


def pay_salaries(terms: SeasonSettings, contracts: Iterable[Contract], *, at: datetime) -> None:
    """Charge the franchises for these new contracts, once each. Raises ActionError (no-money). Must hold the settings lock."""
    if not terms.salaries_paid:
        return
    salary = PaymentKind.SALARY
    for row in contracts:
        transfer(terms, payer=row.franchise_id, payee=None, amount=row.salary, kind=salary, key=f"salary.{row.pk}", at=at)


def refund_salary(terms: SeasonSettings, contract: Contract, *, at: datetime) -> None:
    """Refund a franchise for a contract that is undone. Must hold the settings lock."""
    key, owner = f"salary.{contract.pk}", contract.franchise_id
    if Payment.objects.filter(season=terms.pk, key=key, payer=owner).exists():
        transfer(terms, payer=None, payee=owner, amount=contract.salary, kind=PaymentKind.SALARY, key=f"{key}.back", at=at)


def end_contract(contract: Contract, *, ending: Ending, at: datetime, dead: int = 0) -> None:
    """End a running contract. Must hold the settings lock."""
    running = Contract.objects.filter(pk=contract.pk, ended_at__isnull=True)
    if not running.update(ended_at=at, ending=ending, dead=dead):
        raise ActionError("contract-over", _("This contract has ended."), "contract_id")


def compute_dead_cap(terms: SeasonSettings, salary: int) -> int:
    """Return the dead cap of a release per remaining season: `dead_percent` of the salary, rounded up."""
    return -(-salary * terms.dead_percent // 100)


@transaction.atomic
def sign_free_agent(*, season_id: int, franchise_id: int, gamer: int, by: int, why: str = "", at: datetime) -> int:
    """Sign a free Gamer at their salary of the season; return the contract's id.

    Owners may while a free agency window is open and the season has no blind bids; organisers, for a stated reason, for
    any franchise from the draft to the end of the rounds. Raises ActionError: window-closed, sealed-bids,
    draft-running, wrong-phase, and those of `sign_gamer`.
    """
    franchise, season, terms, why = _lock_for_signing(season_id, franchise_id, by, why, at)
    if season is None and terms.waivers != WaiverMode.FIRST_COME:
        text = _("In this season, free agents go to the highest blind bid. Submit a bid instead.")
        raise ActionError("sealed-bids", text)
    contract = sign_gamer(terms, franchise=franchise.pk, gamer=gamer, how=Signing.FREE_AGENT, at=at)
    handle = Contract.objects.values_list("gamer__gamer__handle", flat=True).get(pk=contract)
    log_franchise_action(season, "franchise.signed", franchise, by=by, after={"gamer": handle}, why=why, at=at)
    return contract


@transaction.atomic
def release_gamer(
    *, season_id: int, contract_id: int, by: int, undo: bool = False, why: str = "", at: datetime,
    franchise_id: int | None = None,
) -> int:  # fmt: skip
    """Release a Gamer, who is a free agent at once, and return the dead cap.

    With `franchise_id` it must be a contract of that franchise. With `undo` an organiser reverses a mistaken contract:
    nothing stays on the cap, and the salary is refunded. Raises ActionError: those of signing, contract-over, and
    roster-impossible if the roster could not be completed again.
    """
    current_franchise = Contract.objects.filter(pk=contract_id, season=season_id).values_list("franchise", flat=True).first()
    if current_franchise is None or franchise_id not in (None, current_franchise):
        raise ActionError("not-found", _("Contract not found in this season."), "contract_id")
    franchise, season, terms, why = _lock_for_signing(season_id, current_franchise, by, why, at, organiser=undo)
    contract = Contract.objects.select_related("gamer__gamer").get(pk=contract_id)
    if contract.ended_at is not None or contract.franchise_id != franchise.pk:
        raise ActionError("contract-over", _("This contract has ended."), "contract_id")
    dead = 0 if undo else compute_dead_cap(terms, contract.salary)
    _check_roster_without(terms, contract, dead, undo=undo)
    if undo:
        refund_salary(terms, contract, at=at)
    end_contract(contract, ending=Ending.UNDONE if undo else Ending.RELEASED, at=at, dead=dead)
    after: dict[str, Json] = {"gamer": contract.gamer.gamer.handle, "dead": dead}
    log_franchise_action(season, "franchise.released", franchise, by=by, after=after, why=why, at=at)
    return dead


def _lock_for_signing(
    season_id: int, franchise_id: int, by: int, why: str, at: datetime, *, organiser: bool = False
) -> tuple[Franchise, Season | None, SeasonSettings, str]:
    """Return the franchise, the season if an organiser acts, the locked settings, and the reason as stored."""
    owns = Franchise.objects.filter(pk=franchise_id, season=season_id, owner=by).exists()
    if owns and not organiser:
        terms = lock_terms(season_id)
        franchise = get_owned_franchise(season_id, franchise_id, by, mark("Only the owner can do this."))
        require_phase(terms, Phase.ROUNDS)
        if not is_window_open(terms, WindowKind.FREE_AGENCY, at):
            text = _("No free agency window is open. See the season settings for the next one.")
            raise ActionError("window-closed", text)
        return franchise, None, terms, ""
    season, terms = lock_as_organiser(season_id, by)
    franchise = get_franchise(season_id, franchise_id)
    require_phase(terms, Phase.DRAFT, Phase.ROUNDS)
    if is_draft_running(season_id):
        raise ActionError("draft-running", _("A draft is running. You can sign and release Gamers when it is over."))
    return franchise, season, terms, clean_reason(why, required=True)


def _check_roster_without(terms: SeasonSettings, contract: Contract, dead: int, *, undo: bool) -> None:
    """Raise ActionError if the roster could not be completed again. The released Gamer counts as free."""
    roster = get_rosters(terms.pk).get(contract.franchise_id, Roster())
    row = contract.gamer
    after = roster.without(row.pk, dead=dead)
    rules, free = (get_roster_rules(terms), [*list_free_gamers(terms.pk), RosterGamer(row.pk, row.gamer.genre, row.salary)])
    money = None if undo else find_salary_budget(terms, contract.franchise_id)  # A release refunds nothing.
    check_roster(rules, after, free, money)
