"""Events between teams for tests: their players, their line-ups, and results on their boards."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from league.events.models import Event, Pairing, SeriesMatch
from league.people.models import Player
from league.results.actions.event_start import start_event
from league.results.actions.results import record_result
from league.team_matches.actions.alternates import continue_call, list_due_calls
from league.team_matches.actions.lineup_deadline import close_lineups, list_due_lineups
from league.team_matches.actions.settlement import list_changed_matches, settle_team_match
from league.teams.actions.rosters import add_member, answer_invitation, rename_team
from league.teams.models import Team, TeamBoard, TeamMatch
from matches.models import Seat
from tests import factories
from tests.factories import NOON, PlayerFactory

NAMES = ("Ants", "Bees", "Cats", "Dogs", "Eels", "Foxes")
HOUR = timedelta(hours=1)


def team_event(count: int = 4, *, boards: int = 3, alternates: int = 0, start: bool = True, **plan: Any) -> Event:
    """An event between teams with the names of NAMES, each with its captain on board 1; usernames are `ants1`, `ants2`, …"""
    rules = {"boards": boards, **plan.pop("teams", {})}
    captains = [person(f"{name.lower()}1") for name in NAMES[:count]]
    made = factories.event(*captains, teams=rules, seeding="manual", **plan)
    for name, captain in zip(NAMES, captains, strict=False):
        team = Team.objects.get(event=made, entrant__player=captain)
        rename_team(event_id=made.pk, team_id=team.pk, by=captain.pk, name=name, at=NOON)
        for number in range(2, boards + alternates + 1):
            join(team, person(f"{name.lower()}{number}"), alternate=number > boards)
    if start:
        start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
        made.refresh_from_db()
    return made


def person(username: str) -> Player:
    """The player of this name, who may play in another event of the module already."""
    return Player.objects.filter(username=username).first() or PlayerFactory(username=username)


def join(team: Team, player: Player, *, alternate: bool = False, at: datetime = NOON) -> int:
    """Put an invited player who accepts on the roster; return the member's id."""
    captain = team.entrant.player_id
    member = add_member(
        event_id=team.event_id, team_id=team.pk, by=captain, username=player.username, alternate=alternate, at=at
    )  # fmt: skip
    answer_invitation(event_id=team.event_id, team_id=team.pk, player_id=player.pk, accept=True, at=at)
    return member


def team(event: Event, name: str) -> Team:
    return Team.objects.select_related("entrant__player").get(event=event, name=name)


def members(event: Event, name: str, *numbers: int) -> list[int]:
    """The members `ants2`, `ants3`, … of a team."""
    rows = dict(team(event, name).members.values_list("player__username", "pk"))
    return [rows[f"{name.lower()}{number}"] for number in numbers]


def go_on(at: datetime) -> None:
    """Do what the sweep does for team matches until nothing is due."""
    for _ in range(20):
        for match in list_due_lineups(at):
            close_lineups(match_id=match, at=at)
        for call in list_due_calls(at):
            continue_call(call_id=call, at=at)
        changed = list_changed_matches()
        for match in changed:
            settle_team_match(match_id=match, at=at)
        if not changed and not list_due_calls(at):
            return


def match_of(event: Event, name: str, number: int) -> TeamMatch:
    return TeamMatch.objects.get(
        pairing__round__event=event, pairing__round__number=number, pairing__sides__entrant__team__name=name
    )


def play(event: Event, name: str, number: int, results: Sequence[str], at: datetime) -> Pairing:
    """Play the boards of a team's match: a letter per board from the view of this team, w, d, l, or - for nothing."""
    match = match_of(event, name, number)
    side = 0 if match.pairing.sides.get(number=0).entrant == team(event, name).entrant else 1
    for board, result in zip(match.boards.all(), results, strict=True):
        if result != "-":
            play_board(board, result if side == 0 or result == "d" else {"w": "l", "l": "w"}[result], at)
    go_on(at)
    match.pairing.refresh_from_db()
    return match.pairing


def play_board(board: TeamBoard, result: str, at: datetime) -> None:
    """End each open match of a board; the result is that of the team with side 0."""
    for match_id in open_matches(board):
        play_match(board, match_id, result, at)


def open_matches(board: TeamBoard) -> list[int]:
    """The matches of a board that haven't been counted; at least one."""
    rows = SeriesMatch.objects.filter(pairing=board.pairing, counted_at=None).order_by("number")
    assert rows
    return [row.match_id for row in rows]


def play_match(board: TeamBoard, match_id: int, result: str, at: datetime) -> None:
    """End a match of a board; the result is that of the team with side 0."""
    seats = list(Seat.objects.filter(match=match_id).order_by("number").values_list("player", flat=True))
    own = seats.index(board.first.player_id)
    ranks = (1, 1) if result == "d" else (1, 2) if (result == "w") == (own == 0) else (2, 1)
    factories.end(match_id, ranks=ranks, at=at)
    record_result(match_id=match_id, at=at)


def miss(board: TeamBoard, absent: str, at: datetime) -> None:
    """Close each open match of a board because this player hasn't come."""
    for match_id in open_matches(board):
        miss_match(match_id, absent, at)
    go_on(at)


def miss_match(match_id: int, absent: str, at: datetime) -> None:
    names = Seat.objects.filter(match=match_id).order_by("number").values_list("player__username", flat=True)
    factories.end(match_id, ranks=tuple(2 if name == absent else 1 for name in names), reason="no-show", at=at)
    record_result(match_id=match_id, at=at)


def seats(event: Event, name: str, number: int) -> list[tuple[str, ...]]:
    """The usernames by seat on each board of a team's match; a bye has one."""
    rows = []
    for board in match_of(event, name, number).boards.select_related("pairing"):
        sides = board.pairing.sides.order_by("number") if board.pairing else ()
        rows.append(tuple(side.entrant.player.username for side in sides))
    return rows
