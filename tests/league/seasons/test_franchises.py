from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from league.drafts.models import Draft
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.seasons.actions.contracts import release_gamer, sign_free_agent
from league.seasons.actions.franchises import create_franchise, remove_franchise, rename_franchise, transfer_franchise
from league.seasons.actions.ledger_audit import list_faults
from league.seasons.actions.payments import fine_franchise, grant_money
from league.seasons.actions.settings import add_window, change_phase, remove_window
from league.seasons.models import Contract, Franchise, MarketWindow, Payment, SeasonSettings
from league.seasons.queries.market import is_window_open
from league.seasons.queries.rosters import get_rosters
from league.seasons.rules.roster import Roster, RosterGamer, RosterRules, completion_cost
from tests.factories import NOON, BotFactory, PlayerFactory, franchise, organiser_of, rounds_with_window, season, started_event
from tests.league.seasons.test_terms import change_terms, refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Stage = tuple[Season, Franchise, Franchise]


def by_salary(made: Season, *, dearest: bool = False) -> list[SeasonGamer]:
    order = ("-salary", "pk") if dearest else ("salary", "pk")
    taken = Contract.objects.filter(season=made, ended_at__isnull=True).values("gamer")
    return list(SeasonGamer.objects.filter(season=made).exclude(pk__in=taken).order_by(*order))


def signs(team: Franchise, gamer: SeasonGamer, **more: Any) -> int:
    given = {"season_id": team.season_id, "franchise_id": team.pk, "gamer": gamer.pk, "by": team.owner_id, "at": NOON}
    return sign_free_agent(**(given | more))


def contracts(team: Franchise) -> list[int]:
    return list(Contract.objects.filter(franchise=team, ended_at__isnull=True).order_by("pk").values_list("pk", flat=True))


def balances(*teams: Franchise) -> list[int]:
    return list(Franchise.objects.filter(pk__in=[team.pk for team in teams]).order_by("pk").values_list("balance", flat=True))


def sound(made: Season) -> bool:
    return list_faults(SeasonSettings.objects.get(pk=made.pk)) == []


def goes(made: Season, to: str, **more: Any) -> Callable[[], None]:
    return partial(change_phase, season_id=made.pk, by=organiser_of(made.league), to=to, at=NOON, **more)


def filled(made: Season, teams: int = 2, each: int = 4) -> list[Franchise]:
    """Franchises in the rounds with the cheapest Gamers."""
    owned = [franchise(made) for _ in range(teams)]
    rounds_with_window(made)
    for team in owned:
        for one in by_salary(made)[:each]:
            signs(team, one)
    return owned


def test_a_player_founds_one_franchise_while_there_is_room(made: Season) -> None:
    ada = PlayerFactory()
    again = partial(create_franchise, season_id=made.pk, by=ada.pk, at=NOON)
    team = Franchise.objects.get(pk=again(name="  The   Foxes "))
    assert (team.name, team.owner, team.balance) == ("The Foxes", ada, 0)
    refused("already-founded", lambda: again(name="Wolves"))
    refused("name-taken", lambda: franchise(made, name="the foxes"))
    refused("bad-name", lambda: franchise(made, name="x"))
    refused("account-needed", lambda: franchise(made, PlayerFactory(is_guest=True)))
    change_terms(made, franchises_most=2)
    franchise(made)
    refused("season-full", lambda: franchise(made), "maximum of 2 franchises")


def test_an_organiser_founds_for_players_and_bots_renames_hands_over_and_removes(made: Season) -> None:
    change_terms(made, founding_open=False)
    refused("not-open", lambda: franchise(made))
    bot, ada, ben = BotFactory(username="magpie"), PlayerFactory(username="ada"), PlayerFactory(username="ben")
    act = {"season_id": made.pk, "by": organiser_of(made.league), "at": NOON}
    first = create_franchise(name="Magpies", owner="MAGPIE", **act)
    second = create_franchise(name="Foxes", owner="ada", **act)
    rooks, larks = (create_franchise(name=name, bot="level-5", **act) for name in ("Rooks", "Larks"))
    owners = dict(Franchise.objects.filter(season=made).values_list("pk", "owner"))
    assert (owners[first], owners[second], len(set(owners.values()))) == (bot.pk, ada.pk, 4)
    assert Franchise.objects.filter(pk__in=[rooks, larks], owner__bot="level-5").count() == 2
    refused("unknown-player", lambda: create_franchise(name="Nobodies", owner="nobody", **act))
    refused("unknown-bot", lambda: create_franchise(name="Nobodies", bot="clever", **act))
    by_ada, by_ben = act | {"by": ada.pk}, act | {"by": ben.pk}
    refused("not-allowed", lambda: create_franchise(name="Bens", owner="ben", **by_ada))
    rename_franchise(franchise_id=second, name="Red Foxes", **act)
    rename_franchise(franchise_id=second, name="Grey Foxes", **by_ada)
    refused("not-allowed", lambda: rename_franchise(franchise_id=first, name="Jays", **by_ada))
    refused("name-taken", lambda: rename_franchise(franchise_id=second, name="magpies", **act))
    refused("already-founded", lambda: transfer_franchise(franchise_id=second, owner="magpie", why="away", **act))
    refused("why-needed", lambda: transfer_franchise(franchise_id=second, owner="ben", why="", **act))
    transfer_franchise(franchise_id=second, owner="ben", why="ada moved away", **act)
    assert Franchise.objects.get(pk=second).owner == ben
    refused("not-allowed", lambda: remove_franchise(franchise_id=first, **by_ben))
    remove_franchise(franchise_id=first, **act)
    remove_franchise(franchise_id=second, **by_ben)
    acts = list(made.league.log.filter(subject_kind="franchise").order_by("pk").values_list("act", flat=True))
    told = ["founded"] * 4 + ["renamed", "handed-over", "removed"]
    assert acts == [f"franchise.{one}" for one in told]
    assert set(Franchise.objects.filter(season=made).values_list("pk", flat=True)) == {rooks, larks}


