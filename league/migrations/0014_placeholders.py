"""Players whom organisers enter by name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0013_staff_roles")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="is_placeholder",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_placeholder", False), models.Q(("email", ""), ("is_guest", True)), _connector="OR"),
                name="player_placeholder_is_guest",
            ),
        ),
    ]
