"""A migrated database, made once for a test run: the tests' workers begin with copies of it."""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg

NAME = "league_zero_migrated"


def make_template(server: str) -> str:
    """Create and migrate a database on the server with this URL; return its name, for `TEST_TEMPLATE`."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {NAME}")  # type: ignore[arg-type]
    environment = {**os.environ, "DATABASE_URL": f"{server.rpartition('/')[0]}/{NAME}", "REDIS_URL": "redis://127.0.0.1:1/0"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v", "0"], env=environment, check=True)
    return NAME
