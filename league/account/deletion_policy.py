"""What happens to each row that refers to a player when the account is deleted.

The deletion, the page that explains it and the API all read this table. A test requires a decision for every reference
to a player.
"""

from typing import NamedTuple

from engines.i18n import mark, translate as _


class Decision(NamedTuple):
    """What happens to the rows of a table on deletion."""

    goes: bool
    """Whether the row is removed; other rows stay under the replacement name."""
    words: str


_REMOVED = {
    mark("your active sessions; you are signed out everywhere"): "league.UserSession.player",
    mark("your API tokens"): "league.Token.player",
    mark("the idempotency keys of your programs' latest requests"): "matches.IdempotentRequest.player",
    mark("your webhooks and their deliveries"): "league.Webhook.player",
    mark("your notifications, notification settings and browsers with push notifications"): (
        "league.Notification.player league.NotificationPreferences.player league.PushDevice.player"
    ),
    mark("your two-factor authentication, its recovery codes, and your passkeys"): "mfa.Authenticator.user",
    mark("your linked accounts of other sites"): "socialaccount.SocialAccount.user account.EmailAddress.user",
    mark("your roles in leagues and on the site"): ("league.Staff.player league.Player.groups league.Player.user_permissions"),
    mark("your list of muted players"): "matches.Mute.by",
    mark("your list of followed players, and your entry in those of others"): "league.Follow.by league.Follow.player",
    mark("your saved set-ups"): "league.SavedSetUp.player",
    mark("your attempts at puzzles, and your puzzle ratings and streaks"): (
        "league.PuzzleAttempt.player league.PuzzleSkill.player league.PuzzleDays.player"
    ),
    mark("your requests for reviews of matches"): "league.ReviewRequest.player",
    mark("the links with which you claimed your results"): "league.ClaimLink.player",
    mark("the times at which you can play"): "league.Availability.player",
    mark("figures with which the staff compare your choices in rated matches with what was hidden from you"): (
        "league.FitScore.player league.FitScore.partner"
    ),
    mark("your place in quick pairing"): "league.QueueEntry.player",
    mark("the link to your Discord user"): "league.DiscordLink.player league.DiscordCode.player",
}
"""Tables and columns of the rows that are removed, by their description."""
_KEPT = {
    mark("your entry in other players' mute lists"): "matches.Mute.player",
    mark("chat messages, unless you choose to remove their text, and reports"): (
        "matches.Message.by league.DraftMessage.by matches.Report.by league.DraftReport.by"
    ),
    mark("matches that you played or created, with their game logs, signed records and messages to referees"): (
        "matches.Seat.player league.Challenge.challenger league.RefereeCall.player"
    ),
    mark("results that you reported, with their evidence"): "league.ResultReport.by",
    mark("entries, pairings, results and standings of events"): (
        "league.Entrant.player league.TeamMember.player league.NoShow.player"
    ),
    mark("ratings and statistics, because those of other players depend on them"): (
        "league.Rating.player league.RatingChange.player league.StatSeat.player"
    ),
    mark("titles that you created, because events use them"): "league.Title.owner",
    mark("franchises with their names, season drafts and winnings"): (
        "league.Franchise.owner league.FranchiseResult.player league.Draft.host league.DraftTeam.player league.DraftLogEntry.by"
    ),
    mark("your actions as organiser, referee or admin, in logs that can't be changed"): (
        "league.AuditEntry.by league.RefereeCall.answered_by league.Event.organiser league.EventLogEntry.by"
        " league.Webhook.made_by league.HiddenViewLog.by league.NoShow.cleared_by"
        " league.ResultOverride.by league.ResultOverride.undone_by league.RatingCorrection.by admin.LogEntry.user"
    ),
}
DECISIONS = {
    column: Decision(goes, words)
    for goes, decided in ((True, _REMOVED), (False, _KEPT))
    for words, columns in decided.items()
    for column in columns.split()
}
"""The decisions by table and column. Mock drafts, which are ordinary draft rows, are removed as well."""

REMOVED_TEXTS = (
    mark("your username, name, email address, password and profile text"),
    *_REMOVED,
    mark("your mock drafts"),
    mark("your entries in events that haven't started, and your open challenges"),
)
KEPT_TEXTS = tuple(_KEPT)
UNREACHABLE_TEXTS = (
    mark("Logs of leagues and events, which only their staff can read, show the name you had at the time."),
    mark(
        "Notifications about you that other players received keep your name until they are deleted after 90 "
        "days. Webhook deliveries to others are kept here for 30 days. Emails that were sent can't be recalled."
    ),
    mark("Backups of the site contain your account until they are deleted."),
    mark("Game records contain no names. They stay as they were signed and can still be verified."),
)
"""Data that a deletion cannot reach, as shown before it."""


def describe_decisions() -> dict[str, list[str]]:
    """Return what is removed, kept and out of reach, translated."""
    decisions = {"goes": REMOVED_TEXTS, "stays": KEPT_TEXTS, "out_of_reach": UNREACHABLE_TEXTS}
    return {name: [_(sentence) for sentence in sentences] for name, sentences in decisions.items()}
