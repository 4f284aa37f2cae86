from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0011_heartbeats'),
    ]

    operations = [
        migrations.AddField(
            model_name='heartbeat',
            name='stopped',
            field=models.BooleanField(default=False),
        ),
    ]
