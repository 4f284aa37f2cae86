"""All organiser actions behind a button or short form, shared by the pages and the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import marked, say
from league.event_console.serializers import EntrantRowsSerializer, OverturnSerializer, PairingSerializer, taking
from league.events.actions import event_copies, event_lifecycle
from league.events.rulings import read_result
from league.pairings.actions import pairing_requests, rounds
from league.registration.actions import entrant_import, entries, next_season, no_shows, seeding, withdrawals
from league.results.actions import event_start, result_entry, result_overrides
from matches.api.validation import InputSerializer, validated
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Deed:
    """An organiser action: `act` takes event_id, by, at and the validated data of `takes`.

    `back` is the console page that its button is on.
    """

    act: Callable[..., object]
    back: str
    takes: type[InputSerializer] = InputSerializer
    done: str = ""
    """Success message."""


def do(key: str, *, event_id: int, by: int, given: Any, at: datetime) -> object:
    """Run an action. Raises Refused if it is unknown, incomplete, not allowed or not possible."""
    deed = DEEDS.get(key)
    if deed is None:
        raise Refused("not-found", say("Unknown action."))
    return deed.act(event_id=event_id, by=by, at=at, **validated(deed.takes, given))


def _import(*, event_id: int, by: int, at: datetime, rows: str) -> int:
    return entrant_import.import_entrants(event_id=event_id, by=by, at=at, rows=entrant_import.read(rows))


def overturn_as_asked(*, result: str = "", halves: Sequence[int] = (), how: str = "", **rest: Any) -> int:
    """Override a result by its code, or by half points and `how`."""
    if result:
        halves, how = read_result(result)
    return result_overrides.overturn(halves=halves, how=how, **rest)


DEEDS: dict[str, Deed] = {
    "open-registration": Deed(event_lifecycle.open_registration, "overview", done=marked("Registration opened.")),
    "close-registration": Deed(
        entries.close_registration, "seeding", done=marked("Registration closed. Now seed the entrants.")
    ),
    "open-check-in": Deed(entries.open_check_in, "entrants", done=marked("Check-in opened.")),
    "start": Deed(event_start.start_event, "rounds", done=marked("Event started.")),
    "say": Deed(event_lifecycle.say, "overview", taking("text"), marked("Announcement updated.")),
    "cancel": Deed(event_lifecycle.cancel_event, "overview", taking("why"), marked("Event cancelled.")),
    "archive": Deed(event_lifecycle.archive_event, "overview", done=marked("Event archived.")),
    "copy": Deed(event_copies.copy_event, "overview", done=marked("Event copied. Only you can see this draft.")),
    "next-season": Deed(
        next_season.make_next_season,
        "overview",
        taking("winners", "name"),
        marked("Next season created. Only you can see this draft."),
    ),
    "enter": Deed(entries.enter, "entrants", taking("username"), marked("Player added.")),
    "enter-late": Deed(
        withdrawals.enter_late,
        "entrants",
        taking("username"),
        marked("Player added. They will be paired from the next round on."),
    ),
    "add-bot": Deed(entries.add_bot, "entrants", taking("kind"), marked("Bot added.")),
    "enter-franchises": Deed(entries.enter_franchises, "entrants", done=marked("All franchises of the season added.")),
    "admit": Deed(entries.admit, "entrants", taking("entrant_id"), marked("Player approved.")),
    "put-out": Deed(entries.put_out, "entrants", taking("entrant_id", "why"), marked("Player removed.")),
    "withdraw": Deed(withdrawals.withdraw, "entrants", taking("entrant_id", "why"), marked("Player withdrawn.")),
    "club": Deed(pairing_requests.set_club, "entrants", taking("entrant_id", "club"), marked("Saved.")),
    "bye": Deed(pairing_requests.set_bye, "entrants", taking("entrant_id", "number", "bye.halves"), marked("Saved.")),
    "lift": Deed(no_shows.lift, "entrants", taking("no_show_id", "lift.why"), marked("No-show cleared.")),
    "keep-apart": Deed(
        pairing_requests.keep_apart,
        "entrants",
        taking("one_id", "other_id", "apart.how", "apart.first", "apart.last"),
        marked("Pairing exclusion saved."),
    ),
    "let-meet": Deed(
        pairing_requests.let_meet, "entrants", taking("one_id", "other_id"), marked("Pairing exclusion removed.")
    ),
    "import": Deed(_import, "entrants", EntrantRowsSerializer, marked("Entrants imported.")),
    "seed": Deed(seeding.choose_seeding, "seeding", taking("seeding.how"), marked("Saved.")),
    "seed-by-lot": Deed(seeding.draw_now, "seeding", done=marked("Seeds drawn at random.")),
    "seed-order": Deed(seeding.order_by_hand, "seeding", taking("entrant_ids"), marked("Order saved.")),
    "draft-round": Deed(
        rounds.draft_round, "rounds", done=marked("Pairings generated. Check them, then publish the round.")
    ),
    "drop-draft": Deed(rounds.drop_draft, "rounds", taking("number"), marked("Pairings discarded.")),
    "exchange": Deed(
        rounds.exchange, "rounds", taking("number", "one_id", "other_id", "anyway"), marked("Players swapped.")
    ),
    "publish": Deed(rounds.start_round, "rounds", taking("number"), marked("Round published.")),
    "plan": Deed(rounds.plan_round, "rounds", taking("number", "starts_at"), marked("Start time saved.")),
    "calendar": Deed(
        rounds.set_calendar,
        "rounds",
        taking("calendar.first", "days_between", "blackouts"),
        marked("Calendar saved."),
    ),
    "pause": Deed(rounds.pause, "rounds", done=marked("Event paused. No new rounds or matches will start.")),
    "resume": Deed(rounds.resume, "rounds", done=marked("Event resumed.")),
    "end-stage": Deed(rounds.finish_stage, "rounds", done=marked("Stage ended.")),
    "overturn": Deed(overturn_as_asked, "results", OverturnSerializer, marked("Ruling saved.")),
    "enter-results": Deed(
        result_entry.enter_results, "results", taking("number", "results"), marked("Results entered.")
    ),
    "remove-result": Deed(result_entry.remove_result, "results", PairingSerializer, marked("Result removed.")),
    "take-back": Deed(result_overrides.take_back, "results", taking("overturn_id"), marked("Ruling reverted.")),
}
MAKING = ("copy", "next-season")
"""Actions that create another event: they count towards that quota, and its console is shown next."""
