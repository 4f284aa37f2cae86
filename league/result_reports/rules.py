"""States of result reports and the results that players can report; does not access the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy, pgettext_lazy

from engines.i18n import translate as _
from league.events.rulings import PLAYED, RESULTS, parse_result_row
from league.formats.registry import get_traits
from league.formats.series import MAX_EXTRA
from matches.errors import ActionError


class ReportStatus(models.TextChoices):
    """The state of a report."""

    REPORTED = "reported", pgettext_lazy("result", "Reported")
    """Awaits the other sides."""
    DISPUTED = "disputed", gettext_lazy("Disputed")
    """The sides disagree; a referee decides."""
    EXPIRED = "expired", gettext_lazy("Not answered")
    """Nobody answered in time; a referee decides."""
    CONFIRMED = "confirmed", gettext_lazy("Confirmed")
    WITHDRAWN = "withdrawn", gettext_lazy("Withdrawn")
    REPLAYED = "replayed", gettext_lazy("To be replayed")
    UPHELD = "upheld", gettext_lazy("Upheld by a referee")
    REJECTED = "rejected", gettext_lazy("Rejected by a referee")
    SUPERSEDED = "superseded", gettext_lazy("Superseded")
    """The pairing got a result in another way, or other sides."""


class Act(models.TextChoices):
    """What can happen to a report."""

    CHANGE = "change"
    CONFIRM = "confirm"
    DISPUTE = "dispute"
    WITHDRAW = "withdraw"
    EXPIRE = "expire"
    REPLAY = "replay"
    UPHOLD = "uphold"
    REJECT = "reject"
    SUPERSEDE = "supersede"


_ENDINGS: Mapping[str, ReportStatus] = {
    Act.CONFIRM: ReportStatus.CONFIRMED, Act.REPLAY: ReportStatus.REPLAYED, Act.UPHOLD: ReportStatus.UPHELD,
    Act.REJECT: ReportStatus.REJECTED, Act.SUPERSEDE: ReportStatus.SUPERSEDED,
}  # fmt: skip
LIFECYCLE: Mapping[str, Mapping[str, ReportStatus]] = {
    ReportStatus.REPORTED: {
        Act.CHANGE: ReportStatus.REPORTED, Act.DISPUTE: ReportStatus.DISPUTED, Act.WITHDRAW: ReportStatus.WITHDRAWN,
        Act.EXPIRE: ReportStatus.EXPIRED, **_ENDINGS,
    },
    ReportStatus.DISPUTED: {Act.DISPUTE: ReportStatus.DISPUTED, Act.WITHDRAW: ReportStatus.WITHDRAWN, **_ENDINGS},
    ReportStatus.EXPIRED: {Act.DISPUTE: ReportStatus.DISPUTED, Act.WITHDRAW: ReportStatus.WITHDRAWN, **_ENDINGS},
}  # fmt: skip
"""The next state by state and act. All other states are final."""
LIVE = tuple(LIFECYCLE)
FOR_REFEREES = (ReportStatus.DISPUTED, ReportStatus.EXPIRED)


def advance(status: str, act: Act) -> ReportStatus:
    """Return the state after the act. Raises ActionError("answered") if the state doesn't allow it."""
    following = LIFECYCLE.get(status, {}).get(act)
    if following is None:
        label = ReportStatus(status).label
        raise ActionError("answered", _("This isn't possible any more. The report's state: {state}.", state=str(label)))
    return following


