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

from engines.words import Stored
from matches.models import Entry, Match, Presence, Submission
from matches.moment import in_ms

LARGEST = 1 << 63
MOST_ENTRIES = (1 << 31) - 1
M = TypeVar("M", bound=models.Model)


def match_row(match_id: int, lock: str = "") -> Match | None:
    """Return the match, locked if `lock` says how (`FOR UPDATE ...`); None if it does not exist or is skipped.

    A process that stays idle while holding the lock loses it after MATCH_IDLE_MS, with its transaction.
    """
    if match_id >= LARGEST:
        return None
    return next(iter(rows(Match, "WHERE id = %s", [match_id], lock)), None)


def match_rows(match_ids: Sequence[int], lock: str = "") -> list[Match]:
    """Return the matches that exist, locked as in `match_row`."""
    return rows(Match, f"WHERE id IN ({_marks(match_ids)})", [*match_ids], lock)


def waiting_rows(match_ids: Sequence[int]) -> list[Submission]:
    """Return the waiting submissions of the matches, in order of arrival."""
    where = f"WHERE match_id IN ({_marks(match_ids)}) AND judged_at IS NULL ORDER BY received_at, id"
    return rows(Submission, where, [*match_ids])


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


class Line(NamedTuple):
    """A log entry as streams send it: number, seat, text by reader, time in ms since 1970, hash and seal."""

    n: int
    by: int | None
    texts: Mapping[str, Stored]
    at_ms: int
    hash: str
    sealed: str


class Watched(NamedTuple):
    """A match, the presence of its disconnected seats, and the end of its log."""

    match: Match
    gone: list[Presence]
    lines: list[Line]


def watched_rows(asked: Sequence[tuple[int, int]]) -> list[Watched | None]:
    """Return, for each (match, entry), the match with its log after that entry; None if it does not exist."""
    if connection.vendor != "postgresql":
        matches = [(Match.objects.filter(pk=match_id).first(), since) for match_id, since in asked]
        return [Watched(row, _absent(row), lines_of(row.pk, since)) if row else None for row, since in matches]
    names, converters = _columns(Match, connection.vendor)
    found: list[Watched | None] = [None] * len(asked)
    with connection.cursor() as cursor:
        cursor.execute(_select_watched(), [[match_id for match_id, _ in asked], [since for _, since in asked]])
        read = cursor.fetchall()
    for place, *row in read:
        match = _made(Match, names, _converted(row[: len(names)], converters))
        gone, told = row[len(names) :]
        lines = [Line(*line) for line in json.loads(told or "[]")]
        found[place] = Watched(match, _absent(match) if gone else [], lines)
    return found


def _absent(match: Match) -> list[Presence]:
    return list(Presence.objects.filter(match=match, gone_at__isnull=False).order_by("seat"))


def lines_of(match_id: int, since: int, last: int = MOST_ENTRIES) -> list[Line]:
    """Return the log after entry `since` up to entry `last`."""
    entries = Entry.objects.filter(match=match_id, n__gt=since, n__lte=last).order_by("n")
    rows = entries.values_list("n", "by", "texts", "at", "hash", "sealed")
    return [Line(n, by, texts, in_ms(at), entry_hash, seal) for n, by, texts, at, entry_hash, seal in rows]


# One JSON text per match, which takes a third of the time of one row per entry.
_AT_MS = 'floor(extract(epoch FROM e."at") * 1000)::bigint'
_LINES = f'json_agg(json_build_array(e."n", e."by", e."texts", {_AT_MS}, e."hash", e."sealed") ORDER BY e."n")::text'


@cache
def _select_watched() -> str:
    """Return the SQL that reads matches with their logs: a separate query for the log costs as much as the match."""
    gone = 'EXISTS(SELECT 1 FROM "matches_presence" p WHERE p."match_id" = m."id" AND p."gone_at" IS NOT NULL)'
    told = f'(SELECT {_LINES} FROM "matches_entry" e WHERE e."match_id" = m."id" AND e."n" > w.since)'  # noqa: S608
    columns = ", ".join([*(f'm."{field.column}"' for field in Match._meta.concrete_fields), gone, told])
    which = "unnest(%s::bigint[], %s::bigint[]) WITH ORDINALITY AS w(match_id, since, place)"
    return f'SELECT w.place - 1, {columns} FROM {which} JOIN "matches_match" m ON m."id" = w.match_id'  # noqa: S608


def take_in(sent: Submission, player_id: int, statuses: Iterable[str], most: int) -> bool:
    """Store a submission of the player's seat and set its seat and id: a whole transaction in one statement.

    Return False, storing nothing, unless the match has one of these statuses, the player has a seat, fewer than `most`
    of its submissions wait, and the key is new. Holds the match's lock until it is stored.
    """
    if sent.match_id >= LARGEST:
        return False
    heard = sorted(statuses)
    statement, names = _take_in(len(heard), connection.features.has_select_for_update)
    values = [_adapted(getattr(sent, name)) for name in names]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, sent.match_id, *heard, player_id, most])
        found = cursor.fetchone()
    if found is not None:
        sent.pk, sent.seat = found
    return found is not None


