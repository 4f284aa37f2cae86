"""Attacks by a draft: it must stop neither itself nor what others write."""

import time
from datetime import timedelta
from threading import Thread

from tests.attacks.attack import Attack, Target

PATIENCE_S = 6.0
ON_THE_CLOCK = timedelta(seconds=12)


def autopick_late_in_a_turn(target: Target) -> float:
    """Switch autopick on in turns that have run for a while; return the seconds that the next write of each waits."""
    assert target.site
    from django.db import connection

    from league.drafts.actions.draft_actions import apply_action, set_queue
    from league.drafts.actions.mock_drafts import create_mock_draft
    from league.people.models import Player
    from matches.server_time import now

    def press_and_write(draft_id: int, by: int) -> None:
        apply_action(draft_id=draft_id, by=by, data={"is": "auto", "on": True}, at=now())
        set_queue(draft_id=draft_id, by=by, cards=[], at=now())
        connection.close()

    longest = 0.0
    plan = {"kind": "linear", "order": "hand", "base": [1, 2], "bots": 1, "pace_ms": 60_000}
    for number in range(target.times(1, 5)):
        player = Player.objects.create(username=f"drafting-{number}-{time.time_ns()}", email="", is_active=True)
        draft_id = create_mock_draft(by=player.pk, data=plan, at=now() - ON_THE_CLOCK)
        began = time.monotonic()
        thread = Thread(target=press_and_write, args=(draft_id, player.pk), daemon=True)
        thread.start()
        thread.join(PATIENCE_S)
        longest = max(longest, time.monotonic() - began)
    return round(longest, 3)


ATTACKS = [
    Attack(
        "Autopick switched on after 12 s of a turn: seconds that the next write waits", "seconds",
        "never answered (6 s and over)", 2, autopick_late_in_a_turn,
    ),
]  # fmt: skip
