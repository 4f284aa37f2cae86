"""Django app that loads the Celery application at startup, so that every process can send tasks."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    """App configuration without models; `ready()` imports the Celery application."""

    name = "deploy"

    def ready(self) -> None:
        from deploy.celery import app

        app.autodiscover_tasks(["matches", "league"], force=True)
