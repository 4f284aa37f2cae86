"""Validation and value of rulings and entered results; does not access the database."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.i18n import translate as _
from league.formats.registry import get_traits
from league.formats.series import MAX_EXTRA
from league.formats.tables import format_halves
from matches.errors import ActionError

POSSIBLE = ((2, 0), (0, 2), (1, 1), (0, 0))
"""Half points by side that a ruling between two can give."""
_SCORE = re.compile(r"(\d{1,3}(?:\.5)?)-(\d{1,3}(?:\.5)?)", re.ASCII)
_SIDES = re.compile(r"\d{1,3}(-\d{1,3}){0,99}", re.ASCII)
PLAYED, FORFEIT = "played", "forfeit"
"""How a result came about: in a game, or because a side was absent."""
RESULTS: dict[str, tuple[tuple[int, int], str]] = {
    "1-0": ((2, 0), PLAYED),
    "1/2-1/2": ((1, 1), PLAYED),
    "0-1": ((0, 2), PLAYED),
    "0-0": ((0, 0), PLAYED),
    "1F-0F": ((2, 0), FORFEIT),
    "0F-1F": ((0, 2), FORFEIT),
    "0F-0F": ((0, 0), FORFEIT),
}
"""Half points by side and how they came about, by result code between two. F is a forfeit."""
TYPED = {
    "1": "1-0", "0": "0-1", "=": "1/2-1/2", "1/2": "1/2-1/2", "+": "1F-0F", "-": "0F-1F",
    "+-": "1F-0F", "-+": "0F-1F", "--": "0F-0F", "00": "0-0",
}  # fmt: skip
"""Result codes by what people type for them, from the view of the first side."""
_PLAIN_SIGNS = str.maketrans({"–": "-", "−": "-", ":": "-", ",": "."})
ENTERED, FORFEITED = "entered", "forfeited"
"""Reasons of pairings whose results staff entered: played, and not played."""
MAX_ROWS = 1000


def parse_sides(text: str, field: str) -> tuple[int, ...]:
    """Return the number of each side, of half points or places, from a text such as `2-0`. Raises ActionError("bad-result")."""
    if not _SIDES.fullmatch(text):
        raise ActionError("bad-result", _("Enter a number for each side, such as 2-0."), field)
    return tuple(map(int, text.split("-")))


@dataclass(frozen=True, slots=True)
class Ruling:
    """The result of a ruling or entry: half points as the format scores them, and ranks (no rank 1: no side scores)."""

    halves: tuple[int, ...]
    ranks: tuple[int, ...]
    forfeit: bool = False
    """Whether it counts as not played."""

    @property
    def entered_as(self) -> str:
        """Return the reason of a pairing with this entered result."""
        return FORFEITED if self.forfeit else ENTERED

    def by_seat(self, first: int) -> tuple[int, ...]:
        """Return the ranks by seat if side `first` had seat 0; empty if no rating changes.

        >>> Ruling((2, 0), (1, 2)).by_seat(1), Ruling((0, 0), (2, 2)).by_seat(0)
        ((2, 1), ())
        >>> Ruling((2, 0), (1, 2), forfeit=True).by_seat(0)
        ()
        """
        return (*self.ranks[first:], *self.ranks[:first]) if 1 in self.ranks and not self.forfeit else ()


def read_typed_result(text: str, *, scored: bool = False) -> tuple[str, str]:
    """Return the result code and the score that somebody typed: a code, a key of TYPED, or a score such as `2-1`.

    Unknown text is returned as it is. If the game is `scored`, `1-0` is a score, too.

    >>> read_typed_result("1"), read_typed_result("="), read_typed_result(" - "), read_typed_result("1 – 0")
    (('1-0', ''), ('1/2-1/2', ''), ('0F-1F', ''), ('1-0', ''))
    >>> read_typed_result("2:1"), read_typed_result("1,5-1,5"), read_typed_result("king")
    (('1-0', '2-1'), ('1/2-1/2', '1.5-1.5'), ('king', ''))
    >>> read_typed_result("1-0", scored=True), read_typed_result("0:0", scored=True), read_typed_result("+", scored=True)
    (('1-0', '1-0'), ('1/2-1/2', '0-0'), ('1F-0F', ''))
    """
    plain = "".join(text.split()).translate(_PLAIN_SIGNS).replace("½", "1/2").upper()
    match = _SCORE.fullmatch(plain)
    if plain in TYPED or (plain in RESULTS and not (scored and match)):
        return TYPED.get(plain, plain), ""
    if match is None:
        return text, ""
    first, second = (float(number) for number in match.groups())
    return "1-0" if first > second else "0-1" if second > first else "1/2-1/2", plain


def parse_result_code(code: str) -> tuple[tuple[int, int], str]:
    """Return a result code's half points by side and how they came about. Raises ActionError for an unknown code."""
    if code not in RESULTS:
        raise ActionError("bad-result", _("The result must be one of {known}.", known=", ".join(RESULTS)), "result")
    return RESULTS[code]


