"""Keeping pairs apart in a Swiss, and letting them meet again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.contract import Json
from engines.words import say
from league.events.actions.event_lifecycle import announce, managed
from league.events.actions.event_log import note
from league.events.models import BEFORE_START, Event, EventStatus, Stage
from league.formats.swiss.format import APART, MOST_ROUND, Apart, read_apart
from league.pairings.queries.pairing_exclusions import swiss_of
from matches.refusals import Refused

MOST_PAIRS = 500
HOW = {"must": "forbidden", "should": "avoided"}
"""How strictly a pair is kept apart, and the setting that holds it."""


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
    """Keep two entrants apart from round `first` (else the next to be paired) to round `last` (else all that follow).

    `how`: they "must" not meet, or "should" not, as far as everybody can be paired. What was said of them before holds
    for the rounds that have been paired. Rounds are those of the Swiss.
    """  # fmt: skip
    event = managed(event_id, by)
    stage, following = _swiss(event)
    if how not in HOW:
        raise Refused("unknown-choice", say("Choose one of {known}.", known=", ".join(HOW)), "how")
    pair = _pair(event, one_id, other_id)
    begins = following if first is None else first
    if begins < following:
        raise Refused(
            "already-paired", say("The next round to be paired is round {following}.", following=following), "first"
        )
    if not begins <= (last or MOST_ROUND) <= MOST_ROUND:
        raise Refused(
            "out-of-range",
            say("Give a last round from {begins} to {most}, or none.", begins=begins, most=MOST_ROUND),
            "last",
        )
    kept = _ended(stage, pair, following)
    if sum(len(apart) for apart in kept.values()) >= MOST_PAIRS:
        raise Refused("too-many", say("At most {most} pairs can be kept apart.", most=MOST_PAIRS))
    kept[HOW[how]].append(Apart(pair, begins, last))
    told: dict[str, Json] = {"how": how, "first": begins, "last": last}
    _keep(event, stage, kept, by, "pair.kept-apart", pair, told, at)


@transaction.atomic
def let_meet(*, event_id: int, one_id: int, other_id: int, by: int, at: datetime) -> None:
    """Let two who are kept apart meet again, from the next round to be paired on."""
    event = managed(event_id, by)
    stage, following = _swiss(event)
    pair = _pair(event, one_id, other_id)
    if not any(apart.pair == pair and _reaches(apart, following) for key in APART for apart in _of(stage, key)):
        raise Refused("not-apart", say("These two are not kept apart."))
    _keep(event, stage, _ended(stage, pair, following), by, "pair.may-meet", pair, {"first": following}, at)


def _swiss(event: Event) -> tuple[Stage, int]:
    """The Swiss, and the number of its next round to be paired."""
    stage = swiss_of(event)
    if stage is None or event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("no-swiss", say("Pairs can be kept apart only in a Swiss that is not over."))
    return stage, stage.rounds.count() + 1


def _pair(event: Event, one_id: int, other_id: int) -> frozenset[int]:
    if one_id == other_id or event.entrants.filter(pk__in=[one_id, other_id]).count() != 2:
        raise Refused("not-joined", say("Name two different entrants of this event."), "other_id")
    return frozenset((one_id, other_id))


def _of(stage: Stage, key: str) -> list[Apart]:
    return list(read_apart(stage.settings.get(key, ()), key))


def _reaches(apart: Apart, number: int) -> bool:
    return apart.last is None or apart.last >= number


def _ended(stage: Stage, pair: frozenset[int], following: int) -> dict[str, list[Apart]]:
    """All that is kept apart, but of this pair only what rounds before the following one were paired by."""
    kept: dict[str, list[Apart]] = {key: [] for key in APART}
    for key in APART:
        for apart in _of(stage, key):
            if apart.pair != pair or not _reaches(apart, following):
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
    stage.settings = {**rest, **{key: [one.dump() for one in made] for key, made in kept.items() if made}}
    stage.save(update_fields=["settings"])
    announce(event.pk)
