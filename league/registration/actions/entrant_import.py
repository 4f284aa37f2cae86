"""Import of entrants from a CSV file (username, seed, club), all or none."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models.functions import Lower

from engines.i18n import join, translate as _, translate_n
from league.events.actions.event_lifecycle import lock_managed, log_action
from league.events.actions.notifications import notify_entered
from league.events.models import BEFORE_START, Entrant, EntrantStatus, Event, Seeding
from league.events.stage_plans import clean_club_name
from league.exports import unescape_cell
from league.people.models import Player
from league.registration.actions.consent import check_invitations, choose_statuses
from league.registration.queries import format_ban, get_bans
from league.teams.actions.rosters import ensure_teams
from matches.errors import ActionError

COLUMNS = ("username", "seed", "club")
TEMPLATE = "username,seed,club\nada,1,Northside\nben,2,\n"
MAX_BYTES = 200_000
MAX_ROWS = 2000
MAX_SEED = 9999


@dataclass(frozen=True, slots=True)
class ImportRow:
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
        return _("Line {line}: {text}", line=self.line, text=self.text)


class BadRows(ActionError):
    """Raised if nothing is imported because of invalid lines, all of which are listed."""

    def __init__(self, problems: Sequence[Problem], field: str = "file") -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("bad-rows", join(map(str, self.problems), "\n"), field)


def decode_upload(data: bytes) -> str:
    """Decode an uploaded file. Raises ActionError if too large or not text."""
    if len(data) > MAX_BYTES:
        raise ActionError(
            "too-long", _("The file is larger than {most} kB. Choose a smaller one.", most=MAX_BYTES // 1000), "file"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ActionError("not-text", _("This isn't a UTF-8 CSV file. Save it as “CSV UTF-8”."), "file") from None


def parse_rows(text: str) -> list[ImportRow]:
    """Parse the rows of a file. Raises BadRows with every invalid line, or ActionError if there are none."""
    if len(text) > MAX_BYTES:
        raise ActionError(
            "too-long", _("The file is larger than {most} kB. Choose a smaller one.", most=MAX_BYTES // 1000), "file"
        )
    lines = list(read_lines(text.removeprefix("\ufeff")))
    if not lines:
        raise ActionError("empty", _("The file is empty. Use the template."), "file")
    (first, header), *rest = lines
    columns = [name.strip().lower() for name in header]
    if "username" not in columns or len(set(columns)) < len(columns) or not set(columns) <= set(COLUMNS):
        raise BadRows([Problem(first, _("The first line must name the columns: username, and optionally seed and club."))])
    if not rest:
        raise ActionError("empty", _("The file contains no usernames. Add one per line below the header."), "file")
    if len(rest) > MAX_ROWS:
        raise ActionError("too-long", _("A file can have at most {most} rows.", most=MAX_ROWS), "file")
    rows, problems = [], []
    for line, cells in rest:
        try:
            rows.append(_parse_row(line, columns, cells))
        except (ValueError, ActionError) as error:
            problems.append(Problem(line, str(error)))
    problems += _find_duplicates(rows)
    if problems:
        raise BadRows(problems)
    return rows


def read_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Return the non-empty rows, each with the number of its first line."""
    head = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadRows([Problem(line, _("This line can't be read: {why}.", why=error))]) from None


def _parse_row(line: int, columns: Sequence[str], values: Sequence[str]) -> ImportRow:
    if len(columns) != len(values):
        numbers = {"given": len(values), "wanted": len(columns)}
        raise ValueError(_("This line has {given} of {wanted} columns.", **numbers))
    cells = {name: unescape_cell(cell.strip()) for name, cell in zip(columns, values, strict=True)}
    if not cells["username"]:
        raise ValueError(_("The username is missing."))
    if "\x00" in "".join(cells.values()):
        raise ValueError(_("This line contains an invalid character."))
    seed = cells.get("seed", "")
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) < 5 and int(seed)):
        raise ValueError(
            _(
                "“{seed}” isn't a valid seed. Enter a whole number from 1 to {most}, or leave it blank.",
                seed=seed[:20],
                most=MAX_SEED,
            )
        )
    return ImportRow(line, cells["username"], int(seed) if seed else None, clean_club_name(cells.get("club", "")))


