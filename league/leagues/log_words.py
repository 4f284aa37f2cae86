"""Texts of the audit log: acts, fields and values."""

import re
from datetime import UTC, datetime
from typing import Any

from engines.contract import Json
from engines.words import marked, marked_all, marked_all_in, marked_in, retell, say_in, told, told_in

_READ_ALOUD = marked_all(
    "check-in: opened", "entrant: admitted", "entrant: byes", "entrant: club", "entrant: entered", "entrant: invited",
    "entrant: late", "entrant: put out", "entrant: withdrawn", "entrants: imported", "event: announced",
    "event: archived", "event: cancelled", "event: changed", "event: copied", "event: created", "event: paused",
    "event: resumed", "event: started", "pair: kept apart", "pair: may meet", "registration: closed",
    "registration: opened", "result: entered", "result: overturned", "result: removed", "result: restored",
    "round: drafted", "round: dropped", "round: exchanged", "round: planned", "round: published", "season: calendar",
    "season: next", "seeding: chosen", "seeding: drawn", "seeding: ordered", "stage: ended", "season: prizes",
)  # fmt: skip
"""Acts whose text is their code."""
ACTS = {text.replace(": ", ".").replace(" ", "-"): text for text in _READ_ALOUD} | {
    "league.created": marked("created the league"),
    "league.edited": marked("edited the league"),
    "staff.added": marked("added a staff member"),
    "staff.role-changed": marked("changed a staff role"),
    "staff.removed": marked("removed a staff member"),
    "season.created": marked("created a season"),
    "season.edited": marked("edited a season"),
    "season.archived": marked("archived a season"),
    "no-show.lifted": marked("cleared a no-show"),
    "season.reopened": marked("restored a season from the archive"),
    "season.opened": marked("opened a season for franchises"),
    "season.terms": marked("changed the season settings"),
    "season.phase": marked("moved a season to another phase"),
    "season.pool-filled": marked("added Gamers to a season"),
    "season.pool-dropped": marked("removed a Gamer from a season"),
    "season.salaries": marked("changed salaries in a season"),
    "season.window-added": marked("added a window"),
    "season.window-removed": marked("removed a window"),
    "season.carried-over": marked("rolled over franchises"),
    "franchise.founded": marked("created a franchise for a player"),
    "franchise.renamed": marked("renamed a franchise"),
    "franchise.handed-over": marked("transferred a franchise"),
    "franchise.removed": marked("removed a franchise"),
    "franchise.signed": marked("signed a Gamer for a franchise"),
    "franchise.released": marked("released a Gamer of a franchise"),
    "franchise.granted": marked("granted money to a franchise"),
    "draft.created": marked("created a draft"),
    "draft.started": marked("started a draft"),
    "draft.cancelled": marked("cancelled a draft"),
    "draft.auto": marked("switched autopick for a franchise on or off"),
    "draft.skip": marked("moved a draft turn to the end"),
    "draft.force": marked("assigned a Gamer to a franchise in a draft"),
    "draft.undo": marked("undid a draft pick"),
    "draft.order": marked("changed a draft order"),
    "draft.pause": marked("paused a draft"),
    "draft.resume": marked("resumed a draft"),
    "draft.resumed": marked("resumed a draft after review"),
    "draft.credit": marked("added time in a draft"),
    "draft.end": marked("ended a draft"),
    "franchise.fined": marked("fined a franchise"),
    "trade.vetoed": marked("vetoed a trade"),
    "match.paused": marked("paused a match"),
    "match.resumed": marked("resumed a match"),
    "event.held": marked("paused all matches of an event"),
    "event.let-go-on": marked("resumed all matches of an event"),
    "match.time-added": marked("added time in a match"),
    "match.ruled": marked("set the result of a match"),
    "match.disqualified": marked("disqualified a player in a match"),
    "match.annulled": marked("annulled a match"),
    "match.reinstated": marked("reinstated a match"),
    "match.replaced": marked("ordered a replay of an annulled match"),
    "match.looked-at": marked("revealed hidden information of a match"),
    "call.answered": marked("answered a referee call"),
    "gamers.imported": marked("imported Gamers"),
    "gamers.removed": marked("removed Gamers"),
    "token.made": marked("created a token"),
    "token.revoked": marked("revoked a token"),
    "account.deleted": marked("deleted their account"),
    "password.changed": marked("changed their password"),
    "password.replaced": marked("reset their password by email"),
    "email.confirmed": marked("confirmed an email address"),
    "email.removed": marked("removed their email address"),
    "second-factor.on": marked("turned on two-factor authentication"),
    "second-factor.off": marked("turned off two-factor authentication"),
    "second-factor.codes": marked("created new recovery codes"),
    "webhook.added": marked("added a webhook"),
    "webhook.edited": marked("changed a webhook"),
    "webhook.secret": marked("created a new webhook secret"),
    "webhook.removed": marked("removed a webhook"),
    "chat.removed": marked("removed a chat message of a match"),
    "chat.kept": marked("dismissed a report of a chat message"),
}


