from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0023_required_provider")]

    operations = [
        migrations.AddField("event", "bots_only", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("event", "duplicate", models.BooleanField(db_default=False, default=False)),
        migrations.AddConstraint(
            "event",
            models.CheckConstraint(
                name="event_bots_only_has_bot_accounts",
                condition=models.Q(bots_only=False) | models.Q(bot_accounts=True),
            ),
        ),
    ]
