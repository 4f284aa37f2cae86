"""Two worlds that differ only in what a viewer may not know give that viewer the same bytes: page, board, desk, stream,
API and log."""

import json
import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client

from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.live_board import build_board_update
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.states import get_chance
from league.leagues.models import Season
from tests.cold import nothing_kept
from tests.factories import NOON, draft
from tests.league.drafts.match_drafts.drawing import draw, player
from tests.league.drafts.test_acting import after, director, fresh, owner
from tests.league.drafts.test_pages import signed

pytestmark = pytest.mark.django_db
DOORS = (
    "/drafts/{}/", "/drafts/{}/board/", "/drafts/{}/desk/", "/drafts/{}/chat/", "/drafts/{}/result.csv",
    "/drafts/{}/result.json", "/api/v1/drafts/{}/", "/api/v1/drafts/{}/acts/", "/api/v1/drafts/{}/result/",
)  # fmt: skip
CHAT = "/api/v1/drafts/{}/chat/"
"""Of a season's draft alone."""
NOISE = re.compile(rb'("now":\s*("[^"]*"|\d+))|(data-now="\d+")|(csrf-token" content="\w+")|(csrfmiddlewaretoken[^>]*>)')


def seen(row: Draft, viewer: int | None) -> list[bytes]:
    """All that a viewer can read of a draft, without moments of the reading itself."""
    client = Client() if viewer is None else signed(viewer)
    doors = DOORS if row.season_id is None else (*DOORS, CHAT)
    answers = [client.get(door.format(row.pk)) for door in doors]
    assert [one.status_code for one in answers] == [200] * len(doors)
    row = Draft.objects.get(pk=row.pk)
    stream = build_board_update(row, -1)[1].encode()
    return [NOISE.sub(b"", one) for one in (*(answer.content for answer in answers), stream)]


def differs_for_its_team_alone(row: Draft, secret: Callable[[int], None], *telling: str) -> None:
    """`secret(0)` and `secret(1)` make the worlds in turn, in the same draft. The secret's owner is team 1."""
    viewers = [None, owner(row, 2), director(row)]
    told = []
    for world in (0, 1):
        with transaction.atomic():
            secret(world)
            told.append([seen(row, viewer) for viewer in viewers])
            own = b"".join(seen(row, owner(row, 1))) if world else b""
            transaction.set_rollback(True)
        nothing_kept()
    assert all(one.encode() in own for one in telling), "the owner sees the secret, so the endpoints show something"
    assert told[0] == told[1]


def test_sealed_bids_until_they_are_opened_and_queues_for_ever_are_their_teams_alone(season: Season) -> None:
    row = draft(season, kind="blind", round_minutes=10)
    first, second = fresh(row).books.remaining[:2]

    def secret(world: int) -> None:
        card, amount = ((first.id, 3), (second.id, 7))[world]
        cards = [(first.id, second.id), (second.id, first.id)][world]
        for given in ({"is": "seal", "round": 1, "card": card, "amount": amount}, {"is": "queue", "cards": list(cards)}):
            apply_action(draft_id=row.pk, by=owner(row, 1), data=given, at=NOON)

    differs_for_its_team_alone(row, secret, '"amount":7', f'"queue":[{second.id},{first.id}]')
    secret(1)
    apply_due_flags(draft_id=row.pk, at=after(601))
    assert b": 7 by" in seen(row, None)[0]


def test_a_queue_is_its_teams_alone_before_the_start_and_in_a_draft_in_turns(season: Season, row: Draft) -> None:
    waiting = draft(season, start=False)
    cards = [one.id for one in fresh(row).books.remaining[:2]]

    def queue(world: int) -> None:
        DraftTeam.objects.filter(draft=waiting, number=1).update(queue=cards[: world + 1])

    def act(world: int) -> None:
        queued = {"is": "queue", "cards": cards[:: 1 - 2 * world]}
        apply_action(draft_id=row.pk, by=owner(row, 1), data=queued, at=NOON)

    differs_for_its_team_alone(waiting, queue)
    differs_for_its_team_alone(row, act, f'"queue":[{cards[1]},{cards[0]}]')


def test_the_order_of_undrawn_decks_is_nobodys_and_the_seed_is_shown_at_the_end(season: Season, casual: Draft) -> None:
    row = draft(season, kind="deck", row=2)
    draw(casual)
    for one, viewers in ((row, [None, owner(row, 1), director(row)]), (casual, [None, player(casual, 1)])):
        before = [seen(one, viewer) for viewer in viewers]
        kept = Draft.objects.get(pk=one.pk)
        secrets = [kept.seed.encode(), json.dumps(list(get_chance(kept).seed)).encode()]
        assert not any(secret in page for pages in before for page in pages for secret in secrets)
        state = json.loads(json.dumps(kept.state))
        for deck in state["table"]["decks"]:
            deck.reverse()
        Draft.objects.filter(pk=one.pk).update(state=state, seed="ab" * 32)
        nothing_kept()
        assert [seen(one, viewer) for viewer in viewers] == before
    apply_action(draft_id=row.pk, by=director(row), data={"is": "end", "unfinished": True}, at=NOON)
    assert b"ab" * 32 in seen(row, None)[0]
