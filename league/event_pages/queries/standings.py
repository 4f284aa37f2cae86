"""The standings of a stage by page, with links to derivations, and clinching marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.urls import reverse

from engines.i18n import mark, translate as _
from league.event_pages.queries.viewer_event import ViewerEvent
from league.events.models import Event, EventStatus, Stage
from league.formats.clinching import Outlook, compute_outlooks, compute_swiss_outlooks
from league.formats.play_offs import score_play_offs
from league.formats.protocol import Clinching, Column
from league.formats.registry import get_format
from league.formats.tables import format_halves
from league.formats.tie_breaks.figures import draw_lot
from league.formats.ties import ALONE, DECIDED, LEVEL, LOTS, PLAY_OFF, RULES, SEED, SHARED
from league.pagination import get_page_number, paginate
from league.standings.history import iter_pairings, to_history
from league.standings.result_sources import add_sources, count_sources
from league.standings.rows import PairingRow, StageRows
from league.standings.standings_calculation import OVERALL, Line, compute_overall, get_tie_breaks, sort_by_group
from league.standings.tables import TableLine, format_group, to_table_line

MAX_EXACT_ENTRANTS = 16
"""Maximum number of entrants for exact clinching in formats with a fixed schedule."""
PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class Mark:
    """A clinching mark. `kind` is in, through or out; `text` is the description."""

    kind: str
    text: str


def compute_marks(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    """Return the marks by entrant and their subject; empty if the stage is over or exact marks are impossible.

    They are impossible if a draw is not worth half a win: then the points of the remaining matches have no fixed sum.
    """
    stage = rows.stage
    if stage.finished_at is not None:
        return {}, ""
    match stage.traits.clinching:
        case Clinching.KNOCKOUT:
            marks = {line.entrant: Mark("out", _("eliminated")) if line.rank else Mark("in", _("still in")) for line in lines}
            return marks, _("“still in” means not eliminated yet.")
        case Clinching.SCHEDULE if _is_standard(stage) and len(rows.places) <= MAX_EXACT_ENTRANTS:
            return _compute_schedule_marks(rows, lines)
        case Clinching.ROUNDS if _is_standard(stage):
            return _compute_round_marks(rows, lines)
    return {}, ""


def _is_standard(stage: Stage) -> bool:
    """Return whether a win is worth a point and a draw half of it."""
    return [stage.traits.score(stage.settings, halves) for halves in (2, 1)] == [2, 1]


def _compute_schedule_marks(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    if any(entry.left is not None for entry in rows.places):
        return {}, ""
    places = _count_qualifiers(rows.stage)
    points = {line.entrant: line.halves for line in lines}
    undecided = _undecided(iter_pairings(rows))
    first = places == 1
    can_text = _("can finish first") if first else _("can finish in the top {places}", places=places)
    done_text = _("certain to finish first") if places == 1 else _("qualified")
    return _build_marks(compute_outlooks(points, undecided, places), done_text, can_text), _(
        "Calculated exactly: “{can}” means some results of the remaining matches lead there, perhaps on equal "
        "points; “eliminated” means none do.",
        can=can_text,
    )


def _compute_round_marks(rows: StageRows, lines: Sequence[Line]) -> tuple[dict[int, Mark], str]:
    """Return marks from the remaining rounds; empty until at least one entrant has qualified or is out."""
    published = [row for row in rows.rounds if row.started_at]
    format, entrants = get_format(rows.stage.format), len(rows.places)
    planned = format.rounds_planned(format.check(rows.stage.settings, entrants), entrants)
    places, follows = _count_qualifiers(rows.stage), rows.stage.number < len(rows.stage.event.stages.all())
    outlook_by_entrant = compute_swiss_outlooks(
        {line.entrant: line.halves for line in lines}, _undecided([item for row in published for item in row.pairings]),
        max(0, planned - len(published)), places,
        withdrawn={item.entrant for item in rows.places if item.left is not None}, vacant=follows,
    )  # fmt: skip
    if all(item.can and not item.certain for item in outlook_by_entrant.values()):
        return {}, _("On points, nothing is decided yet.") if published else ""
    done_text = _("qualified") if follows else _("certain to finish first")
    target = _("the top {places}", places=places) if places > 1 else _("first place")
    return _build_marks(outlook_by_entrant, done_text, _("open")), _(
        "Only what is certain about {wanted} is shown, as long as there are no withdrawals, late entries or "
        "overridden results. “{done}”: can't be caught, even on equal points. “eliminated”: can't even draw "
        "level. All others are open, because future pairings are unknown and tie-breaks decide on equal points.",
        wanted=target,
        done=done_text,
    )


def _build_marks(outlook_by_entrant: Mapping[int, Outlook], done_text: str, open_text: str) -> dict[int, Mark]:
    return {
        entrant: Mark("through", done_text)
        if outlook.certain
        else Mark("in", open_text)
        if outlook.can
        else Mark("out", _("eliminated"))
        for entrant, outlook in outlook_by_entrant.items()
    }


def _undecided(pairings: Iterable[PairingRow]) -> list[tuple[int, int]]:
    """Return the pairs of undecided games."""
    pairs = [(row.sides[0].entrant, row.sides[1].entrant) for row in pairings if not row.counted_at and len(row.sides) > 1]
    return [(row, other) for row, other in pairs if row is not None and other is not None]


def _count_qualifiers(stage: Stage) -> int:
    """Return the number of qualifiers for the next stage, or 1 (the winner)."""
    following = [other for other in stage.event.stages.all() if other.number == stage.number + 1]
    return (following[0].takes or 1) if following else 1


StandingLine = tuple[TableLine, Sequence[tuple[str, str]], Mark | None]
"""A line of the standings, its figures as (text, URL of the derivation), and its clinching mark."""


def build_overall_page(view: ViewerEvent, page: int) -> dict[str, Any]:
    """Return a page of the overall standings of all started stages."""
    context, shown = _paginate(view, OVERALL, compute_overall([view.lines(rows) for rows in view.stages]), page, PAGE_SIZE)
    overall = [(to_table_line(line, view.person(line.entrant)), (), None) for line in shown]
    sources = add_sources(map(count_sources, view.stages))
    return {**context, "sources": sources, "groups": [("", overall)], "ties": [_(RULES[SHARED])]}


def build_standings_page(view: ViewerEvent, rows: StageRows, page: int, *, size: int = PAGE_SIZE) -> dict[str, Any]:
    """Return a page of a stage's standings. `marked` describes the marks, `lots` the random draw."""
    lines = sort_by_group(rows.stage, view.lines(rows))
    context, shown = _paginate(view, rows.stage.number, lines, page, size)
    marks, marked = compute_marks(rows, lines)
    own, tie_breaks = rows.stage.traits.columns, get_tie_breaks(rows.stage)
    columns = (*(Column(column.short, _(column.name), _(column.text)) for column in own), *tie_breaks)
    base = reverse("event-standings", args=[view.event.pk])

    def build_line(line: Line) -> StandingLine:
        figures = line.figures[: len(columns)]  # formats keep others for internal use
        keys = [column.short if rows.stage.traits.derives_columns else "" for column in own] + [row.key for row in tie_breaks]
        links = [
            (str(text), f"{base}{line.entrant}/{key}/" if text and key else "")
            for key, (_name, text) in zip(keys, figures, strict=True)
        ]
        return to_table_line(line, view.person(line.entrant)), links, marks.get(line.entrant)

    return {
        **context,
        "groups": [
            (format_group(rows.stage, name), list(map(build_line, group)))
            for name, group in groupby(shown, key=lambda line: line.group)
        ],
        "worth": _list_worth(rows.stage),
        "ties": _describe_ties(view, rows, lines),
        "columns": columns,
        "marked": marked,
        "sources": count_sources(rows),
        "lots": _describe_lots(view.event) if any(column.key == "LOTS" for column in tie_breaks) else None,
        "stage_lots": _describe_stage_lots(view, rows, lines) if rows.stage.ties == LOTS and rows.stage.lots_seed else None,
    }


