"""Ratings get pools, Glicko-2 and corrections.

Pools are the games so far. Glicko-2's numbers of what has been played are not in any row yet: every pool is marked for
recomputation, which the first sweep does.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef, Q


def fill(apps, schema_editor):
    """Pools of what there is; results of the changes; which counted matches were casual."""
    RatedMatch = apps.get_model("league", "RatedMatch")
    RatingChange = apps.get_model("league", "RatingChange")
    RatingPool = apps.get_model("league", "RatingPool")
    RatedMatch.objects.update(pool=F("game"))
    changes = RatingChange.objects.filter(match=OuterRef("match"))
    RatedMatch.objects.filter(~Exists(changes), counted_at__isnull=False).update(casual=True)
    for key in RatedMatch.objects.values_list("pool", flat=True).distinct():
        RatingPool.objects.create(key=key, recompute_due=True)
    waiting = []
    for change in RatingChange.objects.select_related("match").iterator(chunk_size=2000):
        seats = list(change.match.seats.order_by("number").values_list("player_id", flat=True))
        rank = change.match.ranks[seats.index(change.player_id)]
        change.result = -1 if rank != 1 else 0 if change.match.ranks.count(1) > 1 else 1
        waiting.append(change)
        if len(waiting) == 500:
            RatingChange.objects.bulk_update(waiting, ["result"])
            waiting = []
    RatingChange.objects.bulk_update(waiting, ["result"])


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0008_event_notes'),
        ('matches', '0003_learn'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratedmatch',
            name='ruled',
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                ("key", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("cap_400", models.BooleanField(default=False)),
                ("floor", models.FloatField(default=100.0)),
                ("decay", models.FloatField(default=0)),
                ("recompute_due", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [models.Index(condition=Q(recompute_due=True), fields=["key"], name="rating_pool_due")],
                "constraints": [
                    models.CheckConstraint(condition=Q(decay__gte=0, floor__gte=0), name="rating_pool_rule")
                ],
            },
        ),
        migrations.RemoveConstraint("rating", "rating_once"),
        migrations.RemoveIndex("rating", "rating_leaderboard"),
        migrations.RenameField("rating", "game", "pool"),
        migrations.AlterField("rating", "pool", models.CharField(max_length=80)),
        migrations.AlterField("rating", "value", models.FloatField(default=1500.0)),
        migrations.AlterField("rating", "peak", models.FloatField(default=1500.0)),
        migrations.AddField("rating", "strength", models.FloatField(default=1500.0)),
        migrations.AddField("rating", "deviation", models.FloatField(default=350.0)),
        migrations.AddField("rating", "volatility", models.FloatField(default=0.06)),
        migrations.AddIndex("rating", models.Index(fields=["pool", "-value"], name="rating_leaderboard")),
        migrations.AddConstraint(
            "rating", models.UniqueConstraint(fields=("player", "pool"), name="rating_once")
        ),
        migrations.AddField(
            "ratedmatch", "pool", models.CharField(default="", max_length=80), preserve_default=False
        ),
        migrations.AddField("ratedmatch", "casual", models.BooleanField(default=False)),
        migrations.AddIndex("ratedmatch", models.Index(fields=["pool", "match"], name="rated_match_pool")),
        migrations.RemoveConstraint("ratingchange", "rating_change_once"),
        migrations.RemoveIndex("ratingchange", "rating_history"),
        migrations.RenameField("ratingchange", "game", "pool"),
        migrations.AlterField("ratingchange", "pool", models.CharField(max_length=80)),
        migrations.AlterField(
            "ratingchange",
            "match",
            models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="rating_changes",
                to="matches.match",
            ),
        ),
        migrations.AlterField(
            "ratingchange",
            "player",
            models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="rating_changes",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            "ratingchange", "result", models.SmallIntegerField(default=0), preserve_default=False
        ),
        migrations.AddField("ratingchange", "strength_before", models.FloatField(default=1500.0)),
        migrations.AddField("ratingchange", "strength_after", models.FloatField(default=1500.0)),
        migrations.AddField("ratingchange", "deviation_before", models.FloatField(default=350.0)),
        migrations.AddField("ratingchange", "deviation_after", models.FloatField(default=350.0)),
        migrations.AddField("ratingchange", "volatility_before", models.FloatField(default=0.06)),
        migrations.AddField("ratingchange", "volatility_after", models.FloatField(default=0.06)),
        migrations.AddIndex(
            "ratingchange", models.Index(fields=["player", "pool", "at", "match"], name="rating_history")
        ),
        migrations.AddConstraint(
            "ratingchange", models.UniqueConstraint(fields=("match", "player"), name="rating_change_once")
        ),
        migrations.AddConstraint(
            "ratingchange", models.CheckConstraint(condition=Q(result__in=[-1, 0, 1]), name="rating_change_result")
        ),
        migrations.CreateModel(
            name="RatingCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=80)),
                ("why", models.TextField()),
                ("at", models.DateTimeField()),
                ("replaced", models.JSONField()),
                ("changed", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rating_corrections",
                        to="matches.match",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["pool", "-id"], name="rating_corrections")]},
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
