"""Creating an event together with its game and its players."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from engines.reported import is_reported
from league.events.actions.event_lifecycle import Plan, create_event
from league.events.models import Entrant, EntrantStatus
from league.registration.actions.placeholders import create_placeholders
from league.results.actions.event_start import start_event
from league.titles.actions import create_title, find_or_create_own_title
from league.titles.models import Title
from league.titles.queries import find_title
from matches.assets import list_playable_games
from matches.errors import ActionError


@transaction.atomic
def create_event_with_players(*, by: int, plan: Plan, names: Sequence[str] = (), starts: bool = False, at: datetime) -> int:
    """Create an event, enter these players in order (see `create_placeholders`) and start it; return its id.

    If the plan's game is none of the site's, it is the name of a title, which is created if it is new. The capacity
    grows with the number of names.
    """
    count = sum(bool(name.strip()) for name in names)
    plan = replace(_choose_game(plan, by, at), max_entrants=max(plan.max_entrants, count))
    event_id = create_event(by=by, plan=plan, at=at)
    if count:
        create_placeholders(event_id=event_id, by=by, names=names, at=at)
    if starts:
        _check_nobody_invited(event_id)
        start_event(event_id=event_id, by=by, at=at)
    return event_id


def _check_nobody_invited(event_id: int) -> None:
    invited = Entrant.objects.filter(event=event_id, status=EntrantStatus.INVITED).select_related("player")
    if names := ", ".join(str(entrant.player) for entrant in invited[:5]):
        text = _("Players with an account must accept first: {names}. Publish the event now and start it later.", names=names)
        raise ActionError("not-accepted", text, "names")


def _choose_game(plan: Plan, by: int, at: datetime) -> Plan:
    """Return the plan with the key of its game. A league's title makes the event one of that league.

    Of the organiser's own title, an event of a league gets the league's title of the same name.
    """
    if is_reported(plan.game):
        title = find_title(plan.game)
        if title is None or (plan.league is not None and title.owner_id != by):
            return plan
        if plan.league is None:
            return replace(plan, league=title.league_id)
        plan = replace(plan, game=title.name)
    if plan.game in list_playable_games():
        return plan
    if plan.league is None:
        return replace(plan, game=find_or_create_own_title(by=by, name=plan.game, at=at).key)
    title = Title.objects.filter(league=plan.league, archived_at=None, name__iexact=plan.game).first()
    return replace(plan, game=(title or create_title(league_id=plan.league, by=by, data={"name": plan.game}, at=at)).key)
