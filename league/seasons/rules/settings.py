"""The settings of a season with franchises, and its phases.

No queries. All money is in thousands.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.i18n import join, mark, mark_in, translate as _, translate_in, translate_n
from league.gamers.models import Genre
from league.seasons.models import Phase, WaiverMode
from league.seasons.rules.roster import Roster, RosterGamer, RosterRules, completion_cost
from matches.errors import ActionError

MAX_MONEY = 1_000_000
MAX_ROSTER_SIZE = 60
NUMBER, FLAG, CHOICE, GENRES = "number", "flag", "choice", "genres"
NEXT_PHASES: dict[str, tuple[Phase, ...]] = {
    Phase.SETUP: (Phase.DRAFT,),
    Phase.DRAFT: (Phase.ROUNDS,),
    Phase.ROUNDS: (Phase.AWARDS,),
    Phase.AWARDS: (Phase.ARCHIVE, Phase.ROUNDS),
    Phase.ARCHIVE: (Phase.AWARDS,),
}
"""The phases that can follow each phase; the last two steps can be undone, for a stated reason."""

PHASE_NAMES: dict[str, str] = {
    Phase.SETUP: mark_in("phase of a season", "set-up"),
    Phase.DRAFT: mark_in("phase of a season", "draft"),
    Phase.ROUNDS: mark_in("phase of a season", "rounds"),
    Phase.AWARDS: mark_in("phase of a season", "awards"),
    Phase.ARCHIVE: mark_in("phase of a season", "archive"),
}


def format_phase(phase: str) -> str:
    """Return the name of a phase for use within a sentence."""
    return translate_in("phase of a season", PHASE_NAMES[phase])


def is_step_back(before: Phase, to: Phase) -> bool:
    """Return whether the step undoes an earlier one.

    >>> is_step_back(Phase.AWARDS, Phase.ROUNDS), is_step_back(Phase.AWARDS, Phase.ARCHIVE)
    (True, False)
    """
    phases = list(Phase)
    return phases.index(to) < phases.index(before)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its texts, its limits, and the last phase in which it may be changed."""

    name: str
    label: str
    words: str
    kind: str = NUMBER
    least: int = 0
    most: int = MAX_MONEY
    until: Phase = Phase.SETUP

    def may_change(self, phase: str) -> bool:
        return not is_step_back(Phase(phase), self.until)


SETTINGS = (
    Setting(
        "founding_open",
        mark("Players can create franchises"),
        mark("If off, only organisers create franchises, for players and bots they choose."),
        FLAG,
    ),
    Setting(
        "franchises_most", mark("Maximum franchises"), mark("At most this many franchises can be created."), least=2, most=40
    ),
    Setting("cap", mark("Salary cap"), mark("Limit for a roster's salaries plus dead cap."), least=1),
    Setting(
        "roster_min",
        mark("Minimum roster size"),
        mark("The minimum number of Gamers a franchise needs before the rounds start."),
        least=4,
        most=MAX_ROSTER_SIZE,
    ),
    Setting(
        "roster_max", mark("Maximum roster size"), mark("Maximum number of Gamers on a roster."), least=4, most=MAX_ROSTER_SIZE
    ),
    Setting(
        "reserve",
        mark("Reserve per open spot"),
        mark("Cap space a franchise must keep for each spot it still has to fill."),
        most=1000,
    ),
    Setting(
        "genres",
        mark("Required genres"),
        mark("Minimum number of Gamers of a genre on each roster. 0 = none required."),
        GENRES,
    ),
    Setting(
        "contract_seasons",
        mark("Contract length"),
        mark("Number of seasons a contract lasts, including this one."),
        least=1,
        most=10,
    ),
    Setting(
        "dead_percent",
        mark("Dead cap (%)"),
        mark("Share of a released Gamer's salary that counts against the cap until the contract would have ended, rounded up."),
        most=100,
    ),
    Setting("purse", mark("Starting budget"), mark("Paid to every franchise when the season leaves set-up.")),
    Setting(
        "salaries_paid",
        mark("Pay salaries on signing"),
        mark("Franchises pay a Gamer's salary once, on signing. Needs a starting budget."),
        FLAG,
    ),
    Setting("win_money", mark("Payment per win"), mark("Paid for each match won."), most=10_000, until=Phase.DRAFT),
    Setting("draw_money", mark("Payment per draw"), mark("Paid for each match drawn."), most=10_000, until=Phase.DRAFT),
    Setting("loss_money", mark("Payment per loss"), mark("Paid for each match lost."), most=10_000, until=Phase.DRAFT),
    Setting(
        "participation_money",
        mark("Payment per match"),
        mark("Paid for each match played, on top of the payment for the result."),
        most=10_000,
        until=Phase.DRAFT,
    ),
    Setting(
        "waivers",
        mark("Free agents"),
        mark(
            "First come, first served: the first to sign a Gamer gets the contract. Blind bids: the highest "
            "bid wins and is paid."
        ),
        CHOICE,
        until=Phase.DRAFT,
    ),
    Setting(
        "waiver_hours",
        mark("Blind bid period (hours)"),
        mark("Time from the first bid for a Gamer until its bids are processed."),
        least=1,
        most=336,
        until=Phase.ROUNDS,
    ),
    Setting(
        "trade_hours",
        mark("Trade offer duration (hours)"),
        mark("How long a trade offer can be answered by default."),
        least=1,
        most=720,
        until=Phase.ROUNDS,
    ),
    Setting(
        "veto_hours",
        mark("Veto period (hours)"),
        mark("How long organisers can veto an accepted trade. 0 = no delay."),
        most=336,
        until=Phase.ROUNDS,
    ),
    Setting(
        "one_match_a_round",
        mark("One match per round for each Gamer"),
        mark("A Gamer can play in only one match per round."),
        FLAG,
        until=Phase.DRAFT,
    ),
)
SETTINGS_BY_NAME = {one.name: one for one in SETTINGS}


