"""`make bench`: pages of stats after thousands of finished matches; the target is 150 ms and 12 queries each.

The matches are those of the corpus over and over, between a hundred players. Half of those of one game belong to an event,
and one player has a seat in every tenth match.
"""

from itertools import cycle
from random import Random

from engines import registry
from tests.load.measure import ask, database, hold, read_arguments, tell_missed, timed


def main() -> None:
    asked = read_arguments(matches=2_000)
    with database():
        from django.test import Client

        from league.events.models import Pairing, SeriesMatch
        from league.stats.actions import count_stats
        from league.stats.models import StatMatch
        from tests import factories
        from tests.league.stats.played import played, records

        people = [factories.PlayerFactory(username=f"bench{n}") for n in range(100)]
        event = factories.started_event(*people)
        rng, took, kept = Random(1), list[float](), cycle((key, n) for n in range(50) for key in registry.keys())  # noqa: SIM118
        for number in range(asked.matches):
            game, record = next(kept)
            others = rng.sample(people[1:], records(game)[record].seats)
            match = played(game, record, [people[0], *others[1:]] if number % 10 == 0 else others)
            StatMatch.objects.create(match=match)
            if number % 2 and game == factories.GAME:
                SeriesMatch.objects.create(pairing=Pairing.objects.first(), match=match, number=2 + number)
            took.append(timed(lambda match_id=match.pk: count_stats(match_id=match_id, at=factories.NOON))[0])  # type: ignore[misc]
        hold("ms to count a match, mean", sum(took) / len(took), 150)
        for url in (
            "/players/bench0/stats/", "/players/bench0/stats/?game=field-tactics", "/players/bench1/stats/",
            *(f"/games/{key}/stats/" for key in registry.keys()),  # noqa: SIM118
            f"/events/{event.pk}/stats/", "/players/bench0/against/bench1/",
        ):  # fmt: skip
            ask(Client(), url)
    tell_missed()


if __name__ == "__main__":
    main()
