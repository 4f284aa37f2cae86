"""Texts of the audit log: actions, fields and values."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.html import format_html

from engines.contract import Json
from engines.i18n import mark, mark_all_in, translate as _, translate_in, translate_stored
from matches.clock import TimeControl
from matches.time_control import format_short_time_control

ACTS = {
    "check-in.opened": mark("Check-in opened"),
    "entrant.admitted": mark("Entrant approved"),
    "entrant.byes": mark("Byes changed"),
    "entrant.club": mark("Club changed"),
    "entrant.entered": mark("Entrant added"),
    "entrant.invited": mark("Entrant invited"),
    "entrant.checked-in": mark("Player checked in by the organiser"),
    "entrant.check-in-undone": mark("Check-in undone"),
    "entrant.late": mark("Late entry added"),
    "entrant.put-out": mark("Entrant removed"),
    "entrant.withdrawn": mark("Entrant withdrawn"),
    "entrants.imported": mark("Entrants imported"),
    "claim-link.created": mark("Claim link created"),
    "claim-link.revoked": mark("Claim link revoked"),
    "place.claimed": mark("Place claimed by its player"),
    "ratings.imported": mark("Ratings filled in from a list"),
    "report.imported": mark("Tournament report imported"),
    "entrants.named": mark("Players added by name"),
    "team.absence": mark("A team asked for an alternate"),
    "team.captain": mark("Captain changed"),
    "team.lineups-closed": mark("Line-ups closed early"),
    "team.member-added": mark("Player added to a team"),
    "team.member-removed": mark("Player removed from a team"),
    "team.ordered": mark("Board order changed"),
    "team.renamed": mark("Team renamed"),
    "event.announced": mark("Announcement updated"),
    "event.archived": mark("Event archived"),
    "event.cancelled": mark("Event cancelled"),
    "event.changed": mark("Event changed"),
    "event.copied": mark("Event copied"),
    "event.created": mark("Event created"),
    "event.paused": mark("Event paused"),
    "event.resumed": mark("Event resumed"),
    "event.started": mark("Event started"),
    "pair.kept-apart": mark("Pairing exclusion added"),
    "pair.may-meet": mark("Pairing exclusion removed"),
    "registration.closed": mark("Registration closed"),
    "registration.opened": mark("Registration opened"),
    "result.entered": mark("Result entered"),
    "result.overturned": mark("Result overridden"),
    "result.removed": mark("Result removed"),
    "result.restored": mark("Result override reverted"),
    "report.made": mark("Result reported"),
    "report.changed": mark("Reported result changed"),
    "report.confirmed": mark("Reported result confirmed by one player"),
    "report.disputed": mark("Reported result disputed"),
    "report.expired": mark("Reported result not answered in time"),
    "report.withdrawn": mark("Reported result withdrawn"),
    "round.drafted": mark("Pairings generated"),
    "round.dropped": mark("Pairings discarded"),
    "round.exchanged": mark("Players swapped"),
    "round.planned": mark("Round scheduled"),
    "round.unpublished": mark("Round taken back"),
    "pairing.agreed": mark("Match time agreed by the players"),
    "pairing.nudged": mark("Players reminded to agree on a time"),
    "pairing.timed": mark("Match time changed"),
    "round.published": mark("Round published"),
    "season.calendar": mark("Season calendar changed"),
    "season.next": mark("Next season created"),
    "seeding.chosen": mark("Seeding method changed"),
    "seeding.drawn": mark("Seeds drawn at random"),
    "seeding.ordered": mark("Seeds ordered manually"),
    "stage.ended": mark("Stage ended"),
    "season.prizes": mark("Season prizes changed"),
    "league.created": mark("League created"),
    "league.edited": mark("League edited"),
    "staff.added": mark("Staff member added"),
    "staff.role-changed": mark("Staff role changed"),
    "staff.removed": mark("Staff member removed"),
    "title.created": mark("Title created"),
    "title.changed": mark("Title changed"),
    "title.archived": mark("Title archived"),
    "title.restored": mark("Title restored"),
    "title.deleted": mark("Title deleted"),
    "season.created": mark("Season created"),
    "season.edited": mark("Season edited"),
    "season.archived": mark("Season archived"),
    "no-show.lifted": mark("No-show cleared"),
    "season.reopened": mark("Season restored from the archive"),
    "season.opened": mark("Franchises enabled for a season"),
    "season.terms": mark("Season settings changed"),
    "season.phase": mark("Season moved to another phase"),
    "season.pool-filled": mark("Gamers added to a season"),
    "season.pool-dropped": mark("Gamer removed from a season"),
    "season.salaries": mark("Salaries changed in a season"),
    "season.window-added": mark("Window added"),
    "season.window-removed": mark("Window removed"),
    "season.carried-over": mark("Franchises rolled over"),
    "franchise.founded": mark("Franchise created for a player"),
    "franchise.renamed": mark("Franchise renamed"),
    "franchise.handed-over": mark("Franchise transferred"),
    "franchise.removed": mark("Franchise removed"),
    "franchise.signed": mark("Gamer signed for a franchise"),
    "franchise.released": mark("Gamer released by a franchise"),
    "franchise.granted": mark("Money granted to a franchise"),
    "draft.created": mark("Draft created"),
    "draft.started": mark("Draft started"),
    "draft.cancelled": mark("Draft cancelled"),
    "draft.auto": mark("Autopick of a franchise switched on or off"),
    "draft.skip": mark("Draft turn moved to the end"),
    "draft.force": mark("Gamer assigned to a franchise in a draft"),
    "draft.undo": mark("Draft pick undone"),
    "draft.order": mark("Draft order changed"),
    "draft.pause": mark("Draft paused"),
    "draft.resume": mark("Draft resumed"),
    "draft.resumed": mark("Draft resumed after review"),
    "draft.credit": mark("Time added in a draft"),
    "draft.end": mark("Draft ended"),
    "draft.message-removed": mark("Chat message of a draft removed"),
    "franchise.fined": mark("Franchise fined"),
    "trade.vetoed": mark("Trade vetoed"),
    "match.paused": mark("Match paused"),
    "match.resumed": mark("Match resumed"),
    "event.held": mark("All matches of an event paused"),
    "event.let-go-on": mark("All matches of an event resumed"),
    "match.time-added": mark("Time added in a match"),
    "match.ruled": mark("Result of a match set"),
    "match.disqualified": mark("Player disqualified in a match"),
    "match.annulled": mark("Match annulled"),
    "match.reinstated": mark("Match reinstated"),
    "match.replaced": mark("Replay of an annulled match ordered"),
    "fair-play.looked-at": mark("Fair-play figures of a player looked at"),
    "match.looked-at": mark("Hidden information of a match revealed"),
    "call.answered": mark("Referee call answered"),
    "gamers.imported": mark("Gamers imported"),
    "gamers.removed": mark("Gamers removed"),
    "token.made": mark("Token created"),
    "token.revoked": mark("Token revoked"),
    "account.deleted": mark("Account deleted"),
    "password.changed": mark("Password changed"),
    "password.replaced": mark("Password reset by email"),
    "email.confirmed": mark("Email address confirmed"),
    "email.removed": mark("Email address removed"),
    "passkey.added": mark("Passkey added"),
    "passkey.removed": mark("Passkey removed"),
    "provider.linked": mark("Account of another site linked"),
    "provider.unlinked": mark("Account of another site unlinked"),
    "second-factor.on": mark("Two-factor authentication turned on"),
    "second-factor.off": mark("Two-factor authentication turned off"),
    "second-factor.codes": mark("New recovery codes created"),
    "discord.linked": mark("Discord user linked"),
    "discord.unlinked": mark("Discord user unlinked"),
    "ways-in.removed": mark("All other ways to sign in removed"),
    "webhook.added": mark("Webhook added"),
    "webhook.edited": mark("Webhook changed"),
    "webhook.secret": mark("New webhook secret created"),
    "webhook.removed": mark("Webhook removed"),
    "chat.removed": mark("Chat message of a match removed"),
    "chat.kept": mark("Report of a chat message dismissed"),
}


def act_text(act: str) -> str:
    """Return the text of an action, derived from its code if it is not listed here.

    >>> act_text("staff.added"), act_text("event.round-published")
    ('Staff member added', 'Event round published')
    """
    kind, _unused, verb = act.partition(".")
    return _(ACTS[act]) if act in ACTS else f"{kind.capitalize()} {verb.replace('-', ' ')}"


_IRREGULAR_LABELS = {
    "about": "description", "max_entrants": "capacity", "least_rating": "minimum rating",
    "most_rating": "maximum rating", "check_in_min": "check-in (min)", "auto_advance": "auto-start next round",
    "round_gap_s": "break between rounds (s)", "start_by_min": "no-show limit (min)",
    "delay_s": "spectator delay (s)", "repeat_days": "repeat every (days)", "answer_min": "response time (min)",
    "bot_pace_ms": "bot move delay (ms)", "exchanged": "swapped", "rate_entered": "rate manual results",
    "ms": "time (ms)", "dead": "dead cap", "founding_open": "players can create franchises",
    "franchises_most": "maximum franchises", "cap": "salary cap", "roster_min": "minimum roster size",
    "roster_max": "maximum roster size", "reserve": "reserve per open spot", "genres": "required genres",
    "contract_seasons": "contract length (seasons)", "dead_percent": "dead cap (%)", "purse": "starting budget",
    "salaries_paid": "pay salaries on signing", "win_money": "payment per win", "draw_money": "payment per draw",
    "loss_money": "payment per loss", "participation_money": "payment per match", "waivers": "free agents",
    "waiver_hours": "blind bid period (hours)", "trade_hours": "trade offer duration (hours)",
    "veto_hours": "veto period (hours)", "one_match_a_round": "one match per round for each Gamer",
    "slug": "address", "kind": "type", "kinds": "event types", "on": "enabled", "is": "action",
    "report_policy": "unconfirmed results", "report_hours": "time to confirm results (h)",
    "play_days": "play window (days)", "time_hours": "time to agree on a time (h)", "time_policy": "matches without a time",
    "slot_day": "weekday of the default time", "slot_time": "default time", "slot_zone": "time zone of the default time",
    "trouble": "problem", "tie_breaks": "tie-breaks", "no_show_warnings": "no-show warnings",
    "required_provider": "required linked account", "halves": "points", "ranks": "result",
}  # fmt: skip
"""Labels of the fields whose label is not the key in words."""
_LABELS = mark_all_in(
    "field in a log",
    "name", "status", "entrants", "player", "players", "bot", "round", "starts at", "game", "options", "control",
    "description", "capacity", "registration", "minimum rating", "maximum rating", "check-in (min)", "seeding",
    "tie-breaks", "rated", "pool", "auto-start next round", "break between rounds (s)", "no-show limit (min)",
    "spectator delay (s)", "draw offers", "player pauses", "repeat every (days)", "response time (min)",
    "no-show warnings", "ban length", "ban unit", "bot move delay (ms)", "bot accounts", "season", "stages", "text",
    "club", "byes", "order", "how", "first", "last", "problem", "swapped", "calendar", "points", "pairing", "kept",
    "places", "missed at", "event", "divisions", "address", "role", "starts on", "ends on", "archived", "room", "type",
    "event types", "enabled", "webhook", "scopes", "expires at", "since", "entry", "seat", "call", "match", "result",
    "rate manual results", "part of", "time (ms)", "seconds", "seats", "phase", "owner", "gamer", "gamers", "handle",
    "handles", "franchise", "franchises", "opens at", "closes at", "amount", "salary", "from", "rosters", "dead cap",
    "key", "players can create franchises", "maximum franchises", "salary cap", "minimum roster size",
    "maximum roster size", "reserve per open spot", "required genres", "contract length (seasons)", "dead cap (%)",
    "starting budget", "pay salaries on signing", "payment per win", "payment per draw", "payment per loss",
    "payment per match", "free agents", "blind bid period (hours)", "trade offer duration (hours)",
    "veto period (hours)", "one match per round for each Gamer", "draft", "action", "team", "teams", "card", "cards",
    "price", "pick", "lot", "bid", "deck", "unfinished", "report", "reported by", "confirmed by", "unconfirmed results",
    "time to confirm results (h)", "play window (days)", "time to agree on a time (h)", "matches without a time",
    "weekday of the default time", "default time", "time zone of the default time",
)  # fmt: skip


UNSHOWN = ("entry", "part_of")
"""Fields with the numbers of other entries, which say nothing to a reader."""


def field_name(name: str) -> str:
    """Return the translated label of a field. Names of people's own objects are unchanged."""
    label = _IRREGULAR_LABELS.get(name, name.replace("_", " "))
    return translate_in(_LABELS[label], label) if label in _LABELS else name


