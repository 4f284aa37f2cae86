"""Overriding the result of a pairing at any time, and reverting the override."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from engines.reported import is_reported
from league.events.actions.event_lifecycle import announce, lock_event, log_action
from league.events.actions.notifications import notify_correction
from league.events.models import Event, EventStatus, Pairing, PairingKind, ResultOverride, Round, SeriesMatch, Side, Stage
from league.events.queries import RULE, check_event_permission
from league.events.rulings import ENTERED, Ruling, is_forfeit, make_ruling, parse_score, result_code
from league.events.team_rules import scale_points, score_walkover
from league.formats.ties import PLAY_OFF
from league.pairings.actions.brackets import reconcile_bracket
from league.pairings.actions.continuous_pairing import log_result
from league.pairings.actions.match_times import open_pairing
from league.pairings.actions.progression import advance_event
from league.ratings.actions.rating_updates import override_ranks
from league.ratings.models import RatedMatch
from league.results.actions.match_payouts import pay_ruling
from league.results.result_impact import list_outdated_pairings
from league.teams.actions.changes import mark_board_changed
from matches.actions.endings import void_open_matches
from matches.errors import ActionError


@transaction.atomic
def override_result(
    *,
    event_id: int,
    pairing_id: int,
    why: str,
    by: int,
    at: datetime,
    halves: Sequence[int] = (),
    places: Sequence[int] = (),
    keep: Collection[int] = (),
    how: str = "",
    score: str = "",
) -> int:
    """Give a pairing another result, or a first one by ruling; return the override's id.

    The result is half points by side (`halves`) or, in heats, places by side (`places`, 0: none). `how` is "played" or
    "forfeit"; if empty, a match that never began counts as a forfeit unless drawn. In a bracket, later pairings with
    changed sides are undone and paired again, except the ids in `keep`. Published rounds of other formats stay;
    unpublished ones are deleted.
    """
    event = lock_refereed_event(event_id, by)
    pairing = lock_pairing(event, pairing_id)
    stage, result = pairing.round.stage, make_pairing_ruling(pairing, halves, places, how)
    score = parse_score(score, halves, pairing.best_of)
    if not 3 <= len(why.strip()) <= 300:
        raise ActionError("reason-needed", _("Enter a reason of 3 to 300 characters. Players and staff can read it."), "why")
    check_play_off(pairing)
    before = {str(pairing_id): take_snapshot(pairing)}
    previous = describe_pairing(pairing)
    save_result(pairing, result, at, reason="overturned", score=score)
    _update_rating(pairing, result, by, why, at)
    if stage.traits.is_bracket:
        Pairing.objects.filter(pk__in=keep, round__stage=stage).update(fixed=True)
        before |= clear_outdated_pairings(stage, at)
    elif stage.traits.continuous:
        log_result(event, pairing, list(pairing.sides.order_by("number")), (), at)
    elif not stage.traits.fixed:
        stage.rounds.filter(started_at=None).delete()
    halves = list(halves or result.halves)
    row = ResultOverride.objects.create(
        pairing=pairing,
        before=before,
        after={"halves": halves, "places": list(places), "kept": sorted(keep), "forfeit": result.forfeit},
        why=why.strip(),
        by_id=by,
        at=at,
    )
    pay_ruling(event, pairing, at, why.strip())
    after = {**describe_pairing(pairing), **({"kept": sorted(keep)} if keep else {})}
    log_action(event, by, "result.overturned", {"result": previous["result"]}, after, why, at=at)
    notify_correction(event, pairing, row.pk, "overturned", halves, at)
    resume_stage(event, stage, at)
    return int(row.pk)


@transaction.atomic
def revert_override(*, event_id: int, overturn_id: int, by: int, at: datetime) -> None:
    """Restore the result from before an override; only possible for the pairing's latest one."""
    event = lock_refereed_event(event_id, by)
    row = ResultOverride.objects.filter(pk=overturn_id, pairing__round__event=event, undone_at=None).first()
    if row is None:
        raise ActionError("not-found", _("Ruling not found, or it was already reverted."))
    if ResultOverride.objects.filter(pairing__round__event=event, undone_at=None, pk__gt=row.pk).exists():
        raise ActionError("not-the-last", _("Revert the later rulings first."))
    pairing = lock_pairing(event, row.pairing_id)
    check_play_off(pairing)
    stage = pairing.round.stage
    previous = {"result": describe_pairing(pairing)["result"]}
    row.update(undone_at=at, undone_by_id=by)
    _restore_result(pairing, row.before[str(pairing.pk)])
    log_action(event, by, "result.restored", previous, describe_pairing(pairing), at=at)
    _update_rating(pairing, None, by, _("The ruling was reverted."), at)
    pay_ruling(event, pairing, at, _("The ruling was reverted."))
    halves = [halves for _unused, halves in row.before[str(pairing.pk)]["sides"]]
    notify_correction(event, pairing, row.pk, "restored", halves, at)
    if stage.traits.is_bracket:
        Pairing.objects.filter(pk__in=row.after["kept"], round__stage=stage).update(fixed=False)
        clear_outdated_pairings(stage, at)
        reconcile_bracket(event, stage, at)
        for pairing_id, previous in row.before.items():
            if int(pairing_id) != pairing.pk:
                _restore_if_same(Pairing.objects.get(pk=int(pairing_id)), previous, at)
    resume_stage(event, stage, at)
    reopen_match(event, pairing, at)


