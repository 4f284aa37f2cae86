"""The standings of a stage with their tie-break figures, and the overall standings of an event."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from league.events.models import EventStatus, Stage
from league.formats.elimination.state import compute_ranks
from league.formats.protocol import Entrant, History, TableRow
from league.formats.registry import get_format
from league.formats.tables import format_halves, format_quarters
from league.formats.tie_breaks.definitions import TIE_BREAKS, TieBreak
from league.formats.tie_breaks.ledger import Contender, Lots, Rules
from league.formats.tie_breaks.standings import compute_standings
from league.standings.history import ChangedResults, compute_bracket, iter_pairings, to_entrants, to_history
from league.standings.rows import StageRows
from league.standings.steps import Log, compute_log_standings, load_logs

_UNITS: Mapping[str, Callable[[int], str]] = {"_halves": format_halves, "_quarters": format_quarters}
"""How figures are formatted, by the ends of their names."""
SUMMED_FIELDS = ("halves", "played", "wins", "draws", "losses")
OVERALL = 0
"""Stage number of the overall standings."""
Line = TableRow
"""A line of a stage's standings with formatted figures."""


def compute_all_lines(stages: Collection[StageRows]) -> list[list[Line]]:
    """Return the standings of several stages; logs are read in one query."""
    logs = load_logs([rows for rows in stages if rows.stage.traits.continuous])
    return [compute_lines(rows, log=logs.get(rows.stage.pk)) for rows in stages]


def compute_lines(rows: StageRows, *, changed: ChangedResults | None = None, log: Log | None = None) -> list[Line]:
    """Return the standings of a stage, best first; `changed` replaces recorded results.

    `log` is the log of a stage without rounds, if already read.
    """
    stage = rows.stage
    if stage.traits.is_bracket:
        return _compute_from_bracket(rows)
    if stage.traits.continuous:
        return _compute_from_log(rows, log or load_logs([rows], changed=changed)[stage.pk])
    entrants, history = to_entrants(rows), to_history(rows, published=True, changed=changed)
    if stage.traits.tie_breaks:
        return _compute_by_tie_breaks(rows, entrants, history)
    format = get_format(stage.format)
    places = format.standings(format.check(stage.settings, len(entrants)), entrants, history)
    return [_format_figures(place) for place in places]


def _format_figures(line: TableRow) -> Line:
    return replace(line, figures=tuple((name, _format_figure(name, figure)) for name, figure in line.figures))


def _format_figure(name: str, figure: Any) -> str:
    formatter = next((formatter for unit, formatter in _UNITS.items() if name.endswith(unit)), str)
    return "" if figure == "" else formatter(figure)


def get_tie_breaks(stage: Stage) -> tuple[TieBreak, ...]:
    """Return the tie-breaks shown in the stage's lines, in order."""
    if not stage.traits.tie_breaks:
        return ()
    return tuple(TIE_BREAKS[key] for key in stage.tie_breaks)


def build_tie_break_input(
    rows: StageRows, entrants: Sequence[Entrant], history: History
) -> tuple[list[Contender], History, Rules]:
    """Return the input of the tie-breaks. Expunged entrants have no results, and results against them don't count."""
    stage = rows.stage
    seeding = {row.entrant: (row.seed, row.rating) for row in rows.places}
    format = get_format(stage.format)
    expunged: frozenset[int] = frozenset()
    if any(not entrant.there for entrant in entrants):
        expunged = format.expunged(format.check(stage.settings, len(entrants)), entrants, history)
    contenders = [
        Contender(entrant.id, seeding[entrant.id][0], round(rating) if (rating := seeding[entrant.id][1]) is not None else None)
        for entrant in entrants
        if entrant.id not in expunged
    ]
    rounds = [tuple(pairing for pairing in pairings if not expunged & set(pairing.entrants)) for pairings in history]
    event = stage.event
    ended = event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED)  # until then the seed of the lots is secret
    lots = Lots(bytes.fromhex(event.lots_seed), f"event {event.pk}") if ended and event.lots_seed else None
    win, draw = (format.score(stage.settings, halves) for halves in (2, 1))
    if (teams := event.team_rules) is not None:
        rules = Rules(everybody_meets=format.fixed, win=2 * teams.win, draw=2 * teams.draw, boards=teams.boards, lots=lots)
        return contenders, rounds, rules
    return contenders, rounds, Rules(everybody_meets=format.fixed, win=win, draw=draw, lots=lots)