def _describe_ties(view: ViewerEvent, rows: StageRows, lines: Sequence[Line]) -> list[str]:
    """Return the rule for those tied on everything and, once the stage is over, a sentence about each such tie."""
    stage = rows.stage
    rule = _(RULES[stage.ties or SHARED])
    if not stage.ties or stage.finished_at is None:
        return [rule]
    tied = [line for line in lines if line.tied]
    view.prefetch(entrants=[line.entrant for line in tied])
    groups = groupby(tied, key=lambda line: (line.group, *line.figures[: len(stage.traits.columns)], line.halves, line.wins))
    ties = [[line.entrant for line in group] for _key, group in groups]
    apart = [entrants[0] for entrants in ties if len(entrants) == 1]  # tied with entrants of other groups

    def describe(text: str, entrants: Sequence[int]) -> str:
        names = ", ".join(view.person(entrant).name for entrant in entrants)
        return _(text, players=names, decided=_(_find_decider(rows, entrants)))

    whole = [describe(mark("{players}: tied on everything; {decided}"), entrants) for entrants in ties if len(entrants) > 1]
    return [rule, *whole, *([describe(mark("{players}: equal for the last wild card; {decided}"), apart)] if apart else [])]


def _find_decider(rows: StageRows, tied: Sequence[int]) -> str:
    """Return what decided between those tied on everything, once the stage is over."""
    if rows.stage.ties != PLAY_OFF:
        return DECIDED[rows.stage.ties]
    withdrawn = {place.entrant for place in rows.places if place.left is not None}
    active = [entrant for entrant in tied if entrant not in withdrawn]
    if len(active) < 2:
        return ALONE
    scores = score_play_offs(active, to_history(rows, published=True))
    if not scores:
        return DECIDED[SEED]
    return DECIDED[PLAY_OFF] if len(set(scores.values())) == len(scores) else LEVEL


