"""What speaks against a change of the plan of an event that has entrants."""

from collections.abc import Mapping

from engines.contract import Json
from engines.i18n import translate as _
from league.events.models import EntrantStatus, Event
from matches.errors import ActionError


def check_entrants(event: Event, *, max_entrants: int, teams: Mapping[str, Json] | None, bots_only: bool) -> None:
    """Raise ActionError if the entrants do not fit the new plan."""
    if event.entrants.filter(status=EntrantStatus.ENTERED).count() > max_entrants:
        raise ActionError("too-few-places", _("More players have already entered. Choose a higher capacity."), "max_entrants")
    if (event.teams is None) != (teams is None) and event.entrants.exists():
        text = _("Someone has already entered. Remove the entrants before you change whether teams or players enter.")
        raise ActionError("has-entrants", text, "teams")
    people = {"player__bot": "", "player__is_bot_account": False}
    members = {f"members__{name}": value for name, value in people.items()}
    if bots_only and (event.entrants.filter(**people).exists() or event.rosters.filter(**members).exists()):
        text = _("Players who aren't bots have already entered. Remove them first.")
        raise ActionError("has-entrants", text, "bots_only")
