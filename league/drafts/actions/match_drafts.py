"""Drafts of single matches: the two players draw the Gamers for the match."""

from datetime import datetime

from engines.i18n import mark, translate as _
from league.drafts.actions.draft_session import lock_draft
from league.drafts.actions.lifecycle import begin_draft, create_row, mark_cancelled
from league.drafts.formats.entities import Rules
from league.drafts.models import IN_PROGRESS, Draft, DraftStatus, DraftTeam
from league.drafts.plans import build_match_plan
from league.drafts.queries.drafts import find_match_draft
from league.drafts.queries.states import get_state
from league.gamers.actions import load_default_gamers
from league.gamers.models import Gamer
from league.lineups.actions import SIDES
from league.seasons.rules.roster import MIN_SQUAD
from matches.errors import ActionError
from matches.models import Match
from matches.offers import OfferPolicy

PREPARING = mark("The players are drafting their Gamers. The match starts after the draft.")


def begin_match_draft(match: Match, at: datetime) -> None:
    """Begin the draft of a locked match with all seats taken; team n is seat n - 1 (`matches.preparation`)."""
    players = [seat.player for seat in match.seats.select_related("player").order_by("number") if seat.player]
    load_default_gamers(at=at)
    dearest = max(Gamer.objects.filter(league=None).values_list("salary", flat=True))
    plan, rules = build_match_plan(match.control_value), Rules(MIN_SQUAD * dearest, MIN_SQUAD, MIN_SQUAD)
    names = [str(user)[:40] for user in players]
    if len(set(names)) < len(names):
        names = [user.username[:40] for user in players]
    teams = [{"name": name, "player": player} for name, player in zip(names, players, strict=True)]
    row = create_row(plan, teams, host=players[0].pk, at=at, nonce_texts=SIDES, rules=rules, match_id=match.pk)
    begin_draft(row.pk, at)


def cancel_with_match(*, match_id: int, at: datetime) -> bool:
    """Cancel the draft of a match that is to be cancelled; return whether the match has one.

    Locks the draft, so call it before the match is locked. Raises ActionError("already-drawn") in a rated match once a
    Gamer was drawn.
    """
    draft_id = find_match_draft(match_id)
    if draft_id is None:
        return False
    row = lock_draft(draft_id)
    if row.status not in IN_PROGRESS:
        return True
    match = Match.objects.only("terms").get(pk=match_id)
    if row.status != DraftStatus.REVIEW and OfferPolicy.load(match.terms).abort_unplayed and get_state(row).picks:
        text = _("A rated match can't be aborted after a Gamer is drawn. You can resign once it starts.")
        raise ActionError("already-drawn", text)
    mark_cancelled(row, at)
    return True


def rename_teams(*, player_id: int, name: str) -> None:
    """Rename a deleted account's teams in the drafts of finished matches."""
    over = (DraftStatus.FINISHED, DraftStatus.CANCELLED)
    for team in DraftTeam.objects.filter(player=player_id, draft__match__isnull=False, draft__status__in=over):
        row = Draft.objects.get(pk=team.draft_id)
        assert row.setup is not None
        for team_data in row.setup["teams"]:
            if team_data["id"] == team.number:
                team_data["name"] = name
        row.save(update_fields=["setup"])
        DraftTeam.objects.filter(pk=team.pk).update(name=name)
