"""What decides between entrants of a group or division who are tied on everything: the organiser chooses it beforehand."""

from engines.i18n import mark
from league.formats.settings import Field

SEED, LOTS, SHARED = "seed", "lots", "shared"
TIES_FIELD = Field(
    "ties",
    mark("Tied on everything"),
    SEED,
    choices=((SEED, mark("The better seed is first")), (LOTS, mark("Random draw")), (SHARED, mark("Shared place"))),
    help=mark(
        "Random draw: from a secret seed that is fixed before the first match and published at the end. Shared place: all "
        "who share the last qualifying place of a group qualify; in divisions, no one is promoted or relegated by a "
        "shared place."
    ),
)
RULES = {
    SEED: mark("Players tied on everything are ranked by seed."),
    LOTS: mark("Players tied on everything are ranked by a random draw."),
    SHARED: mark("Players tied on everything share a rank."),
}
"""The rule in words, by choice."""
DECIDED = {SEED: mark("the better seed is first"), LOTS: mark("the random draw decided"), SHARED: mark("they share a place")}
"""What is said of a tie, by choice."""
