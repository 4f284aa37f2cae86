from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0065_names_by_their_parts")]
    operations = [
        migrations.AddIndex("rating", models.Index(fields=["pool", "-value", "player"], name="rating_order")),
        migrations.RemoveIndex("rating", "rating_leaderboard"),
    ]
