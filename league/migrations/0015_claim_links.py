"""Links with which a person takes over the place of a player without an account."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0014_placeholders")]

    operations = [
        migrations.CreateModel(
            name="ClaimLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claim_links", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True), ("used_at__isnull", True)),
                        fields=("player",),
                        name="claim_link_one_live",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("used_at__isnull", True), ("revoked_at__isnull", True), _connector="OR"),
                        name="claim_link_used_or_revoked",
                    ),
                ],
            },
        ),
    ]
