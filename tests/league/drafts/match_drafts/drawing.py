from datetime import datetime
from typing import Any

from league.drafts.actions.draft_actions import apply_action
from league.drafts.formats import draft_rules
from league.drafts.models import Draft, DraftTeam
from league.lobby.challenge_options import ChallengeOptions
from league.lobby.challenges import accept_challenge, create_challenge
from league.people.models import Player
from matches.models import Match
from tests.factories import NOON, PlayerFactory
from tests.league.drafts.test_acting import fresh

FRANCHISE_GAME = "incursion-point-zero"


def offer(**given: Any) -> ChallengeOptions:
    return ChallengeOptions(**{"game": FRANCHISE_GAME, **given})


def accepted(*, at: datetime = NOON, by: Player | None = None, other: Player | None = None, **given: Any) -> Match:
    made = create_challenge(by=(by or PlayerFactory()).pk, offer=offer(**given), at=at)
    accept_challenge(match_id=made, player_id=(other or PlayerFactory()).pk, at=at)
    return Match.objects.get(pk=made)


def draft_of(match: Match) -> Draft:
    return Draft.objects.get(match=match)


def player(row: Draft, number: int) -> int:
    found = DraftTeam.objects.get(draft=row, number=number).player_id
    assert found is not None
    return found


def match_of(row: Draft) -> Match:
    assert row.match_id is not None
    return Match.objects.get(pk=row.match_id)


def on_turn(row: Draft) -> int:
    (team,) = draft_rules.teams_to_act(fresh(row))
    return team


def draw(row: Draft, *, at: datetime = NOON) -> int:
    """The draw of whose turn it is; return their number."""
    team = on_turn(row)
    deck = len(fresh(row).picks) // 2
    apply_action(draft_id=row.pk, by=player(row, team), data={"is": "draw", "deck": deck}, at=at)
    return team


def draw_all(row: Draft, *, at: datetime = NOON) -> Match:
    for _ in range(8 - len(fresh(row).picks)):
        draw(row, at=at)
    assert fresh(row).over
    return match_of(row)
