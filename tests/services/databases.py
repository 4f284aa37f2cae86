"""A migrated database, made once for a test run: the tests' workers and the sites that they start begin with copies.

It is made while the workers read the tests.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from django.conf import settings

from deploy.backups.database import Database

NAME, UNFINISHED = "league_zero_migrated", "league_zero_in_the_making"
"""The first is for `TEST_TEMPLATE`."""
PATIENCE_S = 300


def make_template(server: str) -> None:
    """Create and migrate the database on the server with this URL."""
    url = f"{server.rpartition('/')[0]}/{UNFINISHED}"
    environment = {**os.environ, "DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0"}
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {UNFINISHED}")  # type: ignore[arg-type]
        subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], env=environment, check=True)
        connection.execute(f"ALTER DATABASE {UNFINISHED} RENAME TO {NAME}")  # type: ignore[arg-type]


def await_template(name: str) -> None:
    """Wait until this database is there."""
    with Database.of(settings.DATABASES["default"]).connect() as server:
        ends = time.monotonic() + PATIENCE_S
        while not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            assert time.monotonic() < ends, f"no database {name} came in {PATIENCE_S} s"
            time.sleep(0.2)


@contextmanager
def beside(suffix: str, *, template: str = os.environ.get("TEST_TEMPLATE", "template0")) -> Iterator[str]:
    """The URL of a database beside that of the tests: a copy of the migrated one where there is one, else empty."""
    await_template(template)
    place = Database.of(settings.DATABASES["default"])
    name = f"{place.name}_{suffix}"
    with place.connect() as server:
        server.autocommit = True
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')  # type: ignore[arg-type]
        try:
            yield "postgres://{user}@{host}:{port}/{0}".format(name, **place.parameters)
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type]
