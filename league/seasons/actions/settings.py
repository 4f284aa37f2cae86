"""Enable franchises in a season, and change its settings, phases and windows."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.contract import Json
from engines.i18n import translate as _
from league.audit.actions import clean_reason, diff_values
from league.leagues.models import Season
from league.seasons.actions.common import (
    lock_as_organiser,
    lock_season_as_organiser,
    lock_terms,
    log_action,
    require_not_archived,
)
from league.seasons.actions.payments import transfer
from league.seasons.market_models import WaiverClaim, WaiverStatus
from league.seasons.models import Franchise, MarketWindow, PaymentKind, Phase, SeasonSettings, WindowKind
from league.seasons.queries.rosters import get_roster_rules, get_rosters, list_free_gamers, list_pool_gamers
from league.seasons.queries.settings import list_missing
from league.seasons.rules.roster import check_roster
from league.seasons.rules.settings import (
    NEXT_PHASES,
    SETTINGS_BY_NAME,
    check_pool,
    check_rules,
    format_phase,
    is_step_back,
    validate_settings,
)
from matches.errors import ActionError, get_or_refuse

MAX_WINDOWS = 60


@transaction.atomic
def enable_franchises(*, season_id: int, by: int, data: Mapping[str, Any] | None = None, why: str = "", at: datetime) -> None:
    """Enable franchises in a planned season; `given` overrides default settings."""
    season = lock_season_as_organiser(season_id, by)
    create_terms(season, validate_settings(data or {}))
    log_action(season, "season.opened", by=by, why=why, at=at, after=dump_terms(lock_terms(season_id)))


def create_terms(season: Season, values: Mapping[str, Any]) -> SeasonSettings:
    """Create the settings of a season in set-up and return them. Must hold the league lock."""
    if season.archived_at:
        raise ActionError("season-archived", _("Restore the season from the archive first."))
    if SeasonSettings.objects.filter(pk=season.pk).exists():
        raise ActionError("already-open", _("Franchises are already enabled for this season."))
    terms = SeasonSettings(season=season, **values)
    if "salaries_paid" not in values:
        terms.salaries_paid = terms.purse > 0
    if terms.salaries_paid and "purse" not in values:
        terms.purse = terms.cap  # Less would not pay for the rosters that the cap allows.
    check_rules(get_roster_rules(terms))
    terms.save(force_insert=True)
    return terms


@transaction.atomic
def edit_settings(*, season_id: int, by: int, data: Mapping[str, Any], why: str = "", at: datetime) -> None:
    """Change settings that can still change in this phase.

    Raises ActionError: as `rules.settings`, wrong-phase, terms-break.
    """
    season, terms = lock_as_organiser(season_id, by)
    values = validate_settings(data)
    before, after = diff_values(dump_terms(terms), values)
    for name in after:
        if not SETTINGS_BY_NAME[name].may_change(terms.phase):
            phase = format_phase(terms.phase)
            text = _(
                "“{setting}” can't be changed in the phase “{phase}”.", setting=_(SETTINGS_BY_NAME[name].label), phase=phase
            )
            raise ActionError("wrong-phase", text, name)
    if not after:
        return
    for name, value in after.items():
        setattr(terms, name, value)
    check_terms(terms)
    terms.save(update_fields=list(after))
    log_action(season, "season.terms", by=by, before=before, after=after, why=why, at=at)


def check_terms(terms: SeasonSettings) -> None:
    """Raise ActionError if settings, pool, franchises and rosters contradict each other. The pool may be incomplete."""
    rules = get_roster_rules(terms)
    check_rules(rules)
    teams = dict(terms.season.franchises.values_list("pk", "name"))
    if len(teams) > terms.franchises_most:
        text = _("There are already {teams} franchises.", teams=len(teams))
        raise ActionError("too-many-franchises", text, "franchises_most")
    pool = list_pool_gamers(terms.pk)
    if terms.phase == Phase.SETUP and pool and (teams or len(pool) >= rules.least):
        check_pool(rules, pool, len(teams))
    by_franchise, free = get_rosters(terms.pk), list_free_gamers(terms.pk)
    for franchise, roster in by_franchise.items():
        try:
            check_roster(rules, roster, free)
        except ActionError as refusal:
            text = _("{franchise} would break these settings: {refusal}", franchise=teams[franchise], refusal=refusal.text)
            raise ActionError("terms-break", text, "cap") from None


def dump_terms(terms: SeasonSettings) -> dict[str, Any]:
    """Return the settings as JSON, by name."""
    return {name: getattr(terms, name) for name in SETTINGS_BY_NAME}


@transaction.atomic
def change_phase(*, season_id: int, by: int, to: str, why: str = "", at: datetime) -> None:
    """Move the season to another phase. Raises ActionError: unknown-phase, no-such-step, not-ready (names what is missing)."""
    season, terms = lock_as_organiser(season_id, by)
    if to not in Phase.values:
        raise ActionError("unknown-phase", _("A phase must be one of: {values}.", values=", ".join(Phase.values)), "to")
    phase, before = Phase(to), Phase(terms.phase)
    if phase not in NEXT_PHASES[before]:
        current, first, *others = (format_phase(step) for step in (before, *NEXT_PHASES[before]))
        if others:
            text = _(
                "From “{phase}” the season can only go to “{one}” or “{other}”.", phase=current, one=first, other=others[0]
            )
        else:
            text = _("From “{phase}” the season can only go to “{one}”.", phase=current, one=first)
        raise ActionError("no-such-step", text, "to")
    back = is_step_back(before, phase)
    why = clean_reason(why, required=back)
    if phase == Phase.AWARDS and back and SeasonSettings.objects.filter(carried_from=season_id).exists():
        raise ActionError(
            "carried-over", _("Franchises have been rolled over into the next season, so this one stays archived.")
        )
    pending_bids = WaiverClaim.objects.filter(season=season_id, status=WaiverStatus.SEALED)  # Blind bids were hidden until now.
    if phase == Phase.AWARDS and not back and pending_bids.exists():
        raise ActionError("not-ready", _("Some blind bids haven't been processed. Wait until they are."), "to")
    if missing := list_missing(terms, phase):
        raise ActionError("not-ready", " ".join(missing), "to")
    SeasonSettings.objects.filter(pk=terms.pk).update(phase=phase)
    if phase == Phase.DRAFT:
        for pk in Franchise.objects.filter(season=terms.pk).order_by("pk").values_list("pk", flat=True):
            transfer(terms, payer=None, payee=pk, amount=terms.purse, kind=PaymentKind.PURSE, key=f"purse.{pk}", at=at)
    if Phase.ARCHIVE in (phase, before):
        Season.objects.filter(pk=season_id).update(archived_at=at if phase == Phase.ARCHIVE else None)
    log_action(season, "season.phase", by=by, before={"phase": before}, after={"phase": phase}, why=why, at=at)


@transaction.atomic
def add_window(
    *, season_id: int, by: int, kind: str, opens_at: datetime, closes_at: datetime, why: str = "", at: datetime
) -> int:
    """Add a window and return its id. Raises ActionError: unknown-window, bad-window, window-overlaps."""
    season, terms = lock_as_organiser(season_id, by)
    require_not_archived(terms)
    if kind not in WindowKind.values:
        text = _("A window must be one of: {values}.", values=", ".join(WindowKind.values))
        raise ActionError("unknown-window", text, "kind")
    if closes_at <= opens_at:
        raise ActionError("bad-window", _("A window must close after it opens."), "closes_at")
    if closes_at <= at:
        raise ActionError("bad-window", _("This window would already be closed. Choose a later time."), "closes_at")
    if terms.windows.count() >= MAX_WINDOWS:
        text = _("A season can have at most {limit} windows. Remove old ones first.", limit=MAX_WINDOWS)
        raise ActionError("too-many-windows", text)
    if terms.windows.filter(kind=kind, opens_at__lt=closes_at, closes_at__gt=opens_at).exists():
        raise ActionError(
            "window-overlaps", _("This overlaps another window of the same type. Remove that one first."), "opens_at"
        )
    window = MarketWindow.objects.create(terms=terms, kind=kind, opens_at=opens_at, closes_at=closes_at)
    log_action(season, "season.window-added", by=by, after=_dump_window(window), why=why, at=at)
    return int(window.pk)


@transaction.atomic
def remove_window(*, season_id: int, window_id: int, by: int, why: str = "", at: datetime) -> None:
    """Remove a window, open or not; what was done in it stays."""
    season, terms = lock_as_organiser(season_id, by)
    require_not_archived(terms)
    rows = terms.windows.filter(pk=window_id)
    window = get_or_refuse(rows.first(), "not-found", _("Window not found in this season."))
    before = _dump_window(window)
    window.delete()
    log_action(season, "season.window-removed", by=by, before=before, why=why, at=at)


def _dump_window(window: MarketWindow) -> dict[str, Json]:
    return {
        "kind": str(window.kind), "opens_at": window.opens_at.isoformat(), "closes_at": window.closes_at.isoformat(),
    }  # fmt: skip
