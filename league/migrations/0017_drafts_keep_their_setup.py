from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0016_season_founding")]

    operations = [
        migrations.AddField(model_name="draft", name="setup", field=models.JSONField(null=True)),
        migrations.RemoveConstraint(model_name="draft", name="draft_begun_has_state"),
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["setup", "cancelled"]),
                    models.Q(("setup__isnull", False), ("started_at__isnull", False), ("state__isnull", False)),
                    _connector="OR",
                ),
                name="draft_begun_has_state",
            ),
        ),
    ]
