"""Ratings per speed: each rated match of a game's pool moves to the pool of its speed, and the sweep recomputes those pools.

Until then a player's rating in the game's own pool, now that of normal speed, is the previous one.
"""

from collections import defaultdict

from django.db import migrations
from django.db.models import F, Q, Value
from django.db.models.functions import Concat

# Not a copy of the rule: if it changes, matches belong to the pools of the new one.
from league.ratings.pools import RESERVED_NAMES, get_bots_pool, get_pool_key, get_speed_pool, is_bots_pool
from league.ratings.speeds import Speed, get_match_speed
from matches.time_control import TimeControl

BATCH_SIZE = 1_000
NEW_NAMES = sorted(RESERVED_NAMES - {"bots"})
TABLES = ("Rating", "RatedMatch", "RatingChange", "RatingCorrection")


def split_pools(apps, schema_editor):
    _rename_own_pools(apps)
    moved = defaultdict(list)
    rows = apps.get_model("league", "RatedMatch").objects.filter(Q(pool=F("game")) | Q(pool=Concat("game", Value("/bots"))))
    columns = ("match", "pool", "game", "match__options", "match__control", "match__engine_version")
    for match, old, game, options, control, version in rows.values_list(*columns).iterator():
        pool = get_speed_pool(game, get_match_speed(game, options, TimeControl(**control), version))
        moved[old, get_bots_pool(pool) if is_bots_pool(old) else pool].append(match)
    for (old, new), matches in moved.items():
        if old != new:
            _move(apps, matches, new)
            _mark_due(apps, old, new)


def join_pools(apps, schema_editor):
    rows = apps.get_model("league", "RatedMatch").objects
    for game in sorted(set(rows.values_list("game", flat=True))):
        for pool in (get_speed_pool(game, speed) for speed in (Speed.FAST, Speed.CORRESPONDENCE)):
            for new, old in ((pool, game), (get_bots_pool(pool), get_bots_pool(game))):
                if matches := list(rows.filter(pool=new).values_list("match", flat=True)):
                    _move(apps, matches, old)
                    _mark_due(apps, new, old)


def _move(apps, matches, pool):
    for start in range(0, len(matches), BATCH_SIZE):
        for name in ("RatedMatch", "RatingChange"):
            rows = apps.get_model("league", name).objects.filter(match__in=matches[start : start + BATCH_SIZE])
            rows.update(pool=pool)


def _mark_due(apps, old, new):
    """Give the new pool the rule of the old one, and have both recomputed."""
    pools = apps.get_model("league", "RatingPool").objects
    rule = pools.filter(pk=old).values("cap_400", "floor", "decay").first() or {}
    pools.bulk_create([pools.model(key=old), pools.model(key=new, **rule)], ignore_conflicts=True)
    pools.filter(pk__in=(old, new)).update(recompute_due=True)


def _rename_own_pools(apps):
    """Move events' own pools out of the way of the new ones."""
    events, pools = apps.get_model("league", "Event").objects, apps.get_model("league", "RatingPool").objects
    for name in NEW_NAMES:
        events.filter(pool=name).update(pool=f"own-{name}")
        for row in pools.filter(pk__endswith=f"/{name}"):
            old, row.key = row.key, get_pool_key(row.key.partition("/")[0], f"own-{name}")
            row.save(force_insert=True)
            pools.filter(pk=old).delete()
        for model in (apps.get_model("league", table) for table in TABLES):
            for old in set(model.objects.filter(pool__endswith=f"/{name}").values_list("pool", flat=True)):
                model.objects.filter(pool=old).update(pool=get_pool_key(old.partition("/")[0], f"own-{name}"))


class Migration(migrations.Migration):
    dependencies = [("league", "0003_database_objects"), ("matches", "0001_initial")]

    operations = [migrations.RunPython(split_pools, join_pools)]
