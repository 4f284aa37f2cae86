"""The stats of a game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from engines import play, registry
from engines.i18n import translate as _, translate_in
from engines.usage import Board, LogReader, Topic
from league.games import Game, get_game
from league.stats.models import FIGURES, Tally
from league.stats.rules.match_tallies import BUCKET_SIZE, get_reader
from league.tables import BARS, DAY, PERCENT, TEXT, Column, Row, Table, percentage, record_cells, record_columns
from matches.engine_limits import EngineFailure, limit_call

LEVELS = 8
MAX_OPENINGS = 20
WEEKS = 52
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map of the places of a board."""

    box: str
    what: str
    cells: list[dict[str, Any]]
    """Outline, uses and label position; `level` is 0 (never used) to LEVELS (most used)."""
    table: Table


def heat_map(board: Board, unit: str, lines: Iterable[dict[str, Any]], sides: Sequence[str]) -> HeatMap:
    """Return the heat map of the uses in these tallies."""
    by_side: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for line in lines:
        by_side[line["key"]][line["seat"]] += line["uses"]
    uses = {cell.key: by_side[cell.key].total() for cell in board.cells}
    maximum = max(uses.values(), default=0)
    seats = sorted({seat for counts in by_side.values() for seat in counts})
    rows = tuple(
        Row((key, count, *(by_side[key][seat] for seat in seats)))
        for key, count in sorted(uses.items(), key=lambda item: (-item[1], item[0]))
    )
    columns = (
        Column("place", translate_in("of a board", "Space"), TEXT),
        Column("uses", translate_in("all sides", "All")),
        *(Column(f"side-{s}", _(sides[s])) for s in seats),
    )
    table = Table("places", _("Board spaces"), columns, rows, about=_("Number of {what}.", what=_(unit)))
    cells = [
        {
            "key": cell.key, "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in cell.points),
            "x": f"{cell.middle[0]:.1f}", "y": f"{cell.middle[1]:.1f}", "text": _abbreviate(uses[cell.key]),
            "uses": uses[cell.key], "level": -(-LEVELS * uses[cell.key] // maximum) if maximum else 0,
        }
        for cell in board.cells
    ]  # fmt: skip
    return HeatMap(f"-4 -4 {board.size[0] + 8:.0f} {board.size[1] + 8:.0f}", _(unit), cells, table)


def _abbreviate(count: int) -> str:
    """Abbreviate a large number.

    >>> _abbreviate(999), _abbreviate(1234), _abbreviate(56789), _abbreviate(2_500_000)
    ('999', '1.2k', '57k', '2.5M')
    """
    if count < 1000:
        return str(count)
    size, unit = (count / 1000, "k") if count < 1_000_000 else (count / 1_000_000, "M")
    return f"{size:.1f}{unit}" if size < 10 else f"{size:.0f}{unit}"


@dataclass(frozen=True, slots=True)
class GameStats:
    """The stats of a game."""

    game: Game
    matches: int
    tables: list[Table]
    heat: HeatMap | None


def get_game_stats(key: str) -> GameStats:
    """Return the stats of a game, in one query. Raises ActionError("not-found")."""
    game = get_game(key)
    lines = load_tallies(game.key, event=0)
    sides = registry.get(game.key).seat_names
    log_reader = get_reader(game.key)
    tables = [
        sides_table(lines["side"], sides),
        _weeks_table(lines["week"]),
        lengths_table(lines["length"]),
        ends_table(lines["end"], game.key),
        _options_table(lines["option"], game, sides),
        _openings_table(lines["opening"], sides, log_reader.opening),
        *(_topic_table(topic, lines[topic.key], sides) for topic in log_reader.topics),
    ]
    board = _find_board(log_reader)
    heat = heat_map(board, log_reader.square, lines["square"], sides) if board else None
    shown = [*tables, heat.table] if heat and lines["square"] else tables
    matches = sum(line["matches"] for line in lines["end"])
    return GameStats(game, matches, [table for table in shown if table.rows], heat if lines["square"] else None)


def _find_board(log_reader: LogReader) -> Board | None:
    """Return the places of a game's heat map; None without one, or if the game fails."""
    try:
        return limit_call(log_reader.board) if log_reader.board else None
    except EngineFailure:
        return None


def _name_line(topic: Topic, key: str) -> str:
    """Return the name of a line of a game's table; its key if the game fails."""
    try:
        return _(limit_call(topic.name, key))
    except EngineFailure:
        return key


def load_tallies(game: str, *, event: int) -> Mapping[str, list[dict[str, Any]]]:
    """Return the tallies of one of a game's events, or with event 0 of the whole game, by topic."""
    rows = Tally.objects.filter(player=0, event=event, game=game).order_by("topic", "key", "seat")
    by_topic: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.values("topic", "key", "seat", *FIGURES):
        by_topic[row["topic"]].append(row)
    return by_topic


def sides_table(lines: Iterable[dict[str, Any]], sides: Sequence[str]) -> Table:
    """Return the results by side."""
    rows = tuple(Row((_(sides[line["seat"]]), *record_cells(line))) for line in lines)
    note = _("Started matches only. A draw counts as half a win.")
    return Table("sides", _("Results by side"), (Column("side", _("Side"), TEXT), *record_columns()), rows, about=note)


def ends_table(lines: Sequence[dict[str, Any]], game: str) -> Table:
    """Return the ways in which matches ended, including no-shows."""
    engine, total = registry.get_or_missing(game), sum(line["matches"] for line in lines)
    rows = tuple(
        Row((play.format_reason(engine, line["key"]), line["matches"], percentage(line["matches"], total)))
        for line in sorted(lines, key=lambda line: -line["matches"])
    )
    columns = (Column("end", _("Ended by"), TEXT), Column("matches", _("Matches")), Column("share", _("Share"), PERCENT))
    return Table("ends", _("How matches ended"), columns, rows, about=_("Includes no-shows."))


def lengths_table(lines: Iterable[dict[str, Any]]) -> Table:
    """Return the matches by length, including empty ranges in between."""
    matches = {int(line["key"]): line["matches"] for line in lines}
    starts = range(min(matches), max(matches) + 1, BUCKET_SIZE) if matches else ()
    rows = tuple(Row((f"{first}–{first + BUCKET_SIZE - 1}", matches.get(first, 0))) for first in starts)
    columns = (Column("turns", _("Turns"), TEXT), Column("matches", _("Matches")))
    note = _("Turns of the player with the most turns. A turn is everything a player does before another player acts.")
    return Table("lengths", _("Length"), columns, rows, BARS, ("matches",), note)


def _weeks_table(lines: Sequence[dict[str, Any]]) -> Table:
    """Return the matches of the last year by week, including empty weeks in between."""
    matches = {date.fromisoformat(line["key"]): line["matches"] for line in lines}
    last = max(matches, default=None)
    weeks = [last - back * WEEK for back in range(WEEKS)] if last else []
    rows = tuple(Row((week, matches.get(week, 0))) for week in reversed(weeks) if week >= min(matches))
    columns = (Column("week", _("Week from"), DAY), Column("matches", _("Matches")))
    return Table("weeks", _("Matches by week"), columns, rows, BARS, ("matches",), _("Weeks start on Monday (UTC)."))


def _options_table(lines: Iterable[dict[str, Any]], game: Game, sides: Sequence[str]) -> Table:
    labels = {choice.name: _(choice.label) for choice in game.choices}
    values = {f"{choice.name}={value.value}": _(value.label) for choice in game.choices for value in choice.values} | {
        f"{choice.name}={on}": word for choice in game.choices for on, word in ((True, _("yes")), (False, _("no")))
    }
    rows = tuple(
        Row((labels.get(name, name), values.get(line["key"], value), _(sides[line["seat"]]), *record_cells(line)))
        for line in lines
        for name, _unused, value in [line["key"].partition("=")]
    )
    columns = (Column("option", _("Option"), TEXT), Column("value", _("Set to"), TEXT), Column("side", _("Side"), TEXT))
    return Table("options", _("Results by option"), (*columns, *record_columns()), rows)


def _openings_table(lines: Iterable[dict[str, Any]], sides: Sequence[str], about: str) -> Table:
    """Return the results by opening of each side, the most frequent first."""
    frequent = sorted(lines, key=lambda line: (-line["matches"], line["key"], line["seat"]))[:MAX_OPENINGS]
    rows = tuple(Row((line["key"], _(sides[line["seat"]]), *record_cells(line))) for line in frequent)
    columns = (Column("opening", _("Opening"), TEXT), Column("side", _("Side"), TEXT), *record_columns())
    note = _("The {most} most frequent.", most=MAX_OPENINGS)
    return Table("openings", _("Results by opening"), columns, rows, about=f"{_(about)} {note}" if about else note)


def _topic_table(topic: Topic, lines: Iterable[dict[str, Any]], sides: Sequence[str]) -> Table:
    """Return a line per piece, for all sides together; score and matches are those of the sides that used it."""
    sums: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        sums[line["key"]].update({name: line[name] for name in FIGURES})
    columns = [Column(topic.key, _(topic.line), TEXT), Column("uses", _(topic.uses))]
    columns += [Column(key, _(label)) for key, label in (("good", topic.good), ("bad", topic.bad)) if label]
    names = [column.key for column in columns[1:]]
    rows = tuple(
        Row((_name_line(topic, key), *(figures[name] for name in names), *record_cells(figures)))
        for key, figures in sorted(sums.items(), key=lambda item: (-item[1]["uses"], item[0]))
    )
    scope = _("Matches and score refer to the sides that used it.")
    note = f"{_(topic.about)} {scope}".strip()
    return Table(topic.key, _(topic.title), (*columns, *record_columns()), rows, about=note)
