"""Explanations of tie-break figures and of Swiss pairings."""

from dataclasses import dataclass, replace
from typing import Any, cast

from engines.i18n import translate as _
from league.event_pages.queries.viewer_event import ViewerEvent
from league.events.models import PairingKind, ResultOverride
from league.formats.protocol import Column
from league.formats.registry import get_format
from league.formats.round_robin import ParallelRoundRobins
from league.formats.swiss.explanations import Reason, explain_unpaired, find_absolute_reason
from league.formats.swiss.format import Exclusion, Swiss, build_avoiding
from league.formats.swiss.pairing_quality import CRITERION_TEXTS, Board, Value, list_brackets
from league.formats.swiss.tournament import Tournament
from league.formats.tables import format_halves
from league.formats.tie_breaks.definitions import TIE_BREAKS, TieBreak
from league.formats.tie_breaks.derivation import Derivation, derive_figure
from league.pairings.queries.pairing_exclusions import get_club_mates, get_pairing_settings, undo_swaps
from league.standings.history import to_entrants, to_history
from league.standings.rows import RoundRow, StageRows
from league.standings.standings_calculation import build_tie_break_input
from league.standings.tables import Person
from matches.errors import ActionError

MAX_COMPARED = 100
"""Maximum number of players for which a round is paired again to answer a question."""
SCORE_CRITERIA = ("C5", "C7", "C18", "C19", "C20", "C21")
"""Criteria with values in half points."""


@dataclass(frozen=True, slots=True)
class TermLine:
    """A term of a figure."""

    round: int
    opponent: Person | None
    value: str
    counted: bool
    why: str


@dataclass(frozen=True, slots=True)
class EncounterLine:
    """An entrant still tied at a direct encounter."""

    person: Person
    points: str
    missing: int
    place: int | None


@dataclass(frozen=True, slots=True)
class FigurePage:
    """The derivation of a figure."""

    person: Person
    column: TieBreak
    shown: str
    how: str
    terms: tuple[TermLine, ...]
    lines: tuple[EncounterLine, ...]


def explain_figure(view: ViewerEvent, entrant: int, key: str) -> FigurePage:
    """Return the figure of an entrant in the newest stage that has it. Raises ActionError("not-found")."""
    for rows in reversed(view.stages):
        columns = {column.short: column for column in rows.stage.traits.columns if rows.stage.traits.derives_columns}
        if key in columns:
            return _explain_column(view, rows, entrant, columns[key])
        if rows.stage.traits.tie_breaks and key in rows.stage.tie_breaks:
            contenders, rounds, rules = build_tie_break_input(rows, to_entrants(rows), to_history(rows, published=True))
            if entrant not in {item.id for item in contenders}:
                break
            result = derive_figure(contenders, rounds, rows.stage.tie_breaks, rules, contender=entrant, key=key)
            return _build_figure(view, rows, result, TIE_BREAKS[key])
    raise ActionError("not-found", _("Tie-break value not found."))


def _explain_column(view: ViewerEvent, rows: StageRows, entrant: int, column: Column) -> FigurePage:
    """Return the figure of an entrant of a group or division in a column of the format."""
    entrants, format = to_entrants(rows), cast(ParallelRoundRobins[Any], get_format(rows.stage.format))
    settings = format.check(rows.stage.settings, len(entrants))
    result = format.derive(settings, entrants, to_history(rows, published=True), entrant, column.short)
    if result is None:
        raise ActionError("not-found", _("Tie-break value not found."))
    return _build_figure(view, rows, result, TieBreak(column.short, column.name, column.text, article=""))


def _build_figure(view: ViewerEvent, rows: StageRows, result: Derivation, column: TieBreak) -> FigurePage:
    entrant_ids = {result.contender, *(row.contender for row in result.lines)}
    view.prefetch(entrants=entrant_ids | {row.opponent for row in result.terms if row.opponent is not None})
    terms = tuple(
        TermLine(
            row.round + rows.before,
            None if row.opponent is None else view.person(row.opponent),
            result.format_figure(row), row.counted, row.why,
        )
        for row in result.terms
    )  # fmt: skip
    lines = tuple(EncounterLine(view.person(row.contender), row.points, row.missing, row.place) for row in result.lines)
    return FigurePage(view.person(result.contender), column, result.shown, result.how, terms, lines)


@dataclass(frozen=True, slots=True)
class CriterionLine:
    """The value of a pairing criterion."""

    code: str
    text: str
    value: str


