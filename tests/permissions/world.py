"""One person of each role, and one object of each kind that they are something to."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from league.account.calendar_feed import derive_calendar_key
from league.account.models import UserSession
from league.api_tokens.actions import issue_token
from league.api_tokens.models import Token
from league.claims.actions import create_claim_link
from league.closed_matches import process_closed_match
from league.desk.actions.referee_calls import call_referee
from league.drafts.actions.chat import post_message as post_draft_message
from league.drafts.actions.draft_actions import apply_action
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.models import DraftTeam
from league.events.models import Entrant, EntrantStatus, Event, Pairing, SeriesMatch
from league.fair_play.models import FitScore
from league.fair_play.queries import find_measured_version
from league.gamers.actions import import_gamers
from league.gamers.files import EXAMPLES, to_toml
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.actions import SeasonDetails, create_season
from league.leagues.models import League, Season
from league.lobby.challenge_options import ANYONE, LINK, ME, ChallengeOptions
from league.lobby.challenges import create_challenge, quick_play
from league.lobby.invitations import list_links
from league.match_times.actions.proposals import propose_times
from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.email_delivery import create_unsubscribe_token
from league.notifications.models import Notification, PushDevice
from league.pairings.actions.match_times import set_match_time
from league.people.emails import create_email_token
from league.people.models import Player
from league.registration.actions import entries
from league.registration.actions.continuous_entries import create_challenge as challenge_on_ladder
from league.registration.actions.placeholders import create_placeholders
from league.result_reports.actions.evidence import attach_image
from league.result_reports.actions.reports import report_result
from league.result_reports.rules import Claim
from league.reviews.actions import request_review
from league.seasons.actions.contracts import sign_free_agent
from league.seasons.actions.payments import grant_money
from league.seasons.actions.settings import add_window
from league.seasons.actions.trades import accept_trade, offer_trade
from league.seasons.actions.waivers import place_bid
from league.seasons.models import Contract, Franchise, MarketWindow, SeasonSettings
from league.seasons.rules.market import Deal
from league.set_ups.models import SavedSetUp
from league.teams.models import Team
from league.webhooks.actions.subscriptions import create_webhook, queue_test
from league.webhooks.models import Delivery
from matches.actions.chat import post_message, report_message
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.models import Message, Seat
from matches.server_time import now
from tests import factories
from tests.factories import GAME, GuestFactory, PlayerFactory, TitleFactory
from tests.league.events.continuous import entrant_of, order
from tests.league.result_reports.reporting import picture

HOUR = timedelta(hours=1)
SQUADS = "incursion-point-zero"
"""The game that franchises play."""
ROLES = (
    "nobody", "guest", "member", "player", "owner", "scorer", "referee", "organiser", "elsewhere", "staff", "operator",
)  # fmt: skip
"""docs/permissions.md says who they are (`page.PEOPLE`)."""


class World:
    """Its attributes are the objects by the names under which `sending` asks for them."""

    def __init__(self) -> None:
        self.at: datetime = now()
        self._people()
        self._seasons()
        self._drafts()
        self._events()
        self._matches()
        self._own()
        self._foreign()

    def client(self, role: str) -> Client:
        made = Client()
        if role != "nobody":
            made.force_login(self.people[role])
        return made

    def _people(self) -> None:
        self.league: League = factories.league(name="Northern League", slug="northern")
        self.elsewhere: League = factories.league(name="Southern League", slug="southern")
        self.people: dict[str, Player] = {
            "guest": GuestFactory(username="guest"), "member": PlayerFactory(username="member"),
            "player": PlayerFactory(username="player", email="player@example.org"), "owner": PlayerFactory(username="owner"),
            "scorer": factories.staff(self.league, "scorer"), "referee": factories.staff(self.league, "referee"),
            "organiser": Player.objects.get(pk=factories.organiser_of(self.league)),
            "elsewhere": Player.objects.get(pk=factories.organiser_of(self.elsewhere)),
            "staff": PlayerFactory(username="staff", is_staff=True),
            "operator": PlayerFactory(username="operator", is_staff=True, is_superuser=True),
        }  # fmt: skip
        hashed = make_password(factories.PASSWORD)
        Player.objects.update(password=hashed)
        for one in self.people.values():
            one.password = hashed
        self.organiser, self.player, self.owner = (self.people[one] for one in ("organiser", "player", "owner"))
        self.referee = self.people["referee"]
        self.others: list[Player] = PlayerFactory.create_batch(4)
        self.partner: Player = PlayerFactory()

    def _seasons(self) -> None:
        self.title = factories.TitleFactory(league=self.league)
        self.own_title = factories.TitleFactory(league=None, owner=self.organiser)
        self.planned = factories.season(self.league, name="Planned")
        self.founded = factories.franchise(self.planned, self.owner, "Larks")
        self.window = self._window(self.planned, "trades")
        self.bare = Season.objects.get(pk=self._plain(self.league, "Bare"))
        self.pool_gamer = SeasonGamer.objects.filter(season=self.planned)[0]
        self.season, self.team, self.other_team = self._in_rounds(self.league, self.owner, self.partner, "first-come")
        self.contract, self.their_contract = self._contract(self.team), self._contract(self.other_team)
        self.free = self._free(self.season)[0]
        self.received = self._offer(self.other_team, self.team)
        self.sent = self._offer(self.team, self.other_team)
        self.agreed = self._offer(self.team, self.other_team, give=2)
        accept_trade(season_id=self.season.pk, trade_id=self.agreed, by=self.partner.pk, at=self.at)
        self.sealed, self.bidder, _ = self._in_rounds(self.league, self.owner, self.partner, "blind")
        self.wanted, self.wanted_too = self._free(self.sealed)[:2]
        self.bid = place_bid(
            season_id=self.sealed.pk, franchise_id=self.bidder.pk, gamer=self.wanted.pk, bid=1, by=self.owner.pk,
            at=self.at,
        )  # fmt: skip

    def _plain(self, of: League, name: str) -> int:
        days = SeasonDetails(name, self.at.date(), self.at.date() + timedelta(days=60))
        return create_season(league_id=of.pk, by=factories.organiser_of(of), days=days, at=self.at)

    def _window(self, of: Season, kind: str) -> MarketWindow:
        times = {"opens_at": self.at - HOUR, "closes_at": self.at + HOUR}
        add_window(season_id=of.pk, by=factories.organiser_of(of.league), kind=kind, at=self.at, **times)
        return MarketWindow.objects.filter(terms=of.pk).order_by("-pk")[0]

    def _in_rounds(self, of: League, one: Player, other: Player, waivers: str) -> tuple[Season, Franchise, Franchise]:
        made = factories.season(of, name=waivers, waivers=waivers, contract_seasons=3, veto_hours=24)
        teams = [factories.franchise(made, owner) for owner in (one, other)]
        SeasonSettings.objects.filter(pk=made.pk).update(phase="rounds")
        for kind in ("free-agency", "trades"):
            self._window(made, kind)
        by = factories.organiser_of(of)
        for team in teams:
            grant_money(season_id=made.pk, franchise_id=team.pk, by=by, amount=20, why="start", at=self.at)
            for gamer in self._free(made)[:4]:
                sign_free_agent(season_id=made.pk, franchise_id=team.pk, gamer=gamer.pk, by=by, why="drafted", at=self.at)
        return made, teams[0], teams[1]

    def _free(self, of: Season) -> list[SeasonGamer]:
        taken = Contract.objects.filter(season=of, ended_at__isnull=True).values("gamer")
        return list(SeasonGamer.objects.filter(season=of).exclude(pk__in=taken).order_by("salary", "pk"))

    def _contract(self, team: Franchise, number: int = 0) -> Contract:
        return Contract.objects.filter(franchise=team, ended_at__isnull=True).order_by("pk")[number]

    def _offer(self, one: Franchise, other: Franchise, give: int = 1) -> int:
        deal = Deal((self._contract(one, give).pk,), (self._contract(other, give).pk,))
        who = {"franchise_id": one.pk, "partner": other.pk, "by": one.owner_id}
        return offer_trade(season_id=one.season_id, deal=deal, at=self.at, **who)

    def _drafts(self) -> None:
        names = ("One", "Two", "Three", "Four")
        made = (factories.drafted_season(self.owner, made=self.league, name=name) for name in names)
        self.drafting, self.undrafted, self.without_draft, self.drafted = made
        self.draft = factories.draft(self.drafting, at=self.at, pick_seconds=3600)
        self.draft_to_come = factories.draft(self.undrafted, start=False, at=self.at)
        self.draft_over = factories.draft(self.drafted, at=self.at, order="random")
        first = DraftTeam.objects.filter(draft=self.draft_over)[0].number
        taken = {"is": "force", "team": first, "card": self._free(self.drafted)[0].pk}
        for done in (taken, {"is": "end", "unfinished": True}):
            apply_action(draft_id=self.draft_over.pk, by=self.organiser.pk, data=done, why="for the table", at=self.at)
        self.draft_team = DraftTeam.objects.get(draft=self.draft, player=self.owner).number
        self.draft_said = post_draft_message(draft_id=self.draft.pk, by=self.owner.pk, text="Hello.", at=self.at)
        self.mock = create_mock_draft(by=self.player.pk, data={"kind": "snake"}, at=self.at)

    def _events(self) -> None:
        self.hidden = self._event(draft=True)
        self.open = self._event(self.player, *self.others)
        self.waited = self._event(*self.others[:2], self.player, max_entrants=2)
        Entrant.objects.filter(event=self.waited, player=self.others[0]).delete()
        Entrant.objects.filter(event=self.waited, player=self.player).update(
            status=EntrantStatus.WAITING, offered_at=self.at, answer_by=self.at + HOUR
        )
        self.checking = self._event(self.player, *self.others, check_in_min=30)
        entries.open_check_in(event_id=self.checking.pk, by=self.organiser.pk, at=self.at)
        self.event = self._started("swiss", {"rounds": 2})
        self.table = self._started("round-robin")
        self.cup = self._started("single-elimination")
        self.arena = self._started("arena", {"minutes": 30})
        self.ladder = self._started("ladder")
        self.dare = self._dare()
        places = order(self.ladder)
        self.above = places[max(0, places.index(entrant_of(self.ladder, self.player)) - 1)]
        self.claim_token = self._claim_token()
        self.played = self._event(self.owner, self.partner, season_id=self.season.pk, game=SQUADS)
        self.squad = [one.pk for one in Contract.objects.filter(franchise=self.team, ended_at__isnull=True)]
        self._reports()
        self._times()
        self.teams_event = self._event(self.player, *self.others[:3], teams={"boards": 2})
        self.own_side = Team.objects.get(event=self.teams_event, entrant__player=self.player)
        self.figure = self.event.stages.get().tie_breaks[0]
        self.entrant = Entrant.objects.get(event=self.event, player=self.player)

    def _reports(self) -> None:
        """Matches of the player that are played elsewhere, with a report of the player, of the opponent, and none."""
        title = TitleFactory(league=self.league)
        for kind in ("asked", "own", "unreported"):
            made = factories.started_event(
                self.player, *self.others[:3], organiser=self.organiser, league=self.league.pk, at=self.at, game=title.key
            )
            pairing = Pairing.objects.get(round__event=made, round__number=1, sides__entrant__player=self.player)
            opponent = pairing.sides.exclude(entrant__player=self.player).get().entrant
            assert opponent is not None
            setattr(self, f"reported_{kind}", made.pk)
            setattr(self, f"pairing_{kind}", pairing.pk)
            if kind != "unreported":
                by = self.player.pk if kind == "own" else opponent.player_id
                report = report_result(event_id=made.pk, pairing_id=pairing.pk, player_id=by, claim=Claim("1-0"), at=self.at)
                setattr(self, f"report_{kind}", report)
                image = attach_image(report_id=report, player_id=by, content=picture(), at=self.at)
                self.report_image = image.split("/")[-2]

    def _times(self) -> None:
        """A match of the player for which the opponent proposes a time, and another one whose time is known."""
        made = factories.started_event(
            self.player, *self.others[:3], organiser=self.organiser, league=self.league.pk, at=self.at, play_days=7
        )
        rows = Pairing.objects.filter(round__event=made, round__number=1)
        pairing = rows.get(sides__entrant__player=self.player)
        known = rows.exclude(pk=pairing.pk).get()
        opponent = pairing.sides.exclude(entrant__player=self.player).get().entrant
        self.timed, self.pairing_timed, self.pairing_known = made.pk, pairing.pk, known.pk
        self.proposed = (self.at + 48 * HOUR).replace(microsecond=0)
        set_match_time(event_id=made.pk, pairing_id=known.pk, starts_at=self.proposed, by=self.organiser.pk, at=self.at)
        propose_times(event_id=made.pk, pairing_id=pairing.pk, player_id=opponent.player_id, slots=[self.proposed], at=self.at)

    def _event(self, *players: Player, **plan: Any) -> Event:
        return factories.event(*players, organiser=self.organiser, league=self.league.pk, at=self.at - HOUR, **plan)

    def _claim_token(self) -> str:
        """The token of a link to the place of a player without an account."""
        title = factories.TitleFactory(league=self.league)
        made, by = self._event(game=title.key), self.organiser.pk
        entrants = create_placeholders(event_id=made.pk, by=by, names=["Anna", "Zoe"], at=self.at)
        return create_claim_link(event_id=made.pk, by=by, entrant_id=entrants[0], at=self.at).split("/")[2]

    def _started(self, format: str, settings: dict[str, Any] | None = None) -> Event:
        return factories.started_event(
            self.player, *self.others[:3], organiser=self.organiser, league=self.league.pk, at=self.at, format=format,
            settings=settings, max_entrants=16,
        )  # fmt: skip

    @staticmethod
    def entrants_of(event: Event) -> list[int]:
        return list(event.entrants.order_by("pk").values_list("pk", flat=True))

    def _dare(self) -> int:
        """A challenge of the player by somebody who stands below."""
        for one in self.others[:3]:
            with suppress(ActionError):
                number: int = challenge_on_ladder(
                    event_id=self.ladder.pk, player_id=one.pk, entrant_id=entrant_of(self.ladder, self.player),
                    at=self.at,
                )  # fmt: skip
                return number
        raise AssertionError("nobody may challenge the player")

    def _matches(self) -> None:
        self.match = self._match_of(self.event, self.player)
        for seat in Seat.objects.filter(match=self.match):
            set_ready(match_id=self.match, player_id=seat.player_id or 0, at=self.at)
        self.pairing = Pairing.objects.get(series__match=self.match)
        self.closed = self._match_of(self.table, self.player)
        factories.end(self.closed, at=self.at)
        process_closed_match(match_id=self.closed, at=self.at)
        score = {"match_id": self.closed, "player": self.player, "closed_at": self.at}
        score |= {"version": find_measured_version("zero-day"), "score": 3.0, "decisions": 4}
        FitScore.objects.create(game="zero-day", seat=1, **score)
        opponent = Seat.objects.filter(match=self.match).exclude(player=self.player).get().player_id or 0
        self.said = post_message(match_id=self.match, player_id=opponent, room="players", text="you fool", at=self.at)
        self.message = Message.objects.get(match=self.match).pk
        report_message(match_id=self.match, player_id=self.player.pk, room="players", n=self.said, why="An insult", at=self.at)
        self.call = call_referee(match_id=self.match, player_id=opponent, text="He is slow.", at=self.at)
        self.offered = create_challenge(by=self.others[0].pk, offer=ChallengeOptions(GAME, seats=(ME, ANYONE)), at=self.at)
        self.own_offer = create_challenge(by=self.player.pk, offer=ChallengeOptions(GAME, seats=(ME, LINK)), at=self.at)
        self.link = list_links(self.own_offer, self.at)[0].token
        self.alone = factories.ended_match(self.player, self.others[0], at=self.at).pk
        request_review(match_id=self.closed, player_id=self.player.pk, at=self.at)
        self.not_begun = self._match_of(self.cup, self.player)
        self.lesson = quick_play(player_id=self.player.pk, game=GAME, kind="level-1", learn=True, at=self.at)

    @staticmethod
    def _match_of(event: Event, player: Player) -> int:
        rows = SeriesMatch.objects.filter(pairing__round__event=event, match__seats__player=player)
        found: int = rows.values_list("match", flat=True)[0]
        return found

    def _own(self) -> None:
        """What belongs to the player, and the league's own."""
        passkey = {"name": "Phone"}
        self.passkey = Authenticator.objects.create(user=self.player, type="webauthn", data=passkey).pk
        self.hook = create_webhook(by=self.player.pk, url="https://example.org/hook", kinds=["match.closed"], at=self.at).uid
        self.delivery = queue_test(uid=self.hook, by=self.player.pk, at=self.at)
        Delivery.objects.update(status="failed", due_at=None)
        self.league_hook = create_webhook(
            by=self.organiser.pk, url="https://example.org/all", kinds=["match.closed"], at=self.at,
            league_id=self.league.pk,
        ).uid  # fmt: skip
        self.stop = create_unsubscribe_token(self.player.pk, "your-turn")
        Player.objects.filter(pk=self.player.pk).update(pending_email="new@example.org")
        self.confirm = create_email_token(self.player.pk, "new@example.org", at=self.at)
        self.reset = default_token_generator.make_token(Player.objects.get(pk=self.player.pk))
        self.uidb64 = urlsafe_base64_encode(force_bytes(self.player.pk))
        self.token_of(self.player, ["read"])
        self.token = Token.objects.get(player=self.player).pk
        Player.objects.filter(pk=self.player.pk).update(calendar_salt="salt")
        self.calendar = derive_calendar_key(self.player.pk, "salt")
        session = Session.objects.create(session_key="elsewhere", session_data="", expire_date=self.at + 48 * HOUR)
        self.browser = UserSession.objects.create(
            session=session, player=self.player, browser="Firefox", since=self.at, seen_at=self.at
        ).uid
        self.device = PushDevice.objects.create(
            player=self.player, endpoint="https://push.example.org/1", digest="d", key="k", secret="s", made_at=self.at
        ).uid
        self.set_up = SavedSetUp.objects.create(
            player=self.player, game="zero-order", name="Basics", text="team DE PU TO TW FR SW", saved_at=self.at
        )
        notify([NewNotification(self.player.pk, "x", {"event": "Cup"}, "/events/1/")], kind="check-in", at=self.at)
        self.notice = Notification.objects.filter(player=self.player, key="x").get().uid
        import_gamers(league_id=self.league.pk, by=self.organiser.pk, text=to_toml(EXAMPLES), at=self.at)
        self.gamer = Gamer.objects.get(league=self.league, handle=EXAMPLES[0]["handle"])

    def token_of(self, player: Player, scopes: Collection[str]) -> str:
        made: str = issue_token(username=player.username, name="program", scopes=scopes, days=7, at=self.at)
        return made

    def _foreign(self) -> None:
        """The same kinds of objects in the other league, under the names of the parameters that address them."""
        stranger = PlayerFactory()
        organiser = self.people["elsewhere"]
        self.their_season, team, other = self._in_rounds(self.elsewhere, stranger, PlayerFactory(), "first-come")
        self.their_event = factories.started_event(
            *PlayerFactory.create_batch(4), organiser=organiser, league=self.elsewhere.pk, at=self.at
        )
        pairing = Pairing.objects.filter(round__event=self.their_event)[0]
        match = SeriesMatch.objects.filter(pairing=pairing).values_list("match", flat=True)[0]
        seat = Seat.objects.filter(match=match)[0].player_id or 0
        post_message(match_id=match, player_id=seat, room="players", text="hush", at=self.at)
        hook = create_webhook(by=stranger.pk, url="https://example.org/x", kinds=["match.closed"], at=self.at).uid
        import_gamers(league_id=self.elsewhere.pk, by=organiser.pk, text=to_toml(EXAMPLES), at=self.at)
        self.foreign: dict[str, Any] = {
            "season_id": self.their_season.pk, "franchise_id": team.pk, "contract_id": self._contract(team).pk,
            "trade_id": self._offer(team, other), "claim_id": 0,
            "window_id": MarketWindow.objects.filter(terms=self.their_season.pk)[0].pk, "event_id": self.their_event.pk,
            "pairing_id": pairing.pk, "entrant_id": Entrant.objects.filter(event=self.their_event)[0].pk, "match_id": match,
            "message_id": Message.objects.get(match=match).pk,
            "call_id": call_referee(match_id=match, player_id=seat, text="He is slow.", at=self.at),
            "gamer_id": self._free(self.their_season)[0].pk,
            "own_gamer_id": Gamer.objects.filter(league=self.elsewhere)[0].pk,
            "delivery": queue_test(uid=hook, by=stranger.pk, at=self.at), "username": organiser.username,
        }  # fmt: skip
