"""The messages that chat services get about events, in the active language. No queries.

They are written from the data of an event, which holds only what every spectator may know.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from string import Formatter
from typing import Any

from engines.i18n import mark, translate as _
from league.webhooks.services.base import ChatMessage, clip_value

TEXTS: Mapping[str, str] = {
    "test": mark("This is a test message. Messages of this league will appear here."),
    "round.published": mark("{round_name} of {event_name} is published"),
    "check-in.opened": mark("Check-in for {event_name} is open"),
    "match.due": mark("Time to play: {round_name} of {event_name}"),
    "time.agreed": mark("{players} play on {starts_at}: {round_name} of {event_name}"),
    "match.closed": mark("{title} has ended"),
    "match.closed:won": mark("{winner} beats {loser}: {title}"),
    "match.closed:drawn": mark("{players} draw: {title}"),
    "result.reported": mark("A result is reported: {players}, {event_name}"),
    "result.disputed": mark("A reported result is disputed: {players}, {event_name}"),
    "result.corrected:overturned": mark("A referee changed the result of {players}: {event_name}"),
    "result.corrected:restored": mark("A ruling on the result of {players} was reverted: {event_name}"),
    "ruling.made:pause": mark("A referee paused {title}"),
    "ruling.made:resume": mark("A referee resumed {title}"),
    "ruling.made:add-time": mark("A referee added time: {title}"),
    "ruling.made:result": mark("A referee set the result: {title}"),
    "ruling.made:disqualify": mark("A referee disqualified a player: {title}"),
    "ruling.made:annul": mark("A referee annulled {title}"),
    "ruling.made:reinstate": mark("A referee reinstated {title}"),
    "ruling.made:play-again": mark("An annulled match is replayed: {title}"),
    "team-match.opened": mark("The boards of {teams} are open: {event_name}"),
    "team-match.finished": mark("{teams} ended {score}: {event_name}"),
    "standings.updated": mark("Standings of {event_name} after {round_name}"),
    "event.finished": mark("{event_name} is over"),
    "pick.made": mark("Pick {pick} of {draft_name}: {franchise_name} picks {handle}"),
    "pick.made:paid": mark("Pick {pick} of {draft_name}: {franchise_name} picks {handle} for {price}"),
}
"""Sentences by kind of event and, after the colon, case."""
BETWEEN = " – "
"""Between the names of players who meet."""


def build_message(kind: str, data: Mapping[str, Any], url: str) -> ChatMessage:
    """Return the message about an event."""
    params = {name: _join_names(value) if isinstance(value, list) else value for name, value in data.items()}
    case = _find_case(kind, data)
    if case == "won":
        by_rank = dict(zip(data["ranks"], data["players"], strict=True))
        params |= {"winner": by_rank[1], "loser": by_rank[2]}
    template = _(TEXTS[f"{kind}:{case}" if case else kind])
    return ChatMessage(tuple(_split(template, params)), tuple(_list_lines(kind, data, case)), url)


def _find_case(kind: str, data: Mapping[str, Any]) -> str:
    if kind == "match.closed" and len(data["players"]) == 2:
        return {(1, 2): "won", (1, 1): "drawn"}.get(tuple(sorted(data["ranks"])), "")
    if kind in ("result.corrected", "ruling.made"):
        return str(data["case"])
    return "paid" if kind == "pick.made" and data["price"] else ""


def _split(template: str, params: Mapping[str, Any]) -> list[str | datetime]:
    """Return the words of a sentence with its names and times, in order."""
    parts: list[str | datetime] = []
    for words, name, _spec, _conversion in Formatter().parse(template):
        if words:
            parts.append(words)
        if name is not None:
            value = params.get(name)
            parts.append(value if isinstance(value, datetime) else clip_value(_to_text(value)))
    return parts


def _list_lines(kind: str, data: Mapping[str, Any], case: str) -> list[str]:
    if kind == "match.closed" and not case:
        ranked = sorted(zip(data["ranks"], data["players"], strict=True), key=lambda pair: pair[0])
        return [f"{rank}. {_to_text(name)}" for rank, name in ranked]
    if "line_ups" in data:
        boards = zip(*data["line_ups"], strict=True)
        return [f"{number}. {_join_names(players)}" for number, players in enumerate(boards, start=1)]
    if "standings" in data:
        return [f"{line['rank'] or '–'}. {line['name']} ({line['points']})" for line in data["standings"]]
    return [_join_names(names) for names in data.get("pairings", ())]


def _join_names(names: Sequence[Any]) -> str:
    """Return the names of a pairing; a single one has a bye."""
    return _("{player}: bye", player=names[0]) if len(names) == 1 else BETWEEN.join(map(_to_text, names))


def _to_text(value: Any) -> str:
    return "–" if value is None else str(value)
