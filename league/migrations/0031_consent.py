from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0030_lots_of_stages")]

    operations = [
        migrations.AddField("entrant", "accepted_at", models.DateTimeField(null=True)),
        migrations.AddField("franchise", "founded_by_owner", models.BooleanField(db_default=False, default=False)),
        migrations.AlterField(
            model_name="notification",
            name="kind",
            field=models.CharField(
                choices=[
                    ("your-turn", "Your turn in a match"),
                    ("round", "A round is published or your match opens"),
                    ("check-in", "Check-in for an event opens"),
                    ("pick", "You're on the clock in a draft"),
                    ("trade", "You receive a trade offer"),
                    ("asked", "You're challenged, invited to an event or entered in it, or a spot is reserved for you"),
                    ("ruling", "A referee ruled on your match"),
                    ("match-time", "You agree on a match time, or your match is about to start"),
                    ("report", "A result is reported, disputed or confirmed"),
                    ("followed", "A player you follow starts a rated match"),
                    ("webhook", "One of your webhooks was disabled"),
                    ("held", "A draft or event you run is under review"),
                ],
                max_length=12,
            ),
        ),
    ]
