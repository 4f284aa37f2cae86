"""The referee panel of a match page: calls, answers, and (after the match) revealed information."""

from dataclasses import dataclass
from datetime import datetime

from engines import registry
from engines.i18n import translate as _
from league.desk.models import HiddenViewLog, RefereeCall
from league.desk.queries.access import build_access
from league.desk.rules import CALL_PERIOD
from league.people.models import Player
from matches.errors import ActionError
from matches.models import Match, Seat, Status

OVER_STATUSES = (Status.CLOSED, Status.VOID)


@dataclass(frozen=True, slots=True)
class PanelCall:
    """A call; `text` and `answer` are empty for viewers who may not read them."""

    seat: int
    seat_name: str
    own: bool
    text: str
    at: datetime
    answered: bool
    answer: str


@dataclass(frozen=True, slots=True)
class HiddenView:
    """A referee's view of hidden information."""

    by: str
    username: str
    at: datetime
    entry: int
    why: str


@dataclass(frozen=True, slots=True)
class RefereePanel:
    """The referee panel for one viewer."""

    match_id: int
    calls: tuple[PanelCall, ...]
    looks: tuple[HiddenView, ...]
    """Empty while the match runs, and for viewers who are neither players nor referees of it."""
    may_call: bool
    may_referee: bool


def get_referee_panel(match_id: int, person: Player | None, at: datetime) -> RefereePanel:
    """Return the panel. Only the caller and referees can read a call; after the match, all players can."""
    match = Match.objects.defer("state", "behind", "clock").filter(pk=match_id).first() if match_id < 1 << 63 else None
    if match is None:
        raise ActionError("not-found", _("Match not found."))
    over = match.status in OVER_STATUSES
    viewer = person.pk if person is not None else None
    seats = dict(Seat.objects.filter(match=match, bot="", player__isnull=False).values_list("player", "number"))
    may_referee = person is not None and build_access(person.pk, match_id).may
    names = registry.get_or_missing(match.game, match.engine_version).seat_names
    calls = tuple(
        _build_call(call, names[call.seat], viewer, may_read_all=may_referee or (over and viewer in seats))
        for call in RefereeCall.objects.filter(match=match)
    )
    views = (
        HiddenViewLog.objects.filter(match=match_id).select_related("by") if over and (viewer in seats or may_referee) else ()
    )
    hidden_views = tuple(HiddenView(str(view.by), view.by.username, view.at, view.entry, view.why) for view in views)
    has_open_call = any(call.own and not call.answered for call in calls)
    in_time = not over or (match.closed_at is not None and at - match.closed_at <= CALL_PERIOD)
    may_call = viewer in seats and not has_open_call and in_time and not match.learn
    return RefereePanel(match_id, calls, hidden_views, may_call, may_referee)


def _build_call(call: RefereeCall, name: str, viewer: int | None, *, may_read_all: bool) -> PanelCall:
    is_own = call.player_id == viewer
    may_read = is_own or may_read_all
    return PanelCall(
        call.seat, name, is_own, call.text if may_read else "", call.at, call.answered_at is not None,
        call.answer if may_read else "",
    )  # fmt: skip
