"""Entrants tied on everything: the organiser has chosen what decides, and the page says so and derives each figure."""

from typing import Any

import pytest
from django.test import Client

from engines.randomness import hash_seed
from league.events.models import Event, Pairing, SeriesMatch, StageEntrant
from league.events.stage_plans import StagePlan
from league.formats.tie_breaks.figures import draw_lot
from league.formats.tie_breaks.ledger import Lots
from league.pairings.actions.rounds import publish_round_manually
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_overrides import override_result, revert_override
from league.results.actions.round_retraction import retract_round
from league.standings.next_season import compute_next_divisions
from league.standings.tables import load_stage_rows
from tests import factories
from tests.factories import NOON, PlayerFactory, started_event
from tests.league.events import playing
from tests.league.events.playing import finish, open_matches, play_out, refused

pytestmark = pytest.mark.django_db
CUP = StagePlan("single-elimination", takes=4)


@pytest.fixture
def cycle(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call it with seeds, each of which beats the next one and the last one the first; the last argument loses to all."""

    def rule(*seeds: int, loser: int = 0) -> None:
        beats = set(zip(seeds, (*seeds[1:], seeds[0]), strict=True))

        def decide(match_id: int) -> tuple[int, int]:
            row = SeriesMatch.objects.get(match=match_id)
            one, other = (side.entrant.seed or 0 for side in row.pairing.sides.select_related("entrant") if side.entrant)
            pair = (one, other) if row.first == 0 else (other, one)
            strong, weak = sorted(pair, key=lambda seed: (seed == loser, seed))
            winner = weak if (weak, strong) in beats else strong
            return (1, 2) if pair[0] == winner else (2, 1)

        monkeypatch.setattr(playing, "better_seed_wins", decide)

    return rule


def cup(ties: str, **plan: Any) -> Event:
    """Two groups of four (2, 3, 6 and 7 are the second one), of which two each qualify for a bracket."""
    stages = (StagePlan("groups", {"groups": 2, "top": 2, "ties": ties}), CUP)
    return started_event(*PlayerFactory.create_batch(8), stages=stages, round_gap_s=0, **plan)


def list_qualified(made: Event) -> set[int | None]:
    return set(StageEntrant.objects.filter(stage__event=made, stage__number=2).values_list("entrant__seed", flat=True))


@pytest.mark.parametrize(
    ("ties", "said"),
    [
        ("seed", "the better seed is first"),
        ("lots", "the random draw decided"),
        ("shared", "they share a place"),
        ("play-off", "the play-off decided, and the better seed where it left them equal"),
    ],
)
def test_three_in_a_cycle_for_two_places_are_told_apart_as_was_chosen(client: Client, cycle: Any, ties: str, said: str) -> None:
    cycle(3, 6, 7, loser=2)
    made = cup(ties)
    stage, address = made.stages.get(number=1), f"/events/{made.pk}/standings/?stage=1"
    page = client.get(address).content.decode()
    assert (stage.lots_commitment != "" and stage.lots_commitment in page) is (ties == "lots")
    assert not stage.lots_seed or stage.lots_seed not in page
    play_out(made)
    ids = dict(made.entrants.values_list("seed", "pk"))
    lots = Lots(bytes.fromhex(stage.lots_seed), f"stage {stage.pk}")
    drawn = sorted((3, 6, 7), key=lambda seed: draw_lot(lots, ids[seed]))[:2]
    qualified = {1, 4} | {"seed": {3, 6}, "lots": set(drawn), "shared": {3, 6, 7}, "play-off": {3, 6}}[ties]
    assert list_qualified(made) == qualified
    page = client.get(address).content.decode()
    assert f"tied on everything; {said}" in page
    if ties == "lots":
        assert stage.lots_seed in page
        assert hash_seed(lots.seed) == stage.lots_commitment
    table = client.get(f"/api/v1/events/{made.pk}/standings/").json()["standings"][1]
    ranks = [line["rank"] for line in table["lines"] if line["tied"]]
    assert (table["ties"], ranks) == (ties, [1, 1, 1] if ties == "shared" else [1, 2, 3])
    for key, explained in (("SB", "won: 1 × 2 points"), ("DE", "The 3 tied players scored the same against each other")):
        assert explained in client.get(f"/events/{made.pk}/standings/{ids[3]}/{key}/").content.decode()


@pytest.fixture
def due(cycle: Any) -> Event:
    """A cup with a play-off of three that its organiser has yet to publish."""
    cycle(3, 6, 7, loser=2)
    made = cup("play-off", auto_advance=False)
    for number in (1, 2, 3):
        if number > 1:
            publish_round_manually(event_id=made.pk, number=number, by=made.organiser_id, at=NOON)
        for match_id in open_matches(made):
            finish(match_id, playing.better_seed_wins(match_id))
    row = made.rounds.get(number=4)
    assert (row.name, row.started_at, row.pairings.count(), list_qualified(made)) == ("Play-off", None, 1, set())
    return made


def test_a_play_off_is_played_in_rounds_before_the_stage_ends_and_decides(client: Client, cycle: Any, due: Event) -> None:
    cycle(6, 7, 8, loser=3)
    for number in (4, 5, 6):
        publish_round_manually(event_id=due.pk, number=number, by=due.organiser_id, at=NOON)
        [match_id] = open_matches(due)
        finish(match_id, playing.better_seed_wins(match_id))
    assert list_qualified(due) == {1, 4, 6, 7}
    assert [row.name for row in due.rounds.all()][3:6] == ["Play-off", "Play-off, round 2", "Play-off, round 3"]
    assert "tied on everything; the play-off decided<" in client.get(f"/events/{due.pk}/standings/?stage=1").content.decode()
    table = client.get(f"/api/v1/events/{due.pk}/standings/").json()["standings"][1]
    assert [(line["points"], line["played"], line["tied"]) for line in table["lines"]] == [("2", 3, True)] * 3 + [
        ("0", 3, False)
    ]


def test_a_result_is_corrected_while_no_play_off_is_being_played_and_ends_one_that_is_not_needed(due: Event) -> None:
    pair = due.entrants.filter(seed__in=(3, 6))
    pairing = Pairing.objects.filter(round__event=due, round__number__lt=4, sides__entrant=pair[0]).get(sides__entrant=pair[1])
    ruling: Any = {"event_id": due.pk, "pairing_id": pairing.pk, "why": "Misread", "by": due.organiser_id, "at": NOON}
    publish_round_manually(event_id=due.pk, number=4, by=due.organiser_id, at=NOON)
    with refused("play-off-running"):
        override_result(**ruling, halves=(1, 1))
    retract_round(event_id=due.pk, number=4, by=due.organiser_id, at=NOON)
    pairing.sides.update(halves=None)
    pairing.update(counted_at=None, reason="")  # as if it had had its first result by the ruling
    last = override_result(**ruling, halves=(2, 0))
    revert_override(event_id=due.pk, overturn_id=last, by=due.organiser_id, at=NOON)
    assert list_qualified(due) == set()
    with refused("round-running"):
        publish_round_manually(event_id=due.pk, number=4, by=due.organiser_id, at=NOON)
    override_result(**ruling, halves=(1, 1))
    assert list_qualified(due) == {1, 4, 6, 7}
    assert not Pairing.objects.filter(round__event=due, key="play-off").exists()


def test_a_withdrawal_before_a_play_off_pairs_it_anew(due: Event) -> None:
    withdraw(event_id=due.pk, entrant_id=due.entrants.get(seed=3).pk, by=due.organiser_id, at=NOON)
    assert list_qualified(due) == {1, 4, 6, 7}


def test_a_shared_place_moves_no_one_between_divisions(cycle: Any) -> None:
    cycle(1, 2, 3)
    for ties, following in (("seed", [1, 2, 4, 3, 5, 6]), ("shared", [1, 2, 3, 4, 5, 6])):
        settings = {"cycles": 1, "divisions": [3, 3], "moving": 1, "ties": ties}
        made = play_out(started_event(*PlayerFactory.create_batch(6), format="league", settings=settings, max_entrants=6))
        seeds = dict(made.entrants.values_list("pk", "seed"))
        [rows] = load_stage_rows([made.pk])
        assert [seeds[entrant] for division in compute_next_divisions(rows) for entrant in division] == following


def test_an_unknown_choice_or_one_that_the_next_stage_cannot_take_is_refused() -> None:
    groups = {"groups": 2, "top": 2}
    with refused("bad-setting", "ties"):
        factories.event(stages=(StagePlan("groups", {**groups, "ties": "coin"}), CUP))
    with refused("bad-setting", "ties"):
        factories.event(stages=(StagePlan("groups", {**groups, "ties": "shared"}), StagePlan("swiss", {"rounds": 3}, takes=4)))
