"""No-shows and their consequences, for players, organisers and entry checks."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.urls import reverse

from engines.i18n import translate as _
from league.events.models import Event, EventStatus, NoShow
from league.leagues.models import BanUnit, League
from league.leagues.queries.roles import list_organisers, prefetch_organisers
from league.leagues.rules import NoShowPolicy
from league.people.models import Player
from league.registration.rules import LIFETIME, Ban, NoShowStatus, compute_no_show_status

STARTED = (EventStatus.RUNNING, EventStatus.FINISHED, EventStatus.ARCHIVED)
MAX_LINES = 100


@dataclass(frozen=True, slots=True)
class NoShowNotice:
    """Messages for a player; `banned` and `warned` are sentences or empty."""

    banned: str
    warned: str
    policy: str


@dataclass(frozen=True, slots=True)
class HomeNoShowNotice:
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


def get_policy(event: Event) -> NoShowPolicy:
    """Return the event's no-show policy, by default its league's."""
    owner: Event | League = event
    if event.no_show_warnings is None and event.league is not None:
        owner = event.league
    return NoShowPolicy(owner.no_show_warnings, owner.ban_length, owner.ban_unit)


def list_related_no_shows(event: Event) -> QuerySet[NoShow]:
    """Return the no-shows that count together: of the league's events, or else of the organiser's own ones."""
    return NoShow.objects.filter(_in_scope(_scope(event), "event__"))


def get_no_show_statuses(event: Event, players: Collection[int], at: datetime) -> dict[int, NoShowStatus]:
    """Return the no-show status of these players by the event's policy, without players who have none."""
    policy = get_policy(event)
    if policy.warnings is None:
        return {}
    rows = list_related_no_shows(event).filter(player__in=players, cleared_at=None, at__lte=at).order_by("at", "pk")
    missed: dict[int, list[NoShow]] = defaultdict(list)
    for row in rows:
        missed[row.player_id].append(row)
    starts = _list_starts([(event, min(run[0].at for run in missed.values()))])[_scope(event)] if missed else []
    return {player: compute_no_show_status(policy, no_shows, starts, at) for player, no_shows in missed.items()}


def get_bans(event: Event, players: Collection[int], at: datetime) -> dict[int, Ban]:
    """Return which of these players may not enter the event now."""
    return {player: status.ban for player, status in get_no_show_statuses(event, players, at).items() if status.ban}


def format_ban(event: Event, ban: Ban, name: str = "") -> str:
    """Return a ban's end and who can clear it. `name` is the banned player, empty for the viewer."""
    params = {"events": _describe_scope(event), "end": ban.end, "lifters": _describe_organisers(event)}
    if name:
        return _("Because of no-shows, {name} is banned from {events} {end}. {lifters} can clear it.", name=name, **params)
    return _("Because of no-shows, you are banned from {events} {end}. {lifters} can clear it.", **params)


def find_no_show_notice(event: Event, viewer: Player | None, at: datetime) -> NoShowNotice | None:
    """Return the no-show messages for a viewer of the event page; None without a policy."""
    policy = get_policy(event)
    if policy.warnings is None:
        return None
    status = get_no_show_statuses(event, [viewer.pk], at).get(viewer.pk) if viewer else None
    banned = format_ban(event, status.ban) if status and status.ban else ""
    return NoShowNotice(banned, _format_warning(event, status) if status else "", policy.text)


def list_home_no_show_notices(player_id: int, at: datetime) -> list[HomeNoShowNotice]:
    """Return a player's warnings and bans by league or organiser, newest first, in at most three queries."""
    rows = NoShow.objects.filter(player=player_id, cleared_at=None, at__lte=at).order_by("at", "pk")
    missed: dict[_Scope, list[NoShow]] = defaultdict(list)
    for row in rows.select_related("event__league", "event__organiser"):
        missed[_scope(row.event)].append(row)
    recent = [
        run for run in missed.values() if run[-1].at > at - 2 * LIFETIME and get_policy(run[-1].event).warnings is not None
    ]
    starts = _list_starts([(run[-1].event, run[0].at) for run in recent])
    statuses = []
    for run in sorted(recent, key=lambda run: (run[-1].at, run[-1].pk), reverse=True):
        event = run[-1].event
        status = compute_no_show_status(get_policy(event), run, starts[_scope(event)], at)
        if status.ban or status.warnings:
            statuses.append((event, status))
    prefetch_organisers([event.league for event, _ in statuses if event.league])
    return [
        HomeNoShowNotice(
            event.name, reverse("event", args=[event.pk]),
            format_ban(event, status.ban) if status.ban else _format_warning(event, status),
        )
        for event, status in statuses
    ]  # fmt: skip