@cache
def _take_in(statuses: int, locks: bool) -> tuple[str, tuple[str, ...]]:
    names = tuple(name for name in _names(Submission) if name not in ("match_id", "seat"))
    told = ", ".join(f'"{name}"' for name in ("match_id", "seat", *names))
    statement = f"""INSERT INTO "matches_submission" ({told})
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
    alike: dict[tuple[type[models.Model], tuple[str, ...]], list[models.Model]] = {}
    for row, names in changes:
        alike.setdefault((type(row), names), []).append(row)
    parts = [_update_all(model, names, _rounded(len(some))) for (model, names), some in alike.items()]
    told = [_listed(some, ("id", *names)) for (_, names), some in alike.items()]
    if fresh:
        model = type(fresh[0])
        parts.append(_insert_all(model, _rounded(len(fresh))))
        told.append(_listed(fresh, _names(model)))
    if parts:
        with connection.cursor() as cursor:
            cursor.execute(_at_once(tuple(parts)), told)


def _listed(some: Iterable[models.Model], names: tuple[str, ...]) -> str:
    """Return these fields of the rows as JSON."""
    return _json([{name: getattr(row, name) for name in names} for row in some])


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"a row holds {type(value).__name__}, which is not written as JSON")


_json = json.JSONEncoder(separators=(",", ":"), default=_moment).encode


def _rounded(count: int) -> int:
    """Return the smallest power of two that is not below `count`: few different statements can stay prepared."""
    return 1 << (count - 1).bit_length()


@cache
def _update_all(model: type[models.Model], names: tuple[str, ...], most: int) -> str:
    changes = ", ".join(f'"{name}" = v."{name}"' for name in names)
    given = _given(model, ("id", *names), most)
    return f'UPDATE "{model._meta.db_table}" t SET {changes} FROM {given} v WHERE t."id" = v."id"'  # noqa: S608


@cache
def _insert_all(model: type[models.Model], most: int) -> str:
    names = _names(model)
    columns = ", ".join(f'"{name}"' for name in names)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT * FROM {_given(model, names, most)} v'  # noqa: S608


def _given(model: type[models.Model], names: tuple[str, ...], most: int) -> str:
    """Return SQL for rows passed as one JSON parameter, so that the statement is the same for any number of rows.

    The limit is never reached. It tells the planner that there are few rows; otherwise it would scan whole tables.
    """
    fields = {str(field.attname): field for field in model._meta.concrete_fields}
    columns = ", ".join(f'"{name}" {fields[name].db_type(connection)}' for name in names)
    return f"(SELECT * FROM jsonb_to_recordset(%s) AS r({columns}) LIMIT {most})"  # noqa: S608


@cache
def _at_once(parts: tuple[str, ...]) -> str:
    *others, last = parts
    named = ", ".join(f"part{n} AS ({part})" for n, part in enumerate(others))
    return f"WITH {named} {last}" if others else last


def rows(model: type[M], where: str, values: list[object], lock: str = "") -> list[M]:
    """Return the rows of a model that match an SQL condition. Never build `where` from user input."""
    if not connection.features.has_select_for_update:
        lock = ""
    names, converters = _columns(model, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(f"{_select(model, bool(lock))} {where} {lock}", [_adapted(value) for value in values])
        found = cursor.fetchall()
    return [_made(model, names, _converted(row[: len(names)], converters)) for row in found]


def _made(model: type[M], names: tuple[str, ...], values: Sequence[Any]) -> M:
    """Return the instance that `Model.from_db` would, but without signals and deferred fields."""
    made = model.__new__(model)
    made.__dict__.update(zip(names, values, strict=True))
    made._state = ModelState()
    made._state.adding, made._state.db = False, connection.alias
    return made


Converters = tuple[tuple[int, Any, tuple[Callable[..., Any], ...]], ...]
"""(index of a column, its expression, converters from the database's value to the field's)."""


@cache
def _columns(model: type[models.Model], vendor: str) -> tuple[tuple[str, ...], Converters]:
    fields: Any = model._meta.concrete_fields
    found = []
    for place, field in enumerate(fields):
        column = field.get_col(model._meta.db_table)
        converters = (*connection.ops.get_db_converters(column), *column.get_db_converters(connection))
        if converters:
            found.append((place, column, converters))
    return tuple(field.attname for field in fields), tuple(found)


def _converted(row: Sequence[Any], converters: Converters) -> list[Any]:
    values = list(row)
    for place, column, steps in converters:
        for step in steps:
            values[place] = step(values[place], column, connection)
    return values


@cache
def _select(model: type[models.Model], locked: bool) -> str:
    """Return the SELECT of a model; if `locked`, it also sets the idle limit of the transaction."""
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    limit = (
        f", set_config('idle_in_transaction_session_timeout', '{int(settings.MATCH_IDLE_MS)}', true)" if locked else ""
    )
    return f'SELECT {columns}{limit} FROM "{model._meta.db_table}"'  # noqa: S608


@cache
def _names(model: type[models.Model]) -> tuple[str, ...]:
    """Return the fields of a new row, whose names equal their columns."""
    return tuple(field.attname for field in model._meta.concrete_fields if not field.primary_key)


def _adapted(value: Any) -> Any:
    """Return the value as the database stores it; SQLite stores datetimes as text."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
