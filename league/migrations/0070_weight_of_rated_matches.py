from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0067_usernames_in_any_case")]
    operations = [
        migrations.AddField("ratedmatch", "weight", models.FloatField(default=1, db_default=1)),
    ]
