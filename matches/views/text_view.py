"""A match without JavaScript: its state in words, and every possible action as a form."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from engines import registry
from engines.board_description import draw_text, has_generic_board
from engines.i18n import mark, translate as _
from engines.reported import is_reported
from matches.actions import chat, clocks, creation, endings, offers
from matches.actions.submission import submit
from matches.errors import ActionError
from matches.models import Submission
from matches.preparation import preparation_text
from matches.queries.board_view import Board
from matches.queries.chat import get_chat as rooms_of
from matches.queries.lessons import get_hint
from matches.queries.submission_status import Verdict, build_verdict
from matches.server_time import now, received_at
from matches.views.pages import board_or_404, describe_result


class OfferTexts(NamedTuple):
    """Texts of an offer: the button, the state for the player who made it and for others, accept and decline."""

    ask: str
    mine: str
    theirs: str
    yes: str
    no: str


OFFER_TEXTS = {
    "draw": OfferTexts(
        mark("Offer draw"), mark("You offered a draw."), mark("{name} offers a draw."),
        mark("Accept draw"), mark("Decline"),
    ),
    "takeback": OfferTexts(
        mark("Request takeback"), mark("You requested a takeback."),
        mark("{name} requests a takeback."), mark("Accept takeback"), mark("Decline"),
    ),
    "pause": OfferTexts(
        mark("Request pause"), mark("You requested a pause (at most 15 minutes)."),
        mark("{name} requests a pause (at most 15 minutes)."), mark("Accept pause"), mark("Decline"),
    ),
    "resume": OfferTexts(
        mark("I'm back"), mark("You asked to resume."), mark("{name} wants to resume."),
        mark("Resume"), "",
    ),
}  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def plain_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the text version of a match, or handle one of its forms."""
    if request.method == "POST":
        return _handle_form(request, match_id)
    board = board_or_404(match_id, request.user.pk)
    if is_reported(board["game"]):
        return redirect("match", match_id)  # Its page needs no scripts.
    context = {
        "board": board, "standing": describe_status(board), "clocks": _format_clocks(board),
        "questions": _describe_offers(board), "answered": [offer["text"] for offer in board["answered"]],
        "asks": [(kind, _(texts.ask)) for kind, texts in OFFER_TEXTS.items() if board["can"][kind]],
        "chat": None if board["lesson"] else rooms_of(match_id, request.user.pk, now()), "key": uuid4().hex,
        "drawn": _draw_position(board), "verdict": _find_verdict(board, request.GET.get("sent", "")),
        "gone": [absence for absence in board["gone"] if absence["seat"] != board["viewer"]["seat"]],
    }  # fmt: skip
    return render(request, "matches/plain.html", context)


def _draw_position(board: Board) -> str:
    """Return the position as text, if the game describes its board; the others have their log."""
    description = (board["view"] or {}).get("board") if has_generic_board(registry.get_or_missing(board["game"])) else None
    return draw_text(description, tuple(seat["name"] for seat in board["seats"])) if description else ""


def describe_status(board: Board) -> str:
    """Return the state of the match as a sentence."""
    ruling = board["ruling"] or {}
    ruling_text = ruling.get("text", "") if ruling.get("held") else ""
    match board["status"]:
        case "open":
            return _describe_open(board)
        case "playing":
            player_names = _join_names(board["seats"][seat] for seat in board["to_act"])
            others_turn = _("Waiting for {names}.", names=player_names or _("the referee"))
            return _("It's your turn.") if board["can"]["submit"] else others_turn
        case "paused":
            return " ".join(filter(None, [_("Match paused. Clocks are stopped."), ruling_text]))
        case "review":
            return _("A referee is reviewing this match. Clocks are stopped.")
        case "void":
            return ruling_text or _("Match aborted. It doesn't count.")
        case _:
            return _describe_end(board)


def _describe_open(board: Board) -> str:
    if board["preparing"]:
        return preparation_text()
    if board["can"]["take_seat"]:
        return _("There is an open seat. Take it to play.")
    if board["can"]["ready"]:
        return _("The match is about to start. Press Ready.")
    return _("Waiting for players.")


def _join_names(seats: Iterable[Mapping[str, Any]]) -> str:
    between = _("and")
    return f" {between} ".join(seat["player"] or seat["name"] for seat in seats)


def _describe_end(board: Board) -> str:
    return f"{describe_result(board)} {board['outcome']['text']}"


def _format_clocks(board: Board) -> list[dict[str, Any]]:
    """Return by seat its name and the time left when the page was made."""
    return [
        {**seat, "turn_left": _format_clock(clock["turn_left"]), "reserve_left": _format_clock(clock["reserve_left"]),
         "runs": clock["running"]}
        for seat, clock in zip(board["seats"], board["clock"]["seats"], strict=True)
    ]  # fmt: skip


