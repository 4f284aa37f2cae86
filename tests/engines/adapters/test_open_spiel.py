"""Every game can be played with OpenSpiel's names. (That a seed repeats a match is tested by PettingZoo's tests.)"""

from random import Random

import pytest

from docs.examples.research.train import play, random_agent, train
from engines import registry
from engines.adapters.open_spiel import NUM_ACTIONS, NUM_SAMPLES, TERMINAL_PLAYER, Game, State
from engines.contract import BadOption, IllegalAction

GAMES = registry.keys()


def played(key: str, seed: int = 1, moves: int = 10_000) -> State:
    state, rng = Game(key).new_initial_state(seed), Random(seed)
    while not state.is_terminal() and len(state.history()) < moves:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("key", GAMES)
def test_a_match_comes_to_an_end_with_returns_that_sum_to_zero_at_most(key: str) -> None:
    state = played(key)
    assert (state.current_player(), state.legal_actions()) == (TERMINAL_PLAYER, [])
    assert all(-1 <= value <= 1 for value in state.returns())
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("key", GAMES)
def test_every_offered_action_is_legal_and_keeps_its_number(key: str) -> None:
    state = played(key, moves=12)
    numbers = state.legal_actions()
    assert numbers == [at for at, legal in enumerate(state.legal_actions_mask()) if legal]
    assert all(0 <= number < NUM_ACTIONS for number in numbers)
    for number in numbers[:30]:
        assert state.string_to_action(state.action_to_string(number)) == number
        state.clone().apply_action(number)
    assert len(state.history()) == 12


def at_the_secret_setup(seed: int) -> State:
    """Field Tactics before the first player places an army: too many ways to list."""
    state = Game("field-tactics").new_initial_state(seed)
    while len(state.legal_actions()) < 10:
        state.apply_action(state.legal_actions()[0])
    return state


def test_a_choice_with_too_many_actions_offers_a_sample_and_takes_any() -> None:
    state, same, other = map(at_the_secret_setup, (1, 1, 2))
    offered = state.legal_actions()
    assert len(offered) <= NUM_SAMPLES
    assert offered == same.legal_actions()
    assert offered != other.legal_actions()
    notation = other.action_to_string(other.legal_actions()[0])
    with pytest.raises(ValueError, match="not among"):
        state.string_to_action(notation)
    state.apply_notation(notation)
    assert state.history()[-1] == notation


def test_only_the_player_to_act_has_actions_and_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = Game("order-and-chaos").new_initial_state()
    waiting = 1 - state.current_player()
    assert state.legal_actions(waiting) == []
    assert not any(state.legal_actions_mask(waiting))
    assert state.legal_actions(state.current_player()) == state.legal_actions()
    state = Game("zero-day").new_initial_state()
    missing = next(number for number in range(NUM_ACTIONS) if number not in state.legal_actions())
    with pytest.raises(ValueError, match="not legal"):
        state.apply_action(missing)
    with pytest.raises(ValueError, match="not among"):
        state.string_to_action("nonsense")
    with pytest.raises(IllegalAction):
        state.apply_notation("nonsense")
    assert state.history() == []


def test_unknown_games_options_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(registry.UnknownGame):
        Game("checkers")
    with pytest.raises(BadOption):
        Game("zero-day", {"colour": "blue"})
    with pytest.raises(BadOption):
        Game("zero-day", players=9)
    assert Game("zero-day", players=4).new_initial_state().game.num_players() == 4


@pytest.mark.prove
def test_the_small_trained_agent_beats_a_random_one() -> None:
    game, rng = Game("zero-day"), Random(1)
    trained, opponent = train(game, 200, rng), random_agent(rng)
    results = [play(game, [trained, opponent], n)[0][0] + play(game, [opponent, trained], n)[0][1] for n in range(20)]
    assert sum(results) / 40 > 0.3
