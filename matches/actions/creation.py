"""Creating matches, filling and leaving seats, and getting ready before the start."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.contract import Json
from engines.i18n import StoredMessage, translate as _
from engines.randomness import hash_seed
from engines.reported import is_reported
from matches.actions.start import announce_open_match, clear_reconfirmation, reconfirm_ready, start_if_ready
from matches.clock import TimeControl
from matches.engine_limits import get_engine
from matches.errors import ActionError, raise_refusal
from matches.hot_path.statements import find_match
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Match, Preparation, Seat, Status
from matches.offers import OfferPolicy
from matches.preparation import preparation_text
from matches.pubsub import publish_on_commit
from matches.queries.seats import get_match
from matches.queries.spectator_delay import MAX_DELAY_MS
from matches.signals import open_matches_changed


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The occupant of a seat: nobody yet (None), a player, or a bot's account, which is always ready."""

    player_id: int | None
    bot: str = ""
    pace_ms: int = 0
    ready: bool = False
    by_link: bool = False
    """Whether the seat is reserved for holders of the invite link."""

    @property
    def is_ready(self) -> bool:
        return self.player_id is not None and (self.ready or bool(self.bot))


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """The settings of a match to create. Players who are not ready by `start_by` forfeit; `learn` means a lesson.

    `berserk` lets each player halve their time before the first move, unless `clocks.disable_berserk` disables it. Spectators
    see everything `delay_ms` later than the players.
    """

    game: str
    options: Mapping[str, Json]
    seats: Sequence[SeatPlan]
    control: TimeControl
    title: StoredMessage = ""
    start_by: datetime | None = None
    learn: bool = False
    berserk: bool = False
    terms: OfferPolicy = field(default_factory=OfferPolicy)
    delay_ms: int = 0
    event: Mapping[str, str] | None = None
    """The event as named in the match record: `id`, `name` and `place` (round and board)."""
    served_for: int | None = None
    """The player for whom its bots play: bots serve players in turn."""
    keeps_pace: bool = False
    """Whether bots wait between moves even in a bots-only match without spectators."""
    prepared: bool = False
    """Whether something is decided between "all ready" and the start (`matches.preparation`)."""
    twin_of_previous: bool = False
    """Whether it forms a duplicate with the plan before it: the same seed, and so the same draws."""


def create_match(*, at: datetime, **plan: Any) -> int:
    """Create one match and return its id; see `create_matches`. `plan` holds the fields of a MatchPlan."""
    return create_matches([MatchPlan(**plan)], at=at)[0]


def create_matches(plans: Sequence[MatchPlan], *, at: datetime) -> list[int]:
    """Create matches and return their ids in order. A match whose seats are all taken and ready starts at once.

    Each match's random seed is drawn and committed to here, before any seat can influence it. Raises UnknownGame,
    BadOption or ValueError (a wrong number of seats; a lesson for more than one player).
    """
    rows = [_build_match(plan, at) for plan in plans]
    twins = [(one, other) for one, other, plan in zip(rows, rows[1:], plans[1:], strict=False) if plan.twin_of_previous]
    for one, other in twins:
        other.seed, other.commitment = one.seed, one.commitment
    with transaction.atomic(savepoint=False):  # Nothing in here refuses, so no savepoint is needed.
        planned = [*zip(Match.objects.bulk_create(rows), plans, strict=True)]
        for one, other in twins:
            one.twin_id, other.twin_id = other.pk, one.pk
        Match.objects.bulk_update([match for pair in twins for match in pair], ["twin"])
        Seat.objects.bulk_create(
            Seat(
                match=match, number=number, player_id=seat.player_id, bot=seat.bot, pace_ms=seat.pace_ms,
                ready_at=at if seat.is_ready else None, by_link=seat.by_link,
            )
            for match, plan in planned for number, seat in enumerate(plan.seats)
        )  # fmt: skip
        started = [all(seat.is_ready for seat in plan.seats) and start_if_ready(match, at) for match, plan in planned]
        if not all(started):
            open_matches_changed.send(None)
            publish_on_commit("home")
    return [match.pk for match in rows]


def _build_match(plan: MatchPlan, at: datetime) -> Match:
    engine = get_engine(plan.game)
    if len(plan.seats) not in engine.seat_counts:
        raise ValueError(f"{engine.name} cannot be played by {len(plan.seats)}.")
    if plan.learn and sorted(bool(seat.bot) for seat in plan.seats)[:2] != [False, True]:
        raise ValueError("A match to learn is for one person and bots.")
    if not 0 <= plan.delay_ms <= MAX_DELAY_MS:
        raise ValueError("A delay for spectators is 0 to 30 minutes.")
    seed = secrets.token_bytes(32)
    return Match(
        game=plan.game, engine_version=engine.version, options=dict(engine.options(plan.options)),
        control=plan.control.dump(), title=plan.title, learn=plan.learn, seed=seed.hex(), commitment=hash_seed(seed),
        berserk=plan.berserk, terms=plan.terms.dump(), tells_time=True, delay_ms=plan.delay_ms,
        created_at=at, deadline_at=plan.start_by, about={"event": plan.event and dict(plan.event)},
        bots_only=all(seat.bot for seat in plan.seats), served_for=plan.served_for, keeps_pace=plan.keeps_pace,
        preparation=Preparation.PLANNED if plan.prepared else Preparation.NONE,
    )  # fmt: skip


