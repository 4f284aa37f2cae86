"""What rounds are called, for people who read of them."""

from engines.words import say
from matches.titles import round_of


def round_title(label: str, number: int) -> str:
    """The label is stored, and ours."""
    return round_of(label) if label else say("Round {number}", number=number)
