"""Declared stages and their validation, and the brackets they make; does not access the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.i18n import Message, translate as _
from league.formats.elimination.draw import Draw, Node, Part
from league.formats.elimination.format import Elimination
from league.formats.points import POINTS_FIELD, STANDARD
from league.formats.registry import FORMATS, get_format
from league.formats.settings import BadSetting
from league.formats.stages import Stage, check_stages as check_chain
from league.formats.tie_breaks.definitions import BadTieBreaks, check_tie_breaks
from matches.engine_limits import get_engine
from matches.errors import ActionError

MAX_STAGES = 5
MAX_CLUB_LENGTH = 40


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A format with its settings; each stage but the first takes the best `takes` of the previous one."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    takes: int | None = None


def check_stages(
    stages: Sequence[StagePlan], entrants: int, tie_breaks: Sequence[str], *, teams: bool = False
) -> Sequence[StagePlan]:
    """Return the stages if valid for this many entrants. Raises ActionError with the stage and field."""
    if not 1 <= len(stages) <= MAX_STAGES:
        raise ActionError("bad-stages", _("An event must have 1 to {most} stages.", most=MAX_STAGES), "stages")
    if stages[0].takes is not None:
        raise ActionError("bad-stages", _("The first stage takes all entrants. Leave out `takes`."), "takes")
    first = FORMATS.get(stages[0].format)
    if teams:
        _check_team_stages(stages)
    try:  # in round robins, forfeits count like games
        check_tie_breaks(tie_breaks, everybody_meets=first is not None and first.fixed, teams=teams)
        if len(stages) == 1 and first is not None and first.continuous:
            first.check(stages[0].settings, entrants)
        else:
            check_chain([Stage(stage.format, stage.settings, stage.takes) for stage in stages], entrants)
    except BadTieBreaks as error:
        raise ActionError(error.code, error.sentence, error.field) from error
    except BadSetting as error:
        cause = error.__cause__ if len(stages) == 1 and isinstance(error.__cause__, BadSetting) else error
        field = "takes" if error.field == "take" else error.field
        raise ActionError("unknown-format" if field == "format" else "bad-setting", cause.sentence, field) from error
    return stages


def _check_team_stages(stages: Sequence[StagePlan]) -> None:
    """Raise ActionError unless teams can play in these formats: in rounds, two by two, one match each."""
    for stage in stages:
        format = FORMATS.get(stage.format)
        if format is None:
            continue
        if format.continuous or format.seats(stage.settings) != (2,):
            text = _("{format} is not for teams. Choose a format in which two teams meet in each match.", format=format.name)
            raise ActionError("not-for-teams", text, "format")
        if any(key.startswith("best_of") and value not in (None, 1) for key, value in stage.settings.items()):
            text = _("Teams meet once, on several boards. Set the games per series to 1.")
            raise ActionError("not-for-teams", text, "best_of")
        if stage.settings.get(POINTS_FIELD.key, STANDARD) != STANDARD:
            text = _("Teams have match points. Leave the points of the format as they are, and set those of the teams.")
            raise ActionError("not-for-teams", text, POINTS_FIELD.key)


def check_seats(stages: Sequence[StagePlan], seat_counts: Sequence[int]) -> None:
    """Raise ActionError unless the game can be played with all table sizes of the formats."""
    for stage in stages:
        format = FORMATS.get(stage.format)
        seats = format.seats(stage.settings) if format else ()
        if not set(seats) <= set(seat_counts):
            raise ActionError(
                "not-for-so-many", _("This game can't be played with {seats} players at a table.", seats=seats[0]), "seats"
            )


def check_duplicate(game: str, stages: Sequence[StagePlan], *, bots_only: bool) -> None:
    """Raise ActionError unless each match of the event can be played twice at once with the same draws."""
    engine = get_engine(game)
    for stage in stages:
        format = FORMATS.get(stage.format)
        if format is not None and (format.seats(stage.settings) != (2,) or format.has_berserk(stage.settings)):
            text = _("Duplicates need matches between two, without berserk. Choose another format or setting.")
            raise ActionError("not-possible", text, "duplicate")
    if engine.reported:
        raise ActionError("not-possible", _("Duplicates are for matches that are played here."), "duplicate")
    if not bots_only and not engine.has_open_chance:
        text = _("In this game, players would know draws from the other match. Turn on “Bots only”, or turn off duplicates.")
        raise ActionError("not-possible", text, "duplicate")


def clean_club_name(text: str) -> str:
    """Return the name with normalised spaces. Raises ActionError if too long or with invalid characters."""
    club = " ".join(text.split())
    if len(club) > MAX_CLUB_LENGTH or "\x00" in club:
        raise ActionError("too-long", _("A club name can have at most {most} characters.", most=MAX_CLUB_LENGTH), "club")
    return club


def get_elimination_format(format: str) -> Elimination:
    """Return the elimination format with this key."""
    elimination_format = get_format(format)
    assert isinstance(elimination_format, Elimination)
    return elimination_format


def build_bracket_draw(format: str, settings: Mapping[str, Any], entrants: int) -> Draw:
    """Return the draw. Raises BadSetting for invalid settings or an invalid number of entrants."""
    elimination_format = get_elimination_format(format)
    return elimination_format.draw(elimination_format.check(settings, entrants), entrants)


def round_sort_key(node: Node) -> tuple[int, int]:
    """Return the sort key for rounds in playing order."""
    match node.part:
        case Part.WINNERS:
            return max(1, 2 * node.round - 2), 0
        case Part.LOSERS:
            return node.round + 1, 1
        case Part.THIRD:
            return max(1, 2 * node.round - 2), -1
        case _:
            return 1000 + node.round, 0


def bracket_round_name(node: Node, rounds: int, *, double: bool) -> Message:
    """Return the name of a node's round, given the number of rounds on the winners side.

    >>> from league.formats.elimination.draw import single_elimination
    >>> bracket_round_name(single_elimination(8).nodes[4], 3, double=False)
    'Semi-finals'
    """
    match node.part:
        case Part.LOSERS:
            return _("Losers round {number}", number=node.round)
        case Part.FINAL:
            return _("Grand final")
        case Part.RESET:
            return _("Second grand final")
        case Part.THIRD:
            return _("Third place")
    remaining = rounds - node.round
    if double:
        return _("Winners final") if remaining == 0 else _("Winners round {number}", number=node.round)
    return {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}.get(
        remaining, _("Round of {number}", number=2 ** (remaining + 1))
    )
