"""One thing of each kind, so that every page of the site has something to show. Runs at the desk.

What the demo league has is used; the rest is made by the acts that people do. Bots of new events think for a minute, so
that they leave the machine's time to the pages.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from league.api_tokens.actions import issue_token
from league.claims.actions import create_claim_link
from league.desk.actions.referee_calls import call_referee
from league.discord.models import DiscordLink
from league.drafts.actions.mock_drafts import create_mock_draft
from league.events.actions.event_lifecycle import Plan, create_event
from league.events.models import Entrant, Event, Pairing, SeriesMatch, Stage
from league.events.stage_plans import StagePlan
from league.gamers.models import SeasonGamer
from league.games import list_games
from league.leagues.actions import SeasonDetails, create_season
from league.leagues.models import League
from league.lobby.challenge_options import LINK, ME, ChallengeOptions, player_seat
from league.lobby.challenges import accept_challenge, create_challenge, quick_play
from league.lobby.invitations import list_links
from league.match_times.actions.availability import add_exception
from league.match_times.actions.proposals import propose_times
from league.match_times.rules.availability import ExceptionDays
from league.notifications.actions.email_delivery import create_unsubscribe_token
from league.people.emails import create_email_token
from league.people.models import Player
from league.registration.actions.entries import join_event
from league.registration.actions.placeholders import create_placeholders
from league.result_reports.actions import reports
from league.result_reports.actions.evidence import Evidence
from league.result_reports.rules import Claim
from league.results.actions.event_start import start_event
from league.seasons.actions.pool import fill_pool
from league.seasons.actions.settings import enable_franchises
from league.seasons.actions.trades import offer_trade
from league.seasons.models import Contract, Franchise
from league.seasons.queries.rosters import list_free_gamers
from league.seasons.rules.market import Deal
from league.teams.models import Team
from league.time_controls.presets import PRESETS
from league.titles.actions import create_title, find_or_create_own_title
from league.webhooks.actions.subscriptions import create_webhook, queue_test, update_webhook
from matches.actions.adjudication import adjudicate
from matches.actions.chat import post_message, report_message
from matches.actions.endings import resign
from matches.clock import TimeControl
from matches.models import Match, Status
from matches.server_time import now

SLOW_MS = 60_000


def furnish() -> dict[str, Any]:
    """Make them, and return the words and numbers that the addresses of pages take, by name."""
    at = now()
    people = list_people()
    made = {"slug": "demo-league", "username": "bot-magpie", "other": "bot-sapper", "key": "field-tactics", "number": 1}
    return {
        **made, **_people(people, at), **_season(people, at), **_events(people, at), **_matches(people, at),
        **_own(people["ada"], at), **_reported(people, at), **open_teams("ada", "ben"), **_timed(people, at),
    }  # fmt: skip


def list_people() -> dict[str, int]:
    """Ids by username."""
    return dict(Player.objects.values_list("username", "pk"))


def _people(people: dict[str, int], at: datetime) -> dict[str, Any]:
    """An admin of the site, and the links of letters."""
    Player.objects.create_superuser("root", password=None)
    ben = Player.objects.get(pk=people["ben"])
    DiscordLink.objects.create(player_id=people["ada"], user_id="1", name="ada", made_at=at)
    return {
        "uidb64": urlsafe_base64_encode(force_bytes(ben.pk)),
        "reset_token": default_token_generator.make_token(ben),
        "confirm_token": create_email_token(people["ada"], "ada@example.org", at=at),
        "stop_token": create_unsubscribe_token(people["ada"], "your-turn"),
    }


def _season(people: dict[str, int], at: datetime) -> dict[str, Any]:
    """In the demo's season of franchises, where Ada has one: an offer to it; besides, a season that begins."""
    season = Franchise.objects.order_by("pk").values_list("season", flat=True)[0]
    mine = Franchise.objects.get(season=season, owner=people["ada"])
    other = Franchise.objects.filter(season=season).exclude(pk=mine.pk).order_by("pk")[0]
    held = Contract.objects.filter(franchise=other, ended_at=None).order_by("pk")[0]
    wanted = Contract.objects.filter(franchise=mine, ended_at=None, salary=held.salary).order_by("pk").first()
    deal = Deal(give=(held.pk,), take=(wanted.pk,) if wanted else (), words="A friendly swap?")
    trade = offer_trade(season_id=season, franchise_id=other.pk, partner=mine.pk, deal=deal, by=other.owner_id, at=at)
    league, by = League.objects.get(slug="demo-league"), people["olivia"]
    days = SeasonDetails("Workshop", at.date(), at.date() + timedelta(days=30))
    new = create_season(league_id=league.pk, by=by, days=days, at=at)
    enable_franchises(season_id=new, by=by, data={}, at=at)
    title = create_title(league_id=league.pk, by=by, data={"name": "Chess"}, at=at)
    fill_pool(season_id=new, by=by, default=True, at=at)
    gamers = list(SeasonGamer.objects.filter(season=season).order_by("pk").values_list("pk", flat=True)[:2])
    return {
        "season_id": season, "new_season": new, "franchise_id": mine.pk, "trade_id": trade, "partner": other.pk,
        "gamer_id": gamers[0], "gamers": ",".join(map(str, gamers)), "free_gamer": list_free_gamers(season)[0].gamer,
        "title_id": title.pk,
        "own_title_id": find_or_create_own_title(by=people["ada"], name="Chess", at=at).pk,
        "night": Event.objects.get(name="Franchise Night").pk,
        "draft_id": create_mock_draft(by=people["ada"], data={"kind": "snake"}, at=at),
    }  # fmt: skip


