"""Organisers' data about entrants: clubs, requested byes and pairing exclusions."""

from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import get_entrant, lock_managed, log_action
from league.events.models import BEFORE_START, Entrant, Event, EventStatus, Stage
from league.events.stage_plans import clean_club_name
from league.formats.swiss.format import EXCLUSION_KEYS, MAX_ROUND, Exclusion
from league.pairings.queries.pairing_exclusions import find_swiss_stage, read_exclusions
from matches.errors import ActionError

BYE_HALVES = (0, 1, 2)
"""Allowed half points of a requested bye."""
MAX_EXCLUSIONS = 500
EXCLUSION_SETTINGS = {"must": "forbidden", "should": "avoided"}
"""How strictly a pair is kept apart, and the corresponding setting."""


@transaction.atomic
def set_club(*, event_id: int, entrant_id: int, club: str, by: int, at: datetime) -> None:
    """Set an entrant's club."""
    event = lock_managed(event_id, by)
    entrant = _get_entrant_to_change(event, entrant_id)
    club = clean_club_name(club)
    if club == entrant.club:
        return
    name = entrant.player.log_name
    log_action(event, by, "entrant.club", {"player": name, "club": entrant.club}, {"player": name, "club": club}, at=at)
    entrant.update(club=club)


@transaction.atomic
def set_bye(*, event_id: int, entrant_id: int, number: int, halves: int | None, by: int, at: datetime) -> None:
    """Give an entrant a bye worth `halves` in an unpaired round; None removes it."""
    event = lock_managed(event_id, by)
    entrant = _get_entrant_to_change(event, entrant_id)
    stage = event.stages.order_by("number").filter(finished_at=None).first()
    if stage is None or not stage.traits.requested_byes:
        raise ActionError("no-byes", _("Byes can only be requested in a Swiss."))
    if not 1 <= number <= 99:
        raise ActionError("out-of-range", _("Enter a round number."), "number")
    if halves is not None and halves not in BYE_HALVES:
        raise ActionError("out-of-range", _("A requested bye scores a point, half a point or nothing."), "halves")
    if event.rounds.filter(number__gte=number).exists():
        raise ActionError(
            "already-paired", _("Round {number} is already paired. Discard its pairings first.", number=number), "number"
        )
    name, old = entrant.player.log_name, dict(entrant.byes)
    if halves is None:
        entrant.byes.pop(str(number), None)
    else:
        entrant.byes[str(number)] = halves
    log_action(event, by, "entrant.byes", {"player": name, "byes": old}, {"player": name, "byes": entrant.byes}, at=at)
    entrant.save(update_fields=["byes"])


def _get_entrant_to_change(event: Event, entrant_id: int) -> Entrant:
    if event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise ActionError("event-over", _("This event is over."))
    return get_entrant(event, entrant_id)


@transaction.atomic
def add_exclusion(
    *,
    event_id: int,
    one_id: int,
    other_id: int,
    by: int,
    at: datetime,
    how: str = "must",
    first: int | None = None,
    last: int | None = None,
) -> None:
    """Keep two entrants apart from round `first` (default: the next to pair) to round `last` (default: the end).

    If `how` is "must" they never meet; if "should", they meet only if no other pairing is possible. Replaces earlier
    exclusions of the pair, except for rounds already paired. Rounds are those of the Swiss stage.
    """
    event = lock_managed(event_id, by)
    stage, following = _get_swiss_stage(event)
    if how not in EXCLUSION_SETTINGS:
        raise ActionError("unknown-choice", _("Choose one of {known}.", known=", ".join(EXCLUSION_SETTINGS)), "how")
    pair = _check_pair(event, one_id, other_id)
    start = following if first is None else first
    if start < following:
        raise ActionError(
            "already-paired",
            _("Earlier rounds are already paired. Choose round {following} or later.", following=following),
            "first",
        )
    if not start <= (last or MAX_ROUND) <= MAX_ROUND:
        raise ActionError(
            "out-of-range",
            _("Choose a last round from {begins} to {most}, or leave it blank.", begins=start, most=MAX_ROUND),
            "last",
        )
    exclusions = _end_exclusions(stage, pair, following)
    if sum(len(pairs) for pairs in exclusions.values()) >= MAX_EXCLUSIONS:
        raise ActionError("limit-reached", _("You've reached the limit of {most} pairing exclusions.", most=MAX_EXCLUSIONS))
    exclusions[EXCLUSION_SETTINGS[how]].append(Exclusion(pair, start, last))
    details: dict[str, Json] = {"how": how, "first": start, "last": last}
    _save_exclusions(event, stage, exclusions, by, "pair.kept-apart", pair, details, at)


@transaction.atomic
def remove_exclusion(*, event_id: int, one_id: int, other_id: int, by: int, at: datetime) -> None:
    """Remove the exclusion of two entrants from the next unpaired round on."""
    event = lock_managed(event_id, by)
    stage, following = _get_swiss_stage(event)
    pair = _check_pair(event, one_id, other_id)
    exclusions = _end_exclusions(stage, pair, following)
    if exclusions == {key: read_exclusions(stage.settings, key) for key in EXCLUSION_KEYS}:
        raise ActionError("not-apart", _("These two players have no pairing exclusion."))
    _save_exclusions(event, stage, exclusions, by, "pair.may-meet", pair, {"first": following}, at)


def _get_swiss_stage(event: Event) -> tuple[Stage, int]:
    """Return the Swiss stage and the number of its next unpaired round."""
    stage = find_swiss_stage(event)
    if stage is None or event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise ActionError("no-swiss", _("Pairing exclusions are only available in a Swiss that hasn't finished."))
    return stage, stage.rounds.count() + 1


def _check_pair(event: Event, one_id: int, other_id: int) -> frozenset[int]:
    if one_id == other_id or event.entrants.filter(pk__in=[one_id, other_id]).count() != 2:
        raise ActionError("not-joined", _("Choose two different entrants of this event."), "other_id")
    return frozenset((one_id, other_id))


def _end_exclusions(stage: Stage, pair: frozenset[int], following: int) -> dict[str, list[Exclusion]]:
    """Return all exclusions, with those of this pair limited to rounds before `following`."""
    exclusions: dict[str, list[Exclusion]] = {key: [] for key in EXCLUSION_KEYS}
    for key in EXCLUSION_KEYS:
        for exclusion in read_exclusions(stage.settings, key):
            if exclusion.pair != pair or (exclusion.last is not None and exclusion.last < following):
                exclusions[key].append(exclusion)
            elif exclusion.first < following:
                exclusions[key].append(Exclusion(pair, exclusion.first, following - 1))
    return exclusions


def _save_exclusions(
    event: Event, stage: Stage, exclusions: dict[str, list[Exclusion]], by: int, act: str, pair: frozenset[int],
    details: dict[str, Json], at: datetime,
) -> None:  # fmt: skip
    players = event.entrants.filter(pk__in=pair).order_by("pk").values_list("player__username", flat=True)
    log_action(event, by, act, after={"players": list(players), **details}, at=at)
    rest = {key: value for key, value in stage.settings.items() if key not in EXCLUSION_KEYS}
    stage.update(settings={**rest, **{key: [row.dump() for row in pairs] for key, pairs in exclusions.items() if pairs}})
