"""All organiser actions behind a button or short form, shared by the pages and the API."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Any

from engines.i18n import mark, translate as _
from league.claims.actions import create_claim_link, revoke_claim_link
from league.event_console.serializers import (
    EntrantRowsSerializer,
    ListedResultsSerializer,
    PairingSerializer,
    RatingListSerializer,
    ReportSerializer,
    ResultOverrideSerializer,
    with_fields,
)
from league.events.actions import event_copies, event_lifecycle
from league.events.queries import MANAGE, RULE, SCORE
from league.events.rulings import parse_result_code
from league.match_times.actions import deadlines
from league.pairings.actions import match_times, pairing_requests, rounds
from league.registration.actions import (
    entrant_import,
    entries,
    late_entries,
    next_season,
    no_shows,
    placeholders,
    rating_lists,
    seeding,
    withdrawals,
)
from league.results.actions import event_start, result_entry, result_list, result_overrides, round_retraction, trf_import
from matches.api.validation import InputSerializer, validate_input
from matches.errors import ActionError


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
    permission: str = MANAGE
    """The permission in the event's league with which staff who don't manage the event may do it."""


def run_action(key: str, *, event_id: int, by: int, data: Any, at: datetime) -> object:
    """Run an action. Raises ActionError if it is unknown, incomplete, not allowed or not possible."""
    action = ACTIONS.get(key)
    if action is None:
        raise ActionError("not-found", _("Unknown action."))
    return action.act(event_id=event_id, by=by, at=at, **validate_input(action.takes, data))


def get_permission(key: str) -> str:
    """Return the permission that an action needs of staff who don't manage the event."""
    return ACTIONS[key].permission if key in ACTIONS else MANAGE


def _import_entrants(*, event_id: int, by: int, at: datetime, rows: str) -> int:
    return entrant_import.import_entrants(event_id=event_id, by=by, at=at, rows=entrant_import.parse_rows(rows))


def _enter_names(*, event_id: int, by: int, at: datetime, names: str) -> list[int]:
    return placeholders.create_placeholders(event_id=event_id, by=by, at=at, names=placeholders.parse_names(names))


def _enter_names_late(*, event_id: int, by: int, at: datetime, names: str, halves: int) -> list[int]:
    parsed = placeholders.parse_names(names)
    return late_entries.enter_names_late(event_id=event_id, by=by, at=at, names=parsed, halves=halves)


def _fill_ratings(*, event_id: int, by: int, at: datetime, list: str, kind: str) -> rating_lists.Filled:
    file = BytesIO(list.encode())
    return rating_lists.fill_from_rating_list(event_id=event_id, by=by, file=file, kind=kind, at=at)


def override_by_code(*, result: str = "", halves: Sequence[int] = (), how: str = "", **rest: Any) -> int:
    """Override a result by its code, or by half points and `how`."""
    if result:
        halves, how = parse_result_code(result)
    return result_overrides.override_result(halves=halves, how=how, **rest)


