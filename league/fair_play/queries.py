"""The figures of players over their last matches, for the site's staff."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from engines import registry
from engines.data_files import BadData
from engines.fair_play.adapter import FairPlay
from engines.fair_play.evidence import WINDOW, Bounds, Calibration, count_honest_below, load_calibration, weigh_evidence
from engines.i18n import translate as _
from league.fair_play.models import FitScore
from league.games import game_name
from league.leagues.queries.roles import is_site_admin
from league.people.models import Player
from matches.errors import ActionError
from matches.models import Entry, Status

logger = logging.getLogger(__name__)
MIN_MATCHES = 5
"""Fewer matches are not shown."""
LISTED_BELOW = 9_000
"""Of 10,000 honest players, so many have less evidence against them than anyone in the list."""
RECENT = timedelta(days=90)
MAX_ROWS = 20_000
MAX_LISTED = 50
_MAX_ID = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Figure:
    """The figure of a player in a game, or of a player and a partner, over their last matches."""

    player_id: int
    name: str
    username: str
    partner: str
    partner_username: str
    game: str
    game_name: str
    matches: int
    honest_below: int
    """How many of 10,000 honest players have less evidence against them, at least."""

    @property
    def words(self) -> str:
        """Return the figure as a sentence that is no verdict."""
        params = {"n": f"{self.honest_below:,}", "matches": self.matches}
        if self.partner:
            return _(
                "Over {matches} matches, their choices fitted what only the other knew better than at least {n} in 10,000 "
                "honest pairs.", **params
            )  # fmt: skip
        return _(
            "Over {matches} matches, their choices fitted what was hidden better than at least {n} in 10,000 honest players.",
            **params,
        )


@dataclass(frozen=True, slots=True)
class WeightyDecision:
    """A decision that raises the score of a match: its entry, the action in notation, and the replay at that entry."""

    entry: int
    action: str
    url: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of the figure; `score` is in standard deviations of honest matches."""

    match_id: int
    url: str
    closed_at: datetime
    score: float
    decisions: int
    weighty: tuple[WeightyDecision, ...]


@dataclass(frozen=True, slots=True)
class EvidencePart:
    """A figure and its matches, newest first."""

    figure: Figure
    lines: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What there is about a player in a game: alone, and with each partner."""

    player: Player
    game: str
    game_name: str
    measured_version: int | None
    """The version of the rules by which the honest matches were played."""
    parts: tuple[EvidencePart, ...]


@cache
def list_compared_games() -> dict[str, tuple[FairPlay, Calibration]]:
    """Return the games that are compared, with their calibration. A game without a readable one isn't compared."""
    games = {}
    for key in registry.keys():  # noqa: SIM118
        adapter = registry.get_package(key).fair_play
        if adapter is None or adapter.calibration is None or not adapter.calibration.exists():
            continue
        try:
            games[key] = adapter, load_calibration(adapter.calibration)
        except BadData as error:
            logger.error("%s is not compared: %s", key, error)
    return games


def can_look(player_id: int | None) -> bool:
    """Return whether a player may see the figures: the site's admins, as they combine matches of all leagues."""
    return is_site_admin(player_id)


def list_figures(viewer_id: int, at: datetime) -> list[Figure]:
    """Return the figures that stand out among players with a recent match, highest first, without the viewer's own."""
    recent = FitScore.objects.filter(closed_at__gte=at - RECENT, match__status=Status.CLOSED)
    latest = recent.annotate(
        place=Window(RowNumber(), partition_by=[F("player"), F("partner"), F("game")], order_by=F("closed_at").desc())
    )
    rows = latest.filter(place__lte=WINDOW).select_related("player", "partner").order_by("-closed_at", "-pk")[:MAX_ROWS]
    figures = [figure for scores in _group(rows) if (figure := _build_figure(scores)) is not None]
    own = Player.objects.values_list("username", flat=True).get(pk=viewer_id)
    listed = [
        figure
        for figure in figures
        if figure.honest_below >= LISTED_BELOW and own not in (figure.username, figure.partner_username)
    ]
    return sorted(listed, key=lambda figure: (-figure.honest_below, figure.username))[:MAX_LISTED]


