from django.db import migrations


class Migration(migrations.Migration):
    """Wrong passwords are counted in `matches.rate_limits`. The table stays for the release before."""

    dependencies = [("league", "0074_bot_accounts")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Guesses")]),
    ]