def describe_pairing(pairing: Pairing, sides: Sequence[Side] = ()) -> dict[str, Json]:
    """Return round, players and result ("" without one) of a pairing for a log entry. `sides` may have been read already."""
    sides = sides or list(pairing.sides.select_related("entrant__player").order_by("number"))
    names = " – ".join(side.entrant.player.log_name for side in sides if side.entrant)
    code = result_code([side.halves for side in sides], forfeit=pairing.forfeit) if pairing.counted_at else ""
    result = f"{code} ({pairing.score})" if pairing.score and code else code
    return {"round": pairing.round.number, "players": names, "result": result}


def take_snapshot(pairing: Pairing) -> dict[str, Any]:
    """Return all values of a pairing that an override can change."""
    return {
        "sides": [[side.entrant_id, side.halves] for side in pairing.sides.order_by("number")],
        "through": pairing.through,
        "forfeit": pairing.forfeit,
        "reason": pairing.reason,
        "score": pairing.score,
        "counted": pairing.counted_at is not None,
        "series": [[row.match_id, row.number, row.first, row.halves] for row in pairing.series.all()],
    }


def lock_refereed_event(event_id: int, by: int, permission: str = RULE) -> Event:
    """Return the locked event. Raises ActionError unless `by` manages it, or is non-playing staff with this permission."""
    event = lock_event(event_id)
    check_event_permission(event, by, permission)
    return event


def lock_pairing(event: Event, pairing_id: int) -> Pairing:
    """Return the locked pairing of the event. Raises ActionError("not-found")."""
    rows = Pairing.objects.select_related("round__stage").filter(round__event=event, pk=pairing_id)
    pairing = rows.select_for_update(of=("self",)).first()
    if pairing is None:
        raise ActionError("not-found", _("Pairing not found in this event."))
    return pairing


def check_play_off(pairing: Pairing) -> None:
    """Raise ActionError if a play-off that may follow from the pairing's result is being played."""
    of_stage = Round.objects.filter(stage=pairing.round.stage_id, started_at__isnull=False, finished_at=None)
    if pairing.key != PLAY_OFF and of_stage.filter(pairings__key=PLAY_OFF).exists():
        text = _("A play-off based on this result is being played. Finish it or take its round back, then change the result.")
        raise ActionError("play-off-running", text)


def make_pairing_ruling(pairing: Pairing, halves: Sequence[int], places: Sequence[int], how: str) -> Ruling:
    """Return the value of the result. Raises ActionError if the pairing can't have it."""
    sides = list(pairing.sides.order_by("number"))
    if pairing.round.started_at is None or len(sides) < 2 or any(side.entrant_id is None for side in sides):
        raise ActionError("no-contest", _("Only published pairings between entrants can be ruled on."))
    stage = pairing.round.stage
    started = pairing.reason == ENTERED or any(row.was_played for row in pairing.series.select_related("match"))
    forfeit = is_forfeit(how, halves, begun=started)
    result = make_ruling(stage.format, stage.settings, len(sides), halves=halves, places=places, forfeit=forfeit)
    rules = stage.event.team_rules
    if rules is None:
        return result
    walkover = score_walkover(rules)
    points = tuple(walkover[not half] for half in result.halves) if forfeit else scale_points(rules, result.halves)
    return replace(result, halves=points)


def save_result(pairing: Pairing, result: Ruling, at: datetime, *, reason: str, score: str = "") -> None:
    """Store the result of a locked pairing, and detach its uncounted matches."""
    save_results([SavedResult(pairing, result, reason, score)], at)


class SavedResult(NamedTuple):
    """A result to store, with the reason and the score of its pairing."""

    pairing: Pairing
    result: Ruling
    reason: str
    score: str


def save_results(results: Sequence[SavedResult], at: datetime) -> None:
    """Store results of locked pairings, and detach the pairings' uncounted matches."""
    pairings = [pairing for pairing, *_more in results]
    halves = {pairing.pk: result.halves for pairing, result, _reason, _score in results}
    sides = list(Side.objects.filter(pairing__in=pairings))
    for side in sides:
        side.halves = halves[side.pairing_id][side.number]
    Side.objects.bulk_update(sides, ["halves"])
    for pairing, result, reason, score in results:
        pairing.through, pairing.forfeit, pairing.reason, pairing.score = None, result.forfeit, reason, score
        pairing.counted_at = pairing.counted_at or at
    Pairing.objects.bulk_update(pairings, ["through", "forfeit", "reason", "score", "counted_at"])
    release_matches(pairings, at)


