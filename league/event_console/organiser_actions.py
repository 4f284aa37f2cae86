"""Everything that an organiser does with one button or one short form: pages and the API do the same acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import marked, say
from league.event_console.input_parsing import Ask, days, entered_rows, halves, moment, number, numbers, read, text, yes
from league.events.actions import event_copies, event_lifecycle
from league.events.rules.rulings import read_result
from league.pairings.actions import bye_requests, pairing_exclusions, rounds, schedule
from league.registration import entrants_file
from league.registration.actions import entrant_import, entries, next_season, no_shows, seeding, withdrawals
from league.results.actions import event_start, result_entry, result_overrides
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Deed:
    """`act` takes event_id, by, at and what is asked. `back` is the page of the console that its button is on."""

    act: Callable[..., object]
    back: str
    asks: tuple[Ask, ...] = ()
    done: str = ""
    """What the page says when it has been done."""
    given: Mapping[str, Any] | None = None
    """Arguments that are taken as None where they are not sent."""


def do(key: str, *, event_id: int, by: int, given: Mapping[str, Any], at: datetime) -> object:
    """Do what is asked. Refused where it is not known, not complete, not allowed or not possible."""
    deed = DEEDS.get(key)
    if deed is None:
        raise Refused("not-found", say("There is no such act."))
    arguments = {**(deed.given or {}), **read(deed.asks, given)}
    return deed.act(event_id=event_id, by=by, at=at, **arguments)


def _import(*, event_id: int, by: int, at: datetime, rows: str) -> int:
    return entrant_import.import_entrants(event_id=event_id, by=by, at=at, rows=entrants_file.read(rows))


def overturn_as_asked(*, result: str = "", halves: Sequence[int] = (), how: str = "", **rest: Any) -> int:
    """Overturn by a result's code, or by half points and `how`."""
    if result:
        halves, how = read_result(result)
    return result_overrides.overturn(halves=halves, how=how, **rest)


RESULT_ASKS = (
    Ask("result", text, needed=False),
    Ask("halves", halves, needed=False),
    Ask("places", halves, needed=False),
    Ask("how", text, needed=False),
    Ask("score", text, needed=False),
    Ask("why", text, words=marked("the reason")),
    Ask("keep", numbers, needed=False, many=True),
)
"""What a ruling on a result takes."""
_ENTRANT = Ask("entrant_id", number, words=marked("an entrant"))
_USERNAME = Ask("username", text, words=marked("the name of a player"))
_ROUND = Ask("number", number, words=marked("the number of a round"))
_PAIR = (Ask("one_id", number, words=marked("an entrant")), Ask("other_id", number, words=marked("another entrant")))
_PAIRING = Ask("pairing_id", number, words=marked("a pairing"))
_WHY = Ask("why", text, needed=False)

