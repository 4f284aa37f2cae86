"""Import of entrants from a CSV file (username, seed, club), all or none."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models.functions import Lower

from engines.words import join, say, say_many
from league.events.actions.event_lifecycle import managed, note
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, Registration, Seeding
from league.events.stage_plans import club_name
from league.exports import original_text
from league.people.models import Player
from league.registration.queries import ban_text, bans_in
from matches.refusals import Refused

COLUMNS = ("username", "seed", "club")
TEMPLATE = "username,seed,club\nada,1,Northside\nben,2,\n"
MOST_BYTES = 200_000
MOST_ROWS = 2000
MOST_SEED = 9999


@dataclass(frozen=True, slots=True)
class Row:
    """A non-empty line of the file; `line` is its line number."""

    line: int
    username: str
    seed: int | None = None
    club: str = ""


class Problem(NamedTuple):
    """An invalid line and the reason."""

    line: int
    text: str

    def __str__(self) -> str:
        return say("Line {line}: {text}", line=self.line, text=self.text)


class BadRows(Refused):
    """Raised if nothing is imported because of invalid lines, all of which are listed."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("bad-rows", join(map(str, self.problems), "\n"), "file")


def decoded(data: bytes) -> str:
    """Decode an uploaded file. Raises Refused if too large or not text."""
    if len(data) > MOST_BYTES:
        raise Refused(
            "too-long", say("The file is larger than {most} kB. Choose a smaller one.", most=MOST_BYTES // 1000), "file"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("not-text", say("This isn't a UTF-8 CSV file. Save it as “CSV UTF-8”."), "file") from None


def read(text: str) -> list[Row]:
    """Parse the rows of a file. Raises BadRows with every invalid line, or Refused if there are none."""
    if len(text) > MOST_BYTES:
        raise Refused(
            "too-long", say("The file is larger than {most} kB. Choose a smaller one.", most=MOST_BYTES // 1000), "file"
        )
    lines = list(_lines(text.removeprefix("\ufeff")))
    if not lines:
        raise Refused("empty", say("The file is empty. Use the template."), "file")
    (first, header), *rest = lines
    columns = [name.strip().lower() for name in header]
    if "username" not in columns or len(set(columns)) < len(columns) or not set(columns) <= set(COLUMNS):
        raise BadRows(
            [Problem(first, say("The first line must name the columns: username, and optionally seed and club."))]
        )
    if not rest:
        raise Refused("empty", say("The file contains no usernames. Add one per line below the header."), "file")
    if len(rest) > MOST_ROWS:
        raise Refused("too-long", say("A file can have at most {most} rows.", most=MOST_ROWS), "file")
    made, problems = [], []
    for line, cells in rest:
        try:
            made.append(_row(line, columns, cells))
        except (ValueError, Refused) as why:
            problems.append(Problem(line, str(why)))
    problems += _twice(made)
    if problems:
        raise BadRows(problems)
    return made


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Return the non-empty rows, each with the number of its first line."""
    head = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if head.count(";") > head.count(",") else ",")
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1
    except csv.Error as why:
        raise BadRows([Problem(begins, say("This line can't be read: {why}.", why=why))]) from None


def _row(line: int, columns: Sequence[str], row: Sequence[str]) -> Row:
    if len(columns) != len(row):
        numbers = {"given": len(row), "wanted": len(columns)}
        raise ValueError(say("This line has {given} cells, but the first line has {wanted} columns.", **numbers))
    cells = {name: original_text(cell.strip()) for name, cell in zip(columns, row, strict=True)}
    if not cells["username"]:
        raise ValueError(say("The username is missing."))
    if "\x00" in "".join(cells.values()):
        raise ValueError(say("This line contains an invalid character."))
    seed = cells.get("seed", "")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 5 and int(seed)):
        raise ValueError(
            say(
                "“{seed}” isn't a valid seed. Enter a whole number from 1 to {most}, or leave it blank.",
                seed=seed[:20],
                most=MOST_SEED,
            )
        )
    return Row(line, cells["username"], int(seed) if seed else None, club_name(cells.get("club", "")))


def _twice(rows: Sequence[Row]) -> Iterator[Problem]:
    names: dict[str, int] = {}
    seeds: dict[int, int] = {}
    for row in rows:
        if (before := names.setdefault(row.username.lower(), row.line)) != row.line:
            yield Problem(row.line, say("{name} is already in line {before}.", name=row.username, before=before))
        if row.seed is not None and (before := seeds.setdefault(row.seed, row.line)) != row.line:
            yield Problem(row.line, say("Seed {seed} is already used in line {before}.", seed=row.seed, before=before))


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A row and the player it would enter. `invited`: the event is invite-only, so the player is invited."""

    row: Row
    player_id: int
    name: str
    invited: bool


@transaction.atomic
def look_at_entrants(*, event_id: int, by: int, rows: Sequence[Row], at: datetime) -> list[Newcomer]:
    """Return the players that the rows would enter, without saving. Raises BadRows with every invalid line."""
    return _checked(managed(event_id, by), rows, at)


@transaction.atomic
def import_entrants(*, event_id: int, by: int, rows: Sequence[Row], at: datetime) -> int:
    """Enter all players of the rows; return how many. A seed in any row switches to manual seeding."""
    event = managed(event_id, by)
    newcomers = _checked(event, rows, at)
    Entrant.objects.bulk_create(
        Entrant(
            event=event, player_id=one.player_id, seed=one.row.seed, club=one.row.club, joined_at=at,
            status=EntrantStatus.INVITED if one.invited else EntrantStatus.ENTERED,
        )
        for one in newcomers
    )  # fmt: skip
    if any(row.seed for row in rows):
        event.update(seeding=Seeding.MANUAL)
    note(event, by, "entrants.imported", after={"players": [one.name for one in newcomers]}, at=at)
    return len(newcomers)


def _checked(event: Event, rows: Sequence[Row], at: datetime) -> list[Newcomer]:
    if event.status not in BEFORE_START:
        raise Refused("not-open", say("This event has already started."))
    names = [row.username.lower() for row in rows]
    players = {
        one.username.lower(): one
        for one in Player.objects.annotate(low=Lower("username")).filter(low__in=names, is_active=True)
    }
    problems = list(_problems(event, rows, players, at))
    newcomers = [
        Newcomer(row, found.pk, found.username, event.registration == Registration.INVITE and not found.bot)
        for row in rows
        if (found := players.get(row.username.lower()))
    ]
    free = max(0, event.max_entrants - event.entrants.filter(status=EntrantStatus.ENTERED).count())
    problems += [
        Problem(
            one.row.line,
            say_many(
                "No spot for {name}: this event has {n} free spot.",
                "No spot for {name}: this event has {n} free spots.",
                free,
                name=one.row.username,
            ),
        )
        for one in [one for one in newcomers if not one.invited][free:]
    ]
    if problems:
        raise BadRows(problems)
    return newcomers


def _problems(event: Event, rows: Sequence[Row], players: Mapping[str, Player], at: datetime) -> Iterator[Problem]:
    """Yield why rows cannot enter their players."""
    entered = set(event.entrants.values_list("player", flat=True))
    seeds = set(event.entrants.exclude(seed=None).values_list("seed", flat=True))
    bans = bans_in(event, [one.pk for one in players.values()], at)
    for row in rows:
        found = players.get(row.username.lower())
        if found is None:
            yield Problem(row.line, say("Player {name} not found.", name=row.username[:40]))
        elif found.is_guest:
            yield Problem(row.line, say("{name} is a guest. Guests can't join events.", name=row.username))
        elif found.is_bot_account and not event.bot_accounts:
            yield Problem(row.line, say("{name}: this event doesn't allow bot accounts.", name=row.username))
        if found and found.pk in entered:
            yield Problem(row.line, say("{name} is already in the event.", name=row.username))
        if row.seed in seeds:
            yield Problem(row.line, say("Seed {seed} already belongs to another entrant.", seed=row.seed))
        if found and found.pk in bans:
            yield Problem(row.line, ban_text(event, bans[found.pk], row.username))
