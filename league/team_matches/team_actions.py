"""What captains, players and organisers do with a team, by name: one table for the page and the API."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from engines.i18n import mark, translate as _
from league.team_matches.actions.alternates import answer_call, report_absence
from league.team_matches.actions.lineup_deadline import close_lineups_now
from league.team_matches.serializers import (
    AbsenceSerializer,
    CallSerializer,
    LineupSerializer,
    MemberSerializer,
    NameSerializer,
    NewMemberSerializer,
    PairingSerializer,
    RosterSerializer,
)
from league.teams.actions.lineups import hand_in_lineup
from league.teams.actions.rosters import add_member, answer_invitation, remove_member, rename_team, set_captain, set_roster
from matches.api.validation import InputSerializer, validate_input
from matches.errors import ActionError


class TeamAction(NamedTuple):
    """An action: its function, what it takes, and the message once it is done."""

    act: Callable[..., object]
    takes: type[InputSerializer]
    done: str


def _answer_invitation(*, accept: bool, by: int, **data: Any) -> None:
    answer_invitation(player_id=by, accept=accept, **data)


def _answer_call(*, accept: bool, by: int, team_id: int, **data: Any) -> None:
    answer_call(player_id=by, accept=accept, **data)


def _report_absence(*, team_id: int, **data: Any) -> None:
    report_absence(**data)


def _close_lineups(*, team_id: int, **data: Any) -> None:
    close_lineups_now(**data)


ACTIONS: dict[str, TeamAction] = {
    "rename": TeamAction(rename_team, NameSerializer, mark("Team renamed.")),
    "add": TeamAction(add_member, NewMemberSerializer, mark("Player added to the roster.")),
    "remove": TeamAction(remove_member, MemberSerializer, mark("Player removed from the roster.")),
    "order": TeamAction(set_roster, RosterSerializer, mark("Roster saved.")),
    "captain": TeamAction(set_captain, MemberSerializer, mark("Captain changed.")),
    "join": TeamAction(partial(_answer_invitation, accept=True), InputSerializer, mark("You have joined the team.")),
    "decline": TeamAction(partial(_answer_invitation, accept=False), InputSerializer, mark("Invitation declined.")),
    "line-up": TeamAction(hand_in_lineup, LineupSerializer, mark("Line-up saved.")),
    "close": TeamAction(_close_lineups, PairingSerializer, mark("Line-ups closed. The boards are open.")),
    "absent": TeamAction(_report_absence, AbsenceSerializer, mark("Alternates are being asked.")),
    "play": TeamAction(partial(_answer_call, accept=True), CallSerializer, mark("You play on this board.")),
    "not-play": TeamAction(partial(_answer_call, accept=False), CallSerializer, mark("Declined.")),
}


def run_team_action(action: str, *, event_id: int, team_id: int, by: int, data: Any, at: datetime) -> str:
    """Run an action of ACTIONS and return its message. Raises ActionError("unknown-action") for another one."""
    if action not in ACTIONS:
        raise ActionError("not-found", _("Unknown action. Choose one of {known}.", known=", ".join(ACTIONS)), "action")
    row = ACTIONS[action]
    row.act(event_id=event_id, team_id=team_id, by=by, at=at, **validate_input(row.takes, data))
    return _(row.done)
