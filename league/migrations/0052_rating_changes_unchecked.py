import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0051_web_push'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ratingchange',
            name='match',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='matches.match'),
        ),
        migrations.AlterField(
            model_name='ratingchange',
            name='player',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL),
        ),
    ]
