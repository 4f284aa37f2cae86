"""The score of a team match from its boards, whenever one of them has changed."""

from datetime import datetime

from django.db import transaction

from league.events.actions.event_lifecycle import announce, lock_event
from league.events.actions.notifications import queue_webhook
from league.events.models import BEFORE_START, EntrantStatus, Event, EventStatus, Pairing, Stage
from league.events.rulings import FORFEITED
from league.events.team_rules import NoShowRule
from league.pairings.queries.due import HELD_FOR_REVIEW
from league.results.actions.result_overrides import clear_outdated_pairings, clear_result, resume_stage
from league.results.actions.results import NO_SHOW_REASONS
from league.team_matches.actions.alternates import start_call
from league.team_matches.actions.boards_event import finish_boards_event, forfeit_board, get_boards_event
from league.teams.actions.lineups import get_team_rules
from league.teams.models import AlternateCall, TeamMatch
from league.teams.rules.scores import TeamScore, compute_score, format_boards
from matches.errors import ActionError

PLAYED = "boards"
"""Reason of team pairings decided by their boards; FORFEITED where no board was played."""
BoardResults = list[tuple[int, int] | None]


def list_changed_matches(limit: int = 50) -> list[int]:
    """Return the team matches whose score has to be computed again."""
    held = TeamMatch.objects.filter(pairing__round__event__problem=HELD_FOR_REVIEW)
    return list(TeamMatch.objects.filter(changed=True).exclude(pk__in=held).order_by("pk").values_list("pk", flat=True)[:limit])


@transaction.atomic
def settle_team_match(*, match_id: int, at: datetime) -> bool:
    """Bring the result of a team match in line with its boards; return whether the result changed. Idempotent.

    1. Ask alternates for players who have not appeared. 2. Wait while a board or a call for an alternate is open.
    3. Store the score and go on with the event, also after a corrected board.
    """
    event_id = TeamMatch.objects.filter(pk=match_id).values_list("pairing__round__event", flat=True).first()
    if event_id is None:  # Another team meets there by now.
        return False
    event = lock_event(event_id)
    boards = get_boards_event(event, at) if Event.objects.filter(boards_of=event).exists() else None
    if not TeamMatch.objects.filter(pk=match_id, changed=True).update(changed=False):
        return False
    match = TeamMatch.objects.get(pk=match_id)
    pairing = Pairing.objects.select_related("round__stage").select_for_update(of=("self",)).get(pk=match.pairing_id)
    stage = pairing.round.stage
    stage.event = event
    if event.status in (*BEFORE_START, EventStatus.CANCELLED, EventStatus.ARCHIVED):
        return False
    results = _settle_withdrawal(match, boards, at) or _read_boards(match)
    if pairing.counted_at is not None and pairing.reason not in (PLAYED, FORFEITED):
        return False  # A ruling, or a walkover in a bracket, stands whatever happens on the boards.
    if boards is not None and event.status == EventStatus.RUNNING:
        _replace_no_shows(event, boards, match, at)
    is_waiting = AlternateCall.objects.filter(board__match=match, next_at__isnull=False).exists()
    decided = [result for result in results if result is not None]
    if match.closed_at is None or is_waiting or len(decided) < len(results):
        return _reopen(event, stage, pairing, at)
    sides = list(pairing.sides.select_related("entrant").order_by("number"))
    seeds = [side.entrant.seed or 0 if side.entrant else 0 for side in sides]
    score = compute_score(get_team_rules(event), decided, must_end=not stage.traits.can_draw, seeds=seeds)
    return _store(event, stage, pairing, score, format_boards(decided), _is_unplayed(match), at)


def _read_boards(match: TeamMatch) -> BoardResults:
    """Return the half points of both sides by board, None for a board that is open."""
    results: BoardResults = []
    for board in match.boards.select_related("pairing", "first", "second"):
        if board.pairing is None:
            results.append((0, 0))
            continue
        halves = dict(board.pairing.sides.values_list("entrant__player", "halves"))
        if board.pairing.counted_at is None:
            results.append(None)
            continue
        first, second = (halves.get(member.player_id) or 0 if member else 0 for member in (board.first, board.second))
        results.append((_to_game(first, second), _to_game(second, first)))
    return results