def _format_clock(ms: int) -> str:
    """Return a duration as minutes and seconds.

    >>> _format_clock(185_400), _format_clock(0)
    ('3:05', '0:00')
    """
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def _describe_offers(board: Board) -> list[dict[str, Any]]:
    """Return the open offers in words, each with the viewer's possible answers."""
    own_seat, rows = board["viewer"]["seat"], []
    for offer in board["asked"]:
        texts, seat = OFFER_TEXTS[offer["kind"]], offer["seat"]
        is_own = seat == own_seat and offer["kind"] != "resume"
        rows.append({
            "kind": offer["kind"],
            "text": _(texts.mine) if is_own else _(texts.theirs, name=_join_names([board["seats"][seat]])),
            "withdraw": is_own,
            "yes": _(texts.yes) if own_seat not in (None, seat, *offer["agreed"]) else "",
            "no": _(texts.no),
        })  # fmt: skip
    return rows


def _find_verdict(board: Board, key: str) -> Verdict | None:
    """Return the verdict on the submission that was sent by the previous page."""
    seat = board["viewer"]["seat"]
    if seat is None or not key:
        return None
    submission = Submission.objects.filter(match=board["match_id"], seat=seat, key=key[:64]).first()
    return build_verdict(submission) if submission else None


def _handle_form(request: HttpRequest, match_id: int) -> HttpResponse:
    at = received_at(request.META)
    board_or_404(match_id)
    try:
        if not request.user.is_authenticated:
            if request.POST.get("act") != "seat":
                raise ActionError("sign-in-needed", _("Sign in first, or take a seat as a guest."))
            import_string(settings.SIGN_IN_GUEST)(request)
        assert request.user.pk is not None
        message, key = perform_action(match_id=match_id, player_id=request.user.pk, data=request.POST.dict(), at=at)
    except ActionError as refusal:
        messages.error(request, refusal.text)
        return redirect("match-plain", match_id)
    if message:
        messages.success(request, message)
    address = reverse("match-plain", args=[match_id])
    return redirect(f"{address}?{urlencode({'sent': key})}" if key else address)


class FormAction(NamedTuple):
    """What a form does: the action, its text and integer fields, and the message afterwards."""

    do: Callable[..., object]
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    answer: str = ""


FORM_ACTIONS = {
    "seat": FormAction(creation.take_seat, numbers=("seat",), answer=mark("You took the seat.")),
    "ready": FormAction(creation.set_ready),
    "abort": FormAction(endings.abort_match, answer=mark("Match aborted.")),
    "claim": FormAction(endings.claim_result, ("what",), ("seat",)),
    "berserk": FormAction(clocks.go_berserk, answer=mark("You went berserk and play with half your time.")),
    "vacation": FormAction(clocks.take_vacation, numbers=("days",), answer=mark("Vacation started. Your clock is stopped.")),
    "say": FormAction(chat.post_message, ("room", "text")),
    "report": FormAction(chat.report_message, ("room", "why"), ("n",), mark("Report sent. A moderator will review it.")),
}


def perform_action(*, match_id: int, player_id: int, data: Mapping[str, str], at: datetime) -> tuple[str, str]:
    """Perform the action of the form. Raises ActionError with the codes of the action.

    Return a message and, if a submission was made, its key; its verdict comes later.
    """
    match data.get("act", ""):
        case "move":
            submission = submit(
                match_id=match_id, player_id=player_id, turn=_parse_number(data, "turn"), text=data.get("move", "").strip(),
                key=data.get("key", ""), received_at=at,
            )  # fmt: skip
            return "", submission.key
        case "resign":
            return "", endings.resign(match_id=match_id, player_id=player_id, received_at=at).key
        case "draw" | "takeback" | "pause" | "resume" as kind:
            offers.respond_to_offer(match_id=match_id, player_id=player_id, kind=kind, do=data.get("do") or "offer", at=at)
            return "", ""
        case "hint":
            suggestion = get_hint(match_id, player_id)
            return _("A bot would play {move}. {words}", move=suggestion.text, words=suggestion.words), ""
        case "mute" | "hear" as verb:
            chat.mute_player(player_id=player_id, username=data.get("player", ""), muted=verb == "mute")
            return _("Player muted.") if verb == "mute" else _("Player unmuted."), ""
        case name if name in FORM_ACTIONS:
            action = FORM_ACTIONS[name]
            fields = {field: data.get(field, "") for field in action.texts}
            numbers = {field: _parse_number(data, field) for field in action.numbers}
            action.do(match_id=match_id, player_id=player_id, at=at, **fields, **numbers)
            return _(action.answer) if action.answer else "", ""
    raise ActionError("unknown-act", _("Unknown action. Reload the page."), "act")


def _parse_number(data: Mapping[str, str], name: str) -> int:
    text = data.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ActionError("malformed", _("`{name}` must be a whole number.", name=name), name)
    return int(text)
