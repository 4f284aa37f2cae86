"""Texts of the audit log: acts, fields and values."""

import re
from datetime import UTC, datetime
from typing import Any

from engines.contract import Json
from engines.i18n import mark, mark_all_in, mark_in, translate as _, translate_in, translate_stored

ACTS = {
    "check-in.opened": mark("opened check-in"),
    "entrant.admitted": mark("approved an entrant"),
    "entrant.byes": mark("changed an entrant's byes"),
    "entrant.club": mark("changed an entrant's club"),
    "entrant.entered": mark("added an entrant"),
    "entrant.invited": mark("invited a player"),
    "entrant.late": mark("added a late entry"),
    "entrant.put-out": mark("removed an entrant"),
    "entrant.withdrawn": mark("withdrew an entrant"),
    "entrants.imported": mark("imported entrants"),
    "event.announced": mark("announced an event"),
    "event.archived": mark("archived an event"),
    "event.cancelled": mark("cancelled an event"),
    "event.changed": mark("changed an event"),
    "event.copied": mark("copied an event"),
    "event.created": mark("created an event"),
    "event.paused": mark("paused an event"),
    "event.resumed": mark("resumed an event"),
    "event.started": mark("started an event"),
    "pair.kept-apart": mark("added a pairing exclusion"),
    "pair.may-meet": mark("removed a pairing exclusion"),
    "registration.closed": mark("closed registration"),
    "registration.opened": mark("opened registration"),
    "result.entered": mark("entered a result"),
    "result.overturned": mark("overrode a result"),
    "result.removed": mark("removed a result"),
    "result.restored": mark("reverted a result override"),
    "round.drafted": mark("generated pairings"),
    "round.dropped": mark("discarded pairings"),
    "round.exchanged": mark("swapped players"),
    "round.planned": mark("scheduled a round"),
    "round.published": mark("published a round"),
    "season.calendar": mark("changed a season calendar"),
    "season.next": mark("created the next season"),
    "seeding.chosen": mark("chose a seeding"),
    "seeding.drawn": mark("randomised the seeding"),
    "seeding.ordered": mark("changed the seeding"),
    "stage.ended": mark("ended a stage"),
    "season.prizes": mark("changed season prizes"),
    "league.created": mark("created the league"),
    "league.edited": mark("edited the league"),
    "staff.added": mark("added a staff member"),
    "staff.role-changed": mark("changed a staff role"),
    "staff.removed": mark("removed a staff member"),
    "season.created": mark("created a season"),
    "season.edited": mark("edited a season"),
    "season.archived": mark("archived a season"),
    "no-show.lifted": mark("cleared a no-show"),
    "season.reopened": mark("restored a season from the archive"),
    "season.opened": mark("opened a season for franchises"),
    "season.terms": mark("changed the season settings"),
    "season.phase": mark("moved a season to another phase"),
    "season.pool-filled": mark("added Gamers to a season"),
    "season.pool-dropped": mark("removed a Gamer from a season"),
    "season.salaries": mark("changed salaries in a season"),
    "season.window-added": mark("added a window"),
    "season.window-removed": mark("removed a window"),
    "season.carried-over": mark("rolled over franchises"),
    "franchise.founded": mark("created a franchise for a player"),
    "franchise.renamed": mark("renamed a franchise"),
    "franchise.handed-over": mark("transferred a franchise"),
    "franchise.removed": mark("removed a franchise"),
    "franchise.signed": mark("signed a Gamer for a franchise"),
    "franchise.released": mark("released a Gamer of a franchise"),
    "franchise.granted": mark("granted money to a franchise"),
    "draft.created": mark("created a draft"),
    "draft.started": mark("started a draft"),
    "draft.cancelled": mark("cancelled a draft"),
    "draft.auto": mark("switched autopick for a franchise on or off"),
    "draft.skip": mark("moved a draft turn to the end"),
    "draft.force": mark("assigned a Gamer to a franchise in a draft"),
    "draft.undo": mark("undid a draft pick"),
    "draft.order": mark("changed a draft order"),
    "draft.pause": mark("paused a draft"),
    "draft.resume": mark("resumed a draft"),
    "draft.resumed": mark("resumed a draft after review"),
    "draft.credit": mark("added time in a draft"),
    "draft.end": mark("ended a draft"),
    "franchise.fined": mark("fined a franchise"),
    "trade.vetoed": mark("vetoed a trade"),
    "match.paused": mark("paused a match"),
    "match.resumed": mark("resumed a match"),
    "event.held": mark("paused all matches of an event"),
    "event.let-go-on": mark("resumed all matches of an event"),
    "match.time-added": mark("added time in a match"),
    "match.ruled": mark("set the result of a match"),
    "match.disqualified": mark("disqualified a player in a match"),
    "match.annulled": mark("annulled a match"),
    "match.reinstated": mark("reinstated a match"),
    "match.replaced": mark("ordered a replay of an annulled match"),
    "match.looked-at": mark("revealed hidden information of a match"),
    "call.answered": mark("answered a referee call"),
    "gamers.imported": mark("imported Gamers"),
    "gamers.removed": mark("removed Gamers"),
    "token.made": mark("created a token"),
    "token.revoked": mark("revoked a token"),
    "account.deleted": mark("deleted their account"),
    "password.changed": mark("changed their password"),
    "password.replaced": mark("reset their password by email"),
    "email.confirmed": mark("confirmed an email address"),
    "email.removed": mark("removed their email address"),
    "second-factor.on": mark("turned on two-factor authentication"),
    "second-factor.off": mark("turned off two-factor authentication"),
    "second-factor.codes": mark("created new recovery codes"),
    "webhook.added": mark("added a webhook"),
    "webhook.edited": mark("changed a webhook"),
    "webhook.secret": mark("created a new webhook secret"),
    "webhook.removed": mark("removed a webhook"),
    "chat.removed": mark("removed a chat message of a match"),
    "chat.kept": mark("dismissed a report of a chat message"),
}


