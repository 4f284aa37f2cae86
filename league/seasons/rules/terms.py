"""The terms of a season with franchises, and its phases.

No queries. All money is in thousands.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.words import join, marked, marked_in, say, say_many, told, told_in
from league.gamers.models import Genre
from league.seasons.models import Phase, Waivers
from league.seasons.rules.roster import Held, Roster, RosterRules, completion_cost
from matches.refusals import Refused

MOST_MONEY = 1_000_000
MOST_PLACES = 60
NUMBER, FLAG, CHOICE, GENRES = "number", "flag", "choice", "genres"
STEPS: dict[str, tuple[Phase, ...]] = {
    Phase.SETUP: (Phase.DRAFT,),
    Phase.DRAFT: (Phase.ROUNDS,),
    Phase.ROUNDS: (Phase.AWARDS,),
    Phase.AWARDS: (Phase.ARCHIVE, Phase.ROUNDS),
    Phase.ARCHIVE: (Phase.AWARDS,),
}
"""The phases that can follow each phase; the last two steps can be undone, for a stated reason."""

WORDS: dict[str, str] = {
    Phase.SETUP: marked_in("phase of a season", "being set up"),
    Phase.DRAFT: marked_in("phase of a season", "draft"),
    Phase.ROUNDS: marked_in("phase of a season", "rounds"),
    Phase.AWARDS: marked_in("phase of a season", "awards"),
    Phase.ARCHIVE: marked_in("phase of a season", "archive"),
}


def phase_name(phase: str) -> str:
    """Return the name of a phase for use within a sentence."""
    return told_in("phase of a season", WORDS[phase])


def goes_back(before: Phase, to: Phase) -> bool:
    """Return whether the step undoes an earlier one.

    >>> goes_back(Phase.AWARDS, Phase.ROUNDS), goes_back(Phase.AWARDS, Phase.ARCHIVE)
    (True, False)
    """
    order = list(Phase)
    return order.index(to) < order.index(before)


@dataclass(frozen=True, slots=True)
class Term:
    """A setting: its texts, its limits, and the last phase in which it may be changed."""

    name: str
    label: str
    words: str
    kind: str = NUMBER
    least: int = 0
    most: int = MOST_MONEY
    until: Phase = Phase.SETUP

    def may_change(self, phase: str) -> bool:
        return not goes_back(Phase(phase), self.until)


TERMS = (
    Term(
        "founding_open",
        marked("Anybody may found a franchise"),
        marked("Switched off, only organisers found franchises, for the players and bots they name."),
        FLAG,
    ),
    Term(
        "franchises_most", marked("Most franchises"), marked("No more than this many can be founded."), least=2, most=40
    ),
    Term(
        "cap",
        marked("Salary cap"),
        marked("The salaries of a roster, and what released Gamers still cost, may come to this much together."),
        least=1,
    ),
    Term(
        "roster_min",
        marked("Smallest roster"),
        marked("A franchise needs this many Gamers before the rounds begin."),
        least=4,
        most=MOST_PLACES,
    ),
    Term("roster_max", marked("Largest roster"), marked("The places of a roster."), least=4, most=MOST_PLACES),
    Term(
        "reserve",
        marked("Reserve for each open place"),
        marked("Room under the cap that a franchise must keep for every place it still has to fill."),
        most=1000,
    ),
    Term(
        "genres",
        marked("Genres that a roster needs"),
        marked("The least number of Gamers of a genre; 0: none is needed."),
        GENRES,
    ),
    Term(
        "contract_seasons",
        marked("Contract length"),
        marked("Seasons that a contract lasts, this one included."),
        least=1,
        most=10,
    ),
    Term(
        "dead_percent",
        marked("Dead money (%)"),
        marked(
            "Share of the salary of a released Gamer that goes on counting against the cap until the contract would "
            "have ended, rounded up."
        ),
        most=100,
    ),
    Term("purse", marked("Purse"), marked("What every franchise is paid when the season leaves set-up.")),
    Term(
        "salaries_paid",
        marked("Signing costs the salary"),
        marked("A franchise pays a Gamer's salary from its money, once, when it signs the Gamer. Needs a purse."),
        FLAG,
    ),
    Term("win_money", marked("For a win"), marked("Paid for each match won."), most=10_000, until=Phase.DRAFT),
    Term("draw_money", marked("For a draw"), marked("Paid for each match drawn."), most=10_000, until=Phase.DRAFT),
    Term("loss_money", marked("For a loss"), marked("Paid for each match lost."), most=10_000, until=Phase.DRAFT),
    Term(
        "participation_money",
        marked("For taking part"),
        marked("Paid for each match played, beside what its result pays."),
        most=10_000,
        until=Phase.DRAFT,
    ),
    Term(
        "waivers",
        marked("Free agents"),
        marked("First come: whoever signs first has the Gamer. Sealed bids: the highest bid wins, and is paid."),
        CHOICE,
        until=Phase.DRAFT,
    ),
    Term(
        "waiver_hours",
        marked("Hours of sealed bids"),
        marked("How long after the first bid for a Gamer the bids are opened."),
        least=1,
        most=336,
        until=Phase.ROUNDS,
    ),
    Term(
        "trade_hours",
        marked("Hours an offer stands"),
        marked("How long an offer of a trade can be answered, unless it says."),
        least=1,
        most=720,
        until=Phase.ROUNDS,
    ),
    Term(
        "veto_hours",
        marked("Hours to stop a trade"),
        marked("How long organisers may stop a trade that was agreed; 0: it is done at once."),
        most=336,
        until=Phase.ROUNDS,
    ),
    Term(
        "one_match_a_round",
        marked("One match a round for each Gamer"),
        marked("A Gamer who plays one match of a round can play no other of it."),
        FLAG,
        until=Phase.DRAFT,
    ),
)
BY_NAME = {one.name: one for one in TERMS}


def read(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the validated terms. Codes: unknown-field, bad-term."""
    if unknown := sorted(set(given) - BY_NAME.keys()):
        raise Refused("unknown-field", say("A season sets no {field}.", field=repr(unknown[0][:40])), unknown[0][:40])
    return {name: _read(BY_NAME[name], value) for name, value in given.items()}


