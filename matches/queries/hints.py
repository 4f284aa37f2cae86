"""A hint in a match to learn: what a bot would do in the player's place, from what the player sees."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines import bots, registry
from engines.action_previews import preview_action
from engines.words import say
from matches.hot_path.statements import match_row
from matches.lifecycle import Message, refusal
from matches.queries.position import legal_of, position_of
from matches.queries.seating import seat_of, seating
from matches.refusals import Refused

ADVISER = "greedy"


@dataclass(frozen=True, slots=True)
class Hint:
    """`text` is the action in notation, `words` says what it would do, `turn` for which turn it is meant."""

    turn: int
    text: str
    words: str


def hint(match_id: int, player_id: int) -> Hint:
    """What the greedy bot would do now in the player's seat. Refused but in the player's own lesson, on its turn."""
    match = match_row(match_id)
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    seats = seating(match)
    seat = seat_of(seats, player_id)
    if seat is None:
        raise Refused("not-your-seat", say("You have no seat at this match."))
    if not match.learn or sum(not one.bot for one in seats) != 1:
        raise Refused("no-hints", say("Hints are for matches to learn. In this one you are on your own."))
    refused = refusal(Message.HINT, match.status)
    if refused is not None:
        raise Refused(*refused)
    if seat not in match.to_act:
        raise Refused("not-your-turn", say("It is not your turn. Ask when you are to act."))
    engine = registry.get(match.game, match.engine_version)
    position = position_of(match)
    view, legal = engine.view(position.state, seat), legal_of(match, position, seat)
    # Nothing secret goes in: not the seed of the match, and no sample of the true position.
    rng = Random(f"{match.pk} {seat} {match.last_entry}")
    text = bots.choose(ADVISER, match.game, seat, view, legal, str, rng)
    return Hint(match.turns[seat], text, preview_action(engine, position.state, seat, text))
