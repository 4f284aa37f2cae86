"""Which part of somebody's export has what each table holds of them, and of which tables nothing is in it."""

from __future__ import annotations

HOLDS = {
    "league.SignIn.player": "browsers", "league.Token.player": "tokens", "league.Hook.player": "webhooks",
    "league.Notice.player": "notifications", "league.NoticeTerms.player": "notification-settings",
    "league.PushDevice.player": "devices", "otp_totp.TOTPDevice.user": "profile",
    "otp_static.StaticDevice.user": "profile", "league.Staff.player": "memberships", "matches.Mute.by": "mutes",
    "matches.Message.by": "chat", "matches.Report.by": "reports", "matches.Seat.player": "matches",
    "league.Challenge.challenger": "challenges", "league.Call.player": "calls", "league.Entrant.player": "entries",
    "league.NoShow.player": "no-shows", "league.Rating.player": "ratings",
    "league.RatingChange.player": "rating-history", "league.Franchise.owner": "franchises",
    "league.Draft.host": "drafts", "league.DraftTeam.player": "drafts", "league.DraftAct.by": "draft-acts",
    "league.AuditEntry.by": "audit", "league.Event.organiser": "organised", "league.EventNote.by": "event-acts",
    "league.Look.by": "looks", "admin.LogEntry.user": "admin-acts",
}  # fmt: skip
"""By reference to a player (see `decisions.DECISIONS`), the part that has what it holds of its owner."""
LEFT_OUT = {
    "matches.Mute.player": "whom somebody does not read is nobody else's business",
    "matches.IdempotentRequest.player": "kept for a day, and each answer was given to its owner",
    "league.StatSeat.player": "worked out from the matches",
    "league.FranchiseResult.player": "worked out from the matches",
    "league.Player.groups": "the profile says who is an admin",
    "league.Player.user_permissions": "the profile says who is an admin",
    "league.Call.answered_by": "an act of the audit log",
    "league.Hook.made_by": "an act of the audit log",
    "league.NoShow.lifted_by": "an act of the audit log, or of an event's",
    "league.Overturn.by": "an act of an event's log",
    "league.Overturn.undone_by": "an act of an event's log",
    "league.RatingCorrection.by": "follows from a ruling, which is an act of a log",
}
"""Those of which nothing is in the export, and why."""
