import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_conditional_moves")]

    operations = [
        migrations.AddField(
            "match",
            "twin",
            models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.match"),
        )
    ]
