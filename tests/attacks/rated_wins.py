"""Free rated wins: over bots that cannot move in time, and over people who were never asked."""

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


def wins_over_strangers(target: Target) -> float:
    """Enter two strangers in a rated event and start it; return how many seats of matches they have."""
    assert target.site
    from league.registration.actions.entries import add_bot, enter_player
    from league.results.actions.event_start import start_event
    from matches.models import Seat
    from matches.server_time import now
    from tests.factories import PlayerFactory, event

    strangers, made, at = PlayerFactory.create_batch(2), event(at=now()), now()
    act = {"event_id": made.pk, "by": made.organiser_id, "at": at}
    for player in strangers:
        enter_player(username=player.username, **act)
    for level in ("level-1", "level-2"):
        add_bot(kind=level, **act)
    start_event(**act)
    assert Seat.objects.filter(match__series_match__pairing__round__event=made).exclude(player__in=strangers).count() == 2
    return Seat.objects.filter(player__in=strangers).count()


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


ATTACKS = [
    Attack("rated wins on a bot's time", "% of matches", "100 % of matches", 0, win_on_time),
    Attack("rated matches of two strangers who never agreed", "seats", "2 seats", 0, wins_over_strangers),
]
