from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0004_berserk'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='judged_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='lag_ms',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='match',
            name='lags',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='match',
            name='tells_time',
            field=models.BooleanField(default=False),
        ),
    ]