ACTIONS: dict[str, Action] = {
    "open-registration": Action(event_lifecycle.open_registration, "overview", done=mark("Registration opened.")),
    "close-registration": Action(
        entries.close_registration, "seeding", done=mark("Registration closed. Now seed the entrants.")
    ),
    "open-check-in": Action(entries.open_check_in, "entrants", done=mark("Check-in opened.")),
    "start": Action(event_start.start_event, "rounds", done=mark("Event started.")),
    "say": Action(event_lifecycle.set_announcement, "overview", with_fields("text"), mark("Announcement updated.")),
    "cancel": Action(event_lifecycle.cancel_event, "overview", with_fields("why"), mark("Event cancelled.")),
    "archive": Action(event_lifecycle.archive_event, "overview", done=mark("Event archived.")),
    "copy": Action(event_copies.copy_event, "overview", done=mark("Event copied. Only you can see it until you publish it.")),
    "next-season": Action(
        next_season.create_next_season,
        "overview",
        with_fields("winners", "name"),
        mark("Next season created. Only you can see it until you publish it."),
    ),
    "enter": Action(entries.enter_player, "entrants", with_fields("username"), mark("Player added or invited.")),
    "enter-names": Action(_enter_names, "entrants", with_fields("names"), mark("Players added or invited.")),
    "claim-link": Action(
        create_claim_link, "entrants", with_fields("entrant_id"), mark("Link created. Send it to the player.")
    ),
    "claim-link-revoke": Action(revoke_claim_link, "entrants", with_fields("entrant_id"), mark("Link revoked.")),
    "enter-late": Action(
        late_entries.enter_late,
        "entrants",
        with_fields("username", "late.halves"),
        mark("Player added or invited. Who is in will be paired from the next round on."),
    ),
    "enter-names-late": Action(
        _enter_names_late,
        "entrants",
        with_fields("names", "late.halves"),
        mark("Players added or invited. Who is in will be paired from the next round on."),
    ),
    "check-in": Action(entries.check_entrant_in, "entrants", with_fields("entrant_id", "present"), mark("Check-in saved.")),
    "add-bot": Action(entries.add_bot, "entrants", with_fields("kind"), mark("Bot added.")),
    "enter-franchises": Action(entries.enter_franchises, "entrants", done=mark("All franchises added or invited.")),
    "admit": Action(entries.approve_entrant, "entrants", with_fields("entrant_id"), mark("Player approved.")),
    "put-out": Action(entries.remove_entrant, "entrants", with_fields("entrant_id", "why"), mark("Player removed.")),
    "withdraw": Action(withdrawals.withdraw, "entrants", with_fields("entrant_id", "why"), mark("Player withdrawn.")),
    "club": Action(pairing_requests.set_club, "entrants", with_fields("entrant_id", "club"), mark("Saved.")),
    "bye": Action(pairing_requests.set_bye, "entrants", with_fields("entrant_id", "number", "bye.halves"), mark("Saved.")),
    "lift": Action(no_shows.clear_no_show, "entrants", with_fields("no_show_id", "lift.why"), mark("No-show cleared.")),
    "keep-apart": Action(
        pairing_requests.add_exclusion,
        "entrants",
        with_fields("one_id", "other_id", "apart.how", "apart.first", "apart.last"),
        mark("Pairing exclusion saved."),
    ),
    "let-meet": Action(
        pairing_requests.remove_exclusion, "entrants", with_fields("one_id", "other_id"), mark("Pairing exclusion removed.")
    ),
    "import": Action(_import_entrants, "entrants", EntrantRowsSerializer, mark("Entrants imported.")),
    "import-report": Action(
        trf_import.import_report, "entrants", ReportSerializer, mark("Tournament imported. Check its entrants and rounds.")
    ),
    "fill-ratings": Action(_fill_ratings, "entrants", RatingListSerializer, mark("Ratings filled in.")),
    "seed": Action(seeding.set_seeding_method, "seeding", with_fields("seeding.how"), mark("Saved.")),
    "seed-by-lot": Action(seeding.draw_seed_order, "seeding", done=mark("Seeds drawn at random.")),
    "seed-order": Action(seeding.set_seed_order, "seeding", with_fields("entrant_ids"), mark("Order saved.")),
    "draft-round": Action(
        rounds.create_next_round, "rounds", done=mark("Pairings generated. Check them, then publish the round.")
    ),
    "drop-draft": Action(rounds.discard_round, "rounds", with_fields("number"), mark("Pairings discarded.")),
    "exchange": Action(
        rounds.swap_entrants, "rounds", with_fields("number", "one_id", "other_id", "anyway"), mark("Players swapped.")
    ),
    "publish": Action(rounds.publish_round_manually, "rounds", with_fields("number"), mark("Round published.")),
    "unpublish": Action(
        round_retraction.retract_round,
        "rounds",
        with_fields("number"),
        mark("Round taken back. Only you can see its pairings."),
    ),
    "plan": Action(rounds.schedule_round, "rounds", with_fields("number", "starts_at"), mark("Start time saved.")),
    "match-time": Action(
        match_times.set_match_time, "results", with_fields("pairing_id", "starts_at"), mark("Match time saved.")
    ),
    "nudge": Action(deadlines.nudge, "times", with_fields("pairing_id"), mark("Players reminded.")),
    "calendar": Action(
        rounds.set_calendar, "rounds", with_fields("calendar.first", "days_between", "blackouts"), mark("Calendar saved.")
    ),
    "pause": Action(rounds.pause_event, "rounds", done=mark("Event paused. No new rounds or matches will start.")),
    "resume": Action(rounds.resume_event, "rounds", done=mark("Event resumed.")),
    "end-stage": Action(rounds.finish_stage, "rounds", done=mark("Stage ended.")),
    "overturn": Action(override_by_code, "results", ResultOverrideSerializer, mark("Ruling saved."), RULE),
    "enter-results": Action(
        result_entry.enter_results, "results", with_fields("number", "results"), mark("Results entered."), SCORE
    ),
    "list-results": Action(
        result_list.enter_listed_results, "results", ListedResultsSerializer, mark("Results entered."), SCORE
    ),
    "remove-result": Action(result_entry.remove_result, "results", PairingSerializer, mark("Result removed."), SCORE),
    "take-back": Action(
        result_overrides.revert_override, "results", with_fields("overturn_id"), mark("Ruling reverted."), RULE
    ),
}
CREATING_ACTIONS = ("copy", "next-season")
"""Actions that create another event: they count towards that quota, and its console is shown next."""
