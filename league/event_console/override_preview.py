"""Preview of an override: the possible results, and what one of them would change."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from django.http import QueryDict

from engines.i18n import mark, translate as _
from league.events.models import SeriesMatch, Stage
from league.events.rulings import ENTERED, FORFEIT, POSSIBLE, RESULTS, is_forfeit, make_ruling, parse_sides, result_code
from league.results.result_impact import Impact, compute_impact, get_entrant_names
from league.standings.rows import PairingRow, StageRows, load_rows
from matches.errors import ActionError

NO_PLACE = mark("Unplaced (disqualified or absent)")
Loaded = tuple[StageRows, Mapping[int, str], Sequence[SeriesMatch]]
ORDINALS = (mark("1st"), mark("2nd"), mark("3rd"), mark("4th"))


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A side of a table with its chosen place."""

    name: str
    chosen: int


@dataclass(frozen=True, slots=True)
class Preview:
    """An override preview; `found` is None until a result is `chosen`.

    `choices` are (value, label) of a result between two, or of the place of each side of `table`. `drops`: unpublished
    rounds would be deleted.
    """

    choices: tuple[tuple[str, str], ...]
    table: tuple[SeatChoice, ...] = ()
    chosen: str = ""
    words: str = ""
    found: Impact | None = None
    drops: bool = False


@dataclass(frozen=True, slots=True)
class _Context:
    """A pairing with its sides' names and half points, and its stage with all names."""

    pairing: PairingRow
    sides: Sequence[str]
    halves: Sequence[int | None]
    rows: StageRows
    names: Mapping[int, str]
    series: Sequence[SeriesMatch]

    @property
    def played(self) -> bool:
        return self.pairing.reason == ENTERED or any(series_match.was_played for series_match in self.series)


def preview_override(
    event_id: int, pairing_id: int, halves: str = "", places: str = "", *, result: str = "", data: Loaded | None = None
) -> Preview:
    """Return the possible overrides of a pairing, and what a `result` (a code such as `1-0`) would change.

    At a table of heats it is `places` (`1-2-2-0`). `halves` (`2-0`) is a result without how it came about. `data`
    saves queries if the caller has it. Raises ActionError if the pairing can't be overridden.
    """
    rows, names, series = data or read_stage_data(event_id, pairing_id)
    round_, pairing = next((row, item) for row in rows.rounds for item in row.pairings if item.id == pairing_id)
    side_names = [names[side.entrant] for side in pairing.sides if side.entrant]
    if round_.started_at is None or len(side_names) < 2:
        raise ActionError("no-contest", _("Only published pairings between entrants can be ruled on."))
    context = _Context(pairing, side_names, [side.halves for side in pairing.sides], rows, names, series)
    if rows.stage.traits.by_places:
        return _preview_table(context, places)
    return _preview_two_sides(context, result or _to_result_code(halves, context))


def read_stage_data(event_id: int, pairing_id: int) -> Loaded:
    """Read a pairing's stage, the names of its entrants and the pairing's matches. Raises ActionError("not-found")."""
    stages = Stage.objects.select_related("event").filter(event=event_id, rounds__pairings=pairing_id)
    if (stage := stages.first()) is None:
        raise ActionError("not-found", _("Pairing not found in this event."))
    rows = load_rows(stage)
    return rows, get_entrant_names(rows), list_pairing_matches(pairing_id)


def list_pairing_matches(pairing_id: int) -> list[SeriesMatch]:
    """Return the matches of a pairing in order."""
    return list(SeriesMatch.objects.filter(pairing=pairing_id).select_related("match").order_by("number"))


def preview_from_query(
    event_id: int, pairing_id: int, query: QueryDict, data: Loaded | None = None
) -> tuple[Preview | None, str]:
    """Return the preview that a page's query asks for, and the error message, if any, with the choices."""
    places, result = "-".join(query.getlist("places")), query.get("result", "")
    try:
        return preview_override(event_id, pairing_id, query.get("halves", ""), places, result=result, data=data), ""
    except ActionError as refusal:
        with suppress(ActionError):  # the pairing may not be overridable at all
            return preview_override(event_id, pairing_id, data=data), refusal.text
        return None, refusal.text


def _to_result_code(halves: str, context: _Context) -> str:
    """Return the code of a result given by half points only; empty without one."""
    if not halves:
        return ""
    points = parse_sides(halves, "halves")
    if points not in POSSIBLE:
        raise ActionError("bad-result", _("Choose one of the listed results."), "halves")
    return result_code(points, forfeit=is_forfeit("", points, begun=context.played))


def _preview_two_sides(context: _Context, code: str) -> Preview:
    stage = context.rows.stage
    choices = tuple(
        (key, _describe_result(key, context.sides))
        for key, (points, _unused) in RESULTS.items()
        if stage.traits.can_draw or points != (1, 1)
    )
    if not code:
        return Preview(choices)
    if code not in dict(choices):
        raise ActionError("bad-result", _("Choose one of the listed results."), "result")
    points, how = RESULTS[code]
    preview = Preview(choices, chosen=code, words=dict(choices)[code])
    return _add_impact(preview, context, halves=points, forfeit=how == FORFEIT)


def _preview_table(context: _Context, places: str) -> Preview:
    names = context.sides
    choices = (*((str(rank), _(ORDINALS[rank - 1])) for rank in range(1, len(names) + 1)), ("0", _(NO_PLACE)))
    if not places:
        points = [half for half in context.halves if half is not None]
        current = [1 + sum(other > item for other in points) for item in points]
        if len(points) < len(context.halves):  # without a result, all sides in seat order
            current = list(range(1, len(names) + 1))
        return Preview(choices, tuple(SeatChoice(name, place) for name, place in zip(names, current, strict=True)))
    numbers = parse_sides(places, "places")
    table = tuple(SeatChoice(name, place) for name, place in zip(names, numbers, strict=False))
    labels = {**dict(choices), "0": _("unplaced")}
    words = ", ".join(f"{item.name} {labels.get(str(item.chosen), '')}" for item in table)
    return _add_impact(Preview(choices, table, places, words), context, places=numbers, forfeit=not context.played)


def _add_impact(
    preview: Preview, context: _Context, halves: Sequence[int] = (), places: Sequence[int] = (), *, forfeit: bool
) -> Preview:
    rows, stage = context.rows, context.rows.stage
    result = make_ruling(stage.format, stage.settings, len(context.halves), halves=halves, places=places, forfeit=forfeit)
    drops = stage.traits.drafted and any(row.started_at is None for row in rows.rounds)
    counted = [match for match in context.series if match.counted_at]
    impact = compute_impact(rows, context.pairing.id, result, context.names, counted[0] if len(counted) == 1 else None)
    return replace(preview, found=impact, drops=drops)


def _describe_result(code: str, names: Sequence[str]) -> str:
    points, how = RESULTS[code]
    forfeit = how == FORFEIT
    match points:
        case (2, 0) | (0, 2):
            winner, loser = names if points[0] else names[::-1]
            if forfeit:
                return _("{winner} wins by walkover ({loser} was absent)", winner=winner, loser=loser)
            return _("{winner} wins", winner=winner)
        case (1, 1):
            return _("Draw")
        case _:
            return _("Both lose (double forfeit)") if forfeit else _("Both lose")
