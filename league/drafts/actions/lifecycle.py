"""Create, set up, start and cancel drafts."""

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet

from engines.randomness import commitment
from engines.words import say, stored
from league.audit.actions import reason
from league.drafts.actions.draft_session import Table, directed_season, locked
from league.drafts.formats import drafting
from league.drafts.formats.acts import Queue
from league.drafts.formats.codec import decode, encode
from league.drafts.formats.draws import Ordering
from league.drafts.formats.entities import Card, Chance, Rules, Setup, Team
from league.drafts.models import Draft, DraftStatus, DraftTeam
from league.drafts.plans import Plan, read_plan
from league.drafts.queries.drafts import get_draft
from league.drafts.queries.states import chance_of
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.seasons.actions.locking import locked_terms, must_be, organised, season_changed, tell
from league.seasons.models import Franchise, Phase, SeasonTerms
from league.seasons.queries.rosters import rosters
from league.seasons.rules.roster import Roster
from matches.announce import changed
from matches.refusals import Refused

logger = logging.getLogger(__name__)
SOONEST = timedelta(minutes=-1)
LATEST = timedelta(days=400)
TALENT = 1.5
"""Points that a talent counts beside a Gamer's stats, for autopick and bots."""


@transaction.atomic
def create_draft(
    *, season_id: int, by: int, given: Mapping[str, Any], starts_at: datetime | None = None, at: datetime
) -> int:
    """Create the draft of a season and return its id.

    `data` is as in `plans.parse_plan`, with ids of franchises in `base` and `weights`. The refusal shows the arithmetic
    if the rosters could not be completed. Codes: wrong-phase, draft-there, bad-moment, bad-setting, and those of the
    kinds of draft.
    """
    season, terms = organised(season_id, by)
    must_be(terms, Phase.DRAFT)
    if Draft.objects.unfinished().filter(season=season_id).exists():
        raise Refused(
            "draft-there", say("This season already has an unfinished draft. Cancel it before you create another.")
        )
    if starts_at is not None and not at + SOONEST <= starts_at <= at + LATEST:
        raise Refused("bad-moment", say("The start must be within the next 400 days."), "starts_at")
    franchises = Franchise.objects.filter(season=season_id).order_by("pk")
    plan = read_plan(_by_number(given, {one.pk: number for number, one in enumerate(franchises, start=1)}))
    if plan.options.get("opening") == 0:
        raise Refused(
            "bad-setting", say("Contracts must cost something. Set the minimum opening bid to 1 or more."), "opening"
        )
    teams = [{"name": one.name, "player_id": one.owner_id, "franchise": one} for one in franchises]
    row = make_row(plan, teams, host=by, at=at, season=season, starts_at=starts_at)
    drafting.start(setup_of(row, terms, chance_of(row))[0], at)  # Refuses a draft that could not be completed.
    tell(season, "draft.created", by=by, after={"draft": plan.name, "kind": plan.kind, "order": plan.how}, at=at)
    return int(row.pk)


def make_row(
    plan: Plan, teams: Sequence[Mapping[str, Any]], *, host: int, at: datetime, named: Sequence[str] = (),
    rules: Rules | None = None, **columns: Any,
) -> Draft:  # fmt: skip
    """Create and return a draft of these teams, with a secret seed whose hash is public from now on.

    A public text of each team goes into every draw: its number and its name (or its text in `nonce_texts`).
    """
    seed = secrets.token_bytes(32)
    names = named or [team["name"] for team in teams]
    settings = {"plan": encode(plan), "nonces": [f"{number}. {name}" for number, name in enumerate(names, start=1)]}
    if rules is not None:
        settings["rules"] = encode(rules)
    row = Draft.objects.create(
        host_id=host, name=plan.name, kind=plan.kind, seed=seed.hex(), commitment=commitment(seed), settings=settings,
        created_at=at, **columns,
    )  # fmt: skip
    DraftTeam.objects.bulk_create(
        DraftTeam(draft=row, number=number, **team) for number, team in enumerate(teams, start=1)
    )
    return row


