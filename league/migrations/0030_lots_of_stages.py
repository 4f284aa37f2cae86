"""The draw between tied entrants of a stage."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0029_unknown_zone")]

    operations = [
        migrations.AddField("stage", name, models.CharField(blank=True, db_default="", default="", max_length=64))
        for name in ("lots_seed", "lots_commitment")
    ]
