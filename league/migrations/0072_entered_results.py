from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0071_origin_of_challenges")]

    operations = [
        migrations.AddField("event", "rate_entered", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "pairing", "score", models.CharField(blank=True, db_default="", default="", max_length=12)
        ),
        migrations.AddField("round", "exchanged", models.JSONField(null=True)),
    ]