def _events(people: dict[str, int], at: datetime) -> dict[str, Any]:
    """The demo's events by their formats, and one each of those that it lacks, between bots and Ada."""
    bots = [people[name] for name in sorted(people) if name.startswith("bot-")][:3]
    for format, entrants in (("round-robin", bots), ("arena", [people["ada"], *bots]), ("ladder", [people["ada"], *bots])):
        if not Stage.objects.filter(format=format, event__started_at__isnull=False).exists():
            _open_event(format, entrants, by=people["olivia"], at=at)
    started = Stage.objects.filter(event__started_at__isnull=False)
    shown = dict(started.order_by("-pk").values_list("format", "event"))
    swiss = shown["swiss"]
    entrant = Entrant.objects.filter(event=swiss).order_by("pk").values_list("pk", flat=True)[0]
    pairing = Pairing.objects.filter(round__event=swiss).order_by("pk").values_list("pk", flat=True)[0]
    going = Match.objects.filter(series_match__pairing__round__event__in=(swiss, shown["round-robin"]), status=Status.PLAYING)
    for match in going:
        give_up(match.pk, match.seats.get(number=0).player_id or 0)
    judged = SeriesMatch.objects.filter(pairing__round__event=shown["round-robin"], match__status="closed")
    cup = Stage.objects.filter(event__status="registration", format="swiss").order_by("pk")[0].event_id
    return {
        "event_id": swiss, "entrant_id": entrant, "pairing_id": pairing, "cup": cup, **shown,
        "claim_token": _claim_token(people["olivia"], at),
        "judged": judged.order_by("pk").values_list("match", flat=True)[0],
    }  # fmt: skip


def _claim_token(organiser: int, at: datetime) -> str:
    """The token of a link to the place of a player without an account."""
    title = find_or_create_own_title(by=organiser, name="Chess", at=at)
    plan = Plan(name="Chess at the club", game=title.key, control=TimeControl())
    event_id = create_event(by=organiser, plan=plan, at=at)
    entrants = create_placeholders(event_id=event_id, by=organiser, names=["Anna", "Zoe"], at=at)
    return create_claim_link(event_id=event_id, by=organiser, entrant_id=entrants[0], at=at).split("/")[2]


def open_teams(*captains: str) -> dict[str, int]:
    """The ids of an event between teams of these captains, whose line-ups are due, and of the first team."""
    people, at = list_people(), now()
    plan = Plan(name="Club teams", game="field-tactics", control=TimeControl(), teams={"boards": 2}, rated=False)
    event_id = create_event(by=people["olivia"], plan=plan, at=at)
    for name in captains:
        join_event(event_id=event_id, player_id=people[name], at=at)
    start_event(event_id=event_id, by=people["olivia"], at=at)
    return {"team_event": event_id, "team_id": Team.objects.get(event=event_id, entrant__player=people[captains[0]]).pk}


def give_up(match_id: int, player_id: int) -> None:
    resign(match_id=match_id, player_id=player_id, received_at=now())
    adjudicate(match_id=match_id, at=now())


def _open_event(format: str, entrants: Sequence[int], *, by: int, at: datetime, **more: Any) -> int:
    named = {"name": f"Open {format}", "game": "field-tactics", **more}
    plan = Plan(
        **named, control=TimeControl(), stages=(StagePlan(format),), rated=False,
        league=League.objects.get(slug="demo-league").pk, max_entrants=8, bot_pace_ms=SLOW_MS, about="For everybody.",
    )  # fmt: skip
    event_id = create_event(by=by, plan=plan, at=at)
    for one in entrants:
        join_event(event_id=event_id, player_id=one, at=at)
    start_event(event_id=event_id, by=by, at=at)
    return event_id


