"""A Swiss of sixteen bots that nobody watches: how long it takes from its start to its end.

python -m tests.load.bot_swiss [--bots N] [--game KEY] [--kinds level-5 level-1]
"""

import argparse
import time

from tests.load import site as running_site

PATIENCE_S = 150


def play_swiss(*, bots: int, game: str, kinds: list[str]) -> tuple[float, int]:
    """Return the seconds from the start of the event to its end, and how many moves were made.

    Call it with a site running.
    """
    from league.events.actions.event_lifecycle import Plan, create_event
    from league.events.models import Event, EventStatus
    from league.events.stage_plans import StagePlan
    from league.registration.actions import entries
    from league.results.actions import event_start
    from matches.clock import TimeControl
    from matches.models import Entry
    from matches.server_time import now

    organiser = running_site.people(1)[0].player_id
    plan = Plan("Bots", game, TimeControl(), stages=(StagePlan("swiss"),), max_entrants=bots)
    event_id = create_event(by=organiser, plan=plan, at=now())
    for number in range(bots):
        entries.add_bot(event_id=event_id, by=organiser, kind=kinds[number % len(kinds)], at=now())
    began = time.monotonic()
    event_start.start_event(event_id=event_id, by=organiser, at=now())
    while Event.objects.get(pk=event_id).status != EventStatus.FINISHED:
        if time.monotonic() > began + PATIENCE_S:
            raise TimeoutError(_left(event_id))
        time.sleep(0.2)
    moves = Entry.objects.filter(match__series_match__pairing__round__event=event_id).exclude(by=None).count()
    return time.monotonic() - began, moves


def _left(event_id: int) -> str:
    from league.events.models import Pairing
    from matches.models import Match

    going = Match.objects.filter(series_match__pairing__round__event=event_id, status="playing").count()
    rounds = Pairing.objects.filter(round__event=event_id).order_by("-round__number").values_list("round__number")[:1]
    return f"not over after {PATIENCE_S} s: {going} matches of round {list(rounds)} go on"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.bot_swiss")
    parser.add_argument("--bots", type=int, default=16)
    parser.add_argument("--game", default="order-and-chaos")
    parser.add_argument("--kinds", nargs="+", default=["level-5", "level-1"])
    params = parser.parse_args()
    with running_site.running(durable=False, bots=True):
        seconds, moves = play_swiss(bots=params.bots, game=params.game, kinds=params.kinds)
        print(f"{params.bots} bots, {params.game}: {seconds:.0f} s, {moves:,} moves")


if __name__ == "__main__":
    main()
