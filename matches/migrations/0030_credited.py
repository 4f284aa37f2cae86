from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0024_talk'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='credited',
            field=models.JSONField(null=True),
        ),
    ]
