"""What somebody may do at a match by sending a form: the same acts as the API's, each answered with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from engines.words import say
from matches.actions import chat, clocks, creation, endings, offers
from matches.actions.chat import say as send_chat
from matches.actions.submitting import submit
from matches.queries.lessons import hint
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a player sent about a match, and when it came."""

    match_id: int
    player_id: int
    given: Mapping[str, str]
    at: datetime

    def text(self, name: str) -> str:
        return self.given.get(name, "")

    def number(self, name: str) -> int:
        text = self.text(name).strip()
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Refused("malformed", say("`{name}` is a whole number.", name=name), name)
        return int(text)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of it, in words; `key` is that of a submission, whose verdict comes later."""

    said: str = ""
    key: str = ""


def _seat(form: Form) -> Done:
    creation.take_seat(match_id=form.match_id, player_id=form.player_id, at=form.at, seat=form.number("seat"))
    return Done(say("The seat is yours."))


def _ready(form: Form) -> Done:
    creation.make_ready(match_id=form.match_id, player_id=form.player_id, at=form.at)
    return Done()


def _move(form: Form) -> Done:
    sent = submit(
        match_id=form.match_id, player_id=form.player_id, turn=form.number("turn"), text=form.text("move").strip(),
        key=form.text("key"), received_at=form.at,
    )  # fmt: skip
    return Done(key=sent.key)


def _resign(form: Form) -> Done:
    return Done(key=endings.resign(match_id=form.match_id, player_id=form.player_id, received_at=form.at).key)


def _agree(form: Form) -> Done:
    kind, do = form.text("act"), form.text("do") or "offer"
    offers.agree(match_id=form.match_id, player_id=form.player_id, kind=kind, do=do, at=form.at)
    return Done()


def _abort(form: Form) -> Done:
    endings.abort(match_id=form.match_id, player_id=form.player_id, at=form.at)
    return Done(say("The match is called off."))


def _claim(form: Form) -> Done:
    seat, what = form.number("seat"), form.text("what")
    endings.claim(match_id=form.match_id, player_id=form.player_id, seat=seat, what=what, at=form.at)
    return Done()


def _berserk(form: Form) -> Done:
    clocks.go_berserk(match_id=form.match_id, player_id=form.player_id, at=form.at)
    return Done(say("You play with half your time."))


def _vacation(form: Form) -> Done:
    clocks.take_vacation(match_id=form.match_id, player_id=form.player_id, days=form.number("days"), at=form.at)
    return Done(say("Your clock stands still."))


def _hint(form: Form) -> Done:
    found = hint(form.match_id, form.player_id)
    return Done(say("A bot would play {move}. {words}", move=found.text, words=found.words))


def _say(form: Form) -> Done:
    room, text = form.text("room"), form.text("text")
    send_chat(match_id=form.match_id, player_id=form.player_id, room=room, text=text, at=form.at)
    return Done()


def _mute(form: Form) -> Done:
    muted = form.text("act") == "mute"
    chat.mute(player_id=form.player_id, username=form.text("player"), muted=muted)
    return Done(say("Muted.") if muted else say("You read this player again."))


def _report(form: Form) -> Done:
    chat.report(
        match_id=form.match_id, player_id=form.player_id, room=form.text("room"), n=form.number("n"),
        why=form.text("why"), at=form.at,
    )  # fmt: skip
    return Done(say("Thank you. The staff will look at it."))


ACTS: dict[str, Callable[[Form], Done]] = {
    "seat": _seat, "ready": _ready, "move": _move, "resign": _resign, "abort": _abort, "claim": _claim,
    "berserk": _berserk, "vacation": _vacation, "hint": _hint, "say": _say, "mute": _mute, "hear": _mute,
    "report": _report, **dict.fromkeys(("draw", "takeback", "pause", "resume"), _agree),
}  # fmt: skip


def act(form: Form) -> Done:
    """Do what the form's `act` names; Refused with the codes of the act."""
    found = ACTS.get(form.text("act"))
    if found is None:
        raise Refused("unknown-act", say("The page sent something that a match does not know. Load it again."), "act")
    return found(form)
