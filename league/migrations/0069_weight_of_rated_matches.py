from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0068_webhook_secrets_overlap")]
    operations = [
        migrations.AddField("ratedmatch", "weight", models.FloatField(default=1, db_default=1)),
    ]
