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

from engines.words import marked, say, told
from matches.actions import chat, clocks, creation, endings, offers
from matches.actions.submitting import submit
from matches.models import Submission
from matches.moment import arrival, now
from matches.preparation import preparation_text
from matches.queries.board import Board
from matches.queries.chat import chat as rooms_of
from matches.queries.lessons import hint
from matches.queries.verdicts import Verdict, verdict_of
from matches.refusals import Refused
from matches.views.pages import board_or_404


class Words(NamedTuple):
    """Texts of an offer: the button, the state for the player who made it and for others, accept and decline."""

    ask: str
    mine: str
    theirs: str
    yes: str
    no: str


ASKS = {
    "draw": Words(
        marked("Offer draw"), marked("You offered a draw."), marked("{name} offers a draw."),
        marked("Accept draw"), marked("Decline"),
    ),
    "takeback": Words(
        marked("Request takeback"), marked("You requested a takeback."),
        marked("{name} requests a takeback."), marked("Accept takeback"), marked("Decline"),
    ),
    "pause": Words(
        marked("Request pause"), marked("You requested a pause (at most 15 minutes)."),
        marked("{name} requests a pause (at most 15 minutes)."), marked("Accept pause"), marked("Decline"),
    ),
    "resume": Words(
        marked("I'm back"), marked("You want to resume."), marked("{name} wants to resume."),
        marked("Resume"), "",
    ),
}  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def plain_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the text version of a match, or handle one of its forms."""
    if request.method == "POST":
        return _sent(request, match_id)
    shown = board_or_404(match_id, request.user.pk)
    context = {
        "board": shown, "standing": standing(shown), "clocks": _clocks(shown), "questions": _questions(shown),
        "asks": [(kind, told(words.ask)) for kind, words in ASKS.items() if shown["can"][kind]],
        "chat": None if shown["lesson"] else rooms_of(match_id, request.user.pk, now()), "key": uuid4().hex,
        "verdict": _verdict(shown, request.GET.get("sent", "")),
        "gone": [one for one in shown["gone"] if one["seat"] != shown["viewer"]["seat"]],
    }  # fmt: skip
    return render(request, "matches/plain.html", context)


def standing(shown: Board) -> str:
    """Return the state of the match as a sentence."""
    ruling = shown["ruling"] or {}
    held = ruling.get("text", "") if ruling.get("held") else ""
    match shown["status"]:
        case "open":
            return _opening(shown)
        case "playing":
            names = _names(shown["seats"][seat] for seat in shown["to_act"])
            others = say("Waiting for {names}.", names=names or say("the referee"))
            return say("It's your turn.") if shown["can"]["submit"] else others
        case "paused":
            return " ".join(filter(None, [say("Match paused. Clocks are stopped."), held]))
        case "review":
            return say("A referee is reviewing this match. Clocks are stopped.")
        case "void":
            return held or say("Match aborted. It doesn't count.")
        case _:
            return _ended(shown)


def _opening(shown: Board) -> str:
    if shown["preparing"]:
        return preparation_text()
    if shown["can"]["take_seat"]:
        return say("There is an open seat. Take it to play.")
    if shown["can"]["ready"]:
        return say("The match is about to start. Press Ready.")
    return say("Waiting for players.")


def _names(seats: Iterable[Mapping[str, Any]]) -> str:
    between = say("and")
    return f" {between} ".join(seat["player"] or seat["name"] for seat in seats)


def _ended(shown: Board) -> str:
    outcome = shown["outcome"]
    first = [seat for seat in shown["seats"] if outcome["ranks"][seat["number"]] == 1]
    if len(first) == len(shown["seats"]):
        won = say("The match ended in a draw.")
    else:
        won = say("{names} won.", names=_names(first)) if first else say("There is no winner.")
    return f"{won} {outcome['text']}"


def _clocks(shown: Board) -> list[dict[str, Any]]:
    """Return by seat its name and the time left when the page was made."""
    return [
        {**seat, "turn_left": _face(clock["turn_left"]), "reserve_left": _face(clock["reserve_left"]),
         "runs": clock["running"]}
        for seat, clock in zip(shown["seats"], shown["clock"]["seats"], strict=True)
    ]  # fmt: skip


def _face(ms: int) -> str:
    """Return a duration as minutes and seconds.

    >>> _format_clock(185_400), _format_clock(0)
    ('3:05', '0:00')
    """
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def _questions(shown: Board) -> list[dict[str, Any]]:
    """Return the open offers in words, each with the viewer's possible answers."""
    mine, found = shown["viewer"]["seat"], []
    for one in shown["asked"]:
        words, seat = ASKS[one["kind"]], one["seat"]
        is_own = seat == mine and one["kind"] != "resume"
        found.append({
            "kind": one["kind"],
            "text": told(words.mine) if is_own else told(words.theirs, name=_names([shown["seats"][seat]])),
            "withdraw": is_own,
            "yes": told(words.yes) if mine not in (None, seat, *one["agreed"]) else "",
            "no": told(words.no),
        })  # fmt: skip
    return found


