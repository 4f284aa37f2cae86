"""The Celery application. Workers adjudicate moves, and every worker process runs the sweep.

Celery's Django fixup is disabled: it closes database connections around every task, and opening one takes longer than
adjudicating a move. Here connections live as long as the settings allow.
"""

import os
from typing import Any

import django
from celery import Celery
from celery.signals import import_modules, task_prerun, worker_process_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from deploy import logs, metrics, systemd_notify
from deploy.adjudicators import AdjudicatorThreads
from deploy.garbage_collection import freeze_startup_objects
from deploy.sweeper import Sweeper

app = Celery("league_zero", fixups=[])
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].update((AdjudicatorThreads, Sweeper))


@import_modules.connect  # type: ignore[untyped-decorator]
def _set_up(**_: Any) -> None:
    django.setup()


@task_prerun.connect  # type: ignore[untyped-decorator]
def _drop_old_connections(task: Any = None, kwargs: dict[str, Any] | None = None, **_: Any) -> None:
    from django.db import close_old_connections

    logs.set_log_context(task=getattr(task, "name", None), match=(kwargs or {}).get("match_id"))
    close_old_connections()


@worker_process_init.connect  # type: ignore[untyped-decorator]
def _discard_inherited_connections(**_: Any) -> None:
    """Drop inherited connections without closing them on the server: the parent still uses them."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.connection = None


@worker_ready.connect  # type: ignore[untyped-decorator]
def _on_worker_ready(**_: Any) -> None:
    freeze_startup_objects()
    systemd_notify.notify_ready()
    metrics.serve(os.environ.get("WORKER_METRICS", ""))
