"""API views of leagues."""

from dataclasses import asdict, replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.leagues import serializers
from league.leagues.actions import (
    SeasonDetails,
    add_staff,
    archive_season,
    change_role,
    create_league,
    create_season,
    edit_league,
    edit_season,
    remove_staff,
)
from league.leagues.queries.leagues import (
    PAGE_SIZE,
    LeaguePage,
    find_season,
    get_league_id,
    get_league_page,
    get_slug,
    list_leagues,
)
from league.leagues.queries.log import LogLine, check_log_access, list_actions, list_entries
from league.people.models import Player
from league.people.sessions import find_viewer, require_player
from league.quotas import within_quota
from league.seasons.api import get_header
from matches.api.idempotency import creates
from matches.api.pagination import build_page_response
from matches.api.validation import validate_input
from matches.errors import ActionError, get_or_refuse
from matches.server_time import now


class LeaguesView(APIView):
    """The leagues."""

    @extend_schema(
        operation_id="v1_leagues_list", responses=serializers.LeaguesSerializer, parameters=[serializers.LeaguesParams]
    )
    def get(self, request: Request) -> Response:
        """Return leagues by slug, paginated; `next` is the `after` of the next page, null on the last."""
        page = list_leagues(**validate_input(serializers.LeaguesParams, request.query_params), limit=PAGE_SIZE)
        return build_page_response(request, {"leagues": [asdict(card) for card in page.cards]}, after=page.after or None)

    @extend_schema(request=serializers.NewLeagueSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/")
    def post(self, request: Request) -> Response:
        """Create a league; you become its first organiser."""
        player = require_player(request)
        data = validate_input(serializers.NewLeagueSerializer, request.data)
        with within_quota("leagues", request.META):
            league_id = create_league(by=player.pk, **data, at=now())
        return _respond_with_league(league_id, player, status=201)


class LeagueView(APIView):
    """A league."""

    @extend_schema(responses=serializers.LeagueSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return a league with its staff and seasons."""
        return Response(serializers.LeagueSerializer(get_league_page(slug, find_viewer(request._request))).data)

    @extend_schema(request=serializers.EditLeagueSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the name or the description."""
        player = require_player(request)
        page = get_league_page(slug, player)
        data = validate_input(serializers.EditLeagueSerializer, request.data)
        data["policy"] = replace(page.policy, **data.get("policy", {}))
        current = {"name": page.name, "about": page.about}
        edit_league(league_id=page.league_id, by=player.pk, **{**current, **data}, at=now())
        return _respond_with_league(page.league_id, player)


class StaffView(APIView):
    """The staff of a league."""

    @extend_schema(request=serializers.NewStaffSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/")
    def post(self, request: Request, slug: str) -> Response:
        """Give a player a role in the league."""
        player, league_id = require_player(request), get_league_id(slug)
        data = validate_input(serializers.NewStaffSerializer, request.data)
        add_staff(league_id=league_id, by=player.pk, **data, at=now())
        return _respond_with_league(league_id, player, status=201)


class MemberView(APIView):
    """Change the role of a staff member, or remove them."""

    @extend_schema(request=serializers.RoleSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str, username: str) -> Response:
        """Change the role of a staff member; `why` is required."""
        player = require_player(request)
        page, data = get_league_page(slug, player), validate_input(serializers.RoleSerializer, request.data)
        change_role(league_id=page.league_id, by=player.pk, player_id=_get_member_id(page, username), **data, at=now())
        return _respond_with_league(page.league_id, player)

    @extend_schema(responses={200: serializers.LeagueSerializer}, parameters=[serializers.WhySerializer])
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Remove a staff member, with `why` in the query string, or leave the staff yourself."""
        player = require_player(request)
        page, params = get_league_page(slug, player), validate_input(serializers.WhySerializer, request.query_params)
        remove_staff(league_id=page.league_id, by=player.pk, player_id=_get_member_id(page, username), **params, at=now())
        return _respond_with_league(page.league_id, player)


class SeasonsView(APIView):
    """The seasons of a league."""

    @extend_schema(operation_id="v1_leagues_seasons_list", responses=serializers.SeasonsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the seasons of a league, newest first, archived ones last."""
        return Response(serializers.SeasonsSerializer(get_league_page(slug, find_viewer(request._request))).data)

    @extend_schema(request=serializers.SeasonSerializer, responses={201: serializers.LeagueSerializer})
    @creates("leagues/{slug}/seasons/")
    def post(self, request: Request, slug: str) -> Response:
        """Create a season."""
        player, league_id = require_player(request), get_league_id(slug)
        data = validate_input(serializers.SeasonSerializer, request.data)
        create_season(league_id=league_id, by=player.pk, why=data.pop("why"), days=SeasonDetails(**data), at=now())
        return _respond_with_league(league_id, player, status=201)


class SeasonView(APIView):
    """Show, edit and archive a season."""

    @extend_schema(responses=serializers.SeasonHeadSerializer)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        """Return a season. List its events with `events/?season_id=`, and its statistics with `stats/`."""
        return Response(serializers.SeasonHeadSerializer(get_header(request, slug, season_id)).data)

    @extend_schema(request=serializers.EditSeasonSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, slug: str, season_id: int) -> Response:
        """Change the name or days of a season or, with `archived`, archive or restore it."""
        player, league_id = require_player(request), get_league_id(slug)
        data = validate_input(serializers.EditSeasonSerializer, request.data, partial=True)
        line = get_or_refuse(find_season(league_id, season_id), "not-found", _("Season not found."))
        target = {"league_id": league_id, "season_id": season_id, "by": player.pk, "at": now(), "why": data.pop("why", "")}
        if "archived" in data:
            archive_season(**target, **data)
        else:
            edit_season(**target, days=replace(SeasonDetails(line.name, line.starts_on, line.ends_on), **data))
        return _respond_with_league(league_id, player)


class LogView(APIView):
    """The audit log of a league."""

    @extend_schema(responses=serializers.AuditLogSerializer, parameters=[serializers.LogParams])
    def get(self, request: Request, slug: str) -> Response:
        """Return the audit log of a league, newest first, for its staff and the site admins."""
        player, league_id = require_player(request), get_league_id(slug)
        check_log_access(player.pk, league_id)
        params = validate_input(serializers.LogParams, request.query_params)
        if params.get("act") not in (None, *dict(list_actions(league_id))):
            raise ActionError("bad-filter", _("Invalid filters. Check them and try again."), "act")
        page = list_entries(league_id, **params)
        return build_page_response(request, {"entries": [serialize_entry(line) for line in page.lines]}, before=page.before)


def serialize_entry(line: LogLine) -> dict[str, Any]:
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


def _get_member_id(page: LeaguePage, username: str) -> int:
    text = _("This player isn't on the league's staff.")
    return get_or_refuse(page.find_member_id(username), "not-staff", text, "player")


def _respond_with_league(league_id: int, player: Player, status: int = 200) -> Response:
    page = get_league_page(get_slug(league_id), player)
    return Response(serializers.LeagueSerializer(page).data, status=status)