def _describe_stage_lots(view: ViewerEvent, rows: StageRows, lines: Sequence[Line]) -> dict[str, Any]:
    """Return the draw of a stage: commitment, purpose and, once it is over, its seed and the numbers of the tied entrants."""
    stage = rows.stage
    drawn = stage.lots
    numbers = [
        (view.person(line.entrant).name, line.entrant, draw_lot(drawn, line.entrant)) for line in lines if line.tied and drawn
    ]
    return {
        "commitment": stage.lots_commitment, "seed": stage.lots_seed if drawn else "", "about": f"lots of stage {stage.pk}",
        "numbers": sorted(numbers, key=itemgetter(2)),
    }  # fmt: skip


def _list_worth(stage: Stage) -> list[str]:
    """Return the points for a win, a draw and a loss; empty where a place or a streak decides."""
    if stage.traits.continuous or stage.traits.by_places:
        return []
    if rules := stage.event.team_rules:
        return [str(points) for points in (rules.win, rules.draw, rules.loss)]
    return [format_halves(stage.traits.score(stage.settings, halves)) for halves in (2, 1, 0)]


def _paginate(
    view: ViewerEvent, stage: int, lines: Sequence[Line], page: int, size: int
) -> tuple[dict[str, Any], Sequence[Line]]:  # fmt: skip
    """Return the common data of standings pages, and the page's lines with their people fetched.

    `stages` are (number, name) of all started stages and the overall ranking if there are several; `own_page` is the
    number of the viewer's page.
    """
    shown, paging = paginate(lines, page, size)
    view.prefetch(entrants=[line.entrant for line in shown])
    own_index = next((index for index, line in enumerate(lines) if line.entrant == view.own_id), None)
    stages = [(rows.stage.number, f"{rows.stage.number}. {rows.stage.traits.name}") for rows in view.stages]
    return {
        "stage": stage,
        "stages": [*stages, (OVERALL, _("Overall"))] if len(stages) > 1 else [],
        "paging": paging,
        "own_page": None if own_index is None else get_page_number(own_index, size),
    }, shown


def _describe_lots(event: Event) -> dict[str, str]:
    """Return the random draw; the seed is "" until the event is over."""
    seed = event.lots_seed if event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED) else ""
    return {"commitment": event.lots_commitment, "seed": seed, "about": f"lots of event {event.pk}"}
