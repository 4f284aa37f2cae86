"""Every reference to a player is decided on: does it go with the account, or stay under another name?"""

from django.apps import apps

from league.account.deletion_policy import DECISIONS, KEPT_TEXTS, REMOVED_TEXTS
from league.account.export_parts import PARTS
from league.people.models import Player

HOLDS = {
    "league.UserSession.player": "browsers", "league.Token.player": "tokens", "league.Webhook.player": "webhooks",
    "league.DiscordLink.player": "discord",
    "league.Notification.player": "notifications", "league.NotificationPreferences.player": "notification-settings",
    "league.PushDevice.player": "devices", "mfa.Authenticator.user": "passkeys",
    "socialaccount.SocialAccount.user": "linked-accounts",
    "league.Staff.player": "memberships", "matches.Mute.by": "mutes",
    "league.Follow.by": "follows", "league.SavedSetUp.player": "set-ups",
    "league.PuzzleAttempt.player": "puzzle-attempts", "league.PuzzleSkill.player": "puzzle-ratings",
    "league.PuzzleDays.player": "puzzle-days",
    "league.Title.owner": "titles",
    "matches.Message.by": "chat", "matches.Report.by": "reports", "matches.Seat.player": "matches",
    "league.Challenge.challenger": "challenges", "league.RefereeCall.player": "calls", "league.Entrant.player": "entries",
    "league.TeamMember.player": "team-memberships", "league.NoShow.player": "no-shows", "league.Rating.player": "ratings",
    "league.RatingChange.player": "rating-history", "league.Franchise.owner": "franchises",
    "league.Draft.host": "drafts", "league.DraftTeam.player": "drafts", "league.DraftLogEntry.by": "draft-acts",
    "league.DraftMessage.by": "draft-chat", "league.DraftReport.by": "draft-reports",
    "league.ResultReport.by": "result-reports", "league.Availability.player": "availability",
    "league.AuditEntry.by": "audit", "league.Event.organiser": "organised", "league.EventLogEntry.by": "event-acts",
    "league.HiddenViewLog.by": "looks", "admin.LogEntry.user": "admin-acts",
}  # fmt: skip
"""By reference to a player (see `decisions.DECISIONS`), the part that has what it holds of its owner."""
LEFT_OUT = {
    "league.DiscordCode.player": "a digest, valid for minutes",
    "account.EmailAddress.user": "a table of django-allauth that stays empty",
    "league.Follow.player": "whom somebody follows is nobody else's business",
    "matches.Mute.player": "whom somebody does not read is nobody else's business",
    "league.QueueEntry.player": "a wait of minutes, which its owner sees",
    "matches.IdempotentRequest.player": "kept for a day, and each answer was given to its owner",
    "league.ClaimLink.player": "a link that was used, of which the entries tell more",
    "league.ReviewRequest.player": "a wait of minutes, which its owner sees",
    "league.FitScore.player": "worked out from the matches; would tell a cheater what is noticed",
    "league.FitScore.partner": "as those of a player alone",
    "league.StatSeat.player": "worked out from the matches",
    "league.FranchiseResult.player": "worked out from the matches",
    "league.Player.groups": "the profile says who is an admin",
    "league.Player.user_permissions": "the profile says who is an admin",
    "league.RefereeCall.answered_by": "an act of the audit log",
    "league.Webhook.made_by": "an act of the audit log",
    "league.NoShow.cleared_by": "an act of the audit log, or of an event's",
    "league.ResultOverride.by": "an act of an event's log",
    "league.ResultOverride.undone_by": "an act of an event's log",
    "league.RatingCorrection.by": "follows from a ruling, which is an act of a log",
}
"""Those of which nothing is in the export, and why."""


def references() -> set[str]:
    """By table and column, everything that points at a player, and what a player's own row points at."""
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
        if field.related_model is Player
    }
    return found | {f"{Player._meta.label}.{field.name}" for field in Player._meta.many_to_many}


def test_every_reference_to_a_player_is_decided_on() -> None:
    undecided = references() - set(DECISIONS)
    assert not undecided, (
        f"{', '.join(sorted(undecided))}: say in league/account/deletion_policy.py whether these rows go when the"
        " player's account is deleted, and what the owner is told of it;"
        " what they hold of the owner belongs into the export."
    )
    assert set(DECISIONS) <= references()
    for decision in DECISIONS.values():
        assert decision.words in (REMOVED_TEXTS if decision.goes else KEPT_TEXTS)


def test_each_reference_is_in_the_export_or_left_out_for_a_reason() -> None:
    undecided = set(DECISIONS) - set(HOLDS) - set(LEFT_OUT)
    assert not undecided, (
        f"{', '.join(sorted(undecided))}: name in HOLDS the part of the export that has"
        " what these rows hold of their owner, or say in LEFT_OUT why none has."
    )
    assert not set(HOLDS) & set(LEFT_OUT)
    assert set(HOLDS) | set(LEFT_OUT) <= set(DECISIONS)
    assert set(HOLDS.values()) <= {part.name for part in PARTS}
