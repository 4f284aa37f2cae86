"""Commands about the account, matches, events and results."""

from django.urls import reverse

from engines.i18n import mark, translate as _
from league.discord import queries
from league.discord.actions import link_user
from league.discord.calls import DISCORD, Call, Reply, build_url, explain_link, link_to, tell
from league.events.models import Pairing
from league.registration.actions.entries import check_in
from league.result_reports.actions.reports import report_result
from league.result_reports.queries import find_panel
from league.result_reports.rules import Claim
from league.standings.tables import list_leaders

MAX_STANDINGS = 15
OUTCOMES = {"won": mark("I won"), "drawn": mark("Draw"), "lost": mark("I lost")}


def link_account(call: Call) -> Reply:
    """Link the Discord user to the account whose code they entered."""
    if call.player is not None:
        return [tell(mark("You're linked to {player}."), player=call.player), f"<{build_url('discord')}>"]
    code = call.options.get("code", "")
    if not code:
        return explain_link()
    player = link_user(code=code, user_id=call.user_id, name=call.user_name, at=call.at)
    return [tell(mark("Linked. You now act as {player}."), player=player)]


def show_next_matches(call: Call) -> Reply:
    """Return the player's next matches."""
    matches = queries.list_next_matches(call.player_id)
    if not matches:
        return [tell(mark("No match awaits you."))]
    lines = []
    for match in matches:
        parts = [tell(mark("{title} against {opponents}"), title=match.title, opponents=match.opponents) if match.opponents
                 else DISCORD.escape(match.title)]  # fmt: skip
        parts += [DISCORD.format_time(match.starts_at)] if match.starts_at else []
        lines.append(" · ".join([*parts, link_to(match.path)]))
    return lines


def check_in_player(call: Call) -> Reply:
    """Check the player in."""
    events = queries.list_check_ins(call.player_id)
    if not events:
        return [tell(mark("No check-in is open for you."))]
    event = queries.choose(events, call.options.get("event", ""))
    if event is None:
        return [tell(mark("Choose the event: {events}"), events=", ".join(event.name for event in events))]
    check_in(event_id=event.pk, player_id=call.player_id, at=call.at)
    return [tell(mark("You're checked in: {event}"), event=event.name)]


def report_own_result(call: Call) -> Reply:
    """Report the result of the player's match."""
    player_id = call.player_id
    pairings = queries.list_reportable(player_id)
    if not pairings:
        return [tell(mark("None of your matches awaits a report."))]
    pairing = queries.choose(pairings, call.options.get("match", ""))
    if pairing is None:
        titles = ", ".join(_name_pairing(pairing, player_id) for pairing in pairings)
        return [tell(mark("Choose the match: {matches}"), matches=titles)]
    page = link_to(reverse("pairing-report", args=[pairing.round.event_id, pairing.pk]))
    panel = find_panel(pairing.pk, call.player)
    labels = {choice.label: choice.value for choice in panel.results} if panel is not None else {}
    code = labels.get(_(OUTCOMES.get(call.options.get("result", ""), "")))
    if code is None or pairing.best_of > 1:
        return [tell(mark("This match needs a score or a ranking. Report it on its page.")), page]
    report_result(event_id=pairing.round.event_id, pairing_id=pairing.pk, player_id=player_id, claim=Claim(code), at=call.at)
    return [tell(mark("Reported: {match}"), match=_name_pairing(pairing, player_id)), page]


def show_standings(call: Call) -> Reply:
    """Return the standings of an event."""
    player_id = call.player.pk if call.player else None
    event = queries.find_started_event(call.options.get("event", ""), player_id)
    if event is None:
        return [tell(mark("Choose an event that has begun."))]
    lines = [
        f"{line['rank'] or '–'}\\. {DISCORD.escape(str(line['name']))} \\({line['points']}\\)"
        for line in list_leaders(event, MAX_STANDINGS)
    ]
    title = f"**{tell(mark('Standings of {event}'), event=event.name)}**"
    return [title, *(lines or [tell(mark("No standings yet."))]), link_to(reverse("event", args=[event.pk]))]


def _name_pairing(pairing: Pairing, player_id: int) -> str:
    return f"{queries.name_opponents(pairing, player_id)} ({pairing.round.event.name}, {pairing.round.name})"


def suggest_events(call: Call, text: str) -> list[tuple[str, str]]:
    """Return events that have begun."""
    return [(event.name, str(event.pk)) for event in queries.list_started_events(text)]


def suggest_check_ins(call: Call, text: str) -> list[tuple[str, str]]:
    """Return events whose check-in awaits the player."""
    return [(event.name, str(event.pk)) for event in queries.list_check_ins(call.player_id)]


def suggest_reportable(call: Call, text: str) -> list[tuple[str, str]]:
    """Return matches whose result the player can report."""
    player_id = call.player_id
    return [(_name_pairing(pairing, player_id), str(pairing.pk)) for pairing in queries.list_reportable(player_id)]