def act_text(act: str) -> str:
    """Return the text of an act, derived from its code if it is not listed here.

    >>> act_text("staff.added"), act_text("event.round-published")
    ('added to the staff', 'event: round published')
    """
    kind, _, verb = act.partition(".")
    return told(ACTS[act]) if act in ACTS else f"{kind}: {verb.replace('-', ' ')}"


_FIELDS = marked_all_in(
    "field in a log",
    "name", "status", "entrants", "player", "players", "bot", "round", "starts_at", "game", "options", "control",
    "about", "max_entrants", "registration", "least_rating", "most_rating", "check_in_min", "seeding", "tie_breaks",
    "rated", "pool", "auto_advance", "round_gap_s", "start_by_min", "delay_s", "draw_offers", "player_pauses",
    "repeat_days", "answer_min", "no_show_warnings", "ban_length", "ban_unit", "bot_pace_ms", "bot_accounts", "season",
    "stages", "text", "club", "byes", "order", "how", "first", "last", "trouble", "exchanged", "calendar", "halves",
    "pairing", "kept", "places", "missed_at", "event", "divisions", "slug", "role", "starts_on", "ends_on", "archived",
    "room", "kind", "kinds", "on", "webhook", "scopes", "expires_at", "since", "entry", "seat", "call", "match",
    "result", "rate_entered", "part_of", "ms", "ranks", "seats", "phase", "owner", "gamer", "gamers", "handle",
    "handles", "franchise", "franchises", "opens_at", "closes_at", "amount", "salary", "from", "rosters", "dead", "key",
    "founding_open", "franchises_most", "cap", "roster_min", "roster_max", "reserve", "genres", "contract_seasons",
    "dead_percent", "purse", "salaries_paid", "win_money", "draw_money", "loss_money", "participation_money", "waivers",
    "waiver_hours", "trade_hours", "veto_hours", "one_match_a_round", "draft", "is", "team", "teams", "card", "cards",
    "price", "pick", "lot", "bid", "deck", "unfinished",
)  # fmt: skip


def field_name(name: str) -> str:
    """Return a translated field name, in English the key itself. Names of people's own objects are unchanged."""
    return told_in(_FIELDS[name], name) if name in _FIELDS else name


_STATES = marked_all_in(
    "state of an event",
    "draft", "registration", "check-in", "seeding", "running", "finished", "archived", "cancelled", "entered",
    "applied", "waiting", "invited", "withdrawn", "open", "playing", "paused", "review", "closed", "void", "approval",
    "invite", "rating", "manual", "random",
)  # fmt: skip
_CHOSEN = {
    "status": _STATES,
    "registration": _STATES,
    "seeding": _STATES,
    "role": marked_all_in("role in a log", "organiser", "referee"),
    "ban_unit": marked_all_in("unit in a log", "days", "events"),
    "phase": marked_all_in("phase in a log", "setup", "draft", "rounds", "awards", "archive"),
    "waivers": marked_all_in("waivers in a log", "first-come", "blind"),
    "kind": marked_all_in("kind in a log", "trades", "free-agency", "deck", "linear", "snake", "auction", "blind"),
    "order": marked_all_in("order in a log", "random", "lottery", "standings", "hand"),
    "how": marked_all_in("how in a log", "must", "should"),
    "room": marked_all_in("room in a log", "players", "spectators"),
    "bot": marked_all_in("bot in a log", "random", "greedy", "search"),
    "is": marked_all_in("act in a log", "auto", "skip", "force", "undo", "order", "pause", "resume", "credit", "end"),
}
"""The choices of each field, with their translation context."""
_RESULTS = {
    "1F-0F": marked_in("result in a log", "1-0 by walkover"),
    "0F-1F": marked_in("result in a log", "0-1 by walkover"),
    "0F-0F": marked_in("result in a log", "double forfeit"),
    "": marked_in("result in a log", "no result"),
}
"""Texts of results that differ from their code."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")


def readable(values: dict[str, Json] | None) -> dict[str, Json] | None:
    """Return the values of an entry with messages translated to sentences."""
    if not values or "trouble" not in values:
        return values
    trouble: Any = values["trouble"]
    return {**values, "trouble": retell(trouble)}


def field_value(name: str, value: object) -> object:
    """Return a value for the reader: choices and booleans translated, moments formatted, others unchanged."""
    if isinstance(value, bool):
        return say_in("value in a log", "yes") if value else say_in("value in a log", "no")
    if not isinstance(value, str):
        return value
    if name == "result" and value in _RESULTS:
        return told_in("result in a log", _RESULTS[value])
    if _MOMENT.fullmatch(value):
        return f"{datetime.fromisoformat(value).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    context = _CHOSEN.get(name, {}).get(value)
    return told_in(context, value) if context else value
