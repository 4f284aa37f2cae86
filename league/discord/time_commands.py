"""Commands by which players agree on the times of their matches."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse

from engines.i18n import mark
from league.discord.calls import DISCORD, Call, Reply, build_url, link_to, tell
from league.match_times.actions.availability import set_availability
from league.match_times.actions.proposals import accept_time
from league.match_times.queries import TimeView, get_week, list_own
from league.match_times.rules.availability import DAY_LABELS, format_ranges, parse_week


def set_hours(call: Call) -> Reply:
    """Set when the player can play in a week; without hours, return what is known."""
    player_id, hours = call.player_id, call.options.get("hours", "").strip()
    if hours:
        set_availability(player_id=player_id, weekly=parse_week(hours), at=call.at)
    known = get_week(player_id)
    first = mark("Saved. You can play, in the time zone {zone}:") if hours else mark("You can play, in the time zone {zone}:")
    lines = [tell(first, zone=known.week.zone)]
    for label, ranges in zip(DAY_LABELS, known.week.days, strict=True):
        lines.append(DISCORD.escape(f"{label}: {format_ranges(ranges) or '–'}"))
    return [*lines, f"<{build_url('availability')}>"]


def accept_proposal(call: Call) -> Reply:
    """Accept a time that an opponent has proposed; without one, return what is proposed."""
    proposals = _list_proposals(call)
    if not proposals:
        return [tell(mark("No proposed time awaits you."))]
    value = call.options.get("time", "").strip()
    numbered = {str(number): proposal for number, proposal in enumerate(proposals, start=1)}
    by_value = {_to_value(view, slot): (view, slot) for view, slot in proposals}
    found = by_value.get(value) or numbered.get(value)
    if found is None:
        lines = [
            tell(mark("{number}: {time} against {opponents}"), number=number, time=slot, opponents=_name_opponents(view, call))
            for number, (view, slot) in numbered.items()
        ]
        return [tell(mark("Choose one of these times with /accept:")), *lines]
    view, slot = found
    accept_time(event_id=view.event_id, pairing_id=view.pairing_id, player_id=call.player_id, slot=slot, at=call.at)
    agreed = tell(mark("Agreed: you play {opponents} at {time}."), opponents=_name_opponents(view, call), time=slot)
    return [agreed, link_to(reverse("pairing-time", args=[view.event_id, view.pairing_id]))]


def suggest_times(call: Call, text: str) -> list[tuple[str, str]]:
    """Return the proposed times, in the player's time zone."""
    zone = ZoneInfo(get_week(call.player_id).week.zone)
    return [
        (f"{slot.astimezone(zone):%Y-%m-%d %H:%M} – {_name_opponents(view, call)}", _to_value(view, slot))
        for view, slot in _list_proposals(call)
    ]


def _list_proposals(call: Call) -> list[tuple[TimeView, datetime]]:
    views = [view for view in list_own(call.player_id, call.at) if view.can_answer]
    return [(view, slot) for view in views for slot in view.slots]


def _name_opponents(view: TimeView, call: Call) -> str:
    own = call.player.username if call.player else ""
    return ", ".join(name for username, name in zip(view.players, view.names, strict=True) if username != own)


def _to_value(view: TimeView, slot: datetime) -> str:
    """Return what stands for a proposed time, so that a later proposal isn't accepted by mistake."""
    return f"{view.pairing_id} {slot.isoformat()}"
