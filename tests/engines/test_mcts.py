"""The tree itself, on games small enough to know the answer."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.contract import IllegalAction, Outcome
from engines.mcts import Search, choose
from engines.search_adapter import IterationBudget, SearchAdapter, SearchSettings


class Toy:
    """States are tuples of what was done; a subclass says who acts, with what, and how it ends."""

    seats = 2

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        raise NotImplementedError

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        raise NotImplementedError

    def apply(self, state: tuple[Any, ...], seat: int | None, action: str) -> tuple[Any, ...]:
        if seat is not None and action not in self.legal(state, seat):
            raise IllegalAction("no", "No.")
        return (*state, action)

    def chance(self, state: tuple[Any, ...], stream: Any) -> str | None:
        return None

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        raise NotImplementedError

    def encode(self, action: str) -> str:
        return action

    def decode(self, text: str) -> str:
        return text


def adapter(toy: Toy, worlds: Any = None, **settings: Any) -> SearchAdapter:
    return SearchAdapter(
        determinizer=lambda seat, view, legal: worlds or (lambda rng: view),
        evaluate=lambda state: (0.5,) * toy.seats,
        candidates=lambda state, seat, listed, rng: [(action, 0.5) for action in listed or ()],
        rollout=lambda state, seat, listed, rng: rng.choice(listed),
        settings=SearchSettings(**{"plies": 4, "wide": 9.0, **settings}),
    )


def searched(toy: Toy, seat: int, state: Any, iterations: int = 600, worlds: Any = None, **settings: Any) -> Search:
    legal = toy.legal(state, seat)
    search = Search(toy, adapter(toy, worlds, **settings), seat, state, legal, Random(1))  # type: ignore[arg-type]
    search.run(IterationBudget(iterations))
    return search


class Lottery(Toy):
    """`sure` wins six times in ten, `risky` four times: the referee draws a digit."""

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        return frozenset() if state else frozenset({0})

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["risky", "sure"]

    def chance(self, state: tuple[Any, ...], stream: Any) -> str | None:
        return str(stream.below(10)) if len(state) == 1 else None

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        if len(state) < 2:
            return None
        return Outcome((1, 2) if int(state[1]) < (6 if state[0] == "sure" else 4) else (2, 1), "drawn")


def test_it_takes_the_better_odds() -> None:
    search = searched(Lottery(), 0, (), 1200)
    means = {action: mean for action, _, mean in search.line()}
    assert search.best() == "sure"
    assert abs(means["sure"] - 0.6) < 0.06


class Pennies(Toy):
    """Both choose at once: alike wins for the first seat, but heads against heads is a draw."""

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        return frozenset(range(len(state), 2))

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["heads", "tails"]

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        if len(state) < 2:
            return None
        return Outcome({("heads", "heads"): (1, 1), ("tails", "tails"): (1, 2)}.get(state, (2, 1)), "shown")


def test_seats_that_act_at_once_do_not_know_of_each_other() -> None:
    """The second seat wins with heads against tails and with tails against heads; knowing, it would always win. The
    value of the game for the first seat is one third: it shows heads two times in three."""
    search = searched(Pennies(), 0, (), 3000, explore=0.7)
    visits = {action: count for action, count, _ in search.line()}
    mean = sum(count * value for _, count, value in search.line()) / sum(visits.values())
    assert 0.22 < mean < 0.45
    assert visits["heads"] > visits["tails"] > 200


class Three(Toy):
    """Three seats in turn. The first may `trust` the second, who then gives the win to whom it likes best: itself."""

    seats = 3

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        return frozenset({len(state)}) if len(state) < 2 else frozenset()

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["trust", "share"] if not state else ["mine", "yours"]

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        if state[:1] == ("share",):
            return Outcome((2, 3, 1), "shared")
        if len(state) < 2:
            return None
        return Outcome((3, 1, 2) if state[1] == "mine" else (1, 3, 2), "given")


def test_every_seat_looks_after_itself() -> None:
    search = searched(Three(), 0, ())
    assert search.best() == "share"


class Curtain(Toy):
    """The prize lies behind one of two curtains, and only the determinization knows which; looking is worth half."""

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        return frozenset({0}) if len(state) == 1 else frozenset()

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["left", "right", "draw"]

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        if len(state) < 2:
            return None
        return Outcome((1, 1) if state[1] == "draw" else (1, 2) if state[0] == state[1] else (2, 1), "opened")


def test_it_does_not_act_on_what_it_cannot_know() -> None:
    """Nine worlds in ten have the prize on the left: left it is; in even worlds no curtain is better than a draw."""
    search = searched(Curtain(), 0, ("?",), worlds=lambda rng: ("left" if rng.random() < 0.9 else "right",))
    means = {action: mean for action, _, mean in search.line()}
    assert search.best() == "left"
    assert means["left"] < 0.97


class Offers(Curtain):
    """What is on offer depends on the world: `left` is legal in few of them, and wins there."""

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["left", "draw"] if state[0] == "left" else ["right", "draw"] if state[0] == "right" else ["draw"]


def test_a_move_is_measured_by_the_worlds_that_offer_it() -> None:
    toy = Offers()
    settings = adapter(toy, lambda rng: ("left" if rng.random() < 0.2 else "neither",))
    search = Search(toy, settings, 0, ("?",), None, Random(2))  # type: ignore[arg-type]
    search.run(IterationBudget(1000))
    means = {action: mean for action, _, mean in search.line()}
    visits = {action: count for action, count, _ in search.line()}
    assert means["left"] > 0.99
    assert visits["left"] > 0.15 * search.done


class Cups(Toy):
    """The other seat hides a ball under one of three cups, and the searching seat guesses, unless it passes before."""

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        return frozenset({len(state) == 1})

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["1", "2", "3"] if state else ["play", "pass"]

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        if len(state) < 3:
            return Outcome((1, 1), "passed") if state == ("pass",) else None
        return Outcome((1, 2) if state[1] == state[2] else (2, 1), "guessed")


class HiddenBefore(Cups):
    """The searching seat has hidden the ball, where the other can't see it."""

    def to_act(self, state: tuple[Any, ...]) -> frozenset[int]:
        return frozenset({len(state) > 1})

    def legal(self, state: tuple[Any, ...], seat: int) -> list[str]:
        return ["1", "2", "3"] if len(state) > 1 else ["play", "pass"]

    def outcome(self, state: tuple[Any, ...]) -> Outcome | None:
        if len(state) < 3:
            return Outcome((1, 1), "passed") if state[1:] == ("pass",) else None
        return Outcome((1, 2) if state[0] != state[2] else (2, 1), "guessed")


