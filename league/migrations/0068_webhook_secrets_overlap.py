from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0067_usernames_in_any_case")]
    operations = [
        migrations.AddField("hook", "old_salt", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("hook", "old_until", models.DateTimeField(null=True)),
    ]
