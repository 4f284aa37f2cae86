"""`make bench`: the pages of a season with 2,000 Gamers and 20 franchises of 15; the target is 150 ms."""

from random import Random
from typing import Any

from tests.load.measure import ask, database, read_arguments, tell_missed

FRANCHISES, ROSTER = 20, 15


def add_gamers(season: Any, count: int, rng: Random) -> list[Any]:
    from league.gamers.models import STATS, Gamer, Genre, SeasonGamer
    from tests.factories import NOON

    cards = Gamer.objects.bulk_create(
        Gamer(
            league=season.league, handle=f"Gamer{n}", name=f"Somebody {n}", genre=rng.choice(Genre.values),
            salary=rng.randint(1, 10), created_at=NOON, **{stat: rng.randint(1, 5) for stat in STATS},
        )
        for n in range(count)
    )  # fmt: skip
    return SeasonGamer.objects.bulk_create(SeasonGamer(season=season, gamer=one, salary=one.salary) for one in cards)


def main() -> None:
    asked = read_arguments(gamers=2000)
    with database():
        from django.test import Client

        from league.seasons.models import Contract
        from tests import factories

        rng, season = Random(1), factories.season(pool=False, roster_max=ROSTER, cap=1000)
        pool = add_gamers(season, asked.gamers, rng)
        teams = [factories.franchise(season) for _ in range(FRANCHISES)]
        Contract.objects.bulk_create(
            Contract(
                season=season, franchise=teams[number % FRANCHISES], gamer=one, salary=one.salary, how="draft",
                signed_at=factories.NOON,
            )
            for number, one in enumerate(rng.sample(pool, FRANCHISES * ROSTER))
        )  # fmt: skip
        base = f"/leagues/{season.league.slug}/seasons/{season.pk}/gamers/"
        some = ",".join(str(one.pk) for one in pool[:4])
        for url in (
            base, f"{base}?sort=total&page=20", f"{base}?text=somebody+1&state=free&genre=FPS",
            f"{base}compare/?compare={some}", f"{base}{pool[0].pk}/", f"/api/v1{base}?limit=200", f"{base[:-1]}.csv",
        ):  # fmt: skip
            ask(Client(), url)
    tell_missed()


if __name__ == "__main__":
    main()
