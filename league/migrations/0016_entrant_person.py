"""What tournament reports say about an entrant besides name and rating."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0015_claim_links")]

    operations = [migrations.AddField("entrant", "person", models.JSONField(null=True))]
