import django.db.models.expressions
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0019_rulings'),
    ]

    operations = [
        migrations.CreateModel(
            name='RecordKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(unique=True)),
                ('public_key', models.CharField(max_length=64, unique=True)),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(django.db.models.expressions.CombinedExpression(models.F('number'), '*', models.Value(0)), condition=models.Q(('ended_at', None)), name='record_key_one_in_force'), models.CheckConstraint(condition=models.Q(('ended_at', None), ('ended_at__gte', models.F('began_at')), _connector='OR'), name='record_key_ends_after')],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='signed_by',
            field=models.CharField(blank=True, default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='match',
            name='signature',
            field=models.CharField(blank=True, default='', max_length=128),
            preserve_default=False,
        ),
    ]
