"""All organiser actions behind a button or short form, shared by the pages and the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.i18n import marked, say
from league.event_console.serializers import EntrantRowsSerializer, ResultOverrideSerializer, PairingSerializer, params
from league.events.actions import event_copies, event_lifecycle
from league.events.rulings import parse_result_code
from league.pairings.actions import pairing_requests, rounds
from league.registration.actions import entrant_import, entries, next_season, no_shows, seeding, withdrawals
from league.results.actions import event_start, result_entry, result_overrides
from matches.api.validation import InputSerializer, validate_input
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Action:
    """An organiser action: `act` takes event_id, by, at and the validated data of `takes`.

    `back` is the console page that its button is on.
    """

    act: Callable[..., object]
    back: str
    takes: type[InputSerializer] = InputSerializer
    done: str = ""
    """Success message."""


def run_action(key: str, *, event_id: int, by: int, data: Any, at: datetime) -> object:
    """Run an action. Raises Refused if it is unknown, incomplete, not allowed or not possible."""
    action = ACTIONS.get(key)
    if action is None:
        raise Refused("not-found", say("Unknown action."))
    return action.act(event_id=event_id, by=by, at=at, **validate_input(action.takes, data))


def _import_entrants(*, event_id: int, by: int, at: datetime, rows: str) -> int:
    return entrant_import.import_entrants(event_id=event_id, by=by, at=at, rows=entrant_import.parse_rows(rows))


def override_by_code(*, result: str = "", halves: Sequence[int] = (), how: str = "", **rest: Any) -> int:
    """Override a result by its code, or by half points and `how`."""
    if result:
        halves, how = parse_result_code(result)
    return result_overrides.override_result(halves=halves, how=how, **rest)


ACTIONS: dict[str, Action] = {
    "open-registration": Action(event_lifecycle.open_registration, "overview", done=marked("Registration opened.")),
    "close-registration": Action(
        entries.close_registration, "seeding", done=marked("Registration closed. Now seed the entrants.")
    ),
    "open-check-in": Action(entries.open_check_in, "entrants", done=marked("Check-in opened.")),
    "start": Action(event_start.start_event, "rounds", done=marked("Event started.")),
    "say": Action(event_lifecycle.set_announcement, "overview", params("text"), marked("Announcement updated.")),
    "cancel": Action(event_lifecycle.cancel_event, "overview", params("why"), marked("Event cancelled.")),
    "archive": Action(event_lifecycle.archive_event, "overview", done=marked("Event archived.")),
    "copy": Action(event_copies.copy_event, "overview", done=marked("Event copied. Only you can see this draft.")),
    "next-season": Action(
        next_season.create_next_season,
        "overview",
        params("winners", "name"),
        marked("Next season created. Only you can see this draft."),
    ),
    "enter": Action(entries.enter_player, "entrants", params("username"), marked("Player added.")),
    "enter-late": Action(
        withdrawals.enter_late,
        "entrants",
        params("username"),
        marked("Player added. They will be paired from the next round on."),
    ),
    "add-bot": Action(entries.add_bot, "entrants", params("kind"), marked("Bot added.")),
    "enter-franchises": Action(entries.enter_franchises, "entrants", done=marked("All franchises of the season added.")),
    "admit": Action(entries.approve_entrant, "entrants", params("entrant_id"), marked("Player approved.")),
    "put-out": Action(entries.remove_entrant, "entrants", params("entrant_id", "why"), marked("Player removed.")),
    "withdraw": Action(withdrawals.withdraw, "entrants", params("entrant_id", "why"), marked("Player withdrawn.")),
    "club": Action(pairing_requests.set_club, "entrants", params("entrant_id", "club"), marked("Saved.")),
    "bye": Action(pairing_requests.set_bye, "entrants", params("entrant_id", "number", "bye.halves"), marked("Saved.")),
    "lift": Action(no_shows.clear_no_show, "entrants", params("no_show_id", "lift.why"), marked("No-show cleared.")),
    "keep-apart": Action(
        pairing_requests.add_exclusion,
        "entrants",
        params("one_id", "other_id", "apart.how", "apart.first", "apart.last"),
        marked("Pairing exclusion saved."),
    ),
    "let-meet": Action(
        pairing_requests.remove_exclusion, "entrants", params("one_id", "other_id"), marked("Pairing exclusion removed.")
    ),
    "import": Action(_import_entrants, "entrants", EntrantRowsSerializer, marked("Entrants imported.")),
    "seed": Action(seeding.set_seeding_method, "seeding", params("seeding.how"), marked("Saved.")),
    "seed-by-lot": Action(seeding.draw_seed_order, "seeding", done=marked("Seeds drawn at random.")),
    "seed-order": Action(seeding.set_seed_order, "seeding", params("entrant_ids"), marked("Order saved.")),
    "draft-round": Action(
        rounds.create_next_round, "rounds", done=marked("Pairings generated. Check them, then publish the round.")
    ),
    "drop-draft": Action(rounds.discard_round, "rounds", params("number"), marked("Pairings discarded.")),
    "exchange": Action(
        rounds.swap_entrants, "rounds", params("number", "one_id", "other_id", "anyway"), marked("Players swapped.")
    ),
    "publish": Action(rounds.publish_round_manually, "rounds", params("number"), marked("Round published.")),
    "plan": Action(rounds.schedule_round, "rounds", params("number", "starts_at"), marked("Start time saved.")),
    "calendar": Action(
        rounds.set_calendar,
        "rounds",
        params("calendar.first", "days_between", "blackouts"),
        marked("Calendar saved."),
    ),
    "pause": Action(rounds.pause_event, "rounds", done=marked("Event paused. No new rounds or matches will start.")),
    "resume": Action(rounds.resume_event, "rounds", done=marked("Event resumed.")),
    "end-stage": Action(rounds.finish_stage, "rounds", done=marked("Stage ended.")),
    "overturn": Action(override_by_code, "results", ResultOverrideSerializer, marked("Ruling saved.")),
    "enter-results": Action(
        result_entry.enter_results, "results", params("number", "results"), marked("Results entered.")
    ),
    "remove-result": Action(result_entry.remove_result, "results", PairingSerializer, marked("Result removed.")),
    "take-back": Action(result_overrides.revert_override, "results", params("overturn_id"), marked("Ruling reverted.")),
}
CREATING_ACTIONS = ("copy", "next-season")
"""Actions that create another event: they count towards that quota, and its console is shown next."""
