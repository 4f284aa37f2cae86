"""Which acts an organiser may be offered now. It fetches nothing; the acts themselves refuse what is not possible."""

from __future__ import annotations

from dataclasses import dataclass

from league.events.models import EventStatus as S


@dataclass(frozen=True, slots=True)
class Situation:
    """`draft` and `running` are about rounds; `drafts` says that the stage's rounds follow the results."""

    status: str
    entered: int = 0
    full: bool = False
    paused: bool = False
    trouble: bool = False
    running: bool = False
    waiting: bool = False
    """A round has been made and not been published."""
    drafts: bool = False
    more: bool = False
    """The stage plans further rounds."""
    takes_late: bool = False
    bracket: bool = False
    calendar: bool = False
    """A stage whose rounds may have days is to come, or running."""
    exclusions: bool = False
    """A stage that keeps pairs apart is to come, or running."""
    franchises: bool = False
    """It is played by the franchises of a season."""
    following: bool = False
    """A season is over, and its next has not been made."""


BEFORE = (S.DRAFT, S.REGISTRATION, S.CHECK_IN, S.SEEDING)
BY_STATUS: dict[str, frozenset[str]] = {
    S.DRAFT: frozenset({"open-registration", "settings", "enter", "import", "seeding", "cancel"}),
    S.REGISTRATION: frozenset(
        {"close-registration", "open-check-in", "settings", "enter", "import", "seeding", "cancel"}
    ),
    S.CHECK_IN: frozenset({"close-registration", "open-registration", "settings", "enter", "seeding", "cancel"}),
    S.SEEDING: frozenset({"open-registration", "settings", "enter", "import", "seeding", "cancel"}),
    S.RUNNING: frozenset({"withdraw", "overturn", "enter-results", "remove-result", "cancel"}),
    S.FINISHED: frozenset({"overturn", "enter-results", "remove-result", "archive"}),
    S.ARCHIVED: frozenset(),
    S.CANCELLED: frozenset(),
}


def possible(now: Situation) -> frozenset[str]:
    """The keys of the acts, and `settings` and `seeding` where these can be changed."""
    found = set(BY_STATUS[now.status])
    if now.status in BEFORE:
        found |= {"start"} if now.entered >= 2 and now.status != S.DRAFT else set()
        if not now.full:
            found.add("enter-franchises" if now.franchises else "add-bot")
        found |= {"calendar"} if now.calendar else set()
    if now.status == S.RUNNING:
        found |= _of_running(now)
    found |= {"keep-apart", "let-meet"} if now.exclusions and now.status in (*BEFORE, S.RUNNING) else set()
    found |= {"next-season"} if now.following else set()
    return frozenset(found)


def _of_running(now: Situation) -> set[str]:
    found = {"resume" if now.paused else "pause"}
    if now.takes_late:
        found.add("enter-late")
    if now.waiting:
        found |= {"plan", "calendar"} if now.calendar else {"plan"}
    if not now.running and now.waiting and not now.paused and not now.bracket:
        found.add("publish")
    if now.drafts and now.waiting:
        found |= {"drop-draft", "exchange"}
    if now.drafts and not now.waiting and not now.running and now.more:
        found.add("draft-round")
    if now.trouble or (now.drafts and not now.running):
        found.add("end-stage")
    return found
