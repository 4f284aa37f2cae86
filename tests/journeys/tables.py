"""Opens a match that no page offers: another game or pace, a shorter clock, some moves made. Runs apart, in the site's
environment.

Usage: python -m tests.journeys.tables '{"seats": ["ada", "bot:random"], "turn_ms": 3000, "reserve_ms": 0}'
       python -m tests.journeys.tables '{"match": 12, "moves": ["A4-A5"]}'     # the side to move makes each of them
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from typing import Any


def main(asked: dict[str, Any]) -> int:
    """Open it and return its id. People still have to say that they are ready, unless a bot is the opponent or moves
    are given."""
    from deploy.celery import app  # noqa: F401

    match = asked.get("match") or _open(asked)
    for text in asked.get("moves", []):
        _move(match, text)
    return int(match)


def _open(asked: dict[str, Any]) -> int:
    from matches.actions.opening import open_match
    from matches.clock import Control
    from matches.moment import now

    at = now()
    taken: list[int] = []
    alone = "moves" in asked or any(name.startswith("bot:") for name in asked["seats"])
    return open_match(
        game=asked.get("game", "field-tactics"),
        options=asked.get("options", {}),
        seats=[_seat(name, taken, ready=alone) for name in asked["seats"]],
        control=Control(asked.get("turn_ms", 180_000), asked.get("reserve_ms", 300_000)),
        at=at,
        start_by=at + timedelta(minutes=10),
    )


def _move(match_id: int, text: str) -> None:
    from matches.actions.judging import adjudicate
    from matches.actions.submitting import submit
    from matches.models import Match, Submission
    from matches.moment import now

    match = Match.objects.get(pk=match_id)
    (seat,) = match.to_act
    player = match.seats.get(number=seat).player_id
    key = f"{match.last_entry}-{text}"
    sent = submit(match_id=match_id, player_id=player, turn=match.turns[seat], text=text, key=key, received_at=now())
    adjudicate(match_id=match_id, at=now())
    judged = Submission.objects.get(pk=sent.pk)
    assert judged.entry is not None, f"{text} was refused: {judged.refusal}"


def _seat(name: str, taken: list[int], *, ready: bool) -> Any:
    """A seat's plan. The first bot of a kind is the house's; others of the same match are accounts of their own."""
    from league.people.actions.bots import free_bot, house_bot
    from league.people.models import Player
    from matches.actions.opening import SeatPlan
    from matches.moment import now

    if name.startswith("bot:"):
        kind = name.removeprefix("bot:")
        bot = house_bot(kind=kind, at=now())
        bot = free_bot(kind=kind, taken=taken, at=now()) if bot in taken else bot
        taken.append(bot)
        return SeatPlan(bot, bot=kind)
    return SeatPlan(Player.objects.get(username=name).pk, ready=ready)


if __name__ == "__main__":
    import django

    django.setup()
    sys.stdout.write(f"{main(json.loads(sys.argv[1]))}\n")
