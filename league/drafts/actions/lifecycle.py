"""Create, set up, start and cancel drafts."""

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet

from engines.i18n import to_stored, translate as _
from engines.randomness import hash_seed
from league.audit.actions import clean_reason
from league.drafts.actions.draft_session import DraftSession, lock_directed_season, lock_draft
from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Queue
from league.drafts.formats.codec import decode, encode
from league.drafts.formats.draws import Ordering
from league.drafts.formats.entities import Card, Chance, Rules, Setup, Team
from league.drafts.models import Draft, DraftStatus, DraftTeam
from league.drafts.plans import DraftPlan, parse_plan
from league.drafts.queries.drafts import get_draft
from league.drafts.queries.states import get_chance
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.seasons.actions.common import lock_as_organiser, lock_terms, log_action, publish_season, require_phase
from league.seasons.models import Franchise, Phase, SeasonSettings
from league.seasons.queries.rosters import get_rosters
from league.seasons.rules.roster import Roster
from matches.errors import ActionError
from matches.pubsub import publish_on_commit

logger = logging.getLogger(__name__)
EARLIEST_START = timedelta(minutes=-1)
LATEST_START = timedelta(days=400)
TALENT_POINTS = 1.5
"""Points that a talent counts beside a Gamer's stats, for autopick and bots."""


@transaction.atomic
def create_draft(*, season_id: int, by: int, data: Mapping[str, Any], starts_at: datetime | None = None, at: datetime) -> int:
    """Create the draft of a season and return its id.

    `data` is as in `plans.parse_plan`, with ids of franchises in `base` and `weights`. The refusal shows the arithmetic
    if the rosters could not be completed. Raises ActionError: wrong-phase, draft-there, bad-moment, bad-setting, and
    those of the kinds of draft.
    """
    season, terms = lock_as_organiser(season_id, by)
    require_phase(terms, Phase.DRAFT)
    if Draft.objects.unfinished().filter(season=season_id).exists():
        raise ActionError("draft-there", _("This season already has an unfinished draft. Cancel it before you create another."))
    if starts_at is not None and not at + EARLIEST_START <= starts_at <= at + LATEST_START:
        raise ActionError("bad-moment", _("The start must be within the next 400 days."), "starts_at")
    franchises = Franchise.objects.filter(season=season_id).order_by("pk")
    plan = parse_plan(_to_team_numbers(data, {item.pk: number for number, item in enumerate(franchises, start=1)}))
    if plan.options.get("opening") == 0:
        raise ActionError(
            "bad-setting", _("Contracts must cost something. Set the minimum opening bid to 1 or more."), "opening"
        )
    teams = [{"name": item.name, "player_id": item.owner_id, "franchise": item} for item in franchises]
    row = create_row(plan, teams, host=by, at=at, season=season, starts_at=starts_at)
    draft_rules.start(build_setup(row, terms, get_chance(row))[0], at)  # Refuses a draft that could not be completed.
    log_action(season, "draft.created", by=by, after={"draft": plan.name, "kind": plan.kind, "order": plan.how}, at=at)
    return int(row.pk)


def create_row(
    plan: DraftPlan, teams: Sequence[Mapping[str, Any]], *, host: int, at: datetime, nonce_texts: Sequence[str] = (),
    rules: Rules | None = None, **columns: Any,
) -> Draft:  # fmt: skip
    """Create and return a draft of these teams, with a secret seed whose hash is public from now on.

    A public text of each team goes into every draw: its number and its name (or its text in `nonce_texts`).
    """
    seed = secrets.token_bytes(32)
    names = nonce_texts or [team["name"] for team in teams]
    settings = {"plan": encode(plan), "nonces": [f"{number}. {name}" for number, name in enumerate(names, start=1)]}
    if rules is not None:
        settings["rules"] = encode(rules)
    row = Draft.objects.create(
        host_id=host, name=plan.name, kind=plan.kind, seed=seed.hex(), commitment=hash_seed(seed), settings=settings,
        created_at=at, **columns,
    )  # fmt: skip
    DraftTeam.objects.bulk_create(DraftTeam(draft=row, number=number, **team) for number, team in enumerate(teams, start=1))
    return row