_STATES = mark_all_in(
    "state of an event",
    "draft", "registration", "check-in", "seeding", "running", "finished", "archived", "cancelled", "entered",
    "requested to join", "on the waiting list", "invited", "withdrawn", "open", "playing", "paused", "under review",
    "closed", "void", "by approval", "invite only", "by rating", "manual", "random",
)  # fmt: skip
_BOTS = mark_all_in(
    "bot in a log", "level 1", "level 2", "level 3", "level 4", "level 5", "level 6", "level 7", "level 8",
    "random", "greedy", "search", "trained",
)  # fmt: skip
_LEVELS = {level.replace(" ", "-"): level for level in _BOTS if level.startswith("level ")}
_CHOICES: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "status": (_STATES, {"applied": "requested to join", "waiting": "on the waiting list", "review": "under review"}),
    "registration": (_STATES, {"approval": "by approval", "invite": "invite only"}),
    "seeding": (_STATES, {"rating": "by rating"}),
    "role": (mark_all_in("role in a log", "owner", "organiser", "referee", "scorer"), {}),
    "ban_unit": (mark_all_in("unit in a log", "days", "events"), {}),
    "phase": (mark_all_in("phase in a log", "set-up", "draft", "rounds", "awards", "archive"), {"setup": "set-up"}),
    "waivers": (
        mark_all_in("waivers in a log", "first come, first served", "blind bids"),
        {"first-come": "first come, first served", "blind": "blind bids"},
    ),
    "kind": (
        mark_all_in(
            "kind in a log",
            "trades", "free agency", "deck draft", "linear draft", "snake draft", "auction", "blind auction",
        ),
        {
            "free-agency": "free agency", "deck": "deck draft", "linear": "linear draft", "snake": "snake draft",
            "blind": "blind auction",
        },
    ),
    "order": (
        mark_all_in("order in a log", "random", "weighted lottery", "reverse standings", "manual"),
        {"lottery": "weighted lottery", "standings": "reverse standings", "hand": "manual"},
    ),
    "how": (
        mark_all_in("how in a log", "must not meet", "avoid if possible"),
        {"must": "must not meet", "should": "avoid if possible"},
    ),
    "room": (mark_all_in("room in a log", "players", "spectators"), {}),
    "bot": (_BOTS, _LEVELS),
    "is": (mark_all_in("act in a log", "auto", "skip", "force", "undo", "order", "pause", "resume", "credit", "end"), {}),
    "result": (
        mark_all_in("result in a log", "1-0 by walkover", "0-1 by walkover", "double forfeit", "no result"),
        {"1F-0F": "1-0 by walkover", "0F-1F": "0-1 by walkover", "0F-0F": "double forfeit", "": "no result"},
    ),
}  # fmt: skip
"""By field: the texts of its choices with their translation context, and which text a code stands for if it differs."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def readable(values: dict[str, Json] | None) -> dict[str, Json] | None:
    """Return the values of an entry with messages translated to sentences."""
    if not values or "trouble" not in values:
        return values
    trouble: Any = values["trouble"]
    return {**values, "trouble": translate_stored(trouble)}


def field_value(name: str, value: object) -> object:
    """Return a value for the reader: choices and booleans translated, times as HTML, collections as one text."""
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        moment = datetime.fromisoformat(value).astimezone(UTC)
        return format_html('<time datetime="{}" data-local="both">{} UTC</time>', value, f"{moment:%Y-%m-%d %H:%M}")
    if isinstance(value, str) and name.endswith("_on") and _DAY.fullmatch(value):
        return format_html('<time datetime="{}" data-local="date">{}</time>', value, value)
    return _plain_value(name, value)


_RESULTS = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "½-½", (2, 2): "0-0"}
"""Results by the ranks of two seats."""


def _plain_value(name: str, value: object) -> object:
    if isinstance(value, bool):
        return translate_in("value in a log", "yes") if value else translate_in("value in a log", "no")
    if name == "control" and isinstance(value, Mapping) and "turn_ms" in value:
        return format_short_time_control(TimeControl(**value))
    if name in ("seat", "seats") and isinstance(value, int):
        return value + 1
    if name == "halves" and isinstance(value, int):
        return f"{value / 2:g}"
    if name == "ranks" and isinstance(value, list) and len(value) == 2:
        return _RESULTS.get(tuple(value), value)
    if isinstance(value, list | Mapping) and not value:
        return translate_in("value in a log", "none")
    if isinstance(value, Mapping):
        return "; ".join(
            f"{field_name(key)}: {_plain_value('halves' if name == 'byes' else key, part)}" for key, part in value.items()
        )
    if isinstance(value, list):
        return ", ".join(str(_plain_value(name if name in ("seats", "halves") else "", part)) for part in value)
    if not isinstance(value, str):
        return value
    texts, codes = _CHOICES.get(name, ({}, {}))
    text = codes.get(value, value)
    return translate_in(texts[text], text) if text in texts else value
