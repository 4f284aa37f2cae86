"""The export of a player's data as a ZIP of JSON files."""

import io
import json
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils.formats import date_format

from engines.i18n import translate as _
from league.account.export_parts import MAX_RECORDS, PARTS, Part, list_records
from league.people.actions.second_factor import verify_owner
from league.people.known_browsers import NO_SOURCE, Source
from league.people.models import Player
from matches.errors import ActionError

EXPORT_INTERVAL = timedelta(minutes=10)
MAX_ROWS = 20_000
"""Most rows per file, the newest; the README names truncated files."""
MAX_MEMORY_BYTES = 1 << 20


def export_account(
    *, player_id: int, password: str = "", code: str = "", at: datetime, source: Source = NO_SOURCE
) -> IO[bytes]:
    """Return a file with the ZIP, rewound. At most once in ten minutes.

    It is written row by row, so that only one row is in memory. Raises ActionError: those of `verify_owner`, too-many.
    """
    verify_owner(player_id=player_id, password=password, code=code, source=source)
    is_due = Q(exported_at=None) | Q(exported_at__lte=at - EXPORT_INTERVAL)
    if not Player.objects.filter(is_due, pk=player_id).update(exported_at=at):
        raise ActionError("too-many", _("You have just exported your data. You can export once every 10 minutes."))
    person = Player.objects.get(pk=player_id)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(MAX_MEMORY_BYTES)  # noqa: SIM115
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        counts, record_count = {part.name: _write_part(archive, part, person, at) for part in PARTS}, 0
        for name, text in list_records(person):
            archive.writestr(f"records/{name}", text)
            record_count += 1
        archive.writestr("README.txt", _build_readme(person, counts, record_count, at))
    file.seek(0)
    return file


def _write_part(archive: zipfile.ZipFile, part: Part, person: Player, at: datetime) -> tuple[int, bool]:
    """Write one part; return its number of rows, and whether it was truncated."""
    rows: Iterator[Mapping[str, Any]] = iter(part.rows(person, at))
    count = 0
    with archive.open(f"{part.name}.json", "w") as raw, io.TextIOWrapper(raw, encoding="utf-8") as file:
        file.write("[")
        for count, row in enumerate(islice(rows, MAX_ROWS), 1):
            file.write(",\n " if count > 1 else "\n ")
            file.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False))
        file.write("\n]\n" if count else "]\n")
    return count, count == MAX_ROWS and next(rows, None) is not None


def _build_readme(person: Player, counts: Mapping[str, tuple[int, bool]], record_count: int, at: datetime) -> str:
    params = {"player": person.username, "day": date_format(at, "d F Y"), "time": f"{at:%H:%M}"}
    lines = [
        _("Your League Zero data: {player}, exported on {day} at {time} UTC.", **params),
        "",
        _("Each file is a JSON list. Times are in UTC. The files contain no passwords and no keys of"),
        _("sessions, tokens, webhooks or browsers, and only as much about other people as you can see on the site."),
        "",
    ]
    for part in PARTS:
        count, is_truncated = counts[part.name]
        note = " " + _("Only the latest {most} are included.", most=f"{MAX_ROWS:,}") if is_truncated else ""
        lines.append(f"{part.name}.json ({count}): {_(part.words)}.{note}")
    lines += [
        _(
            "records/ ({kept}): the signed records of your latest finished matches, at most {most}. For the others,",
            kept=record_count, most=MAX_RECORDS,
        ),
        _("matches.json has the URL. To verify a record, see docs/record-format.md in the site's source code."),
        "",
    ]  # fmt: skip
    return "\n".join(lines)
