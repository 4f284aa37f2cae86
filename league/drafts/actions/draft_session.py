"""A draft's row under its lock: applies actions, writes the log, sets the deadline and signs contracts."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Max, Q

from engines.i18n import translate as _
from league.drafts.actions.notifications import notify_turn, send_pick_webhooks
from league.drafts.formats import actions, draft_rules
from league.drafts.formats.actions import Action, Flag, Pause, Resume
from league.drafts.formats.entities import Pick
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftLogEntry, DraftStatus, DraftTeam
from league.drafts.queries.drafts import FLAG_DELAY, can_direct
from league.drafts.queries.states import cache_state, get_state
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.lineups.actions import SIDES
from league.seasons.actions.common import lock_as_organiser, lock_terms, publish_season
from league.seasons.actions.contracts import pay_salaries
from league.seasons.models import Contract, Signing
from league.seasons.queries.rosters import get_roster_rules, get_rosters
from league.seasons.rules.roster import Roster, RosterGamer, roster_faults
from matches.actions.creation import end_preparation
from matches.errors import ActionError
from matches.models import Match
from matches.offers import OfferPolicy
from matches.pubsub import publish_on_commit

MAX_FLAGS = 200
"""Most flags applied in one transaction; the next transaction continues."""
OUTAGE = timedelta(seconds=5)
"""A deadline noticed later than this was missed by our own outage: no team is flagged."""
MIN_TIME_AFTER_OUTAGE = timedelta(seconds=10)
"""The least time that a clock has after an outage, unless its turn has just begun."""
LIVE_STATUSES = (DraftStatus.RUNNING, DraftStatus.PAUSED)


def sign_picks(season_id: int, draft_id: int, picks: Sequence[Pick], *, at: datetime) -> None:
    """Sign every Gamer for the price of its pick; the franchise pays if the season says so.

    Locks the season's settings; call it in the action's transaction.

    Raises ActionError: gamer-taken, no-money, roster-changed (a roster is not what it was when the draft began).
    """
    terms = lock_terms(season_id)
    teams = dict(DraftTeam.objects.filter(draft=draft_id).values_list("number", "franchise"))
    rows = SeasonGamer.objects.filter(season=season_id).select_related("gamer")
    gamers = rows.in_bulk([pick.card for pick in picks])
    if Contract.objects.filter(gamer__in=gamers, ended_at__isnull=True).exists():
        raise ActionError("gamer-taken", _("A drafted Gamer is already under contract."))
    current = get_rosters(season_id)
    for number, franchise in teams.items():
        added = [RosterGamer(item.card, gamers[item.card].gamer.genre, item.price) for item in picks if item.team == number]
        if franchise is None or (
            faults := roster_faults(get_roster_rules(terms), current.get(franchise, Roster()).plus(*added))
        ):
            reason = "; ".join(faults) if franchise else _("the franchise no longer exists")
            text = _("The roster of team {number} would break the rules: {faults}.", number=number, faults=reason)
            raise ActionError("roster-changed", text)
    signed = Contract.objects.bulk_create(
        Contract(
            season_id=season_id, franchise_id=teams[pick.team], gamer=gamers[pick.card], salary=pick.price,
            seasons_left=terms.contract_seasons, how=Signing.DRAFT, signed_at=at,
        )
        for pick in picks
    )  # fmt: skip
    pay_salaries(terms, signed, at=at)
    publish_season(season_id)


class StuckDraftError(Exception):
    """A due action cannot be applied or changes nothing: a bug of ours."""


@dataclass
class DraftSession:
    """A running draft, locked until the transaction ends."""

    row: Draft
    state: DraftState
    new_entries: list[DraftLogEntry] = field(default_factory=list)
    told: int = field(init=False)
    """The number of the last pick made before this transaction."""

    def __post_init__(self) -> None:
        self.told = self.state.made

    def do(self, action: Action, at: datetime, *, by: int | None = None, key: str | None = None) -> int:
        """Apply an action and return its number. Raises ActionError, changing nothing, if it is illegal."""
        self.state = draft_rules.apply(self.state, action, at)
        number = self.row.last_act + len(self.new_entries) + 1
        data = actions.dump(action)
        self.new_entries.append(DraftLogEntry(draft=self.row, n=number, at=self.state.at, by_id=by, act=data, key=key))
        return number

    def catch_up(self, until: datetime, at: datetime) -> None:
        """Apply the flags that fell by `until`, each dated to its deadline, at most `MAX_FLAGS`.

        After an outage longer than `OUTAGE` it extends the clock instead, as a pause would, but only once: a deadline
        that a pause does not move is flagged after all. Raises StuckDraftError if a flag cannot be applied.
        """
        stood_still = False
        for _unused in range(MAX_FLAGS):
            due = draft_rules.deadline(self.state)
            if due is None or due > until:
                return
            if at - due > OUTAGE and not stood_still:
                stood_still = True
                self.do(Pause(), max(self.state.at, due - MIN_TIME_AFTER_OUTAGE))
                self.do(Resume(), at)
            else:
                self._flag(due)

    def _flag(self, due: datetime) -> None:
        before = self.state
        try:
            self.do(Flag(), due)
        except ActionError as refused:
            raise StuckDraftError(refused.text) from refused
        if replace(self.state, at=before.at) == before:
            raise StuckDraftError("a deadline falls again and again, and nothing comes of it")

    def store(self, at: datetime, *, begun: bool = False) -> None:
        """Save the changes. If the draft is over, sign its rosters or start its match with them."""
        if not self.new_entries and not begun:
            return
        row, state = self.row, self.state
        DraftLogEntry.objects.bulk_create(self.new_entries)
        row.last_act += len(self.new_entries)
        self.new_entries = []
        row.state = state.dump()
        row.deadline_at = draft_rules.deadline(state)
        row.status = DraftStatus.FINISHED if state.over else DraftStatus.PAUSED if state.paused else DraftStatus.RUNNING
        row.finished_at = state.at if state.over else None
        # Bots wait their pace after this action; actions of others do not delay a bot that is already due.
        paced = row.bots_due_at or at + timedelta(milliseconds=row.bot_pace_ms)
        row.bots_due_at = paced if not state.paused and draft_rules.teams_to_act(state) & list_bot_teams(row.pk) else None
        row.save(update_fields=["last_act", "state", "deadline_at", "status", "finished_at", "bots_due_at"])
        if state.over and row.season_id is not None:
            sign_picks(row.season_id, row.pk, state.picks, at=at)
        if state.over and row.match_id is not None:
            give_rosters_to_match(row, state, at)
        send_pick_webhooks(row, state, [pick for pick in state.picks if pick.number > self.told], at)
        self.told = state.made
        notify_turn(row, state, at)
        transaction.on_commit(partial(cache_state, (row.pk, row.seed, row.last_act), state))
        publish_on_commit(f"draft.{row.pk}")


def lock_draft(draft_id: int) -> Draft:
    """Lock and return the draft's row (`DraftManager.light`). Raises ActionError("not-found")."""
    row = Draft.objects.light().select_for_update().filter(pk=draft_id).first()
    if row is None:
        raise ActionError("not-found", _("Draft not found."))
    return row


