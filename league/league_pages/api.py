"""API views of leagues."""

from dataclasses import asdict, replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.leagues import serializers
from league.leagues.actions import (
    Days,
    add_staff,
    archive_season,
    change_role,
    create_league,
    create_season,
    edit_league,
    edit_season,
    remove_staff,
)
from league.leagues.queries.leagues import PAGE, LeaguePage, league_page, leagues, named_league, season_of, slug_of
from league.leagues.queries.log import LogLine, acts_of, check_reader, log
from league.people.models import Player
from league.people.sessions import reader, signed_in
from league.quotas import within_quota
from league.seasons.api import head_of
from matches.api.idempotency import creates
from matches.api.paging import listed
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused, get_or_refuse


class LeaguesView(APIView):
    """List leagues and create them."""

    @extend_schema(
        operation_id="v1_leagues_list", responses=serializers.LeaguesSerializer, parameters=[serializers.LeaguesParams]
    )
    def get(self, request: Request) -> Response:
        """Leagues by slug, a page at a time; `next` is the `after` of the next page, null on the last."""
        shown = leagues(**validated(serializers.LeaguesParams, request.query_params), limit=PAGE)
        return listed(request, {"leagues": [asdict(card) for card in shown.cards]}, after=shown.after or None)

    @extend_schema(request=serializers.NewLeagueSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/")
    def post(self, request: Request) -> Response:
        """Create a league; you become its first organiser."""
        person = signed_in(request)
        data = validated(serializers.NewLeagueSerializer, request.data)
        with within_quota("leagues", request.META):
            league_id = create_league(by=person.pk, **data, at=now())
        return _shown(league_id, person, status=201)


class LeagueView(APIView):
    """Show and edit a league."""

    @extend_schema(responses=serializers.LeagueSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """A league with its staff and seasons."""
        return Response(serializers.LeagueSerializer(league_page(slug, reader(request._request))).data)

    @extend_schema(request=serializers.EditLeagueSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the name or the description."""
        person = signed_in(request)
        page = league_page(slug, person)
        data = validated(serializers.EditLeagueSerializer, request.data)
        data["policy"] = replace(page.policy, **data.get("policy", {}))
        kept = {"name": page.name, "about": page.about}
        edit_league(league_id=page.league_id, by=person.pk, **{**kept, **data}, at=now())
        return _shown(page.league_id, person)


class StaffView(APIView):
    """Add members to the staff of a league."""

    @extend_schema(request=serializers.NewStaffSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/")
    def post(self, request: Request, slug: str) -> Response:
        """Give a player a role in the league."""
        person, league_id = signed_in(request), named_league(slug)
        data = validated(serializers.NewStaffSerializer, request.data)
        add_staff(league_id=league_id, by=person.pk, **data, at=now())
        return _shown(league_id, person, status=201)


class MemberView(APIView):
    """Change the role of a staff member, or remove them."""

    @extend_schema(request=serializers.RoleSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str, username: str) -> Response:
        """Change the role of a staff member; `why` is required."""
        person = signed_in(request)
        page, data = league_page(slug, person), validated(serializers.RoleSerializer, request.data)
        change_role(league_id=page.league_id, by=person.pk, player_id=_member(page, username), **data, at=now())
        return _shown(page.league_id, person)

    @extend_schema(responses={200: serializers.LeagueSerializer}, parameters=[serializers.WhySerializer])
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Remove a staff member, with `why` in the query string, or leave the staff yourself."""
        person = signed_in(request)
        page, params = league_page(slug, person), validated(serializers.WhySerializer, request.query_params)
        remove_staff(league_id=page.league_id, by=person.pk, player_id=_member(page, username), **params, at=now())
        return _shown(page.league_id, person)


class SeasonsView(APIView):
    """List and create the seasons of a league."""

    @extend_schema(operation_id="v1_leagues_seasons_list", responses=serializers.SeasonsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """The seasons of a league, newest first, archived ones last."""
        return Response(serializers.SeasonsSerializer(league_page(slug, reader(request._request))).data)

    @extend_schema(request=serializers.SeasonSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/seasons/")
    def post(self, request: Request, slug: str) -> Response:
        """Plan a season."""
        person, league_id = signed_in(request), named_league(slug)
        data = validated(serializers.SeasonSerializer, request.data)
        create_season(league_id=league_id, by=person.pk, why=data.pop("why"), days=Days(**data), at=now())
        return _shown(league_id, person, status=201)


class SeasonView(APIView):
    """Show, edit and archive a season."""

    @extend_schema(responses=serializers.SeasonHeadSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """A season. List its events with `events/?season_id=`, and its statistics with `stats/`."""
        return Response(serializers.SeasonHeadSerializer(head_of(request, slug, season_id)).data)

    @extend_schema(request=serializers.EditSeasonSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Change the name or days of a season or, with `archived`, archive or restore it."""
        person, league_id = signed_in(request), named_league(slug)
        data = validated(serializers.EditSeasonSerializer, request.data, partial=True)
        line = get_or_refuse(season_of(league_id, season_id), "not-found", say("Season not found."))
        who = {"league_id": league_id, "season_id": season_id, "by": person.pk, "at": now(), "why": data.pop("why", "")}
        if "archived" in data:
            archive_season(**who, **data)
        else:
            edit_season(**who, days=replace(Days(line.name, line.starts_on, line.ends_on), **data))
        return _shown(league_id, person)


class LogView(APIView):
    """List the audit log of a league."""

    @extend_schema(responses=serializers.AuditLogSerializer, parameters=[serializers.LogParams])
    def get(self, request: Request, slug: str) -> Response:
        """The audit log of a league, newest first, for its staff and the site admins."""
        person, league_id = signed_in(request), named_league(slug)
        check_reader(person.pk, league_id)
        params = validated(serializers.LogParams, request.query_params)
        if params.get("act") not in (None, *dict(acts_of(league_id))):
            raise Refused("bad-filter", say("Invalid filters. Check them and try again."), "act")
        shown = log(league_id, **params)
        return listed(request, {"entries": [entry(line) for line in shown.lines]}, before=shown.before)


def entry(line: LogLine) -> dict[str, Any]:
    """Return a line of an audit log for the API and exports."""
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


def _member(page: LeaguePage, username: str) -> int:
    text = say("This player isn't on the league's staff.")
    return get_or_refuse(page.member(username), "not-staff", text, "player")


def _shown(league_id: int, person: Player, status: int = 200) -> Response:
    page = league_page(slug_of(league_id), person)
    return Response(serializers.LeagueSerializer(page).data, status=status)
