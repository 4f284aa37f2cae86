"""Whom franchises plan to send, and whom they send to matches of Incursion Point: Zero."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from engines.i18n import translate_stored
from league.events.models import Event, Pairing, SeriesMatch
from league.gamers.models import Gamer, SeasonGamer
from league.lineups.actions import drop_lineup, plan_lineup
from league.results.actions.due_rounds import open_deferred_matches
from league.results.actions.event_start import start_event
from league.seasons.actions.contracts import sign_gamer
from league.seasons.models import Contract, Franchise, Lineup, LineupGamer, SeasonSettings, Signing
from league.seasons.queries.rosters import get_roster_cards
from league.sweep import sweep
from matches.models import Match
from tests.factories import NOON, PlayerFactory, end
from tests.league.lineups.playing import contracts, handles, in_rounds, season_event
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


@pytest.fixture(scope="module")
def same_event(module_rows: None) -> int:
    return season_event(in_rounds(each=6)).pk


def plans(made: Event, team: Franchise, chosen: list[int]) -> None:
    plan_lineup(season_id=team.season_id, event_id=made.pk, by=team.owner_id, contracts=chosen, at=NOON)


def starts(made: Event) -> None:
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)


def the_match() -> Match:
    return Match.objects.get(pk=SeriesMatch.objects.order_by("-pk").values_list("match", flat=True)[0])


def side_of(team: Franchise, match: Match) -> Any:
    rosters = match.options["rosters"]
    return rosters[("strike", "terrorists")[match.seats.get(player=team.owner).number]]


def four_best(team: Franchise) -> set[str]:
    best = sorted(get_roster_cards([team.pk])[team.pk], key=lambda one: (-one.strength, -one.salary, one.contract))
    return {one.handle for one in best[:4]}


def test_a_match_is_played_with_the_line_up_planned_and_who_was_sent_is_recorded(made: Event, teams: list[Franchise]) -> None:
    (one, other), chosen = teams, contracts(teams[0])[1:5]
    plans(made, one, chosen)
    starts(made)
    match = the_match()
    lineup = Lineup.objects.get(match_id=match.pk, franchise=one)
    assert set(lineup.gamers.values_list("contract", flat=True)) == set(chosen)
    assert set(side_of(one, match)) == set(lineup.gamers.values_list("contract__gamer__gamer__handle", flat=True))
    assert set(side_of(other, match)) == four_best(other)


def test_a_planned_gamer_who_has_gone_is_left_out_and_too_few_send_the_four_best(made: Event, teams: list[Franchise]) -> None:
    one, chosen = teams[0], contracts(teams[0])[:4]
    plans(made, one, chosen)
    Contract.objects.filter(pk=chosen[0]).update(ended_at=NOON, ending="released")
    starts(made)
    assert set(side_of(one, the_match())) == four_best(one)
    assert len(handles(one)) == 5


def test_a_gamer_of_the_leagues_own_is_sent_as_a_whole_card() -> None:
    one, _ = teams = in_rounds(each=4)
    made = season_event(teams)
    gamer = Gamer.objects.create(
        league_id=made.league_id, handle="Quill", name="Una Quill", genre="FPS", salary=3, wisdom=1, awareness=2,
        synergy=3, dexterity=4, xfactor=5, created_at=NOON,
    )  # fmt: skip
    own = SeasonGamer.objects.create(season_id=one.season_id, gamer=gamer, salary=2)
    sign_gamer(SeasonSettings.objects.get(pk=one.season_id), franchise=one.pk, gamer=own.pk, how=Signing.FREE_AGENT, at=NOON)
    starts(made)
    cards = [each for each in side_of(one, the_match()) if not isinstance(each, str)]
    assert cards == [{
        "handle": "Quill", "name": "Una Quill", "genre": "FPS", "salary": 3, "talent": None, "text": "",
        "stats": {"wisdom": 1, "awareness": 2, "synergy": 3, "dexterity": 4, "xfactor": 5},
    }]  # fmt: skip


def test_a_plan_is_four_of_ones_own_gamers_or_more_and_can_be_taken_back(made: Event, teams: list[Franchise]) -> None:
    (one, other), mine = teams, contracts(teams[0])
    refused("too-few", lambda: plans(made, one, mine[:3]))
    refused("twice", lambda: plans(made, one, [*mine[:3], mine[0]]))
    refused("not-yours", lambda: plans(made, one, [*mine[:3], contracts(other)[0]]))
    stranger = PlayerFactory()
    act = partial(plan_lineup, season_id=one.season_id, contracts=mine, at=NOON)
    refused("not-allowed", lambda: act(event_id=made.pk, by=stranger.pk))
    refused("not-found", lambda: act(event_id=10**9, by=one.owner_id))
    plain = season_event(teams, game="field-tactics")
    refused("no-lineups", lambda: act(event_id=plain.pk, by=one.owner_id))
    assert not Lineup.objects.exists()
    plans(made, one, mine[:4])
    plans(made, one, mine[1:5])
    assert list(LineupGamer.objects.values_list("contract", flat=True)) == mine[1:5]
    drop_lineup(season_id=one.season_id, event_id=made.pk, by=one.owner_id)
    assert not LineupGamer.objects.exists()


def test_a_match_waits_in_words_until_its_franchise_has_four_free_gamers() -> None:
    one, other = teams = in_rounds(each=5, one_match_a_round=True)
    made = season_event(teams, format="single-elimination", settings={"best_of": 3})
    starts(made)
    first = the_match()
    assert len(side_of(one, first)) == 4
    end(first.pk, ranks=(1, 2))
    sweep(NOON)
    made.refresh_from_db()
    assert f"{one.name}: 1 Gamer available in" in translate_stored(made.problem)
    assert the_match() == first
    sweep(NOON)
    free = SeasonGamer.objects.filter(season=one.season_id, contracts=None).order_by("salary")
    terms = SeasonSettings.objects.get(pk=one.season_id)
    SeasonSettings.objects.filter(pk=terms.pk).update(roster_max=9, cap=99)
    terms.refresh_from_db()
    for team, gamers in ((one, free[:3]), (other, free[3:6])):
        for gamer in list(gamers):
            sign_gamer(terms, franchise=team.pk, gamer=gamer.pk, how=Signing.FREE_AGENT, at=NOON)
    assert open_deferred_matches(event_id=made.pk, at=LATER)
    made.refresh_from_db()
    second = the_match()
    assert (made.problem, second != first) == ("", True)
    both = [set(map(str, side_of(one, match))) for match in (first, second)]
    assert not both[0] & both[1]
    assert Pairing.objects.get(pk=second.series_match.pairing_id).series.count() == 2


def test_the_database_lets_no_gamer_play_two_matches_of_a_round() -> None:
    one, _ = teams = in_rounds(each=5, one_match_a_round=True)
    made = season_event(teams)
    starts(made)
    gamer = LineupGamer.objects.filter(lineup__franchise=one)[0]
    again = Lineup.objects.create(event=made, franchise=one, match_id=10**6, made_at=NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        LineupGamer.objects.create(lineup=again, contract=gamer.contract, exclusive_round=gamer.exclusive_round)


def test_nobody_but_its_owner_ever_sees_a_planned_line_up(client: Client, made: Event, teams: list[Franchise]) -> None:
    """Whatever a rival, a visitor or the organiser may open is the same with a plan as without one."""
    one, other = teams
    season = f"leagues/{made.league.slug}/seasons/{one.season_id}/"  # type: ignore[union-attr]
    lineup = f"{season}events/{made.pk}/line-up/"
    addresses = [
        f"/events/{made.pk}/", f"/events/{made.pk}/entrants/", f"/api/v1/events/{made.pk}/", f"/{season}", f"/{lineup}",
        f"/api/v1/{lineup}", f"/{season}franchises/{one.pk}/", f"/api/v1/{season}franchises/{one.pk}/",
        f"/events/{made.pk}/manage/", f"/api/v1/events/{made.pk}/manage/",
    ]  # fmt: skip

    def seen() -> list[tuple[int, str]]:
        found = []
        for person in (None, other.owner, made.organiser):
            client.logout()
            if person is not None:
                client.force_login(person)
            for address in addresses:
                answer = client.get(address)
                lines = [line for line in answer.content.decode().splitlines() if "csrf" not in line.lower()]
                found.append((answer.status_code, re.sub(r'name="key" value="\w+"', "", "\n".join(lines))))
        return found

    before = seen()
    assert [status for status, _ in before].count(500) == 0
    plans(made, one, contracts(one)[2:6])
    assert seen() == before


def test_the_owner_chooses_on_the_page_and_over_the_api(client: Client, made: Event, teams: list[Franchise]) -> None:
    one, mine = teams[0], contracts(teams[0])
    season = f"leagues/{made.league.slug}/seasons/{one.season_id}/"  # type: ignore[union-attr]
    lineup = f"{season}events/{made.pk}/line-up/"
    client.force_login(one.owner)
    assert "Your line-up" in client.get(f"/events/{made.pk}/").content.decode()
    assert f"Line-up for {made.name}" in client.get(f"/{season}franchises/{one.pk}/").content.decode()
    page = client.post(f"/{lineup}", {"contract_ids": mine[:4]}, follow=True).content.decode()
    assert page.count("checked") == 4
    assert "4 selected" in page
    assert "A match needs 4" in client.post(f"/{lineup}", {"contract_ids": mine[:2]}, follow=True).content.decode()
    api = partial(client.put, f"/api/v1/{lineup}", content_type="application/json")
    assert sum(one["chosen"] for one in api({"contract_ids": mine[:5]}).json()["choices"]) == 5
    assert api({"contract_ids": "all"}).json()["code"] == "malformed"
    assert api({"contract_ids": [mine[0]]}).json()["code"] == "too-few"
    assert client.delete(f"/api/v1/{lineup}").json()["planned"] is False
