"""Order & Chaos once more, written from the rulings with names, lists and dictionaries. No code of the engine's.

A chessman is (side, kind, moved); sides are "order" and "chaos", kinds "s" and "b".
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Man = tuple[str, str, bool]
SIDES = ("order", "chaos")
OTHER = {"order": "chaos", "chaos": "order"}
SOUTH = ("B1", "S1", "B2", "S2", "B3", "S3")
NORTH = ("B4", "S4", "B5", "S5", "B6", "S6")
AREAS = [f"{letter}{i}" for letter in "BSW" for i in range(1, 7)]
CORES = {"B2": "south", "B5": "north"}
POINTS = {"s": 1.0, "b": 1.5}


def neighbours(area: str) -> list[str]:
    letter, i = area[0], int(area[1])
    after, before = i % 6 + 1, (i - 2) % 6 + 1
    if letter == "S":
        return [f"B{i}", f"B{after}"]
    if letter == "W":
        return [f"B{i}", f"W{after}", f"W{before}"]
    return [f"S{i}", f"S{before}", f"W{i}", *(other for other in CORES if area in CORES and other != area)]


@dataclass
class Game:
    men: dict[str, list[Man]]
    dominator: dict[str, str | None]
    owner: dict[str, str]  # of south and north
    graves: dict[str, list[str]]
    turn: str
    quiet: int = 0
    quiet_limit: int = 120
    repetition_limit: int | None = 3  # None: the printed rules, without OC-18
    stood: list[str] = field(default_factory=list)
    repeats: dict[str, int] | None = None
    result: tuple[str | None, str] | None = None  # winner and reason

    def here(self, area: str, side: str, kind: str = "sb") -> list[Man]:
        return [man for man in self.men[area] if man[0] == side and man[1] in kind]

    def picture(self) -> str:
        """What OC-10 compares."""
        men = [sorted(self.men[area]) for area in AREAS]
        return repr([self.turn, men, [self.dominator[area] for area in AREAS], self.owner["south"], self.graves])


def from_view(view: Mapping[str, Any]) -> Game:
    """The position that a view shows, as if the match began with it."""
    game = Game(
        men={a: [(SIDES[seat], kind, moved) for seat, kind, moved in view["areas"][a]["men"]] for a in AREAS},
        dominator={a: None if view["areas"][a]["dominator"] is None else SIDES[view["areas"][a]["dominator"]] for a in AREAS},
        owner={key: SIDES[seat] for key, seat in view["owners"].items()},
        graves={side: list(view["graves"][seat]) for seat, side in enumerate(SIDES)}, turn=SIDES[view["seat"]],
        quiet=view["quiet"], quiet_limit=view["quiet_limit"], repetition_limit=view["stood_limit"],
    )  # fmt: skip
    game.stood.append(game.picture())
    return game


def territory(game: Game, side: str) -> str:
    return "south" if game.owner["south"] == side else "north"


def may_enter(game: Game, area: str, side: str, kind: str) -> bool:
    inside = game.men[area]
    if area[0] == "S":
        return kind == "s" and not inside
    if area[0] == "B":
        return not inside or (kind == "b" and bool(game.here(area, OTHER[side], "s")))
    theirs, dominator = len(game.here(area, OTHER[side])), game.dominator[area]
    if dominator == OTHER[side] and theirs >= 3:
        return False
    if len(inside) < 4:
        return True
    return dominator == side and theirs > 0


def frozen(game: Game, area: str, side: str) -> bool:
    return area[0] == "W" and game.dominator[area] == OTHER[side] and len(game.here(area, OTHER[side])) >= 2


def moves(game: Game, side: str) -> set[str]:
    found = set()
    for area in AREAS:
        if frozen(game, area, side):
            continue
        kinds = sorted({man[1] for man in game.here(area, side)})
        for kind in kinds:
            name = area + kind if len(kinds) == 2 else area
            found |= {f"{name}-{to}" for to in neighbours(area) if may_enter(game, to, side, kind)}
            if area[0] == "S":
                for through in neighbours(area):
                    behind = "W" + through[1]
                    if game.here(through, side, "b") and may_enter(game, behind, side, kind):
                        found.add(f"{name}-{behind}")
    return found


def turns(game: Game) -> set[str]:
    """What the side to move may do: OC-3, OC-18."""
    limit, barred = game.repetition_limit, set[str]()
    # Sides move in turn, so a position stands at most every second time.
    if limit is not None and len(game.stood) >= 2 * (limit - 1):
        barred = {move for move, times in repeats(game).items() if times >= limit - 1}
    return moves(game, game.turn) - barred or {"pass"}


def repeats(game: Game) -> dict[str, int]:
    """By move: how often the position after it has stood."""
    if game.repeats is None:
        game.repeats = {move: game.stood.count(play(game, move).stood[-1]) for move in moves(game, game.turn)}
    return game.repeats


def look_at_domination(game: Game, area: str) -> None:
    order, chaos = (len(game.here(area, side)) for side in SIDES)
    dominator = game.dominator[area]
    if not order and not chaos:
        game.dominator[area] = None
    elif dominator != "order" and order > chaos:
        game.dominator[area] = "order"
    elif dominator != "chaos" and chaos > order:
        game.dominator[area] = "chaos"


def enter(game: Game, area: str, side: str, kind: str) -> bool:
    """Put a moved chessman into an area that it may enter; whether it killed."""
    inside, killed = game.men[area], None
    if area[0] == "B" and inside:
        killed = inside[0]
    elif len(inside) == 4:
        enemies = game.here(area, OTHER[side])
        killed = next((man for man in enemies if man[1] == kind), enemies[0])
    if killed:
        inside.remove(killed)
        game.graves[OTHER[side]].append(killed[1])
    inside.append((side, kind, True))
    if area[0] == "W":
        if len(inside) == 1:
            game.dominator[area] = side
        look_at_domination(game, area)
    return killed is not None


def give(game: Game, core: str, side: str) -> bool:
    """The territory of a core becomes a side's, the other the opponent's; whether that changed anything."""
    mine = CORES[core]
    other = "north" if mine == "south" else "south"
    changed = game.owner[mine] != side
    game.owner[mine], game.owner[other] = side, OTHER[side]
    return changed


def counting(game: Game, side: str) -> list[str]:
    """Kinds of the side's chessmen that count in the territory of the other."""
    areas = SOUTH if territory(game, OTHER[side]) == "south" else NORTH
    return [kind for a in areas for owner, kind, moved in game.men[a] if owner == side and moved and kind == a[0].lower()]


