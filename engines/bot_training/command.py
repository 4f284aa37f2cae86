"""The command `train`: rounds of matches of a search bot against itself, each followed by a fit of the weights.

The first round plays with the weights that the game's plan begins with, each later one with those of the round before.
Rounds of the greedy bot may come before them: they are much faster, and teach what pieces, places and set-ups are worth.
A fit takes the matches of the last rounds. Every tenth match is kept out of it, to measure it.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from engines import registry
from engines.bot_matches.arguments import UsageError
from engines.bot_matches.results_files import append_lines, load_lines
from engines.bot_training.self_play import Decision, SelfPlayMatch, get_plan, play_match, replay_decisions
from engines.contract import AnyEngine, Json
from engines.training_plan import DIGITS, TrainingPlan, Weights, flatten, format_weights, split

_HELD_OUT = 10  # Every so many matches one is kept out of the fit.


def add_command(command: Any) -> None:
    """Define the command; `command(name, run, text)` returns a parser."""
    parser = command("train", run_training, "train a game's evaluation on matches of a search bot against itself")
    parser.add_argument("game")
    parser.add_argument("--greedy", type=int, default=0, help="matches of the greedy bot, for each of the first rounds")
    parser.add_argument("--greedy-rounds", type=int, default=1, help="rounds of the greedy bot, if it plays")
    parser.add_argument("--games", type=int, default=400, help="matches per round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=int, default=2, help="rounds whose matches a fit takes, the last ones")
    parser.add_argument("--iterations", type=int, default=200, help="iterations of the search per move")
    parser.add_argument("--trace", type=float, default=0.9, help="lambda: 1 learns from results alone, 0 from the next value")
    parser.add_argument("--penalty", type=float, help="of leaving the weights to begin with (default: the game's)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1, help="number of parallel processes")
    parser.add_argument("--matches", metavar="FOLDER", help="keep the matches here; a run that was stopped continues")
    parser.add_argument("--write", nargs="?", const="", metavar="FILE", help="write the weights (default file: the game's)")


def run_training(args: argparse.Namespace) -> int:
    """Train, print the losses of each round, and write the weights if asked to."""
    engine, plan = registry.get(args.game), get_plan(args.game)
    _check_arguments(args)
    penalty = plan.penalty if args.penalty is None else args.penalty
    weights, rounds = plan.start, []
    for number in range(0 if args.greedy else args.greedy_rounds, args.greedy_rounds + args.rounds):
        games, iterations = (args.greedy, 0) if number < args.greedy_rounds else (args.games, args.iterations)
        matches = [SelfPlayMatch(engine.key, f"{args.seed}.{number}", n, iterations, weights) for n in range(games)]
        file = None if args.matches is None else Path(args.matches) / f"{engine.key}-{number}.jsonl"
        rounds.append(play_matches(matches, args.jobs, file))
        weights, losses = fit_weights(
            engine, plan, [line for lines in rounds[-args.keep :] for line in lines], args.trace, penalty
        )
        sys.stdout.write(json.dumps({"game": engine.key, "round": number, **losses}) + "\n")
        sys.stdout.flush()
    if args.write is not None:
        names = ("greedy", "greedy_rounds", "games", "rounds", "keep", "iterations", "trace", "seed")
        training = {"version": engine.version, "penalty": penalty} | {name: getattr(args, name) for name in names}
        Path(args.write or plan.file).write_text(format_weights(plan.about, training, weights), "utf-8")
    return 0


def _check_arguments(args: argparse.Namespace) -> None:
    least = {"greedy": 0, "greedy_rounds": 1, "games": 1, "rounds": 0, "keep": 1, "iterations": 1, "jobs": 1}
    for name, minimum in least.items():
        if getattr(args, name) < minimum:
            raise UsageError(f"--{name.replace('_', '-')}: must be {minimum} or more")
    if not 0.0 <= args.trace <= 1.0:
        raise UsageError("--trace: must be from 0 to 1")
    if args.penalty is not None and args.penalty <= 0.0:
        raise UsageError("--penalty: must be more than 0")


def play_matches(matches: Sequence[SelfPlayMatch], jobs: int, file: Path | None) -> list[dict[str, Any]]:
    """Return the lines of all matches in order. Those that the file has are not played again, and others are added to it."""
    lines = {} if file is None else {line["n"]: line for line in load_lines(file, ("n",), "a match of a training")}
    missing = [match for match in matches if match.number not in lines]
    played = _play_missing(missing, jobs)
    for line in played if file is None else append_lines(file, played):
        lines[line["n"]] = line
    return [lines[match.number] for match in matches]


def _play_missing(missing: Sequence[SelfPlayMatch], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1:
        yield from map(play_match, missing)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_match, missing)


def fit_weights(
    engine: AnyEngine, plan: TrainingPlan, lines: Sequence[Mapping[str, Any]], trace: float, penalty: float
) -> tuple[Weights, dict[str, Json]]:
    """Return the weights that fit these matches best, and the mean losses of the matches kept out, before and after."""
    from engines.bot_training.fit import minimise  # Only here, so that the other commands need no numpy.
    from engines.bot_training.problems import list_problems

    held_out: list[Decision] = []
    fitted: list[Decision] = []
    for line in lines:
        chosen = held_out if line["n"] % _HELD_OUT == _HELD_OUT - 1 else fitted
        chosen += (
            decision
            for number, decision in enumerate(replay_decisions(engine, line, trace), -line["n"])
            if not number % plan.step
            or decision.tries is not None
            or (plan.is_always_learned is not None and plan.is_always_learned(decision.state))
        )
    weights: dict[str, tuple[float, ...]] = {}
    losses: dict[str, Json] = {}
    for name, groups, build in list_problems(engine, plan):
        problem, count = build(fitted, penalty)
        check, checked = build(held_out, 0.0)
        start = flatten(plan.start, groups)
        fit = minimise(problem, start) if count else start  # The greedy bot tells nothing of choices.
        losses[name] = count
        if checked:
            before, after = check.loss(start) / checked, check.loss(fit) / checked
            losses |= {f"{name}_loss_before": round(before, 4), f"{name}_loss": round(after, 4)}
        weights |= split([float(f"{value:{DIGITS}}") for value in fit], groups)
    return weights, losses
