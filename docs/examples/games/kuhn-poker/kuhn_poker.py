"""Kuhn poker: three cards, one bet, and ten hands (Kuhn, 1950). A whole game with hidden cards in one file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from engines.board_description import BoardDescription, BoardHand, GenericView, draw_text
from engines.common import FORFEIT_REASONS, WINNER_RANKS
from engines.contract import Json, Outcome, RandomSource, Seat, malformed, require
from engines.i18n import Message, mark, translate as _
from engines.packages import GamePackage
from engines.search_adapter import build_adapter
from engines.simple_engine import SimpleEngine

CARDS = {"": mark("hidden card"), "J": mark("Jack"), "Q": mark("Queen"), "K": mark("King")}  # from low to high
DEALS = ["".join(deal) for deal in permutations("JQK", 2)]
HANDS, CHIPS = 10, 20  # a hand loses at most two chips
WORDS = {"check": mark("Check"), "bet": mark("Bet 1"), "call": mark("Call"), "fold": mark("Fold")}
LEGAL = {"": ("check", "bet"), "c": ("check", "bet"), "b": ("call", "fold"), "cb": ("call", "fold")}
"""What may follow the bets of a hand, written as first letters."""


class State(NamedTuple):
    """`cards` are those of both seats, "" between hands; `bets` the first letters of what was said in this hand."""

    hand: int = 0
    chips: tuple[int, ...] = (CHIPS, CHIPS)
    cards: str = ""
    bets: str = ""
    shown: str = ""  # the cards of the last hand, if they were shown
    outcome: Outcome | None = None

    @property
    def seat(self) -> Seat | None:
        return (self.hand + len(self.bets)) % 2 if self.cards else None  # the seats take turns to begin


class KuhnView(GenericView):
    """What the viewer knows besides the board: for bots."""

    hand: int
    chips: list[int]
    held: list[str]
    bets: str


class KuhnPoker(SimpleEngine[State]):
    """The rules; an action is a word, or `deal` and the cards of both seats."""

    key = "kuhn-poker"
    name = "Kuhn poker"
    seat_names: Sequence[str] = (mark("Red"), mark("Blue"))
    draws = True
    view_type = KuhnView
    state_type = State
    reasons: Mapping[str, str] = {"chips": mark("The last hand has been played; chips decide."), **FORFEIT_REASONS}

    def turn(self, state: State) -> Json:
        return [state.hand, len(state.bets)]

    def legal(self, state: State, seat: Seat) -> Iterable[str]:
        return LEGAL[state.bets] if seat in self.to_act(state) else ()

    def chance(self, state: State, stream: RandomSource) -> str | None:
        return None if state.cards or state.outcome else f"deal {DEALS[stream.below(len(DEALS))]}"

    def apply(self, state: State, actor: Seat | None, action: str) -> State:
        self.check_turn(state, actor)
        if actor is None and action.startswith("deal "):
            return state._replace(cards=action[5:], shown="")
        require(actor is not None and action in LEGAL[state.bets], "not-now", "You can't {action} now.", action=action)
        bets = state.bets + action[0]
        return state._replace(bets=bets) if bets in LEGAL else settle(state, bets)

    def view(self, state: State, viewer: Seat | None) -> KuhnView:
        return self.render(state, {viewer})

    def open_view(self, state: State) -> KuhnView:
        return self.render(state, {0, 1})

    def render(self, state: State, seen: set[Seat | None]) -> KuhnView:
        """Return a view with the cards of the seats in `seen`."""
        held = [card if seat in seen else "" for seat, card in enumerate(state.cards)]
        hands: list[BoardHand] = [
            {"owner": seat, "name": _("Hand"), "cards": [{"label": card, "name": _(CARDS[card]), "hidden": not card}]}
            for seat, card in enumerate(held)
        ]
        log = [_("{side} showed the {card}.", side=_(name), card=_(CARDS[card]))
               for name, card in zip(self.seat_names, state.shown, strict=False)]  # fmt: skip
        board: BoardDescription = {
            "shape": "none", "hands": hands, "log": log, "words": {word: _(text) for word, text in WORDS.items()},
            "counters": [{"owner": seat, "name": _("Chips"), "value": chips} for seat, chips in enumerate(state.chips)]
            + [{"owner": None, "name": _("Hands left"), "value": HANDS - state.hand}],
            "goal": _("Have more chips than your opponent after {count} hands. The higher card wins.", count=HANDS),
        }  # fmt: skip
        return {"board": board, "hand": state.hand, "chips": [*state.chips], "held": held, "bets": state.bets}

    def secret(self, state: State, actor: Seat | None, action: str) -> bool:
        return actor is None

    def describe(self, state: State, actor: Seat | None, action: str, viewer: Seat | None) -> Message:
        told = _("Hand {n} is dealt.", n=state.hand + 1)
        return told if actor is None else _("{side}: {word}.", side=_(self.seat_names[actor]), word=_(WORDS[action]))

    def note(self, state: State, actor: Seat | None, action: str) -> str:
        return "" if actor is None else self.apply(state, actor, action).shown

    def another(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return the state with other cards where the viewer sees none."""
        others = [deal for deal in DEALS if viewer is None or deal[viewer] == state.cards[viewer : viewer + 1]]
        return state._replace(cards=rng.choice(others)) if state.cards else None

    def decode(self, text: str) -> str:
        if text not in WORDS and text not in [f"deal {deal}" for deal in DEALS]:
            raise malformed("A move is one of check, bet, call and fold.")
        return text


def settle(state: State, bets: str) -> State:
    """Return the state after a hand."""
    is_shown, seat = bets[-1] != "f", state.seat or 0
    winner = max((0, 1), key=lambda seat: [*CARDS].index(state.cards[seat])) if is_shown else 1 - seat
    won = 2 if bets.endswith("bc") else 1
    mine, its = (chips + (won if seat == winner else -won) for seat, chips in enumerate(state.chips))
    ended = Outcome((1, 1) if mine == its else WINNER_RANKS[mine < its], "chips") if state.hand + 1 == HANDS else None
    return State(state.hand + 1, (mine, its), shown=state.cards if is_shown else "", outcome=ended)


def read_view(seat: Seat, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that deals the hidden card at random."""
    deals = [deal for deal in DEALS if deal[seat] == view["held"][seat]]
    return lambda rng: State(view["hand"], tuple(view["chips"]), rng.choice(deals), view["bets"])


def choose(seat: Seat, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return the move of the greedy bot: it bets and calls with the King, and with the Queen half the time."""
    chance = {"J": 0.1, "Q": 0.4, "K": 1.0}[view["held"][seat]]
    return (legal or [])[("bet" in (legal or [])) == (rng.random() < chance)]


SEARCH = build_adapter(read_view, lambda state: (state.chips[0] / (2 * CHIPS), state.chips[1] / (2 * CHIPS)))
GAME = GamePackage(engines=(KuhnPoker(),), choose=choose, search=SEARCH, board=lambda view: draw_text(view["board"]))
