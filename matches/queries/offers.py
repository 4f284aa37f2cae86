"""What a player may offer or do now besides moving (draw, takeback, abort, berserk), and open offers."""

from datetime import datetime
from typing import Any, NamedTuple, cast

from engines import play
from engines.i18n import translate as _
from matches.clock import Clock
from matches.engine_limits import find_time_limit, get_engine
from matches.lifecycle import MatchAction, find_refusal
from matches.models import Entry, Match, Preparation, Status
from matches.offers import OFFER_KINDS, RESUME, OfferPolicy, Offers
from matches.queries.board_types import BoardQuestion, QuestionKind

MAX_TURNS_TO_ABORT = 2
NO_OFFERS = dict.fromkeys((*OFFER_KINDS, "abort"), False)
Position = play.Position[Any]
Refusal = tuple[str, str]


def find_offer_refusal(kind: str, match: Match, position: Position, offers: Offers, seat: int) -> Refusal | None:
    """Return why the seat may not make this offer now, as (code, sentence); None if it may."""
    refused = find_refusal(MatchAction(kind), match.status) or _find_rules_refusal(kind, match, position, seat)
    if refused is not None:
        return refused
    if kind in offers.open:
        return "asked-already", _("This offer is already open. Wait for an answer.")
    if kind != RESUME and offers.last.get((kind, seat), -1) >= match.turns[seat]:
        return "asked-too-soon", _("You've already offered this. Make a move before you offer it again.")
    return None


def find_abort_refusal(match: Match) -> Refusal | None:
    """Return why nobody may abort the match now; None if its players may."""
    refused = find_refusal(MatchAction.ABORT, match.status)
    if refused is not None:
        return refused
    terms = OfferPolicy.load(match.terms)
    if not terms.abort:
        return "no-abort", _("Players can't abort event matches. You can resign.")
    if terms.abort_unplayed and (match.last_entry > 0 or match.preparation == Preparation.DONE):
        return "already-begun", _(
            "A rated match can't be aborted once anything has been dealt or a move has been made. You can resign."
        )
    if sum(match.turns) >= MAX_TURNS_TO_ABORT:
        return "already-moved", _(
            "The match can't be aborted after two moves. You can resign or, if the game has draws, offer one."
        )
    return None


def list_open_offers(match: Match) -> list[BoardQuestion]:
    """Return the open offers; `agreed` are the seats that have accepted."""
    offers = Offers.load(match.asked).open.items()
    return [{"kind": cast(QuestionKind, kind), "seat": offer.seat, "agreed": sorted(offer.agreed)} for kind, offer in offers]


def can_offer(match: Match, position: Position, seat: int) -> dict[str, bool]:
    """Return, for each kind of offer and for `abort`, whether the seat may make it now."""
    offers = Offers.load(match.asked)
    allowed = {kind: find_offer_refusal(kind, match, position, offers, seat) is None for kind in OFFER_KINDS}
    return allowed | {"abort": find_abort_refusal(match) is None}


def find_berserk_refusal(match: Match, clock: Clock | None, seat: int, at: datetime) -> tuple[str, str] | None:
    """Return why the seat may not go berserk now, as (code, sentence); None if it may.

    `clock` is the match's, None before the match has begun.
    """
    status_refusal = find_refusal(MatchAction.BERSERK, match.status)
    if status_refusal is not None and match.status in (Status.CLOSED, Status.VOID):
        return status_refusal
    if not match.berserk or (clock is not None and clock.limit_ms is not None):
        return "no-berserk", _("Berserk is only available in running arenas that allow it.")
    if status_refusal is not None or clock is None:
        return status_refusal
    if seat in clock.halved:
        return "already-berserk", _("You've already gone berserk in this match.")
    if match.turns[seat]:
        return "already-moved", _("You can only go berserk before your first move.")
    remaining = clock.halve(seat).remaining(seat, at)
    if clock.fallen(at) or remaining.turn + remaining.reserve <= 0:
        return "no-time-left", _("You have already used too much time to go berserk.")
    return None


class BerserkSeats(NamedTuple):
    """By seat: whether it went berserk, and its number of moves (without resignations and undone moves)."""

    seats: tuple[bool, ...]
    moves: tuple[int, ...]


def find_berserk(match_id: int) -> BerserkSeats | None:
    """Return who went berserk in the match; None if nobody did."""
    row = Match.objects.values_list("clock", "turns").get(pk=match_id)
    halved = (row[0] or {}).get("halved")
    if not halved:
        return None
    seats = range(len(row[1]))
    moves = dict.fromkeys(seats, 0)
    for by, do in Entry.objects.filter(match=match_id).values_list("by", "do"):
        if by is not None:
            moves[by] += {"undo": -1, "resign": 0}.get(do, 1)
    return BerserkSeats(tuple(seat in halved for seat in seats), tuple(moves.values()))


def _find_rules_refusal(kind: str, match: Match, position: Position, seat: int) -> Refusal | None:
    """Return why the offer policy or the rules of the match forbid the seat's offer; None if they allow it."""
    engine, terms = get_engine(match.game, match.engine_version), OfferPolicy.load(match.terms)
    match kind:
        case "draw" if not terms.draw:
            return "no-draws", _("Draw offers aren't allowed in this event.")
        case "draw" if not engine.draws or find_time_limit(match.game, match.options, match.engine_version) is not None:
            return "no-draws", _("Draws by agreement aren't available in this match of {game}.", game=engine.name)
        case "takeback" if not terms.takeback:
            return "no-takebacks", _("Takebacks are only available in casual matches.")
        case "takeback" if getattr(engine, "allows_takeback", None) is None:
            return "no-takebacks", _("Takebacks aren't available in games with hidden information.")
        case "takeback" if not play.can_take_back(position, seat):
            return "nothing-to-give-back", _("You have no move that can be taken back without revealing hidden information.")
        case "pause" if not terms.pause:
            return "no-pauses", _("Only the organiser can pause matches in this event.")
        case "resume" if match.paused_until is None:
            return "paused", _("The referee has paused the match. Only the referee can resume it.")
    return None
