"""Play-offs between entrants of a group or division who are tied on everything where that matters (setting `ties`).

A play-off is a pairing with the key `play-off`, after all regular rounds. It counts only between those who are tied: if a
corrected result breaks a tie, its play-off decides nothing, and if that makes another tie, a play-off follows for it.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby

from league.formats.protocol import History, Round, TableRow, contests
from league.formats.tables import DRAW, WIN, tally_results
from league.formats.ties import PLAY_OFF


def is_play_off(pairings: Round) -> bool:
    """Return whether the round consists of play-offs."""
    return bool(pairings) and pairings[0].key == PLAY_OFF


def split_history(history: History) -> tuple[History, History]:
    """Return the regular rounds and the rounds of play-offs."""
    return [row for row in history if not is_play_off(row)], [row for row in history if is_play_off(row)]


def score_play_offs(tied: Collection[int], played: History) -> dict[int, int]:
    """Return the half points of each from the play-offs between them; empty if they have played none."""
    table = tally_results(tied, played)
    if not any(tally.results for tally in table.values()):
        return {}
    return {entrant: WIN * tally.wins + DRAW * tally.draws for entrant, tally in table.items()}


def rank_tied(tied: Sequence[int], played: History, withdrawn: Collection[int]) -> dict[int, int]:
    """Return how many of the tied (in seed order) are before each: by play-offs, and withdrawn entrants last."""
    scores = score_play_offs([entrant for entrant in tied if entrant not in withdrawn], played)
    points = {entrant: -1 if entrant in withdrawn else scores.get(entrant, 0) for entrant in tied}
    return {entrant: sum(other > points[entrant] for other in points.values()) for entrant in tied}


def apply_play_offs(table: Sequence[TableRow], played: History, withdrawn: Collection[int]) -> tuple[TableRow, ...]:
    """Return the standings with those tied on everything ordered by their play-offs; seeds order those still equal."""
    lines: list[TableRow] = []
    for tied in _list_ties(table):
        before = rank_tied([line.entrant for line in tied], played, withdrawn) if tied[0].tied else {}
        ranked = [replace(line, rank=(line.rank or 0) + before[line.entrant]) if before else line for line in tied]
        lines += sorted(ranked, key=lambda line: before.get(line.entrant, 0))
    return tuple(lines)


def list_contenders(table: Sequence[TableRow], cuts: Collection[int], withdrawn: Collection[int]) -> list[list[int]]:
    """Return those tied on everything of whom one takes a place that another one would want, without withdrawn entrants.

    `cuts` are numbers of entrants in the places above a line that matters.
    """
    found, start = [], 0
    for tied in _list_ties(table):
        active = [line.entrant for line in tied if line.entrant not in withdrawn]
        if tied[0].tied and any(start < cut < start + len(active) for cut in cuts):
            found.append(active)
        start += len(tied)
    return found


def list_unplayed(tied: Sequence[int], played: History) -> frozenset[frozenset[int]]:
    """Return the pairs of the tied who have yet to meet in a play-off."""
    met = {frozenset(pairing.entrants) for pairing in contests(played)}
    return frozenset(frozenset((one, other)) for one in tied for other in tied if one < other) - met


def _list_ties(table: Sequence[TableRow]) -> list[list[TableRow]]:
    """Return the lines by what they are compared by, best first."""
    return [list(lines) for _key, lines in groupby(table, key=lambda line: (line.tied, line.halves, line.wins, line.figures))]