def test_leaving_set_up_names_what_is_missing_and_pays_each_purse_once(made: Season) -> None:
    empty = season(pool=False)
    franchise(empty)
    refused("not-ready", goes(empty, "draft"), "there is 1. 1 franchise × 4 = 4 Gamers, but the pool has 0.")
    refused("no-such-step", goes(empty, "rounds"), "From “set-up” the season can only go to “draft”.")
    refused("unknown-phase", goes(empty, "party"))
    change_terms(made, purse=25)
    teams = [franchise(made) for _ in range(2)]
    goes(made, "draft")()
    assert set(Franchise.objects.filter(season=made).values_list("balance", flat=True)) == {25}
    assert set(Payment.objects.filter(season=made).values_list("key", flat=True)) == {f"purse.{team.pk}" for team in teams}
    refused("wrong-phase", lambda: franchise(made))
    row = draft_of(teams[0])
    refused("not-ready", goes(made, "rounds"), "The draft Spring draft isn't over.")
    Draft.objects.filter(pk=row.pk).update(status="cancelled")
    refused("not-ready", goes(made, "rounds"), f"{teams[0].name} has 4 spots to fill.")


def draft_of(team: Franchise, **more: Any) -> Draft:
    return Draft.objects.create(
        season=team.season, host=team.owner, name="Spring draft", kind="snake", seed="", commitment="", created_at=NOON, **more
    )


def test_the_rounds_end_when_the_events_are_over_and_the_last_steps_can_be_taken_back(traded: Stage) -> None:
    made = traded[0]
    cup = started_event()
    cup.update(season=made)
    refused("not-ready", goes(made, "awards"), "The event Spring Cup isn't over.")
    cup.update(status="finished")
    goes(made, "awards")()
    refused("why-needed", goes(made, "rounds"))
    goes(made, "archive")()
    assert Season.objects.get(pk=made.pk).archived_at == NOON
    refused("why-needed", goes(made, "awards"))
    goes(made, "awards", why="a prize was forgotten")()
    goes(made, "rounds", why="one more round")()
    assert SeasonSettings.objects.get(pk=made.pk).phase == "rounds"


def test_a_window_is_open_from_its_first_moment_to_before_its_last_and_in_the_rounds_alone(made: Season) -> None:
    by = organiser_of(made.league)
    add = partial(add_window, season_id=made.pk, by=by, at=NOON)
    window = add(kind="trades", opens_at=NOON + HOUR, closes_at=NOON + 2 * HOUR)
    terms = SeasonSettings.objects.get(pk=made.pk)
    assert not is_window_open(terms, "trades", NOON + HOUR)
    terms.phase = "rounds"
    minute = timedelta(minutes=1)
    moments = [NOON + HOUR - minute, NOON + HOUR, NOON + 2 * HOUR - minute, NOON + 2 * HOUR]
    assert [is_window_open(terms, "trades", one) for one in moments] == [False, True, True, False]
    assert not is_window_open(terms, "free-agency", NOON + HOUR)
    refused("window-overlaps", lambda: add(kind="trades", opens_at=NOON, closes_at=NOON + 90 * minute))
    refused("bad-window", lambda: add(kind="trades", opens_at=NOON, closes_at=NOON))
    refused("bad-window", lambda: add(kind="trades", opens_at=NOON - 2 * HOUR, closes_at=NOON), "already be closed")
    refused("unknown-window", lambda: add(kind="door", opens_at=NOON, closes_at=NOON + HOUR))
    add(kind="trades", opens_at=NOON, closes_at=NOON + HOUR)
    add(kind="free-agency", opens_at=NOON, closes_at=NOON + 2 * HOUR)
    remove_window(season_id=made.pk, window_id=window, by=by, at=NOON)
    refused("not-found", lambda: remove_window(season_id=made.pk, window_id=window, by=by, at=NOON))
    assert MarketWindow.objects.filter(terms=made.pk).count() == 2


