"""Teams, their rosters, and their matches with boards, as one reader may see them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q
from django.urls import reverse

from engines.i18n import translate as _
from league.events.models import Event, Pairing, SeriesMatch, Side
from league.events.team_rules import TeamRules
from league.formats.tables import format_halves
from league.people.models import Player
from league.teams.actions.lineups import get_team_rules
from league.teams.links import team_path
from league.teams.models import AlternateCall, Team, TeamBoard, TeamLineup, TeamMatch, TeamMember
from league.teams.queries.own import list_begun_matches
from league.teams.rules.lineups import first_side
from matches.errors import ActionError

MAX_MATCHES = 200
_WITH_ENTRANTS = Prefetch("pairing__sides", Side.objects.select_related("entrant"))
_WITH_TEAMS = Prefetch("pairing__sides", Side.objects.select_related("entrant__team"))


@dataclass(frozen=True, slots=True)
class MemberView:
    """A player on a roster."""

    member_id: int
    name: str
    username: str
    url: str
    alternate: bool
    accepted: bool
    captain: bool


@dataclass(frozen=True, slots=True)
class TeamView:
    """A team with its roster in board order."""

    team_id: int
    entrant_id: int
    name: str
    url: str
    captain: str
    captain_username: str
    withdrawn: bool
    members: tuple[MemberView, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board of a team match. `first` and `second` are the players of sides 0 and 1, "" if it isn't filled."""

    board_id: int
    number: int
    first: str
    second: str
    moves_first: int
    """The side that moves first."""
    pairing_id: int | None
    match_urls: tuple[str, ...]
    """The pages of its matches: two in an event of duplicates."""
    points: str
    """The points of both sides, "" until decided."""
    wanted: str
    """The name of the team that looks for an alternate, "" if none does."""


@dataclass(frozen=True, slots=True)
class TeamMatchView:
    """A match of two teams. `boards` are empty until the line-ups are closed."""

    pairing_id: int
    round: int
    round_name: str
    teams: tuple[str, str]
    team_ids: tuple[int, int]
    home: int
    lineups_by: datetime
    closed: bool
    score: str
    """The board points of both sides, such as `2.5-1.5`."""
    through: int | None
    """The side that goes through despite an equal score."""
    boards: tuple[BoardView, ...]


@dataclass(frozen=True, slots=True)
class CallView:
    """A question to the reader: whether they stand in on a board."""

    call_id: int
    board: int
    round_name: str
    until: datetime


def list_teams(event: Event) -> list[TeamView]:
    """Return the teams of an event, best seed first."""
    return [_build_team(team) for team in _list_rows(event)]


def _list_rows(event: Event, team_id: int | None = None) -> list[Team]:
    rows = Team.objects.filter(event=event).select_related("entrant__player")
    if team_id is not None:
        rows = rows.filter(pk=team_id)
    members = Prefetch("members", TeamMember.objects.select_related("player"))
    return list(rows.prefetch_related(members).order_by("entrant__seed", "entrant__joined_at", "pk"))


def list_matches(event: Event, entrant_id: int | None = None) -> list[TeamMatchView]:
    """Return the open and played matches of an event, or of one team, newest round first."""
    rows = TeamMatch.objects.filter(pairing__round__event=event, pairing__needed=True)
    if entrant_id is not None:
        rows = rows.filter(pairing__sides__entrant=entrant_id)
    ordered = rows.select_related("pairing__round").prefetch_related(_WITH_TEAMS)
    matches = list(ordered.order_by("-pairing__round__number", "pairing__board")[:MAX_MATCHES])
    boards = _load_boards([match.pk for match in matches])
    return [_build_match(match, boards[match.pk]) for match in matches]


@dataclass(frozen=True, slots=True)
class TeamPage:
    """A team's page. `lineup` are the member ids of the reader's own team for the match whose line-up is due."""

    rules: TeamRules
    team: TeamView
    matches: list[TeamMatchView]
    is_captain: bool
    manages: bool
    own_member: MemberView | None
    due: TeamMatchView | None
    lineup: tuple[int | None, ...] | None
    calls: tuple[CallView, ...]
    can_report: frozenset[int]
    """Ids of the boards whose player the reader may report as absent."""


def build_team_page(event: Event, team_id: int, viewer: Player | None, *, manages: bool, at: datetime) -> TeamPage:
    """Return the page of a team. Line-ups that aren't closed are shown only to its captain and organisers."""
    found = _list_rows(event, team_id)
    if not found:
        raise ActionError("not-found", _("Team not found in this event."))
    row, viewer_id = found[0], viewer.pk if viewer else None
    team = _build_team(row)
    is_captain = viewer_id == row.entrant.player_id
    matches = list_matches(event, team.entrant_id)
    others = TeamMember.objects.filter(event=event, player=viewer_id).exclude(team=team_id)
    may_see = manages and not others.exists()
    due = next((match for match in matches if not match.closed and match.lineups_by > at), None)
    own = next((member for member in team.members if viewer is not None and member.username == viewer.username), None)
    return TeamPage(
        rules=get_team_rules(event), team=team, matches=matches, is_captain=is_captain, manages=may_see, own_member=own,
        due=due, lineup=_find_lineup(due, team_id) if due and (is_captain or may_see) else None,
        calls=_list_calls(own.member_id, at) if own else (),
        can_report=_list_reportable(matches, row, own, all_of_team=is_captain or manages),
    )  # fmt: skip