def validate_settings(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the validated settings. Raises ActionError: unknown-field, bad-term."""
    if unknown := sorted(set(data) - SETTINGS_BY_NAME.keys()):
        raise ActionError("unknown-field", _("Unknown season setting: {field}.", field=repr(unknown[0][:40])), unknown[0][:40])
    return {name: _validate_setting(SETTINGS_BY_NAME[name], value) for name, value in data.items()}


def _validate_setting(setting: Setting, value: Any) -> Any:
    if setting.kind == GENRES:
        return _validate_genres(value)
    label = _(setting.label)
    if setting.kind == FLAG:
        is_valid, text = isinstance(value, bool), _("“{setting}” must be true or false.", setting=label)
    elif setting.kind == CHOICE:
        is_valid = value in WaiverMode.values
        text = _("“{setting}” must be one of {values}.", setting=label, values=", ".join(WaiverMode.values))
    else:
        is_valid, maximum = _is_whole_number(value, setting.least, setting.most), f"{setting.most:,}"
        text = _("“{setting}” must be a whole number from {least} to {most}.", setting=label, least=setting.least, most=maximum)
    if not is_valid:
        raise ActionError("bad-term", text, setting.name)
    return value


def _validate_genres(value: Any) -> dict[str, int]:
    """Return the validated numbers above zero, in the order of the genres."""
    if not isinstance(value, Mapping) or set(value) - set(Genre.values):
        text = _("Genres must be {values}, each with a number.", values=", ".join(Genre.values))
        raise ActionError("bad-term", text, "genres")
    if not all(_is_whole_number(need, 0, MAX_ROSTER_SIZE) for need in value.values()):
        text = _("The number of Gamers of a genre must be a whole number from 0 to {maximum}.", maximum=MAX_ROSTER_SIZE)
        raise ActionError("bad-term", text, "genres")
    return {genre: value[genre] for genre in Genre.values if value.get(genre)}


def _is_whole_number(value: Any, minimum: int, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum


def check_rules(rules: RosterRules) -> None:
    """Raise ActionError if no roster could ever be legal. Codes: roster-sizes, genres-too-many, cap-too-low."""
    if rules.least > rules.most:
        text = _("The minimum roster size ({least}) is larger than the maximum ({most}).", least=rules.least, most=rules.most)
        raise ActionError("roster-sizes", text, "roster_max")
    needed = sum(rules.genres.values())
    if needed > rules.most:
        text = translate_n(
            "The genres require {needed} Gamers, but a roster has {n} spot.",
            "The genres require {needed} Gamers, but a roster has {n} spots.",
            rules.most,
            needed=needed,
        )
        raise ActionError("genres-too-many", text, "genres")
    places = max(rules.least, needed)
    reserved = places * rules.reserve
    for limit, code, template in (
        (rules.cap, "cap", mark("{places} spots × a reserve of {reserve} = {kept}, but the cap is {limit}.")),
        (rules.budget, "purse", mark("{places} spots × a reserve of {reserve} = {kept}, but the starting budget is {limit}.")),
    ):
        if limit is not None and reserved > limit:
            sentence = _(template, places=places, reserve=rules.reserve, kept=reserved, limit=limit)
            raise ActionError(f"{code}-too-low", sentence, code)
    if rules.budget == 0:
        text = _("Salaries are paid from the starting budget. Set one, or turn off salaries on signing.")
        raise ActionError("purse-too-low", text, "purse")


def check_pool(rules: RosterRules, pool: Sequence[RosterGamer], franchises: int) -> None:
    """Raise ActionError if the season's Gamers are too few or too expensive. Codes: pool-too-small, cap-too-low."""
    team_count = max(franchises, 1)
    teams = translate_n("{n} franchise", "{n} franchises", team_count)
    if (need := team_count * rules.least) > len(pool):
        text = _(
            "{franchises} × {least} = {need} Gamers, but the pool has {pool}",
            franchises=teams,
            least=rules.least,
            need=need,
            pool=len(pool),
        )
        raise ActionError("pool-too-small", join([text, "."], ""), "pool")
    counts = Counter(gamer.genre for gamer in pool)
    for genre, minimum in rules.genres.items():
        if (need := team_count * minimum) > counts[genre]:
            text = _(
                "{franchises} × {least} {genre} = {many} Gamers, but the pool has {there} of {genre}",
                franchises=teams,
                least=minimum,
                genre=genre,
                many=need,
                there=counts[genre],
            )
            raise ActionError("pool-too-small", join([text, "."], ""), "genres")
    cost = completion_cost(rules, Roster(), pool)
    for limit, code, template in (
        (rules.cap, "cap", mark("The cheapest legal roster costs {cost}, but the cap is {limit}.")),
        (rules.budget, "purse", mark("The cheapest legal roster costs {cost}, but the starting budget is {limit}.")),
    ):
        if limit is not None and cost > limit:
            raise ActionError(f"{code}-too-low", _(template, cost=cost, limit=limit), code)
