"""The slash commands: what Discord shows of them, and what they do."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engines.i18n import mark
from league.discord.calls import Call, Reply
from league.discord.match_commands import (
    OUTCOMES,
    check_in_player,
    link_account,
    report_own_result,
    show_next_matches,
    show_standings,
    suggest_check_ins,
    suggest_events,
    suggest_reportable,
)
from league.discord.time_commands import accept_proposal, set_hours, suggest_times


class Option(NamedTuple):
    """An option of a command: a text, one of `choices`, or with suggestions that `suggest` finds for what is typed."""

    name: str
    description: str
    choices: Mapping[str, str] = {}
    suggest: Callable[[Call, str], list[tuple[str, str]]] | None = None
    """Returns labels and values."""
    required: bool = False


class Command(NamedTuple):
    """A slash command. The answer is for its user only, unless `is_public`."""

    name: str
    description: str
    act: Callable[[Call], Reply]
    options: Sequence[Option] = ()
    is_public: bool = False
    needs_account: bool = True


COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        Command("link", mark("Link your account"), link_account, [Option("code", mark("The code from your account page"))],
            needs_account=False),
        Command("next", mark("Show your next matches"), show_next_matches),
        Command(
            "checkin", mark("Check in to an event"), check_in_player,
            [Option("event", mark("The event"), suggest=suggest_check_ins)],
        ),
        Command(
            "result", mark("Report the result of a match played elsewhere"), report_own_result,
            [
                Option("result", mark("Your result"), OUTCOMES, required=True),
                Option("match", mark("The match, if you have several"), suggest=suggest_reportable),
            ],
        ),
        Command(
            "available", mark("Say when you can play"), set_hours,
            [Option("hours", mark("Your week, such as mon-fri 18-22; sat 10-12"))],
        ),
        Command(
            "accept", mark("Accept a match time that your opponent proposes"), accept_proposal,
            [Option("time", mark("The time"), suggest=suggest_times)],
        ),
        Command(
            "standings", mark("Show the standings of an event"), show_standings,
            [Option("event", mark("The event"), suggest=suggest_events)], is_public=True, needs_account=False,
        ),
    )
}  # fmt: skip
"""The commands by name."""
