"""Points as people write them."""

PARTS = ("", "¼", "½", "¾")


def quarters_text(quarters: int) -> str:
    """
    >>> quarters_text(13), quarters_text(2), quarters_text(0)
    ('3¼', '½', '0')
    """
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{PARTS[rest]}" or "0"


def halves_text(halves: int) -> str:
    """
    >>> halves_text(5), halves_text(1), halves_text(4)
    ('2½', '½', '2')
    """
    return quarters_text(halves * 2)