def _read(term: Term, value: Any) -> Any:
    if term.kind == GENRES:
        return _genres(value)
    label = told(term.label)
    if term.kind == FLAG:
        is_right, text = isinstance(value, bool), say("{term}: true or false.", term=label)
    elif term.kind == CHOICE:
        is_right = value in Waivers.values
        text = say("{term}: one of {values}.", term=label, values=", ".join(Waivers.values))
    else:
        is_right, most = _whole(value, term.least, term.most), f"{term.most:,}"
        text = say("{term}: a whole number from {least} to {most}.", term=label, least=term.least, most=most)
    if not is_right:
        raise Refused("bad-term", text, term.name)
    return value


def _genres(value: Any) -> dict[str, int]:
    """Return the needs above zero, in the order of the genres."""
    if not isinstance(value, Mapping) or set(value) - set(Genre.values):
        text = say("Genres are {values}, each with a number.", values=", ".join(Genre.values))
        raise Refused("bad-term", text, "genres")
    if not all(_whole(need, 0, MOST_PLACES) for need in value.values()):
        text = say(
            "Of a genre, a roster needs a whole number of Gamers from 0 to {most_places}.", most_places=MOST_PLACES
        )
        raise Refused("bad-term", text, "genres")
    return {genre: value[genre] for genre in Genre.values if value.get(genre)}


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def check_sense(rules: RosterRules) -> None:
    """Raise Refused if no roster could ever be legal. Codes: roster-sizes, genres-too-many, cap-too-low."""
    if rules.least > rules.most:
        text = say(
            "The smallest roster ({least}) is larger than the largest ({most}).", least=rules.least, most=rules.most
        )
        raise Refused("roster-sizes", text, "roster_max")
    needed = sum(rules.genres.values())
    if needed > rules.most:
        text = say_many(
            "The genres need {needed} Gamers, and a roster has {n} place.",
            "The genres need {needed} Gamers, and a roster has {n} places.",
            rules.most,
            needed=needed,
        )
        raise Refused("genres-too-many", text, "genres")
    places = max(rules.least, needed)
    kept = places * rules.reserve
    for limit, code, template in (
        (rules.cap, "cap", marked("{places} places x a reserve of {reserve} = {kept}, and the cap is {cap}.")),
        (rules.purse, "purse", marked("{places} places x a reserve of {reserve} = {kept}, and the purse is {purse}.")),
    ):
        if limit is not None and kept > limit:
            sentence = told(template, places=places, reserve=rules.reserve, kept=kept, **{code: limit})
            raise Refused(f"{code}-too-low", sentence, code)
    if rules.purse == 0:
        text = say("Salaries are paid from the purse: set a purse, or do not let signing cost.")
        raise Refused("purse-too-low", text, "purse")


def check_pool(rules: RosterRules, pool: Sequence[Held], franchises: int) -> None:
    """Raise Refused if the season's Gamers are too few or too dear. Codes: pool-too-small, cap-too-low."""
    many = max(franchises, 1)
    teams = say_many("{n} franchise", "{n} franchises", many)
    if (need := many * rules.least) > len(pool):
        text = say(
            "{franchises} x {least} = {need} Gamers, the pool has {pool}",
            franchises=teams,
            least=rules.least,
            need=need,
            pool=len(pool),
        )
        raise Refused("pool-too-small", join([text, "."], ""), "pool")
    there = Counter(one.genre for one in pool)
    for genre, least in rules.genres.items():
        if (need := many * least) > there[genre]:
            text = say(
                "{franchises} x {least} {genre} = {many} Gamers, the pool has {there} of {genre}",
                franchises=teams,
                least=least,
                genre=genre,
                many=need,
                there=there[genre],
            )
            raise Refused("pool-too-small", join([text, "."], ""), "genres")
    cost = completion_cost(rules, Roster(), pool)
    for limit, code, template in (
        (rules.cap, "cap", marked("The cheapest roster that is legal costs {cost}, and the cap is {cap}.")),
        (rules.purse, "purse", marked("The cheapest roster that is legal costs {cost}, and the purse is {purse}.")),
    ):
        if limit is not None and cost > limit:
            raise Refused(f"{code}-too-low", told(template, cost=cost, **{code: limit}), code)
