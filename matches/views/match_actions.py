"""What a player may do at a match by sending a form: the same actions as the API's, each answered with a sentence."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from engines.words import marked, say, told
from matches.actions import chat, clocks, creation, endings, offers
from matches.actions.submitting import submit
from matches.queries.lessons import hint
from matches.refusals import Refused


class Done(NamedTuple):
    """What came of it, in words; `key` is that of a submission, whose verdict comes later."""

    answer: str = ""
    key: str = ""


class Action(NamedTuple):
    """What a form does, the texts and whole numbers that it carries for it, and the answer."""

    do: Callable[..., object]
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    answer: str = ""


ACTIONS = {
    "seat": Action(creation.take_seat, numbers=("seat",), answer=marked("The seat is yours.")),
    "ready": Action(creation.make_ready),
    "abort": Action(endings.abort, answer=marked("The match is called off.")),
    "claim": Action(endings.claim, ("what",), ("seat",)),
    "berserk": Action(clocks.go_berserk, answer=marked("You play with half your time.")),
    "vacation": Action(clocks.take_vacation, numbers=("days",), answer=marked("Your clock stands still.")),
    "say": Action(chat.say, ("room", "text")),
    "report": Action(chat.report, ("room", "why"), ("n",), marked("Thank you. The staff will look at it.")),
}


def act(*, match_id: int, player_id: int, data: Mapping[str, str], at: datetime) -> Done:
    """Do what the form's `act` names. Raises Refused with the codes of the action."""
    match data.get("act", ""):
        case "move":
            sent = submit(
                match_id=match_id, player_id=player_id, turn=_number(data, "turn"), text=data.get("move", "").strip(),
                key=data.get("key", ""), received_at=at,
            )  # fmt: skip
            return Done(key=sent.key)
        case "resign":
            return Done(key=endings.resign(match_id=match_id, player_id=player_id, received_at=at).key)
        case "draw" | "takeback" | "pause" | "resume" as kind:
            offers.agree(match_id=match_id, player_id=player_id, kind=kind, do=data.get("do") or "offer", at=at)
            return Done()
        case "hint":
            found = hint(match_id, player_id)
            return Done(say("A bot would play {move}. {words}", move=found.text, words=found.words))
        case "mute" | "hear" as verb:
            chat.mute(player_id=player_id, username=data.get("player", ""), muted=verb == "mute")
            return Done(say("Muted.") if verb == "mute" else say("You read this player again."))
        case name if name in ACTIONS:
            action = ACTIONS[name]
            fields = {field: data.get(field, "") for field in action.texts}
            numbers = {field: _number(data, field) for field in action.numbers}
            action.do(match_id=match_id, player_id=player_id, at=at, **fields, **numbers)
            return Done(told(action.answer) if action.answer else "")
    raise Refused("unknown-act", say("The page sent something that a match does not know. Load it again."), "act")


def _number(data: Mapping[str, str], name: str) -> int:
    text = data.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused("malformed", say("`{name}` is a whole number.", name=name), name)
    return int(text)
