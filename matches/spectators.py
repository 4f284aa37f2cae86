"""What those who only watch may know of a match, and who may read and write in which of its two rooms. Pure rules.

A match has a room for its players and one for its spectators. While it is played no spectator's word reaches a player.
In a game of hidden information no player's word reaches a spectator either: a player who says what lies where would
tell it to a friend of the opponent's. When the match is over, everybody reads both.
"""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_DELAY_MS = 30 * 60 * 1000
OPEN_GAMES = frozenset({"order-and-chaos"})
"""Games in which everything lies open. Any other counts as one of hidden information."""
PLAYERS, SPECTATORS = ROOMS = ("players", "spectators")


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody at a match, who takes it for `over` or not: with a delay, spectators learn of the end later."""

    seated: bool
    over: bool


def may_read(room: str, game: str, reader: Reader) -> bool:
    """Whether the reader may know what is said in a room, and that anything is."""
    if reader.over:
        return True
    if room == SPECTATORS:
        return not reader.seated
    return reader.seated or game in OPEN_GAMES


def may_write(room: str, reader: Reader) -> bool:
    """Players write in their own room, everybody else in the other."""
    return (room == PLAYERS) == reader.seated


def waits(room: str, reader: Reader) -> bool:
    """Whether what is said in a room reaches the reader as late as the moves do."""
    return room == PLAYERS and not reader.seated and not reader.over
