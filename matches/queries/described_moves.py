"""The moves of a seat in words, for programs that know no notation."""

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple

from engines import bots
from engines.action_previews import preview_action
from engines.i18n import translate as _
from matches.engine_limits import get_engine, limit_call
from matches.errors import ActionError
from matches.models import RUNNING, Match, Status
from matches.queries.position import list_legal_actions, load_position
from matches.queries.seats import get_match, get_seat

MAX_MOVES = 500
MAX_TURN_WAIT_S = 25.0
"""How long a request for the moves may wait for the player's turn. Some proxies end a request after half a minute."""
SUGGESTIONS = 3


@dataclass(frozen=True, slots=True)
class DescribedMove:
    """A move in notation, and what it would do as far as its seat can know."""

    text: str
    """The move in the game's notation."""
    words: str
    """Effect of the move, as far as you can know it."""


@dataclass(frozen=True, slots=True)
class DescribedMoves:
    """The moves of a seat to act."""

    turn: int
    """Number of your turn: send it with a move."""
    complete: bool
    """Whether these are all legal moves. If not, other moves of the same kind are legal too."""
    moves: tuple[DescribedMove, ...]
    """At most 500."""


class TurnState(NamedTuple):
    """Whether a match is running, and the seats to act."""

    is_running: bool
    to_act: tuple[int, ...]


def read_turn_state(match_id: int) -> TurnState | None:
    """Return who is to act in a match; None if it does not exist."""
    row = Match.objects.filter(pk=match_id).values_list("status", "to_act").first()
    return row and TurnState(row[0] in RUNNING, tuple(row[1]))


def describe_moves(match_id: int, player_id: int) -> DescribedMoves:
    """Return the legal moves of the player's seat; a few from the bots if there are too many to list.

    Raises ActionError("not-your-turn"), and those of `get_seat`.
    """
    match = get_match(match_id)
    seat = get_seat(match, player_id)
    if match.status != Status.PLAYING or seat not in match.to_act:
        raise ActionError("not-your-turn", _("It's not your turn. Your moves are listed when it is."))
    engine, position = get_engine(match.game, match.engine_version), load_position(match)
    listed = list_legal_actions(match, position, seat)
    if listed is None:
        view = engine.view(position.state, seat)
        # Bots get the view alone, and their choice depends on nothing secret.
        sources = [Random(f"{match.pk} {seat} {match.last_entry} {number}") for number in range(SUGGESTIONS)]
        policy = "greedy" if "greedy" in bots.policies(match.game) else "random"
        chosen = (limit_call(bots.choose_action, policy, match.game, seat, view, None, str, rng) for rng in sources)
        texts = list(dict.fromkeys(chosen))
    else:
        texts = list(islice(listed, MAX_MOVES))
    described = tuple(DescribedMove(text, limit_call(preview_action, engine, position.state, seat, text)) for text in texts)
    return DescribedMoves(match.turns[seat], listed is not None and len(listed) <= MAX_MOVES, described)
