"""A PostgreSQL database, and the programs that dump and restore it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

KEYWORDS = {one.keyword.decode(): one.envvar.decode() if one.envvar else "" for one in Conninfo.get_defaults()}
"""What PostgreSQL's own library takes in a URL, and in which variable its programs find it; empty: in none."""
SECRETS = {"password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret"}


class Impossible(Exception):
    """It cannot be done; the message says why and what to do."""


@dataclass(frozen=True)
class Place:
    name: str
    host: str = ""
    port: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    options: Mapping[str, str] = field(default_factory=dict)
    """All other parts of the URL that PostgreSQL's library knows: TLS, `service`, `options`, time limits."""

    @classmethod
    def of_settings(cls) -> Place:
        """Return the site's database, past a pooler that may be in front of it."""
        if settings.DATABASE_POOLED and settings.DIRECT_DATABASE is None:
            raise Impossible(
                "DATABASE_URL leads to a pooler (DATABASE_POOLED), and a backup needs a connection to itself: set"
                " DIRECT_DATABASE_URL to the database without the pooler."
            )
        return cls.of(settings.DIRECT_DATABASE or settings.DATABASES["default"])

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Place:
        """The one that Django's settings name."""
        if "postgres" not in str(given["ENGINE"]):
            raise Impossible("Only PostgreSQL is backed up; DATABASE_URL names no PostgreSQL database.")
        options = {key: str(value) for key, value in given.get("OPTIONS", {}).items() if key in KEYWORDS}
        name, host, port, user, password = (
            str(given.get(key) or "") for key in ("NAME", "HOST", "PORT", "USER", "PASSWORD")
        )
        return cls(name, host, port, user, password, options)

    def connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        try:
            return psycopg.connect(**self._parameters(), autocommit=False)  # type: ignore[arg-type]
        except psycopg.OperationalError as error:
            raise Impossible(f"The database does not answer: {error}") from error

    def run(self, program: str, *arguments: str, major: int) -> None:
        """Run one of PostgreSQL's programs on it. The password goes by the environment, which others cannot see."""
        parameters = self._parameters()
        named = {KEYWORDS[key]: parameters.pop(key) for key in list(parameters) if key != "dbname" and KEYWORDS[key]}
        if secret := sorted(SECRETS & parameters.keys()):
            raise Impossible(
                f"DATABASE_URL has {secret[0]}, which {program} can be told only where others on this machine see it."
                " Use a file for it (sslkey without a password, passfile, service)."
            )
        # Something has to be named, or pg_restore would print what it restores.
        parameters.setdefault("dbname" if "PGSERVICE" not in named else "service", named.get("PGSERVICE", ""))
        line = [str(found(program, major)), *arguments, "--dbname", make_conninfo(**parameters)]
        done = subprocess.run(line, env={**os.environ, **named}, capture_output=True, text=True)
        if done.returncode:
            raise Impossible(f"{program} failed: {done.stderr.strip()}")

    def _parameters(self) -> dict[str, str]:
        """Return what is known of the connection, by the keywords of PostgreSQL's library."""
        known = {"dbname": self.name, "host": self.host, "port": self.port, "user": self.user}
        known |= {"password": self.password, **self.options}
        return {key: value for key, value in known.items() if value}


def found(program: str, major: int) -> Path:
    """The program, of the server's version or a newer one: older ones refuse to dump."""
    old: list[str] = []
    for path in _candidates(program):
        told = subprocess.run([str(path), "--version"], capture_output=True, text=True).stdout
        version = re.search(r"\) (\d+)", told)
        if version and int(version[1]) >= major:
            return path
        old.append(f"{path} is {version[1] if version else 'unreadable'}")
    raise Impossible(
        f"{program} of PostgreSQL {major} or newer is needed ({'; '.join(old) or 'none was found'}). On Debian:"
        f" apt install postgresql-client-{major}. PG_BIN names a folder that has it."
    )


def _candidates(program: str) -> Iterator[Path]:
    folders = [Path(os.environ["PG_BIN"])] if os.environ.get("PG_BIN") else []
    folders += [Path(path).parent] if (path := shutil.which(program)) else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return (folder / program for folder in folders if (folder / program).exists())
