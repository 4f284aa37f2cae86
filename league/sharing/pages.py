"""Pages that look the same to everybody who is not signed in, by the names of their addresses."""

from __future__ import annotations

from dataclasses import dataclass

from matches.sharing import HINTED_S, UNHINTED_S

MATCH_S = 1.0
"""Pages of a match show clocks. The stream tells at once where they are old."""


@dataclass(frozen=True, slots=True)
class Same:
    """`topics` may name parts of the address, as `event.{event_id}`; `age_s` is the most that it is kept."""

    topics: tuple[str, ...] = ()
    age_s: float = UNHINTED_S


_HOME = Same(("home", "lobby"), HINTED_S)
_EVENT = Same(("event.{event_id}",), HINTED_S)
_SEASON = Same(("season.{season_id}",))
_MATCH = Same(("match.{match_id}",), MATCH_S)
_BOARD = Same(("leaderboard.{key}",), HINTED_S)
_PLAIN = Same()

PAGES = {
    **dict.fromkeys(("home", "home-fragment"), _HOME),
    **dict.fromkeys(("lobby", "lobby-fragment"), Same(("lobby",))),
    "events": Same(("home",), HINTED_S),
    **dict.fromkeys(
        (
            "event", "event-standings", "event-figure", "event-bracket", "event-cross", "event-rounds", "event-round",
            "event-boards", "event-why", "event-entrants", "event-paper", "event-stats",
        ),
        _EVENT,
    ),
    **dict.fromkeys(("season", "season-gamers", "gamer", "season-franchises", "franchise", "season-terms"), _SEASON),
    **dict.fromkeys(("match", "match-plain", "match-expected"), _MATCH),
    **dict.fromkeys(("leaderboard", "leaderboard-fragment"), _BOARD),
    **dict.fromkeys(
        (
            "player", "player-stats", "against", "game-stats", "rating-pool", "search",
            "leagues", "league", "rules-index", "rules", "drafts",
        ),
        _PLAIN,
    ),
}  # fmt: skip
