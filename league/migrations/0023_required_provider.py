from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0022_second_factor")]

    operations = [
        migrations.AddField(
            "league", "required_provider", models.CharField(blank=True, db_default="", default="", max_length=30)
        )
    ]
