import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0008_challenge_withdrawn")]
    operations = [
        migrations.CreateModel(
            name="SavedSetUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=40)),
                ("text", models.CharField(max_length=2000)),
                ("saved_at", models.DateTimeField()),
                ("player", models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE, related_name="set_ups", to=settings.AUTH_USER_MODEL,
                )),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "game", "name"), name="set_up_name_once")],
            },
        ),
    ]  # fmt: skip
