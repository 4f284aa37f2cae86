"""A time zone that is not known is empty; until now it was UTC."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0028_puzzle_start")]

    operations = [
        migrations.AlterField("notificationpreferences", "zone", models.CharField(blank=True, default="", max_length=60)),
    ]