def _compute_by_tie_breaks(rows: StageRows, entrants: Sequence[Entrant], history: History) -> list[Line]:
    contenders, rounds, rules = build_tie_break_input(rows, entrants, history)
    keys = rows.stage.tie_breaks
    lines = [
        Line(
            entry.rank, entry.contender, entry.halves, entry.played, entry.wins, entry.draws, entry.losses,
            figures=tuple((key, TIE_BREAKS[key].format_figure(entry.figures[key])) for key in keys),
        )
        for entry in compute_standings(contenders, rounds, keys, rules)
    ]  # fmt: skip
    ranked = {line.entrant for line in lines}
    unranked = [entry.id for entry in entrants if entry.id not in ranked]
    return lines + [Line(len(lines) + 1, entry, figures=tuple((key, "") for key in keys)) for entry in unranked]


def _compute_from_log(rows: StageRows, log: Log) -> list[Line]:
    """Return the standings of an arena or ladder; entrants who left a ladder come last."""
    lines = [_format_figures(entry) for entry in compute_log_standings(log)]
    ranked = {line.entrant for line in lines}
    unranked = [entry.entrant for entry in rows.places if entry.entrant not in ranked]
    return lines + [Line(len(lines) + 1, entry) for entry in unranked]


def _compute_from_bracket(rows: StageRows) -> list[Line]:
    ranks = compute_ranks(compute_bracket(rows))
    results: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in iter_pairings(rows):
        for side in row.sides if row.counted_at else ():
            if side.entrant and side.halves is not None:
                results[side.entrant].append((side.halves, sum(other.halves or 0 for other in row.sides) - side.halves))
    lines = []
    for place in rows.places:
        scores = results[place.entrant]
        wins, played = sum(own > other for own, other in scores), len(scores)
        draws = sum(own == other > 0 for own, other in scores)
        total = sum(own for own, _ in scores)
        lines.append(Line(ranks.get(place.seed), place.entrant, total, played, wins, draws, losses=played - wins - draws))
    return sorted(lines, key=lambda line: line.rank or 0)


def sort_by_group(stage: Stage, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines by group with ranks in the group; unchanged for stages without groups.

    A group stage lists its qualifiers first, in seed order for the next stage.

    >>> from league.events.models import Stage
    >>> mixed = [Line(at, at, group=group, figures=(("group_rank", "1"),)) for at, group in ((1, "B"), (2, "A"))]
    >>> [(line.group, line.rank) for line in sort_by_group(Stage(format="groups"), mixed)]
    [('A', 1), ('B', 1)]
    """
    if not stage.traits.ranks_in_groups:
        return lines
    ordered = sorted(lines, key=lambda line: (len(line.group), line.group))
    return [replace(line, rank=int(line.figures[-1][1])) for line in ordered]


def compute_overall(stages: Sequence[Sequence[Line]]) -> list[Line]:
    """Return the overall standings from the lines of the started stages, first stage first.

    Entrants of the last stage come first, in its order, then those eliminated in the stage before, and so on. Results
    are totals over all stages.
    """
    placed: list[Line] = []
    seen: set[int] = set()
    for lines in reversed(stages):
        rest = [line for line in lines if line.entrant not in seen]
        placed += [_move_behind(line, lines, seen) for line in rest]
        seen |= {line.entrant for line in rest}
    by_entrant: dict[int, list[Line]] = defaultdict(list)
    for line in (line for lines in stages for line in lines):
        by_entrant[line.entrant].append(line)
    return [
        replace(line, **{name: sum(getattr(entry, name) for entry in by_entrant[line.entrant]) for name in SUMMED_FIELDS})
        for line in placed
    ]


def _move_behind(line: Line, lines: Sequence[Line], qualified: set[int]) -> Line:
    """Return the line with its rank moved behind all who qualified."""
    if line.rank is None:
        return replace(line, group="", figures=())
    better = sum(
        1 for above in lines if above.entrant not in qualified and (above.rank is None or above.rank < line.rank)
    )  # fmt: skip
    return replace(line, rank=len(qualified) + better + 1, group="", figures=())
