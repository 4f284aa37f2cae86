import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0012_stats'),
    ]

    operations = [
        migrations.CreateModel(
            name='Step',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('started', 'Started'), ('joined', 'Joined'), ('stopped', 'Stopped'), ('paired', 'Paired'), ('ended', 'Ended'), ('withdrawn', 'Withdrawn'), ('challenged', 'Challenged'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('played', 'Played'), ('passed', 'Passed')], max_length=10)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='league.stage')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('stage', 'number'), name='step_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['started', 'joined', 'stopped', 'paired', 'ended', 'withdrawn', 'challenged', 'accepted', 'declined', 'played', 'passed'])), name='step_kind_known')],
            },
        ),
    ]
