"""What an audit log says in words: acts, fields, and values."""

import re
from datetime import UTC, datetime
from typing import Any

from engines.contract import Json
from engines.words import marked, marked_in, retell, say_in, told, told_in

ACTS = {
    "league.created": marked("made the league"),
    "league.edited": marked("edited the league"),
    "staff.added": marked("added to the staff"),
    "staff.role-changed": marked("changed a role"),
    "staff.removed": marked("removed from the staff"),
    "season.created": marked("planned a season"),
    "season.edited": marked("edited a season"),
    "season.archived": marked("archived a season"),
    "no-show.lifted": marked("lifted a no-show"),
    "season.reopened": marked("took a season back from the archive"),
    "season.opened": marked("opened a season for franchises"),
    "season.terms": marked("changed the terms of a season"),
    "season.phase": marked("took a season to another phase"),
    "season.pool-filled": marked("added Gamers to a season"),
    "season.pool-dropped": marked("took a Gamer out of a season"),
    "season.salaries": marked("changed salaries of a season"),
    "season.window-added": marked("added a window"),
    "season.window-removed": marked("removed a window"),
    "season.carried-over": marked("carried franchises over"),
    "franchise.founded": marked("founded a franchise for somebody"),
    "franchise.renamed": marked("renamed a franchise"),
    "franchise.handed-over": marked("handed a franchise over"),
    "franchise.removed": marked("removed a franchise"),
    "franchise.signed": marked("signed a Gamer for a franchise"),
    "franchise.released": marked("released a Gamer of a franchise"),
    "franchise.granted": marked("granted money to a franchise"),
    "draft.created": marked("set a draft up"),
    "draft.started": marked("started a draft"),
    "draft.cancelled": marked("called a draft off"),
    "draft.auto": marked("switched autopick for a franchise"),
    "draft.skip": marked("moved a turn of a draft to the end"),
    "draft.force": marked("gave a Gamer to a franchise in a draft"),
    "draft.undo": marked("took back a pick of a draft"),
    "draft.order": marked("changed the order of a draft"),
    "draft.pause": marked("paused a draft"),
    "draft.resume": marked("went on with a draft"),
    "draft.resumed": marked("resumed a draft that was held for review"),
    "draft.credit": marked("gave time in a draft"),
    "draft.end": marked("ended a draft"),
    "franchise.fined": marked("fined a franchise"),
    "trade.vetoed": marked("stopped a trade"),
    "match.paused": marked("paused a match"),
    "match.resumed": marked("let a match go on"),
    "event.held": marked("put all matches of an event on hold"),
    "event.let-go-on": marked("let all matches of an event go on"),
    "match.time-added": marked("gave time in a match"),
    "match.ruled": marked("ruled on the result of a match"),
    "match.disqualified": marked("disqualified a player in a match"),
    "match.annulled": marked("annulled a match"),
    "match.reinstated": marked("took back a ruling on a match"),
    "match.replaced": marked("had an annulled match played again"),
    "match.looked-at": marked("looked at what a match hides"),
    "call.answered": marked("answered a call of a player"),
    "gamers.imported": marked("imported Gamers"),
    "gamers.removed": marked("removed Gamers"),
    "token.made": marked("made a token"),
    "token.revoked": marked("revoked a token"),
    "account.deleted": marked("deleted their account"),
    "password.changed": marked("changed their password"),
    "password.replaced": marked("replaced their password by a letter"),
    "email.confirmed": marked("confirmed an e-mail address"),
    "email.removed": marked("took their e-mail address away"),
    "second-factor.on": marked("switched the second factor on"),
    "second-factor.off": marked("switched the second factor off"),
    "second-factor.codes": marked("made new recovery codes"),
    "webhook.added": marked("added a webhook"),
    "webhook.edited": marked("changed a webhook"),
    "webhook.secret": marked("made a new secret for a webhook"),
    "webhook.removed": marked("removed a webhook"),
    "chat.removed": marked("removed a message from a match's chat"),
    "chat.kept": marked("left a reported message in a match's chat"),
    "check-in.opened": marked("check-in: opened"),
    "entrant.admitted": marked("entrant: admitted"),
    "entrant.byes": marked("entrant: byes"),
    "entrant.club": marked("entrant: club"),
    "entrant.entered": marked("entrant: entered"),
    "entrant.invited": marked("entrant: invited"),
    "entrant.late": marked("entrant: late"),
    "entrant.put-out": marked("entrant: put out"),
    "entrant.withdrawn": marked("entrant: withdrawn"),
    "entrants.imported": marked("entrants: imported"),
    "event.announced": marked("event: announced"),
    "event.archived": marked("event: archived"),
    "event.cancelled": marked("event: cancelled"),
    "event.changed": marked("event: changed"),
    "event.copied": marked("event: copied"),
    "event.created": marked("event: created"),
    "event.paused": marked("event: paused"),
    "event.resumed": marked("event: resumed"),
    "event.started": marked("event: started"),
    "pair.kept-apart": marked("pair: kept apart"),
    "pair.may-meet": marked("pair: may meet"),
    "registration.closed": marked("registration: closed"),
    "registration.opened": marked("registration: opened"),
    "result.entered": marked("result: entered"),
    "result.overturned": marked("result: overturned"),
    "result.removed": marked("result: removed"),
    "result.restored": marked("result: restored"),
    "round.drafted": marked("round: drafted"),
    "round.dropped": marked("round: dropped"),
    "round.exchanged": marked("round: exchanged"),
    "round.planned": marked("round: planned"),
    "round.published": marked("round: published"),
    "season.calendar": marked("season: calendar"),
    "season.next": marked("season: next"),
    "seeding.chosen": marked("seeding: chosen"),
    "seeding.drawn": marked("seeding: drawn"),
    "seeding.ordered": marked("seeding: ordered"),
    "stage.ended": marked("stage: ended"),
    "season.prizes": marked("season: prizes"),
}


