"""The organiser's plan of a draft, read and validated, and the plan of a match's draw. No queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.i18n import mark, translate as _
from league.drafts.formats.draft_time import Timing, TimingError
from league.drafts.formats.draws import Ordering, build_manual_order, draw_random_order, lottery, reverse_standings
from league.drafts.formats.entities import Chance
from league.drafts.formats.registry import DEFAULT_KIND, prepare_settings, read_settings
from league.formats.settings import Field
from league.seasons.rules.roster import MIN_SQUAD
from league.text_cleaning import clean_line
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.offers import get_claim_delay

DEFAULT_NAME, MOCK_NAME, MATCH_NAME = mark("Draft"), mark("Mock draft"), mark("Gamer draft")
"""Default names."""
ORDERS = (
    ("random", mark("random")),
    ("lottery", mark("weighted lottery")),
    ("standings", mark("reverse standings")),
    ("hand", mark("manual")),
)
ORDER = Field(
    "order",
    mark("Draft order"),
    "random",
    choices=ORDERS,
    help=mark("Random orders and lotteries use the seed whose hash is published."),
)
TIMES = (
    Field("pick_seconds", mark("Time per pick (seconds)"), 60, 0, 7 * 86_400),
    Field(
        "reserve_seconds",
        mark("Time bank (seconds)"),
        120,
        0,
        7 * 86_400,
        help=mark("For the whole draft. Used when the time per pick runs out."),
    ),
    Field("hard", mark("Autopick when time runs out"), True, help=mark("If off, a late turn is only marked as overdue.")),
    Field("auto_seconds", mark("Autopick delay (seconds)"), 2, 0, 600),
    Field("grace_seconds", mark("Disconnection credit (seconds)"), 60, 0, 86_400, help=mark("Maximum per turn.")),
)
QUIET = Field("quiet", mark("Quiet hours"), (), 0, 1439, help=mark("Pairs of start and end, in minutes of the day."))
COMMON_FIELDS = (ORDER, Field("places", mark("Positions drawn by lottery"), None, 1, 40), *TIMES, QUIET)
DRAW_S, RESERVE_S = 30, 60
MAX_PICK_S = 7 * 86_400
MAX_TICKETS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A validated plan. `base` are numbers of teams, `weights` tickets by number of a team; `options` are complete."""

    name: str
    kind: str
    timing: Timing
    options: Mapping[str, Any]
    how: str = "random"
    base: tuple[int, ...] = ()
    weights: Mapping[int, int] = field(default_factory=dict)
    places: int | None = None

    def drawn(self, teams: Sequence[int], chance: Chance) -> Ordering:
        """Return the order of the draft. Raises ActionError: bad-order, bad-weights, too-few-weights."""
        base = self.base or tuple(teams)
        if sorted(base) != sorted(teams):
            raise ActionError("bad-order", _("List every franchise exactly once."), "base")
        if self.how == "random":
            return draw_random_order(base, chance)
        if self.how == "standings":
            return reverse_standings(base)
        if self.how == "lottery":
            default_weights = {
                team: len(base) - place for place, team in enumerate(base)
            }  # The first team has the most tickets.
            return lottery(base, self.weights or default_weights, chance, self.places)
        return build_manual_order(base, teams)


def parse_plan(data: Mapping[str, Any]) -> DraftPlan:
    """Return the plan in these settings: those that all drafts have, and those of its kind.

    Raises ActionError: bad-setting, no-such-kind.
    """
    kind = data.get("kind", DEFAULT_KIND)
    common = {entry.key for entry in COMMON_FIELDS} | {"kind", "name", "zone", "base", "weights"}
    options = prepare_settings(kind, {key: value for key, value in data.items() if key not in common})
    values = read_settings(COMMON_FIELDS, {entry.key: data[entry.key] for entry in COMMON_FIELDS if entry.key in data})
    name = clean_line(data.get("name", DEFAULT_NAME), min_length=2, max_length=60, field="name", label=mark("A draft's name"))
    return DraftPlan(
        name, kind, _parse_timing(values, data.get("zone", "UTC")), options, values["order"],
        tuple(data.get("base", ())), _parse_weights(data.get("weights", {})), values["places"],
    )  # fmt: skip


def _parse_timing(values: Mapping[str, Any], zone: str) -> Timing:
    quiet = values["quiet"]
    if len(quiet) % 2:
        raise ActionError("bad-setting", _("Quiet hours must be pairs: a first and a last minute of the day."), "quiet")
    try:
        return Timing(
            TimeControl(values["pick_seconds"] * 1000, values["reserve_seconds"] * 1000), values["hard"],
            values["auto_seconds"] * 1000, values["grace_seconds"] * 1000, zone,
            tuple(zip(quiet[::2], quiet[1::2], strict=True)),
        )  # fmt: skip
    except ValueError as error:
        field_name = error.field if isinstance(error, TimingError) else "pick_seconds"
        raise ActionError("bad-setting", str(error), field_name) from error


def _parse_weights(data: Mapping[Any, int]) -> dict[int, int]:
    if not all(str(team).isdecimal() and weight <= MAX_TICKETS for team, weight in data.items()):
        raise ActionError("bad-setting", _("`weights` must give each franchise a whole number."), "weights")
    return {int(team): weight for team, weight in data.items()}


def translate_name(name: str) -> str:
    """Return a draft's name; a default name is translated."""
    return _(name) if name in (DEFAULT_NAME, MOCK_NAME, MATCH_NAME) else name


def build_match_plan(control: TimeControl) -> DraftPlan:
    """Return the plan of a match's draw: turns on the salary decks, one Gamer a round, with hard clocks.

    In a correspondence match a draw has the time of one of its turns, at most a week.
    """
    times = {"pick_seconds": DRAW_S, "reserve_seconds": RESERVE_S}
    if get_claim_delay(control) is None:
        times = {"pick_seconds": min((control.turn_ms or control.reserve_ms) // 1000, MAX_PICK_S), "reserve_seconds": 0}
    return parse_plan({"name": MATCH_NAME, "kind": "deck", "rounds": MIN_SQUAD, "hard": True, **times})