def _find_duplicates(rows: Sequence[ImportRow]) -> Iterator[Problem]:
    names: dict[str, int] = {}
    seeds: dict[int, int] = {}
    for row in rows:
        if (before := names.setdefault(row.username.lower(), row.line)) != row.line:
            yield Problem(row.line, _("{name} is already in line {before}.", name=row.username, before=before))
        if row.seed is not None and (before := seeds.setdefault(row.seed, row.line)) != row.line:
            yield Problem(row.line, _("Seed {seed} is already used in line {before}.", seed=row.seed, before=before))


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A row and the player it would enter or, if `invited`, invite."""

    row: ImportRow
    player_id: int
    name: str
    invited: bool


@transaction.atomic
def preview_import(*, event_id: int, by: int, rows: Sequence[ImportRow], at: datetime) -> list[Newcomer]:
    """Return the players that the rows would enter, without saving. Raises BadRows with every invalid line."""
    return _check_rows(lock_managed(event_id, by), by, rows, at)


@transaction.atomic
def import_entrants(*, event_id: int, by: int, rows: Sequence[ImportRow], at: datetime) -> int:
    """Enter or invite all players of the rows; return how many. A seed in any row switches to manual seeding."""
    event = lock_managed(event_id, by)
    newcomers = _check_rows(event, by, rows, at)
    check_invitations(event, sum(newcomer.invited for newcomer in newcomers))
    entrants = Entrant.objects.bulk_create(
        Entrant(
            event=event, player_id=newcomer.player_id, seed=newcomer.row.seed, club=newcomer.row.club, joined_at=at,
            status=EntrantStatus.INVITED if newcomer.invited else EntrantStatus.ENTERED,
        )
        for newcomer in newcomers
    )  # fmt: skip
    notify_entered(event, by, entrants, at)
    if any(row.seed for row in rows):
        event.update(seeding=Seeding.MANUAL)
    ensure_teams(event, at)
    log_action(event, by, "entrants.imported", after={"players": [newcomer.name for newcomer in newcomers]}, at=at)
    return len(newcomers)


def _check_rows(event: Event, by: int, rows: Sequence[ImportRow], at: datetime) -> list[Newcomer]:
    if event.status not in BEFORE_START:
        raise ActionError("not-open", _("This event has already started."))
    names = [row.username.lower() for row in rows]
    players = {
        entry.username.lower(): entry
        for entry in Player.objects.annotate(low=Lower("username")).filter(low__in=names, is_active=True)
    }
    problems = list(_find_problems(event, rows, players, at))
    statuses = choose_statuses(event, by, list(players.values()))
    newcomers = [
        Newcomer(row, player.pk, player.username, statuses[player.pk] == EntrantStatus.INVITED)
        for row in rows
        if (player := players.get(row.username.lower()))
    ]
    free = max(0, event.max_entrants - event.entrants.filter(status=EntrantStatus.ENTERED).count())
    problems += [
        Problem(
            entry.row.line,
            translate_n(
                "No spot for {name}: this event has {n} free spot.",
                "No spot for {name}: this event has {n} free spots.",
                free,
                name=entry.row.username,
            ),
        )
        for entry in [entry for entry in newcomers if not entry.invited][free:]
    ]
    if problems:
        raise BadRows(problems)
    return newcomers


def _find_problems(event: Event, rows: Sequence[ImportRow], players: Mapping[str, Player], at: datetime) -> Iterator[Problem]:
    """Yield why rows cannot enter their players."""
    entered = set(event.entrants.values_list("player", flat=True))
    seeds = set(event.entrants.exclude(seed=None).values_list("seed", flat=True))
    bans = get_bans(event, [player.pk for player in players.values()], at)
    for row in rows:
        player = players.get(row.username.lower())
        if player is None:
            yield Problem(row.line, _("Player {name} not found.", name=row.username[:40]))
        elif player.is_guest:
            yield Problem(row.line, _("{name} is a guest. Guests can't join events.", name=row.username))
        elif player.bot and event.is_reported:
            yield Problem(row.line, _("{name}: bots can't play a game that is played elsewhere.", name=row.username))
        elif player.is_bot_account and not event.bot_accounts:
            yield Problem(row.line, _("{name}: this event doesn't allow bot accounts.", name=row.username))
        elif event.bots_only and not (player.is_bot_account or player.bot):
            yield Problem(row.line, _("{name}: only bot accounts can enter this event.", name=row.username))
        if player and player.pk in entered:
            yield Problem(row.line, _("{name} is already in the event.", name=row.username))
        if row.seed in seeds:
            yield Problem(row.line, _("Seed {seed} already belongs to another entrant.", seed=row.seed))
        if player and player.pk in bans:
            yield Problem(row.line, format_ban(event, bans[player.pk], row.username))
