"""The Celery application: workers judge, and every worker process sweeps."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from deploy.sweeper import Sweeper

app = Celery("league_zero")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(Sweeper)
