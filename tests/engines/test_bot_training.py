"""Training: the fits against known answers, matches that a seed repeats, and a weights file that is checked."""

import json
from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import registry
from engines.__main__ import main
from engines.bot_training.fit import ChoiceProblem, LogisticProblem, SparseRows, minimise
from engines.bot_training.self_play import SelfPlayMatch, get_plan, play_match, replay_decisions
from engines.common import compute_shares
from engines.data_files import BadData
from engines.training_plan import MAX_BYTES, flatten, format_weights, load_weights, split

GAME, OPEN = "field-tactics", "order-and-chaos"
NOTHING = 1e-9  # A penalty that is too small to matter.


def test_the_weight_of_a_feature_is_the_log_of_the_odds_with_it_for_each_one_of_its_value() -> None:
    """Three of four wins without the second feature, one of five where its value is 2."""
    rows = SparseRows([[(0, 1.0)]] * 4 + [[(0, 1.0), (1, 2.0)]] * 5, 2)
    weights = minimise(LogisticProblem(rows, [1, 1, 1, 0, 1, 0, 0, 0, 0], np.zeros(2), NOTHING), np.zeros(2))
    assert weights == pytest.approx([log(3), (log(1 / 4) - log(3)) / 2], abs=1e-3)


def test_the_softmax_of_fitted_choices_is_how_often_each_was_tried() -> None:
    """Two choices of three actions, whose third has no feature and so the weight 0."""
    rows = SparseRows([[(0, 1.0)], [(1, 1.0)], []] * 2, 2)
    shares = [0.5, 0.3, 0.2] * 2
    weights = minimise(ChoiceProblem(rows, [3, 3], shares, np.zeros(2), NOTHING), np.zeros(2))
    assert weights == pytest.approx([log(0.5 / 0.2), log(0.3 / 0.2)], abs=1e-3)


@pytest.mark.parametrize(("ranks", "shares"), [((1, 2), [1, 0]), ((1, 1), [0.5, 0.5]), ((2, 1, 2), [0.25, 1, 0.25])])
def test_a_result_is_the_share_of_the_others_that_a_seat_is_before(ranks: tuple[int, ...], shares: list[float]) -> None:
    assert compute_shares(ranks) == shares


def test_the_targets_of_positions_lead_from_the_searched_value_to_the_result() -> None:
    line, engine = play_match(SelfPlayMatch(OPEN, "7", 0, 4, get_plan(OPEN).start)), registry.get(OPEN)
    results = [decision.targets for decision in replay_decisions(engine, line, 1.0)]
    assert set(results) == {tuple(line["shares"])}
    values = [value for _, _, value, _ in line["entries"]]
    one_step = [decision.targets[decision.seat] for decision in replay_decisions(engine, line, 0.0)]
    assert [target for target, value in zip(one_step, values, strict=True) if value is not None] == [
        pytest.approx(value) for value in values if value is not None
    ]
    mixed = [decision.targets for decision in replay_decisions(engine, line, 0.9)]
    assert all(sum(targets) == pytest.approx(1.0) for targets in mixed)


def train(tmp_path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[str, Mapping[str, Any]]:
    """Run a tiny training; return what it printed and the file that it wrote."""
    target = tmp_path / "weights.json"
    argv = ("--games", "10", "--rounds", "2", "--iterations", "3", "--seed", "3", "--write", str(target))
    assert main(("train", GAME, *argv, *more)) == 0
    return capsys.readouterr().out, json.loads(target.read_text())


def test_a_training_repeats_by_its_seed_and_continues_where_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = train(tmp_path, capsys)
    losses = [json.loads(line) for line in first[0].splitlines()]
    assert [loss["round"] for loss in losses] == [1, 2]
    assert losses[1]["positions"] > losses[0]["positions"]
    kept = tmp_path / "matches"
    assert train(tmp_path, capsys, "--matches", str(kept), "--jobs", "2") == first
    file = kept / f"{GAME}-2.jsonl"
    file.write_text(file.read_text()[:-40])  # The last match was cut off.
    assert train(tmp_path, capsys, "--matches", str(kept)) == first
    written = load_weights(tmp_path / "weights.json", get_plan(GAME).all_groups)
    assert flatten(written, get_plan(GAME).groups) != flatten(get_plan(GAME).start, get_plan(GAME).groups)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    groups = {"one": 20, "two": 2}
    weights = split([round(0.5 * n - 3, 2) for n in range(22)], groups)
    file = tmp_path / "weights.json"
    file.write_text(format_weights("Tested.", {"seed": "1"}, weights))
    assert load_weights(file, groups) == weights
    with pytest.raises(BadData, match="must have 20 one, not 20 one, 2 two"):
        load_weights(file, {"one": 20})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "weights.json: Expecting"),
        ('{"about": "x", "training": {}}', "weights.json: weights: missing key"),
        ('{"about": "x", "training": {}, "weights": {"one": [NaN]}}', "must be at most 1000 in size"),
        ('{"about": "x", "training": {}, "weights": {"one": [1e9]}}', "must be at most 1000 in size"),
        ('{"about": "x", "training": {}, "weights": {"one": ["1"]}}', "must be of type float"),
        ('{"about": "' + "x" * MAX_BYTES + '"}', "must have at most 1,000,000 bytes"),
    ],
)
def test_a_bad_weights_file_is_refused_with_the_reason(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(BadData) as caught:
        load_weights(file, {"one": 1})
    assert told in str(caught.value)


def test_the_weights_of_every_game_fit_its_plan() -> None:
    plans = [plan for key in registry.keys() if (plan := registry.get_package(key).training) is not None]  # noqa: SIM118
    assert plans
    for plan in plans:
        assert {name: len(values) for name, values in plan.start.items()} == dict(plan.all_groups)
        load_weights(plan.file, plan.all_groups)
