"""Every game as a PettingZoo AEC environment.

An observation is `{"observation": vector, "action_mask": mask}`. The vector has a fixed length for all games: each number
and text of the player's view is added to one element, chosen by a hash of its place in the view (feature hashing). The
view itself, and the notation of the legal actions by number, are in `infos`. Actions are those of `open_spiel`.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engines.adapters.open_spiel import NUM_ACTIONS, Game, State
from engines.contract import Json

OBSERVATION_SIZE = 1024


def env(key: str, **parameters: Any) -> AECEnv:
    """Return the environment of a game with PettingZoo's usual checks; an illegal action loses the match.

    `parameters` are those of `RawEnv`.
    """
    unchecked = wrappers.TerminateIllegalWrapper(RawEnv(key, **parameters), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(unchecked))


class RawEnv(AECEnv):  # type: ignore[misc]
    """The environment without checks of its use.

    `players` and `options` default to the game's; after `max_moves` the match is truncated without a result.
    """

    metadata = {"render_modes": ["ansi"], "name": "league_zero", "is_parallelizable": False}

    def __init__(
        self,
        key: str,
        options: Mapping[str, Json] | None = None,
        players: int | None = None,
        max_moves: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.max_moves, self.render_mode = Game(key, options, players), max_moves, render_mode
        self.metadata = {**self.metadata, "name": key}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents: list[str] = []
        self.action_spaces = {agent: Discrete(NUM_ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {agent: _build_observation_space() for agent in self.possible_agents}
        self._seed = 0

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. Without a seed, the draws differ from those of the match before."""
        self._seed = self._seed + 1 if seed is None else seed
        self.state_of_game: State = self.game.new_initial_state(self._seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's view as a vector, and the mask of its legal actions."""
        seat, mask = self._seat(agent), np.zeros(NUM_ACTIONS, np.int8)
        if agent == self.agent_selection:
            mask[self.state_of_game.legal_actions(seat)] = 1
        return {"observation": vectorize(self.state_of_game.view(seat)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent. Raises ValueError if it isn't legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.apply_action(int(action if action is not None else -1))
        returns = self.state_of_game.returns()
        is_over = self.state_of_game.is_terminal()
        is_cut = not is_over and len(self.state_of_game.history()) >= self.max_moves
        for other in self.agents:
            self.rewards[other] = returns[self._seat(other)]
            self.terminations[other], self.truncations[other] = is_over, is_cut
        self._select_agent()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the view of a spectator as JSON."""
        return json.dumps(self.state_of_game.view())

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _select_agent(self) -> None:
        if not self.state_of_game.is_terminal():
            self.agent_selection = self.possible_agents[self.state_of_game.current_player()]
        agent, legal = self.agent_selection, self.state_of_game.legal_actions()
        self.infos: dict[str, dict[str, Any]] = {other: {} for other in self.agents}
        self.infos[agent] = {
            "view": self.state_of_game.view(self._seat(agent)),
            "actions": {action: self.state_of_game.action_to_string(action) for action in legal},
        }

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)


def _build_observation_space() -> Dict:
    return Dict(
        {"observation": Box(-1.0, 1.0, (OBSERVATION_SIZE,), np.float32), "action_mask": Box(0, 1, (NUM_ACTIONS,), np.int8)}
    )


def vectorize(view: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return a view as a vector of numbers between -1 and 1."""
    vector = np.zeros(OBSERVATION_SIZE, np.float32)
    for place, value in _list_features(view, ""):
        vector[crc32(place.encode()) % OBSERVATION_SIZE] += value
    squashed: np.ndarray[Any, np.dtype[np.float32]] = vector / (1 + np.abs(vector))
    return squashed


def _list_features(value: Any, place: str) -> Iterator[tuple[str, float]]:
    """Yield every leaf of a view: a number at its place, 1 for a text or a truth value at its place."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _list_features(item, f"{place}.{name}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _list_features(item, f"{place}.{index}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place, float(value)
    elif value is not None:
        yield f"{place}={value}", 1.0
