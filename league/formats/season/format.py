"""The season format: home and away rounds in one or several divisions, with custom points."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engines.i18n import mark, translate as _
from league.formats import round_robin
from league.formats.part_derivation import Part
from league.formats.protocol import Column, Entrant, History, Kind, Pairing, TableRow
from league.formats.round_robin import ParallelRoundRobins, compute_direct_points, count_rounds, require_on_time
from league.formats.season.calendar import Calendar, parse_calendar
from league.formats.season.divisions import check_moves
from league.formats.settings import BadSetting, Field, check_entrant_count, parse_settings
from league.formats.tables import WIN, append_expunged, rank_entrants, tally_results
from league.formats.ties import TIES_FIELD
from league.formats.withdrawal_policy import WITHDRAWAL_FIELD


@dataclass(frozen=True, slots=True)
class Settings(round_robin.Settings):
    """Options of the season format."""

    cycles: int = 2
    win: int = 6
    draw: int = 2
    loss: int = 0
    divisions: tuple[int, ...] = ()
    moving: int = 0
    playoff: bool = False
    calendar: Calendar | None = None


class Season(ParallelRoundRobins[Settings]):
    """The season format. Entrants fill the divisions in seed order, beginning with the first division."""

    key = "league"
    title = mark("League season")
    within = mark("league season")
    about = mark("A league table: all entrants play each other home and away.")
    fields = (
        Field("cycles", mark("Cycles"), 2, 1, 8, help=mark("2 = all entrants play each other home and away.")),
        Field("win", mark("Points for a win"), 6, 0, 20, is_halves=True),
        Field("draw", mark("Points for a draw"), 2, 0, 20, is_halves=True),
        Field("loss", mark("Points for a played loss"), 0, 0, 20, is_halves=True),
        Field(
            "divisions",
            mark("Entrants per division"),
            (),
            2,
            200,
            help=mark("Best division first. Leave blank for a single division."),
        ),
        Field("moving", mark("Promoted and relegated"), 0, 0, 20, help=mark("Between neighbouring divisions.")),
        Field("playoff", mark("Play-off between divisions"), False),
        TIES_FIELD,
        WITHDRAWAL_FIELD,
    )
    fixed = True
    columns = (
        Column(
            "DE",
            mark("Direct encounter"),
            mark("Points from the matches between players who are tied on points and wins (column W)."),
        ),
    )
    calendar = True
    home_and_away = True
    divisions = True

    def worth(self, data: Mapping[str, Any], halves: Sequence[int], ranks: Sequence[int], *, forfeit: bool) -> tuple[int, ...]:
        """Return the custom points; a forfeit loss is worth nothing."""
        values = {field.key: data.get(field.key, field.default) for field in self.fields}
        loss = 0 if forfeit else values["loss"]
        draw = values["draw"] if any(halves) else 0
        return tuple(draw if len(set(halves)) == 1 else values["win"] if points == WIN else loss for points in halves)

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        """Validate the fields and `calendar`: {"first": datetime, "days_between": number, "blackouts": [date, …]}."""
        rest = {key: value for key, value in data.items() if key != "calendar"}
        settings = Settings(**parse_settings(self.fields, rest), calendar=parse_calendar(data.get("calendar")))
        check_entrant_count(2, 1000, entrants, mark("A season"))
        if not settings.win > settings.draw >= settings.loss:
            raise BadSetting("win", _("A win must score more than a draw, and a draw at least as much as a loss."))
        if settings.divisions and sum(settings.divisions) != entrants:
            text = _(
                "The divisions add up to {sum} entrants, but there are {entrants}.",
                sum=sum(settings.divisions),
                entrants=entrants,
            )
            raise BadSetting("divisions", text)
        sizes = settings.divisions or (entrants,)
        if max(sizes) > 200:
            raise BadSetting("entrants", _("A division can have at most 200 entrants."))
        check_moves(sizes, settings.moving, settings.playoff)
        if settings.calendar:
            settings.calendar.moments(self.rounds_planned(settings, entrants))
        return settings

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        return count_rounds(max(settings.divisions or (entrants,)), settings.cycles)

    def parts(self, settings: Settings, entrants: Sequence[Entrant]) -> dict[str, list[int]]:
        ids = require_on_time(entrants, mark("Divisions"))
        parts, start = {}, 0
        for number, size in enumerate(settings.divisions or (len(ids),), 1):
            parts[str(number)] = ids[start : start + size]
            start += size
        return parts

    def table(
        self,
        settings: Settings,
        ids: Sequence[int],
        expunged: frozenset[int],
        history: History,
        name: str,
        lots: Mapping[int, int],
    ) -> tuple[TableRow, ...]:
        """Return the standings by points, wins, then points from matches between tied entrants, and lots."""
        counted = [entrant for entrant in ids if entrant not in expunged]
        table = tally_results(counted, history, partial(_get_table_points, settings))
        points = {entrant: tally.points for entrant, tally in table.items()}
        direct = compute_direct_points(
            table, {entrant: (points[entrant], table[entrant].wins) for entrant in counted}, all_met=False
        )
        lines = rank_entrants(
            counted,
            table,
            lambda entrant: (points[entrant], table[entrant].wins, direct[entrant]),
            ("wins", "direct_halves"),
            name,
            lots,
        )
        shown = [replace(line, figures=line.figures[1:]) for line in lines]  # wins have a column in every table
        return append_expunged(shown, ids, expunged, name)

    def build_part(self, settings: Settings, ids: Sequence[int], history: History) -> Part:
        worth = partial(_get_table_points, settings)
        table = tally_results(ids, history, worth)
        tiers = {entrant: (tally.points, tally.wins) for entrant, tally in table.items()}
        return Part(history, {entrant: tally.points for entrant, tally in table.items()}, tiers, all_met=False, worth=worth)

    def list_cuts(self, settings: Settings, tables: Mapping[str, Sequence[TableRow]]) -> dict[str, Collection[int]]:
        """Cut after the champion, after those promoted and before those relegated; with play-offs, also one place on."""
        moving, numbers = {settings.moving, settings.moving + settings.playoff}, list(tables)
        return {
            name: {1 if name == numbers[0] else 0}
            | (moving if name != numbers[0] else set())
            | ({len(table) - places for places in moving} if name != numbers[-1] else set())
            for name, table in tables.items()
        }

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return all divisions, the first one first; ranks are those in the division."""
        return tuple(line for table in self.tables(settings, entrants, history).values() for line in table)


def _get_table_points(settings: Settings, pairing: Pairing, entrant: int, opponent: int) -> int:
    """Return the table points of a result. A forfeit loss is worth nothing."""
    scored, conceded = pairing.made(entrant), pairing.made(opponent)
    if scored > conceded:
        return settings.win
    if pairing.kind is Kind.FORFEIT:
        return 0
    return settings.draw if scored == conceded and scored else settings.loss
