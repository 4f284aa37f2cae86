"""No-shows and their consequences, for players, organisers and entry checks."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.urls import reverse

from engines.words import say
from league.events.models import Event, EventStatus, NoShow
from league.leagues.models import League, Unit
from league.leagues.queries.roles import fetch_organisers, organisers_of
from league.leagues.rules import Policy
from league.people.models import Player
from league.registration.rules import MEMORY, Ban, Standing, standing

BEGUN = (EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.ARCHIVED)
MOST = 100


@dataclass(frozen=True, slots=True)
class Told:
    """Messages for a player; `banned` and `warned` are sentences or empty."""

    banned: str
    warned: str
    policy: str


@dataclass(frozen=True, slots=True)
class HomeTold:
    """No-show messages for a player's home page: where the last one was, and its consequences."""

    event: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class NoShowLine:
    """A no-show as organisers see it. `effect` is its current consequence: warning, ban, or empty."""

    no_show_id: int
    player_name: str
    username: str
    event_name: str
    event_url: str
    what: str
    at: datetime
    effect: str
    end: str
    lifted_at: datetime | None
    lifted_by: str
    why: str


def policy_of(event: Event) -> Policy:
    """Return the event's no-show policy, by default its league's."""
    owner: Event | League = event
    if event.no_show_warnings is None and event.league is not None:
        owner = event.league
    return Policy(owner.no_show_warnings, owner.ban_length, owner.ban_unit)


def no_shows_around(event: Event) -> QuerySet[NoShow]:
    """Return the no-shows that count together: of the league's events, or else of the organiser's own ones."""
    return NoShow.objects.filter(_in(_around(event), "event__"))


def standings_in(event: Event, players: Collection[int], at: datetime) -> dict[int, Standing]:
    """Return the no-show status of these players by the event's policy, without players who have none."""
    policy = policy_of(event)
    if policy.warnings is None:
        return {}
    rows = no_shows_around(event).filter(player__in=players, lifted_at=None, at__lte=at).order_by("at", "pk")
    missed: dict[int, list[NoShow]] = defaultdict(list)
    for row in rows:
        missed[row.player_id].append(row)
    starts = _starts([(event, min(of[0].at for of in missed.values()))])[_around(event)] if missed else []
    return {player: standing(policy, found, starts, at) for player, found in missed.items()}


def bans_in(event: Event, players: Collection[int], at: datetime) -> dict[int, Ban]:
    """Return which of these players may not enter the event now."""
    return {player: one.ban for player, one in standings_in(event, players, at).items() if one.ban}


def ban_text(event: Event, ban: Ban, name: str = "") -> str:
    """Return a ban's end and who can clear it. `name` is the banned player, empty for the viewer."""
    params = {"events": _whose(event), "end": ban.end, "lifters": _lifters(event)}
    if name:
        return say(
            "{name} is banned from {events} {end} because of no-shows. {lifters} can lift the ban.", name=name, **params
        )
    return say("You are banned from {events} {end} because of no-shows. {lifters} can lift the ban.", **params)


def told(event: Event, reader: Player | None, at: datetime) -> Told | None:
    """Return the no-show messages for a viewer of the event page; None without a policy."""
    policy = policy_of(event)
    if policy.warnings is None:
        return None
    own = standings_in(event, [reader.pk], at).get(reader.pk) if reader else None
    banned = ban_text(event, own.ban) if own and own.ban else ""
    return Told(banned, _warned(event, own) if own else "", policy.text)


def told_at_home(player_id: int, at: datetime) -> list[HomeTold]:
    """Return a player's warnings and bans by league or organiser, newest first, in at most three queries."""
    rows = NoShow.objects.filter(player=player_id, lifted_at=None, at__lte=at).order_by("at", "pk")
    missed: dict[_Around, list[NoShow]] = defaultdict(list)
    for row in rows.select_related("event__league", "event__organiser"):
        missed[_around(row.event)].append(row)
    recent = [
        of for of in missed.values() if of[-1].at > at - 2 * MEMORY and policy_of(of[-1].event).warnings is not None
    ]
    starts = _starts([(of[-1].event, of[0].at) for of in recent])
    found = []
    for of in sorted(recent, key=lambda of: (of[-1].at, of[-1].pk), reverse=True):
        event = of[-1].event
        own = standing(policy_of(event), of, starts[_around(event)], at)
        if own.ban or own.warnings:
            found.append((event, own))
    fetch_organisers([event.league for event, _ in found if event.league])
    return [
        HomeTold(
            event.name, reverse("event", args=[event.pk]),
            ban_text(event, own.ban) if own.ban else _warned(event, own),
        )
        for event, own in found
    ]  # fmt: skip