@transaction.atomic
def take_seat(
    *, match_id: int, player_id: int, at: datetime, seat: int | None = None, nonce: str = "", by_link: bool = False
) -> int:
    """Seat the player, ready, at `seat` or the first open one; return the number. This may start the match.

    Seats reserved for the invite link are open only if `by_link`.
    """
    match = lock_open_match(match_id, MatchAction.SIT)
    nonce = validate_nonce(nonce)
    if match.seats.filter(player_id=player_id).exists():
        raise ActionError("already-seated", _("You already have a seat in this match."))
    open_seats = match.seats.filter(player=None, by_link=by_link).order_by("number")
    row = (open_seats if seat is None else open_seats.filter(number=seat)).first()
    if row is None:
        raise ActionError("seat-taken", _("Another player has taken this seat."), "seat")
    row.player_id, row.ready_at, row.nonce = player_id, at, nonce
    row.save(update_fields=["player", "ready_at", "nonce"])
    _start_or_announce(match, at)
    return row.number


@transaction.atomic
def leave_seat(*, match_id: int, player_id: int, at: datetime) -> None:
    """Vacate the player's seat before the match has begun."""
    match = lock_open_match(match_id, MatchAction.LEAVE)
    _check_not_preparing(match)
    seat = _get_own_seat(match, player_id)
    seat.player_id, seat.ready_at, seat.nonce = None, None, ""
    seat.save(update_fields=["player", "ready_at", "nonce"])
    clear_reconfirmation(match)
    _start_or_announce(match, at)


@transaction.atomic
def set_ready(*, match_id: int, player_id: int, at: datetime, nonce: str = "") -> None:
    """Mark the player's seat ready and start the match when all are. Idempotent.

    A client seed that the seat has already submitted stays. Raises ActionError("in-preparation") during preparation.
    """
    match = lock_open_match(match_id, MatchAction.READY)
    nonce = validate_nonce(nonce)
    seat = _get_own_seat(match, player_id)
    _check_not_preparing(match)
    if seat.ready_at is None:
        seat.ready_at, seat.nonce = at, seat.nonce or nonce
        seat.save(update_fields=["ready_at", "nonce"])
        _start_or_announce(match, at)


@transaction.atomic
def submit_client_seed(*, match_id: int, player_id: int, nonce: str) -> None:
    """Store the client seed of the player's seat, which is part of all draws but a duplicate's; once, before the start.

    Submitting the same seed again changes nothing. Raises ActionError: not-found, not-open, bad-nonce, not-your-seat,
    nonce-given.
    """
    match = lock_open_match(match_id, MatchAction.READY)
    if not validate_nonce(nonce):
        raise ActionError("bad-nonce", _("`nonce` must be 1 to 64 printable characters."), "nonce")
    seat = _get_own_seat(match, player_id)
    if seat.nonce == nonce:
        return
    if seat.nonce:
        raise ActionError("nonce-given", _("You've already set a client seed. It can't be changed."), "nonce")
    seat.nonce = nonce
    seat.save(update_fields=["nonce"])


@transaction.atomic
def end_preparation(*, match_id: int, options: Mapping[str, Json], seen: Mapping[int, datetime], at: datetime) -> bool:
    """Set the options that were decided and start the match; return whether the match was waiting for them.

    `seen` holds by player when each was last present: those who have been away too long must get ready again first.
    """
    match = find_match(match_id, "FOR NO KEY UPDATE")
    if match is None or match.status != Status.OPEN or match.preparation != Preparation.RUNNING:
        return False
    engine = get_engine(match.game, match.engine_version)
    match.options, match.preparation = dict(engine.options({**match.options, **options})), Preparation.DONE
    match.save(update_fields=["options", "preparation"])
    for player_id, seen_at in seen.items():
        match.seats.filter(player=player_id).update(ready_at=seen_at)
    _start_or_announce(match, at)
    return True


def lock_open_match(match_id: int, action: MatchAction) -> Match:
    """Return the match, locked. Raises ActionError unless it is still waiting for players."""
    match = get_match(match_id, "FOR NO KEY UPDATE")
    raise_refusal(find_refusal(action, match.status))
    if action in (MatchAction.SIT, MatchAction.LEAVE, MatchAction.READY) and is_reported(match.game):
        raise ActionError("played-elsewhere", _("This match is played elsewhere. Only its result is reported here."))
    return match


def _get_own_seat(match: Match, player_id: int) -> Seat:
    """Return the player's seat as stored now; a bot's account has none. Raises ActionError("not-your-seat")."""
    seat = match.seats.filter(player_id=player_id, bot="").first()
    if seat is None:
        raise ActionError("not-your-seat", _("You don't have a seat in this match."))
    return seat


def _check_not_preparing(match: Match) -> None:
    if match.preparation == Preparation.RUNNING:
        raise ActionError("in-preparation", preparation_text())


def validate_nonce(nonce: object) -> str:
    """Return a valid client seed: at most 64 printable characters. Raises ActionError("bad-nonce")."""
    if not isinstance(nonce, str) or len(nonce) > 64 or (nonce and not nonce.isprintable()):
        raise ActionError("bad-nonce", _("`nonce` can have at most 64 printable characters."), "nonce")
    return nonce


def _start_or_announce(match: Match, at: datetime) -> None:
    reconfirm_ready(match, at)
    if start_if_ready(match, at):
        open_matches_changed.send(None)
    else:
        announce_open_match(match)