_Scope = tuple[int | None, int | None]
"""A league, or else an organiser."""


def _scope(event: Event) -> _Scope:
    return event.league_id, None if event.league_id else event.organiser_id


def _in_scope(scope: _Scope, path: str = "") -> Q:
    league, organiser = scope
    return Q(**{f"{path}league": league}) if league else Q(**{f"{path}league": None, f"{path}organiser": organiser})


def _list_starts(since: Collection[tuple[Event, datetime]]) -> dict[_Scope, list[tuple[int, datetime]]]:
    """Return, by scope, events started since the given moments, for bans that are measured in events."""
    starts: dict[_Scope, list[tuple[int, datetime]]] = defaultdict(list)
    filters = [
        Q(_in_scope(_scope(event)), started_at__gt=moment)
        for event, moment in since
        if get_policy(event).unit == BanUnit.EVENTS
    ]
    if filters:
        for row in Event.objects.filter(reduce(or_, filters), status__in=STARTED).only("league", "organiser", "started_at"):
            assert row.started_at is not None
            starts[_scope(row)].append((row.pk, row.started_at))
    return starts


def list_no_show_lines(event: Event, at: datetime) -> list[NoShowLine]:
    """Return the no-shows that count in an event, newest first, with their consequences."""
    rows = list(
        list_related_no_shows(event)
        .filter(at__gt=at - 2 * LIFETIME)
        .select_related("player", "event", "pairing__round", "cleared_by")
        .order_by("-at", "-pk")[:MAX_LINES]
    )
    statuses = get_no_show_statuses(event, {row.player_id for row in rows}, at) if rows else {}
    return [_build_line(row, statuses.get(row.player_id)) for row in rows]


def _build_line(row: NoShow, status: NoShowStatus | None) -> NoShowLine:
    banned = status is not None and status.ban is not None and status.ban.no_show == row.pk
    warned = status is not None and row.pk in status.warnings
    return NoShowLine(
        no_show_id=row.pk,
        player_name=str(row.player),
        username=row.player.username,
        event_name=row.event.name,
        event_url=reverse("event", args=[row.event_id]),
        what=row.pairing.round.name if row.pairing else _("check-in"),
        at=row.at,
        effect="ban" if banned else "warning" if warned else "",
        end=status.ban.end if banned and status and status.ban else "",
        lifted_at=row.cleared_at,
        lifted_by=str(row.cleared_by) if row.cleared_by else "",
        why=row.clear_reason,
    )


def _format_warning(event: Event, status: NoShowStatus) -> str:
    """Return the sentence of a warning, empty without one."""
    policy, times = get_policy(event), len(status.warnings)
    if not times or policy.warnings is None:
        return ""
    remaining = policy.warnings - times
    consequence = _("The next no-show means a ban {span}.", span=policy.span)
    if remaining:
        consequence = _("After {left} more, the next one means a ban {span}.", left=remaining, span=policy.span)
    params = {"events": _describe_scope(event), "then": consequence, "lifters": _describe_organisers(event)}
    if times == 1:
        return _("Warning: 1 no-show in {events}. {then} {lifters} can clear it.", **params)
    return _("Warning: {times} no-shows in {events}. {then} {lifters} can clear them.", times=times, **params)


def _describe_scope(event: Event) -> str:
    if event.league is not None:
        return _("events of {league}", league=event.league.name)
    return _("events organised by {organiser}", organiser=event.organiser)


def _describe_organisers(event: Event) -> str:
    if event.league is None:
        return str(event.organiser)
    names = sorted(str(staff.player) for staff in list_organisers(event.league))
    if names[3:]:
        return _("An organiser of the league ({names} and others)", names=", ".join(names[:3]))
    return _("An organiser of the league ({names})", names=", ".join(names))
