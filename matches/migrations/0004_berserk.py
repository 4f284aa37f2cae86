from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0003_learn'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='berserk',
            field=models.BooleanField(default=False),
        ),
    ]
