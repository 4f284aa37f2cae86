"""The statements of a move's way, written out: building them anew for every move costs more than running them.

They say nothing that the models do not; everything off that way uses the models. Each row comes back as its model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import connection, models
from django.db.models.base import ModelState

from engines.words import Stored
from matches.auth_state import AuthState
from matches.models import Entry, Match, Presence, Submission
from matches.moment import in_ms

LARGEST = 1 << 63
MOST_ENTRIES = (1 << 31) - 1
M = TypeVar("M", bound=models.Model)


def match_row(match_id: int, lock: str = "") -> Match | None:
    """The match, locked if `lock` says how (`FOR UPDATE ...`); None if there is none, or it is skipped as locked.

    A process that is stopped while it holds the lock loses it after MATCH_IDLE_MS, and its transaction with it.
    """
    if match_id >= LARGEST:
        return None
    return next(iter(rows(Match, "WHERE id = %s", [match_id], lock)), None)


def match_rows(match_ids: Sequence[int], lock: str = "") -> list[Match]:
    """Those of the matches that there are, locked as `match_row` locks one."""
    return list(rows_of(Match, match_ids, lock).values())


def rows_of(model: type[M], ids: Sequence[int], lock: str = "") -> dict[int | None, M]:
    """Those of the rows that there are, by id, locked as `match_row` locks one."""
    return {row.pk: row for row in rows(model, f"WHERE id IN ({_marks(ids)})", [*ids], lock)} if ids else {}


def waiting_rows(match_ids: Sequence[int]) -> list[Submission]:
    """The unjudged submissions of matches, in order of arrival."""
    where = f"WHERE match_id IN ({_marks(match_ids)}) AND judged_at IS NULL ORDER BY received_at, id"
    return rows(Submission, where, [*match_ids])


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


def rows_of_seat(match_id: int, seat: int, key: str) -> list[Submission]:
    """A seat's unjudged submissions, and the one that bears the key."""
    where = "WHERE match_id = %s AND seat = %s AND (judged_at IS NULL OR key = %s)"
    return rows(Submission, where, [match_id, seat, key])


def entry_rows(match_id: int, since: int, last: int) -> list[Entry]:
    """The log from after entry `since` to entry `last`."""
    return rows(Entry, "WHERE match_id = %s AND n > %s AND n <= %s ORDER BY n", [match_id, since, last])


class Line(NamedTuple):
    """What streams tell of an entry: number, seat, the text for each reader, the moment in ms, hash and seal."""

    n: int
    by: int | None
    texts: Mapping[str, Stored]
    at_ms: int
    hash: str
    sealed: str


class Watched(NamedTuple):
    """A match, those of its seats whose players have gone (hardly ever any), and the end of its log."""

    match: Match
    gone: list[Presence]
    lines: list[Line]


def watched_rows(asked: Sequence[tuple[int, int]]) -> list[Watched | None]:
    """For each match and entry: the match, with its log after that entry; None where there is no such match."""
    names, converters = _columns(Match, connection.vendor)
    together = connection.vendor == "postgresql"
    found: list[Watched | None] = [None] * len(asked)
    for place, *row in _read_watched(asked) if together else _read_each(asked):
        match = _made(Match, names, _converted(row[: len(names)], converters))
        gone, *told = row[len(names) :]
        since = asked[place][1]
        lines = [Line(*line) for line in json.loads(told[0] or "[]")] if together else lines_of(match.pk, since)
        found[place] = Watched(match, absent_rows(match.pk) if gone else [], lines)
    return found


