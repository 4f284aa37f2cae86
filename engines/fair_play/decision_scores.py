"""The score of one decision: how much better it fitted the truth than its player could expect.

For every action the *surprise* is its value in the true world less its mean value in worlds drawn from what the player
had seen. The excess of a decision is the surprise of the chosen action less the surprise that the choice of an honest
player has on average. Its expectation is 0 if the drawn worlds are as likely as the truth, whatever players prefer; and
it is 0 if honest players choose as expected, whatever the worlds are. Only if both assumptions fail does an honest
player gain or lose, and calibration (`engines.fair_play.evidence`) measures by how much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

_NEGLIGIBLE = 1e-9
MAX_STANDARDISED = 4.0  # Of one decision, so that no single lucky guess decides.


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice: the index of the chosen action, and by action its score for the player, and its values.

    `worlds` has one row for each drawn world.
    """

    chosen: int
    scores: Sequence[float]
    truth: Sequence[float]
    worlds: Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class Excess:
    """The excess of a decision in standard deviations among the drawn worlds; `spread` is one in the game's unit."""

    standardised: float
    spread: float


def score_decision(decision: Decision) -> Excess | None:
    """Return the excess of a decision; None if all worlds agree, so that it tells nothing."""
    count = len(decision.worlds)
    if count < 2:
        return None
    means = [sum(column) / count for column in zip(*decision.worlds, strict=True)]
    chances = _to_chances(decision.scores)
    relevant = [at for at, mean in enumerate(means) if any(abs(row[at] - mean) > _NEGLIGIBLE for row in decision.worlds)]
    variance = 0.0
    for row in decision.worlds:
        first = second = 0.0
        for at in relevant:
            surprise = row[at] - means[at]
            first += chances[at] * surprise
            second += chances[at] * surprise * surprise
        variance += second - first * first
    variance /= count - 1
    if variance <= _NEGLIGIBLE:
        return None
    expected = sum(chances[at] * (decision.truth[at] - means[at]) for at in relevant)
    excess = decision.truth[decision.chosen] - means[decision.chosen] - expected
    spread = sqrt(variance)
    return Excess(_bound(excess / spread), spread)


def score_shared(chosen: int, scores: Sequence[float], own: Sequence[float], pooled: Sequence[float]) -> Excess | None:
    """Return how much better a decision fitted what a partner knew than its player could expect.

    `own` and `pooled` are the mean values of each action, by the player's own knowledge and by that of both. Here the
    surprise of an action is the difference, and its spread that over the choices of an honest player.
    """
    chances = _to_chances(scores)
    surprises = [both - alone for both, alone in zip(pooled, own, strict=True)]
    expected = sum(chance * surprise for chance, surprise in zip(chances, surprises, strict=True))
    variance = sum(chance * (surprise - expected) ** 2 for chance, surprise in zip(chances, surprises, strict=True))
    if variance <= _NEGLIGIBLE:
        return None
    spread = sqrt(variance)
    return Excess(_bound((surprises[chosen] - expected) / spread), spread)


def _bound(standardised: float) -> float:
    return max(-MAX_STANDARDISED, min(MAX_STANDARDISED, standardised))


def _to_chances(scores: Sequence[float]) -> list[float]:
    """Return how likely an honest player is expected to choose each action."""
    best = max(scores)
    weights = [exp(score - best) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]
