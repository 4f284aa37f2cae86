import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0009_saved_set_ups"),
    ]

    operations = [
        migrations.CreateModel(
            name="DraftReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("why", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draft_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="league.draftmessage"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("settled_at__isnull", True)), fields=["-at"], name="draft_report_open"
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("message", "by"), name="draft_report_once")],
            },
        ),
    ]
