"""Leagues for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.given import count, day, fields, signed_in, text, truth, whole
from league.leagues import serializers
from league.leagues.actions.leagues import create_league, edit_league
from league.leagues.actions.seasons import Days, archive_season, create_season, edit_season
from league.leagues.actions.staff import add_staff, change_role, remove_staff
from league.leagues.forms import LogForm
from league.leagues.policy import Policy
from league.leagues.queries.lists import PAGE, leagues
from league.leagues.queries.log import MOST, LogLine, acts_of, check_reader, log
from league.leagues.queries.page import LeaguePage, SeasonLine, league_page, named_league, season_of, slug_of
from league.people.models import Player
from league.people.sessions import reader
from league.quotas import count_league
from league.seasons.queries.head import season_head
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.moment import now
from matches.refusals import Refused


class LeaguesView(APIView):
    @extend_schema(
        operation_id="v1_leagues_list",
        responses=serializers.LeaguesSerializer,
        parameters=[OpenApiParameter("after", str)],
    )
    def get(self, request: Request) -> Response:
        """Leagues by slug, a page at a time; `next` is the `after` of the next page, null on the last."""
        after = request.query_params.get("after", "")
        shown = leagues(after=after if after.isprintable() else "", limit=PAGE)
        return listed(request, {"leagues": [asdict(card) for card in shown.cards]}, after=shown.after or None)

    @extend_schema(request=serializers.NewLeagueSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/")
    def post(self, request: Request) -> Response:
        """Make a league; you are its first organiser."""
        person = signed_in(request)
        given = fields(request.data, needed=["name"], others=["slug", "about"])
        with count_league(request.META):
            league_id = create_league(
                by=person.pk, name=text(given, "name"), slug=text(given, "slug"), about=text(given, "about"), at=now()
            )
        return _shown(league_id, person, status=201)


class LeagueView(APIView):
    @extend_schema(responses=serializers.LeagueSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A league with its staff and seasons."""
        return Response(_league(_page(slug, reader(request._request))))

    @extend_schema(request=serializers.EditLeagueSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the name or the description."""
        person = signed_in(request)
        page = _page(slug, person)
        given = fields(request.data, others=["name", "about", "no_show_warnings", "ban_length", "ban_unit", "why"])
        edit_league(
            league_id=page.league_id, by=person.pk, name=text(given, "name", page.name),
            about=text(given, "about", page.about), policy=_policy(given, page.policy),
            why=text(given, "why"), at=now(),
        )  # fmt: skip
        return _shown(page.league_id, person)


class StaffView(APIView):
    @extend_schema(request=serializers.NewStaffSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/")
    def post(self, request: Request, slug: str) -> Response:
        """Give a player a role in the league."""
        person = signed_in(request)
        league_id = named_league(slug)
        given = fields(request.data, needed=["player", "role"], others=["why"])
        add_staff(
            league_id=league_id, by=person.pk, username=text(given, "player"), role=text(given, "role"),
            why=text(given, "why"), at=now(),
        )  # fmt: skip
        return _shown(league_id, person, status=201)


class MemberView(APIView):
    @extend_schema(request=serializers.RoleSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str, username: str) -> Response:
        """Change the role of somebody on the staff, for a stated reason."""
        person = signed_in(request)
        page = _page(slug, person)
        given = fields(request.data, needed=["role", "why"])
        change_role(
            league_id=page.league_id, by=person.pk, player_id=_member(page, username), role=text(given, "role"),
            why=text(given, "why"), at=now(),
        )  # fmt: skip
        return _shown(page.league_id, person)

    @extend_schema(responses={200: serializers.LeagueSerializer}, parameters=[OpenApiParameter("why", str)])
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Take somebody from the staff, with `why` in the address; or leave it yourself."""
        person = signed_in(request)
        page = _page(slug, person)
        why = request.query_params.get("why", "")
        remove_staff(league_id=page.league_id, by=person.pk, player_id=_member(page, username), why=why, at=now())
        return _shown(page.league_id, person)


class SeasonsView(APIView):
    @extend_schema(operation_id="v1_leagues_seasons_list", responses=serializers.SeasonsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The seasons of a league, newest first; those in the archive come last."""
        return Response({"seasons": _seasons(_page(slug, reader(request._request)))})

    @extend_schema(request=serializers.SeasonSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/seasons/")
    def post(self, request: Request, slug: str) -> Response:
        """Plan a season."""
        person = signed_in(request)
        league_id = named_league(slug)
        given = fields(request.data, needed=["name", "starts_on", "ends_on"], others=["why"])
        days = Days(text(given, "name"), day(given, "starts_on"), day(given, "ends_on"))
        create_season(league_id=league_id, by=person.pk, days=days, why=text(given, "why"), at=now())
        return _shown(league_id, person, status=201)


class SeasonView(APIView):
    @extend_schema(responses=serializers.SeasonHeadSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """A season. Its events are `events/?season_id=`, and all that is played on its days are in its `stats/`."""
        head = season_head(slug, season_id, reader(request._request))
        if head is None:
            raise Refused("not-found", say("There is no such season."))
        return Response(
            {
                "season_id": head.season_id,
                "url": reverse("season", args=[head.slug, head.season_id]),
                "league": head.slug,
                "name": head.name,
                "starts_on": head.starts_on,
                "ends_on": head.ends_on,
                "archived": head.archived,
                "franchised": head.franchised,
                "phase": head.phase or None,
                "your_franchise_id": head.yours,
            }
        )

    @extend_schema(request=serializers.EditSeasonSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Change a season's name or days, or, with `archived`, put it into the archive or take it back."""
        person = signed_in(request)
        league_id = named_league(slug)
        given = fields(request.data, others=["name", "starts_on", "ends_on", "archived", "why"])
        line = season_of(league_id, season_id)
        if line is None:
            raise Refused("not-found", say("There is no such season."))
        if "archived" in given:
            fields(given, needed=["archived"], others=["why"])
            archive_season(
                league_id=league_id, season_id=season_id, by=person.pk, archived=truth(given, "archived"),
                why=text(given, "why"), at=now(),
            )  # fmt: skip
        else:
            edit_season(
                league_id=league_id, season_id=season_id, by=person.pk, days=_days(given, line),
                why=text(given, "why"), at=now(),
            )  # fmt: skip
        return _shown(league_id, person)


class LogView(APIView):
    @extend_schema(
        responses=serializers.AuditLogSerializer,
        parameters=[
            OpenApiParameter("before", int, description="`next` of the page before."),
            OpenApiParameter("limit", int, description=f"Entries a page, at most {MOST}."),
            OpenApiParameter("act", str),
            OpenApiParameter("by", str, description="A username."),
            OpenApiParameter("kind", str, description="Kind of subject: league, season, player, event."),
            OpenApiParameter("subject_id", int, description="Id of the subject."),
            OpenApiParameter("since", str, description="First day, in UTC."),
            OpenApiParameter("until", str, description="Last day, in UTC."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The audit log of a league, newest first, for its staff and the site admins."""
        person = signed_in(request)
        league_id = named_league(slug)
        check_reader(person.pk, league_id)
        asked = request.query_params
        form = LogForm(asked, acts_of(league_id))
        if not form.is_valid():
            name, texts = next(iter(form.errors.items()))
            raise Refused("bad-filter", str(texts[0]), name)
        limit = whole(asked.get("limit"), "limit", most=MOST) or 50
        shown = log(league_id, form.filter(), before=whole(asked.get("before"), "before"), limit=limit)
        return listed(request, {"entries": [entry(line) for line in shown.lines]}, before=shown.before)


def entry(line: LogLine) -> dict[str, Any]:
    """A line of an audit log as programs and exports get it."""
    return {
        "entry_id": line.entry_id,
        "at": line.at,
        "by": line.by_username,
        "league": line.league,
        "act": line.act,
        "subject": {"kind": line.subject_kind, "subject_id": line.subject_id},
        "before": line.before,
        "after": line.after,
        "why": line.why,
    }


def _policy(given: Any, now: Policy) -> Policy:
    warnings = given.get("no_show_warnings", now.warnings)
    if warnings is not None:
        warnings = count({"no_show_warnings": warnings}, "no_show_warnings", 0)
    return Policy(warnings, count(given, "ban_length", now.length), text(given, "ban_unit", now.unit))


def _days(given: Any, line: SeasonLine) -> Days:
    return Days(
        text(given, "name", line.name),
        day(given, "starts_on") if "starts_on" in given else line.starts_on,
        day(given, "ends_on") if "ends_on" in given else line.ends_on,
    )


def _page(slug: str, person: Player | None) -> LeaguePage:
    page = league_page(slug, person)
    if page is None:
        raise Refused("not-found", say("There is no such league."))
    return page


def _member(page: LeaguePage, username: str) -> int:
    found = [one.player_id for one in page.staff if one.username.lower() == username.lower()]
    if not found:
        raise Refused("not-staff", say("This player is not on the staff of the league."), "player")
    return found[0]


def _shown(league_id: int, person: Player, status: int = 200) -> Response:
    return Response(_league(_page(slug_of(league_id), person)), status=status)


def _league(page: LeaguePage) -> dict[str, Any]:
    return {
        "slug": page.slug,
        "url": f"/leagues/{page.slug}/",
        "name": page.name,
        "about": page.about,
        "created_at": page.created_at,
        "no_shows": {
            "warnings": page.policy.warnings, "ban_length": page.policy.length, "ban_unit": page.policy.unit,
        },
        "your_role": page.your_role,
        "staff": [
            {"player": one.username, "name": one.name, "role": one.role, "since": one.since} for one in page.staff
        ],
        "seasons": _seasons(page),
    }  # fmt: skip


def _seasons(page: LeaguePage) -> list[dict[str, Any]]:
    return [
        {
            "season_id": line.season_id, "name": line.name, "starts_on": line.starts_on, "ends_on": line.ends_on,
            "archived": line.archived,
        }
        for line in page.seasons
    ]  # fmt: skip
