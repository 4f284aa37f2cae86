"""Explanations of tie-break figures and of Swiss pairings."""

from dataclasses import dataclass, replace

from engines.words import say, told
from league.event_pages.queries.view import View
from league.events.models import Overturn, PairingKind
from league.formats.swiss.counting import TEXTS, Board, Value, brackets
from league.formats.swiss.explanations import Reason, why_never, why_not
from league.formats.swiss.format import Apart, Swiss, tournament_apart
from league.formats.swiss.tournament import Tournament
from league.formats.tables import halves_text
from league.formats.tie_breaks.columns import TIE_BREAKS, TieBreak
from league.formats.tie_breaks.derivation import Derivation, derivation
from league.pairings.queries.pairing_exclusions import before_exchanges, club_mates, settings_of
from league.standings.history import entrants_of, history_of
from league.standings.rows import RoundRow, StageRows
from league.standings.standings_calculation import contest_of
from league.standings.tables import Person
from matches.refusals import Refused

MOST_COMPARED = 100
"""Maximum number of players for which a round is paired again to answer a question."""
SCORES = ("C5", "C7", "C18", "C19", "C20", "C21")
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


def figure_page(view: View, entrant: int, key: str) -> FigurePage:
    """Return the figure of an entrant in the newest stage that has it. Code: not-found."""
    for rows in reversed(view.stages):
        if rows.stage.traits.tie_breaks and key in rows.stage.tie_breaks:
            contenders, rounds, rules = contest_of(rows, entrants_of(rows), history_of(rows, published=True))
            if entrant not in {one.id for one in contenders}:
                break
            found = derivation(contenders, rounds, rows.stage.tie_breaks, rules, contender=entrant, key=key)
            return _page(view, rows, found)
    raise Refused("not-found", say("Tie-break value not found."))


def _page(view: View, rows: StageRows, found: Derivation) -> FigurePage:
    who = {found.contender, *(one.contender for one in found.lines)}
    view.need(entrants=who | {one.opponent for one in found.terms if one.opponent is not None})
    terms = tuple(
        TermLine(
            one.round + rows.before,
            None if one.opponent is None else view.person(one.opponent),
            found.show(one), one.counted, one.why,
        )
        for one in found.terms
    )  # fmt: skip
    lines = tuple(EncounterLine(view.person(one.contender), one.points, one.missing, one.place) for one in found.lines)
    return FigurePage(view.person(found.contender), TIE_BREAKS[found.key], found.shown, found.how, terms, lines)


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
class WhyPage:
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