def is_forfeit(how: str, halves: Sequence[int], *, begun: bool) -> bool:
    """Return whether a ruling counts as not played. `how` is PLAYED, FORFEIT or empty.

    If empty, a match that never began counts as a forfeit unless drawn.

    >>> is_forfeit("", (2, 0), begun=False), is_forfeit("", (1, 1), begun=False)
    (True, False)
    >>> is_forfeit("played", (2, 0), begun=False), is_forfeit("", (2, 0), begun=True)
    (False, False)
    """
    drawn = tuple(halves) == (1, 1)
    if how not in ("", PLAYED, FORFEIT):
        raise ActionError("bad-result", _("`how` must be one of played, forfeit."), "how")
    if how == FORFEIT and drawn:
        raise ActionError("bad-result", _("A draw can't be a forfeit. Choose another result."), "how")
    if how:
        return how == FORFEIT
    return not begun and not drawn


def make_ruling(
    format: str, settings: Mapping[str, Any], sides: int, *, halves: Sequence[int], places: Sequence[int], forfeit: bool
) -> Ruling:
    """Return the result for `halves` (a win 2, a draw 1) between two, or for `places` at a table, by side.

    Place 0 means disqualified or absent: last and without points. Raises ActionError for invalid values.
    """
    traits = get_traits(format)
    if traits.by_places:
        check_places(places, sides)
        if not any(places):
            return Ruling((0,) * sides, (sides,) * sides, forfeit)
        ranks = tuple(place or sides for place in places)
        points = traits.worth(settings, (), ranks, forfeit=forfeit)
        return Ruling(tuple(half if place else 0 for half, place in zip(points, places, strict=True)), ranks, forfeit)
    if tuple(halves) not in POSSIBLE or sides > 2:
        raise ActionError("bad-result", _("The result must be a win for one side, a draw, or a loss for both."), "halves")
    if not traits.can_draw and tuple(halves) == (1, 1):
        raise ActionError("bad-result", _("Bracket matches can't end in a draw. Choose a winner."), "halves")
    best = max(halves)
    by_points = tuple(1 if best and value == best else 2 for value in halves)
    return Ruling(traits.worth(settings, halves, (), forfeit=forfeit), by_points, forfeit)


def result_code(halves: Sequence[int | None], *, forfeit: bool) -> str:
    """Return a result as a code of RESULTS, regardless of the format's scoring; at a table the points of each side.

    >>> result_code((6, 0), forfeit=False), result_code((0, 2), forfeit=True), result_code((1, 1), forfeit=False)
    ('1-0', '0F-1F', '1/2-1/2')
    >>> result_code((6, 3, 1), forfeit=False), result_code((None, None), forfeit=False)
    ('3-1½-½', '')
    """
    known = [half for half in halves if half is not None]
    if len(known) < len(halves) or not known:
        return ""
    if len(known) != 2:
        return "-".join(format_halves(half) for half in known)
    points, how = standard_halves(known), FORFEIT if forfeit else PLAYED
    return next((code for code, result in RESULTS.items() if result == (points, how)), "1/2-1/2")