def lock_directed_season(row: Draft, by: int, refusal: str) -> Season | None:
    """Return the draft's season, locked for its organiser; None outside seasons, where the host directs the draft.

    Raises ActionError("not-allowed") with the sentence `refusal` for other users.
    """
    if row.season_id is not None:
        return lock_as_organiser(row.season_id, by)[0]
    if not can_direct(row, by):
        raise ActionError("not-allowed", refusal)
    return None


@contextmanager
def open_session(draft_id: int, at: datetime) -> Iterator[DraftSession]:
    """Lock a running draft and apply the flags that fell; store it on exit. Raises ActionError if it is not running."""
    row = lock_draft(draft_id)
    require_running(row)
    session = DraftSession(row, get_state(row))
    session.catch_up(at - FLAG_DELAY, at)
    yield session
    session.store(at)


def require_running(row: Draft) -> None:
    """Raise ActionError unless the draft is running: not-started, in-review or over."""
    if row.status == DraftStatus.SETUP:
        raise ActionError("not-started", _("The draft hasn't started yet."))
    if row.status == DraftStatus.REVIEW:
        raise ActionError("in-review", _("The draft is under review. Staff can resume or cancel it."))
    if row.status not in LIVE_STATUSES:
        raise ActionError("over", _("The draft is over."))


def list_bot_teams(draft_id: int) -> frozenset[int]:
    """Return the numbers of the teams that bots play."""
    rows = DraftTeam.objects.filter(draft=draft_id)
    owned = Q(franchise__isnull=False) & ~Q(franchise__owner__bot="")
    bots = rows.filter(Q(franchise__isnull=True, player__isnull=True) | owned)
    return frozenset(bots.values_list("number", flat=True))


def give_rosters_to_match(row: Draft, state: DraftState, at: datetime) -> None:
    """Give the drawn Gamers to the match and start it. Locks the match; call it in the action's transaction.

    In a casual match, players who have been absent meanwhile must ready up again. A rated match starts without asking,
    because its draw counts.
    """
    assert row.match_id is not None
    rosters = {
        side: [state.setup.by_id[pick.card].handle for pick in state.picks if pick.team == number]
        for number, side in enumerate(SIDES, start=1)
    }
    counts = OfferPolicy.load(Match.objects.only("terms").get(pk=row.match_id).terms).abort_unplayed
    last_seen = dict.fromkeys(_compute_last_seen(row), at) if counts else _compute_last_seen(row)
    end_preparation(match_id=row.match_id, options={"rosters": rosters}, seen=last_seen, at=at)


def _compute_last_seen(row: Draft) -> dict[int, datetime]:
    """Return when each player was last seen: with the page open, by an action, or at the start of the draft."""
    assert row.started_at is not None
    acted = dict(DraftLogEntry.objects.filter(draft=row, by__isnull=False).values_list("by").annotate(Max("at")))
    teams = DraftTeam.objects.filter(draft=row, player__isnull=False).values_list("player", "seen_at")
    return {player: max(filter(None, (row.started_at, seen_at, acted.get(player)))) for player, seen_at in teams}
