"""Starts the Celery application together with Django, so that tasks can be sent from anywhere."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy.celery import app

        app.autodiscover_tasks(["matches", "league"], force=True)
