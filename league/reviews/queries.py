"""Reviews as their readers may see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines import registry
from engines.common import compute_shares
from engines.i18n import translate as _, translate_stored
from engines.reported import is_reported
from engines.review import is_open, pick_worst
from engines.search_adapter import SearchAdapter
from league.reviews.models import UNFINISHED, Review, ReviewRequest, ReviewStatus
from matches.engine_limits import get_engine
from matches.errors import ActionError
from matches.models import Match
from matches.queries.replay import get_replayable_match
from matches.queries.seats import find_seat, get_seats

NONE = "none"
"""The status of a review for which nobody has asked."""
WAYS = ("known", "true")


@dataclass(frozen=True, slots=True)
class BetterMove:
    """How much a move lost, and what would have been better."""

    move: str
    """The better move in the game's notation; the played one if nothing was better."""
    words: str
    """What the better move does."""
    chances: float
    """The estimated chances of the seat after the move that was played, from 0 to 1."""
    best_chances: float
    """The same after the better move."""
    loss: float
    """The difference."""
    error: float
    """The standard error of the loss."""

    @property
    def percent(self) -> int:
        return round(100 * self.chances)

    @property
    def best_percent(self) -> int:
        return round(100 * self.best_chances)


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One of the moves that lost most."""

    n: int
    """The number of its entry in the log."""
    seat: int
    move: str
    """The move in the game's notation."""
    words: str
    """What the move does, as far as its seat could know."""
    known: BetterMove
    """Judged by what the player could know then."""
    true: BetterMove | None
    """Judged with everything known; null in games without hidden information."""

    @property
    def before(self) -> int:
        """Return the step of the replay that shows the position before the move."""
        return self.n - 1


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """Who was ahead before a move."""

    n: int
    """The number of the move's entry in the log; the last point has the number of the last entry."""
    chances: list[float]
    """By seat, the estimated chances with everything known, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The moves of a seat that lost most, at most five in each list, the worst first."""

    seat: int
    name: str
    player: str | None
    known: list[ReviewedMove]
    """Judged by what the player could know then."""
    true: list[ReviewedMove]
    """Judged with everything known; empty in games without hidden information."""


@dataclass(frozen=True, slots=True)
class MatchReview:
    """The review of a match, or its progress."""

    match_id: int
    status: str
    """`none` (nobody has asked for it), `queued`, `running`, `done` or `failed`."""
    progress: int
    """Percent of the work that is done."""
    is_waiting: bool
    """Whether you have asked for it and it isn't done."""
    ahead: int
    """How many reviews are before it in the queue."""
    has_hidden: bool
    """Whether the game hides something, so that moves are judged in two ways."""
    graph: list[GraphPoint]
    """Empty until it is done."""
    seats: list[SeatReview]
    """Yours first. Empty until it is done."""


def find_adapter(match: Match) -> SearchAdapter | None:
    """Return what the game's moves are judged with; None for a game whose moves can't be judged."""
    package = None if is_reported(match.game) else registry.find_package(match.game)
    return package.search if package is not None else None


def get_reviewable_match(match_id: int, player_id: int | None) -> Match:
    """Return a match that can be reviewed for this reader.

    Raises those of `get_replayable_match`, and ActionError("no-review") for a game without a search bot.
    """
    match = get_replayable_match(match_id, player_id)
    if find_adapter(match) is None:
        name = get_engine(match.game, match.engine_version).name
        raise ActionError("no-review", _("There are no reviews of {game} matches.", game=name))
    return match


def get_review(match_id: int, player_id: int | None) -> MatchReview:
    """Return the review of a match as this reader may see it. Raises those of `get_reviewable_match`."""
    match = get_reviewable_match(match_id, player_id)
    review = Review.objects.filter(match=match_id).first()
    adapter = find_adapter(match)
    assert adapter is not None
    hidden = not is_open(get_engine(match.game, match.engine_version), adapter)
    if review is None:
        return MatchReview(match_id, NONE, 0, False, 0, hidden, [], [])
    if review.status != ReviewStatus.DONE:
        unfinished = review.status in UNFINISHED
        own = player_id is not None and ReviewRequest.objects.filter(review=review, player=player_id).exists()
        ahead = _count_ahead(review) if unfinished else 0
        return MatchReview(match_id, review.status, review.progress, own, ahead, hidden, [], [])
    graph, seats = _build_graph(match, review), _build_seats(match, review, player_id)
    return MatchReview(match_id, review.status, 100, False, 0, hidden, graph, seats)


def _count_ahead(review: Review) -> int:
    return Review.objects.filter(status__in=UNFINISHED, asked_at__lt=review.asked_at).count()


def _build_graph(match: Match, review: Review) -> list[GraphPoint]:
    points = [GraphPoint(row[0], list(row[4])) for row in review.rows]
    return [*points, GraphPoint(match.last_entry, compute_shares(match.ranks or []))]


def _build_seats(match: Match, review: Review, player_id: int | None) -> list[SeatReview]:
    names = get_engine(match.game, match.engine_version).seat_names
    seats = get_seats(match)
    own = find_seat(seats, player_id)
    return [
        SeatReview(
            seat.number, _(names[seat.number]), seat.name or None,
            *([_build_move(move) for move in pick_worst(review.moves, seat.number, way)] for way in WAYS),
        )
        for seat in sorted(seats, key=lambda seat: seat.number != own)
    ]  # fmt: skip


def _build_move(move: Mapping[str, Any]) -> ReviewedMove:
    known, true = (move[way] and _build_better(move[way]) for way in WAYS)
    return ReviewedMove(move["n"], move["seat"], move["played"], translate_stored(move["words"]), known, true)


def _build_better(data: Mapping[str, Any]) -> BetterMove:
    words = translate_stored(data["words"])
    return BetterMove(data["better"], words, data["value"], data["best_value"], data["loss"], data["error"])