class Round:
    """A published Swiss round, and the tournament before it. Numbers are seeds of the stage.

    `boards` are as generated; `by_hand` are the seeds on boards that the organiser changed.
    """

    def __init__(self, rows: StageRows, row: RoundRow) -> None:
        before = tuple(one for one in rows.rounds if one.number < row.number)
        entrants = entrants_of(rows)
        self.number = {one.id: at for at, one in enumerate(entrants, 1)}
        self.entrant = {at: one for one, at in self.number.items()}
        paired = [one for one in row.pairings if one.kind in (PairingKind.GAME, PairingKind.BYE)]
        published = [[side.entrant for side in one.sides if side.entrant] for one in paired]
        self.exchanged = list(row.exchanged or ())
        sides = before_exchanges(published, self.exchanged)
        self.by_hand = {
            self.number[one] for was, now in zip(sides, published, strict=True) if was != now for one in now
        }
        self.boards: list[Board] = [
            (self.number[both[0]], self.number[both[1]] if len(both) > 1 else 0) for both in sides if both
        ]
        ready = {one for both in sides for one in both}
        self.settings = Swiss().check(settings_of(rows.stage), len(entrants))
        history = history_of(replace(rows, rounds=before), published=True)
        self.at = len(history) + 1
        self.mates = club_mates(rows.stage)
        self.tournament: Tournament = tournament_apart(self.settings, entrants, ready, history)

    def why(self, one: int, other: int) -> Reason:
        """Return why two seeds (0: the bye) are paired with each other or not."""
        together = any(set(board) == {one, other} for board in self.boards)
        if not {one, other or one} - self.by_hand:  # the organiser's swap decided, not a rule
            return Reason(
                "by-hand",
                say("They were paired, but the organiser swapped players by hand afterwards.")
                if together
                else say("The organiser changed these boards by hand after the round was paired."),
            )
        if len(self.boards) * 2 <= MOST_COMPARED:
            reason = why_not(self.tournament, self.boards, one, other)
        elif together:
            reason = Reason("paired", say("They are paired in this round."))
        else:
            text = say(
                "No rule forbids this pairing on its own. To find the criterion it would break, the whole "
                "round has to be paired again. This page does that for up to {most} players. For more, "
                "download the report file and use the pair command.",
                most=MOST_COMPARED,
            )
            reason = (why_never(self.tournament, one, other) if other else None) or Reason("large", text)
        return self._kept_apart(one, other) if reason.code == "forbidden" else reason

    def _kept_apart(self, one: int, other: int) -> Reason:
        """Return why two seeds are kept apart: exclusion, club, or avoidance if possible."""
        pair = frozenset((self.entrant[one], self.entrant[other]))
        mine = [apart for apart in self.settings.forbidden if apart.pair == pair and apart.holds(self.at)]
        club = self.mates.get(pair)
        if club and len(mine) == 1:
            text = say("Both belong to {club}. Members of the same club aren't paired in this event.", club=club)
            return Reason("club", text)
        if not mine:
            text = say("The organiser asked to avoid this pairing if possible, and it was possible.")
            return Reason("avoided", text)
        return Reason("forbidden", say("The organiser excluded this pairing {rounds}.", rounds=_rounds(mine[0])))


def why_page(view: View, number: int, one: int | None, other: int | None) -> WhyPage:
    """Return the page, with an answer about seeds `one` and `other` (0: the bye). Code: not-found."""
    found = next(((rows, row) for rows, row in view.rounds() if row.number == number), None)
    if found is None or not found[0].stage.traits.explained or found[1].started_at is None:
        raise Refused("not-found", say("Swiss round not found, or it hasn't been published yet."))
    rows, row = found
    made = Round(rows, row)
    there = sorted(seed for board in made.boards for seed in board if seed)
    view.need(entrants=[made.entrant[seed] for seed in there])
    answer = None
    if one in there and (other in there or other == 0) and one != other:
        reason, person = made.why(one or 0, other or 0), view.person(made.entrant[one or 0])
        answer = Answer(person, view.person(made.entrant[other]) if other else None, reason.code, reason.text)
    return WhyPage(
        round=number,
        name=row.name,
        brackets=tuple(
            BracketLine(
                halves_text(one.score), len(one.residents), len(one.moved), len(one.down),
                tuple(
                    CriterionLine(code, told(TEXTS[code]), _shown(code, value))
                    for code, value in one.counts.items()
                    if (value != -1 if code == "C5" else any(value) if isinstance(value, tuple) else value)
                ),
            )
            for one in brackets(made.tournament, made.boards)
        ),
        choices=tuple(Choice(seed, view.person(made.entrant[seed])) for seed in there),
        answer=answer,
        asked=(one, other),
        changed=Overturn.objects.filter(
            pairing__round__stage=rows.stage, pairing__round__number__lt=number, at__gt=row.started_at
        ).exists(),
        exchanged=tuple((view.person(one), view.person(other)) for one, other in made.exchanged),
        odd=len(there) % 2 == 1,
    )  # fmt: skip


def _rounds(apart: Apart) -> str:
    if apart.last is None:
        return say("in all rounds") if apart.first == 1 else say("from round {first} on", first=apart.first)
    return (
        say("in rounds {first} to {last}", first=apart.first, last=apart.last)
        if apart.last > apart.first
        else say("in round {first}", first=apart.first)
    )


def _shown(code: str, value: Value) -> str:
    show = halves_text if code in SCORES else str
    if not isinstance(value, tuple):
        return show(value)
    if code == "C8":
        return "; ".join([str(value[0]), *map(halves_text, value[1:])])
    return ", ".join(map(show, value))
