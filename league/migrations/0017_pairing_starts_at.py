"""A time of its own for a pairing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0016_entrant_person")]

    operations = [migrations.AddField("pairing", "starts_at", models.DateTimeField(null=True))]
