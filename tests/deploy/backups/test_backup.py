"""A backup is restored into an empty database, and every table is what it was; what cannot be is said in words."""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import environ
import pytest
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from deploy.backups import dumps
from deploy.backups.database import BackupError, Database
from deploy.backups.dumps import MIN_KEPT, Manifest, count_pending_migrations, dump, find_differences, prune, restore
from matches.models import Match
from tests.factories import PlayerFactory, match
from tests.services import databases, postgres

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
KNOWN = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> Database:
    """The database of the tests, with the programs of the server that they started."""
    monkeypatch.setenv("PG_BIN", str(postgres._programs()))
    return Database.of(settings.DATABASES["default"])


@pytest.fixture
def empty(ours: Database) -> Iterator[Database]:
    with databases.beside("restored", template="template0") as url:
        yield Database({**ours.parameters, "dbname": url.rpartition("/")[2]})


def rows(place: Database) -> dict[str, list[bytes]]:
    """Every row of every table as PostgreSQL copies it out, in order: another way to look than the backup's own."""
    found = {}
    with place.connect() as there:
        names = there.execute("SELECT relname FROM pg_stat_user_tables").fetchall()
        for (name,) in names:
            with there.cursor().copy(f'COPY public."{name}" TO STDOUT') as copy:  # type: ignore[arg-type]
                found[name] = sorted(bytes(line) for line in copy)
    return found


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_was_dumped_is_restored_table_by_table(ours: Database, empty: Database, tmp_path: Path) -> None:
    made = match(PlayerFactory(username="zoë\t'x"), at=AT)
    with ours.connect() as upgraded:  # from a release with an app that has gone since
        upgraded.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('retired', '0001_initial', now())")
    path = dump(ours, tmp_path, AT)
    before = rows(ours)
    with ours.connect() as upgraded:
        upgraded.execute("DELETE FROM django_migrations WHERE app = 'retired'")
    assert path.stat().st_mode & 0o077 == 0
    assert len(before["matches_match"]) == 1
    assert Manifest.beside(path).extensions == ["pg_trgm"]

    paper = restore(empty, path, KNOWN)
    assert rows(empty) == before
    assert paper.tables["matches_match"].rows == 1
    assert count_pending_migrations(empty, KNOWN | {"league.9999_newer"}) == 1

    with empty.connect() as there:  # what happens afterwards is seen, and new rows get new numbers
        index = there.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'league_player_names'").fetchone()
        assert "gin_trgm_ops" in str(index), "indexes are restored with what they are made of"
        there.execute('UPDATE matches_match SET title = \'{"id": "x"}\'')
        there.execute("DELETE FROM matches_seat WHERE number = 1")
        new = there.execute("SELECT nextval('matches_match_id_seq')").fetchone()
    assert new[0] > made.pk
    told = list(find_differences(empty, paper))
    assert "matches_match: 1 rows dumped, 1 restored, but with other content" in told
    assert "matches_seat: 2 rows dumped, 1 restored" in told

    with pytest.raises(BackupError, match="is not empty"):
        restore(empty, path, KNOWN)
    with pytest.raises(BackupError, match="newer version"):
        restore(empty, path, KNOWN - {"matches.0001_initial"})
    assert Match.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_server_that_lacks_them_is_said_and_nothing_is_restored(ours: Database, empty: Database, tmp_path: Path) -> None:
    there = Database({**ours.parameters, "options": "-c application_name=mine", "sslmode": "prefer"})
    with there.connect() as server:
        assert server.execute("SHOW application_name").fetchone() == ("mine",), "options hold for the connection and the dump"
    path = dump(there, tmp_path, AT)
    paper = path.with_suffix(".json")
    paper.write_text(paper.read_text().replace('"pg_trgm"', '"pg_of_another"'))
    with pytest.raises(BackupError, match="needs PostgreSQL's extension pg_of_another"):
        restore(empty, path, KNOWN)
    with empty.connect() as there:
        assert there.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def written(folder: Path, at: datetime = AT) -> Path:
    """A dump as it lies in a folder; what is in it nobody asks."""
    path = folder / f"league-zero-{at:%Y%m%dT%H%M%S}Z.dump"
    path.write_bytes(b"dump")
    told = {"format": 1, "made_at": "", "server": 18, "sha256": dumps.compute_sha256(path), "migrations": []}
    path.with_suffix(".json").write_text(json.dumps({**told, "sequences": {}, "tables": {}}))
    return path


def test_a_damaged_dump_and_one_without_its_paper_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert Manifest.beside(path).server == 18
    path.write_bytes(b"damp")
    with pytest.raises(BackupError, match="is damaged"):
        Manifest.beside(path)
    path.with_suffix(".json").unlink()
    with pytest.raises(BackupError, match="can't be read"):
        Manifest.beside(path)


def test_old_backups_go_but_never_the_newest_and_nothing_else(tmp_path: Path) -> None:
    made = [written(tmp_path, AT - timedelta(days=day)) for day in (100, 90, 80, 70)]
    other = tmp_path / "notes.dump"
    other.touch()
    assert prune(tmp_path, AT, timedelta(days=30)) == made[:1]
    assert len(made[1:]) == MIN_KEPT
    assert not made[0].with_suffix(".json").exists()
    assert other.exists()
    assert prune(tmp_path, AT, timedelta(days=30)) == []


def test_a_program_too_old_or_missing_is_said_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(BackupError, match="apt install postgresql-client-99") as told:
        Database({"dbname": "x"}).run("pg_dump", major=99)
    assert f"{old} is 9" in str(told.value)


def test_other_databases_missing_folders_and_secrets_that_only_a_command_line_could_tell_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="must name a PostgreSQL"):
        Database.of({"ENGINE": "django.db.backends.sqlite3", "NAME": "x"})
    with pytest.raises(BackupError, match="not a writable folder"):
        dump(Database({"dbname": "x"}), tmp_path / "nowhere", AT)
    with pytest.raises(BackupError, match="sslpassword"):
        Database({"dbname": "x", "sslpassword": "secret"}).run("pg_dump", major=17)
    place = Database.of({**connection.settings_dict, "ENGINE": "postgresql", "NAME": "x", "PASSWORD": "secret"})
    assert "secret" not in repr(place)
    assert os.environ.get("PGPASSWORD") is None
    assert Database.of(environ.Env.db_url_config("postgres:///?service=lz")).parameters == {"service": "lz"}


URL = (
    "postgres://ada:pa%20ss@db.example:6432/league?sslmode=verify-full&sslrootcert=/etc/ca.pem&service=lz"
    "&options=-c%20statement_timeout%3D5&connect_timeout=3&target_session_attrs=read-write&keepalives=1"
)


def test_every_option_of_the_url_reaches_the_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "pg_dump"
    program.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (x) 17.0" && exit\n(env; echo "$@") > {tmp_path}/told\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    Database.of(environ.Env.db_url_config(URL)).run("pg_dump", major=17)
    told = (tmp_path / "told").read_text()
    for line in (
        "PGHOST=db.example", "PGPORT=6432", "PGUSER=ada", "PGPASSWORD=pa ss", "PGSSLMODE=verify-full",
        "PGSSLROOTCERT=/etc/ca.pem", "PGSERVICE=lz", "PGOPTIONS=-c statement_timeout=5", "PGCONNECT_TIMEOUT=3",
        "PGTARGETSESSIONATTRS=read-write",
    ):  # fmt: skip
        assert line in told.splitlines()
    assert "keepalives=1" in told.splitlines()[-1]
    assert "dbname=league" in told.splitlines()[-1]
    assert "pa ss" not in told.splitlines()[-1]