def act_text(act: str) -> str:
    """An act in words; of acts that are not listed here, their code read aloud.

    >>> act_text("staff.added"), act_text("event.round-published")
    ('added to the staff', 'event: round published')
    """
    kind, _, verb = act.partition(".")
    return told(ACTS[act]) if act in ACTS else f"{kind}: {verb.replace('-', ' ')}"


_NAMES = {
    name: name
    for name in (
        marked_in("field in a log", "name"), marked_in("field in a log", "status"),
        marked_in("field in a log", "entrants"), marked_in("field in a log", "player"),
        marked_in("field in a log", "players"), marked_in("field in a log", "bot"),
        marked_in("field in a log", "round"), marked_in("field in a log", "starts_at"),
        marked_in("field in a log", "game"), marked_in("field in a log", "options"),
        marked_in("field in a log", "control"), marked_in("field in a log", "about"),
        marked_in("field in a log", "max_entrants"), marked_in("field in a log", "registration"),
        marked_in("field in a log", "least_rating"), marked_in("field in a log", "most_rating"),
        marked_in("field in a log", "check_in_min"), marked_in("field in a log", "seeding"),
        marked_in("field in a log", "tie_breaks"), marked_in("field in a log", "rated"),
        marked_in("field in a log", "pool"), marked_in("field in a log", "auto_advance"),
        marked_in("field in a log", "round_gap_s"), marked_in("field in a log", "start_by_min"),
        marked_in("field in a log", "delay_s"), marked_in("field in a log", "draw_offers"),
        marked_in("field in a log", "player_pauses"), marked_in("field in a log", "repeat_days"),
        marked_in("field in a log", "answer_min"), marked_in("field in a log", "no_show_warnings"),
        marked_in("field in a log", "ban_length"), marked_in("field in a log", "ban_unit"),
        marked_in("field in a log", "bot_pace_ms"), marked_in("field in a log", "bot_accounts"),
        marked_in("field in a log", "season"), marked_in("field in a log", "stages"),
        marked_in("field in a log", "text"), marked_in("field in a log", "club"), marked_in("field in a log", "byes"),
        marked_in("field in a log", "order"), marked_in("field in a log", "how"), marked_in("field in a log", "first"),
        marked_in("field in a log", "last"), marked_in("field in a log", "trouble"),
        marked_in("field in a log", "exchanged"), marked_in("field in a log", "calendar"),
        marked_in("field in a log", "halves"), marked_in("field in a log", "pairing"),
        marked_in("field in a log", "kept"), marked_in("field in a log", "places"),
        marked_in("field in a log", "missed_at"), marked_in("field in a log", "event"),
        marked_in("field in a log", "divisions"), marked_in("field in a log", "slug"),
        marked_in("field in a log", "role"), marked_in("field in a log", "starts_on"),
        marked_in("field in a log", "ends_on"), marked_in("field in a log", "archived"),
        marked_in("field in a log", "room"), marked_in("field in a log", "kind"), marked_in("field in a log", "kinds"),
        marked_in("field in a log", "on"), marked_in("field in a log", "webhook"),
        marked_in("field in a log", "scopes"), marked_in("field in a log", "expires_at"),
        marked_in("field in a log", "since"), marked_in("field in a log", "entry"),
        marked_in("field in a log", "seat"), marked_in("field in a log", "call"), marked_in("field in a log", "match"),
        marked_in("field in a log", "result"), marked_in("field in a log", "rate_entered"),
        marked_in("field in a log", "part_of"),
        marked_in("field in a log", "ms"), marked_in("field in a log", "ranks"), marked_in("field in a log", "seats"),
        marked_in("field in a log", "phase"), marked_in("field in a log", "owner"),
        marked_in("field in a log", "gamer"), marked_in("field in a log", "gamers"),
        marked_in("field in a log", "handle"), marked_in("field in a log", "handles"),
        marked_in("field in a log", "franchise"), marked_in("field in a log", "franchises"),
        marked_in("field in a log", "opens_at"), marked_in("field in a log", "closes_at"),
        marked_in("field in a log", "amount"), marked_in("field in a log", "salary"),
        marked_in("field in a log", "from"), marked_in("field in a log", "rosters"),
        marked_in("field in a log", "dead"), marked_in("field in a log", "key"),
        marked_in("field in a log", "founding_open"), marked_in("field in a log", "franchises_most"),
        marked_in("field in a log", "cap"), marked_in("field in a log", "roster_min"),
        marked_in("field in a log", "roster_max"), marked_in("field in a log", "reserve"),
        marked_in("field in a log", "genres"), marked_in("field in a log", "contract_seasons"),
        marked_in("field in a log", "dead_percent"), marked_in("field in a log", "purse"),
        marked_in("field in a log", "salaries_paid"),
        marked_in("field in a log", "win_money"), marked_in("field in a log", "draw_money"),
        marked_in("field in a log", "loss_money"), marked_in("field in a log", "participation_money"),
        marked_in("field in a log", "waivers"), marked_in("field in a log", "waiver_hours"),
        marked_in("field in a log", "trade_hours"), marked_in("field in a log", "veto_hours"),
        marked_in("field in a log", "one_match_a_round"), marked_in("field in a log", "draft"),
        marked_in("field in a log", "is"), marked_in("field in a log", "team"), marked_in("field in a log", "teams"),
        marked_in("field in a log", "card"), marked_in("field in a log", "cards"),
        marked_in("field in a log", "price"), marked_in("field in a log", "pick"), marked_in("field in a log", "lot"),
        marked_in("field in a log", "bid"), marked_in("field in a log", "deck"),
        marked_in("field in a log", "unfinished"),
    )
}  # fmt: skip


