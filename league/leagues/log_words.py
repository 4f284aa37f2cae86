"""Texts of the audit log: acts, fields and values."""

import re
from datetime import UTC, datetime
from typing import Any

from engines.contract import Json
from engines.i18n import marked, marked_all_in, marked_in, translate_stored, say_in, told, told_in

ACTS = {
    "check-in.opened": marked("opened check-in"),
    "entrant.admitted": marked("approved an entrant"),
    "entrant.byes": marked("changed an entrant's byes"),
    "entrant.club": marked("changed an entrant's club"),
    "entrant.entered": marked("added an entrant"),
    "entrant.invited": marked("invited a player"),
    "entrant.late": marked("added a late entry"),
    "entrant.put-out": marked("removed an entrant"),
    "entrant.withdrawn": marked("withdrew an entrant"),
    "entrants.imported": marked("imported entrants"),
    "event.announced": marked("announced an event"),
    "event.archived": marked("archived an event"),
    "event.cancelled": marked("cancelled an event"),
    "event.changed": marked("changed an event"),
    "event.copied": marked("copied an event"),
    "event.created": marked("created an event"),
    "event.paused": marked("paused an event"),
    "event.resumed": marked("resumed an event"),
    "event.started": marked("started an event"),
    "pair.kept-apart": marked("added a pairing exclusion"),
    "pair.may-meet": marked("removed a pairing exclusion"),
    "registration.closed": marked("closed registration"),
    "registration.opened": marked("opened registration"),
    "result.entered": marked("entered a result"),
    "result.overturned": marked("overrode a result"),
    "result.removed": marked("removed a result"),
    "result.restored": marked("reverted a result override"),
    "round.drafted": marked("generated pairings"),
    "round.dropped": marked("discarded pairings"),
    "round.exchanged": marked("swapped players"),
    "round.planned": marked("scheduled a round"),
    "round.published": marked("published a round"),
    "season.calendar": marked("changed a season calendar"),
    "season.next": marked("created the next season"),
    "seeding.chosen": marked("chose a seeding"),
    "seeding.drawn": marked("randomised the seeding"),
    "seeding.ordered": marked("changed the seeding"),
    "stage.ended": marked("ended a stage"),
    "season.prizes": marked("changed season prizes"),
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
    ('added a staff member', 'event: round published')
    """
    kind, _, verb = act.partition(".")
    return told(ACTS[act]) if act in ACTS else f"{kind}: {verb.replace('-', ' ')}"


_IRREGULAR_LABELS = {
    "about": "description", "max_entrants": "capacity", "least_rating": "minimum rating",
    "most_rating": "maximum rating", "check_in_min": "check-in (min)", "auto_advance": "auto-start next round",
    "round_gap_s": "break between rounds (s)", "start_by_min": "no-show limit (min)",
    "delay_s": "spectator delay (s)", "repeat_days": "repeat every (days)", "answer_min": "response time (min)",
    "bot_pace_ms": "bot move delay (ms)", "exchanged": "swapped", "rate_entered": "rate manual results",
    "ms": "time (ms)", "dead": "dead cap", "founding_open": "open for new franchises",
    "franchises_most": "maximum franchises", "cap": "salary cap", "dead_percent": "dead cap (%)",
    "purse": "starting budget", "win_money": "money per win", "draw_money": "money per draw",
    "loss_money": "money per loss",
}  # fmt: skip
"""Labels of the fields whose label is not the key in words."""
_LABELS = marked_all_in(
    "field in a log",
    "name", "status", "entrants", "player", "players", "bot", "round", "starts at", "game", "options", "control",
    "description", "capacity", "registration", "minimum rating", "maximum rating", "check-in (min)", "seeding",
    "tie breaks", "rated", "pool", "auto-start next round", "break between rounds (s)", "no-show limit (min)",
    "spectator delay (s)", "draw offers", "player pauses", "repeat every (days)", "response time (min)",
    "no show warnings", "ban length", "ban unit", "bot move delay (ms)", "bot accounts", "season", "stages", "text",
    "club", "byes", "order", "how", "first", "last", "trouble", "swapped", "calendar", "halves", "pairing", "kept",
    "places", "missed at", "event", "divisions", "slug", "role", "starts on", "ends on", "archived", "room", "kind",
    "kinds", "on", "webhook", "scopes", "expires at", "since", "entry", "seat", "call", "match", "result",
    "rate manual results", "part of", "time (ms)", "ranks", "seats", "phase", "owner", "gamer", "gamers", "handle",
    "handles", "franchise", "franchises", "opens at", "closes at", "amount", "salary", "from", "rosters", "dead cap",
    "key", "open for new franchises", "maximum franchises", "salary cap", "roster min", "roster max", "reserve",
    "genres", "contract seasons", "dead cap (%)", "starting budget", "salaries paid", "money per win",
    "money per draw", "money per loss", "participation money", "waivers", "waiver hours", "trade hours", "veto hours",
    "one match a round", "draft", "is", "team", "teams", "card", "cards", "price", "pick", "lot", "bid", "deck",
    "unfinished",
)  # fmt: skip


def field_name(name: str) -> str:
    """Return the translated label of a field. Names of people's own objects are unchanged."""
    label = _IRREGULAR_LABELS.get(name, name.replace("_", " "))
    return told_in(_LABELS[label], label) if label in _LABELS else name


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
    return {**values, "trouble": translate_stored(trouble)}


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
