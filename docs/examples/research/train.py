"""Trains a small agent on a game, in seconds, and lets it play a random one. Needs no package but engines.

    python -m docs.examples.research.train --game zero-day

The agent plays the action with the best mean result in the matches in which its side played it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random

from engines.adapters.open_spiel import Game, State

Agent = Callable[[State, int], int]


def random_agent(rng: Random) -> Agent:
    return lambda state, _: rng.choice(state.legal_actions())


def play(game: Game, agents: Sequence[Agent], seed: int) -> tuple[list[float], set[tuple[int, int]]]:
    """The result of a match, and every (player, action) in it."""
    state, played = game.new_initial_state(seed), set()
    while not state.is_terminal():
        player = state.current_player()
        played.add((player, action := agents[player](state, player)))
        state.apply_action(action)
    return state.returns(), played


def train(game: Game, matches: int, rng: Random, explore: float = 0.3) -> Agent:
    totals: dict[tuple[int, int], float] = defaultdict(float)
    counts: dict[tuple[int, int], int] = defaultdict(int)
    anything = random_agent(rng)

    def best(state: State, player: int) -> int:
        return max(state.legal_actions(), key=lambda action: totals[player, action] / (counts[player, action] + 5))

    def mixed(share: float) -> Agent:
        return lambda state, player: (anything if rng.random() < share else best)(state, player)

    for number in range(matches):
        results, played = play(game, [mixed(explore)] * game.num_players(), seed=number)
        for player, action in played:
            totals[player, action] += results[player]
            counts[player, action] += 1
    return mixed(0.05)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="zero-day")
    game, rng = Game(parser.parse_args().game), Random(1)
    trained, opponent = train(game, 300, rng), random_agent(rng)
    scores = [play(game, [trained, opponent], n)[0][0] + play(game, [opponent, trained], n)[0][1] for n in range(50)]
    print(f"Mean result against a random agent in 100 matches, from -1 to 1: {sum(scores) / 100:.2f}")
