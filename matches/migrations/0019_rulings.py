from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Matches that a referee has stopped, and the last ruling on each."""

    dependencies = [("matches", "0012_heartbeat_stopped")]

    operations = [
        migrations.AddField(model_name="match", name="ruling", field=models.JSONField(null=True)),
        migrations.AlterField(
            model_name="match",
            name="status",
            field=models.CharField(
                choices=[
                    ("open", "Open"),
                    ("playing", "Playing"),
                    ("paused", "Paused"),
                    ("review", "Review"),
                    ("closed", "Closed"),
                    ("void", "Void"),
                ],
                default="open",
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint(model_name="match", name="match_status_known"),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                name="match_status_known",
                condition=Q(status__in=["open", "playing", "paused", "review", "closed", "void"]),
            ),
        ),
    ]
