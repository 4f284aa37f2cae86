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

from matches.models import Entry, Match, Presence, Submission
from matches.moment import in_ms
from matches.standing import Standing

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


def waiting_rows(match_id: int) -> list[Submission]:
    """The unjudged submissions of a match, in order of arrival."""
    return rows(Submission, "WHERE match_id = %s AND judged_at IS NULL ORDER BY received_at, id", [match_id])


def rows_of_seat(match_id: int, seat: int, key: str) -> list[Submission]:
    """A seat's unjudged submissions, and the one that bears the key."""
    where = "WHERE match_id = %s AND seat = %s AND (judged_at IS NULL OR key = %s)"
    return rows(Submission, where, [match_id, seat, key])


def entry_rows(match_id: int, since: int, last: int) -> list[Entry]:
    """The log from after entry `since` to entry `last`."""
    return rows(Entry, "WHERE match_id = %s AND n > %s AND n <= %s ORDER BY n", [match_id, since, last])


class Line(NamedTuple):
    """What streams tell of an entry: its number, its seat, the text for each reader, and its moment in ms."""

    n: int
    by: int | None
    texts: Mapping[str, str]
    at_ms: int


def watched_row(match_id: int, since: int) -> tuple[Match | None, list[Presence], list[Line]]:
    """The match, those of its seats whose players have gone (hardly ever any), and its log after entry `since`."""
    names, converters = _columns(Match, connection.vendor)
    together = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute(_select_watched(together), [since, match_id] if together else [match_id])
        found = cursor.fetchone()
    if found is None:
        return None, [], []
    match = _made(Match, names, _converted(found[: len(names)], converters))
    gone, *told = found[len(names) :]
    lines = [Line(*line) for line in json.loads(told[0] or "[]")] if together else lines_of(match_id, since)
    return match, absent_rows(match_id) if gone else [], lines


def lines_of(match_id: int, since: int) -> list[Line]:
    """The log after entry `since`."""
    return [Line(e.n, e.by, e.texts, in_ms(e.at)) for e in entry_rows(match_id, since, MOST_ENTRIES)]


@cache
def _select_watched(together: bool) -> str:
    """With the log in the same row: by itself it would cost as much as the match."""
    gone = 'EXISTS(SELECT 1 FROM "matches_presence" p WHERE p."match_id" = m."id" AND p."gone_at" IS NOT NULL)'
    columns = ", ".join(f'm."{field.column}"' for field in Match._meta.concrete_fields)
    at = 'round(extract(epoch FROM e."at") * 1000)::bigint'
    told = f"""(SELECT json_agg(json_build_array(e."n", e."by", e."texts", {at}) ORDER BY e."n")::text
        FROM "matches_entry" e WHERE e."match_id" = m."id" AND e."n" > %s)"""  # noqa: S608
    what = ", ".join([columns, gone, *([told] if together else [])])
    return f'SELECT {what} FROM "matches_match" m WHERE m."id" = %s'  # noqa: S608


def absent_rows(match_id: int) -> list[Presence]:
    """Of the seats of a match, those whose players have gone."""
    return rows(Presence, "WHERE match_id = %s AND gone_at IS NOT NULL ORDER BY seat", [match_id])


def take_in(sent: Submission, who: int | Standing, statuses: Iterable[str], most: int) -> bool:
    """Store a submission of the player's seat, and give it seat and id: all of a transaction in one statement.

    False, and nothing is stored, unless the match is in one of these statuses, the player has a seat at it, fewer than
    `most` of that seat's submissions wait, their key is new, and a `Standing` stands. It holds the match's lock until
    it is stored.
    """
    if sent.match_id >= LARGEST:
        return False
    heard = sorted(statuses)
    player_id, condition, proofs = (
        (who.player_id, who.condition, who.values) if isinstance(who, Standing) else (who, "", ())
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
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), names), [*_values(row, names), row.pk])


Change = tuple[models.Model, tuple[str, ...]]
"""A row, and the fields of it that have changed."""


def store(changes: Sequence[Change], fresh: Sequence[models.Model]) -> None:
    """Store changes of different rows, and new rows of one model, which get no ids: in one statement where that can be.

    There no part of it sees what the others do, so none may depend on another one.
    """
    parts = [(_update(type(row), names), [*_values(row, names), row.pk]) for row, names in changes]
    parts += [(statement, _values(row, names)) for row in fresh for statement, names in (_insert(type(row)),)]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            statement = _at_once(tuple(part for part, _ in parts))
            cursor.execute(statement, [value for _, values in parts for value in values])
            return
        for part, values in parts:
            cursor.execute(part, values)


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
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE id = %s'  # noqa: S608


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
