"""Rosters for the rules, free Gamers, and the Gamers that a franchise can field in a match."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Q, QuerySet

from engines.i18n import Message, translate as _, translate_n
from league.gamers.models import STATS, SeasonGamer
from league.gamers.queries import flavour_of
from league.seasons.models import Contract, Franchise, LineupGamer, Phase, SeasonSettings
from league.seasons.rules.roster import MIN_SQUAD, Card, Roster, RosterGamer, RosterRules
from matches.errors import ActionError, get_or_refuse

PLANNING_PHASES = (Phase.SETUP, Phase.DRAFT, Phase.ROUNDS)
"""Phases in which events may be planned for a season."""


def get_gamer(season_id: int, gamer: int) -> SeasonGamer:
    """Return a Gamer of the season's pool. Raises ActionError("not-found")."""
    rows = SeasonGamer.objects.filter(season=season_id, pk=gamer).select_related("gamer")
    return get_or_refuse(rows.first(), "not-found", _("Gamer not found in this season."), "gamer_id")


def get_free_gamer(season_id: int, gamer: int) -> SeasonGamer:
    """Return a free Gamer of the season. Raises ActionError (not-found, gamer-taken)."""
    row = get_gamer(season_id, gamer)
    if Contract.objects.filter(gamer=gamer, ended_at__isnull=True).exists():
        raise ActionError("gamer-taken", _("{handle} is under contract.", handle=row.gamer.handle), "gamer_id")
    return row


def get_roster_rules(terms: SeasonSettings) -> RosterRules:
    """Return the roster rules of a season's settings."""
    budget = terms.purse if terms.salaries_paid else None
    return RosterRules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, terms.genres, budget)


def find_salary_budget(terms: SeasonSettings, franchise: int) -> int | None:
    """Return a franchise's money for salaries; None if signing is free."""
    if not terms.salaries_paid:
        return None
    return Franchise.objects.values_list("balance", flat=True).get(pk=franchise)


def get_rosters(season_id: int) -> dict[int, Roster]:
    """Return Gamers under contract and dead cap by franchise, in one query; franchises with neither are left out."""
    held: dict[int, list[RosterGamer]] = defaultdict(list)
    dead: dict[int, int] = defaultdict(int)
    rows = Contract.objects.filter(Q(ended_at__isnull=True) | Q(dead__gt=0), season=season_id).order_by("pk")
    for franchise, gamer, genre, salary, dead_cap, ended_at in rows.values_list(
        "franchise", "gamer", "gamer__gamer__genre", "salary", "dead", "ended_at"
    ):
        dead[franchise] += dead_cap
        if ended_at is None:
            held[franchise].append(RosterGamer(gamer, genre, salary))
    return {key: Roster(tuple(held[key]), dead[key]) for key in dead}


def filter_free_gamers(season_id: int) -> QuerySet[SeasonGamer]:
    """Return the Gamers of the season without a contract."""
    signed = Contract.objects.filter(season=season_id, ended_at__isnull=True).values("gamer")
    return SeasonGamer.objects.filter(season=season_id).exclude(pk__in=signed)


def list_free_gamers(season_id: int) -> list[RosterGamer]:
    """Return the free Gamers at their salaries of the season, cheapest first."""
    return _list_cheapest_first(filter_free_gamers(season_id))


def list_pool_gamers(season_id: int) -> list[RosterGamer]:
    """Return all Gamers of a season's pool at their salaries there, cheapest first."""
    return _list_cheapest_first(SeasonGamer.objects.filter(season=season_id))


def _list_cheapest_first(rows: QuerySet[SeasonGamer]) -> list[RosterGamer]:
    return [RosterGamer(*row) for row in rows.order_by("salary", "pk").values_list("pk", "gamer__genre", "salary")]


def list_plannable_seasons(leagues: Collection[int]) -> list[tuple[int, str]]:
    """Return (id, name) of these leagues' seasons for which events may be planned, newest first."""
    rows = SeasonSettings.objects.filter(season__league__in=leagues, phase__in=PLANNING_PHASES).select_related("season__league")
    ordered = rows.order_by("season__league__name", "-season__starts_on", "-pk")
    return [(row.pk, f"{row.season.league.name}: {row.season.name}") for row in ordered]


def list_too_small_rosters(season_id: int, players: Collection[int]) -> list[Message]:
    """Return a message for each franchise of these players that has too few Gamers for any match."""
    gamer_count = Count("contracts", filter=Q(contracts__ended_at__isnull=True))
    rows = Franchise.objects.filter(season=season_id, owner__in=players).annotate(standing=gamer_count)
    too_small = rows.filter(standing__lt=MIN_SQUAD).order_by("name").values_list("name", "standing")
    return [format_too_few(name, count) for name, count in too_small]


def format_too_few(name: str, count: int, round_name: str = "") -> Message:
    """Return the message that a franchise has too few Gamers.

    >>> format_too_few("Foxes", 1, "Round 1")
    'Foxes: 1 Gamer available in Round 1, but a match needs 4.'
    """
    if not round_name:
        return translate_n(
            "{franchise}: {n} Gamer, but a match needs {least}.", "{franchise}: {n} Gamers, but a match needs {least}.",
            count, franchise=name, least=MIN_SQUAD,
        )  # fmt: skip
    return translate_n(
        "{franchise}: {n} Gamer available in {round}, but a match needs {least}.",
        "{franchise}: {n} Gamers available in {round}, but a match needs {least}.",
        count, franchise=name, round=round_name, least=MIN_SQUAD,
    )  # fmt: skip


def get_roster_cards(franchises: Collection[int]) -> dict[int, list[Card]]:
    """Return Gamers under contract by franchise, the most expensive first, in one query."""
    rows = Contract.objects.filter(franchise__in=franchises, ended_at__isnull=True).select_related("gamer__gamer")
    cards: dict[int, list[Card]] = {franchise: [] for franchise in franchises}
    for row in rows.order_by("-salary", "pk"):
        gamer = row.gamer.gamer
        card = Card(
            contract=row.pk, handle=gamer.handle, name=gamer.name, genre=gamer.genre, salary=row.salary,
            usual=gamer.salary, stats=tuple(getattr(gamer, stat) for stat in STATS), talent=gamer.talent,
            text=flavour_of(gamer), own=gamer.league_id is not None,
        )  # fmt: skip
        cards[row.franchise_id].append(card)
    return cards


def get_planned_lineups(event_id: int, franchises: Collection[int]) -> dict[int, set[int]]:
    """Return by franchise the contracts of its planned line-up for an event."""
    rows = LineupGamer.objects.filter(lineup__event=event_id, lineup__franchise__in=franchises, lineup__match_id__isnull=True)
    contracts: dict[int, set[int]] = {}
    for franchise, contract in rows.values_list("lineup__franchise", "contract"):
        contracts.setdefault(franchise, set()).add(contract)
    return contracts
