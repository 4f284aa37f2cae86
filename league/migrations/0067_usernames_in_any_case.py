from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    dependencies = [("league", "0066_order_of_ratings")]
    operations = [migrations.AddIndex("player", models.Index(Upper("username"), name="player_username"))]
