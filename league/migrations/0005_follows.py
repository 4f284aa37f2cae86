import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

KINDS = [
    ("your-turn", "Your turn in a match"),
    ("round", "A round is published or your match opens"),
    ("check-in", "Check-in for an event opens"),
    ("pick", "You're on the clock in a draft"),
    ("trade", "You receive a trade offer"),
    ("asked", "You're challenged, your challenge is declined, or a spot is reserved for you"),
    ("ruling", "A referee ruled on your match"),
    ("followed", "A player you follow starts a rated match"),
    ("webhook", "One of your webhooks was disabled"),
    ("held", "A draft or event you run is under review"),
]


class Migration(migrations.Migration):
    dependencies = [("league", "0004_ratings_per_speed")]
    operations = [
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                ("notifies", models.BooleanField(db_default=False, default=False)),
                ("by", models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE, related_name="follows", to=settings.AUTH_USER_MODEL,
                )),
                ("player", models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE, related_name="followers", to=settings.AUTH_USER_MODEL,
                )),
            ],
            options={
                "indexes": [models.Index(condition=Q(notifies=True), fields=["player"], name="follow_notifies")],
                "constraints": [
                    models.UniqueConstraint(fields=("by", "player"), name="follow_once"),
                    models.CheckConstraint(condition=~Q(by=F("player")), name="follow_is_of_another"),
                ],
            },
        ),
        migrations.AlterField("notification", "kind", models.CharField(choices=KINDS, max_length=12)),
        migrations.RemoveConstraint("notification", "notice_kind_known"),
        migrations.AddConstraint(
            "notification",
            models.CheckConstraint(condition=Q(kind__in=[kind for kind, _ in KINDS]), name="notice_kind_known"),
        ),
    ]  # fmt: skip
