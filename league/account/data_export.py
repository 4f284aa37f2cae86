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

from engines.words import say, told
from league.account.export_parts import MOST_RECORDS, PARTS, Part, records
from league.people.actions.second_factor import verify_owner
from league.people.known_browsers import UNKNOWN, Source
from league.people.models import Player
from matches.refusals import Refused

EVERY = timedelta(minutes=10)
MOST_ROWS = 20_000
"""Most rows per file, the newest; the README names truncated files."""
IN_MEMORY = 1 << 20


def export_account(
    *, player_id: int, password: str, code: str = "", at: datetime, source: Source = UNKNOWN
) -> IO[bytes]:
    """Return a file with the ZIP, rewound. At most once in ten minutes.

    It is written row by row, so that only one row is in memory. Codes: those of `verify_owner`, too-many.
    """
    verify_owner(player_id=player_id, password=password, code=code, source=source)
    free = Q(exported_at=None) | Q(exported_at__lte=at - EVERY)
    if not Player.objects.filter(free, pk=player_id).update(exported_at=at):
        raise Refused("too-many", say("You have just exported your data. You can export once every 10 minutes."))
    person = Player.objects.get(pk=player_id)
    made: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        counts, kept = {part.name: _pack(packed, part, person, at) for part in PARTS}, 0
        for name, text in records(person):
            packed.writestr(f"records/{name}", text)
            kept += 1
        packed.writestr("README.txt", _readme(person, counts, kept, at))
    made.seek(0)
    return made


def _pack(packed: zipfile.ZipFile, part: Part, person: Player, at: datetime) -> tuple[int, bool]:
    """Write one part; return its number of rows, and whether it was truncated."""
    rows: Iterator[Mapping[str, Any]] = iter(part.rows(person, at))
    count = 0
    with packed.open(f"{part.name}.json", "w") as raw, io.TextIOWrapper(raw, encoding="utf-8") as file:
        file.write("[")
        for count, row in enumerate(islice(rows, MOST_ROWS), 1):
            file.write(",\n " if count > 1 else "\n ")
            file.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False))
        file.write("\n]\n" if count else "]\n")
    return count, count == MOST_ROWS and next(rows, None) is not None


def _readme(person: Player, counts: Mapping[str, tuple[int, bool]], kept: int, at: datetime) -> str:
    made = {"player": person.username, "day": date_format(at, "d F Y"), "time": f"{at:%H:%M}"}
    lines = [
        say("Your League Zero data: {player}, exported on {day} at {time} UTC.", **made),
        "",
        say("Each file is a JSON list. Times are in UTC. The files contain no passwords and no keys of"),
        say("sessions, tokens, webhooks or browsers, and only as much about other people as you can see on the site."),
        "",
    ]
    for part in PARTS:
        count, more = counts[part.name]
        left = " " + say("Only the latest {most} are included.", most=f"{MOST_ROWS:,}") if more else ""
        lines.append(f"{part.name}.json ({count}): {told(part.words)}.{left}")
    lines += [
        say(
            "records/ ({kept}): the signed records of your latest finished matches, at most {most}. For the others,",
            kept=kept, most=MOST_RECORDS,
        ),
        say("matches.json has the URL. To verify a record, see docs/record-format.md in the site's source code."),
        "",
    ]  # fmt: skip
    return "\n".join(lines)
