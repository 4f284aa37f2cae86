"""The deadline of line-ups: the boards of a team match are created from them."""

from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event, lock_managed, log_action
from league.events.actions.notifications import queue_webhook
from league.events.models import EntrantStatus, Event, EventStatus, Pairing, PairingKind
from league.formats.protocol import Kind, Pairing as Drawn
from league.pairings.actions.match_times import open_pairing
from league.pairings.actions.pairing_generation import create_pairings
from league.team_matches.actions.boards_event import enter_members, get_boards_event, open_boards_round
from league.teams.actions.lineups import choose_lineup, get_team_rules
from league.teams.models import Team, TeamBoard, TeamMatch, TeamMember
from league.teams.rules.lineups import first_side
from matches.errors import ActionError
from matches.pubsub import enqueue


def list_due_lineups(at: datetime, limit: int = 50) -> list[int]:
    """Return the open team matches of running events whose deadline for line-ups has passed."""
    rows = TeamMatch.objects.filter(lineups_by__lte=at, closed_at=None, pairing__counted_at=None)
    rows = rows.filter(pairing__round__event__status=EventStatus.RUNNING, pairing__round__event__paused_at=None)
    return list(rows.order_by("lineups_by", "pk").values_list("pk", flat=True)[:limit])


@transaction.atomic
def close_lineups(*, match_id: int, at: datetime) -> bool:
    """Create the boards of a match whose deadline has passed; return whether this call did it. Idempotent.

    Silent captains get the default line-up. A player without an opponent wins by forfeit, as by a bye.
    """
    event_id = TeamMatch.objects.filter(pk=match_id).values_list("pairing__round__event", flat=True).first()
    if event_id is None:  # Another team meets there by now.
        return False
    event = lock_event(event_id)
    boards = get_boards_event(event, at)
    match = TeamMatch.objects.select_for_update().filter(pk=match_id).first()
    is_due = match is not None and match.closed_at is None and match.lineups_by <= at
    if match is None or not is_due or event.status != EventStatus.RUNNING or event.paused_at is not None:
        return False
    _create_boards(event, boards, match, at)
    return True


@transaction.atomic
def close_lineups_now(*, event_id: int, pairing_id: int, by: int, at: datetime) -> None:
    """End the time for the line-ups of a match early, as the organiser."""
    event = lock_managed(event_id, by)
    boards = get_boards_event(event, at)
    match = TeamMatch.objects.select_for_update().filter(pairing=pairing_id, pairing__round__event=event).first()
    if match is None:
        raise ActionError("not-found", _("Team match not found in this event."))
    if match.closed_at is not None or match.lineups_by <= at:
        raise ActionError("too-late", _("The deadline for line-ups has passed. The players are set."))
    if event.status != EventStatus.RUNNING or event.paused_at is not None:
        raise ActionError("not-running", _("This event is not running."))
    log_action(event, by, "team.lineups-closed", after={"pairing": pairing_id}, at=at)
    match.update(lineups_by=at)
    _create_boards(event, boards, match, at)


def _create_boards(event: Event, boards: Event, match: TeamMatch, at: datetime) -> None:
    rules, pairing = get_team_rules(event), Pairing.objects.select_related("round").get(pk=match.pairing_id)
    sides = list(pairing.sides.select_related("entrant__team").order_by("number"))
    match.update(closed_at=at, changed=True)
    enqueue("league.tasks.settle_team_matches")
    if any(side.entrant is None or side.entrant.status == EntrantStatus.WITHDRAWN for side in sides):
        return
    teams: list[Team] = [side.entrant.team for side in sides if side.entrant]
    lineups = [choose_lineup(rules, match, side, team) for side, team in enumerate(teams)]
    named = [member for lineup in lineups for member in lineup if member is not None]
    members = TeamMember.objects.select_related("team", "player").in_bulk(named)
    entrants = enter_members(boards, [members[member] for member in named], at)
    row = open_boards_round(boards, pairing.round, at)
    best_of = event.title.best_of if event.title is not None else 1
    drawn = []
    for number, seated in enumerate(zip(*lineups, strict=True), 1):
        first = first_side(number, match.home)
        order = [entrants[member].pk for member in (seated[first], seated[1 - first]) if member is not None]
        if len(order) == 2:
            drawn.append((number, Drawn((order[0], order[1]), best_of=best_of)))
        elif order:
            drawn.append((number, Drawn((order[0], None), (2, None), Kind.PAIRING_BYE)))
    offset = (pairing.board - 1) * rules.boards
    created = create_pairings([(row, offset + number, board) for number, board in drawn])
    of_number = {number: board for (number, _unused), board in zip(drawn, created, strict=True)}
    TeamBoard.objects.bulk_create(
        TeamBoard(match=match, number=number, first_id=first, second_id=second, pairing=of_number.get(number))
        for number, (first, second) in enumerate(zip(*lineups, strict=True), 1)
    )
    ids = [board.pk for board in created]
    Pairing.objects.filter(pk__in=ids, kind=PairingKind.BYE).update(counted_at=at, reason=PairingKind.BYE)
    Pairing.objects.filter(pk__in=ids).update(starts_at=pairing.starts_at)
    for board in Pairing.objects.select_related("round__stage").filter(pk__in=ids, counted_at=None).order_by("board"):
        open_pairing(boards, board, at)
    lists: list[Json] = [[members[pk].player.username if pk else None for pk in lineup] for lineup in lineups]
    data: dict[str, Json] = {"round": pairing.round.number, "teams": [team.name for team in teams], "line_ups": lists}
    queue_webhook(event, "team-match.opened", f"team-match.{pairing.pk}.opened", data, at)
    announce(event.pk)
    announce(boards.pk)
