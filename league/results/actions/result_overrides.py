"""Overriding the result of a pairing at any time, and reverting the override."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.words import say
from league.events.actions.event_lifecycle import announce, describe_pairing, locked, note
from league.events.actions.notifications import tell_correction
from league.events.models import Event, EventStatus, Overturn, Pairing, PairingKind, SeriesMatch, Side, Stage
from league.events.queries import may_manage
from league.events.rulings import ENTERED, Ruled, check_score, is_forfeit, ruled
from league.leagues.queries.roles import may_referee
from league.pairings.actions.brackets import open_places, reconcile
from league.pairings.actions.continuous_pairing import log_result
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.actions.progression import go_on
from league.ratings.actions.rating_updates import rule
from league.ratings.models import RatedMatch
from league.results.actions.match_payouts import pay_ruling
from league.results.result_impact import stale
from matches.actions.endings import call_off
from matches.models import Status
from matches.refusals import Refused


@transaction.atomic
def overturn(
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
    event = refereed(event_id, by)
    pairing = locked_pairing(event, pairing_id)
    stage, made = pairing.round.stage, ruled_on(pairing, halves, places, how)
    score = check_score(score, halves, pairing.best_of)
    if not 3 <= len(why.strip()) <= 300:
        raise Refused(
            "reason-needed", say("Enter a reason of 3 to 300 characters. Players and staff can read it."), "why"
        )
    before = {str(pairing_id): snapshot(pairing)}
    was = describe_pairing(pairing)
    write_result(pairing, made, at, reason="overturned", score=score)
    _rate(pairing, made, by, why, at)
    if stage.traits.is_bracket:
        Pairing.objects.filter(pk__in=keep, round__stage=stage).update(fixed=True)
        before |= unmake(stage, at)
    elif stage.traits.continuous:
        log_result(event, pairing, list(pairing.sides.order_by("number")), (), at)
    elif not stage.traits.fixed:
        stage.rounds.filter(started_at=None).delete()
    halves = list(halves or made.halves)
    row = Overturn.objects.create(
        pairing=pairing,
        before=before,
        after={"halves": halves, "places": list(places), "kept": sorted(keep), "forfeit": made.forfeit},
        why=why.strip(),
        by_id=by,
        at=at,
    )
    pay_ruling(event, pairing, at, why.strip())
    will = {**describe_pairing(pairing), **({"kept": sorted(keep)} if keep else {})}
    note(event, by, "result.overturned", {"result": was["result"]}, will, why, at=at)
    tell_correction(event, pairing, row.pk, "overturned", halves, at)
    resume_play(event, stage, at)
    return int(row.pk)


@transaction.atomic
def take_back(*, event_id: int, overturn_id: int, by: int, at: datetime) -> None:
    """Restore the result from before an override; only possible for the pairing's latest one."""
    event = refereed(event_id, by)
    row = Overturn.objects.filter(pk=overturn_id, pairing__round__event=event, undone_at=None).first()
    if row is None:
        raise Refused("not-found", say("Ruling not found, or it was already reverted."))
    if Overturn.objects.filter(pairing__round__event=event, undone_at=None, pk__gt=row.pk).exists():
        raise Refused("not-the-last", say("Revert the later rulings first."))
    pairing = locked_pairing(event, row.pairing_id)
    stage = pairing.round.stage
    was = {"result": describe_pairing(pairing)["result"]}
    row.update(undone_at=at, undone_by_id=by)
    _restore(pairing, row.before[str(pairing.pk)])
    note(event, by, "result.restored", was, describe_pairing(pairing), at=at)
    _rate(pairing, None, by, say("The ruling was reverted."), at)
    pay_ruling(event, pairing, at, say("The ruling was reverted."))
    halves = [halves for _, halves in row.before[str(pairing.pk)]["sides"]]
    tell_correction(event, pairing, row.pk, "restored", halves, at)
    if stage.traits.is_bracket:
        Pairing.objects.filter(pk__in=row.after["kept"], round__stage=stage).update(fixed=False)
        unmake(stage, at)
        reconcile(event, stage, at)
        for pairing_id, was in row.before.items():
            if int(pairing_id) != pairing.pk:
                _restore_if_same(Pairing.objects.get(pk=int(pairing_id)), was, at)
    resume_play(event, stage, at)
    reopen(event, pairing, at)


def snapshot(pairing: Pairing) -> dict[str, Any]:
    """Return all values of a pairing that an override can change."""
    return {
        "sides": [[side.entrant_id, side.halves] for side in pairing.sides.order_by("number")],
        "through": pairing.through,
        "forfeit": pairing.forfeit,
        "reason": pairing.reason,
        "score": pairing.score,
        "counted": pairing.counted_at is not None,
        "series": [[one.match_id, one.number, one.first, one.halves] for one in pairing.series.all()],
    }


def refereed(event_id: int, by: int) -> Event:
    """Return the locked event. Raises Refused unless `by` manages it, or is a non-playing referee of its league."""
    event = locked(event_id)
    if may_manage(event, by):
        return event
    if event.league_id is None or not may_referee(by, event.league_id):
        raise Refused("not-allowed", say("Only the organiser or a referee of the league can do this."))
    if event.entrants.filter(player=by).exists():
        raise Refused("plays-here", say("You're playing in this event. Another referee has to handle its matches."))
    return event


