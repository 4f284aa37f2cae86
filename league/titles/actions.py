"""Create, change, archive and delete titles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from engines.contract import Json
from engines.i18n import mark, translate as _
from engines.reported import MAX_SEATS, is_reported
from league.audit.actions import diff_values, record
from league.leagues.actions import lock_league_if_allowed, reject_duplicates
from league.leagues.rules import DEFINE_TITLES
from league.people.models import Player
from league.text_cleaning import clean_line
from league.titles.models import MAX_BEST_OF, MAX_NAME, Icon, OutcomeKind, Title
from league.titles.queries import parse_title_id, topic
from matches.errors import ActionError, get_or_refuse
from matches.pubsub import publish_on_commit

MAX_TITLES = 100
"""Per league or owner."""
FIELDS = ("name", "least_sides", "most_sides", "outcome", "best_of", "rated", "colour", "icon")
FROZEN_WHEN_USED = ("least_sides", "most_sides", "outcome")
"""Fields that results of the title depend on."""
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_TAKEN = mark("Another title has this name. Choose a different name.")


def create_title(*, league_id: int, by: int, data: Mapping[str, Any], at: datetime) -> Title:
    """Create a title of a league; `data` has fields of FIELDS, at least the name."""
    with reject_duplicates("name-taken", _(_TAKEN), "name"):
        league = lock_league_if_allowed(league_id, by, DEFINE_TITLES)
        _check_number(league.titles.count())
        values = _check(Title(), data)
        if values["icon"] == Icon.STAR:
            values["icon"] = _suggest_icon(values["name"])
        title = Title.objects.create(league=league, created_at=at, **values)
        _log(title, "title.created", by=by, after=describe(title), at=at)
        return title


def change_title(*, league_id: int | None, title_id: int, by: int, data: Mapping[str, Any], at: datetime) -> Title:
    """Change fields of FIELDS of a title of a league or, without one, of the player's own.

    Once events use it, what their results depend on stays.
    """
    with reject_duplicates("name-taken", _(_TAKEN), "name"):
        title = _lock_title(league_id, title_id, by)
        before, after = diff_values(describe(title), _check(title, data))
        if not after:
            return title
        frozen = next((name for name in FROZEN_WHEN_USED if name in after), None)
        if frozen is not None and title.events.exists():
            text = _("Events are held in this title. Its sides and outcome can't be changed; create another title instead.")
            raise ActionError("title-in-use", text, frozen)
        for name, value in after.items():
            setattr(title, name, value)
        title.save(update_fields=list(after))
        _log(title, "title.changed", by=by, before={"name": before.get("name", title.name), **before}, after=after, at=at)
        return title


@transaction.atomic
def archive_title(*, league_id: int, title_id: int, by: int, archived: bool = True, at: datetime) -> Title:
    """Archive or restore a title; a no-op if it is in that state. No new event can be held in an archived one."""
    title = _lock_title(league_id, title_id, by)
    if (title.archived_at is not None) != archived:
        title.archived_at = at if archived else None
        title.save(update_fields=["archived_at"])
        before, after = ({"name": title.name, "archived": value} for value in (not archived, archived))
        _log(title, "title.archived" if archived else "title.restored", by=by, before=before, after=after, at=at)
    return title


@transaction.atomic
def delete_title(*, league_id: int, title_id: int, by: int, at: datetime) -> None:
    """Delete a title that no event uses. Raises ActionError("title-in-use")."""
    title = _lock_title(league_id, title_id, by)
    if title.events.exists():
        raise ActionError("title-in-use", _("Events are held in this title, so it can't be deleted. Archive it instead."))
    _log(title, "title.deleted", by=by, before=describe(title), at=at)
    title.delete()


def _lock_title(league_id: int | None, title_id: int, by: int) -> Title:
    Player.objects.select_for_update().get(pk=by)  # Player, title, league: the order in which `create_event` locks.
    owner = Q(owner=by) if league_id is None else Q(league=league_id)
    rows = Title.objects.select_for_update().filter(owner, pk=title_id)
    title = get_or_refuse(rows.first(), "not-found", _("Title not found."))
    if league_id is not None:
        lock_league_if_allowed(league_id, by, DEFINE_TITLES)
    return title


def find_or_create_own_title(*, by: int, name: str, at: datetime) -> Title:
    """Return the organiser's own title of this name, for events outside leagues, and create it if there is none.

    An archived one is restored.
    """
    values = _check(Title(), {"name": name, "icon": _suggest_icon(name)})
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=by)
        title = Title.objects.filter(owner=by, name__iexact=values["name"]).first()
        if title is None:
            _check_number(Title.objects.filter(owner=by).count())
            return Title.objects.create(owner_id=by, created_at=at, **values)
        if title.archived_at is not None:
            title.archived_at = None
            title.save(update_fields=["archived_at"])
        return title


def _suggest_icon(name: str) -> str:
    """Return the icon of a new title of this name; with that of chess, its sides are White and Black."""
    return Icon.CHESS if any(word in name.casefold() for word in ("chess", "schach")) else Icon.STAR


def lock_usable_title(game: str, *, league_id: int | None, owner_id: int, current_id: int | None) -> Title | None:
    """Return the title of a game for an event, locked against deletion; None for a game with an engine.

    An event can have the titles of its league or, outside leagues, those of its organiser; an archived one only if the
    event has it already. Must run in a transaction.
    """
    if not is_reported(game):
        return None
    rows = Title.objects.select_for_update().filter(pk=parse_title_id(game) or 0)
    owners = {"owner": owner_id} if league_id is None else {"league": league_id}
    title = get_or_refuse(rows.filter(**owners).first(), "unknown-game", _("Game not found."), "game")
    if title.archived_at is not None and title.pk != current_id:
        text = _("The title {name} is archived. Restore it, or choose another game.", name=title.name)
        raise ActionError("title-archived", text, "game")
    return title


def describe(title: Title) -> dict[str, Json]:
    """Return the title as its log records it."""
    return {name: getattr(title, name) for name in FIELDS}


def _check_number(existing: int) -> None:
    if existing >= MAX_TITLES:
        raise ActionError("limit-reached", _("You've reached the limit of {limit} titles. Delete one first.", limit=MAX_TITLES))


def _check(title: Title, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the valid values of the title after the change. Raises ActionError with the invalid field."""
    values = {**describe(title), **data}
    values["name"] = clean_line(values["name"], min_length=2, max_length=MAX_NAME, field="name", label=mark("A name"))
    values["colour"] = str(values["colour"]).lower()
    for name in ("least_sides", "most_sides"):
        if not 1 <= values[name] <= MAX_SEATS:
            raise ActionError("out-of-range", _("Enter a number from {least} to {most}.", least=1, most=MAX_SEATS), name)
    if values["least_sides"] > values["most_sides"]:
        raise ActionError(
            "bad-sides", _("The most players can't be below the fewest. Change one of the numbers."), "most_sides"
        )
    for name, known in (("outcome", OutcomeKind.values), ("icon", Icon.values)):
        if values[name] not in known:
            raise ActionError("unknown-choice", _("Choose one of {values}.", values=", ".join(known)), name)
    if not _COLOUR.fullmatch(values["colour"]):
        raise ActionError("bad-colour", _("Enter a colour such as #5b6ee1."), "colour")
    _check_outcome(values)
    return values


def _check_outcome(values: Mapping[str, Any]) -> None:
    if values["outcome"] == OutcomeKind.BEST_OF:
        if values["best_of"] not in range(3, MAX_BEST_OF + 1, 2):
            text = _("Enter an odd number of games from 3 to {most}.", most=MAX_BEST_OF)
            raise ActionError("bad-best-of", text, "best_of")
    elif values["best_of"] != 1:
        raise ActionError(
            "bad-best-of", _("Only a best-of series has a number of games. Remove it or choose that outcome."), "best_of"
        )
    if values["outcome"] != OutcomeKind.PLACEMENT and (values["least_sides"], values["most_sides"]) != (2, 2):
        text = _("This outcome is for two sides. For other numbers, choose places of all sides.")
        raise ActionError("bad-outcome", text, "outcome")


def _log(title: Title, action: str, **entry: Any) -> None:
    """Write to the audit log of the title's league, and show its changes; `entry` has the other arguments of `record`."""
    if title.league_id is not None:
        record(action=action, subject=("title", title.pk), league_id=title.league_id, **entry)
    publish_on_commit(topic(title.pk))
