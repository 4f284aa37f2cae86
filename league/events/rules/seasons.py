"""What the season after a season is called. It fetches nothing."""

import re

MOST = 80


def next_name(name: str) -> str:
    """The name with the number at its end one higher; a name without one gets a 2.

    >>> next_name("Northern League 2026"), next_name("Zero League, season 9"), next_name("Masters")
    ('Northern League 2027', 'Zero League, season 10', 'Masters 2')
    """
    found = re.search(r"(\d{1,6})$", name, re.ASCII)
    made = f"{name[: found.start()]}{int(found[1]) + 1}" if found else f"{name} 2"
    return made if len(made) <= MOST else name