def get_evidence(player_id: int, game: str, *, without: int) -> Evidence:
    """Return a player's figures in a game, except those with one partner. Raises ActionError("not-found") for none."""
    player = Player.objects.filter(pk=player_id, deleted_at=None).first() if player_id <= _MAX_ID else None
    if player is None:
        raise ActionError("not-found", _("There are no figures about this player."))
    rows = FitScore.objects.filter(game=game, match__status=Status.CLOSED).select_related("player", "partner")
    both = rows.filter(Q(player=player_id) | Q(partner=player_id)).exclude(player=without).exclude(partner=without)
    parts = []
    for scores in _group(both.order_by("-closed_at", "-pk")[:MAX_ROWS]):
        if (figure := _build_figure(scores, minimum=1)) is not None and (bounds := _find_bounds(scores[0])) is not None:
            parts.append(EvidencePart(figure, tuple(_build_lines(scores[:WINDOW], bounds))))
    if not parts:
        raise ActionError("not-found", _("There are no figures about this player."))
    parts.sort(key=lambda part: (bool(part.figure.partner), -part.figure.honest_below))
    return Evidence(player, game, game_name(game), find_measured_version(game), tuple(parts))


def _group(rows: Iterable[FitScore]) -> list[list[FitScore]]:
    """Return the rows by player, partner and game."""
    groups: dict[tuple[int, int | None, str], list[FitScore]] = defaultdict(list)
    for row in rows:
        groups[row.player_id, row.partner_id, row.game].append(row)
    return list(groups.values())


def _build_figure(scores: Sequence[FitScore], minimum: int = MIN_MATCHES) -> Figure | None:
    """Return the figure of the last matches; None if there are too few, or none by the calibrated rules."""
    first, bounds, version = scores[0], _find_bounds(scores[0]), find_measured_version(scores[0].game)
    known = [row.score for row in scores if version is not None and row.version >= version][:WINDOW]
    if bounds is None or len(known) < minimum:
        return None
    return Figure(
        player_id=first.player_id,
        name=str(first.player),
        username=first.player.username,
        partner="" if first.partner is None else str(first.partner),
        partner_username="" if first.partner is None else first.partner.username,
        game=first.game,
        game_name=game_name(first.game),
        matches=len(known),
        honest_below=count_honest_below(weigh_evidence(bounds, known)),
    )


def find_measured_version(game: str) -> int | None:
    """Return the version of the rules by which honest matches were measured; None if the game isn't compared."""
    compared = list_compared_games().get(game)
    return None if compared is None else compared[1].version


def _find_bounds(row: FitScore) -> Bounds | None:
    """Return the bounds of honest matches for a player or a pair; None if none were measured."""
    compared = list_compared_games().get(row.game)
    if compared is None:
        return None
    return compared[1].player if row.partner_id is None else compared[1].pair


def _build_lines(scores: Sequence[FitScore], bounds: Bounds) -> list[MatchLine]:
    wanted = {(row.match_id, entry) for row in scores for entry, _seat, _weight in row.weightiest}
    entries = Entry.objects.filter(match__in={match for match, _n in wanted}, n__in={n for _match, n in wanted})
    actions = {(match, n): do for match, n, do in entries.values_list("match_id", "n", "do")}
    lines = []
    for row in scores:
        url = reverse("match", args=[row.match_id])
        weighty = tuple(
            WeightyDecision(entry, actions.get((row.match_id, entry), ""), f"{url}?at={max(0, entry - 1)}")
            for entry, _seat, _weight in row.weightiest
        )
        score = bounds.standardise(row.score)
        lines.append(MatchLine(row.match_id, url, row.closed_at, score, row.decisions, weighty))
    return lines