def _read_watched(asked: Sequence[tuple[int, int]]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(_select_watched(True), [[match_id for match_id, _ in asked], [since for _, since in asked]])
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def _read_each(asked: Sequence[tuple[int, int]]) -> list[tuple[Any, ...]]:
    found = []
    with connection.cursor() as cursor:
        for place, (match_id, _) in enumerate(asked):
            cursor.execute(_select_watched(False), [match_id])
            found += [(place, *row) for row in cursor.fetchall()]
    return found


def lines_of(match_id: int, since: int, last: int = MOST_ENTRIES) -> list[Line]:
    """What is told of the log from after entry `since` to entry `last`."""
    if connection.vendor != "postgresql":
        return [Line(e.n, e.by, e.texts, in_ms(e.at), e.hash, e.sealed) for e in entry_rows(match_id, since, last)]
    with connection.cursor() as cursor:
        where = 'WHERE e."match_id" = %s AND e."n" > %s AND e."n" <= %s'
        cursor.execute(f"SELECT {_LINES} FROM matches_entry e {where}", [match_id, since, last])  # noqa: S608
        return [Line(*line) for line in json.loads(cursor.fetchone()[0] or "[]")]


# As one text, which the database makes in a third of the time that as many rows take here.
AT_MS = 'floor(extract(epoch FROM e."at") * 1000)::bigint'
_LINES = f'json_agg(json_build_array(e."n", e."by", e."texts", {AT_MS}, e."hash", e."sealed") ORDER BY e."n")::text'


@cache
def _select_watched(together: bool) -> str:
    """With the log in the same row: by itself it would cost as much as the match."""
    gone = 'EXISTS(SELECT 1 FROM "matches_presence" p WHERE p."match_id" = m."id" AND p."gone_at" IS NOT NULL)'
    columns = ", ".join([*(f'm."{field.column}"' for field in Match._meta.concrete_fields), gone])
    if not together:
        return f'SELECT {columns} FROM "matches_match" m WHERE m."id" = %s'  # noqa: S608
    told = f'(SELECT {_LINES} FROM "matches_entry" e WHERE e."match_id" = m."id" AND e."n" > w.since)'  # noqa: S608
    which = "unnest(%s::bigint[], %s::bigint[]) WITH ORDINALITY AS w(match_id, since, place)"
    return f'SELECT w.place - 1, {columns}, {told} FROM {which} JOIN "matches_match" m ON m."id" = w.match_id'  # noqa: S608


def absent_rows(match_id: int) -> list[Presence]:
    """Of the seats of a match, those whose players have gone."""
    return rows(Presence, "WHERE match_id = %s AND gone_at IS NOT NULL ORDER BY seat", [match_id])


def take_in(sent: Submission, who: int | AuthState, statuses: Iterable[str], most: int) -> bool:
    """Store a submission of the player's seat, and give it seat and id: all of a transaction in one statement.

    False, and nothing is stored, unless the match is in one of these statuses, the player has a seat at it, fewer than
    `most` of that seat's submissions wait, their key is new, and the condition of an `AuthState` holds. It holds the
    match's lock until it is stored.
    """
    if sent.match_id >= LARGEST:
        return False
    heard = sorted(statuses)
    player_id, condition, proofs = (
        (who.player_id, who.condition, who.values) if isinstance(who, AuthState) else (who, "", ())
    )
    statement, names = _take_in(len(heard), connection.features.has_select_for_update, condition)
    values = [_value(sent, name) for name in names]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, sent.match_id, *heard, player_id, most, *map(_adapted, proofs)])
        found = cursor.fetchone()
    if found is not None:
        sent.pk, sent.seat = found
    return found is not None


@cache
def _take_in(statuses: int, locks: bool, condition: str = "") -> tuple[str, tuple[str, ...]]:
    _, columns = _insert(Submission)
    names = tuple(name for name in columns if name not in ("match_id", "seat"))
    told = ", ".join(f'"{name}"' for name in ("match_id", "seat", *names))
    statement = f"""INSERT INTO "matches_submission" ({told})
        SELECT m."id", s."number", {", ".join(["%s"] * len(names))}
        FROM (SELECT "id" FROM "matches_match" WHERE "id" = %s AND "status" IN ({", ".join(["%s"] * statuses)})
              {"FOR NO KEY UPDATE" if locks else ""}) m
        JOIN "matches_seat" s ON s."match_id" = m."id" AND s."player_id" = %s
        WHERE (SELECT count(*) FROM "matches_submission" w
               WHERE w."match_id" = m."id" AND w."seat" = s."number" AND w."judged_at" IS NULL) < %s
        {f"AND {condition}" if condition else ""}
        ON CONFLICT DO NOTHING RETURNING "id", seat"""  # noqa: S608
    return statement, names


def insert(fresh: Iterable[models.Model]) -> None:
    """Store new rows of one model and give them their ids."""
    for row in fresh:
        statement, names = _insert(type(row))
        with connection.cursor() as cursor:
            cursor.execute(f"{statement} RETURNING id", _values(row, names))
            row.pk = cursor.fetchone()[0]


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Store these fields of a row."""
    update_where(row, names, "WHERE id = %s", [row.pk])


def update_where(told: models.Model, names: tuple[str, ...], where: str, values: list[Any]) -> int:
    """Store these fields of `told` in all rows that a written-out condition finds; return how many."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_update(type(told), names)} {where}", [*_values(told, names), *values])
        return int(cursor.rowcount)


def delete(model: type[models.Model], where: str, values: list[Any]) -> None:
    """Delete the rows that a written-out condition finds, of a model that no other one points to."""
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{model._meta.db_table}" {where}', values)  # noqa: S608


Change = tuple[models.Model, tuple[str, ...]]
"""A row, and the fields of it that have changed."""


