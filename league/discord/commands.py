"""The slash commands: what Discord shows of them, and what they do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from engines.i18n import mark, translate as _
from league.discord import queries
from league.discord.actions import link_user
from league.events.models import Pairing
from league.people.models import Player
from league.registration.actions.entries import check_in
from league.result_reports.actions.reports import report_result
from league.result_reports.queries import find_panel
from league.result_reports.rules import Claim
from league.standings.tables import list_leaders
from league.webhooks.services.discord import Discord
from matches.errors import ActionError

DISCORD = Discord()
MAX_STANDINGS = 15
OUTCOMES = {"won": mark("I won"), "drawn": mark("Draw"), "lost": mark("I lost")}


@dataclass(frozen=True, slots=True)
class Call:
    """A command that a Discord user has entered."""

    user_id: str
    user_name: str
    player: Player | None
    """The account that the user is linked to."""
    options: Mapping[str, str]
    at: datetime

    @property
    def player_id(self) -> int:
        """Return the id of the player. Raises ActionError without a linked account."""
        if self.player is None:
            raise ActionError("not-linked", _("Link your account first."))
        return self.player.pk


Reply = list[str]
"""The lines of an answer, escaped."""


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


def explain_link() -> Reply:
    """Return how to link an account."""
    return [tell(mark("Link your account first: create a code on this page, and enter it with /link.")), f"<{_url('discord')}>"]


def tell(text: str, **values: object) -> str:
    """Return a sentence with these values escaped; times are shown in each reader's zone."""
    shown = {
        name: DISCORD.format_time(value) if isinstance(value, datetime) else DISCORD.escape(str(value))
        for name, value in values.items()
    }  # fmt: skip
    return _(text, **shown) if shown else _(text)


def _url(name: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def _link_to(path: str) -> str:
    return f"<{settings.SITE_URL}{path}>"


def _link(call: Call) -> Reply:
    if call.player is not None:
        return [tell(mark("You're linked to {player}."), player=call.player), f"<{_url('discord')}>"]
    code = call.options.get("code", "")
    if not code:
        return explain_link()
    player = link_user(code=code, user_id=call.user_id, name=call.user_name, at=call.at)
    return [tell(mark("Linked. You now act as {player}."), player=player)]


def _next(call: Call) -> Reply:
    matches = queries.list_next_matches(call.player_id)
    if not matches:
        return [tell(mark("No match awaits you."))]
    lines = []
    for match in matches:
        parts = [tell(mark("{title} against {opponents}"), title=match.title, opponents=match.opponents) if match.opponents
                 else DISCORD.escape(match.title)]  # fmt: skip
        parts += [DISCORD.format_time(match.starts_at)] if match.starts_at else []
        lines.append(" · ".join([*parts, _link_to(match.path)]))
    return lines


def _check_in(call: Call) -> Reply:
    events = queries.list_check_ins(call.player_id)
    if not events:
        return [tell(mark("No check-in is open for you."))]
    event = queries.choose(events, call.options.get("event", ""))
    if event is None:
        return [tell(mark("Choose the event: {events}"), events=", ".join(event.name for event in events))]
    check_in(event_id=event.pk, player_id=call.player_id, at=call.at)
    return [tell(mark("You're checked in: {event}"), event=event.name)]


def _report_result(call: Call) -> Reply:
    player_id = call.player_id
    pairings = queries.list_reportable(player_id)
    if not pairings:
        return [tell(mark("None of your matches awaits a report."))]
    pairing = queries.choose(pairings, call.options.get("match", ""))
    if pairing is None:
        titles = ", ".join(_name_pairing(pairing, player_id) for pairing in pairings)
        return [tell(mark("Choose the match: {matches}"), matches=titles)]
    page = _link_to(reverse("pairing-report", args=[pairing.round.event_id, pairing.pk]))
    panel = find_panel(pairing.pk, call.player)
    labels = {choice.label: choice.value for choice in panel.results} if panel is not None else {}
    code = labels.get(_(OUTCOMES.get(call.options.get("result", ""), "")))
    if code is None or pairing.best_of > 1:
        return [tell(mark("This result needs more than one word. Report it on its page.")), page]
    report_result(event_id=pairing.round.event_id, pairing_id=pairing.pk, player_id=player_id, claim=Claim(code), at=call.at)
    return [tell(mark("Reported: {match}"), match=_name_pairing(pairing, player_id)), page]


def _show_standings(call: Call) -> Reply:
    player_id = call.player.pk if call.player else None
    event = queries.find_started_event(call.options.get("event", ""), player_id)
    if event is None:
        return [tell(mark("Choose an event that has begun."))]
    lines = [
        f"{line['rank'] or '–'}\\. {DISCORD.escape(str(line['name']))} \\({line['points']}\\)"
        for line in list_leaders(event, MAX_STANDINGS)
    ]
    title = f"**{tell(mark('Standings of {event}'), event=event.name)}**"
    return [title, *(lines or [tell(mark("No standings yet."))]), _link_to(reverse("event", args=[event.pk]))]


def _name_pairing(pairing: Pairing, player_id: int) -> str:
    return f"{queries.name_opponents(pairing, player_id)} ({pairing.round.event.name}, {pairing.round.name})"


def _suggest_events(call: Call, text: str) -> list[tuple[str, str]]:
    return [(event.name, str(event.pk)) for event in queries.list_started_events(text)]


def _suggest_check_ins(call: Call, text: str) -> list[tuple[str, str]]:
    return [(event.name, str(event.pk)) for event in queries.list_check_ins(call.player_id)]


def _suggest_reportable(call: Call, text: str) -> list[tuple[str, str]]:
    player_id = call.player_id
    return [(_name_pairing(pairing, player_id), str(pairing.pk)) for pairing in queries.list_reportable(player_id)]


COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        Command("link", mark("Link your account"), _link, [Option("code", mark("The code from your account page"))],
            needs_account=False),
        Command("next", mark("Show your next matches"), _next),
        Command(
            "checkin", mark("Check in to an event"), _check_in,
            [Option("event", mark("The event"), suggest=_suggest_check_ins)],
        ),
        Command(
            "result", mark("Report the result of a match played elsewhere"), _report_result,
            [
                Option("result", mark("Your result"), OUTCOMES, required=True),
                Option("match", mark("The match, if you have several"), suggest=_suggest_reportable),
            ],
        ),
        Command(
            "standings", mark("Show the standings of an event"), _show_standings,
            [Option("event", mark("The event"), suggest=_suggest_events)], is_public=True, needs_account=False,
        ),
    )
}  # fmt: skip
"""The commands by name."""
