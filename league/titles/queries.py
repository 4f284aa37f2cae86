"""Find titles; what all pages need of one is cached until it changes."""

from engines.reported import PREFIX, ReportedGame
from league.titles.models import Title
from matches.page_cache import get_or_render


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
    name, least, most, draws = found
    return ReportedGame(key, name, range(least, most + 1), draws=draws)


def _read(title_id: int) -> tuple[str, int, int, bool] | None:
    row = Title.objects.filter(pk=title_id).first()
    return None if row is None else (row.name, row.least_sides, row.most_sides, row.has_draws)
