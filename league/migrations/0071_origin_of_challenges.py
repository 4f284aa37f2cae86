from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0070_drafts_held_for_review")]
    operations = [
        migrations.AddField("challenge", "origin", models.CharField(blank=True, db_default="", default="", max_length=32)),
        migrations.AddIndex(
            "challenge",
            models.Index(condition=~models.Q(origin=""), fields=["origin"], name="challenge_origin"),
        ),
    ]
