"""What happens to each row that refers to a player when the account is deleted.

The deletion, the page that explains it and the API all read this table. A test requires a decision for every reference
to a player.
"""

from typing import NamedTuple

from engines.words import marked, told


class Decision(NamedTuple):
    """What happens to the rows of a table on deletion."""

    goes: bool
    """Whether the row is removed; other rows stay under the replacement name."""
    words: str


_GOES = {
    marked("the list of your browsers; all of them are signed out"): "league.SignIn.player",
    marked("your tokens"): "league.Token.player",
    marked("the keys of your programs' last requests"): "matches.IdempotentRequest.player",
    marked("your webhooks and what was sent to them"): "league.Hook.player",
    marked("your notifications, what you chose about them, and the browsers that are told"): (
        "league.Notice.player league.NoticeTerms.player league.PushDevice.player"
    ),
    marked("your second factor and its recovery codes"): "otp_totp.TOTPDevice.user otp_static.StaticDevice.user",
    marked("your roles in leagues and on the site"): (
        "league.Staff.player league.Player.groups league.Player.user_permissions"
    ),
    marked("the list of people whose chat you do not read"): "matches.Mute.by",
}
"""Tables and columns of the rows that are removed, by their description."""
_STAYS = {
    marked("that others do not read your chat"): "matches.Mute.player",
    marked("chat lines, unless you choose to have their text removed, and reports"): (
        "matches.Message.by matches.Report.by"
    ),
    marked("matches that you played or offered, with their logs, signed records and what was said to referees"): (
        "matches.Seat.player league.Challenge.challenger league.Call.player"
    ),
    marked("entries, pairings, results and standings of events"): "league.Entrant.player league.NoShow.player",
    marked("ratings and statistics, for those of others are worked out with them"): (
        "league.Rating.player league.RatingChange.player league.StatSeat.player"
    ),
    marked("franchises, with their names, drafts of seasons, and what they won"): (
        "league.Franchise.owner league.FranchiseResult.player league.Draft.host league.DraftTeam.player"
        " league.DraftAct.by"
    ),
    marked("what you did as organiser, referee or admin, in logs that nobody can change"): (
        "league.AuditEntry.by league.Call.answered_by league.Event.organiser league.EventNote.by league.Hook.made_by"
        " league.Look.by league.NoShow.lifted_by league.Overturn.by league.Overturn.undone_by"
        " league.RatingCorrection.by admin.LogEntry.user"
    ),
}
DECISIONS = {
    column: Decision(goes, words)
    for goes, decided in ((True, _GOES), (False, _STAYS))
    for words, columns in decided.items()
    for column in columns.split()
}
"""The decisions by table and column. Mock drafts, which are ordinary draft rows, are removed as well."""

GOES = (
    marked("your username, name, e-mail address, password and what you told about yourself"),
    *_GOES,
    marked("your mock drafts"),
    marked("your places in events that have not begun, and your open challenges"),
)
STAYS = tuple(_STAYS)
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
"""Data that a deletion cannot reach, as shown before it."""


def told_decisions() -> dict[str, list[str]]:
    """Return what is removed, kept and out of reach, translated."""
    decisions = {"goes": GOES, "stays": STAYS, "out_of_reach": OUT_OF_REACH}
    return {name: [told(one) for one in sentences] for name, sentences in decisions.items()}