def store(changes: Sequence[Change], fresh: Sequence[models.Model]) -> None:
    """Store changes of different rows, and new rows of one model, which get no ids: in one statement where that can be.

    There no part of it sees what the others do, so none may depend on another one.
    """
    if connection.vendor != "postgresql":
        for row, names in changes:
            update(row, names)
        insert(fresh)
        return
    alike: dict[tuple[type[models.Model], tuple[str, ...]], list[models.Model]] = {}
    for row, names in changes:
        alike.setdefault((type(row), names), []).append(row)
    parts = [_update_all(model, names, _rounded(len(some))) for (model, names), some in alike.items()]
    told = [_listed(some, ("id", *names)) for (_, names), some in alike.items()]
    if fresh:
        model = type(fresh[0])
        parts.append(_insert_all(model, _rounded(len(fresh))))
        told.append(_listed(fresh, _insert(model)[1]))
    if parts:
        with connection.cursor() as cursor:
            cursor.execute(_at_once(tuple(parts)), told)


def _listed(some: Iterable[models.Model], names: tuple[str, ...]) -> str:
    """These fields of rows as JSON."""
    return _json([{name: getattr(row, name) for name in names} for row in some])


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"a row holds {type(value).__name__}, which is not written as JSON")


_json = json.JSONEncoder(separators=(",", ":"), default=_moment).encode


def _rounded(count: int) -> int:
    """A power of two that is no less: few different statements, so that they stay prepared."""
    return 1 << (count - 1).bit_length()


@cache
def _update_all(model: type[models.Model], names: tuple[str, ...], most: int) -> str:
    changes = ", ".join(f'"{_column(model, name)}" = v."{name}"' for name in names)
    given = _given(model, ("id", *names), most)
    return f'UPDATE "{model._meta.db_table}" t SET {changes} FROM {given} v WHERE t."id" = v."id"'  # noqa: S608


@cache
def _insert_all(model: type[models.Model], most: int) -> str:
    _, names = _insert(model)
    columns = ", ".join(f'"{_column(model, name)}"' for name in names)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT * FROM {_given(model, names, most)} v'  # noqa: S608


def _given(model: type[models.Model], names: tuple[str, ...], most: int) -> str:
    """Rows that come as one value: so a statement has few of them, and is the same for one row as for many.

    The limit is never reached. It tells the planner how few they are; else it would read whole tables for them.
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
    """The rows of a model that a written-out condition finds. Never build `where` from what people send."""
    if not connection.features.has_select_for_update:
        lock = ""
    names, converters = _columns(model, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(f"{_select(model, bool(lock))} {where} {lock}", [_adapted(value) for value in values])
        found = cursor.fetchall()
    return [_made(model, names, _converted(row[: len(names)], converters)) for row in found]


def _made(model: type[M], names: tuple[str, ...], values: Sequence[Any]) -> M:
    """What `Model.from_db` makes of a whole row, without its signals and its look at every field."""
    made = model.__new__(model)
    made.__dict__.update(zip(names, values, strict=True))
    made._state = ModelState()
    made._state.adding, made._state.db = False, connection.alias
    return made


Converter = Callable[..., Any]
Converters = tuple[tuple[int, Any, tuple[Converter, ...]], ...]
"""Place of a column, the column, and what makes a field's value of what the database gave."""


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
    """A row that is locked sets the limit for its transaction on the way: that takes no statement of its own."""
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    limit = (
        f", set_config('idle_in_transaction_session_timeout', '{int(settings.MATCH_IDLE_MS)}', true)" if locked else ""
    )
    return f'SELECT {columns}{limit} FROM "{model._meta.db_table}"'  # noqa: S608


@cache
def _insert(model: type[models.Model]) -> tuple[str, tuple[str, ...]]:
    names = tuple(field.attname for field in model._meta.concrete_fields if not field.primary_key)
    columns = ", ".join(f'"{_column(model, name)}"' for name in names)
    marks = ", ".join(["%s"] * len(names))
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({marks})', names  # noqa: S608


@cache
def _update(model: type[models.Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f'"{_column(model, name)}" = %s' for name in names)
    return f'UPDATE "{model._meta.db_table}" SET {changes}'  # noqa: S608


def _column(model: type[models.Model], name: str) -> str:
    return next(str(f.column) for f in model._meta.concrete_fields if name in (f.name, f.attname))


def _values(row: models.Model, names: Iterable[str]) -> list[Any]:
    return [_value(row, name) for name in names]


def _value(row: models.Model, name: str) -> Any:
    value = getattr(row, name)
    if isinstance(value, dict | list):
        return json.dumps(value)
    return _adapted(value) if isinstance(value, datetime) else value


def _adapted(value: Any) -> Any:
    """SQLite keeps moments as text."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
