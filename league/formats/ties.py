"""What decides between entrants of a group or division who are tied on everything: the organiser chooses it beforehand."""

from engines.i18n import mark
from league.formats.settings import Field

SEED, LOTS, SHARED, PLAY_OFF = "seed", "lots", "shared", "play-off"
"""The choices. The last one is also the key of the pairings that decide (`league.formats.play_offs`)."""
TIES_FIELD = Field(
    "ties",
    mark("Tied on everything"),
    SEED,
    choices=(
        (SEED, mark("The better seed is first")),
        (LOTS, mark("Random draw")),
        (SHARED, mark("Shared place")),
        (PLAY_OFF, mark("Play-off")),
    ),
    help=mark(
        "Random draw: from a secret seed that is fixed before the first match and published at the end. Shared place: all "
        "who share the last qualifying place of a group qualify; in divisions, no one is promoted or relegated by a "
        "shared place. Play-off: those tied for the last qualifying place, or in divisions for first place, promotion, "
        "relegation or a play-off between divisions, play each other once more after the last round."
    ),
)
RULES = {
    SEED: mark("Players tied on everything are ranked by seed."),
    LOTS: mark("Players tied on everything are ranked by a random draw."),
    SHARED: mark("Players tied on everything share a rank."),
    PLAY_OFF: mark(
        "Players tied on everything play each other once more where the tie decides something. Where that leaves them "
        "equal, or the tie decides nothing, they are ranked by seed. Players who withdrew come last."
    ),
}
"""The rule in words, by choice."""
DECIDED = {
    SEED: mark("the better seed is first"),
    LOTS: mark("the random draw decided"),
    SHARED: mark("they share a place"),
    PLAY_OFF: mark("the play-off decided"),
}
"""What is said of a tie, by choice."""
LEVEL = mark("the play-off decided, and the better seed where it left them equal")
"""What is said where the play-off has left some equal."""
ALONE = mark("players who withdrew come last")
"""What is said where only one of the tied has not withdrawn."""