def _by_number(given: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return the settings with numbers of teams in place of ids of franchises. Codes: bad-order, bad-weights."""
    made, known = dict(given), {str(pk): number for pk, number in numbers.items()}
    if set(given.get("base", ())) - numbers.keys():
        raise Refused("bad-order", say("Choose franchises of this season."), "base")
    if unknown := [str(one) for one in given.get("weights", ()) if str(one) not in known]:
        text = say("Franchise {unknown} not found in this season.", unknown=unknown[0][:20])
        raise Refused("bad-weights", text, "weights")
    made["base"] = [numbers[one] for one in given.get("base", ())]
    made["weights"] = {known[str(pk)]: weight for pk, weight in given.get("weights", {}).items()}
    return made


@transaction.atomic
def start_draft(*, draft_id: int, by: int, at: datetime) -> None:
    """Start the draft now. Codes: not-found, not-allowed, wrong-phase, started, and those of an impossible draft."""
    row = get_draft(draft_id)
    season = directed_season(row, by, say("Only the draft's host can start it."))
    begin(draft_id, at)
    if season is not None:
        tell(season, "draft.started", by=by, after={"draft": row.name}, at=at)


@transaction.atomic
def start_due(*, draft_id: int, at: datetime) -> bool:
    """Start a scheduled draft. If it cannot start, it waits for the organiser, who sees the reason."""
    due = Draft.objects.filter(pk=draft_id, status=DraftStatus.SETUP, starts_at__lte=at).first()
    if due is None:
        return False
    try:
        with transaction.atomic():
            begin(draft_id, at)
    except DatabaseError:
        raise
    except Exception as fault:
        if not isinstance(fault, Refused):
            logger.exception("draft %s cannot be started", draft_id)
        why = fault.text if isinstance(fault, Refused) else say("Internal error. Try again or ask an admin.")
        settings = {**due.settings, "not_started": stored(why)}
        Draft.objects.filter(pk=draft_id, status=DraftStatus.SETUP).update(starts_at=None, settings=settings)
        changed(f"draft.{draft_id}")
        return False
    return True


def begin(draft_id: int, at: datetime) -> None:
    """Draw the order, freeze the setup and start the clocks. Call it in a transaction."""
    season_id = Draft.objects.values_list("season", flat=True).get(pk=draft_id)
    terms = None if season_id is None else locked_terms(season_id)
    row = locked(draft_id)
    if row.status != DraftStatus.SETUP:
        raise Refused("started", say("This draft has already started or is over."))
    if terms is not None:
        must_be(terms, Phase.DRAFT)
    made, ordering = setup_of(row, terms, chance_of(row))
    state = drafting.start(made, at)
    row.setup = state.setup.dump()
    row.settings = {**row.settings, "ordering": encode(ordering)}
    row.settings.pop("not_started", None)
    row.started_at, row.starts_at = at, None
    row.state, row.status = state.dump(), DraftStatus.RUNNING
    row.save()
    table = Table(row, state)
    for number, queue in DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "queue"):
        if cards := tuple(card for card in queue if card in state.setup.by_id):
            table.do(Queue(number, cards), at)
    table.store(at, begun=True)
    if season_id is not None:
        season_changed(season_id)


def setup_of(row: Draft, terms: SeasonTerms | None, chance: Chance) -> tuple[Setup, Ordering]:
    """Return the setup of a draft, with its season's terms if it has one, and how its order was determined.

    Ids of cards are those of the season's Gamers, or outside seasons of the Gamers themselves.
    """
    plan = decode(row.settings["plan"], Plan)
    rows = DraftTeam.objects.filter(draft=row).select_related("franchise").order_by("number")
    if terms is None:
        teams = tuple(Team(one.number, one.name) for one in rows)
        cards, rules = _cards(Gamer.objects.filter(league=None), ""), decode(row.settings["rules"], Rules)
    else:
        teams = tuple(_teams(rows, terms))
        cards = _cards(SeasonGamer.objects.filter(season=terms.pk), "gamer__")
        rules = Rules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, dict(terms.genres))
    ordering = plan.drawn([team.id for team in teams], chance)
    return Setup(plan.kind, teams, cards, rules, ordering.order, plan.timing, dict(plan.options), chance), ordering


def _teams(rows: Iterable[DraftTeam], terms: SeasonTerms) -> Iterator[Team]:
    held = rosters(terms.pk)
    for one in rows:
        roster = held.get(one.franchise_id or 0, Roster())
        money = one.franchise.balance if terms.salaries_paid and one.franchise else None
        yield Team(one.number, one.name, roster.payroll, tuple(each.gamer for each in roster.held), money)


def _cards(rows: QuerySet[Any], gamer: str) -> tuple[Card, ...]:
    """Return the cards of these rows; `gamer` is the prefix of the lookup path from a row to its Gamer."""
    points = sum((F(f"{gamer}{stat}") for stat in STATS[1:]), start=F(f"{gamer}{STATS[0]}"))
    columns = ("pk", f"{gamer}handle", "salary", f"{gamer}genre", "points", f"{gamer}talent")
    return tuple(
        Card(pk, handle, salary, genre, points + (TALENT if talent else 0.0))
        for pk, handle, salary, genre, points, talent in rows.order_by("pk")
        .annotate(points=points)
        .values_list(*columns)
    )


@transaction.atomic
def cancel_draft(*, draft_id: int, by: int, why: str = "", at: datetime) -> None:
    """Cancel a waiting or running draft; no contracts are signed. A running season draft needs a reason.

    The draft of a match is cancelled with the match (`match_drafts.cancel_with_match`).
    """
    found = get_draft(draft_id)
    if found.match_id is not None:
        raise Refused("not-allowed", say("This draft belongs to a match. Abort the match instead."))
    season = directed_season(found, by, say("Only the draft's host can cancel it."))
    row = locked(draft_id)
    if row.status in (DraftStatus.FINISHED, DraftStatus.CANCELLED):
        raise Refused("over", say("The draft is over."))
    why = reason(why, needed=season is not None and row.status != DraftStatus.SETUP)
    mark_cancelled(row, at)
    if season is not None:
        tell(season, "draft.cancelled", by=by, after={"draft": row.name}, why=why, at=at)


def mark_cancelled(row: Draft, at: datetime) -> None:
    """End the locked draft without a result."""
    row.status, row.deadline_at, row.bots_due_at, row.starts_at = DraftStatus.CANCELLED, None, None, None
    row.finished_at = at
    row.save(update_fields=["status", "deadline_at", "bots_due_at", "starts_at", "finished_at"])
    changed(f"draft.{row.pk}")