@pytest.mark.parametrize(("toy", "state", "best"), [(Cups(), (), "pass"), (HiddenBefore(), ("2",), "play")])
def test_actions_of_a_group_are_not_told_apart(toy: Toy, state: tuple[str, ...], best: str) -> None:
    """A guess is right once in three times, whoever guesses; told apart, the guesser would know the cup."""
    grouped = replace(adapter(toy), groups=lambda state, seat, listed: [("?", None)] * len(listed))
    search = Search(toy, grouped, 0, state, ["play", "pass"], Random(1))  # type: ignore[arg-type]
    search.run(IterationBudget(2000))
    means = {action: mean for action, _, mean in search.line()}
    assert search.best() == best
    assert abs(means["play"] - (1 / 3 if best == "pass" else 2 / 3)) < 0.15


def test_a_search_that_is_settled_stops() -> None:
    class Counted(IterationBudget):
        asked = 0

        def __call__(self) -> bool:
            self.asked += 1
            return super().__call__()

    budget = Counted(4000)
    toy = Three()
    Search(toy, adapter(toy), 0, (), ["trust", "share"], Random(1)).run(budget)  # type: ignore[arg-type]
    assert 100 < budget.asked < 3500


def test_a_single_action_needs_no_thought_and_with_no_iteration_nothing_is_found() -> None:
    def never() -> bool:
        raise AssertionError("the budget was asked")

    toy = Three()
    assert choose(toy, adapter(toy), 0, (), ["share"], Random(1), never) == "share"  # type: ignore[arg-type]
    toy = Three()
    assert choose(toy, adapter(toy), 0, (), ["share", "trust"], Random(1), IterationBudget(0)) is None  # type: ignore[arg-type]