def act_text(act: str) -> str:
    """Return the text of an act, derived from its code if it is not listed here.

    >>> act_text("staff.added"), act_text("event.round-published")
    ('added a staff member', 'event: round published')
    """
    kind, _unused, verb = act.partition(".")
    return _(ACTS[act]) if act in ACTS else f"{kind}: {verb.replace('-', ' ')}"


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
_LABELS = mark_all_in(
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
    return translate_in(_LABELS[label], label) if label in _LABELS else name


_STATES = mark_all_in(
    "state of an event",
    "draft", "registration", "check-in", "seeding", "running", "finished", "archived", "cancelled", "entered",
    "applied", "waiting", "invited", "withdrawn", "open", "playing", "paused", "review", "closed", "void", "approval",
    "invite", "rating", "manual", "random",
)  # fmt: skip
_CHOSEN = {
    "status": _STATES,
    "registration": _STATES,
    "seeding": _STATES,
    "role": mark_all_in("role in a log", "organiser", "referee"),
    "ban_unit": mark_all_in("unit in a log", "days", "events"),
    "phase": mark_all_in("phase in a log", "setup", "draft", "rounds", "awards", "archive"),
    "waivers": mark_all_in("waivers in a log", "first-come", "blind"),
    "kind": mark_all_in("kind in a log", "trades", "free-agency", "deck", "linear", "snake", "auction", "blind"),
    "order": mark_all_in("order in a log", "random", "lottery", "standings", "hand"),
    "how": mark_all_in("how in a log", "must", "should"),
    "room": mark_all_in("room in a log", "players", "spectators"),
    "bot": mark_all_in("bot in a log", "random", "greedy", "search"),
    "is": mark_all_in("act in a log", "auto", "skip", "force", "undo", "order", "pause", "resume", "credit", "end"),
}
"""The choices of each field, with their translation context."""
_RESULTS = {
    "1F-0F": mark_in("result in a log", "1-0 by walkover"),
    "0F-1F": mark_in("result in a log", "0-1 by walkover"),
    "0F-0F": mark_in("result in a log", "double forfeit"),
    "": mark_in("result in a log", "no result"),
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
        return translate_in("value in a log", "yes") if value else translate_in("value in a log", "no")
    if not isinstance(value, str):
        return value
    if name == "result" and value in _RESULTS:
        return translate_in("result in a log", _RESULTS[value])
    if _MOMENT.fullmatch(value):
        return f"{datetime.fromisoformat(value).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    context = _CHOSEN.get(name, {}).get(value)
    return translate_in(context, value) if context else value