def _matches(people: dict[str, int], at: datetime) -> dict[str, Any]:
    """A match of Ada's against bots in each game, one that she has lost, one called to the referee, an invitation, and
    one for which Gamers are drawn."""
    ada = people["ada"]
    made = {
        f"{one.key}_match": quick_play(player_id=ada, game=one.key, kind="level-1", seats=one.counts[0], at=at)
        for one in list_games()
    }
    over = quick_play(player_id=ada, game="field-tactics", kind="level-1", at=at)
    give_up(over, ada)
    assert Match.objects.get(pk=over).status == Status.CLOSED
    lesson = quick_play(player_id=ada, game="order-and-chaos", kind="level-1", learn=True, at=at)
    live = Match.objects.filter(status=Status.PLAYING, series_match__pairing__round__event__league__slug="demo-league")
    watched = live.order_by("-pk")[0].pk
    said = post_message(match_id=watched, player_id=ada, room="spectators", text="What a move!", at=at)
    report_message(match_id=watched, player_id=people["ben"], room="spectators", n=said, why="Not nice.", at=at)
    call_referee(match_id=made["field-tactics_match"], player_id=ada, text="My clock jumped.", at=at)
    invited = create_challenge(by=people["ben"], offer=ChallengeOptions("field-tactics", seats=(ME, LINK)), at=at)
    slow = ChallengeOptions("incursion-point-zero", PRESETS["days"], (ME, player_seat("ben")))
    drawing = create_challenge(by=ada, offer=slow, at=at)
    accept_challenge(match_id=drawing, player_id=people["ben"], at=at)
    return {
        **made, "match_id": made["field-tactics_match"], "over": over, "lesson": lesson, "watched": watched,
        "invitation_token": list_links(invited, at)[0].token, "drawing": drawing,
        "draw": Match.objects.get(pk=drawing).draft.pk,
    }  # fmt: skip


def open_reported(*players: str) -> int:
    """A round robin of these players, twice over, of a game that is played elsewhere; Olivia organises it."""
    people, league, at = list_people(), League.objects.get(slug="demo-league"), now()
    name, by = f"Rapid chess {league.titles.count() + 1}", people["olivia"]
    title = create_title(league_id=league.pk, by=by, data={"name": name}, at=at)
    entrants = [people[player] for player in players]
    return _open_event("round-robin", entrants, by=by, at=at, name=f"Evening of {name}", game=title.key)


def _reported(people: dict[str, int], at: datetime) -> dict[str, Any]:
    """A match of Ada and Ben that is played elsewhere, whose result they dispute."""
    event = open_reported("ada", "ben")
    pairing = Pairing.objects.select_related("round").get(round__event=event, round__number=1)
    report = reports.report_result(
        event_id=pairing.round.event_id, pairing_id=pairing.pk, player_id=people["ada"], claim=Claim("1-0"), at=at,
        evidence=Evidence("White won on time.", "https://example.org/game/1"),
    )  # fmt: skip
    reports.dispute(report_id=report, player_id=people["ben"], claim=Claim("1/2-1/2"), at=at)
    return {"reported_event": pairing.round.event_id, "reported_pairing": pairing.pk}


def open_timed(*players: str) -> int:
    """A round robin of these players with a play window; Olivia organises it."""
    people = list_people()
    entrants, more = [people[player] for player in players], {"play_days": 7, "slot_zone": "Europe/Berlin"}
    return _open_event("round-robin", entrants, by=people["olivia"], at=now(), name="Evenings", **more)


def _timed(people: dict[str, int], at: datetime) -> dict[str, Any]:
    """A match for which Ben proposes times to Ada."""
    event = open_timed("ada", "ben")
    pairing = Pairing.objects.get(round__event=event, round__number=1, sides__entrant__player=people["ada"])
    opponent = pairing.sides.exclude(entrant__player=people["ada"]).get().entrant
    assert opponent is not None
    slots = [(at + timedelta(days=days)).replace(second=0, microsecond=0) for days in (2, 3)]
    propose_times(event_id=event, pairing_id=pairing.pk, player_id=opponent.player_id, slots=slots, at=at)
    day = (at + timedelta(days=3)).date()
    add_exception(player_id=people["ada"], exception=ExceptionDays(day, day), at=at)
    return {"timed_event": event, "timed_pairing": pairing.pk}


def _own(ada: int, at: datetime) -> dict[str, Any]:
    """What Ada keeps for herself: a token and a webhook."""
    issue_token(username="ada", name="My bot", scopes=["play"], days=30, at=at)
    about: dict[str, Any] = {"url": "https://example.org/hook", "kinds": ["match.closed"], "by": ada, "at": at}
    with transaction.atomic():
        hook = create_webhook(**about)
        queue_test(uid=hook.uid, by=ada, at=at)
        update_webhook(uid=hook.uid, on=False, **about)  # no worker ever sees it switched on: nothing leaves this machine
    return {"uid": str(hook.uid)}
