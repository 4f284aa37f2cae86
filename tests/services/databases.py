"""A migrated database, made once for a test run: the tests' workers and the sites that they start begin with copies."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings

from deploy.backups.database import Database

NAME = "league_zero_migrated"


def make_template(server: str) -> str:
    """Create and migrate a database on the server with this URL; return its name, for `TEST_TEMPLATE`."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {NAME}")  # type: ignore[arg-type]
    environment = {**os.environ, "DATABASE_URL": f"{server.rpartition('/')[0]}/{NAME}", "REDIS_URL": "redis://127.0.0.1:1/0"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], env=environment, check=True)
    return NAME


@contextmanager
def beside(suffix: str, *, template: str = os.environ.get("TEST_TEMPLATE", "template0")) -> Iterator[str]:
    """The URL of a database beside that of the tests: a copy of the migrated one where there is one, else empty."""
    place = Database.of(settings.DATABASES["default"])
    name = f"{place.name}_{suffix}"
    with place.connect() as server:
        server.autocommit = True
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')  # type: ignore[arg-type]
        try:
            yield "postgres://{user}@{host}:{port}/{0}".format(name, **place.parameters)
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type]
