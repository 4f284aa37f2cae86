"""A PostgreSQL database: its dump and restore programs, and a digest of every table.

The digest of a table is its row count and a checksum that does not depend on the order of the rows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from psycopg import Connection, sql
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

KEYWORDS = {one.keyword.decode(): one.envvar.decode() if one.envvar else "" for one in Conninfo.get_defaults()}
"""Map each libpq keyword that a URL may use to the environment variable of the client programs; "" if there is none."""
SECRET_PARAMETERS = {"password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret"}


class BackupError(Exception):
    """A backup or restore that cannot be done; the message gives the reason and what to do."""


@dataclass(frozen=True)
class Database:
    """The address of a database, as libpq connection parameters."""

    parameters: Mapping[str, str] = field(repr=False)

    @property
    def name(self) -> str:
        return self.parameters.get("dbname", "")

    @classmethod
    def from_settings(cls) -> Database:
        """Return the site's database, bypassing a pooler. Raises BackupError if only the pooler is configured."""
        if settings.DATABASE_POOLED and settings.DIRECT_DATABASE is None:
            raise BackupError(
                "DATABASE_URL leads to a pooler (DATABASE_POOLED), but a backup needs a direct connection. Set"
                " DIRECT_DATABASE_URL to the database without the pooler."
            )
        return cls.of(settings.DIRECT_DATABASE or settings.DATABASES["default"])

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Database:
        """Return the database of an entry of Django's DATABASES. Raises BackupError unless it is PostgreSQL."""
        if "postgres" not in str(config["ENGINE"]):
            raise BackupError("DATABASE_URL must name a PostgreSQL database; others can't be backed up.")
        setting_names = {"dbname": "NAME", "host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
        parameters = {keyword: str(config.get(name) or "") for keyword, name in setting_names.items()}
        parameters |= {key: str(value) for key, value in config.get("OPTIONS", {}).items() if key in KEYWORDS}
        return cls({keyword: value for keyword, value in parameters.items() if value})

    def connect(self) -> Connection[tuple[Any, ...]]:
        try:
            return psycopg.connect(**self.parameters, autocommit=False)  # type: ignore[arg-type]
        except psycopg.OperationalError as error:
            raise BackupError(f"The database does not answer: {error}") from error

    def run(self, program: str, *arguments: str, major: int) -> None:
        """Run a PostgreSQL program on this database. Raises BackupError if it fails.

        The password is passed in the environment, which other users of the machine can't read.
        """
        parameters = dict(self.parameters)
        environment = {KEYWORDS[key]: parameters.pop(key) for key in list(parameters) if key != "dbname" and KEYWORDS[key]}
        if secret := sorted(SECRET_PARAMETERS & parameters.keys()):
            raise BackupError(
                f"DATABASE_URL has {secret[0]}, which {program} would expose to other users of this machine."
                " Use a file instead (sslkey without a password, passfile, service)."
            )
        # Without --dbname, pg_restore prints the SQL instead of running it.
        parameters.setdefault("dbname" if "PGSERVICE" not in environment else "service", environment.get("PGSERVICE", ""))
        command = [str(find_program(program, major)), *arguments, "--dbname", make_conninfo(**parameters)]
        result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
        if result.returncode:
            raise BackupError(f"{program} failed: {result.stderr.strip()}")


def find_program(program: str, major: int) -> Path:
    """Return the path of a program of at least the server's version; older ones refuse to dump. Raises BackupError."""
    folders = [Path(os.environ["PG_BIN"])] if os.environ.get("PG_BIN") else []
    folders += [Path(installed).parent] if (installed := shutil.which(program)) else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    outdated: list[str] = []
    for path in (folder / program for folder in folders if (folder / program).exists()):
        output = subprocess.run([str(path), "--version"], capture_output=True, text=True).stdout
        version = re.search(r"\) (\d+)", output)
        if version and int(version[1]) >= major:
            return path
        outdated.append(f"{path} is {version[1] if version else 'unreadable'}")
    raise BackupError(
        f"{program} of PostgreSQL {major} or newer is required ({'; '.join(outdated) or 'none found'}). On Debian:"
        f" apt install postgresql-client-{major}. Or set PG_BIN to the folder that contains it."
    )


SESSION_SETTINGS = {
    "TimeZone": "UTC",
    "DateStyle": "ISO",
    "IntervalStyle": "postgres",
    "bytea_output": "hex",
    "extra_float_digits": "1",
    "idle_in_transaction_session_timeout": "0",
    "search_path": "public",
}
"""Session settings that make the text of rows independent of the server and the role."""
CHECKSUM_SQL = """
    SELECT count(*), coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text FROM {} AS t
"""


@dataclass(frozen=True)
class TableChecksum:
    """Row count and digest of one table."""

    rows: int
    digest: str
    """The sum of the first 60 bits of each row's MD5. It detects loss and damage, not forgery."""


def compute_checksums(connection: Connection[tuple[Any, ...]]) -> dict[str, TableChecksum]:
    """Return the row count and digest of every table, as seen by this transaction."""
    for name, value in SESSION_SETTINGS.items():
        connection.execute("SELECT set_config(%s, %s, true)", [name, value])
    checksums = {}
    for table in list_tables(connection):
        row = connection.execute(sql.SQL(CHECKSUM_SQL).format(sql.Identifier("public", table))).fetchone()
        assert row is not None
        checksums[table] = TableChecksum(*row)
    return checksums


def list_tables(connection: Connection[tuple[Any, ...]]) -> list[str]:
    """Return the names of the tables in schema `public`."""
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    return [name for (name,) in rows]


def read_sequences(connection: Connection[tuple[Any, ...]]) -> dict[str, int]:
    """Return the last value of each sequence by name."""
    rows = connection.execute(
        "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL"
    )
    return dict(rows.fetchall())


def list_extensions(connection: Connection[tuple[Any, ...]]) -> list[str]:
    """Return the names of the extensions in schema `public`."""
    rows = connection.execute("SELECT extname FROM pg_extension WHERE extnamespace = 'public'::regnamespace ORDER BY extname")
    return [name for (name,) in rows]


def read_applied_migrations(connection: Connection[tuple[Any, ...]]) -> set[str]:
    """Return the applied migrations as "app.name"."""
    return {name for (name,) in connection.execute("SELECT app || '.' || name FROM public.django_migrations")}