def locked_pairing(event: Event, pairing_id: int) -> Pairing:
    """Return the locked pairing of the event. Raises Refused("not-found")."""
    rows = Pairing.objects.select_related("round__stage").filter(round__event=event, pk=pairing_id)
    pairing = rows.select_for_update(of=("self",)).first()
    if pairing is None:
        raise Refused("not-found", say("Pairing not found in this event."))
    return pairing


def ruled_on(pairing: Pairing, halves: Sequence[int], places: Sequence[int], how: str) -> Ruled:
    """Return the value of the result. Raises Refused if the pairing can't have it."""
    sides = list(pairing.sides.order_by("number"))
    if pairing.round.started_at is None or len(sides) < 2 or any(side.entrant_id is None for side in sides):
        raise Refused("no-contest", say("Only published pairings between entrants can be ruled on."))
    stage = pairing.round.stage
    begun = pairing.reason == ENTERED or any(one.was_played for one in pairing.series.select_related("match"))
    forfeit = is_forfeit(how, halves, begun=begun)
    return ruled(stage.format, stage.settings, len(sides), halves=halves, places=places, forfeit=forfeit)


def write_result(pairing: Pairing, made: Ruled, at: datetime, *, reason: str, score: str = "") -> None:
    """Store the result of a locked pairing, and detach its uncounted matches."""
    for number, halves in enumerate(made.halves):
        pairing.sides.filter(number=number).update(halves=halves)
    pairing.update(through=None, forfeit=made.forfeit, reason=reason, score=score, counted_at=pairing.counted_at or at)
    release(pairing, at)


def _rate(pairing: Pairing, made: Ruled | None, by: int, why: str, at: datetime) -> None:
    """Update the ratings for a pairing of one match. In a series, each match keeps its own result."""
    played = list(pairing.series.filter(counted_at__isnull=False))
    if len(played) == 1 and pairing.best_of == 1:
        ranks = None if made is None else made.by_seat(played[0].first)
        rule(match_id=played[0].match_id, ranks=ranks, at=at, by=by, why=why)


def unmake(stage: Stage, at: datetime) -> dict[str, Any]:
    """Clear results and matches of pairings whose sides have changed; return their snapshots."""
    unmade: dict[str, Any] = {}
    for pairing in stale(stage):
        unmade[str(pairing.pk)] = snapshot(pairing)
        release(pairing, at)
        pairing.series.all().delete()
        clear_result(pairing)
    return unmade


def clear_result(pairing: Pairing) -> None:
    """Remove the result of the pairing."""
    pairing.sides.update(halves=None)
    pairing.update(through=None, forfeit=False, reason="", score="", counted_at=None)


def release(pairing: Pairing, at: datetime) -> None:
    """Detach the uncounted matches of a pairing: running ones continue as casual, others become void."""
    for row in pairing.series.filter(counted_at=None).select_related("match"):
        RatedMatch.objects.filter(match=row.match_id, counted_at=None).delete()
        if row.match.status == Status.OPEN:
            call_off(match_id=row.match_id, at=at)
        row.delete()


def _restore(pairing: Pairing, was: dict[str, Any]) -> None:
    for number, (_, halves) in enumerate(was["sides"]):
        pairing.sides.filter(number=number).update(halves=halves)
    pairing.update(
        through=was["through"], forfeit=was["forfeit"], reason=was["reason"], score=was.get("score", ""),
        counted_at=pairing.counted_at if was["counted"] else None,
    )  # fmt: skip


def _restore_if_same(pairing: Pairing, was: dict[str, Any], at: datetime) -> None:
    """Restore an undone pairing's result if it has the same sides again and no new match has begun."""
    entrants = list(pairing.sides.order_by("number").values_list("entrant", flat=True))
    same = entrants == [entrant for entrant, _ in was["sides"]]
    if not same or not was["counted"] or pairing.series.filter(counted_at__isnull=False).exists():
        return
    release(pairing, at)
    SeriesMatch.objects.bulk_create(
        SeriesMatch(pairing=pairing, match_id=match, number=number, first=first, halves=halves, counted_at=at)
        for match, number, first, halves in was["series"]
        if halves is not None
    )
    pairing.counted_at = at
    _restore(pairing, was)


def resume_play(event: Event, stage: Stage, at: datetime) -> None:
    """Bring the stage in line with changed results, reopening a finished event if needed."""
    if stage.traits.is_bracket:
        reconcile(event, stage, at)
    if (
        event.status == EventStatus.FINISHED
        and not stage.traits.continuous
        and Side.objects.filter(round__event=event, pairing__counted_at=None, pairing__needed=True).exists()
    ):
        event.update(status=EventStatus.RUNNING, finished_at=None)
        Stage.objects.filter(pk=stage.pk).update(finished_at=None)
        stage.rounds.filter(pairings__counted_at=None, pairings__needed=True).update(finished_at=None)
    go_on(event, at)
    announce(event.pk)


def reopen(event: Event, pairing: Pairing, at: datetime) -> None:
    """Open the match of a pairing that has none and has to be played."""
    stage = pairing.round.stage
    waits = Pairing.objects.filter(pk=pairing.pk, counted_at=None, kind=PairingKind.GAME, series=None).exists()
    if event.status != EventStatus.RUNNING or event.paused_at or not waits or stage.traits.continuous:
        return
    if stage.traits.is_bracket:
        open_places(event, stage, [pairing], at)
        return
    seated = entrants_by_side([pairing])[pairing.pk]
    open_due(event, [Due(pairing, seated)], at)