def field_name(name: str) -> str:
    """In English the key itself. What names a thing of people's (a franchise that was paid) stays as it is."""
    return told_in("field in a log", _NAMES[name]) if name in _NAMES else name


_CONTEXTS = {
    "status": "state of an event",
    "registration": "state of an event",
    "seeding": "state of an event",
    "role": "role in a log",
    "ban_unit": "unit in a log",
    "phase": "phase in a log",
    "waivers": "waivers in a log",
    "kind": "kind in a log",
    "order": "order in a log",
    "how": "how in a log",
    "room": "room in a log",
    "bot": "bot in a log",
    "is": "act in a log",
}
"""By field, the context of the words that are chosen for it from a list."""
_CHOSEN = frozenset({
    marked_in("state of an event", "draft"), marked_in("state of an event", "registration"),
    marked_in("state of an event", "check-in"), marked_in("state of an event", "seeding"),
    marked_in("state of an event", "running"), marked_in("state of an event", "finished"),
    marked_in("state of an event", "archived"), marked_in("state of an event", "cancelled"),
    marked_in("state of an event", "entered"), marked_in("state of an event", "applied"),
    marked_in("state of an event", "waiting"), marked_in("state of an event", "invited"),
    marked_in("state of an event", "withdrawn"), marked_in("state of an event", "open"),
    marked_in("state of an event", "playing"), marked_in("state of an event", "paused"),
    marked_in("state of an event", "review"), marked_in("state of an event", "closed"),
    marked_in("state of an event", "void"), marked_in("state of an event", "approval"),
    marked_in("state of an event", "invite"), marked_in("state of an event", "rating"),
    marked_in("state of an event", "manual"), marked_in("state of an event", "random"),
    marked_in("role in a log", "organiser"), marked_in("role in a log", "referee"), marked_in("unit in a log", "days"),
    marked_in("unit in a log", "events"), marked_in("phase in a log", "setup"), marked_in("phase in a log", "draft"),
    marked_in("phase in a log", "rounds"), marked_in("phase in a log", "awards"),
    marked_in("phase in a log", "archive"), marked_in("waivers in a log", "first-come"),
    marked_in("waivers in a log", "blind"), marked_in("kind in a log", "trades"),
    marked_in("kind in a log", "free-agency"), marked_in("kind in a log", "deck"), marked_in("kind in a log", "linear"),
    marked_in("kind in a log", "snake"), marked_in("kind in a log", "auction"), marked_in("kind in a log", "blind"),
    marked_in("order in a log", "random"), marked_in("order in a log", "lottery"),
    marked_in("order in a log", "standings"), marked_in("order in a log", "hand"), marked_in("how in a log", "must"),
    marked_in("how in a log", "should"), marked_in("room in a log", "players"),
    marked_in("room in a log", "spectators"), marked_in("bot in a log", "random"), marked_in("bot in a log", "greedy"),
    marked_in("bot in a log", "search"), marked_in("act in a log", "auto"), marked_in("act in a log", "skip"),
    marked_in("act in a log", "force"), marked_in("act in a log", "undo"), marked_in("act in a log", "order"),
    marked_in("act in a log", "pause"), marked_in("act in a log", "resume"), marked_in("act in a log", "credit"),
    marked_in("act in a log", "end"),
})  # fmt: skip
"""Those words."""
_RESULTS = {
    "1F-0F": marked_in("result in a log", "1-0 by walkover"),
    "0F-1F": marked_in("result in a log", "0-1 by walkover"),
    "0F-0F": marked_in("result in a log", "nobody came"),
    "": marked_in("result in a log", "no result"),
}
"""By code, results that are not told as they are kept."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")


def readable(values: dict[str, Json] | None) -> dict[str, Json] | None:
    """What an entry holds, with the message of an event's trouble as a sentence."""
    if not values or "trouble" not in values:
        return values
    trouble: Any = values["trouble"]
    return {**values, "trouble": retell(trouble)}


def field_value(name: str, value: object) -> object:
    """As its reader says it; in English, and of all that nobody chose from a list, as it is kept."""
    if isinstance(value, bool):
        return say_in("value in a log", "True") if value else say_in("value in a log", "False")
    if not isinstance(value, str):
        return value
    if name == "result" and value in _RESULTS:
        return told_in("result in a log", _RESULTS[value])
    if _MOMENT.fullmatch(value):
        return f"{datetime.fromisoformat(value).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
    return told_in(_CONTEXTS[name], value) if name in _CONTEXTS and value in _CHOSEN else value
