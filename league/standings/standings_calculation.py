"""The standings of a stage with their tie-break figures, and the overall standings of an event."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from league.events.models import EventStatus, Stage
from league.formats.elimination.play import ranking
from league.formats.protocol import Entrant, History, Place
from league.formats.registry import format_of
from league.formats.tie_breaks.columns import TIE_BREAKS, TieBreak
from league.formats.tie_breaks.ledger import Contender, Lots, Rules
from league.formats.tie_breaks.standings import standings
from league.standings.history import Changed, entrants_of, history_of, pairings_of, standing
from league.standings.rows import StageRows, rows_of
from league.standings.steps import Log, logs_of, places_in

SUMMED = ("halves", "played", "wins", "draws", "losses")
OVERALL = 0
"""Stage number of the overall standings."""
Line = Place
"""A line of a stage's standings with formatted figures."""


def order_of(stage: Stage) -> list[int]:
    """Return the stage's entrants in the order of its standings."""
    return [line.entrant for line in lines_of(rows_of(stage))]


def lines_of_all(stages: Collection[StageRows]) -> list[list[Line]]:
    """Return the standings of several stages; logs are read in one query."""
    logs = logs_of([rows for rows in stages if rows.stage.traits.continuous])
    return [lines_of(rows, log=logs.get(rows.stage.pk)) for rows in stages]


def lines_of(rows: StageRows, *, changed: Changed | None = None, log: Log | None = None) -> list[Line]:
    """Return the standings of a stage, best first; `changed` replaces recorded results.

    `log` is the log of a stage without rounds, if already read.
    """
    stage = rows.stage
    if stage.traits.is_bracket:
        return _of_bracket(rows)
    if stage.traits.continuous:
        return _of_log(rows, log or logs_of([rows], changed=changed)[stage.pk])
    entrants, history = entrants_of(rows), history_of(rows, published=True, changed=changed)
    if stage.traits.tie_breaks:
        return _by_tie_breaks(rows, entrants, history)
    format = format_of(stage.format)
    places = format.standings(format.check(stage.settings, len(entrants)), entrants, history)
    return [_written(one) for one in places]


def _written(place: Place) -> Line:
    return replace(place, figures=tuple((name, str(figure)) for name, figure in place.figures))


def columns_of(stage: Stage) -> tuple[TieBreak, ...]:
    """Return the tie-breaks shown in the stage's lines, in order."""
    if not stage.traits.tie_breaks:
        return ()
    return tuple(TIE_BREAKS[key] for key in stage.tie_breaks)


def contest_of(
    rows: StageRows, entrants: Sequence[Entrant], history: History
) -> tuple[list[Contender], History, Rules]:
    """Return the input of the tie-breaks. Struck entrants have no results, and results against them don't count."""
    stage = rows.stage
    known = {one.entrant: (one.seed, one.rating) for one in rows.places}
    format = format_of(stage.format)
    out: frozenset[int] = frozenset()
    if any(not one.there for one in entrants):
        out = format.struck(format.check(stage.settings, len(entrants)), entrants, history)
    contenders = [
        Contender(one.id, known[one.id][0], round(rating) if (rating := known[one.id][1]) is not None else None)
        for one in entrants
        if one.id not in out
    ]
    rounds = [tuple(pairing for pairing in row if not out & set(pairing.entrants)) for row in history]
    event = stage.event
    over = event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED)  # until then the seed of the lots is secret
    lots = Lots(bytes.fromhex(event.lots_seed), f"event {event.pk}") if over and event.lots_seed else None
    return contenders, rounds, Rules(everybody_meets=format.fixed, lots=lots)


def _by_tie_breaks(rows: StageRows, entrants: Sequence[Entrant], history: History) -> list[Line]:
    contenders, rounds, rules = contest_of(rows, entrants, history)
    keys = rows.stage.tie_breaks
    lines = [
        Line(
            one.rank, one.contender, one.halves, one.played, one.wins, one.draws, one.losses,
            figures=tuple((key, TIE_BREAKS[key].show(one.figures[key])) for key in keys),
        )
        for one in standings(contenders, rounds, keys, rules)
    ]  # fmt: skip
    there = {line.entrant for line in lines}
    last = [one.id for one in entrants if one.id not in there]
    return lines + [Line(len(lines) + 1, one, figures=tuple((key, "") for key in keys)) for one in last]


def _of_log(rows: StageRows, log: Log) -> list[Line]:
    """Return the standings of an arena or ladder; entrants who left a ladder come last."""
    lines = [_written(one) for one in places_in(log)]
    there = {line.entrant for line in lines}
    last = [one.entrant for one in rows.places if one.entrant not in there]
    return lines + [Line(len(lines) + 1, one) for one in last]


def _of_bracket(rows: StageRows) -> list[Line]:
    ranks = ranking(standing(rows))
    made: dict[int, list[int]] = defaultdict(list)
    for side in (side for one in pairings_of(rows) if one.counted_at for side in one.sides):
        if side.entrant and side.halves is not None:
            made[side.entrant].append(side.halves)
    lines = []
    for one in rows.places:
        halves = made[one.entrant]
        wins, draws, played = halves.count(2), halves.count(1), len(halves)
        lines.append(
            Line(ranks.get(one.seed), one.entrant, sum(halves), played, wins, draws, losses=played - wins - draws)
        )
    return sorted(lines, key=lambda line: line.rank or 0)


def by_group(stage: Stage, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines by group with ranks in the group; unchanged for stages without groups.

    A group stage lists its qualifiers first, in seed order for the next stage.

    >>> from league.events.models import Stage
    >>> mixed = [Line(at, at, group=group, figures=(("group_rank", "1"),)) for at, group in ((1, "B"), (2, "A"))]
    >>> [(line.group, line.rank) for line in by_group(Stage(format="groups"), mixed)]
    [('A', 1), ('B', 1)]
    """
    if not stage.traits.ranks_in_groups:
        return lines
    ordered = sorted(lines, key=lambda line: (len(line.group), line.group))
    return [replace(line, rank=int(line.figures[0][1])) for line in ordered]


def overall(stages: Sequence[Sequence[Line]]) -> list[Line]:
    """Return the overall standings from the lines of the started stages, first stage first.

    Entrants of the last stage come first, in its order, then those eliminated in the stage before, and so on. Results
    are totals over all stages.
    """
    placed: list[Line] = []
    seen: set[int] = set()
    for lines in reversed(stages):
        rest = [line for line in lines if line.entrant not in seen]
        placed += [_behind(line, lines, seen) for line in rest]
        seen |= {line.entrant for line in rest}
    every: dict[int, list[Line]] = defaultdict(list)
    for line in (line for lines in stages for line in lines):
        every[line.entrant].append(line)
    return [
        replace(line, **{name: sum(getattr(one, name) for one in every[line.entrant]) for name in SUMMED})
        for line in placed
    ]


def _behind(line: Line, lines: Sequence[Line], before: set[int]) -> Line:
    """Return the line with its rank moved behind all who qualified."""
    if line.rank is None:
        return replace(line, group="", figures=())
    better = sum(
        1 for other in lines if other.entrant not in before and (other.rank is None or other.rank < line.rank)
    )  # fmt: skip
    return replace(line, rank=len(before) + better + 1, group="", figures=())