def play(before: Game, move: str) -> Game:
    game = deepcopy(before)
    game.repeats, side = None, game.turn
    counts = [len(counting(game, s)) for s in SIDES]
    stirred = False
    if move != "pass":
        src, dst = move.split("-")
        kind = src[2:] or game.here(src, side)[0][1]
        src = src[:2]
        game.men[src].remove(next(man for man in game.here(src, side) if man[1] == kind))
        if src[0] == "W":
            look_at_domination(game, src)
        stirred = enter(game, dst, side, kind)
        if dst in CORES:
            stirred |= give(game, dst, side)
        for core in CORES:
            if src in CORES and core != src and dst not in CORES and game.here(core, side):
                stirred |= give(game, core, side)
    stirred |= revive(game, side)
    stirred |= counts != [len(counting(game, s)) for s in SIDES]
    game.quiet = 0 if stirred else game.quiet + 1
    game.turn = OTHER[side]
    game.stood.append(game.picture())
    game.result = ended(game, side)
    return game


def revive(game: Game, side: str) -> bool:
    point = "W2" if territory(game, side) == "south" else "W5"
    killed = False
    for kind in list(game.graves[side]):
        if may_enter(game, point, side, kind):
            game.graves[side].remove(kind)  # the same kinds are alike: the longest dead of a kind goes first
            killed |= enter(game, point, side, kind)
    return killed


def ended(game: Game, mover: str) -> tuple[str | None, str] | None:
    for side in (mover, OTHER[mover]):
        if len(counting(game, side)) >= 3:
            return side, "occupation"
    if len(game.graves[mover]) >= 3:
        return OTHER[mover], "blocked"
    if game.quiet >= game.quiet_limit:
        return on_points(game), "quiet"
    return None


def on_points(game: Game) -> str | None:
    order, chaos = (sum(POINTS[kind] for kind in counting(game, side)) for side in SIDES)
    return None if order == chaos else "order" if order > chaos else "chaos"
