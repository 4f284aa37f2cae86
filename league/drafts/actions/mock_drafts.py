"""Mock drafts: practice drafts of one player against bots, without contracts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.words import marked, say
from league.drafts.actions.lifecycle import begin, make_row
from league.drafts.formats.entities import Rules
from league.drafts.formats.registry import FIRST, kind_of, read_settings
from league.drafts.models import BEGUN, Draft
from league.drafts.plans import MOCK, read_plan
from league.formats.settings import Field
from league.gamers.actions import load_default_gamers
from league.people.models import Player
from matches.refusals import Refused

MOST_RUNNING = 3
BOTS = ("Anvil", "Basilisk", "Cobalt", "Drift", "Ember", "Falcon", "Glacier", "Harrier", "Ion", "Juniper", "Krait")
FIELDS = (
    Field("bots", marked("Bots"), 5, 1, len(BOTS)),
    Field("cap", marked("Salary cap"), 40, 1, 1_000_000),
    Field("places", marked("Gamers per roster"), 4, 1, 20),
    Field("pace_ms", marked("Bot thinking time (ms)"), 1500, 200, 60_000),
)


@transaction.atomic
def mock_draft(*, by: int, given: Mapping[str, Any], at: datetime) -> int:
    """Create and start a mock draft against bots with the default Gamers; return its id.

    `data` has the settings of a draft (see `drafts.plans`) and those in FIELDS. Codes: too-many, and those of drafts.
    """
    running = Draft.objects.mock().filter(host=by, status__in=BEGUN)
    player = Player.objects.select_for_update().get(pk=by)
    if running.count() >= MOST_RUNNING:
        text = say(
            "You've reached the limit of {most_running} running mock drafts. End one first.", most_running=MOST_RUNNING
        )
        raise Refused("too-many", text)
    own, rest = {one.key for one in FIELDS}, dict(given)
    values = read_settings(FIELDS, {key: rest.pop(key) for key in [*rest] if key in own})
    plan = read_plan({"name": MOCK, **kind_of(rest.get("kind", FIRST)).mock, **rest})
    load_default_gamers(at=at)
    bots: list[dict[str, Any]] = [{"name": name} for name in BOTS[: values["bots"]]]
    teams = [{"name": str(player)[:40], "player_id": by}, *bots]
    rules = Rules(values["cap"], values["places"], values["places"])
    row = make_row(plan, teams, host=by, at=at, rules=rules, bot_pace_ms=values["pace_ms"])
    begin(row.pk, at)
    return int(row.pk)
