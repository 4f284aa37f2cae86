"""Alternates: asked one after the other when a player can't play or hasn't come. The first to accept plays."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import to_stored, translate as _
from league.events.actions.event_lifecycle import announce, lock_event, log_action
from league.events.models import Event, EventStatus, Round, Side
from league.events.queries import is_manager
from league.match_times.models import TimeAgreement
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.pairings.actions.match_times import open_pairing
from league.ratings.actions.rating_updates import override_ranks
from league.results.actions.result_overrides import clear_result, release_matches
from league.team_matches.actions.boards_event import enter_members, forfeit_board, get_boards_event
from league.teams.actions.lineups import get_team_rules, list_places
from league.teams.links import team_path
from league.teams.models import AlternateCall, TeamBoard, TeamMatch, TeamMember
from league.teams.queries.own import list_begun_matches
from league.teams.rules.lineups import find_next_alternate
from matches.errors import ActionError
from matches.models import Match
from matches.pubsub import enqueue


@transaction.atomic
def report_absence(*, event_id: int, board_id: int, by: int, at: datetime, side: int | None = None) -> int:
    """Say that a player can't play: the player, the captain or the organiser. Alternates are asked; return the call's id.

    `side` is needed only from an organiser who plays for neither team.
    """
    event = lock_event(event_id)
    board = _lock_board(event, board_id)
    side = _find_side(event, board, by, side)
    if board.pairing is None or board.pairing.counted_at is not None:
        raise ActionError("has-result", _("This board is already decided."))
    if list_begun_matches().filter(pairing=board.pairing).exists():
        raise ActionError("already-started", _("The match on this board has already started."))
    call = start_call(event, board, side, at)
    log_action(event, by, "team.absence", after={"board": board.number, "player": call.absent.player.username}, at=at)
    return call.pk


def start_call(event: Event, board: TeamBoard, side: int, at: datetime) -> AlternateCall:
    """Ask the first alternate for one side of a board; each next one after the event's time to answer.

    The call ends as long after everybody has been asked, but not before the time of a board that waits for one.
    Raises ActionError: no-player, asked-before, no-alternate.
    """
    member = (board.first, board.second)[side]
    if member is None:
        raise ActionError("no-player", _("Your team has named nobody for this board."))
    if AlternateCall.objects.filter(board=board, side=side).exists():
        raise ActionError("asked-before", _("Alternates have already been asked for this board."))
    rules, free = get_team_rules(event), _list_free(board, member, [])
    if not free:
        text = _("No player of the team is free to stand in. The board is forfeited if nobody plays.")
        raise ActionError("no-alternate", text)
    until = max(at + timedelta(minutes=rules.answer_min * len(free)), _find_opening(board) or at)
    call = AlternateCall.objects.create(board=board, side=side, absent=member, until=until, at=at, next_at=at)
    _ask(event, call, free[0], at)
    return call


def _find_opening(board: TeamBoard) -> datetime | None:
    """Return the time of a board whose match hasn't opened, or the end of its play window; None if it waits for no time."""
    row = TimeAgreement.objects.filter(pairing=board.pairing_id, pairing__series=None).select_related("pairing").first()
    return None if row is None else row.pairing.starts_at or row.closes_at


@transaction.atomic
def continue_call(*, call_id: int, at: datetime) -> bool:
    """Ask the next alternate of a call, or end it if all had their time: an open board is then forfeited. Idempotent."""
    rows = AlternateCall.objects.filter(pk=call_id)
    event_id = rows.values_list("board__match__pairing__round__event", flat=True).first()
    if event_id is None:
        return False
    event = lock_event(event_id)
    boards = get_boards_event(event, at)
    call = rows.select_for_update().first()
    if call is None or call.next_at is None or call.next_at > at:
        return False
    _advance_call(event, boards, call, at)
    announce(event.pk)
    return True


@transaction.atomic
def answer_call(*, event_id: int, call_id: int, player_id: int, accept: bool, at: datetime) -> None:
    """Accept to play, or decline, as one who was asked. The lock of the event decides who is first.

    Raises ActionError: not-asked, filled, too-late, already-started, busy.
    """
    event = lock_event(event_id)
    boards = get_boards_event(event, at)
    rows = AlternateCall.objects.select_for_update(of=("self",)).filter(pk=call_id, board__match__pairing__round__event=event)
    call = rows.select_related("board__pairing__round__stage", "board__match").first()
    member = TeamMember.objects.filter(event=event, player=player_id).select_related("team").first()
    if call is None or member is None or member.pk not in call.asked:
        raise ActionError("not-asked", _("You haven't been asked to play on this board."))
    if call.accepted_id is not None:
        raise ActionError("filled", _("Someone else has already accepted. Thank you for answering."))
    if call.next_at is None or at >= call.until:
        raise ActionError("too-late", _("The time to accept has passed."))
    if not accept:
        call.update(declined=sorted({*call.declined, member.pk}))
        if set(call.asked) <= set(call.declined):
            _advance_call(event, boards, call, at)
        announce(event_id)
        return
    if call.absent_id == member.pk or member.pk in _list_busy(call.board.match):
        raise ActionError("busy", _("You already play on another board of this match."))
    _substitute(event, boards, call, member, at)
    call.update(accepted=member, next_at=None)
    announce(event_id)
    announce(boards.pk)