PLAYED_CODES = tuple(code for code, (_halves, how) in RESULTS.items() if how == PLAYED and code != "0-0")
"""Results between two that players can report, by side."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A result as a player reports it, by side; without `result` and `places` the report only disputes."""

    result: str = ""
    """A code of PLAYED_CODES."""
    score: str = ""
    """`2-1`: games in a series, otherwise points."""
    games: tuple[str, ...] = ()
    """The score of each game of a series: `11-9`."""
    places: tuple[int, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.result or self.places)

    def to_json(self) -> dict[str, Any]:
        return {"result": self.result, "score": self.score, "games": list(self.games), "places": list(self.places)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Claim":
        return cls(data["result"], data["score"], tuple(data["games"]), tuple(data["places"]))

    def agrees_with(self, other: "Claim") -> bool:
        """Return whether both claim the same result; a score that only one of them names doesn't matter."""
        same_score = self.score == other.score or not (self.score and other.score)
        return not self.is_empty and (self.result, self.places) == (other.result, other.places) and same_score


NO_RESULT = Claim()


@dataclass(frozen=True, slots=True)
class Contest:
    """What a pairing's result depends on."""

    format: str
    sides: int
    best_of: int = 1
    settings: Mapping[str, Any] = field(default_factory=dict)
    scored: bool = False
    """Whether the result is a score."""

    @property
    def extra(self) -> int:
        """Return the most games after a tied series."""
        must_end = not get_traits(self.format).can_draw
        return MAX_EXTRA if must_end and self.settings.get("drawn", "replay") == "replay" else 0

    @property
    def by_places(self) -> bool:
        return bool(get_traits(self.format).by_places)

    @property
    def can_draw(self) -> bool:
        return bool(get_traits(self.format).can_draw)

    def list_scores(self) -> list[str]:
        """Return the scores in whole games that the series can have, the best for side 0 first.

        >>> Contest("single-elimination", 2, best_of=3).list_scores()
        ['2-0', '2-1', '1-2', '0-2']
        """
        span = range(self.best_of + 1)
        scores = [(one, other) for one in span for other in span if self.is_final(2 * one, 2 * other)]
        scores.sort(key=lambda score: (score[1] - score[0], score[1]))
        return [f"{one}-{other}" for one, other in scores if one + other <= self.best_of]

    def is_final(self, one: int, other: int) -> bool:
        """Return whether a series ends at these half points, after which no game is due and before which one was."""
        lead, games = abs(one - other), (one + other) // 2
        if (one + other) % 2 or not games:
            return False
        if lead == 0:
            return games == self.best_of and self.can_draw
        remaining = self.best_of - games
        if remaining < 0:  # the first win after a tied series decides
            return -remaining <= self.extra and lead == 2
        return lead > 2 * remaining and lead - 2 <= 2 * (remaining + 1)


def parse_claim(claim: Claim, contest: Contest) -> Claim:
    """Return the claim with result and score filled in. Raises ActionError with the field that the contest can't have."""
    if contest.by_places or contest.sides > 2:
        row = {"pairing_id": 0, "result": claim.result, "places": claim.places}
        _check_row(row, contest)
        if not all(claim.places):
            raise ActionError("bad-result", _("Enter a place for each player at the table."), "places")
        return Claim(places=claim.places)
    if claim.places:
        raise ActionError(
            "bad-result", _("Places are for matches of more than two players. Report a result instead."), "places"
        )
    if contest.scored and not claim.score:
        raise ActionError("bad-score", _("Enter the score of both sides, such as 5-2."), "score")
    score = _add_games(claim.games, contest) if claim.games else claim.score
    if claim.score and claim.games and _parse_score(claim.score, "score") != _parse_score(score, "games"):
        raise ActionError("bad-score", _("The score {score} doesn't fit the games.", score=claim.score), "score")
    result = claim.result or _find_result(score)
    if result not in PLAYED_CODES:
        raise ActionError("bad-result", _("The result must be one of {known}.", known=", ".join(PLAYED_CODES)), "result")
    score = _check_row({"pairing_id": 0, "result": result, "score": score}, contest)
    if score and contest.best_of > 1:
        one, other = _parse_score(score, "score")
        if not contest.is_final(one, other):
            text = _("A series of {best_of} games can't end {score}.", best_of=contest.best_of, score=score)
            raise ActionError("bad-score", text, "games" if claim.games else "score")
    return Claim(result, score, claim.games)


def _check_row(row: Mapping[str, Any], contest: Contest) -> str:
    """Return the score in its stored form. Raises ActionError if staff couldn't enter the row either."""
    _value, score, _is_match_result = parse_result_row(
        row, format=contest.format, settings=contest.settings, sides=contest.sides, best_of=contest.best_of,
        scored=contest.scored,
    )  # fmt: skip
    return score


def _parse_score(text: str, name: str) -> tuple[int, int]:
    """Return the half points of a score. Raises ActionError("bad-score")."""
    parts = "".join(text.split()).replace(",", ".").replace(":", "-").replace("–", "-").split("-")
    numbers = [part.removesuffix(".5") for part in parts]
    if len(parts) != 2 or not all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
        raise ActionError("bad-score", _("Enter the score as two numbers, such as 2-1 or 2.5-1.5."), name)
    one, other = (2 * int(number) + (part != number) for part, number in zip(parts, numbers, strict=True))
    return one, other


def _find_result(score: str) -> str:
    if not score:
        raise ActionError("bad-result", _("Choose a result."), "result")
    one, other = _parse_score(score, "score")
    return "1-0" if one > other else "0-1" if one < other else "1/2-1/2"


def _add_games(games: Sequence[str], contest: Contest) -> str:
    """Return the score of a series of games, each a win for the side with the higher score."""
    if contest.best_of == 1:
        raise ActionError("bad-score", _("This match is a single game. Leave out the games."), "games")
    one = other = 0
    for number, game in enumerate(games, start=1):
        if number > 1 and contest.is_final(one, other):
            raise ActionError("bad-score", _("The series ends before game {number}.", number=number), "games")
        first, second = _parse_score(game, "games")
        one += 2 if first > second else 1 if first == second else 0
        other += 2 if second > first else 1 if first == second else 0
    return f"{_format(one)}-{_format(other)}"


def _format(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)