DEEDS: dict[str, Deed] = {
    "open-registration": Deed(event_lifecycle.open_registration, "overview", done=marked("Registration is open.")),
    "close-registration": Deed(
        entries.close_registration, "seeding", done=marked("Registration is closed: seed the event.")
    ),
    "open-check-in": Deed(entries.open_check_in, "entrants", done=marked("Check-in is open.")),
    "start": Deed(event_start.start_event, "rounds", done=marked("The event has started.")),
    "say": Deed(event_lifecycle.say, "overview", (Ask("text", text, needed=False),), marked("Said."), {"text": ""}),
    "cancel": Deed(event_lifecycle.cancel_event, "overview", (_WHY,), marked("The event is cancelled.")),
    "archive": Deed(event_lifecycle.archive_event, "overview", done=marked("The event is in the archive.")),
    "copy": Deed(event_copies.copy_event, "overview", done=marked("This is the copy: a draft that only you see.")),
    "next-season": Deed(
        next_season.make_next_season,
        "overview",
        (Ask("winners", numbers, needed=False, many=True), Ask("name", text, needed=False)),
        marked("This is the next season: a draft that only you see."),
    ),
    "enter": Deed(entries.enter, "entrants", (_USERNAME,), marked("Entered.")),
    "enter-late": Deed(
        withdrawals.enter_late, "entrants", (_USERNAME,), marked("Entered: paired from the next round on.")
    ),
    "add-bot": Deed(
        entries.add_bot, "entrants", (Ask("kind", text, words=marked("a kind of bot")),), marked("A bot has entered.")
    ),
    "enter-franchises": Deed(
        entries.enter_franchises, "entrants", done=marked("Every franchise of the season has entered.")
    ),
    "admit": Deed(entries.admit, "entrants", (_ENTRANT,), marked("Admitted.")),
    "put-out": Deed(entries.put_out, "entrants", (_ENTRANT, _WHY), marked("Put out.")),
    "withdraw": Deed(withdrawals.withdraw, "entrants", (_ENTRANT, _WHY), marked("Withdrawn.")),
    "club": Deed(
        bye_requests.set_club, "entrants", (_ENTRANT, Ask("club", text, needed=False)), marked("Noted."), {"club": ""}
    ),
    "bye": Deed(
        bye_requests.set_bye,
        "entrants",
        (_ENTRANT, _ROUND, Ask("halves", number, needed=False)),
        marked("Noted."),
        {"halves": None},
    ),
    "lift": Deed(
        no_shows.lift,
        "entrants",
        (Ask("no_show_id", number, words=marked("a no-show")), Ask("why", text, words=marked("the reason"))),
        marked("Lifted."),
    ),
    "keep-apart": Deed(
        pairing_exclusions.keep_apart,
        "entrants",
        (
            *_PAIR,
            Ask("how", text, needed=False),
            Ask("first", number, needed=False),
            Ask("last", number, needed=False),
        ),
        marked("They are kept apart."),
    ),
    "let-meet": Deed(pairing_exclusions.let_meet, "entrants", _PAIR, marked("They may meet again.")),
    "import": Deed(
        _import,
        "entrants",
        (Ask("rows", text, words=marked("the rows of the file")),),
        marked("Everybody has entered."),
    ),
    "seed": Deed(
        seeding.choose_seeding, "seeding", (Ask("how", text, words=marked("the way of seeding")),), marked("Noted.")
    ),
    "seed-by-lot": Deed(seeding.draw_now, "seeding", done=marked("This is the order drawn by lot.")),
    "seed-order": Deed(
        seeding.order_by_hand,
        "seeding",
        (Ask("entrant_ids", numbers, many=True, words=marked("the entrants in order")),),
        marked("Kept."),
    ),
    "draft-round": Deed(rounds.draft_round, "rounds", done=marked("Look at the draft before you publish it.")),
    "drop-draft": Deed(rounds.drop_draft, "rounds", (_ROUND,), marked("The draft is dropped.")),
    "exchange": Deed(
        rounds.exchange,
        "rounds",
        (_ROUND, *_PAIR, Ask("anyway", yes, needed=False)),
        marked("They have changed places."),
    ),
    "publish": Deed(rounds.start_round, "rounds", (_ROUND,), marked("The round is published.")),
    "plan": Deed(
        rounds.plan_round,
        "rounds",
        (_ROUND, Ask("starts_at", moment, needed=False)),
        marked("Planned."),
        {"starts_at": None},
    ),
    "calendar": Deed(
        schedule.set_calendar,
        "rounds",
        (
            Ask("first", moment, needed=False),
            Ask("days_between", number, needed=False),
            Ask("blackouts", days, needed=False),
        ),
        marked("The calendar is kept."),
        {"first": None, "days_between": 7},
    ),
    "pause": Deed(rounds.pause, "rounds", done=marked("Paused: nothing more begins.")),
    "resume": Deed(rounds.resume, "rounds", done=marked("The event goes on.")),
    "end-stage": Deed(rounds.finish_stage, "rounds", done=marked("The stage is over.")),
    "overturn": Deed(
        overturn_as_asked,
        "results",
        (_PAIRING, *RESULT_ASKS),
        marked("The ruling stands."),
    ),
    "enter-results": Deed(
        result_entry.enter_results,
        "results",
        (_ROUND, Ask("results", entered_rows, words=marked("the results"))),
        marked("Results entered."),
    ),
    "remove-result": Deed(result_entry.remove_result, "results", (_PAIRING,), marked("Result removed.")),
    "take-back": Deed(
        result_overrides.take_back,
        "results",
        (Ask("overturn_id", number, words=marked("a ruling")),),
        marked("Taken back."),
    ),
}
MAKING = ("copy", "next-season")
"""Acts that make another event: they count as creating one, and its console is shown afterwards."""
