"""Organisers' data about entrants: clubs, requested byes and pairing exclusions."""

from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.events.actions.event_lifecycle import entrant_of, managed, note
from league.events.models import BEFORE_START, Entrant, Event, EventStatus, Stage
from league.events.stage_plans import club_name
from league.formats.swiss.format import APART, MOST_ROUND, Apart
from league.pairings.queries.pairing_exclusions import apart_in, swiss_of
from matches.refusals import Refused

WORTH = (0, 1)
"""Allowed half points of a requested bye."""
MOST_PAIRS = 500
HOW = {"must": "forbidden", "should": "avoided"}
"""How strictly a pair is kept apart, and the corresponding setting."""


@transaction.atomic
def set_club(*, event_id: int, entrant_id: int, club: str, by: int, at: datetime) -> None:
    """Set an entrant's club."""
    event = managed(event_id, by)
    entrant = _entrant(event, entrant_id)
    club = club_name(club)
    if club == entrant.club:
        return
    name = entrant.player.username
    note(event, by, "entrant.club", {"player": name, "club": entrant.club}, {"player": name, "club": club}, at=at)
    entrant.update(club=club)


@transaction.atomic
def set_bye(*, event_id: int, entrant_id: int, number: int, halves: int | None, by: int, at: datetime) -> None:
    """Give an entrant a bye worth `halves` in an unpaired round; None removes it."""
    event = managed(event_id, by)
    entrant = _entrant(event, entrant_id)
    stage = event.stages.order_by("number").filter(finished_at=None).first()
    if stage is None or not stage.traits.requested_byes:
        raise Refused("no-byes", say("Byes can only be requested in a Swiss."))
    if not 1 <= number <= 99:
        raise Refused("out-of-range", say("Enter a round number."), "number")
    if halves is not None and halves not in WORTH:
        raise Refused("out-of-range", say("A requested bye scores half a point or nothing."), "halves")
    if event.rounds.filter(number__gte=number).exists():
        raise Refused(
            "already-paired",
            say("Round {number} is already paired. Discard its pairings first.", number=number),
            "number",
        )
    name, was = entrant.player.username, dict(entrant.byes)
    if halves is None:
        entrant.byes.pop(str(number), None)
    else:
        entrant.byes[str(number)] = halves
    note(event, by, "entrant.byes", {"player": name, "byes": was}, {"player": name, "byes": entrant.byes}, at=at)
    entrant.save(update_fields=["byes"])


def _entrant(event: Event, entrant_id: int) -> Entrant:
    if event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("event-over", say("This event is over."))
    return entrant_of(event, entrant_id)


@transaction.atomic
def keep_apart(
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
    event = managed(event_id, by)
    stage, following = _swiss(event)
    if how not in HOW:
        raise Refused("unknown-choice", say("Choose one of {known}.", known=", ".join(HOW)), "how")
    pair = _pair(event, one_id, other_id)
    begins = following if first is None else first
    if begins < following:
        raise Refused(
            "already-paired",
            say("Earlier rounds are already paired. Choose round {following} or later.", following=following),
            "first",
        )
    if not begins <= (last or MOST_ROUND) <= MOST_ROUND:
        raise Refused(
            "out-of-range",
            say("Choose a last round from {begins} to {most}, or leave it blank.", begins=begins, most=MOST_ROUND),
            "last",
        )
    kept = _ended(stage, pair, following)
    if sum(len(apart) for apart in kept.values()) >= MOST_PAIRS:
        raise Refused("too-many", say("You've reached the limit of {most} pairing exclusions.", most=MOST_PAIRS))
    kept[HOW[how]].append(Apart(pair, begins, last))
    told: dict[str, Json] = {"how": how, "first": begins, "last": last}
    _keep(event, stage, kept, by, "pair.kept-apart", pair, told, at)


@transaction.atomic
def let_meet(*, event_id: int, one_id: int, other_id: int, by: int, at: datetime) -> None:
    """Remove the exclusion of two entrants from the next unpaired round on."""
    event = managed(event_id, by)
    stage, following = _swiss(event)
    pair = _pair(event, one_id, other_id)
    kept = _ended(stage, pair, following)
    if kept == {key: apart_in(stage.settings, key) for key in APART}:
        raise Refused("not-apart", say("These two players have no pairing exclusion."))
    _keep(event, stage, kept, by, "pair.may-meet", pair, {"first": following}, at)


def _swiss(event: Event) -> tuple[Stage, int]:
    """Return the Swiss stage and the number of its next unpaired round."""
    stage = swiss_of(event)
    if stage is None or event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("no-swiss", say("Pairing exclusions are only available in a Swiss that hasn't finished."))
    return stage, stage.rounds.count() + 1


def _pair(event: Event, one_id: int, other_id: int) -> frozenset[int]:
    if one_id == other_id or event.entrants.filter(pk__in=[one_id, other_id]).count() != 2:
        raise Refused("not-joined", say("Choose two different entrants of this event."), "other_id")
    return frozenset((one_id, other_id))


def _ended(stage: Stage, pair: frozenset[int], following: int) -> dict[str, list[Apart]]:
    """Return all exclusions, with those of this pair limited to rounds before `following`."""
    kept: dict[str, list[Apart]] = {key: [] for key in APART}
    for key in APART:
        for apart in apart_in(stage.settings, key):
            if apart.pair != pair or (apart.last is not None and apart.last < following):
                kept[key].append(apart)
            elif apart.first < following:
                kept[key].append(Apart(pair, apart.first, following - 1))
    return kept


def _keep(
    event: Event, stage: Stage, kept: dict[str, list[Apart]], by: int, act: str, pair: frozenset[int],
    told: dict[str, Json], at: datetime,
) -> None:  # fmt: skip
    players = event.entrants.filter(pk__in=pair).order_by("pk").values_list("player__username", flat=True)
    note(event, by, act, after={"players": list(players), **told}, at=at)
    rest = {key: value for key, value in stage.settings.items() if key not in APART}
    stage.update(settings={**rest, **{key: [one.dump() for one in made] for key, made in kept.items() if made}})
