"""The boards of an event between teams: who meets follows from the teams' line-ups, the table from the games of each player."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.i18n import mark, translate as _
from league.formats.protocol import CannotPair, Entrant, Format, History, Round, TableRow
from league.formats.settings import parse_settings
from league.formats.tables import rank_entrants, tally_results

MAX_ROUNDS = 10_000


class Boards(Format[None]):
    """Games of players for their teams. Rounds are added from outside."""

    key = "boards"
    title = mark("Boards of team matches")
    within = mark("boards of team matches")
    about = mark("Players meet on the boards of their teams' matches.")
    fields = ()
    takes_late = True
    tie_breaks = ("TPR", "WIN")

    def check(self, data: Mapping[str, Any], entrants: int) -> None:
        parse_settings(self.fields, data)

    def rounds_planned(self, settings: None, entrants: int) -> int:
        return MAX_ROUNDS

    def next_round(self, settings: None, entrants: Sequence[Entrant], history: History) -> Round | None:
        raise CannotPair(_("The boards follow the line-ups of the teams, so they can't be paired on their own."))

    def standings(self, settings: None, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return the players by points, then by wins."""
        ids = [entrant.id for entrant in entrants]
        table = tally_results(ids, history)
        return rank_entrants(ids, table, lambda entrant: (table[entrant].halves, table[entrant].wins), ("wins",))
