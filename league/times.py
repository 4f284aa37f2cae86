"""Time controls in words."""


def control_text(turn_ms: int, reserve_ms: int) -> str:
    """
    >>> control_text(180_000, 300_000), control_text(10_000, 90_000), control_text(0, 600_000)
    ('3 min a turn, 5 min reserve', '10 s a turn, 90 s reserve', '10 min for the whole match')
    """
    if not turn_ms:
        return f"{_length(reserve_ms)} for the whole match"
    return f"{_length(turn_ms)} a turn, {_length(reserve_ms)} reserve"


def short_control_text(turn_ms: int, reserve_ms: int) -> str:
    """
    >>> short_control_text(180_000, 300_000)
    '3 min + 5 min'
    """
    return f"{_length(turn_ms)} + {_length(reserve_ms)}"


def _length(ms: int) -> str:
    seconds = ms // 1000
    return f"{seconds // 60} min" if seconds and seconds % 60 == 0 else f"{seconds} s"
