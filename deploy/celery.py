"""The Celery application: workers judge, and every worker process sweeps."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from deploy.settling import settle
from deploy.sweeper import Sweeper

app = Celery("league_zero")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(Sweeper)


@worker_ready.connect  # type: ignore[untyped-decorator]
def _settle(**_: Any) -> None:
    settle()
