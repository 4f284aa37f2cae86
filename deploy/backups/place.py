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

SECRETS = {"sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY"}


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
    """Those of TLS."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Place:
        """The one that Django's settings name."""
        if "postgres" not in str(given["ENGINE"]):
            raise Impossible("Only PostgreSQL is backed up; DATABASE_URL names no PostgreSQL database.")
        options = {key: str(value) for key, value in given.get("OPTIONS", {}).items() if key in SECRETS}
        name, host, port, user, password = (
            str(given.get(key) or "") for key in ("NAME", "HOST", "PORT", "USER", "PASSWORD")
        )
        return cls(name, host, port, user, password, options)

    def connect(self) -> psycopg.Connection[tuple[Any, ...]]:
        known = {"host": self.host, "port": self.port, "user": self.user, "password": self.password, **self.options}
        try:
            return psycopg.connect(dbname=self.name, **{key: value for key, value in known.items() if value})  # type: ignore[arg-type]
        except psycopg.OperationalError as error:
            raise Impossible(f"The database does not answer: {error}") from error

    def run(self, program: str, *arguments: str, major: int) -> None:
        """Run one of PostgreSQL's programs on it. The password goes by the environment, which others cannot see."""
        named = {"PGHOST": self.host, "PGPORT": self.port, "PGUSER": self.user, "PGPASSWORD": self.password}
        named |= {SECRETS[key]: value for key, value in self.options.items()}
        known = {key: value for key, value in named.items() if value}
        line = [str(found(program, major)), *arguments, "--dbname", self.name]
        done = subprocess.run(line, env={**os.environ, **known}, capture_output=True, text=True)
        if done.returncode:
            raise Impossible(f"{program} failed: {done.stderr.strip()}")


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
