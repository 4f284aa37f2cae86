"""The first screen of a player's page, and two players side by side."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from league.follows.models import Follow
from league.follows.queries import find_follow
from league.people.models import Player
from league.player_pages.queries import PlayedMatch, PlayerPage
from league.puzzles.queries.progress import Progress, get_progress
from league.ratings.queries.graphs import RatingGraph, list_rating_graphs
from league.ratings.queries.players import Line, list_ratings
from league.ratings.rating_calculation import outcome
from league.time_controls.presets import find_preset
from matches.queries.history import list_history

FORM_LENGTH = 10


@dataclass(frozen=True, slots=True)
class FormResult:
    """A result in the form of a player: won, drawn or lost. `about` are its game and opponents; it may be empty."""

    match_id: int
    result: str
    about: str = ""


def list_form(player_id: int) -> list[FormResult]:
    """Return the player's last ten results, newest first."""
    past = list_history(player_id, limit=FORM_LENGTH)
    return [FormResult(row.match_id, outcome(row.ranks, row.seat)) for row in past.played]


@dataclass(frozen=True, slots=True)
class Profile:
    """What the first screen of a player's page shows: graphs of ratings, form, and how to challenge the player."""

    graphs: list[RatingGraph]
    form: list[FormResult]
    challenge: str
    """The query of the challenge form: the game most played, and the time control of the last match of it.

    Empty if the viewer cannot challenge the player.
    """
    puzzles: Progress
    """Ratings in puzzles, and the streak of days."""
    may_be_followed: bool
    follow: Follow | None
    """How the viewer follows the player; None if not."""


def get_profile(page: PlayerPage, viewer: Player | None, *, is_filtered: bool, at: datetime) -> Profile:
    """Return the first screen of a player's page, whose matches may be filtered."""
    graphs = list_rating_graphs(page.player_id, page.ratings)
    latest = page.recent[:FORM_LENGTH]
    form = list_form(page.player_id) if is_filtered else [_describe(played) for played in latest]
    game = graphs[0].line.game if graphs else latest[0].match.game if latest else ""
    last = next((played.match for played in latest if played.match.game == game), None)
    preset = find_preset(last.control) if last else None
    query = {"game": game, "with": page.username, "time": preset}
    is_person = not page.is_guest and Player.objects.filter(pk=page.player_id, bot="").exists()
    is_other = viewer is None or viewer.pk != page.player_id
    may_be_followed = is_person and is_other and viewer is not None and not viewer.is_guest
    return Profile(
        graphs, form,
        challenge=urlencode({name: value for name, value in query.items() if value}) if is_person and is_other else "",
        puzzles=get_progress(page.player_id, at.date()),
        may_be_followed=may_be_followed,
        follow=find_follow(viewer.pk, page.player_id) if viewer is not None and may_be_followed else None,
    )  # fmt: skip


def _describe(played: PlayedMatch) -> FormResult:
    about = f"{played.match.game_name}: {', '.join(seat.player for seat in played.opponents)}"
    return FormResult(played.match.match_id, played.result, about)


@dataclass(frozen=True, slots=True)
class PoolComparison:
    """Two players' ratings in a pool; None for a player without one."""

    name: str
    one: Line | None
    other: Line | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players side by side, besides their matches against each other."""

    pools: list[PoolComparison]
    one_form: list[FormResult]
    other_form: list[FormResult]


def compare_players(one_id: int, other_id: int, *, at: datetime) -> Comparison:
    """Return two players' ratings by pool and their form."""
    ratings = [{line.pool: line for line in list_ratings(player_id, at)} for player_id in (one_id, other_id)]
    names = {pool: line.game_name for lines in ratings for pool, line in lines.items()}
    pools = [PoolComparison(name, ratings[0].get(pool), ratings[1].get(pool)) for pool, name in names.items()]
    return Comparison(pools, list_form(one_id), list_form(other_id))
