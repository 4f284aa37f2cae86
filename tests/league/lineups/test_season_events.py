"""Events that belong to a season with franchises, and a whole season by command."""

from datetime import timedelta
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from engines.i18n import translate_stored
from league.events.actions.event_copies import copy_event, get_event_plan
from league.events.actions.event_lifecycle import Plan, change_event, create_event
from league.events.actions.notifications import notify_opened_matches
from league.events.models import Event
from league.notifications.models import Notification
from league.people.models import Player
from league.registration.actions.entries import add_bot, enter_franchises, enter_player, join_event
from league.results.actions.event_start import start_due_event, start_event
from league.seasons.models import Contract, Franchise, Lineup, Payment, SeasonSettings
from league.stats.queries.seasons import get_season_stats
from matches.clock import TimeControl
from matches.models import Match
from tests.factories import NOON, PlayerFactory, event, league, organiser_of, season
from tests.league.events.playing import play_out
from tests.league.lineups.playing import boss, in_rounds, season_event
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def same_event(module_rows: None) -> int:
    return season_event(in_rounds()).pk


def test_only_franchises_of_its_season_enter_an_event(made: Event) -> None:
    stranger = PlayerFactory()
    refused("no-franchise", partial(join_event, event_id=made.pk, player_id=stranger.pk, at=NOON))
    by = {"event_id": made.pk, "by": made.organiser_id, "at": NOON}
    refused("no-franchise", partial(enter_player, username=stranger.username, **by))
    refused("no-franchise", partial(add_bot, kind="level-1", **by))
    assert made.entrants.count() == 2


def test_all_franchises_are_entered_at_once_or_none(client: Client, made: Event, teams: list[Franchise]) -> None:
    made.entrants.exclude(player=teams[0].owner).delete()
    by = {"event_id": made.pk, "by": made.organiser_id, "at": NOON}
    plain = event(PlayerFactory(), organiser=made.organiser)
    refused("not-possible", partial(enter_franchises, **by | {"event_id": plain.pk}))
    refused("not-allowed", partial(enter_franchises, **by | {"by": PlayerFactory().pk}))
    client.force_login(made.organiser)
    page = client.get(f"/events/{made.pk}/").content.decode()
    assert "Enter all franchises" in page
    assert "Add bot" not in page
    assert client.post(f"/events/{made.pk}/franchises/").status_code == 302
    assert {one.player_id for one in made.entrants.all()} == {team.owner_id for team in teams}
    refused("already-joined", partial(enter_franchises, **by))
    made.entrants.all().delete()
    Player.objects.filter(pk=teams[1].owner_id).update(is_active=False)
    refused("unknown-player", partial(enter_franchises, **by))
    assert not made.entrants.exists()


def test_a_season_is_of_the_events_league_and_not_over(made: Event, teams: list[Franchise]) -> None:
    season_id, other = teams[0].season_id, league(name="Other")
    plan = partial(Plan, name="Cup", game="field-tactics", control=TimeControl(), season_id=season_id)
    create = partial(create_event, at=NOON)
    refused("bad-season", lambda: create(by=organiser_of(other), plan=plan(league=other.pk)))
    refused("not-allowed", lambda: create(by=organiser_of(other), plan=plan()))
    refused("bad-season", lambda: create(by=organiser_of(other), plan=plan(season_id=10**9)))
    own = create(by=boss(teams[0]), plan=plan())
    assert Event.objects.get(pk=own).league_id == made.league_id
    SeasonSettings.objects.filter(pk=season_id).update(phase="awards")
    refused("bad-season", lambda: create(by=boss(teams[0]), plan=plan(league=made.league_id)))
    change_event(event_id=made.pk, by=made.organiser_id, plan=get_event_plan(made), at=NOON)
    assert Event.objects.get(pk=made.pk).season_id == season_id
    copy = copy_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    assert Event.objects.get(pk=copy).season_id is None


