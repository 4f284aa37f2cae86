"""Drafts in turns: linear and snake, and the common part of the deck draft."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engines.i18n import mark, translate as _, translate_n
from league.drafts.formats import clocks
from league.drafts.formats.actions import Action, Force, Order, Pass, Skip, Take
from league.drafts.formats.entities import ActionError, Pick, Setup, Turn
from league.drafts.formats.legality import can_take_any
from league.drafts.formats.picks import choose_autopick, forced_price, give_card
from league.drafts.formats.protocol import Kind
from league.drafts.formats.state import DeckTable, DraftState, TurnTable
from league.formats.settings import Field

ROUNDS = Field("rounds", mark("Rounds"), None, 1, 100, help=mark("Leave blank to use the number of roster spots."))


def build_turns(order: Sequence[int], rounds: int, *, snake: bool, third_reversed: bool = False) -> tuple[Turn, ...]:
    """Return every turn of a draft. A snake reverses the order after each round.

    With `third_reversed`, rounds 2 and 3 run the same way, which reduces the first team's advantage.
    """
    turns: list[Turn] = []
    for number in range(1, rounds + 1):
        backwards = snake and (number % 2 == 0) != (third_reversed and number >= 3)
        for team in reversed(order) if backwards else order:
            turns.append(Turn(len(turns) + 1, number, team))
    return tuple(turns)


def count_rounds(setup: Setup) -> int:
    """Return the configured number of rounds, or the most open places of a roster."""
    configured = setup.settings.get("rounds")
    return configured or max(0, *(setup.rules.roster_max - len(team.roster) for team in setup.teams))


def remaining_turns(state: DraftState) -> tuple[Turn, ...]:
    """Return the remaining turns, the current one first."""
    assert isinstance(state.table, TurnTable | DeckTable)
    return state.table.queue


def get_own_turn(state: DraftState, team: int) -> Turn:
    """Return the current turn. Raises ActionError if it is not the team's."""
    turn = remaining_turns(state)[0]
    if turn.team != team:
        text = _("It's {team}'s turn.", team=state.setup.team_of[turn.team].name)
        raise ActionError("not-your-turn", text, "team")
    return turn


@dataclass(frozen=True)
class TurnDraft(Kind):
    """A draft in turns; with `snake`, the order reverses after each round."""

    key: str
    name: str
    snake: bool
    fields: tuple[Field, ...]

    def table(self, setup: Setup, at: datetime) -> Any:
        reverse = bool(setup.settings.get("third_reversed"))
        return TurnTable(build_turns(setup.order, count_rounds(setup), snake=self.snake, third_reversed=reverse))

    def act(self, state: DraftState, action: Action, at: datetime) -> DraftState:
        match action:
            case Take(team, card):
                return self.take(state, team, card, "team", at)
            case Pass(team):
                get_own_turn(state, team)
                return pass_turn(state)
            case Skip():  # The current turn moves to the end, so no team loses a place.
                first, *rest = remaining_turns(state)
                if not any(turn.team != first.team for turn in rest):
                    raise ActionError("nobody-else", _("No other franchise has a turn left."))
                return state.with_table(queue=(*rest, first))
            case Order(teams):
                return reorder_turns(state, teams)
        raise ActionError("wrong-kind", _("`{tag}` isn't available in this type of draft.", tag=action.tag), "is")

    def take(self, state: DraftState, team: int, card: int, how: str, at: datetime) -> DraftState:
        turn = get_own_turn(state, team)
        state = give_card(state, team, card, state.setup.prices.get(card, 0), how, at, turn=turn)
        return state.with_table(queue=remaining_turns(state)[1:])

    def force(self, state: DraftState, action: Force, at: datetime) -> DraftState:
        turn = get_next_turn(state, action.team)
        state = give_card(state, action.team, action.card, forced_price(state, action), "force", at, turn=turn)
        return state.with_table(queue=tuple(other for other in remaining_turns(state) if other != turn))

    def taken_back(self, state: DraftState, pick: Pick, at: datetime) -> DraftState:
        """Put the pick's turn next."""
        assert pick.turn is not None
        return state.with_table(queue=(pick.turn, *remaining_turns(state)))

    def flag(self, state: DraftState, fell_at: datetime, at: datetime) -> DraftState:
        if not state.setup.timing.hard and not clocks.is_on_autopick(state):
            return replace(state, overdue=True)
        return self.autopick(state, remaining_turns(state)[0].team, fell_at)

    def autopick(self, state: DraftState, team: int, fell_at: datetime) -> DraftState:
        card = choose_autopick(state, team)
        return pass_turn(state) if card is None else self.take(state, team, card, "auto", fell_at)

    def advance(self, state: DraftState, at: datetime, *, charged: bool) -> DraftState:
        """Skip turns of teams that can take no card, then run the clock of the next one."""
        while queue := remaining_turns(state):
            if state.books.demands[queue[0].team].places or can_take_any(state.books, queue[0].team):
                break
            state = state.with_table(queue=queue[1:])
        if not queue:
            return replace(clocks.run_clock(state, None, at, charged=charged), over="complete")
        return clocks.run_clock(state, (queue[0].team, queue[0].number), at, charged=charged)

    def to_act(self, state: DraftState) -> frozenset[int]:
        return frozenset(turn.team for turn in remaining_turns(state)[:1])

    def order(self, state: DraftState) -> tuple[int, ...]:
        return tuple(turn.team for turn in remaining_turns(state))

    def view(self, state: DraftState, team: int | None) -> Mapping[str, Any]:
        return {"turns": [{"number": t.number, "round": t.round, "team": t.team} for t in remaining_turns(state)]}


