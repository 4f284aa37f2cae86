"""Parts of the trained bot: set-ups that follow the weights within the rules, and what counts of a base and of material."""

from random import Random

import pytest

from engines.field_tactics import base_siege, material, trained_setups
from engines.field_tactics.beliefs import PLACE
from engines.field_tactics.pieces import COUNTS, KIND_OF
from engines.field_tactics.rules import deploy
from engines.field_tactics.squares import CELL_OF, HOMES
from engines.training_plan import Weights, zero_weights
from tests.engines.field_tactics.scenes import BLUE, ENGINE, RED, do, scene

PLACES = 12


def wishing(**wishes: str) -> Weights:
    """Weights that want these kinds on these squares of Red's."""
    weights = {name: list(values) for name, values in zero_weights(trained_setups.GROUPS).items()}
    for code, square in wishes.items():
        weights["setup"][KIND_OF[code] * PLACES + PLACE[RED][CELL_OF[square]]] = 3.0
    return {name: tuple(values) for name, values in weights.items()}


def chosen(weights: Weights, seed: int) -> dict[str, int]:
    """A set-up of Red's, as kinds by square."""
    setup = trained_setups.choose(weights, Random(seed))
    begun = do(ENGINE.start(ENGINE.options({"advantage": "red"}), 2), "first red", f"red:{setup.text}")
    assert begun.hands[RED] == setup.kinds  # The engine accepts it.
    board = deploy((setup.kinds, None))
    return {square: board[CELL_OF[square]] for square in ("CD1", "A2", "F2", "B4", "E4")}


def test_a_set_up_follows_the_weights_with_mirror_images_alike_but_puts_no_mine_or_flag_at_a_bridge() -> None:
    for seed in range(4):
        placed = chosen(wishing(MN="CD1", SP="A2"), seed)
        assert placed["CD1"] == KIND_OF["MN"]
        assert KIND_OF["SP"] in (placed["A2"], placed["F2"])
        placed = chosen(wishing(MN="B4", FL="B4"), seed)
        assert {placed["B4"], placed["E4"]}.isdisjoint({KIND_OF["MN"], KIND_OF["FL"]})


def test_the_piece_behind_the_flag_follows_the_weights() -> None:
    weights = dict(zero_weights(trained_setups.GROUPS))
    weights["behind_flag"] = tuple(4.0 * (kind == KIND_OF["G3"]) for kind in range(17))
    kinds = trained_setups.choose(weights, Random(1)).kinds
    board = deploy((kinds, None))
    flag = next(cell for cell in HOMES[RED] if board[cell] == KIND_OF["FL"])
    behind = CELL_OF["CD1"] if flag in (CELL_OF["C2"], CELL_OF["D2"]) else flag - 6
    assert board[behind] == KIND_OF["G3"]


@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        ("A1 G1", "A8 C1", (0, 0, 0, 0)),  # The base is empty, nothing is near.
        ("C7 G1", "CD8 MN, B8 C1, A7 C2", (3, 1, 1, 0)),
        ("B7 G1, A8 F1, E8 C1, C6 C2", "CD8 C1", (2, 0, 0, 2)),  # Only leaders count as besiegers.
        ("CD8 PL, D7 G3, C7 G2, E8 G1", "B8 F1", (4, 1, 2, 0)),
        ("A1 G1", "CD8 F1, B8 C1, E8 C1, C7 C2, D7 C2", (1, 3, 0, 0)),
    ],
)
def test_sieges_count_holder_guards_and_leaders_near_the_base(red: str, blue: str, expected: tuple[int, int, int, int]) -> None:
    assert base_siege.classify(scene(red, blue).board, BLUE) == base_siege.get_index(*expected)


def lost_but(*codes: str) -> bytes:
    """The kinds that an army has lost of which only these pieces are left."""
    left = [KIND_OF[code] for code in codes]
    return bytes(kind for kind, count in enumerate(COUNTS) for _ in range(count - left.count(kind)))


def test_a_piece_counts_by_how_many_living_enemies_beat_it() -> None:
    counted = material.count_classes((lost_but("G3", "MN"), lost_but("SP", "C1", "C1")), False)
    expected = {("G3", 1): 1, ("SP", 0): -1, ("C1", 1): -2}  # The spy beats G3, which beats both lieutenants.
    assert dict(counted) == {material.get_index(KIND_OF[code], by): count for (code, by), count in expected.items()}


def test_material_is_equal_if_both_have_lost_the_same_and_follows_the_option_of_tanks() -> None:
    assert not material.count_classes((lost_but("TK", "EN"), lost_but("EN", "TK")), False)
    for tank_beats_engineer, beaten in ((False, "TK"), (True, "EN")):
        counted = dict(material.count_classes((lost_but("TK"), lost_but("EN")), tank_beats_engineer))
        assert counted[material.get_index(KIND_OF[beaten], 1)] == (1 if beaten == "TK" else -1)
