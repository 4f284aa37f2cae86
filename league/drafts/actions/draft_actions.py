"""Actions on a running draft: of players, bots, organisers and the clock, and the players' presence."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from engines.words import say
from league.audit.actions import reason, record
from league.drafts.actions.draft_session import LIVE, Faulty, Table, bots_of, locked, must_run, seated
from league.drafts.actions.notifications import GONE
from league.drafts.actions.review import held_on_fault
from league.drafts.formats import acts
from league.drafts.formats.acts import ORGANISERS, TIMED, Act, Auto, Credit, Flag
from league.drafts.models import Draft, DraftAct, DraftStatus, DraftTeam
from league.drafts.queries.drafts import SETTLING, directs, get_draft, team_of
from league.drafts.queries.states import state_of
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.actions import managed
from league.leagues.rules import DEED
from matches.clock import MS
from matches.refusals import Refused

FRESH = timedelta(seconds=5)


def act(
    *, draft_id: int, by: int, given: Mapping[str, Any], key: str | None = None, why: str = "", at: datetime
) -> int:
    """Apply a user's action and return its number in the log. `at` is the arrival; `data` is JSON (`formats.actions`).

    A player's own `team` may be left out. A repeated key returns the number that it got before. Codes: those of the
    kinds of draft, in-review, not-yours, not-allowed, not-started, over, paused, too-late, key-used.
    """
    asked = acts.load(_with_own_team(draft_id, by, given))
    if isinstance(asked, Flag):
        raise Refused("not-allowed", say("Only the server can report a time-out."))
    with held_on_fault(draft_id, at):
        done = _done(draft_id, by, asked, key, why, at)
    if isinstance(done, Refused):
        raise done
    return done


def _with_own_team(draft_id: int, by: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = acts.KINDS.get(str(given.get("is"))) if isinstance(given, Mapping) else None
    if kind is None or kind in ORGANISERS or "team" in given or kind is Flag:
        return given
    own = team_of(draft_id, by)
    if own is None:
        raise Refused("not-yours", say("You have no franchise in this draft."), "team")
    return {**given, "team": own}


@transaction.atomic
def _done(draft_id: int, by: int, asked: Act, key: str | None, why: str, at: datetime) -> int | Refused:
    """Apply the action. A refusal is returned, not raised, so that flags which fell before it are kept."""
    organising = _authorised(draft_id, by, asked)
    row = locked(draft_id)
    if key is not None and (before := DraftAct.objects.filter(draft=draft_id, by=by, key=key).first()):
        if before.act == acts.dump(asked):
            return before.n
        return Refused("key-used", say("This key was already used for another action. Use a new key."), "key")
    must_run(row)
    table = Table(row, state_of(row))
    table.catch_up(at - SETTLING if isinstance(asked, TIMED) else at, at)
    try:
        number = table.do(asked, at, by=by, key=key)
    except Refused as refused:
        table.store(at)
        return refused
    if organising and row.season is not None:
        record(
            by=by, act=f"draft.{asked.tag}", subject=("season", row.season.pk), league_id=row.season.league_id,
            after={"draft": row.name, **acts.dump(asked)}, why=reason(why), at=at,
        )  # fmt: skip
    table.store(at)
    return number


def _authorised(draft_id: int, by: int, asked: Act) -> bool:
    """Return whether it is an organiser's action, which locks the league first, as everywhere. Raises Refused."""
    row = get_draft(draft_id)
    team = getattr(asked, "team", None)
    if not isinstance(asked, ORGANISERS):
        if team == team_of(draft_id, by):
            return False
        if not isinstance(asked, Auto):
            raise Refused("not-yours", say("You don't own this franchise."), "team")
    if row.season is not None:
        managed(row.season.league_id, by, DEED)
    elif not directs(row, by):
        raise Refused("not-allowed", say("Only the draft's host can do this."))
    return True


def flag_due(*, draft_id: int, at: datetime) -> int:
    """Apply the flags due by now and return the number of actions. Safe to call concurrently.

    A draft in which that fails is held for review (`review.hold_on_error`).
    """
    with held_on_fault(draft_id, at), transaction.atomic():
        rows = Draft.objects.light().select_for_update(skip_locked=True)
        row = rows.filter(pk=draft_id, deadline_at__lte=at - SETTLING).first()
        if row is None:
            return 0
        table = Table(row, state_of(row))
        table.catch_up(at - SETTLING, at)
        made = len(table.fresh)
        try:
            table.store(at)
        except Refused as refused:  # the rosters cannot be signed
            raise Faulty(refused.text) from refused
        return made


@transaction.atomic
def bot_acts(*, draft_id: int, asked: Act, at: datetime) -> bool:
    """Apply a bot's action; return False if another one made it illegal. Call it inside `held_on_fault`."""
    with seated(draft_id, at) as table:
        if getattr(asked, "team", None) not in bots_of(draft_id):
            return False
        try:
            table.do(asked, at)
        except Refused:
            return False
        table.row.bots_due_at = None
        return True


def attend(*, draft_id: int, by: int, at: datetime) -> int:
    """Record that the player's page is open; give back the time it was disconnected and return it in milliseconds.

    Only within a running turn, and at most the grace of a turn.
    """
    number = team_of(draft_id, by)
    team = DraftTeam.objects.select_related("draft").defer("draft__state", "draft__setup")
    mine = team.filter(draft=draft_id, number=number).first() if number else None
    if mine is None:
        raise Refused("not-yours", say("You have no franchise in this draft."))
    before = mine.seen_at
    if before is not None and at - before < FRESH:
        return 0
    DraftTeam.objects.filter(pk=mine.pk).update(seen_at=at)
    if before is None or at - before <= GONE or mine.draft.status not in LIVE:
        return 0
    with held_on_fault(draft_id, at), transaction.atomic(), seated(draft_id, at) as table:
        state = table.state
        if state.running is None or state.running[0] != mine.number or state.paused or state.overdue:
            return 0
        began = state.clock.since[state.setup.seat_of[mine.number]]
        assert began is not None
        gone = state.hours.running(at) - max(began, state.hours.running(before))
        ms = min(gone // MS, state.setup.timing.grace_ms - state.credited)
        if ms > 0:
            table.do(Credit(mine.number, ms), at)
        return max(0, ms)


def set_queue(*, draft_id: int, by: int, cards: Sequence[int], key: str | None = None, at: datetime) -> None:
    """Set the order in which autopick tries cards, best first; before or after the start.

    Codes: not-yours, bad-queue, over.
    """
    if not _queued_before(draft_id, by, list(cards)):
        act(draft_id=draft_id, by=by, given={"is": "queue", "cards": list(cards)}, key=key, at=at)


@transaction.atomic
def _queued_before(draft_id: int, by: int, cards: list[int]) -> bool:
    """Save the queue of a draft that has not started; return False if it has."""
    row, number = locked(draft_id), team_of(draft_id, by)
    if row.status != DraftStatus.SETUP:
        return False
    if number is None:
        raise Refused("not-yours", say("You have no franchise in this draft."))
    if row.season_id is None:
        there = Gamer.objects.filter(league=None, pk__in=cards).count()
    else:
        there = SeasonGamer.objects.filter(season=row.season_id, pk__in=cards).count()
    if len(set(cards)) < len(cards) or there < len(cards):
        raise Refused("bad-queue", say("A queue can list Gamers of this draft, each only once."), "cards")
    DraftTeam.objects.filter(draft=draft_id, number=number).update(queue=cards)
    return True