def _to_game(own: int, other: int) -> int:
    """Return the half points of a board, whatever a series of games on it was worth."""
    return 2 if own > other else 1 if own == other > 0 else 0


def _is_unplayed(match: TeamMatch) -> bool:
    return not match.boards.filter(pairing__counted_at__isnull=False, pairing__forfeit=False, pairing__kind="game").exists()


def _settle_withdrawal(match: TeamMatch, boards: Event | None, at: datetime) -> BoardResults:
    """Forfeit the open boards of a team that has withdrawn; return the boards of a match without line-ups, else none."""
    sides = list(match.pairing.sides.select_related("entrant").order_by("number"))
    gone = [side.entrant is not None and side.entrant.status == EntrantStatus.WITHDRAWN for side in sides]
    if not any(gone):
        return []
    if match.closed_at is None:
        match.update(closed_at=at)
        rules = get_team_rules(match.pairing.round.event)
        return [(2 * (not gone[0]), 2 * (not gone[1]))] * rules.boards
    for board in match.boards.filter(pairing__counted_at=None).select_related("pairing__round__stage", "first", "second"):
        if board.pairing is not None and boards is not None:
            forfeit_board(boards, board, [side for side in (0, 1) if gone[side]], at)
    AlternateCall.objects.filter(board__match=match).update(next_at=None)
    return []


def _replace_no_shows(event: Event, boards: Event, match: TeamMatch, at: datetime) -> None:
    """Look for alternates for players who have just not appeared, where the event wants that."""
    if get_team_rules(event).no_show != NoShowRule.ALTERNATE:
        return
    missed = match.boards.filter(pairing__reason__in=NO_SHOW_REASONS, pairing__forfeit=True)
    for board in missed.select_related("pairing", "first", "second"):
        halves = {} if board.pairing is None else dict(board.pairing.sides.values_list("entrant__player", "halves"))
        for side, member in enumerate((board.first, board.second)):
            if member is not None and not halves.get(member.player_id):
                try:
                    start_call(event, board, side, at)
                except ActionError:
                    continue  # Nobody is free, or alternates were asked before: the board stays forfeited.


def _reopen(event: Event, stage: Stage, pairing: Pairing, at: datetime) -> bool:
    """Take back the result of a match one of whose boards is open again."""
    if pairing.counted_at is None:
        return False
    clear_result(pairing)
    pairing.update(boards="")
    pairing.round.update(finished_at=None)
    _redo_later_rounds(stage, at)
    event.update(next_round_at=None)
    resume_stage(event, stage, at)
    finish_boards_event(event, at)
    return True


def _store(
    event: Event, stage: Stage, pairing: Pairing, score: TeamScore, boards: str, unplayed: bool, at: datetime
) -> bool:  # fmt: skip
    before = (tuple(pairing.sides.order_by("number").values_list("halves", flat=True)), pairing.through, pairing.boards)
    if pairing.counted_at is not None and before == (score.halves, score.through, boards):
        return False
    corrected = pairing.counted_at is not None
    for number, halves in enumerate(score.halves):
        pairing.sides.filter(number=number).update(halves=halves)
    pairing.update(
        through=score.through, score=score.score, boards=boards, forfeit=unplayed,
        reason=FORFEITED if unplayed else PLAYED, counted_at=pairing.counted_at or at,
    )  # fmt: skip
    if corrected:
        _redo_later_rounds(stage, at)
    resume_stage(event, stage, at)
    names = pairing.sides.order_by("number").values_list("entrant__team__name", flat=True)
    queue_webhook(
        event, "team-match.finished", f"team-match.{pairing.pk}.{at.timestamp():.0f}",
        {"round": pairing.round.number, "teams": list(names), "score": score.score, "boards": boards}, at,
    )  # fmt: skip
    finish_boards_event(event, at)
    announce(event.pk)
    return True


def _redo_later_rounds(stage: Stage, at: datetime) -> None:
    """Discard what was paired from the result that has changed, where it isn't published."""
    if stage.traits.is_bracket:
        clear_outdated_pairings(stage, at)
    elif not stage.traits.fixed:
        stage.rounds.filter(started_at=None).delete()
