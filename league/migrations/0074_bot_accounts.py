from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0073_salaries_are_paid")]
    operations = [
        migrations.AddField("player", "is_bot_account", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("event", "bot_accounts", models.BooleanField(default=False, db_default=False)),
    ]
