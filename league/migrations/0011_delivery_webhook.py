"""Rename `Delivery.hook` to `webhook` in the models alone: the column stays `hook_id`."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_draft_report"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex(model_name="delivery", name="delivery_log"),
                migrations.RemoveConstraint(model_name="delivery", name="delivery_once"),
                migrations.RenameField(model_name="delivery", old_name="hook", new_name="webhook"),
                migrations.AlterField(
                    model_name="delivery",
                    name="webhook",
                    field=models.ForeignKey(
                        db_column="hook_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="league.webhook",
                    ),
                ),
                migrations.AddIndex(
                    model_name="delivery",
                    index=models.Index(fields=["webhook", "-made_at", "-id"], name="delivery_log"),
                ),
                migrations.AddConstraint(
                    model_name="delivery",
                    constraint=models.UniqueConstraint(fields=("webhook", "key"), name="delivery_once"),
                ),
            ],
        ),
    ]