def list_due_calls(at: datetime, limit: int = 50) -> list[int]:
    """Return the calls in which the next alternate is to be asked, or which end."""
    rows = AlternateCall.objects.filter(next_at__lte=at, board__match__pairing__round__event__paused_at=None)
    return list(rows.order_by("next_at", "pk").values_list("pk", flat=True)[:limit])


def _substitute(event: Event, boards: Event, call: AlternateCall, member: TeamMember, at: datetime) -> None:
    """Give the board to the alternate: a forfeit is taken back, and a new match opens in place of the old one."""
    board = call.board
    pairing = board.pairing
    if pairing is None:
        raise ActionError("already-started", _("The match on this board has already started."))
    if pairing.counted_at is not None and not pairing.forfeit:
        raise ActionError("already-started", _("The match on this board has already been played."))
    matches = Match.objects.select_for_update(no_key=True).filter(pk__in=pairing.series.values("match")).order_by("pk")
    list(matches)  # Locks them, so that none of two duplicates begins meanwhile.
    if pairing.counted_at is None and list_begun_matches().filter(pairing=pairing).exists():
        raise ActionError("already-started", _("The match on this board has already started."))
    release_matches([pairing], at)
    for row in pairing.series.filter(counted_at__isnull=False):
        override_ranks(match_id=row.match_id, ranks=(), at=at, by=event.organiser_id, reason=_("An alternate plays instead."))
    pairing.series.all().delete()
    clear_result(pairing)
    entrant = enter_members(boards, [member], at)[member.pk]
    Side.objects.filter(pairing=pairing, entrant__player=call.absent.player_id).update(entrant=entrant)
    board.update(**{("first", "second")[call.side]: member})
    Round.objects.filter(pk=pairing.round_id).update(finished_at=None)
    if event.paused_at is None:
        open_pairing(boards, pairing, at)
    TeamMatch.objects.filter(pk=board.match_id).update(changed=True)
    enqueue("league.tasks.settle_team_matches")


def _advance_call(event: Event, boards: Event, call: AlternateCall, at: datetime) -> None:
    """Ask the next free member. Without one, wait for those asked, unless all have declined or their time is over."""
    free = _list_free(call.board, call.absent, call.asked)
    is_over = call.until <= at or event.status != EventStatus.RUNNING
    if is_over or (not free and set(call.asked) <= set(call.declined)):
        _end_call(boards, call, at)
    elif free:
        _ask(event, call, free[0], at)
    else:
        call.update(next_at=call.until)


def _end_call(boards: Event, call: AlternateCall, at: datetime) -> None:
    """End a call without an alternate; the board is forfeited unless its match has begun or is decided."""
    call.update(next_at=None)
    board = TeamBoard.objects.select_related("pairing__round__stage", "first", "second").get(pk=call.board_id)
    if board.pairing is not None and board.pairing.counted_at is None:
        forfeit_board(boards, board, [call.side], at)
    TeamMatch.objects.filter(pk=board.match_id).update(changed=True)
    enqueue("league.tasks.settle_team_matches")


def _ask(event: Event, call: AlternateCall, member_id: int, at: datetime) -> None:
    rules, board, member = get_team_rules(event), call.board, TeamMember.objects.get(pk=member_id)
    call.update(asked=[*call.asked, member.pk], next_at=min(call.until, at + timedelta(minutes=rules.answer_min)))
    about = {
        "round": to_stored(board.match.pairing.round.name), "event": event.name, "team": call.absent.team.name,
        "board": str(board.number),
    }  # fmt: skip
    path = team_path(event.pk, member.team_id)
    message = NewNotification(member.player_id, f"alternate.{call.pk}.{member.pk}", about, path, case="alternate")
    notify([message], kind=Kind.ASKED, at=at)


def _list_free(board: TeamBoard, absent: TeamMember, asked: list[int]) -> list[int]:
    """Return the members who can stand in, in the order in which they are asked."""
    places, busy, result = list_places(absent.team), _list_busy(board.match), list[int]()
    for _unused in places:
        member = find_next_alternate(places, busy, [*asked, *result])
        if member is not None:
            result.append(member)
    return result


def _list_busy(match: TeamMatch) -> set[int]:
    rows = match.boards.values_list("first", "second")
    return {member for pair in rows for member in pair if member is not None}


def _lock_board(event: Event, board_id: int) -> TeamBoard:
    rows = TeamBoard.objects.select_related("pairing", "first__team__entrant", "second__team__entrant", "match__pairing__round")
    board = rows.filter(pk=board_id, match__pairing__round__event=event).first()
    if board is None:
        raise ActionError("not-found", _("Board not found in this event."))
    if event.status != EventStatus.RUNNING:
        raise ActionError("not-running", _("This event is not running."))
    return board


def _find_side(event: Event, board: TeamBoard, by: int, side: int | None) -> int:
    """Return the side that the user may report: their own board, their team's, or any as organiser."""
    for number, member in enumerate((board.first, board.second)):
        if member is not None and by in (member.player_id, member.team.entrant.player_id) and side in (None, number):
            return number
    if not is_manager(event, by):
        raise ActionError("not-allowed", _("Only the player, the captain or the organiser can do this."))
    if side not in (0, 1):
        raise ActionError("bad-side", _("Choose the team whose player can't play."), "side")
    return side