def test_a_free_agent_is_signed_first_come_while_a_window_is_open(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, cap=12)
    wanted = by_salary(made)[0]
    refused("window-closed", lambda: signs(foxes, wanted, at=NOON + HOUR))
    refused("not-allowed", lambda: signs(foxes, wanted, by=wolves.owner_id))
    refused("over-cap", lambda: signs(foxes, by_salary(made, dearest=True)[0]), "but the salary cap is 12")
    change_terms(made, cap=30)
    contract = Contract.objects.get(pk=signs(foxes, wanted))
    assert (contract.salary, contract.seasons_left, contract.how) == (wanted.salary, 3, "free-agent")
    refused("gamer-taken", lambda: signs(wolves, wanted))
    signs(foxes, by_salary(made)[0])
    refused("roster-full", lambda: signs(foxes, by_salary(made)[0]))
    change_terms(made, waivers="blind")
    refused("sealed-bids", lambda: signs(wolves, by_salary(made)[0]))


def test_an_open_spot_costs_at_least_the_reserve_however_cheap_the_free_gamers_are() -> None:
    held = Roster((RosterGamer(9, "FPS", 20),))
    free = [RosterGamer(1, "FPS", 1), RosterGamer(2, "FPS", 1), RosterGamer(3, "FPS", 9)]
    for least, cost in ((1, 0), (3, 2 * 3), (4, 1 + 1 + 9)):
        assert completion_cost(RosterRules(cap=40, least=least, most=6, reserve=3, genres={}), held, free) == cost


def test_a_release_leaves_dead_money_and_a_roster_that_can_be_completed_and_the_gamer_is_free_at_once(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, dead_percent=50)
    dear = by_salary(made, dearest=True)[0]
    SeasonGamer.objects.filter(pk=dear.pk).update(salary=7)
    contract = signs(foxes, dear)
    let_go = partial(release_gamer, season_id=made.pk, contract_id=contract, at=NOON)
    before = get_rosters(made.pk)[foxes.pk].payroll
    refused("not-allowed", lambda: let_go(by=wolves.owner_id))
    assert let_go(by=foxes.owner_id) == 4
    assert get_rosters(made.pk)[foxes.pk].payroll == before - 3
    refused("contract-over", lambda: let_go(by=foxes.owner_id))
    assert signs(wolves, dear)
    change_terms(made, dead_percent=100, cap=get_rosters(made.pk)[foxes.pk].payroll)
    let_go = partial(let_go, contract_id=contracts(foxes)[0], by=foxes.owner_id)
    refused("roster-impossible", let_go)


def test_an_organiser_signs_and_takes_back_for_a_franchise_with_a_reason(made: Season) -> None:
    team, _ = franchise(made), franchise(made)
    by = organiser_of(made.league)
    change_terms(made, phase="draft", waivers="blind")
    wanted = by_salary(made)[0]
    refused("wrong-phase", lambda: signs(team, wanted))
    refused("why-needed", lambda: signs(team, wanted, by=by))
    contract = signs(team, wanted, by=by, why="missed the draft")
    back = partial(release_gamer, season_id=made.pk, contract_id=contract, undo=True, at=NOON)
    refused("not-allowed", lambda: back(by=team.owner_id))
    assert back(by=by, why="wrong Gamer") == 0
    assert get_rosters(made.pk) == {}
    draft_of(team, status="running", state={}, setup={}, started_at=NOON)
    refused("draft-running", lambda: signs(team, wanted, by=by, why="again"))


def test_grants_and_fines_go_through_the_books_once(made: Season) -> None:
    team = franchise(made)
    act: dict[str, Any] = {"season_id": made.pk, "franchise_id": team.pk, "by": organiser_of(made.league), "at": NOON}
    assert grant_money(amount=9, why="fair play", key="a", **act)
    assert not grant_money(amount=9, why="fair play", key="a", **act)
    assert fine_franchise(amount=4, why="late", **act)
    refused("no-money", lambda: fine_franchise(amount=6, why="late", **act), "costs 6, but the franchise has 5")
    refused("bad-amount", lambda: grant_money(amount=-1, why="x", **act))
    refused("bad-amount", lambda: fine_franchise(amount=0, why="x", **act))
    refused("bad-amount", lambda: grant_money(amount=10**9, why="x", **act))
    refused("why-needed", lambda: fine_franchise(amount=1, why=" ", **act))
    refused("not-allowed", lambda: grant_money(amount=1, why="me", **(act | {"by": team.owner_id})))
    refused("not-found", lambda: grant_money(amount=1, why="x", **(act | {"franchise_id": team.pk + 1})))
    team.refresh_from_db()
    assert (team.balance, Payment.objects.filter(season=made).count()) == (5, 2)
    assert made.league.log.filter(act__in=["franchise.granted", "franchise.fined"]).count() == 2
    refused("has-a-past", lambda: remove_franchise(season_id=made.pk, franchise_id=team.pk, by=team.owner_id, at=NOON))