def test_an_event_that_others_have_entered_cannot_become_the_seasons() -> None:
    made = season(pool=False)
    plain = event(PlayerFactory(), league=made.league_id, organiser=made.league.staff.get(role="owner").player)
    plan = {**{one: getattr(get_event_plan(plain), one) for one in ("name", "game", "control")}, "season_id": made.pk}
    refused("no-franchise", lambda: change_event(event_id=plain.pk, by=plain.organiser_id, plan=Plan(**plan), at=NOON))


def test_it_starts_in_the_rounds_with_four_gamers_each(made: Event, teams: list[Franchise]) -> None:
    made.update(starts_at=NOON + timedelta(hours=1))
    start = partial(start_event, event_id=made.pk, by=made.organiser_id, at=NOON)
    terms = SeasonSettings.objects.filter(pk=made.season_id)
    terms.update(phase="draft")
    refused("wrong-phase", start)
    terms.update(phase="rounds")
    Contract.objects.filter(franchise=teams[0]).update(ended_at=NOON, ending="released")
    refused("too-few-gamers", start, f"{teams[0].name}: 0 Gamers, but a match needs 4.")
    assert not start_due_event(event_id=made.pk, at=NOON + timedelta(hours=2))
    assert "a match needs 4" in translate_stored(Event.objects.get(pk=made.pk).problem)


def test_notifications_and_stats_name_franchises_and_not_their_owners(made: Event, teams: list[Franchise]) -> None:
    start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    notify_opened_matches(at=NOON)
    told = Notification.objects.get(player=teams[0].owner)
    assert told.about["opponents"] == teams[1].name
    play_out(made)
    table = get_season_stats(teams[0].season.league.slug, teams[0].season_id).tables[-1]
    assert {row.cells[0] for row in table.rows} == {team.name for team in teams}


def test_the_organiser_chooses_the_season_in_the_form_and_the_pages_name_each_other(client: Client, made: Event) -> None:
    client.force_login(made.organiser)
    assert "Franchise season" in client.get(f"/events/{made.pk}/manage/settings/").content.decode()
    address = f"/leagues/{made.league.slug}/seasons/{made.season_id}/"  # type: ignore[union-attr]
    assert address in client.get(f"/events/{made.pk}/").content.decode()
    assert made.name in (page := client.get(address).content.decode())
    assert f"/events/new/?season_id={made.season_id}&amp;game=incursion-point-zero" in page
    page = client.get(f"/events/new/?format=swiss&season_id={made.season_id}&game=incursion-point-zero").content.decode()
    assert f'<option value="{made.season_id}" selected' in page
    assert 'value="Incursion Point: Zero"' in page
    patch = partial(client.patch, f"/api/v1/events/{made.pk}/manage/plan/", content_type="application/json")
    assert patch({"season_id": 10**9}).json()["code"] == "bad-season"


def test_a_season_runs_from_founding_to_the_archive_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo_season", teams=2, rounds=1, bots="level-1")
    printed = capsys.readouterr().out
    assert "Check passed" in printed
    terms = SeasonSettings.objects.latest("pk")
    event = Event.objects.get(season=terms.pk)
    assert (terms.phase, event.status) == ("archive", "finished")
    matches = Match.objects.filter(series_match__pairing__round__event=event)
    assert matches.count() == 1
    assert {match.reason for match in matches} <= {"secured", "held"}
    assert Contract.objects.filter(season=terms.pk).count() == 2 * terms.roster_min
    assert Lineup.objects.filter(match_id__isnull=False).count() == 2
    assert all(len(side) == 4 for match in matches for side in match.options["rosters"].values())  # type: ignore[union-attr]
    kinds = list(Payment.objects.order_by("pk").values_list("kind", flat=True))
    assert (kinds.count("purse"), kinds.count("participation"), kinds.count("win")) == (2, 2, 1)
    assert kinds.count("prize") >= 3
    assert all(team.name in printed for team in Franchise.objects.filter(season=terms.pk))
    with pytest.raises(CommandError, match="2 to 8 teams"):
        call_command("demo_season", teams=9)
