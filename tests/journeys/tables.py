"""Opens a match that no page offers: another pace, a shorter clock. Runs apart, in the site's environment.

Usage: python -m tests.journeys.tables '{"seats": ["ada", "bot:random"], "turn_ms": 3000, "reserve_ms": 0}'
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from typing import Any


def main(asked: dict[str, Any]) -> int:
    """Open it and return its id. People still have to say that they are ready, unless a bot is the opponent."""
    from deploy.celery import app  # noqa: F401
    from matches.actions.opening import open_match
    from matches.clock import Control
    from matches.moment import now

    at = now()
    alone = any(name.startswith("bot:") for name in asked["seats"])
    return open_match(
        game=asked.get("game", "field-tactics"),
        options=asked.get("options", {}),
        seats=[_seat(name, ready=alone) for name in asked["seats"]],
        control=Control(asked.get("turn_ms", 180_000), asked.get("reserve_ms", 300_000)),
        at=at,
        start_by=at + timedelta(minutes=10),
    )


def _seat(name: str, *, ready: bool) -> Any:
    from league.people.actions.bots import house_bot
    from league.people.models import Player
    from matches.actions.opening import SeatPlan
    from matches.moment import now

    if name.startswith("bot:"):
        kind = name.removeprefix("bot:")
        return SeatPlan(house_bot(kind=kind, at=now()), bot=kind)
    return SeatPlan(Player.objects.get(username=name).pk, ready=ready)


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(f"{main(json.loads(sys.argv[1]))}\n")
