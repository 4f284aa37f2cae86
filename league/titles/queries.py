"""Find titles; what all pages need of one is cached until it changes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields

from django.db.models import Count, Q
from django.db.models.functions import Lower

from engines.i18n import translate as _, translate_n
from engines.reported import PREFIX, ReportedGame
from league.titles.models import Icon, OutcomeKind, Title
from matches.errors import get_or_refuse
from matches.page_cache import get_or_render


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A title as lists show it. `key` is the `game` of its events, matches and rating pool."""

    title_id: int
    key: str
    name: str
    least_sides: int
    most_sides: int
    outcome: str
    best_of: int
    rated: bool
    colour: str
    icon: str
    archived: bool
    events: int

    @property
    def outcome_text(self) -> str:
        label = str(OutcomeKind(self.outcome).label)
        return _("Best of {games}", games=self.best_of) if self.outcome == OutcomeKind.BEST_OF else label

    @property
    def sides_text(self) -> str:
        if self.least_sides == self.most_sides:
            return translate_n("{n} player", "{n} players", self.most_sides)
        return _("{least} to {most} players", least=self.least_sides, most=self.most_sides)

    @property
    def sign(self) -> str:
        """Return the icon as a character."""
        return SIGNS[Icon(self.icon)]


SIGNS = {Icon.CHESS: "♞", Icon.CARDS: "♠", Icon.DICE: "⚄", Icon.BALL: "◉", Icon.CONTROLLER: "✚", Icon.FLAG: "⚑", Icon.STAR: "★"}


def list_titles(league_id: int) -> list[TitleLine]:
    """Return a league's titles by name, archived ones last."""
    rows = Title.objects.filter(league=league_id).annotate(event_count=Count("events"))
    lines = [_build_line(row) for row in rows.order_by(Lower("name"))]
    return sorted(lines, key=lambda line: line.archived)


def get_title_line(title_id: int, **owner: int) -> TitleLine:
    """Return a title of this `league` or `owner`, by id. Raises ActionError("not-found")."""
    rows = Title.objects.filter(**owner, pk=title_id).annotate(event_count=Count("events"))
    return _build_line(get_or_refuse(rows.first(), "not-found", _("Title not found.")))


def list_title_choices(player_id: int | None, leagues: Collection[int], current: str = "") -> list[tuple[str, str]]:
    """Return (key, name) of the titles of these leagues and of the player's own; of archived ones only the `current`."""
    usable = Q(league__in=leagues) | Q(owner__isnull=False, owner=player_id)
    rows = Title.objects.filter(usable, Q(archived_at=None) | Q(pk=parse_title_id(current) or 0)).select_related("league")
    return [
        (row.key, f"{row.name} ({row.league.name})" if row.league else row.name) for row in rows.order_by(Lower("name"), "pk")
    ]


def _build_line(row: Title) -> TitleLine:
    values = {field.name: getattr(row, field.name) for field in fields(TitleLine) if hasattr(row, field.name)}
    return TitleLine(
        **{**values, "title_id": row.pk, "archived": row.archived_at is not None, "events": vars(row)["event_count"]}
    )


def topic(title_id: int) -> str:
    """Return the topic of everything that shows the title."""
    return f"title.{title_id}"


def parse_title_id(game: str) -> int | None:
    """Return the number of the title of this game key; None if the key is not that of a title.

    >>> parse_title_id("title-12"), parse_title_id("title-x"), parse_title_id("zero-day")
    (12, None, None)
    """
    number = game.removeprefix(PREFIX)
    is_number = number != game and number.isascii() and number.isdigit() and len(number) < 18
    return int(number) if is_number and str(int(number)) == number else None


def find_title(game: str) -> Title | None:
    """Return the title of this game key, or None."""
    title_id = parse_title_id(game)
    return None if title_id is None else Title.objects.select_related("league").filter(pk=title_id).first()


def find_reported_game(key: str) -> ReportedGame | None:
    """Return what matches need of the title of this key, or None; cached, for lists name a game once per line."""
    title_id = parse_title_id(key)
    if title_id is None:
        return None
    found = get_or_render("title", title_id, lambda: _read(title_id), topics=[topic(title_id)])
    if found is None:
        return None
    name, least, most, draws, sides = found
    return ReportedGame(key, name, range(least, most + 1), draws=draws, sides=sides)


def _read(title_id: int) -> tuple[str, int, int, bool, Sequence[str]] | None:
    row = Title.objects.filter(pk=title_id).first()
    return None if row is None else (row.name, row.least_sides, row.most_sides, row.has_draws, row.sides)
