"""Who had a place and did not appear: warnings, bans, and organisers who lift them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from hypothesis import given, settings, strategies as st

from league.audit.models import AuditEntry
from league.event_console.organiser_actions import run_action
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Entrant, Event, EventLogEntry, NoShow
from league.leagues.actions import edit_league
from league.leagues.rules import NoShowPolicy
from league.people.models import Player
from league.registration.actions import entrant_import, entries, late_entries, no_shows, withdrawals
from league.registration.actions.entrant_import import BadRows, ImportRow
from league.registration.queries import find_no_show_notice, get_bans, list_home_no_show_notices, list_no_show_lines
from league.registration.rules import LIFETIME, compute_no_show_status
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Seat
from matches.server_time import now
from tests.factories import GAME, NOON, BotFactory, PlayerFactory, event, league, started_event
from tests.league.events.playing import finish, open_matches, refused
from tests.thorough import WHOLE

DAY = timedelta(days=1)
START = datetime(2026, 1, 1, tzinfo=UTC)


def missed(*days: int) -> list[NoShow]:
    return [NoShow(pk=number, event_id=number, at=START + day * DAY) for number, day in enumerate(days, 1)]


def test_the_first_no_shows_warn_and_the_next_one_bans_for_so_many_days() -> None:
    policy = NoShowPolicy(warnings=2, length=30)
    assert compute_no_show_status(policy, missed(0, 1), [], START + DAY).warnings == (1, 2)
    now = compute_no_show_status(policy, missed(0, 1, 2), [], START + 3 * DAY)
    assert now.warnings == ()
    assert now.ban is not None
    assert now.ban.no_show == 3
    assert now.ban.until == START + 32 * DAY
    assert compute_no_show_status(policy, missed(0, 1, 2), [], START + 32 * DAY).ban is None


def test_after_a_ban_the_count_begins_anew_and_a_no_show_is_forgotten_after_a_year() -> None:
    policy = NoShowPolicy(warnings=1, length=5)
    now = compute_no_show_status(policy, missed(0, 1, 20), [], START + 20 * DAY)
    assert (now.warnings, now.ban) == ((3,), None)
    assert compute_no_show_status(policy, missed(0, 365), [], START + 366 * DAY).ban is None
    assert compute_no_show_status(policy, missed(0), [], START + LIFETIME).warnings == ()
    assert compute_no_show_status(policy, missed(0, 364), [], START + 366 * DAY).ban is not None


def test_a_ban_of_events_ends_when_so_many_others_have_begun() -> None:
    policy = NoShowPolicy(warnings=0, length=2, unit="events")
    starts = [(1, START + DAY), (7, START + 2 * DAY), (8, START + 4 * DAY)]
    ban = compute_no_show_status(policy, missed(0), starts, START + 3 * DAY).ban
    assert ban is not None
    assert (ban.until, ban.events, ban.end) == (None, 1, "until 1 more event has started")
    assert compute_no_show_status(policy, missed(0), starts, START + 4 * DAY).ban is None


@settings(max_examples=200 if WHOLE else 25)
@given(
    days=st.lists(st.integers(0, 800), max_size=8).map(sorted),
    gone=st.integers(0, 7),
    warnings=st.integers(0, 3),
    length=st.integers(1, 60),
    later=st.integers(0, 100),
)
def test_warnings_never_exceed_the_policy_and_bans_need_more_no_shows_than_it_warns_of(
    days: list[int], gone: int, warnings: int, length: int, later: int
) -> None:
    policy = NoShowPolicy(warnings, length)
    rows = missed(*days)
    moment = (rows[-1].at if rows else START) + later * DAY
    now = compute_no_show_status(policy, rows, [], moment)
    assert len(now.warnings) <= warnings
    assert len(days) > warnings or now.ban is None
    kept = [row for row in rows if row.pk != gone + 1]
    fewer = compute_no_show_status(policy, kept, [], moment)
    assert len(kept) > warnings or fewer.ban is None
    assert gone + 1 not in fewer.warnings


def two(**plan: object) -> tuple[Event, Player, Player]:
    """A started event of two with a policy, and who plays in it."""
    ada, bob = PlayerFactory(), PlayerFactory()
    return started_event(ada, bob, **{"no_show_warnings": 1, **plan}), ada, bob  # type: ignore[arg-type]


def miss(made: Event, player: Player, at: datetime = NOON) -> None:
    """Let the first open match of an event end because this player has not come."""
    match_id = open_matches(made)[0]
    seat = Seat.objects.get(match=match_id, player=player).number
    finish(match_id, (2, 1) if seat == 0 else (1, 2), at=at, reason="no-show")


@pytest.mark.django_db
class TestInEvents:
    def test_who_does_not_come_to_a_match_is_warned_on_the_page_and_at_home(self, client: Client) -> None:
        made, ada, bob = two()
        miss(made, ada, at=now())
        assert [row.player for row in NoShow.objects.filter(event=made)] == [ada]
        client.force_login(ada)
        for url in (f"/events/{made.pk}/", "/"):
            page = client.get(url).content.decode()
            assert "Warning: 1 no-show in events organised by" in page
            assert "The next no-show means a ban for 30 days." in page
        client.force_login(bob)
        assert "Warning:" not in client.get("/").content.decode()

    def test_only_a_no_show_counts_once_a_pairing_and_only_with_a_policy(self) -> None:
        """Who withdraws is no no-show, and bots are none either."""
        made, ada, _ = two(no_show_warnings=None)
        miss(made, ada)
        assert not NoShow.objects.filter(event=made).exists()
        assert find_no_show_notice(made, ada, NOON) is None
        made, ada, _ = two(format="single-elimination", settings={"best_of": 3}, no_show_warnings=2)
        while open_matches(made):
            miss(made, ada)
        assert NoShow.objects.filter(event=made).count() == 1
        made, ada, _ = two(no_show_warnings=0)
        own = made.entrants.get(player=ada)
        withdrawals.withdraw(event_id=made.pk, entrant_id=own.pk, by=ada.pk, at=NOON)
        for match_id in open_matches(made):
            finish(match_id, reason="no-show")
        bots = started_event(BotFactory(), PlayerFactory(), no_show_warnings=0)
        no_shows.record_no_shows(bots, [bots.entrants.get(player__bot="random").player_id], NOON)
        assert not NoShow.objects.filter(event__in=[made, bots]).exists()

    def test_both_who_stay_away_from_a_match_and_who_has_not_checked_in_have_missed_it(self) -> None:
        made, ada, bob = two(no_show_warnings=0)
        finish(open_matches(made)[0], (2, 2), reason="double-forfeit")
        assert {row.player for row in NoShow.objects.filter(event=made)} == {ada, bob}
        eve, zoe = PlayerFactory.create_batch(2)
        made = event(eve, zoe, no_show_warnings=0)
        entries.open_check_in(event_id=made.pk, by=made.organiser_id, at=NOON)
        entries.check_in(event_id=made.pk, player_id=zoe.pk, at=NOON)
        entries.close_registration(event_id=made.pk, by=made.organiser_id, at=NOON)
        assert [row.player for row in NoShow.objects.filter(event=made)] == [eve]

    def test_a_ban_refuses_every_way_in_and_says_until_when_and_who_can_lift_it(self) -> None:
        missed, ada, _ = two(no_show_warnings=0, ban_length=10)
        miss(missed, ada)
        host = missed.organiser
        soon = NOON + DAY
        other = event(organiser=host, no_show_warnings=0, ban_length=10)
        with refused("banned") as caught:
            entries.join_event(event_id=other.pk, player_id=ada.pk, at=soon)
        assert caught.value.text == (
            f"Because of no-shows, you are banned from events organised by {host} until 11 March 2026, 12:00 UTC. "
            f"{host} can clear it."
        )
        with refused("banned") as caught:
            entries.enter_player(event_id=other.pk, by=host.pk, username=ada.username, at=soon)
        assert caught.value.text.startswith(f"Because of no-shows, {ada} is banned from")
        with pytest.raises(BadRows):
            entrant_import.import_entrants(event_id=other.pk, by=host.pk, rows=[ImportRow(2, ada.username, None, "")], at=soon)
        few = {"organiser": host, "no_show_warnings": 0, "ban_length": 10, "at": soon}
        arena = started_event(*PlayerFactory.create_batch(2), format="arena", settings={"minutes": 60}, **few)
        with refused("banned"):
            entries.join_event(event_id=arena.pk, player_id=ada.pk, at=soon)
        running = started_event(*PlayerFactory.create_batch(2), format="swiss", settings={"rounds": 1}, **few)
        with refused("banned"):
            late_entries.enter_late(event_id=running.pk, by=host.pk, username=ada.username, at=soon)
        assert not other.entrants.exists()
        assert not Entrant.objects.filter(event__in=[arena, running], player=ada).exists()
        Entrant.objects.create(event=other, player=ada, status="applied", joined_at=NOON)
        with refused("banned"):
            entries.approve_entrant(event_id=other.pk, entrant_id=other.entrants.get().pk, by=host.pk, at=soon)
        other.entrants.all().delete()
        assert entries.join_event(event_id=event(no_show_warnings=0).pk, player_id=ada.pk, at=soon) == "entered"
        entries.join_event(event_id=other.pk, player_id=ada.pk, at=NOON + 10 * DAY)

    def test_a_leagues_policy_holds_in_all_its_events_and_its_organisers_can_lift(self) -> None:
        host = PlayerFactory()
        home = league(organiser=host)
        edit_league(league_id=home.pk, by=host.pk, name=home.name, about="", policy=NoShowPolicy(0, 2, "events"), at=NOON)
        made, ada, _ = two(organiser=host, league=home.pk, no_show_warnings=None)
        miss(made, ada)
        other = event(organiser=host, league=home.pk)
        with refused("banned") as caught:
            entries.join_event(event_id=other.pk, player_id=ada.pk, at=NOON + DAY)
        assert caught.value.text == (
            "Because of no-shows, you are banned from events of Northern League until 2 more events have started. "
            f"An organiser of the league ({host}) can clear it."
        )
        for days in (1, 2):
            started_event(*PlayerFactory.create_batch(2), organiser=host, league=home.pk, at=NOON + days * DAY)
        assert entries.join_event(event_id=other.pk, player_id=ada.pk, at=NOON + 3 * DAY) == "entered"

    def test_an_organiser_lifts_a_ban_with_a_reason_that_the_logs_keep(self) -> None:
        host = PlayerFactory()
        home = league(organiser=host)
        made, ada, _ = two(organiser=host, league=home.pk, no_show_warnings=0)
        miss(made, ada)
        row = NoShow.objects.get(event=made)
        given = {"event_id": made.pk, "by": host.pk, "no_show_id": row.pk, "at": NOON + DAY}
        with refused("why-needed"):
            no_shows.clear_no_show(**given, why="  ")
        with refused("not-allowed"):
            no_shows.clear_no_show(**{**given, "by": ada.pk}, why="Please")
        elsewhere = event(organiser=host)
        with refused("not-found"):
            no_shows.clear_no_show(**{**given, "event_id": elsewhere.pk}, why="Ill")
        assert get_bans(made, [ada.pk], NOON + DAY)
        assert not EventLogEntry.objects.filter(act="no-show.lifted").exists()
        no_shows.clear_no_show(**given, why="Ill")
        assert not get_bans(made, [ada.pk], NOON + DAY)
        with refused("lifted-already"):
            no_shows.clear_no_show(**given, why="Ill")
        assert EventLogEntry.objects.get(act="no-show.lifted").why == "Ill"
        assert AuditEntry.objects.get(act="no-show.lifted").league == home
        assert list_home_no_show_notices(ada.pk, NOON + DAY) == []

    def test_a_warning_that_is_lifted_takes_back_the_ban_that_rested_on_it(self) -> None:
        before, ada, _ = two()
        made = started_event(ada, PlayerFactory(), organiser=before.organiser, no_show_warnings=1)
        miss(before, ada)
        miss(made, ada, NOON + DAY)
        assert [one.effect for one in list_no_show_lines(made, NOON + DAY)] == ["ban", ""]
        first = NoShow.objects.get(event=before)
        no_shows.clear_no_show(event_id=made.pk, by=made.organiser_id, no_show_id=first.pk, why="A mistake", at=NOON + DAY)
        assert [one.effect for one in list_no_show_lines(made, NOON + DAY)] == ["warning", ""]
        assert not get_bans(made, [ada.pk], NOON + DAY)

    def test_the_console_lists_no_shows_and_lifts_them(self, client: Client) -> None:
        over, ada, _ = two(no_show_warnings=0)
        miss(over, ada, at=now())
        client.force_login(over.organiser)
        page = client.get(f"/events/{over.pk}/manage/entrants/").content.decode()
        assert ("No-shows" in page, str(ada) in page) == (True, True)
        given = {"no_show_id": NoShow.objects.get(event=over).pk, "why": "Ill"}
        answer = client.post(f"/events/{over.pk}/manage/do/lift/", given, follow=True)
        assert "cleared by" in answer.content.decode()
        with refused("missing-field"):
            run_action("lift", event_id=over.pk, by=over.organiser_id, data={"why": "x"}, at=NOON)

    def test_a_policy_that_cannot_be_is_refused(self) -> None:
        made = event()
        for field, value in (("no_show_warnings", 21), ("ban_length", 0), ("ban_unit", "moons"), ("answer_min", -1)):
            plan = Plan("Spring Cup", GAME, TimeControl(), **{field: value})  # type: ignore[arg-type]
            with pytest.raises(ActionError) as caught:
                change_event(event_id=made.pk, by=made.organiser_id, plan=plan, at=NOON)
            assert caught.value.field == field
        made.refresh_from_db()
        assert (made.no_show_warnings, made.ban_length, made.ban_unit, made.answer_min) == (None, 30, "days", 30)

    def test_policies_are_set_on_the_pages_and_in_the_api_of_a_league(self, client: Client) -> None:
        host = PlayerFactory()
        home = league(organiser=host)
        client.force_login(host)
        given = {"name": home.name, "about": "", "no_show_warnings": "1", "ban_length": "2", "ban_unit": "events"}
        assert client.post(f"/leagues/{home.slug}/edit/", given).status_code == 302
        assert "The first no-show brings a warning" in client.get(f"/leagues/{home.slug}/").content.decode()
        url = f"/api/v1/leagues/{home.slug}/"
        answer = client.patch(url, {"no_show_warnings": None, "ban_length": 7}, content_type="application/json")
        assert answer.json()["no_shows"] == {"warnings": None, "ban_length": 7, "ban_unit": "events"}
        answer = client.patch(url, {"ban_length": "x"}, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["field"] == "ban_length"