def _find_lineup(due: TeamMatchView, team_id: int) -> tuple[int | None, ...] | None:
    side = due.team_ids.index(team_id)
    row = TeamLineup.objects.filter(match__pairing=due.pairing_id, side=side).first()
    return tuple(row.members) if row else None


def _list_calls(member_id: int, at: datetime) -> tuple[CallView, ...]:
    rows = AlternateCall.objects.filter(next_at__isnull=False, until__gt=at, accepted=None)
    open_calls = rows.select_related("board__match__pairing__round").order_by("pk")
    return tuple(
        CallView(call.pk, call.board.number, call.board.match.pairing.round.name, call.until)
        for call in open_calls
        if member_id in call.asked and member_id not in call.declined
    )


def _list_reportable(
    matches: Sequence[TeamMatchView], team: Team, own: MemberView | None, *, all_of_team: bool
) -> frozenset[int]:
    if not all_of_team and own is None:
        return frozenset()
    open_ids = [board.board_id for match in matches if match.closed for board in match.boards if not board.points]
    members = Q(first__team=team) | Q(second__team=team)
    if not all_of_team and own is not None:
        members = Q(first=own.member_id) | Q(second=own.member_id)
    not_begun = Q(pairing__series__match__status="open") | Q(pairing__isnull=False, pairing__series=None)
    rows = TeamBoard.objects.filter(members, not_begun, pk__in=open_ids, calls=None)
    begun = list_begun_matches().filter(pairing__team_board__in=open_ids)
    return frozenset(rows.exclude(pairing__in=begun.values("pairing")).values_list("pk", flat=True))


def _build_team(team: Team) -> TeamView:
    captain = team.entrant.player
    members = tuple(
        MemberView(
            row.pk, str(row.player), row.player.username, reverse("player", args=[row.player.username]), row.alternate,
            row.accepted_at is not None, row.player_id == captain.pk,
        )
        for row in team.members.all()
    )  # fmt: skip
    return TeamView(
        team.pk, team.entrant_id, team.name, team_path(team.event_id, team.pk), str(captain), captain.username,
        team.entrant.status == "withdrawn", members,
    )  # fmt: skip


def _load_boards(matches: Sequence[int]) -> dict[int, list[BoardView]]:
    rows = TeamBoard.objects.filter(match__in=matches).select_related("match", "pairing", "first__player", "second__player")
    boards = list(rows.prefetch_related(_WITH_ENTRANTS).order_by("match", "number"))
    series = SeriesMatch.objects.filter(pairing__in=[board.pairing_id for board in boards if board.pairing_id])
    urls: dict[int | None, tuple[str, ...]] = {}
    for row in series.order_by("number"):
        urls[row.pairing_id] = (*urls.get(row.pairing_id, ()), reverse("match", args=[row.match_id]))
    calls = AlternateCall.objects.filter(board__in=boards, next_at__isnull=False).select_related("absent__team")
    wanted = {call.board_id: call.absent.team.name for call in calls}
    result: dict[int, list[BoardView]] = defaultdict(list)
    for board in boards:
        result[board.match_id].append(
            BoardView(
                board.pk, board.number, str(board.first.player) if board.first else "",
                str(board.second.player) if board.second else "", first_side(board.number, board.match.home), board.pairing_id,
                urls.get(board.pairing_id, ()), _format_points(board), wanted.get(board.pk, ""),
            )
        )  # fmt: skip
    return result


def _format_points(board: TeamBoard) -> str:
    if board.pairing is None:
        return "0 – 0"
    if board.pairing.counted_at is None:
        return ""
    halves = {side.entrant.player_id: side.halves or 0 for side in board.pairing.sides.all() if side.entrant}
    first, second = (halves.get(member.player_id, 0) if member else 0 for member in (board.first, board.second))
    return f"{format_halves(first)} – {format_halves(second)}"


def _build_match(match: TeamMatch, boards: Sequence[BoardView]) -> TeamMatchView:
    pairing: Pairing = match.pairing
    sides = sorted(pairing.sides.all(), key=lambda side: side.number)
    teams = [side.entrant.team for side in sides if side.entrant]
    return TeamMatchView(
        pairing.pk, pairing.round.number, pairing.round.name, (teams[0].name, teams[1].name), (teams[0].pk, teams[1].pk),
        match.home, match.lineups_by, match.closed_at is not None, pairing.score if pairing.counted_at else "",
        pairing.through, tuple(boards),
    )  # fmt: skip
