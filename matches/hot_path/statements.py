"""Hand-written SQL for moves: building these statements with the ORM for every move costs more than running them.

They express only what the models do, and other code uses the models. Each row is returned as a model instance.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import connection, models
from django.db.models.base import ModelState

from engines.i18n import StoredMessage
from matches.models import Entry, Match, Presence, Submission
from matches.server_time import to_ms

ID_LIMIT = 1 << 63
MAX_ENTRY = (1 << 31) - 1
M = TypeVar("M", bound=models.Model)


def find_match(match_id: int, lock: str = "") -> Match | None:
    """Return the match, locked if `lock` says how (`FOR NO KEY UPDATE ...`); None if it does not exist or is skipped.

    Locks on matches are `FOR NO KEY UPDATE`: the check of a foreign key to a match, by a transaction that holds the
    match's twin, needn't wait for them. With `FOR UPDATE`, two twins that end at the same time deadlock.
    A process that stays idle while holding the lock loses it after MATCH_IDLE_MS, with its transaction.
    """
    if match_id >= ID_LIMIT:
        return None
    return next(iter(select_rows(Match, "WHERE id = %s", [match_id], lock)), None)


def find_matches(match_ids: Sequence[int], lock: str = "") -> list[Match]:
    """Return the matches that exist, locked as in `find_match`."""
    return select_rows(Match, f"WHERE id IN ({_build_placeholders(match_ids)})", [*match_ids], lock)


def list_waiting_submissions(match_ids: Sequence[int]) -> list[Submission]:
    """Return the waiting submissions of the matches, in order of arrival."""
    where = f"WHERE match_id IN ({_build_placeholders(match_ids)}) AND judged_at IS NULL ORDER BY received_at, id"
    return select_rows(Submission, where, [*match_ids])


def _build_placeholders(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


class LogLine(NamedTuple):
    """A log entry as streams send it: number, seat, text by reader, time in ms since 1970, hash and seal."""

    n: int
    by: int | None
    texts: Mapping[str, StoredMessage]
    at_ms: int
    hash: str
    sealed: str


class WatchedMatch(NamedTuple):
    """A match, the presence of its disconnected seats, and the end of its log."""

    match: Match
    gone: list[Presence]
    lines: list[LogLine]


def read_watched_matches(requests: Sequence[tuple[int, int]]) -> list[WatchedMatch | None]:
    """Return, for each (match, entry), the match with its log after that entry; None if it does not exist."""
    if connection.vendor != "postgresql":
        matches = [(Match.objects.filter(pk=match_id).first(), since) for match_id, since in requests]
        return [WatchedMatch(row, _list_disconnected(row), read_log(row.pk, since)) if row else None for row, since in matches]
    names, converters = _get_columns(Match, connection.vendor)
    results: list[WatchedMatch | None] = [None] * len(requests)
    with connection.cursor() as cursor:
        cursor.execute(_build_watched_select(), [[match_id for match_id, _ in requests], [since for _, since in requests]])
        records = cursor.fetchall()
    for index, *row in records:
        match = _build_instance(Match, names, _convert(row[: len(names)], converters))
        is_any_gone, log = row[len(names) :]
        log_lines = [LogLine(*line) for line in json.loads(log or "[]")]
        results[index] = WatchedMatch(match, _list_disconnected(match) if is_any_gone else [], log_lines)
    return results


def _list_disconnected(match: Match) -> list[Presence]:
    return list(Presence.objects.filter(match=match, gone_at__isnull=False).order_by("seat"))


def read_log(match_id: int, since: int, last: int = MAX_ENTRY) -> list[LogLine]:
    """Return the log after entry `since` up to entry `last`."""
    entries = Entry.objects.filter(match=match_id, n__gt=since, n__lte=last).order_by("n")
    rows = entries.values_list("n", "by", "texts", "at", "hash", "sealed")
    return [LogLine(n, by, texts, to_ms(at), entry_hash, seal) for n, by, texts, at, entry_hash, seal in rows]


# One JSON text per match, which takes a third of the time of one row per entry.
_AT_MS = 'floor(extract(epoch FROM e."at") * 1000)::bigint'
_LINES = f'json_agg(json_build_array(e."n", e."by", e."texts", {_AT_MS}, e."hash", e."sealed") ORDER BY e."n")::text'


@cache
def _build_watched_select() -> str:
    """Return the SQL that reads matches with their logs: a separate query for the log costs as much as the match."""
    gone = 'EXISTS(SELECT 1 FROM "matches_presence" p WHERE p."match_id" = m."id" AND p."gone_at" IS NOT NULL)'
    log = f'(SELECT {_LINES} FROM "matches_entry" e WHERE e."match_id" = m."id" AND e."n" > w.since)'  # noqa: S608
    columns = ", ".join([*(f'm."{field.column}"' for field in Match._meta.concrete_fields), gone, log])
    requests = "unnest(%s::bigint[], %s::bigint[]) WITH ORDINALITY AS w(match_id, since, place)"
    return f'SELECT w.place - 1, {columns} FROM {requests} JOIN "matches_match" m ON m."id" = w.match_id'  # noqa: S608


def store_submission(submission: Submission, player_id: int, statuses: Iterable[str], limit: int) -> bool:
    """Store a submission of the player's seat and set its seat and id: a whole transaction in one statement.

    Return False, storing nothing, unless the match has one of these statuses, the player has a seat, fewer than `limit`
    of its submissions wait, and the key is new. Holds the match's lock until it is stored.
    """
    if submission.match_id >= ID_LIMIT:
        return False
    sorted_statuses = sorted(statuses)
    statement, names = _build_submission_sql(len(sorted_statuses), connection.features.has_select_for_update)
    values = [_adapt(getattr(submission, name)) for name in names]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, submission.match_id, *sorted_statuses, player_id, limit])
        row = cursor.fetchone()
    if row is not None:
        submission.pk, submission.seat = row
    return row is not None


@cache
def _build_submission_sql(statuses: int, locks: bool) -> tuple[str, tuple[str, ...]]:
    names = tuple(name for name in _get_field_names(Submission) if name not in ("match_id", "seat"))
    columns = ", ".join(f'"{name}"' for name in ("match_id", "seat", *names))
    statement = f"""INSERT INTO "matches_submission" ({columns})
        SELECT m."id", s."number", {", ".join(["%s"] * len(names))}
        FROM (SELECT "id" FROM "matches_match" WHERE "id" = %s AND "status" IN ({", ".join(["%s"] * statuses)})
              {"FOR NO KEY UPDATE" if locks else ""}) m
        JOIN "matches_seat" s ON s."match_id" = m."id" AND s."player_id" = %s
        WHERE (SELECT count(*) FROM "matches_submission" w
               WHERE w."match_id" = m."id" AND w."seat" = s."number" AND w."judged_at" IS NULL) < %s
        ON CONFLICT DO NOTHING RETURNING "id", seat"""  # noqa: S608
    return statement, names


Change = tuple[models.Model, tuple[str, ...]]
"""A row and the names of its changed fields."""


def store(changes: Sequence[Change], fresh: Sequence[models.Model]) -> None:
    """Update rows and insert rows of one model, which get no ids; on PostgreSQL in one statement.

    Parts of that statement do not see each other's effects, so none may depend on another.
    """
    if connection.vendor != "postgresql":
        for row, names in changes:
            row.save(update_fields=names)
        for row in fresh:
            row.save(force_insert=True)
        return
    grouped: dict[tuple[type[models.Model], tuple[str, ...]], list[models.Model]] = {}
    for row, names in changes:
        grouped.setdefault((type(row), names), []).append(row)
    parts = [_build_update(model, names, _round_up(len(group))) for (model, names), group in grouped.items()]
    params = [_rows_to_json(group, ("id", *names)) for (_, names), group in grouped.items()]
    if fresh:
        model = type(fresh[0])
        parts.append(_build_insert(model, _round_up(len(fresh))))
        params.append(_rows_to_json(fresh, _get_field_names(model)))
    if parts:
        with connection.cursor() as cursor:
            cursor.execute(_combine(tuple(parts)), params)


def _rows_to_json(rows: Iterable[models.Model], names: tuple[str, ...]) -> str:
    """Return these fields of the rows as JSON."""
    return _json([{name: getattr(row, name) for name in names} for row in rows])


def _serialize_datetime(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"a row holds {type(value).__name__}, which is not written as JSON")


_json = json.JSONEncoder(separators=(",", ":"), default=_serialize_datetime).encode


def _round_up(count: int) -> int:
    """Return the smallest power of two that is not below `count`: few different statements can stay prepared."""
    return 1 << (count - 1).bit_length()


@cache
def _build_update(model: type[models.Model], names: tuple[str, ...], limit: int) -> str:
    changes = ", ".join(f'"{name}" = v."{name}"' for name in names)
    source = _build_rows_sql(model, ("id", *names), limit)
    return f'UPDATE "{model._meta.db_table}" t SET {changes} FROM {source} v WHERE t."id" = v."id"'  # noqa: S608


@cache
def _build_insert(model: type[models.Model], limit: int) -> str:
    names = _get_field_names(model)
    columns = ", ".join(f'"{name}"' for name in names)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT * FROM {_build_rows_sql(model, names, limit)} v'  # noqa: S608


def _build_rows_sql(model: type[models.Model], names: tuple[str, ...], limit: int) -> str:
    """Return SQL for rows passed as one JSON parameter, so that the statement is the same for any number of rows.

    The limit is never reached. It tells the planner that there are few rows; otherwise it would scan whole tables.
    """
    fields = {str(field.attname): field for field in model._meta.concrete_fields}
    columns = ", ".join(f'"{name}" {fields[name].db_type(connection)}' for name in names)
    return f"(SELECT * FROM jsonb_to_recordset(%s) AS r({columns}) LIMIT {limit})"  # noqa: S608


@cache
def _combine(parts: tuple[str, ...]) -> str:
    *others, last = parts
    named_parts = ", ".join(f"part{n} AS ({part})" for n, part in enumerate(others))
    return f"WITH {named_parts} {last}" if others else last


def select_rows(model: type[M], where: str, values: list[object], lock: str = "") -> list[M]:
    """Return the rows of a model that match an SQL condition. Never build `where` from user input."""
    if not connection.features.has_select_for_update:
        lock = ""
    names, converters = _get_columns(model, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(f"{_build_select(model, bool(lock))} {where} {lock}", [_adapt(value) for value in values])
        records = cursor.fetchall()
    return [_build_instance(model, names, _convert(row[: len(names)], converters)) for row in records]


def _build_instance(model: type[M], names: tuple[str, ...], values: Sequence[Any]) -> M:
    """Return the instance that `Model.from_db` would, but without signals and deferred fields."""
    instance = model.__new__(model)
    instance.__dict__.update(zip(names, values, strict=True))
    instance._state = ModelState()
    instance._state.adding, instance._state.db = False, connection.alias
    return instance


Converters = tuple[tuple[int, Any, tuple[Callable[..., Any], ...]], ...]
"""(index of a column, its expression, converters from the database's value to the field's)."""


@cache
def _get_columns(model: type[models.Model], vendor: str) -> tuple[tuple[str, ...], Converters]:
    fields: Any = model._meta.concrete_fields
    converted = []
    for index, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        converters = (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
        if converters:
            converted.append((index, column, converters))
    return tuple(field.attname for field in fields), tuple(converted)


def _convert(row: Sequence[Any], converters: Converters) -> list[Any]:
    values = list(row)
    for index, column, converter_chain in converters:
        for converter in converter_chain:
            values[index] = converter(values[index], column, connection)
    return values


@cache
def _build_select(model: type[models.Model], locked: bool) -> str:
    """Return the SELECT of a model; if `locked`, it also sets the idle limit of the transaction."""
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    limit = f", set_config('idle_in_transaction_session_timeout', '{int(settings.MATCH_IDLE_MS)}', true)" if locked else ""
    return f'SELECT {columns}{limit} FROM "{model._meta.db_table}"'  # noqa: S608


@cache
def _get_field_names(model: type[models.Model]) -> tuple[str, ...]:
    """Return the fields of a new row, whose names equal their columns."""
    return tuple(field.attname for field in model._meta.concrete_fields if not field.primary_key)


def _adapt(value: Any) -> Any:
    """Return the value as the database stores it; SQLite stores datetimes as text."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