def _to_team_numbers(data: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return the settings with numbers of teams in place of ids of franchises. Raises ActionError: bad-order, bad-weights."""
    result, by_text = dict(data), {str(pk): number for pk, number in numbers.items()}
    if set(data.get("base", ())) - numbers.keys():
        raise ActionError("bad-order", _("Choose franchises of this season."), "base")
    if unknown := [str(key) for key in data.get("weights", ()) if str(key) not in by_text]:
        text = _("Franchise {unknown} not found in this season.", unknown=unknown[0][:20])
        raise ActionError("bad-weights", text, "weights")
    result["base"] = [numbers[key] for key in data.get("base", ())]
    result["weights"] = {by_text[str(pk)]: weight for pk, weight in data.get("weights", {}).items()}
    return result


@transaction.atomic
def start_draft(*, draft_id: int, by: int, at: datetime) -> None:
    """Start the draft now.

    Raises ActionError: not-found, not-allowed, wrong-phase, started, and those of an impossible draft.
    """
    row = get_draft(draft_id)
    season = lock_directed_season(row, by, _("Only the draft's host can start it."))
    begin_draft(draft_id, at)
    if season is not None:
        log_action(season, "draft.started", by=by, after={"draft": row.name}, at=at)


@transaction.atomic
def start_due_draft(*, draft_id: int, at: datetime) -> bool:
    """Start a scheduled draft. If it cannot start, it waits for the organiser, who sees the reason."""
    due = Draft.objects.filter(pk=draft_id, status=DraftStatus.SETUP, starts_at__lte=at).first()
    if due is None:
        return False
    try:
        with transaction.atomic():
            begin_draft(draft_id, at)
    except DatabaseError:
        raise
    except Exception as error:
        if not isinstance(error, ActionError):
            logger.exception("starting draft %s failed", draft_id)
        text = error.text if isinstance(error, ActionError) else _("Internal error. Try again or ask an admin.")
        settings = {**due.settings, "not_started": to_stored(text)}
        Draft.objects.filter(pk=draft_id, status=DraftStatus.SETUP).update(starts_at=None, settings=settings)
        publish_on_commit(f"draft.{draft_id}")
        return False
    return True


def begin_draft(draft_id: int, at: datetime) -> None:
    """Draw the order, freeze the setup and start the clocks. Call it in a transaction."""
    season_id = Draft.objects.values_list("season", flat=True).get(pk=draft_id)
    terms = None if season_id is None else lock_terms(season_id)
    row = lock_draft(draft_id)
    if row.status != DraftStatus.SETUP:
        raise ActionError("started", _("This draft has already started or is over."))
    if terms is not None:
        require_phase(terms, Phase.DRAFT)
    setup, ordering = build_setup(row, terms, get_chance(row))
    state = draft_rules.start(setup, at)
    row.setup = state.setup.dump()
    row.settings = {**row.settings, "ordering": encode(ordering)}
    row.settings.pop("not_started", None)
    row.started_at, row.starts_at = at, None
    row.state, row.status = state.dump(), DraftStatus.RUNNING
    row.save()
    session = DraftSession(row, state)
    for number, queue in DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "queue"):
        if cards := tuple(card for card in queue if card in state.setup.by_id):
            session.do(Queue(number, cards), at)
    session.store(at, begun=True)
    if season_id is not None:
        publish_season(season_id)


def build_setup(row: Draft, terms: SeasonSettings | None, chance: Chance) -> tuple[Setup, Ordering]:
    """Return the setup of a draft, with its season's settings if it has one, and how its order was determined.

    Ids of cards are those of the season's Gamers, or outside seasons of the Gamers themselves.
    """
    plan = decode(row.settings["plan"], DraftPlan)
    rows = DraftTeam.objects.filter(draft=row).select_related("franchise").order_by("number")
    if terms is None:
        teams = tuple(Team(draft_team.number, draft_team.name) for draft_team in rows)
        cards, rules = _build_cards(Gamer.objects.filter(league=None), ""), decode(row.settings["rules"], Rules)
    else:
        teams = tuple(_build_teams(rows, terms))
        cards = _build_cards(SeasonGamer.objects.filter(season=terms.pk), "gamer__")
        rules = Rules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, dict(terms.genres))
    ordering = plan.drawn([team.id for team in teams], chance)
    return Setup(plan.kind, teams, cards, rules, ordering.order, plan.timing, dict(plan.options), chance), ordering


def _build_teams(rows: Iterable[DraftTeam], terms: SeasonSettings) -> Iterator[Team]:
    season_rosters = get_rosters(terms.pk)
    for row in rows:
        roster = season_rosters.get(row.franchise_id or 0, Roster())
        money = row.franchise.balance if terms.salaries_paid and row.franchise else None
        yield Team(row.number, row.name, roster.payroll, tuple(entry.gamer for entry in roster.held), money)


def _build_cards(rows: QuerySet[Any], gamer: str) -> tuple[Card, ...]:
    """Return the cards of these rows; `gamer` is the prefix of the lookup path from a row to its Gamer."""
    points = sum((F(f"{gamer}{stat}") for stat in STATS[1:]), start=F(f"{gamer}{STATS[0]}"))
    columns = ("pk", f"{gamer}handle", "salary", f"{gamer}genre", "points", f"{gamer}talent")
    return tuple(
        Card(pk, handle, salary, genre, points + (TALENT_POINTS if talent else 0.0))
        for pk, handle, salary, genre, points, talent in rows.order_by("pk").annotate(points=points).values_list(*columns)
    )


@transaction.atomic
def cancel_draft(*, draft_id: int, by: int, why: str = "", at: datetime) -> None:
    """Cancel a waiting or running draft; no contracts are signed. A running season draft needs a reason.

    The draft of a match is cancelled with the match (`match_drafts.cancel_with_match`).
    """
    draft = get_draft(draft_id)
    if draft.match_id is not None:
        raise ActionError("not-allowed", _("This draft belongs to a match. Abort the match instead."))
    season = lock_directed_season(draft, by, _("Only the draft's host can cancel it."))
    row = lock_draft(draft_id)
    if row.status in (DraftStatus.FINISHED, DraftStatus.CANCELLED):
        raise ActionError("over", _("The draft is over."))
    why = clean_reason(why, required=season is not None and row.status != DraftStatus.SETUP)
    mark_cancelled(row, at)
    if season is not None:
        log_action(season, "draft.cancelled", by=by, after={"draft": row.name}, why=why, at=at)


def mark_cancelled(row: Draft, at: datetime) -> None:
    """End the locked draft without a result."""
    row.status, row.deadline_at, row.bots_due_at, row.starts_at = DraftStatus.CANCELLED, None, None, None
    row.finished_at = at
    row.save(update_fields=["status", "deadline_at", "bots_due_at", "starts_at", "finished_at"])
    publish_on_commit(f"draft.{row.pk}")
