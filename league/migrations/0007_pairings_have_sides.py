import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0006_sides")]
    operations = [
        migrations.RemoveField(
            model_name='event',
            name='cycles',
        ),
        migrations.RemoveField(
            model_name='event',
            name='format',
        ),
        migrations.RemoveField(
            model_name='pairing',
            name='away',
        ),
        migrations.RemoveField(
            model_name='pairing',
            name='away_halves',
        ),
        migrations.RemoveField(
            model_name='pairing',
            name='home',
        ),
        migrations.RemoveField(
            model_name='pairing',
            name='home_halves',
        ),
        migrations.RemoveField(
            model_name='pairing',
            name='match',
        ),
        migrations.AlterField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='league.stage'),
        ),
    ]
