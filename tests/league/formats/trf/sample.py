"""A small report: four players after two rounds, the third still to be paired."""

NAMES = {1: "Alm, Ada", 2: "Berg, Bo", 3: "Costa, Cy", 4: "Dietz, Di"}
ROUNDS = {1: ("   3 w 1", "   2 b ="), 2: ("   4 b 1", "   1 w ="), 3: ("   1 b 0", "   4 w 1"), 4: ("   2 w 0", "   3 b 0")}
POINTS = {1: "1.5", 2: "1.5", 3: "1.0", 4: "0.0"}


def player(start: int, *rounds: str, points: str = "", name: str = "") -> str:
    head = f"001 {start:4d} m    {name or NAMES.get(start, 'Nobody'):<33} 2000 SUI      1000{start:02d} 1990/01/01"
    return f"{head} {points or POINTS.get(start, '0.0'):>4} {start:4d}" + "".join(f"  {one}" for one in rounds)


def lines(**changed: str) -> list[str]:
    """`p2="..."` gives another line for player 2, `rounds="..."` another last line."""
    head = ["012 Spring Open", "022 Bern", "### made by hand", ""]
    players = [changed.get(f"p{start}", player(start, *ROUNDS[start])) for start in NAMES]
    return [*head, *players, changed.get("rounds", "XXR 3")]


def text(*more: str, **changed: str) -> str:
    return "\n".join([*lines(**changed), *more]) + "\n"
