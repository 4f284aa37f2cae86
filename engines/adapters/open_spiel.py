"""Every game with the names and the flow of OpenSpiel's `Game` and `State`, in plain Python.

Actions are numbers below `num_distinct_actions`. An action's number is a hash of its notation; if two legal actions have
the same, the later one takes the next free number. So an action keeps its number in almost all positions. Where the
engine has too many actions to list, the legal ones are a sample, the same for the same seed and moves; `apply_notation`
takes any legal action.

The referee's draws are made from the seed as soon as they are due, so there are no chance nodes. Where several players
are to act at the same time, they act one after another, lowest seat first; nobody sees what the others chose.
"""

import json
from collections.abc import Mapping
from random import Random
from zlib import crc32

from engines import bots, play, registry
from engines.common import bounded_steps
from engines.contract import Json, View
from engines.randomness import UnverifiedRandom

TERMINAL_PLAYER = -4
"""`current_player()` after the end, as in OpenSpiel."""
NUM_ACTIONS = 4096
MAX_DRAWS = 10_000
NUM_SAMPLES = 64
"""Actions drawn (with repetition) where there are too many to list."""


class Game:
    """A game with its options and number of players. Raises BadOption or UnknownGame."""

    def __init__(self, key: str, options: Mapping[str, Json] | None = None, players: int | None = None) -> None:
        self.engine = registry.get(key)
        self.options = self.engine.options(options or {})
        self.players = self.engine.seat_counts[0] if players is None else players
        play.begin(self.engine, self.options, self.players)

    def num_players(self) -> int:
        return self.players

    def num_distinct_actions(self) -> int:
        return NUM_ACTIONS

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def new_initial_state(self, seed: int = 0) -> "State":
        """Return the state before the first decision; `seed` determines all draws."""
        return State(self, seed)


class State:
    """A position of a match, changed by `apply_action`."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self._moves: list[tuple[int, str]] = []
        self._position = play.begin(game.engine, game.options, game.players)
        self._actions: dict[int, str] | None = None
        self._draw()

    def clone(self) -> "State":
        """Return a copy that can be played on independently, with the same draws to come."""
        copy = State.__new__(State)
        copy.__dict__.update(self.__dict__, _moves=[*self._moves])
        return copy

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.is_terminal() else min(play.to_act(self.game.engine, self._position))

    def is_terminal(self) -> bool:
        return self._position.outcome is not None

    def returns(self) -> list[float]:
        """Return each player's result from -1 (behind all others) to 1 (ahead of all); zeros before the end."""
        outcome = self._position.outcome
        if outcome is None:
            return [0.0] * self.game.players
        ranks = outcome.ranks[: self.game.players]
        others = max(1, self.game.players - 1)
        return [sum((rank > own) - (rank < own) for rank in ranks) / others for own in ranks]

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the numbers of the current player's actions in order; none for another player."""
        return sorted(self._legal()) if player in (None, self.current_player()) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Return 1 for each legal action and 0 for all others."""
        mask = [0] * NUM_ACTIONS
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def action_to_string(self, action: int) -> str:
        """Return the notation of a legal action. Raises ValueError for another one."""
        legal = self._legal()
        if action not in legal:
            raise ValueError(f"Action {action} is not legal here.")
        return legal[action]

    def string_to_action(self, notation: str) -> int:
        """Return the number of a listed legal action. Raises ValueError if it isn't listed."""
        for action, known in self._legal().items():
            if known == notation:
                return action
        raise ValueError(f"{notation!r} is not among the listed legal actions.")

    def apply_action(self, action: int) -> None:
        """Play an action of the current player. Raises ValueError if it isn't legal."""
        self.apply_notation(self.action_to_string(action))

    def apply_notation(self, notation: str) -> None:
        """Play any legal action of the current player, listed or not. Raises IllegalAction."""
        player = self.current_player()
        self._position = play.advance(self.game.engine, self._position, player, notation)
        self._moves.append((player, notation))
        self._draw()

    def history(self) -> list[str]:
        """Return the actions so far in notation; with the seed they determine the state."""
        return [notation for _, notation in self._moves]

    def view(self, player: int | None = None) -> View:
        """Return what the player may see (None: a spectator); docs/views describes it."""
        return self.game.engine.view(self._position.state, player)

    def observation_string(self, player: int) -> str:
        """Return the player's view as canonical JSON."""
        return json.dumps(self.view(player), sort_keys=True, separators=(",", ":"))

    def _legal(self) -> dict[int, str]:
        if self._actions is None:
            self._actions = {} if self.is_terminal() else self._number_actions(self.current_player())
        return self._actions

    def _number_actions(self, player: int) -> dict[int, str]:
        engine, state = self.game.engine, self._position.state
        listed = bots.list_legal_actions(engine, state, player)
        if listed is None or len(listed) > NUM_ACTIONS:
            random = self._random("sample")
            listed = [engine.encode(engine.sample(state, player, random)) for _ in range(NUM_SAMPLES)]
        numbers: dict[int, str] = {}
        for notation in dict.fromkeys(listed):
            first = crc32(notation.encode()) % NUM_ACTIONS
            free = (number % NUM_ACTIONS for number in range(first, first + NUM_ACTIONS))
            numbers[next(number for number in free if number not in numbers)] = notation
        return numbers

    def _draw(self) -> None:
        """Let the referee act until a player is to act, and forget the legal actions."""
        self._actions = None
        random = UnverifiedRandom(self._random("draw"))
        for _ in bounded_steps(MAX_DRAWS, "the referee's part"):
            action = play.referee_action(self.game.engine, self._position, random)
            if action is None:
                return
            self._position = play.advance(self.game.engine, self._position, None, action)

    def _random(self, purpose: str) -> Random:
        return Random(f"{purpose} {self.seed} {len(self._moves)}")