@dataclass(frozen=True, slots=True)
class BracketLine:
    """A score bracket as paired, with the criteria that have a value."""

    score: str
    residents: int
    moved: int
    down: int
    criteria: tuple[CriterionLine, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A player who can be selected for a question."""

    number: int
    person: Person


@dataclass(frozen=True, slots=True)
class Answer:
    """Why two players did or did not meet; `other` is None for the bye."""

    one: Person
    other: Person | None
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class PairingExplanation:
    """The explanation of a round's pairings."""

    round: int
    name: str
    brackets: tuple[BracketLine, ...]
    choices: tuple[Choice, ...]
    answer: Answer | None
    asked: tuple[int | None, int | None]
    changed: bool
    """Whether an earlier result was overridden after this round was published."""
    exchanged: tuple[tuple[Person, Person], ...]
    """Entrants swapped by the organiser after pairing."""
    odd: bool


class SwissRound:
    """A published Swiss round, and the tournament before it. Numbers are seeds of the stage.

    `boards` are as generated; `by_hand` are the seeds on boards that the organiser changed.
    """

    def __init__(self, rows: StageRows, row: RoundRow) -> None:
        before = tuple(item for item in rows.rounds if item.number < row.number)
        entrants = to_entrants(rows)
        self.number = {item.id: number for number, item in enumerate(entrants, 1)}
        self.entrant = {number: item for item, number in self.number.items()}
        paired = [item for item in row.pairings if item.kind in (PairingKind.GAME, PairingKind.BYE)]
        published = [[side.entrant for side in item.sides if side.entrant] for item in paired]
        self.swaps = list(row.swaps or ())
        sides = undo_swaps(published, self.swaps)
        self.by_hand = {self.number[item] for old, new in zip(sides, published, strict=True) if old != new for item in new}
        self.boards: list[Board] = [
            (self.number[board[0]], self.number[board[1]] if len(board) > 1 else 0) for board in sides if board
        ]
        ready = {item for board in sides for item in board}
        self.settings = Swiss().check(get_pairing_settings(rows.stage), len(entrants))
        history = to_history(replace(rows, rounds=before), published=True)
        self.at = len(history) + 1
        self.mates = get_club_mates(rows.stage)
        self.tournament: Tournament = build_avoiding(self.settings, entrants, ready, history)

    def why(self, first: int, second: int) -> Reason:
        """Return why two seeds (0: the bye) are paired with each other or not."""
        together = any(set(board) == {first, second} for board in self.boards)
        if not {first, second or first} - self.by_hand:  # the organiser's swap decided, not a rule
            return Reason(
                "by-hand",
                _("They were paired, but the organiser swapped players by hand afterwards.")
                if together
                else _("The organiser changed these boards by hand after the round was paired."),
            )
        if len(self.boards) * 2 <= MAX_COMPARED:
            reason = explain_unpaired(self.tournament, self.boards, first, second)
        elif together:
            reason = Reason("paired", _("They are paired in this round."))
        else:
            text = _(
                "No rule forbids this pairing on its own. To find the criterion it would break, the whole "
                "round has to be paired again. This page does that for up to {most} players. For more, "
                "download the report file and use the pair command.",
                most=MAX_COMPARED,
            )
            reason = (find_absolute_reason(self.tournament, first, second) if second else None) or Reason("large", text)
        return self._explain_exclusion(first, second) if reason.code == "forbidden" else reason

    def _explain_exclusion(self, first: int, second: int) -> Reason:
        """Return why two seeds are kept apart: exclusion, club, or avoidance if possible."""
        pair = frozenset((self.entrant[first], self.entrant[second]))
        matching = [rule for rule in self.settings.forbidden if rule.pair == pair and rule.holds(self.at)]
        club = self.mates.get(pair)
        if club and len(matching) == 1:
            text = _("Both belong to {club}. Members of the same club aren't paired in this event.", club=club)
            return Reason("club", text)
        if not matching:
            text = _("The organiser asked to avoid this pairing if possible, and it was possible.")
            return Reason("avoided", text)
        return Reason("forbidden", _("The organiser excluded this pairing {rounds}.", rounds=_describe_rounds(matching[0])))


def explain_round(view: ViewerEvent, number: int, one: int | None, other: int | None) -> PairingExplanation:
    """Return the page, with an answer about seeds `one` and `other` (0: the bye). Raises ActionError("not-found")."""
    located = next(((rows, row) for rows, row in view.rounds() if row.number == number), None)
    if located is None or not located[0].stage.traits.explained or located[1].started_at is None:
        raise ActionError("not-found", _("Swiss round not found, or it hasn't been published yet."))
    rows, row = located
    swiss = SwissRound(rows, row)
    seeds = sorted(seed for board in swiss.boards for seed in board if seed)
    view.prefetch(entrants=[swiss.entrant[seed] for seed in seeds])
    answer = None
    if one in seeds and (other in seeds or other == 0) and one != other:
        reason, person = swiss.why(one or 0, other or 0), view.person(swiss.entrant[one or 0])
        answer = Answer(person, view.person(swiss.entrant[other]) if other else None, reason.code, reason.text)
    return PairingExplanation(
        round=number,
        name=row.name,
        brackets=tuple(
            BracketLine(
                format_halves(one.score), len(one.residents), len(one.moved), len(one.down),
                tuple(
                    CriterionLine(code, _(CRITERION_TEXTS[code]), _format_value(code, value))
                    for code, value in one.counts.items()
                    if (value != -1 if code == "C5" else any(value) if isinstance(value, tuple) else value)
                ),
            )
            for one in list_brackets(swiss.tournament, swiss.boards)
        ),
        choices=tuple(Choice(seed, view.person(swiss.entrant[seed])) for seed in seeds),
        answer=answer,
        asked=(one, other),
        changed=ResultOverride.objects.filter(
            pairing__round__stage=rows.stage, pairing__round__number__lt=number, at__gt=row.started_at
        ).exists(),
        exchanged=tuple((view.person(one), view.person(other)) for one, other in swiss.swaps),
        odd=len(seeds) % 2 == 1,
    )  # fmt: skip


def _describe_rounds(exclusion: Exclusion) -> str:
    if exclusion.last is None:
        return _("in all rounds") if exclusion.first == 1 else _("from round {first} on", first=exclusion.first)
    return (
        _("in rounds {first} to {last}", first=exclusion.first, last=exclusion.last)
        if exclusion.last > exclusion.first
        else _("in round {first}", first=exclusion.first)
    )


def _format_value(code: str, value: Value) -> str:
    show = format_halves if code in SCORE_CRITERIA else str
    if not isinstance(value, tuple):
        return show(value)
    if code == "C8":
        return "; ".join([str(value[0]), *map(format_halves, value[1:])])
    return ", ".join(map(show, value))
