"""Storing a player's conditional moves."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from matches.actions.locked_match import lock_for_player
from matches.conditional_moves import Line, Lines, check_lines
from matches.errors import ActionError
from matches.lifecycle import MatchAction
from matches.models import ConditionalMoves, Seat


@transaction.atomic
def set_conditional_moves(*, match_id: int, player_id: int, lines: Sequence[Line], at: datetime) -> Lines:
    """Replace the player's conditional moves by these and return them in canonical notation; none delete them.

    Raises ActionError: hidden-game, your-turn, different-answers, and the codes of illegal moves.
    """
    session, seat = lock_for_player(MatchAction.SUBMIT, match_id=match_id, player_id=player_id, at=at)
    match = session.match
    if not session.engine.is_open:
        raise ActionError("hidden-game", _("Only games without hidden information have conditional moves."))
    if lines and seat in match.to_act:
        raise ActionError("your-turn", _("It's your turn. Move first, then prepare answers to the next move."))
    checked = check_lines(session.engine, session.position, seat, lines)
    if checked:
        owner = Seat.objects.get(match=match, number=seat)
        ConditionalMoves.objects.update_or_create(seat=owner, defaults={"lines": checked})
    else:
        ConditionalMoves.objects.filter(seat__match=match, seat__number=seat).delete()
    match.has_conditional_moves = ConditionalMoves.objects.filter(seat__match=match).exists()
    match.save(update_fields=["has_conditional_moves"])
    return checked
