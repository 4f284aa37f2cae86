"""Two worlds that differ only in what a viewer may not know give that viewer the same bytes: page, board, desk, stream,
API and log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.live_board import build_board_update
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.states import get_chance
from tests.factories import NOON, PlayerFactory, draft, drafted_season
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


def same_to_others(row: Draft, secret: Callable[[int], None], *, telling: str) -> None:
    """`secret(0)` and `secret(1)` make the worlds in turn, in the same draft. The secret's owner is team 1."""
    viewers = [None, owner(row, 2), director(row), PlayerFactory().pk]
    told = []
    for world in (0, 1):
        secret(world)
        told.append([seen(row, viewer) for viewer in viewers])
        own = b"".join(seen(row, owner(row, 1)))
        assert telling.encode() in own or world == 0, "the owner sees the secret, so the endpoints show something"
        rewind(row)
    assert told[0] == told[1]


def rewind(row: Draft) -> None:
    """Back to the draft as it was begun, with another seed for what processes remember."""
    kept = Draft.objects.get(pk=row.pk)
    kept.acts.all().delete()
    Draft.objects.filter(pk=row.pk).update(state=row.state, last_act=row.last_act, settings=row.settings)
    forget()


def forget() -> None:
    from league.drafts import live_board
    from league.drafts.queries import states

    live_board._boards.clear()
    states._states.clear()


def test_sealed_bids_are_their_teams_alone_until_they_are_opened() -> None:
    row = draft(kind="blind", round_minutes=10)
    first, second = fresh(row).books.remaining[:2]

    def secret(world: int) -> None:
        card, amount = ((first.id, 3), (second.id, 7))[world]
        given = {"is": "seal", "round": 1, "card": card, "amount": amount}
        apply_action(draft_id=row.pk, by=owner(row, 1), data=given, at=NOON)

    same_to_others(row, secret, telling='"amount":7')
    secret(1)
    apply_due_flags(draft_id=row.pk, at=after(601))
    assert b": 7 by" in seen(row, None)[0]


def test_a_queue_is_its_teams_alone_for_ever() -> None:
    row = draft()
    first, second = fresh(row).books.remaining[:2]

    def secret(world: int) -> None:
        cards = [(first.id, second.id), (second.id, first.id)][world]
        apply_action(draft_id=row.pk, by=owner(row, 1), data={"is": "queue", "cards": list(cards)}, at=NOON)

    same_to_others(row, secret, telling=f'"queue":[{second.id},{first.id}]')


def test_a_queue_from_before_the_start_is_its_teams_alone() -> None:
    row = draft(drafted_season(), start=False)
    viewers = [None, owner(row, 2), director(row)]
    told = []
    for queue in ([], [1]):
        DraftTeam.objects.filter(draft=row, number=1).update(queue=queue)
        told.append([seen(row, viewer) for viewer in viewers])
        forget()
    assert told[0] == told[1]


@pytest.mark.parametrize("open_row", [0, 2])
def test_the_order_of_undrawn_decks_and_the_seed_are_nobodys(open_row: int) -> None:
    row = draft(kind="deck", row=open_row)
    viewers = [None, owner(row, 1), owner(row, 2), director(row)]
    before = [seen(row, viewer) for viewer in viewers]
    kept = Draft.objects.get(pk=row.pk)
    secrets = [kept.seed.encode(), json.dumps(list(get_chance(kept).seed)).encode()]
    assert not any(secret in page for pages in before for page in pages for secret in secrets)
    state = json.loads(json.dumps(kept.state))
    for deck in state["table"]["decks"]:
        deck.reverse()
    Draft.objects.filter(pk=row.pk).update(state=state, seed="ab" * 32)
    forget()
    assert [seen(row, viewer) for viewer in viewers] == before


def test_the_seed_is_shown_when_the_draft_is_over() -> None:
    row = draft()
    apply_action(draft_id=row.pk, by=director(row), data={"is": "end", "unfinished": True}, at=NOON)
    assert Draft.objects.get(pk=row.pk).seed.encode() in seen(row, None)[0]
