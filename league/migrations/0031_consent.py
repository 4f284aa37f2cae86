from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0030_lots_of_stages")]

    operations = [
        migrations.AddField("entrant", "accepted_at", models.DateTimeField(null=True)),
        migrations.AddField("franchise", "founded_by_owner", models.BooleanField(db_default=False, default=False)),
    ]