_Around = tuple[int | None, int | None]
"""A league, or else an organiser."""


def _around(event: Event) -> _Around:
    return event.league_id, None if event.league_id else event.organiser_id


def _in(around: _Around, at: str = "") -> Q:
    league, organiser = around
    return Q(**{f"{at}league": league}) if league else Q(**{f"{at}league": None, f"{at}organiser": organiser})


def _starts(since: Collection[tuple[Event, datetime]]) -> dict[_Around, list[tuple[int, datetime]]]:
    """Return, by scope, events started since the given moments, for bans that are measured in events."""
    found: dict[_Around, list[tuple[int, datetime]]] = defaultdict(list)
    asked = [
        Q(_in(_around(event)), started_at__gt=moment) for event, moment in since if policy_of(event).unit == Unit.EVENTS
    ]
    if asked:
        for row in Event.objects.filter(reduce(or_, asked), status__in=BEGUN).only("league", "organiser", "started_at"):
            assert row.started_at is not None
            found[_around(row)].append((row.pk, row.started_at))
    return found


def lines_around(event: Event, at: datetime) -> list[NoShowLine]:
    """Return the no-shows that count in an event, newest first, with their consequences."""
    rows = list(
        no_shows_around(event)
        .filter(at__gt=at - 2 * MEMORY)
        .select_related("player", "event", "pairing__round", "lifted_by")
        .order_by("-at", "-pk")[:MOST]
    )
    found = standings_in(event, {row.player_id for row in rows}, at) if rows else {}
    return [_line(row, found.get(row.player_id)) for row in rows]


def _line(row: NoShow, own: Standing | None) -> NoShowLine:
    banned = own is not None and own.ban is not None and own.ban.no_show == row.pk
    warned = own is not None and row.pk in own.warnings
    return NoShowLine(
        no_show_id=row.pk,
        player_name=str(row.player),
        username=row.player.username,
        event_name=row.event.name,
        event_url=reverse("event", args=[row.event_id]),
        what=row.pairing.round.name if row.pairing else say("check-in"),
        at=row.at,
        effect="ban" if banned else "warning" if warned else "",
        end=own.ban.end if banned and own and own.ban else "",
        lifted_at=row.lifted_at,
        lifted_by=str(row.lifted_by) if row.lifted_by else "",
        why=row.lifted_why,
    )


def _warned(event: Event, own: Standing) -> str:
    """Return the sentence of a warning, empty without one."""
    policy, times = policy_of(event), len(own.warnings)
    if not times or policy.warnings is None:
        return ""
    left = policy.warnings - times
    then = say("The next no-show means a ban {span}.", span=policy.span)
    if left:
        then = say("After {left} more, the next one means a ban {span}.", left=left, span=policy.span)
    params = {"events": _whose(event), "then": then, "lifters": _lifters(event)}
    if times == 1:
        return say("Warning: 1 no-show in {events}. {then} {lifters} can clear it.", **params)
    return say(
        "Warning: {times} no-shows in {events}. {then} {lifters} can clear them.",
        times=times,
        **params,
    )


def _whose(event: Event) -> str:
    if event.league is not None:
        return say("events of {league}", league=event.league.name)
    return say("events organised by {organiser}", organiser=event.organiser)


def _lifters(event: Event) -> str:
    if event.league is None:
        return str(event.organiser)
    names = sorted(str(one.player) for one in organisers_of(event.league))
    if names[3:]:
        return say("An organiser of the league ({names} and others)", names=", ".join(names[:3]))
    return say("An organiser of the league ({names})", names=", ".join(names))