def standard_halves(halves: Sequence[int]) -> tuple[int, ...]:
    """Return the half points of a result by side, regardless of the event's own scoring.

    >>> standard_halves((6, 2)), standard_halves((0, 2)), standard_halves((1, 1)), standard_halves((0, 0))
    ((2, 0), (0, 2), (1, 1), (0, 0))
    """
    best = max(halves)
    level = list(halves).count(best) > 1
    return tuple(((1 if level else 2) if half == best else 0) if best else 0 for half in halves)


def check_places(places: Sequence[int], sides: int) -> None:
    """Raise ActionError unless these are valid table places: ties take up several (1, 2, 2, 4); 0 is none."""
    placed = [place for place in places if place]
    is_valid = all(place == 1 + sum(other < place for other in placed) for place in placed)
    if len(places) != sides or not is_valid:
        raise ActionError(
            "bad-result",
            _(
                "Enter places for all {sides} players, starting with 1. Tied players share a place, and the "
                "places after it are skipped (1, 2, 2, 4). 0 = unplaced.",
                sides=sides,
            ),
            "places",
        )


def parse_score(text: str, halves: Sequence[int], best_of: int) -> str:
    """Return a score between two in its stored form (`2-1`, `2.5-1.5`) or empty. Raises ActionError.

    >>> parse_score(" 2 : 1 ", (2, 0), 3), parse_score("1,5-1.5", (1, 1), 3), parse_score("", (2, 0), 1)
    ('2-1', '1.5-1.5', '')
    """
    text = "".join(text.split()).replace(",", ".").replace(":", "-").replace("–", "-")
    if not text:
        return ""
    match = _SCORE.fullmatch(text)
    if match is None:
        raise ActionError("bad-score", _("Enter the score as two numbers, such as 2-1 or 2.5-1.5."), "score")
    first, second = (float(number) for number in match.groups())
    winner = (first > second) - (first < second)
    if winner != (halves[0] > halves[1]) - (halves[0] < halves[1]) or not any(halves):
        raise ActionError("bad-score", _("The score {score} doesn't fit the result.", score=text), "score")
    if best_of > 1 and first + second > best_of + MAX_EXTRA:
        raise ActionError("bad-score", _("The score {score} has more games than the series.", score=text), "score")
    return text


ResultRow = Mapping[str, Any]
"""A row of a round's grid: `pairing_id`, a `result` for `read_typed_result` and a `score` between two, `places` at a table."""
EnteredRow = tuple[Ruling, str, bool]
"""The result and score of a row, and whether a match could end so: all sides placed, no forfeit."""


def parse_result_row(
    row: ResultRow, *, format: str, settings: Mapping[str, Any], sides: int, best_of: int, scored: bool = False
) -> EnteredRow:
    """Return the result that the row enters; if `scored`, a match has a score. Raises ActionError with the invalid field."""
    result, places = row.get("result", ""), row.get("places", ())
    if get_traits(format).by_places:
        if result:
            raise ActionError("bad-result", _("Enter a place for each player at the table."), "result")
        value = make_ruling(format, settings, sides, halves=(), places=places, forfeit=not any(places))
        return value, "", all(places)
    code, typed = read_typed_result("" if places else result or row.get("score", ""), scored=scored)
    halves, how = parse_result_code(code)
    score = row.get("score", "") or typed
    if scored and how == PLAYED and not score:
        raise ActionError("bad-score", _("Enter the score of both sides, such as 5-2."), "score")
    forfeit = is_forfeit(how, halves, begun=False)
    value = make_ruling(format, settings, sides, halves=halves, places=(), forfeit=forfeit)
    return value, parse_score(score, halves, best_of), not forfeit


def check_rows(rows: Sequence[ResultRow]) -> None:
    """Raise ActionError if there are no rows or two about the same pairing."""
    if not rows:
        raise ActionError("no-results", _("Enter at least one result."), "results")
    if len(rows) > MAX_ROWS:
        raise ActionError("limit-reached", _("Enter at most {most} results at once.", most=MAX_ROWS), "results")
    if len({row["pairing_id"] for row in rows}) < len(rows):
        raise ActionError("named-twice", _("A pairing is listed twice. Enter one result per pairing."), "results")
