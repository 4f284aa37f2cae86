import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', "0026_duplicates"),
        ('matches', '0002_conditional_moves'),
    ]

    operations = [
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='queued', max_length=8)),
                ('version', models.CharField(max_length=20)),
                ('asked_at', models.DateTimeField()),
                ('claimed_until', models.DateTimeField(null=True)),
                ('woken_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('decisions', models.PositiveSmallIntegerField(default=0)),
                ('chosen', models.PositiveSmallIntegerField(default=0)),
                ('rows', models.JSONField(default=list)),
                ('moves', models.JSONField(default=list)),
                ('finished_at', models.DateTimeField(null=True)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='review', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='ReviewRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='review_requests', to=settings.AUTH_USER_MODEL)),
                ('review', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='league.review')),
            ],
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(condition=models.Q(('status__in', ('queued', 'running'))), fields=['asked_at'], name='review_waiting'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['queued', 'running', 'done', 'failed'])), name='review_status_known'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('status__in', ('queued', 'running'))), models.Q(models.Q(('status__in', ('queued', 'running')), _negated=True), ('claimed_until__isnull', True), ('finished_at__isnull', False)), _connector='OR'), name='review_over_is_finished'),
        ),
        migrations.AddConstraint(
            model_name='reviewrequest',
            constraint=models.UniqueConstraint(fields=('review', 'player'), name='review_request_once'),
        ),
    ]
