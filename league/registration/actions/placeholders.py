"""Entering players by name: those without an account get a placeholder, which they can claim later."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower

from engines.i18n import mark, translate as _, translate_n
from league.events.actions.event_lifecycle import lock_managed, log_action
from league.events.actions.notifications import notify_entered
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event
from league.people.actions import accounts
from league.people.models import Player
from league.registration.actions.consent import check_invitations, choose_statuses
from league.registration.actions.entrant_import import MAX_BYTES, MAX_ROWS, BadRows, Problem
from league.registration.actions.no_shows import check_can_enter
from league.registration.actions.waiting_list import count_free_spots
from league.teams.actions.rosters import ensure_teams
from league.text_cleaning import clean_line
from matches.errors import ActionError

ACCOUNT_SIGN = "@"
MAX_NAME_LENGTH = 40


def parse_names(text: str) -> list[str]:
    """Return the lines of a text, empty ones included. Raises ActionError if it is too long."""
    lines = text[: MAX_BYTES + 1].splitlines()
    if len(text) > MAX_BYTES or len(lines) > MAX_ROWS:
        raise ActionError("too-long", _("Enter at most {most} names.", most=MAX_ROWS), "names")
    return lines


@transaction.atomic
def create_placeholders(*, event_id: int, by: int, names: Sequence[str], at: datetime) -> list[int]:
    """Enter these people, all or none, and return the ids of their entrants in the same order.

    `@username` enters or invites that account (`choose_statuses`). Any other name gets a placeholder: that of an
    earlier event of the same league (without one, of the same organiser) if there is one. Empty names are left out.
    Only games that are played elsewhere have placeholders. Raises BadRows with every line that can't be entered.
    """
    event = lock_managed(event_id, by)
    if event.status not in BEFORE_START:
        raise ActionError("not-open", _("This event has already started."))
    players = resolve_names(event, names, at)
    statuses = choose_statuses(event, by, players)
    invited = sum(status == EntrantStatus.INVITED for status in statuses.values())
    check_invitations(event, invited)
    taken = len(players) - invited
    if taken > (free := max(0, count_free_spots(event))):
        text = translate_n("The event has {n} free spot.", "The event has {n} free spots.", free)
        raise ActionError("event-full", _("You entered {n} names. {why} Raise its capacity.", n=taken, why=text), "names")
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, player=player, joined_at=at, status=statuses[player.pk]) for player in players
    )
    notify_entered(event, by, entrants, at)
    ensure_teams(event, at)
    entered = [str(player) if player.is_placeholder else f"{ACCOUNT_SIGN}{player.username}" for player in players]
    log_action(event, by, "entrants.named", after={"players": entered}, at=at)
    return [entrant.pk for entrant in entrants]


def resolve_names(event: Event, names: Sequence[str], at: datetime) -> list[Player]:
    """Return the players whom `create_placeholders` enters for these names, and create those that don't exist.

    Must run in a transaction that ends if this raises ActionError or BadRows.
    """
    if len(names) > MAX_ROWS:
        raise ActionError("too-long", _("Enter at most {most} names.", most=MAX_ROWS), "names")
    lines, problems = _clean_names(names)
    if not event.is_reported and any(not name.startswith(ACCOUNT_SIGN) for name in lines.values()):
        text = _("This game is played on the site, so its players need accounts. Enter @username on each line.")
        raise ActionError("accounts-needed", text, "names")
    if not lines and not problems:
        raise ActionError("empty", _("Enter at least one name."), "names")
    players = _find_accounts(event, lines, problems, at) | _find_placeholders(event, lines)
    problems += _find_entered(event, lines, players)
    if problems:
        raise BadRows(problems, "names")
    new = [line for line, name in lines.items() if line not in players]
    if new and event.bots_only:
        raise ActionError("bots-only", _("Only bot accounts can enter this event. Write @ before their usernames."), "names")
    _check_quota(event, len(new), at)
    players |= dict(zip(new, accounts.create_placeholders([lines[line] for line in new], at=at), strict=True))
    return [players[line] for line in lines]


def _check_quota(event: Event, count: int, at: datetime) -> None:
    """Raise ActionError("too-many") if the events of this organiser have had too many new placeholders within a day."""
    recent = Player.objects.filter(
        is_placeholder=True, date_joined__gt=at - timedelta(days=1), entries__event__organiser=event.organiser_id
    )
    left = max(0, settings.QUOTAS["placeholders_per_person"] - recent.distinct().count())
    if count > left:
        text = translate_n("You can enter {n} more new name today.", "You can enter {n} more new names today.", left)
        raise ActionError("too-many", text, "names")


def _clean_names(names: Sequence[str]) -> tuple[dict[int, str], list[Problem]]:
    """Return the valid names by line number, and what is wrong with the others."""
    lines: dict[int, str] = {}
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for number, text in enumerate(names, start=1):
        if not text.strip():
            continue
        try:
            name = clean_line(text, min_length=1, max_length=MAX_NAME_LENGTH, field="names", label=mark("A name"))
        except ActionError as error:
            problems.append(Problem(number, error.text))
            continue
        before = seen.setdefault(name.lower(), number)
        if before != number:
            problems.append(Problem(number, _("{name} is already in line {before}.", name=name, before=before)))
        lines[number] = name
    return lines, problems


def _find_accounts(event: Event, lines: dict[int, str], problems: list[Problem], at: datetime) -> dict[int, Player]:
    """Return the accounts that lines name, and add what keeps them from entering to the problems."""
    usernames = {number: name[1:].strip().lower() for number, name in lines.items() if name.startswith(ACCOUNT_SIGN)}
    rows = Player.objects.annotate(low=Lower("username")).filter(is_active=True, is_guest=False)
    known: dict[str, Player] = {row.username.lower(): row for row in rows.filter(low__in=usernames.values())}
    found = {number: known[username] for number, username in usernames.items() if username in known}
    for number in usernames:
        try:
            if number not in found:
                raise ActionError("unknown-player", _("Player {name} not found.", name=lines[number]))
            check_can_enter(event, found[number], at)
        except ActionError as error:
            problems.append(Problem(number, error.text))
    return found


def _find_placeholders(event: Event, lines: dict[int, str]) -> dict[int, Player]:
    """Return the placeholders of earlier events for the lines that name one; of several, the newest."""
    names = {number: name.lower() for number, name in lines.items() if not name.startswith(ACCOUNT_SIGN)}
    rows: QuerySet[Player] = Player.objects.filter(is_placeholder=True)
    if event.league_id is not None:
        rows = rows.filter(entries__event__league=event.league_id)
    else:
        rows = rows.filter(entries__event__league=None, entries__event__organiser=event.organiser_id)
    rows = rows.annotate(low=Lower("display_name")).filter(low__in=names.values()).order_by("pk")
    known = {row.display_name.lower(): row for row in rows}
    return {number: known[name] for number, name in names.items() if name in known}


def _find_entered(event: Event, lines: dict[int, str], players: dict[int, Player]) -> Iterator[Problem]:
    """Yield the lines whose player or name is in the event already."""
    rows = [entrant.player for entrant in event.entrants.select_related("player")]
    entered, names = {player.pk for player in rows}, {str(player).lower() for player in rows}
    for number, name in lines.items():
        player = players.get(number)
        if (player and player.pk in entered) or name.lower() in names:
            yield Problem(number, _("{name} is already in the event.", name=name))
