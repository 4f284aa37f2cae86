"""Free rated wins: time controls in which a bot cannot move in time."""

import asyncio
import time

from tests.attacks.attack import Attack, Target
from tests.load import site as running_site
from tests.load.http import Connection, Person

PATIENCE_S = 6.0
MOST_AT_ONCE = 10


def win_on_time(target: Target) -> float:
    """Return the percentage of rated matches of one second that the attacker wins because the bot's flag falls."""
    port = target.site.port
    from league.ratings.models import RatingChange

    people = running_site.people(target.times(1, 2))
    opened = sum(asyncio.run(_challenge(port, person)) for person in people)
    time.sleep(PATIENCE_S)
    won = RatingChange.objects.filter(player__in=[one.player_id for one in people], result=1).count()
    return 100 * won / opened if opened else 0


async def _challenge(port: int, person: Person) -> int:
    """Return how many of as many challenges as a player may play at once were accepted."""
    line, opened = Connection(port, person), 0
    body = {
        "game": "order-and-chaos", "seats": [{"bot": "level-5"}, "me"], "rated": True,
        "time": {"turn_ms": 0, "reserve_ms": 1_000},
    }  # fmt: skip
    for _ in range(MOST_AT_ONCE):
        status, _ = await line.post("/api/v1/challenges/", body)
        opened += status == 201
    line.close()
    return opened


ATTACKS = [Attack("rated wins on a bot's time", "% of matches", "100 % of matches", 0, win_on_time)]
