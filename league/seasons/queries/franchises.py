"""The franchises of a season: payroll, needs and Gamers."""

from dataclasses import dataclass
from datetime import datetime

from engines.i18n import translate as _
from league.seasons.models import Contract, Ending, Franchise, Phase, SeasonSettings, Signing
from league.seasons.queries.market import get_max_salaries
from league.seasons.queries.rosters import get_roster_rules, get_rosters
from league.seasons.rules.roster import Roster, RosterGamer, RosterRules, missing_genres, open_places

FINAL_ENDINGS = (Ending.CARRIED, Ending.EXPIRED)
"""Endings of contracts that ran to the end of the season."""


@dataclass(frozen=True, slots=True)
class FranchiseLine:
    """A franchise as lists show it."""

    franchise_id: int
    name: str
    owner: str
    owner_username: str
    is_bot: bool
    balance: int
    held: int
    salaries: int
    dead: int
    payroll: int
    cap: int
    left: int
    """Cap space."""
    least: int
    most: int
    places: int
    """The number of places still to be filled."""
    needs: dict[str, int]
    """The number of Gamers still needed by genre."""

    @property
    def needs_text(self) -> str:
        genres = ", ".join(f"{need} {genre}" for genre, need in self.needs.items())
        if not self.places:
            return _("minimum reached")
        if genres:
            return _("needs {places} more ({genres})", places=self.places, genres=genres)
        return _("needs {places} more", places=self.places)


@dataclass(frozen=True, slots=True)
class ContractLine:
    """A contract as the page of a franchise lists it."""

    contract_id: int
    gamer_id: int
    """The id of the SeasonGamer."""
    handle: str
    name: str
    genre: str
    salary: int
    seasons_left: int
    how: str
    signed_at: datetime
    ended_at: datetime | None
    ending: str
    dead: int


@dataclass(frozen=True, slots=True)
class FranchisePage:
    """The page of a franchise: its roster, past contracts and room for more Gamers."""

    line: FranchiseLine
    roster: list[ContractLine]
    history: list[ContractLine]
    """Ended contracts, newest first."""
    offers: dict[str, int | None]
    """The highest salary by genre that one more Gamer may have; None if no more fit."""


def list_franchises(terms: SeasonSettings) -> list[FranchiseLine]:
    """Return all franchises by name, in a fixed number of queries."""
    rows = Franchise.objects.filter(season=terms.pk).select_related("owner").order_by("name", "pk")
    by_franchise, rules = _get_rosters(terms), get_roster_rules(terms)
    return [_build_line(row, by_franchise.get(row.pk, Roster()), rules) for row in rows]


def find_franchise_page(terms: SeasonSettings, franchise_id: int) -> FranchisePage | None:
    """Return the page of a franchise; None if the season does not have it."""
    row = Franchise.objects.filter(season=terms.pk, pk=franchise_id).select_related("owner").first()
    if row is None:
        return None
    roster, rules = _get_rosters(terms).get(row.pk, Roster()), get_roster_rules(terms)
    rows = list(Contract.objects.filter(franchise=row).select_related("gamer__gamer").order_by("-salary", "pk"))
    current = [contract for contract in rows if _is_current(terms, contract)]
    ended = [
        (contract.ended_at, contract.pk, contract)
        for contract in rows
        if contract.ended_at and not _is_current(terms, contract)
    ]
    past = [contract for *_, contract in sorted(ended, key=lambda item: item[:2], reverse=True)]
    return FranchisePage(
        _build_line(row, roster, rules),
        [_build_contract_line(contract) for contract in current],
        [_build_contract_line(contract) for contract in past],
        get_max_salaries(terms, row.pk, roster),
    )


def _get_rosters(terms: SeasonSettings) -> dict[int, Roster]:
    """Return the rosters; in the archive, as they were at the end of the season, before any rollover."""
    by_franchise = get_rosters(terms.pk)
    if terms.phase != Phase.ARCHIVE:
        return by_franchise
    rows = Contract.objects.filter(season=terms.pk, ending__in=FINAL_ENDINGS).order_by("pk")
    for franchise, gamer, genre, salary in rows.values_list("franchise", "gamer", "gamer__gamer__genre", "salary"):
        by_franchise[franchise] = by_franchise.get(franchise, Roster()).plus(RosterGamer(gamer, genre, salary))
    return by_franchise


def _is_current(terms: SeasonSettings, contract: Contract) -> bool:
    return contract.ended_at is None or (terms.phase == Phase.ARCHIVE and contract.ending in FINAL_ENDINGS)


def _build_line(row: Franchise, roster: Roster, rules: RosterRules) -> FranchiseLine:
    return FranchiseLine(
        franchise_id=row.pk,
        name=row.name,
        owner=str(row.owner),
        owner_username=row.owner.username,
        is_bot=bool(row.owner.bot),
        balance=row.balance,
        held=len(roster.held),
        salaries=roster.payroll - roster.dead,
        dead=roster.dead,
        payroll=roster.payroll,
        cap=rules.cap,
        left=rules.cap - roster.payroll,
        least=rules.least,
        most=rules.most,
        places=open_places(rules, roster),
        needs=missing_genres(rules, roster),
    )


def _build_contract_line(row: Contract) -> ContractLine:
    gamer = row.gamer.gamer
    return ContractLine(
        row.pk,
        row.gamer_id,
        gamer.handle,
        gamer.name,
        gamer.genre,
        row.salary,
        row.seasons_left,
        str(Signing(row.how).label),
        row.signed_at,
        row.ended_at,
        str(Ending(row.ending).label) if row.ending else "",
        row.dead,
    )
