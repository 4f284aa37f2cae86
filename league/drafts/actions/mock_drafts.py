"""Mock drafts: practice drafts of one player against bots, without contracts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.i18n import mark, translate as _
from league.drafts.actions.lifecycle import begin_draft, create_row
from league.drafts.formats.entities import Rules
from league.drafts.formats.registry import DEFAULT_KIND, get_kind, read_settings
from league.drafts.models import IN_PROGRESS, Draft
from league.drafts.plans import MOCK_NAME, parse_plan
from league.formats.settings import Field
from league.gamers.actions import load_default_gamers
from league.people.models import Player
from matches.errors import ActionError

MAX_RUNNING = 3
BOT_NAMES = ("Anvil", "Basilisk", "Cobalt", "Drift", "Ember", "Falcon", "Glacier", "Harrier", "Ion", "Juniper", "Krait")
FIELDS = (
    Field("bots", mark("Bots"), 5, 1, len(BOT_NAMES)),
    Field("cap", mark("Salary cap"), 40, 1, 1_000_000),
    Field("places", mark("Gamers per roster"), 4, 1, 20),
    Field("pace_ms", mark("Bot thinking time (ms)"), 1500, 200, 60_000),
)


@transaction.atomic
def create_mock_draft(*, by: int, data: Mapping[str, Any], at: datetime) -> int:
    """Create and start a mock draft against bots with the default Gamers; return its id.

    `data` has the settings of a draft (see `drafts.plans`) and those in FIELDS. Raises ActionError: too-many, and those
    of drafts.
    """
    running = Draft.objects.mock().filter(host=by, status__in=IN_PROGRESS)
    player = Player.objects.select_for_update().get(pk=by)
    if running.count() >= MAX_RUNNING:
        text = _("You've reached the limit of {limit} running mock drafts. End one first.", limit=MAX_RUNNING)
        raise ActionError("limit-reached", text)
    mock_keys, settings = {field.key for field in FIELDS}, dict(data)
    values = read_settings(FIELDS, {key: settings.pop(key) for key in [*settings] if key in mock_keys})
    plan = parse_plan({"name": MOCK_NAME, **get_kind(settings.get("kind", DEFAULT_KIND)).mock, **settings})
    load_default_gamers(at=at)
    bots: list[dict[str, Any]] = [{"name": name} for name in BOT_NAMES[: values["bots"]]]
    teams = [{"name": str(player)[:40], "player_id": by}, *bots]
    rules = Rules(values["cap"], values["places"], values["places"])
    row = create_row(plan, teams, host=by, at=at, rules=rules, bot_pace_ms=values["pace_ms"])
    begin_draft(row.pk, at)
    return int(row.pk)
