"""Laws that every kind of draft keeps, whoever plays and however tight the cap is."""

import json
from dataclasses import replace
from random import Random

import pytest

from league.drafts.formats import actions, draft_rules
from league.drafts.formats.bots import DraftBot
from league.drafts.formats.entities import Setup
from league.drafts.formats.legality import find_max_price, find_refusal
from league.drafts.formats.registry import KINDS
from league.drafts.formats.state import BlindTable, DeckTable, DraftState
from league.drafts.formats.visibility import build_view, list_offers
from tests.league.drafts.formats.playing import NOON, SECOND, Entry, legal_at_the_end, played, random_setup, replay
from tests.thorough import WHOLE

DRAFTS = 240 if WHOLE else 6


def from_json(entry: Entry) -> Entry:
    """The same as the log keeps it."""
    return Entry(actions.load(json.loads(json.dumps(actions.dump(entry.act)))), entry.at)


@pytest.mark.parametrize("meddling", [0.0, 0.3])
@pytest.mark.parametrize("kind", KINDS)
def test_every_random_draft_ends_with_legal_rosters_and_its_log_from_json_gives_every_state(kind: str, meddling: float) -> None:
    """Whatever the organiser undoes, forces and skips."""
    undone = 0
    for seed in range(DRAFTS):
        rng = Random(f"{kind} {seed}" if not meddling else f"meddled {kind} {seed}")
        made, log = random_setup(kind, rng), list[Entry]()
        for state, entry in played(made, rng, meddling=meddling):
            assert all(sheet.left >= 0 for sheet in state.books.sheets.values())
            if entry is not None:
                log.append(from_json(entry))
                undone += isinstance(entry.act, actions.Undo)
            assert DraftState.load(state.setup, json.loads(json.dumps(state.dump()))) == state
        assert state.over == "complete"
        legal_at_the_end(state)
        again = Setup.load(json.loads(json.dumps(made.dump())), made.chance)
        assert again == made
        assert replay(again, NOON, log) == state
    assert undone > 1 or not meddling


@pytest.mark.parametrize("kind", KINDS)
def test_mock_bidders_always_come_to_an_end(kind: str) -> None:
    for seed in range(DRAFTS):
        legal_at_the_end(mocked(random_setup(kind, Random(f"mock {kind} {seed}")), str(seed)))


def mocked(made: Setup, seed: str) -> DraftState:
    """A draft of bidders alone. They are never refused, and no deadline has to push them."""
    bidders = {team.id: DraftBot(team.id, seed) for team in made.teams}
    state, at = draft_rules.start(made, NOON), NOON
    for _ in range(4_000):
        if state.over:
            return state
        act = bidders[min(draft_rules.teams_to_act(state))].act(state)
        assert act is not None
        at += SECOND / 100
        state = draft_rules.apply(state, act, at)
    raise AssertionError("the bidders do not finish")


def otherwise_secret(state: DraftState, viewer: int | None, rng: Random) -> DraftState:
    """The same draft in a world in which everything is different that the viewer may not know."""
    queues = {team.id: (rng.choice(state.setup.cards).id,) for team in state.setup.teams if team.id != viewer}
    mine = {} if viewer is None or viewer not in state.queues else {viewer: state.queues[viewer]}
    state = replace(state, queues=queues | mine)
    match state.table:
        case DeckTable(decks=decks) as table:
            return replace(state, table=replace(table, decks=tuple(tuple(rng.sample(d, len(d))) for d in decks)))
        case BlindTable(bids=bids) as table:
            return replace(state, table=replace(table, bids={t: b for t, b in bids.items() if t == viewer}))
    return state


@pytest.mark.parametrize("kind", KINDS)
def test_two_worlds_that_differ_in_secrets_look_and_answer_alike(kind: str) -> None:
    differed = 0
    for seed in range(DRAFTS // 2):
        rng = Random(f"worlds {kind} {seed}")
        made = random_setup(kind, rng)
        for state, _ in played(made, rng):
            for viewer in (None, rng.choice(made.teams).id):
                other = otherwise_secret(state, viewer, rng)
                differed += other != state
                assert build_view(other, viewer) == build_view(state, viewer)
                if viewer is not None and not isinstance(state.table, BlindTable):
                    assert DraftBot(viewer, "x").act(other) == DraftBot(viewer, "x").act(state)
    assert differed > 10


@pytest.mark.parametrize("kind", KINDS)
def test_offers_are_what_each_card_by_itself_would_be_allowed(kind: str) -> None:
    for seed in range(DRAFTS // 3):
        rng = Random(seed)
        states = [state for state, _ in played(random_setup(kind, rng), rng)]
        for state in states[:: max(1, len(states) // 4)]:
            fixed = state.setup.settings.get("opening") is None
            for team in state.setup.order[:2]:
                alone = {
                    one.id: (None if find_refusal(state.books, team, one.id, one.price) else one.price)
                    if fixed
                    else find_max_price(state.books, team, one.id)
                    for one in state.books.remaining
                }
                assert list_offers(state, team) == {card: price for card, price in alone.items() if price is not None}