def _verdict(shown: Board, key: str) -> Verdict | None:
    """Return the verdict on the submission that was sent by the previous page."""
    seat = shown["viewer"]["seat"]
    if seat is None or not key:
        return None
    sent = Submission.objects.filter(match=shown["match_id"], seat=seat, key=key[:64]).first()
    return verdict_of(sent) if sent else None


def _sent(request: HttpRequest, match_id: int) -> HttpResponse:
    at = arrival(request.META)
    board_or_404(match_id)
    try:
        if not request.user.is_authenticated:
            if request.POST.get("act") != "seat":
                raise Refused("sign-in-needed", say("Sign in first, or take a seat as a guest."))
            import_string(settings.SIGN_IN_GUEST)(request)
        assert request.user.pk is not None
        answer, key = act(match_id=match_id, player_id=request.user.pk, data=request.POST.dict(), at=at)
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("match-plain", match_id)
    if answer:
        messages.success(request, answer)
    address = reverse("match-plain", args=[match_id])
    return redirect(f"{address}?{urlencode({'sent': key})}" if key else address)


class Action(NamedTuple):
    """What a form does: the action, its text and integer fields, and the message afterwards."""

    do: Callable[..., object]
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    answer: str = ""


ACTIONS = {
    "seat": Action(creation.take_seat, numbers=("seat",), answer=marked("You took the seat.")),
    "ready": Action(creation.make_ready),
    "abort": Action(endings.abort, answer=marked("Match aborted.")),
    "claim": Action(endings.claim, ("what",), ("seat",)),
    "berserk": Action(clocks.go_berserk, answer=marked("You went berserk and play with half your time.")),
    "vacation": Action(
        clocks.take_vacation, numbers=("days",), answer=marked("Vacation started. Your clock is stopped.")
    ),
    "say": Action(chat.send_message, ("room", "text")),
    "report": Action(chat.report, ("room", "why"), ("n",), marked("Report sent. A moderator will review it.")),
}


def act(*, match_id: int, player_id: int, data: Mapping[str, str], at: datetime) -> tuple[str, str]:
    """Perform the action of the form. Raises Refused with the codes of the action.

    Return a message and, if a submission was made, its key; its verdict comes later.
    """
    match data.get("act", ""):
        case "move":
            sent = submit(
                match_id=match_id, player_id=player_id, turn=_number(data, "turn"), text=data.get("move", "").strip(),
                key=data.get("key", ""), received_at=at,
            )  # fmt: skip
            return "", sent.key
        case "resign":
            return "", endings.resign(match_id=match_id, player_id=player_id, received_at=at).key
        case "draw" | "takeback" | "pause" | "resume" as kind:
            offers.agree(match_id=match_id, player_id=player_id, kind=kind, do=data.get("do") or "offer", at=at)
            return "", ""
        case "hint":
            found = hint(match_id, player_id)
            return say("A bot would play {move}. {words}", move=found.text, words=found.words), ""
        case "mute" | "hear" as verb:
            chat.mute(player_id=player_id, username=data.get("player", ""), muted=verb == "mute")
            return say("Player muted.") if verb == "mute" else say("Player unmuted."), ""
        case name if name in ACTIONS:
            action = ACTIONS[name]
            fields = {field: data.get(field, "") for field in action.texts}
            numbers = {field: _number(data, field) for field in action.numbers}
            action.do(match_id=match_id, player_id=player_id, at=at, **fields, **numbers)
            return told(action.answer) if action.answer else "", ""
    raise Refused("unknown-act", say("Unknown action. Reload the page."), "act")


def _number(data: Mapping[str, str], name: str) -> int:
    text = data.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("malformed", say("`{name}` must be a whole number.", name=name), name)
    return int(text)
