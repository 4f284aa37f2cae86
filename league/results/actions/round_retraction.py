"""Taking a published round back before anything of it was played."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_managed, log_action
from league.events.models import Event, PairingKind, Round
from league.match_times.models import TimeAgreement
from league.pairings.actions.progression import check_running
from league.results.actions.result_overrides import release_matches
from league.teams.actions.match_starts import reset_team_matches
from matches.errors import ActionError
from matches.models import Match, Status


@transaction.atomic
def retract_round(*, event_id: int, number: int, by: int, at: datetime) -> None:
    """Make the last published round unpublished again, with its pairings; its matches become void.

    Raises ActionError once a match of it was started or a result entered.
    """
    event = lock_managed(event_id, by)
    check_running(event)
    row = event.rounds.select_related("stage").filter(number=number).first()
    if row is None or row.started_at is None:
        raise ActionError("not-published", _("This round isn't published."), "number")
    if row.stage.traits.is_bracket or row.stage.traits.continuous:
        raise ActionError("not-possible", _("Rounds of this format can't be taken back."), "number")
    _check_unplayed(event, row)
    release_matches(list(row.pairings.all()), at)
    row.pairings.filter(time_agreement__isnull=False).update(starts_at=None)
    TimeAgreement.objects.filter(pairing__round=row).delete()
    if event.teams is not None:
        reset_team_matches(row.pairings.values_list("pk", flat=True), at)
    row.pairings.update(counted_at=None, reason="")
    row.update(started_at=None, finished_at=None, starts_at=None)
    event.update(next_round_at=None)
    log_action(event, by, "round.unpublished", {"round": number}, at=at)
    announce(event_id)


def _check_unplayed(event: Event, row: Round) -> None:
    """Raise ActionError if anything depends on the round."""
    if row.stage.finished_at or event.rounds.filter(number__gt=row.number, started_at__isnull=False).exists():
        raise ActionError("later-round", _("Only the latest published round can be taken back."), "number")
    of_round = Q(series_match__pairing__round=row) | Q(series_match__pairing__team_board__match__pairing__round=row)
    matches = Match.objects.select_for_update(of=("self",), no_key=True).filter(of_round).order_by("pk")
    started = any(match.status != Status.OPEN for match in matches)
    if started or row.pairings.filter(kind=PairingKind.GAME, counted_at__isnull=False).exclude(reason="withdrawn").exists():
        raise ActionError(
            "already-played", _("A match of this round has started or has a result. Remove the result first."), "number"
        )