LINEAR = TurnDraft("linear", mark("Linear draft"), False, (ROUNDS,))
SNAKE = TurnDraft(
    "snake",
    mark("Snake draft"),
    True,
    (
        ROUNDS,
        Field("third_reversed", mark("Reverse the third round"), False, help=mark("Rounds 2 and 3 run in the same direction.")),
    ),
)


def pass_turn(state: DraftState) -> DraftState:
    """Return the draft without the current turn. Raises ActionError if its team needs it to complete its roster."""
    turn, *rest = remaining_turns(state)
    needs = state.books.demands[turn.team].places
    if sum(other.team == turn.team for other in rest) < needs:
        name = state.setup.team_of[turn.team].name
        text = translate_n(
            "{name} needs {n} more Gamer and can't give up a turn.",
            "{name} needs {n} more Gamers and can't give up a turn.",
            needs,
            name=name,
        )
        raise ActionError("needs-turn", text, "team")
    return state.with_table(queue=tuple(rest))


def reorder_turns(state: DraftState, teams: Sequence[int]) -> DraftState:
    """Assign the remaining turns to these teams. Turns keep their numbers, and each team keeps as many as it needs."""
    queue = remaining_turns(state)
    if len(teams) != len(queue) or any(team not in state.setup.team_of for team in teams):
        text = translate_n(
            "List a franchise for the {n} remaining turn.", "List a franchise for each of the {n} remaining turns.", len(queue)
        )
        raise ActionError("bad-order", text, "teams")
    counts = Counter(teams)
    for team, demand in state.books.demands.items():
        words = {"name": state.setup.team_of[team].name, "counts": counts[team]}
        if counts[team] < demand.places:
            text = translate_n(
                "{name} needs {n} turn but would have {counts}.", "{name} needs {n} turns but would have {counts}.",
                demand.places, **words,
            )  # fmt: skip
            raise ActionError("needs-turn", text, "teams")
        if counts[team] > state.setup.rules.roster_max - len(state.books.sheets[team].held):
            text = translate_n(
                "{name} has no spot for {n} more Gamer.", "{name} has no spots for {n} more Gamers.",
                counts[team], **words,
            )  # fmt: skip
            raise ActionError("full", text, "teams")
    return state.with_table(queue=tuple(replace(turn, team=team) for turn, team in zip(queue, teams, strict=True)))


def get_next_turn(state: DraftState, team: int) -> Turn:
    """Return the team's next turn. Raises ActionError("no-turn") if it has none."""
    for turn in remaining_turns(state):
        if turn.team == team:
            return turn
    raise ActionError("no-turn", _("{team} has no turns left.", team=state.setup.team_of[team].name), "team")
