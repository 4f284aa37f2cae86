from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0035_outages")]
    operations = [
        migrations.AddField("match", "bots_only", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("match", "served_for", models.BigIntegerField(null=True)),
        migrations.AddField("match", "keeps_pace", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("match", "watched_at", models.DateTimeField(null=True)),
    ]
