"""`make bench`: the pages of a season with 2,000 Gamers and 20 franchises of 15; the target is 150 ms."""

import argparse
import os
from random import Random

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

import django

django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from engines.incursion_point_zero.gamers import list_talents  # noqa: E402
from league.gamers.models import STATS, Gamer, Genre, SeasonGamer  # noqa: E402
from league.leagues.models import Season  # noqa: E402
from league.seasons.models import Contract  # noqa: E402
from tests import factories  # noqa: E402
from tests.factories import NOON  # noqa: E402
from tests.load.stats import page  # noqa: E402

FRANCHISES, ROSTER = 20, 15


def fill(gamers: int, rng: Random) -> Season:
    season = factories.season(pool=False, roster_max=ROSTER, cap=1000)
    talents = ["", *(str(one["id"]) for one in list_talents())]
    Gamer.objects.bulk_create(
        Gamer(
            league=season.league, handle=f"Gamer{n}", name=f"Somebody {n}", genre=rng.choice(Genre.values),
            salary=rng.randint(1, 10), talent=rng.choice(talents), flavour="Hums.", created_at=NOON,
            **{stat: rng.randint(1, 5) for stat in STATS},
        )
        for n in range(gamers)
    )  # fmt: skip
    SeasonGamer.objects.bulk_create(
        SeasonGamer(season=season, gamer=one, salary=one.salary) for one in Gamer.objects.order_by("pk")
    )
    teams = [factories.franchise(season) for _ in range(FRANCHISES)]
    chosen = rng.sample(list(SeasonGamer.objects.order_by("pk")), FRANCHISES * ROSTER)
    Contract.objects.bulk_create(
        Contract(
            season=season, franchise=teams[number % FRANCHISES], gamer=one, salary=one.salary, how="draft",
            signed_at=NOON,
        )
        for number, one in enumerate(chosen)
    )  # fmt: skip
    return season


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--gamers", type=int, default=2000)
    asked = given.parse_args()
    setup_test_environment(debug=False)
    runner = DiscoverRunner(verbosity=0)
    old = runner.setup_databases()
    try:
        season = fill(asked.gamers, Random(1))
        print(f"{asked.gamers} Gamers, {FRANCHISES} franchises of {ROSTER}, {connection.vendor}")
        base = f"/leagues/{season.league.slug}/seasons/{season.pk}/gamers/"
        some = list(SeasonGamer.objects.order_by("pk").values_list("pk", flat=True)[:4])
        for url in (
            base, f"{base}?sort=total&page=20", f"{base}?text=somebody+1&state=free&genre=FPS",
            f"{base}compare/?compare={','.join(map(str, some))}", f"{base}{some[0]}/",
            f"/api/v1{base}?limit=200", f"{base[:-1]}.csv",
        ):  # fmt: skip
            page(Client(), url)
    finally:
        runner.teardown_databases(old)


if __name__ == "__main__":
    main()
