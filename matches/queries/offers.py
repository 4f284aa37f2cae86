"""What a player may offer or do now besides moving (draw, takeback, abort, berserk), and open offers."""

from datetime import datetime
from typing import Any, NamedTuple, cast

from engines import play, registry
from engines.words import say
from matches.clock import Clock
from matches.lifecycle import Message, refusal
from matches.models import Entry, Match, Preparation, Status
from matches.offers import KINDS, RESUME, Asked, Terms
from matches.queries.board_types import BoardQuestion, QuestionKind

MOST_TURNS_TO_ABORT = 2
SAY_NOTHING = dict.fromkeys((*KINDS, "abort"), False)
Position = play.Position[Any]
Refusal = tuple[str, str]


def why_not_ask(kind: str, match: Match, position: Position, asked: Asked, seat: int) -> Refusal | None:
    """Return why the seat may not make this offer now, as (code, sentence); None if it may."""
    refused = refusal(Message(kind), match.status) or _refusal_of(kind, match, position, seat)
    if refused is not None:
        return refused
    if kind in asked.open:
        return "asked-already", say("This offer is already open. Wait for an answer.")
    if kind != RESUME and asked.last.get((kind, seat), -1) >= match.turns[seat]:
        return "asked-too-soon", say("You've already offered this. Make a move before you offer it again.")
    return None


def why_not_abort(match: Match) -> Refusal | None:
    """Return why nobody may abort the match now; None if its players may."""
    refused = refusal(Message.ABORT, match.status)
    if refused is not None:
        return refused
    terms = Terms.load(match.terms)
    if not terms.abort:
        return "no-abort", say("Players can't abort event matches. You can resign.")
    if terms.abort_unplayed and (match.last_entry > 0 or match.preparation == Preparation.DONE):
        return "already-begun", say(
            "A rated match can't be aborted once something was dealt or a move was made. You can resign."
        )
    if sum(match.turns) >= MOST_TURNS_TO_ABORT:
        return "already-moved", say(
            "The match can't be aborted after two moves. You can resign or, if the game has draws, offer one."
        )
    return None


def questions(match: Match) -> list[BoardQuestion]:
    """Return the open offers; `agreed` are the seats that have accepted."""
    found = Asked.load(match.asked).open.items()
    return [{"kind": cast(QuestionKind, kind), "seat": one.seat, "agreed": sorted(one.agreed)} for kind, one in found]


def may_say(match: Match, position: Position, seat: int) -> dict[str, bool]:
    """Return, for each kind of offer and for `abort`, whether the seat may make it now."""
    asked = Asked.load(match.asked)
    may = {kind: why_not_ask(kind, match, position, asked, seat) is None for kind in KINDS}
    return may | {"abort": why_not_abort(match) is None}


def why_not(match: Match, clock: Clock | None, seat: int, at: datetime) -> tuple[str, str] | None:
    """Return why the seat may not go berserk now, as (code, sentence); None if it may.

    `clock` is the match's, None before the match has begun.
    """
    held = refusal(Message.BERSERK, match.status)
    if held is not None and match.status in (Status.CLOSED, Status.VOID):
        return held
    if not match.berserk or (clock is not None and clock.limit_ms is not None):
        return "no-berserk", say("Berserk is only available in running arenas that allow it.")
    if held is not None or clock is None:
        return held
    if seat in clock.halved:
        return "already-berserk", say("You've already gone berserk in this match.")
    if match.turns[seat]:
        return "already-moved", say("You can only go berserk before your first move.")
    left = clock.halve(seat).left(seat, at)
    if clock.fallen(at) or left.turn + left.reserve <= 0:
        return "no-time-left", say("You have already used too much time to go berserk.")
    return None


class Berserk(NamedTuple):
    """By seat: whether it went berserk, and its number of moves (without resignations and undone moves)."""

    seats: tuple[bool, ...]
    moves: tuple[int, ...]


def berserk_of(match_id: int) -> Berserk | None:
    """Return who went berserk in the match; None if nobody did."""
    kept = Match.objects.values_list("clock", "turns").get(pk=match_id)
    halved = (kept[0] or {}).get("halved")
    if not halved:
        return None
    seats = range(len(kept[1]))
    moves = dict.fromkeys(seats, 0)
    for by, do in Entry.objects.filter(match=match_id).values_list("by", "do"):
        if by is not None:
            moves[by] += {"undo": -1, "resign": 0}.get(do, 1)
    return Berserk(tuple(seat in halved for seat in seats), tuple(moves.values()))


def _refusal_of(kind: str, match: Match, position: Position, seat: int) -> Refusal | None:
    """Return why terms and rules of the match forbid the seat's offer; None if they allow it."""
    engine, terms = registry.get(match.game, match.engine_version), Terms.load(match.terms)
    match kind:
        case "draw" if not terms.draw:
            return "no-draws", say("Draw offers aren't allowed in this event.")
        case "draw" if not engine.draws or play.time_limit(engine, match.options) is not None:
            return "no-draws", say("Draws by agreement aren't available in this match of {game}.", game=engine.name)
        case "takeback" if not terms.takeback:
            return "no-takebacks", say("Takebacks are only available in casual matches.")
        case "takeback" if getattr(engine, "allows_takeback", None) is None:
            return "no-takebacks", say("Takebacks aren't available in games with hidden information.")
        case "takeback" if not play.may_give_back(position, seat):
            return "nothing-to-give-back", say(
                "You have no move that can be taken back without revealing hidden information."
            )
        case "pause" if not terms.pause:
            return "no-pauses", say("Only the organiser can pause matches in this event.")
        case "resume" if match.paused_until is None:
            return "paused", say("The referee has paused the match. Only the referee can resume it.")
    return None
