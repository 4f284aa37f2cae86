"""The organiser's plan of a draft, read and validated, and the plan of a match's draw. No queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.words import marked, say, told
from league.drafts.formats.draft_time import BadTiming, Timing
from league.drafts.formats.draws import Ordering, at_random, by_hand, lottery, reverse_standings
from league.drafts.formats.entities import Chance
from league.drafts.formats.registry import FIRST, prepared, read_settings
from league.formats.settings import Field
from league.seasons.rules.roster import LEAST
from league.text_cleaning import one_line
from matches.clock import Control
from matches.offers import claim_after
from matches.refusals import Refused

USUAL, MOCK, OF_MATCH = marked("Draft"), marked("Mock draft"), marked("Gamer draft")
"""Default names."""
HOWS = (
    ("random", marked("random")),
    ("lottery", marked("weighted lottery")),
    ("standings", marked("reverse standings")),
    ("hand", marked("manual")),
)
ORDER = Field(
    "order",
    marked("Draft order"),
    "random",
    choices=HOWS,
    help=marked("Random orders and lotteries use the seed whose hash is published."),
)
TIMES = (
    Field("pick_seconds", marked("Time per pick (seconds)"), 60, 0, 7 * 86_400),
    Field(
        "reserve_seconds",
        marked("Time bank (seconds)"),
        120,
        0,
        7 * 86_400,
        help=marked("For the whole draft. Used when the time per pick runs out."),
    ),
    Field(
        "hard",
        marked("Autopick when time runs out"),
        True,
        help=marked("If off, a late turn is only marked as overdue."),
    ),
    Field("auto_seconds", marked("Autopick delay (seconds)"), 2, 0, 600),
    Field(
        "grace_seconds",
        marked("Disconnection credit (seconds)"),
        60,
        0,
        86_400,
        help=marked("Maximum per turn."),
    ),
)
QUIET = Field(
    "quiet",
    marked("Quiet hours"),
    (),
    0,
    1439,
    help=marked("Pairs of start and end, in minutes of the day."),
)
COMMON = (ORDER, Field("places", marked("Positions drawn by lottery"), None, 1, 40), *TIMES, QUIET)
DRAW_S, RESERVE_S = 30, 60
LONGEST_S = 7 * 86_400
MOST_TICKETS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Plan:
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
        """Return the order of the draft. Codes: bad-order, bad-weights, too-few-weights."""
        base = self.base or tuple(teams)
        if sorted(base) != sorted(teams):
            raise Refused("bad-order", say("List every franchise exactly once."), "base")
        if self.how == "random":
            return at_random(base, chance)
        if self.how == "standings":
            return reverse_standings(base)
        if self.how == "lottery":
            falling = {
                team: len(base) - place for place, team in enumerate(base)
            }  # The first team has the most tickets.
            return lottery(base, self.weights or falling, chance, self.places)
        return by_hand(base, teams)


def read_plan(given: Mapping[str, Any]) -> Plan:
    """Return the plan of these settings, which stand beside those of the kind. Codes: bad-setting, no-such-kind."""
    kind = given.get("kind", FIRST)
    common = {one.key for one in COMMON} | {"kind", "name", "zone", "base", "weights"}
    options = prepared(kind, {key: value for key, value in given.items() if key not in common})
    values = read_settings(COMMON, {one.key: given[one.key] for one in COMMON if one.key in given})
    name = one_line(given.get("name", USUAL), least=2, most=60, field="name", what=marked("A draft's name"))
    return Plan(
        name, kind, _timing(values, given.get("zone", "UTC")), options, values["order"],
        tuple(given.get("base", ())), _weights(given.get("weights", {})), values["places"],
    )  # fmt: skip


def _timing(values: Mapping[str, Any], zone: str) -> Timing:
    quiet = values["quiet"]
    if len(quiet) % 2:
        raise Refused("bad-setting", say("Quiet hours must be pairs: a first and a last minute of the day."), "quiet")
    try:
        return Timing(
            Control(values["pick_seconds"] * 1000, values["reserve_seconds"] * 1000), values["hard"],
            values["auto_seconds"] * 1000, values["grace_seconds"] * 1000, zone,
            tuple(zip(quiet[::2], quiet[1::2], strict=True)),
        )  # fmt: skip
    except ValueError as error:
        at = error.field if isinstance(error, BadTiming) else "pick_seconds"
        raise Refused("bad-setting", str(error), at) from error


def _weights(given: Mapping[Any, int]) -> dict[int, int]:
    if not all(str(team).isdecimal() and weight <= MOST_TICKETS for team, weight in given.items()):
        raise Refused("bad-setting", say("`weights` must give each franchise a whole number."), "weights")
    return {int(team): weight for team, weight in given.items()}


def name_of(name: str) -> str:
    """Return a draft's name; a default name is translated."""
    return told(name) if name in (USUAL, MOCK, OF_MATCH) else name


def match_plan(control: Control) -> Plan:
    """Return the plan of a match's draw: turns on the salary decks, one Gamer a round, with hard clocks.

    In a correspondence match a draw has the time of one of its turns, at most a week.
    """
    times = {"pick_seconds": DRAW_S, "reserve_seconds": RESERVE_S}
    if claim_after(control) is None:
        times = {"pick_seconds": min((control.turn_ms or control.reserve_ms) // 1000, LONGEST_S), "reserve_seconds": 0}
    return read_plan({"name": OF_MATCH, "kind": "deck", "rounds": LEAST, "hard": True, **times})