def _update_rating(pairing: Pairing, result: Ruling | None, by: int, reason: str, at: datetime) -> None:
    """Update the ratings for a pairing of one match. In a series, each match keeps its own result."""
    played = list(pairing.series.filter(counted_at__isnull=False).select_related("match"))
    if len(played) == 1 and (pairing.best_of == 1 or is_reported(played[0].match.game)):
        ranks = None if result is None else result.by_seat(played[0].first)
        override_ranks(match_id=played[0].match_id, ranks=ranks, at=at, by=by, reason=reason)


def clear_outdated_pairings(stage: Stage, at: datetime) -> dict[str, Any]:
    """Clear results and matches of pairings whose sides have changed; return their snapshots."""
    cleared: dict[str, Any] = {}
    for pairing in list_outdated_pairings(stage):
        cleared[str(pairing.pk)] = take_snapshot(pairing)
        release_matches([pairing], at)
        pairing.series.all().delete()
        clear_result(pairing)
    return cleared


def clear_result(pairing: Pairing) -> None:
    """Remove the result of the pairing."""
    pairing.sides.update(halves=None)
    pairing.update(through=None, forfeit=False, reason="", score="", counted_at=None)


def release_matches(pairings: Sequence[Pairing], at: datetime) -> None:
    """Detach the uncounted matches of the pairings: running ones continue as casual, others become void."""
    series = SeriesMatch.objects.filter(pairing__in=pairings, counted_at=None)
    match_ids = list(series.values_list("match", flat=True))
    if match_ids:
        RatedMatch.objects.filter(match__in=match_ids, counted_at=None).delete()
        void_open_matches(match_ids=match_ids, at=at)
        series.delete()


def _restore_result(pairing: Pairing, saved: dict[str, Any]) -> None:
    for number, (_unused, halves) in enumerate(saved["sides"]):
        pairing.sides.filter(number=number).update(halves=halves)
    pairing.update(
        through=saved["through"], forfeit=saved["forfeit"], reason=saved["reason"], score=saved.get("score", ""),
        counted_at=pairing.counted_at if saved["counted"] else None,
    )  # fmt: skip


def _restore_if_same(pairing: Pairing, saved: dict[str, Any], at: datetime) -> None:
    """Restore an undone pairing's result if it has the same sides again and no new match has begun."""
    entrants = list(pairing.sides.order_by("number").values_list("entrant", flat=True))
    same = entrants == [entrant for entrant, _ in saved["sides"]]
    if not same or not saved["counted"] or pairing.series.filter(counted_at__isnull=False).exists():
        return
    release_matches([pairing], at)
    SeriesMatch.objects.bulk_create(
        SeriesMatch(pairing=pairing, match_id=match, number=number, first=first, halves=halves, counted_at=at)
        for match, number, first, halves in saved["series"]
        if halves is not None
    )
    pairing.counted_at = at
    _restore_result(pairing, saved)


def resume_stage(event: Event, stage: Stage, at: datetime) -> None:
    """Bring the stage in line with changed results, reopening a finished event if needed."""
    if stage.traits.is_bracket:
        reconcile_bracket(event, stage, at)
    if (
        event.status == EventStatus.FINISHED
        and not stage.traits.continuous
        and Side.objects.filter(round__event=event, pairing__counted_at=None, pairing__needed=True).exists()
    ):
        event.update(status=EventStatus.RUNNING, finished_at=None)
        Stage.objects.filter(pk=stage.pk).update(finished_at=None)
        stage.rounds.filter(pairings__counted_at=None, pairings__needed=True).update(finished_at=None)
    elif event.status == EventStatus.RUNNING and stage.traits.fixed and stage.finished_at is None:
        reopened = stage.rounds.filter(finished_at__isnull=False, pairings__counted_at=None)
        if reopened.update(finished_at=None):
            event.update(next_round_at=None)
    advance_event(event, at)
    mark_board_changed(event)
    announce(event.pk)


def reopen_match(event: Event, pairing: Pairing, at: datetime) -> None:
    """Open the match of the pairing if it has none and has to be played."""
    stage = pairing.round.stage
    is_open = Pairing.objects.filter(pk=pairing.pk, counted_at=None, kind=PairingKind.GAME, series=None).exists()
    if event.status != EventStatus.RUNNING or event.paused_at or not is_open or stage.traits.continuous:
        return
    open_pairing(event, pairing, at)
