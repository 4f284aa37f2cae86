"""What becomes of every row that points at a player when the account is deleted.

The deletion itself, the page that explains it and the door for programs all read this table. A test asks for a line
here for every reference to a player that there is.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engines.words import marked, told


class Decision(NamedTuple):
    goes: bool
    """Whether the row is removed; what is not stays under the name that the account gets."""
    words: str


_goes, _stays = partial(Decision, True), partial(Decision, False)

_FACTOR = _goes(marked("your second factor and its recovery codes"))
_NOTICES = _goes(marked("your notifications, what you chose about them, and the browsers that are told"))
_RIGHTS = _goes(marked("your roles in leagues and on the site"))
_MATCHES = _stays(
    marked("matches that you played or offered, with their logs, signed records and what was said to referees")
)
_EVENTS = _stays(marked("entries, pairings, results and standings of events"))
_RATINGS = _stays(marked("ratings and statistics, for those of others are worked out with them"))
_TEAMS = _stays(marked("franchises, with their names, drafts of seasons, and what they won"))
_CHAT = _stays(marked("chat lines, unless you choose to have their text removed, and reports"))
_ACTS = _stays(marked("what you did as organiser, referee or admin, in logs that nobody can change"))

DECISIONS: Mapping[str, Decision] = {
    "league.SignIn.player": _goes(marked("the list of your browsers; all of them are signed out")),
    "league.Token.player": _goes(marked("your tokens")),
    "matches.IdempotentRequest.player": _goes(marked("the keys of your programs' last requests")),
    "league.Hook.player": _goes(marked("your webhooks and what was sent to them")),
    "league.Notice.player": _NOTICES,
    "league.NoticeTerms.player": _NOTICES,
    "league.PushDevice.player": _NOTICES,
    "otp_totp.TOTPDevice.user": _FACTOR,
    "otp_static.StaticDevice.user": _FACTOR,
    "league.Staff.player": _RIGHTS,
    "league.Player.groups": _RIGHTS,
    "league.Player.user_permissions": _RIGHTS,
    "matches.Mute.by": _goes(marked("the list of people whose chat you do not read")),
    "matches.Mute.player": _stays(marked("that others do not read your chat")),
    "matches.Message.by": _CHAT,
    "matches.Report.by": _CHAT,
    "matches.Seat.player": _MATCHES,
    "league.Challenge.challenger": _MATCHES,
    "league.Call.player": _MATCHES,
    "league.Entrant.player": _EVENTS,
    "league.NoShow.player": _EVENTS,
    "league.Rating.player": _RATINGS,
    "league.RatingChange.player": _RATINGS,
    "league.StatSeat.player": _RATINGS,
    "league.Franchise.owner": _TEAMS,
    "league.FranchiseResult.player": _TEAMS,
    "league.Draft.host": _TEAMS,
    "league.DraftTeam.player": _TEAMS,
    "league.DraftAct.by": _TEAMS,
    "league.AuditEntry.by": _ACTS,
    "league.Call.answered_by": _ACTS,
    "league.Event.organiser": _ACTS,
    "league.EventNote.by": _ACTS,
    "league.Hook.made_by": _ACTS,
    "league.Look.by": _ACTS,
    "league.NoShow.lifted_by": _ACTS,
    "league.Overturn.by": _ACTS,
    "league.Overturn.undone_by": _ACTS,
    "league.RatingCorrection.by": _ACTS,
    "admin.LogEntry.user": _ACTS,
}
"""By table and column. Mock drafts, which are a draft's rows, go as well."""

GOES = (
    marked("your username, name, e-mail address, password and what you told about yourself"),
    *dict.fromkeys(one.words for one in DECISIONS.values() if one.goes),
    marked("your mock drafts"),
    marked("your places in events that have not begun, and your open challenges"),
)
STAYS = tuple(dict.fromkeys(one.words for one in DECISIONS.values() if not one.goes))
OUT_OF_REACH = (
    marked(
        "Logs of leagues and events, which only their staff read, name you as you were called when something was done."
    ),
    marked(
        "Notifications that others have had of you keep your name until they are thrown away, after 90 days; what was "
        "sent to webhooks of others, after 30 days here; letters that were sent are with those who got them."
    ),
    marked("Backups of the site hold your account until they are thrown away."),
    marked("Records of matches hold no names: they stay as they were signed, and still verify."),
)
"""What no deletion reaches, told before it."""


def told_of(sentences: Sequence[str]) -> list[str]:
    """Return GOES, STAYS or OUT_OF_REACH in the reader's language."""
    return [told(one) for one in sentences]
