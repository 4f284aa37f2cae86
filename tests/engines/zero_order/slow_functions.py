"""The eighteen functions for the slow implementation: each a generator of (items as text, selected grids, effect)."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from tests.engines.zero_order.slow import BOARD, LEVEL, WORD, Effect, Game, Grid, Hold, Token, around, mirrored, name, step


def ways(game: Game, path: list[Grid], ours: bool) -> Iterator[Grid | None]:
    for grid in path:
        if grid not in game.tiles:
            if not ours:
                yield None
            return
        if grid in game.units:
            return
        yield grid


def slides(game: Game, seat: int, start: Grid, goal: Grid, target: Grid) -> list[Grid | None]:
    """Where a unit may slide to behind `goal`, on the axis that leads there from `start`."""
    direction = goal[0] - start[0], goal[1] - start[1]
    return list(ways(game, [step(goal, direction, n) for n in range(1, 12)], game.units[target][0] == seat))


def to(src: Grid, dst: Grid | None) -> str:
    return f"{name(src)}-{'off' if dst is None else name(dst)}"


def shift(*pairs: tuple[Grid, Grid | None]) -> Effect:
    def effect(game: Game) -> set[Token]:
        landed = set()
        for src, dst in pairs:
            if dst is None:
                game.defeat(src)
            else:
                game.units[dst] = game.units.pop(src)
                landed.add(game.units[dst])
        return landed

    return effect


def movable(game: Game, seat: int, grid: Grid) -> list[Grid]:
    return sorted(game.allies(seat, grid) + game.foes(seat, grid))


Made = Iterator[tuple[str, list[Grid], Effect]]


def push(game: Game, seat: int, me: Grid) -> Made:
    for target in movable(game, seat, me):
        for dst in slides(game, seat, me, target, target):
            yield to(target, dst), [target], shift((target, dst))


def toss(game: Game, seat: int, me: Grid) -> Made:
    for target in movable(game, seat, me):
        for dst in slides(game, seat, target, me, target):
            yield to(target, dst), [target], shift((target, dst))


def twist(game: Game, seat: int, me: Grid) -> Made:
    for target in movable(game, seat, me):
        at = around(me).index(target)
        for sign, word in ((1, "cw"), (-1, "ccw")):
            path = [around(me)[(at + sign * n) % 6] for n in range(1, 6)]
            for dst in ways(game, path, game.units[target][0] == seat):
                yield f"{to(target, dst)} {word}", [target], shift((target, dst))


def split(game: Game, seat: int, me: Grid) -> Made:
    options = {target: slides(game, seat, me, target, target) for target in movable(game, seat, me)}
    stuck = sum(not found for found in options.values())
    going = [target for target, found in options.items() if found]
    for size in range(1, len(going) + 1):
        for chosen in combinations(going, size):
            if size + stuck >= 2:
                for dsts in product(*(options[target] for target in chosen)):
                    pairs = list(zip(chosen, dsts, strict=True))
                    yield " ".join(to(*pair) for pair in pairs), list(chosen), shift(*pairs)


def delete(game: Game, seat: int, me: Grid) -> Made:
    for target in game.foes(seat, me):
        _, code = game.units[target]
        lost = {code} | (game.stacks[1 - seat] if code == "ST" else set())
        if "ER" in lost:
            continue

        def effect(after: Game, target: Grid = target, lost: set[str] = lost) -> set[Token]:
            after.defeat(target)
            if "GL" in lost:
                after.won = seat, "glitch-deleted"
            return set()

        yield name(target), [target], effect


def several(grids: list[Grid], least: int) -> list[list[Grid]]:
    return [list(c) for size in range(least, len(grids) + 1) for c in combinations(grids, size)]


def seize(game: Game, me: Grid, targets: list[Grid], kind: Token, via: str) -> tuple[bool, Effect]:
    """Whether a new hold would hold a unit that its holder does not hold already, and its effect."""
    holder, held = game.units[me], frozenset(game.units[target] for target in targets)
    new = bool(held - game.held_by(holder))

    def effect(after: Game) -> set[Token]:
        after.holds = [h for h in after.holds if h.holder != holder] + [Hold(holder, kind, via, held)]
        after.eventful |= new and kind[1] in ("FR", "FI", "GR")
        return set()

    return new, effect


def holding(game: Game, seat: int, me: Grid, code: str, via: str) -> Made:
    if code == "FR" and any(game.units[grid] == (1 - seat, "FR") for grid in game.near(me)):
        return
    own = code in ("LO", "HI")
    among = game.allies(seat, me) if own else game.foes(seat, me)
    for chosen in [[target] for target in among] if code == "HI" else several(among, 2):
        new, effect = seize(game, me, chosen, (seat, code), via)
        if new:
            yield " ".join(map(name, chosen)), chosen, effect


def lines(game: Game, seat: int, me: Grid) -> list[dict[Grid, Grid]]:
    """Every way to file touching opponent units, however many."""
    foes = game.foes(seat, me)
    column = [grid for grid in BOARD if grid[0] == me[0] and grid != me]
    found = []
    for chosen in several(foes, 1):
        for places in permutations(column, len(chosen)):
            rows = sorted([me[1], *(row for _, row in places)])
            whole = rows == list(range(rows[0], rows[0] + len(rows)))
            if whole and all(game.free(place) or place in chosen for place in places):
                found.append(dict(zip(chosen, places, strict=True)))
    return found


def file(game: Game, seat: int, me: Grid, via: str) -> Made:
    every = lines(game, seat, me)
    together = [set(line) for line in every]
    for line in every:
        left = [target for target in game.foes(seat, me) if {*line, target} not in together]
        moved = {src: dst for src, dst in line.items() if src != dst}
        new, taken = seize(game, me, list(line), (seat, "FI"), via)
        if (len(line) == 1 and not left) or (not moved and not new):
            continue

        def effect(after: Game, moved: dict[Grid, Grid] = moved, taken: Effect = taken) -> set[Token]:
            units = {dst: after.units.pop(src) for src, dst in moved.items()}
            after.units.update(units)
            taken(after)
            return set(units.values())

        yield " ".join(f"{name(s)}-{name(d)}" for s, d in sorted(line.items())), list(line), effect


def switch(game: Game, seat: int, me: Grid) -> Made:
    for target, (owner, _) in sorted(game.units.items()):
        if owner == seat and target != me:

            def effect(after: Game, target: Grid = target) -> set[Token]:
                after.units[me], after.units[target] = after.units[target], after.units[me]
                return {after.units[me]}

            yield name(target), [target], effect


def mirror(game: Game, seat: int, me: Grid) -> Made:
    for target in game.allies(seat, me):
        dst = mirrored(target)
        there = game.units.get(dst)
        if dst == target or dst not in game.tiles or (there and (there[0] == seat or game.is_("immune", there))):
            continue

        def effect(after: Game, target: Grid = target, dst: Grid = dst, there: Token | None = there) -> set[Token]:
            if there:
                after.defeat(dst)
            after.units[dst] = after.units.pop(target)
            return {after.units[dst]}

        yield name(target), [target], effect


def stack(game: Game, seat: int, me: Grid) -> Made:
    for chosen in several(game.allies(seat, me), 2):

        def effect(after: Game, chosen: list[Grid] = chosen) -> set[Token]:
            after.stacks[seat] |= {after.units.pop(grid)[1] for grid in chosen}
            return set()

        yield " ".join(map(name, chosen)), chosen, effect


def unstack(game: Game, seat: int, me: Grid) -> Made:
    places = [grid for grid in around(me) if game.free(grid)]
    for size in range(1, 7):
        for codes in combinations(sorted(game.stacks[seat]), size):
            for dsts in permutations(places, size):

                def effect(after: Game, codes: Any = codes, dsts: Any = dsts) -> set[Token]:
                    after.stacks[seat] -= set(codes)
                    after.units.update({dst: (seat, code) for code, dst in zip(codes, dsts, strict=True)})
                    return set()

                yield " ".join(f"{c}-{name(d)}" for c, d in zip(codes, dsts, strict=True)), [], effect


def importing(game: Game, seat: int, me: Grid, via: str) -> Made:
    for target in sorted(around(me)):
        tile = game.tiles.get(target)
        if tile is None or target in game.units or tile[0] != seat or LEVEL[tile[1]] > game.options["levels"]:
            continue

        def effect(after: Game, target: Grid = target, tile: Token = tile) -> set[Token]:
            if via in ("own", "copied"):
                after.tiles[target], after.units[me] = after.units[me], tile
            else:
                used = "IM" if via == "stacked" else "CO"
                after.stacks[seat] ^= {used, tile[1]}
                after.tiles[target] = (seat, used)
            after.eventful = True
            return set()

        yield name(target), [], effect


def exporting(game: Game, seat: int, me: Grid, via: str) -> Made:
    for chosen in several(game.foes(seat, me), 1):
        left = {grid for grid, (owner, _) in game.units.items() if owner != seat} - set(chosen)
        alone = sum(owner == seat for owner, _ in game.units.values()) == 1
        if left and alone and via in ("own", "copied"):
            continue

        def effect(after: Game, chosen: list[Grid] = chosen) -> set[Token]:
            for grid in chosen:
                after.take(grid)
            if via in ("own", "copied"):
                del after.units[me]
            else:
                after.stacks[seat].remove("EX" if via == "stacked" else "CO")
            after.eventful = True
            return set()

        yield " ".join(map(name, chosen)), chosen, effect


def glitch(game: Game, seat: int, me: Grid) -> Made:
    def effect(after: Game) -> set[Token]:
        after.won = seat, "glitched-out"
        return set()

    for target in game.foes(seat, me):
        if game.units[target][1] == "DE":
            yield name(target), [target], effect


PLAIN = {"DE": delete, "PU": push, "TO": toss, "TW": twist, "SP": split, "SW": switch, "MI": mirror, "ST": stack}
PLAIN["GL"] = glitch


def made_by(game: Game, seat: int, me: Grid, code: str, via: str) -> Made:
    if code in PLAIN:
        return PLAIN[code](game, seat, me)
    if code in ("FR", "GR", "LO", "HI"):
        return holding(game, seat, me, code, via)
    if code == "ER":
        return iter(())
    return {"FI": file, "IM": importing, "EX": exporting}[code](game, seat, me, via)


def sources(game: Game, seat: int, me: Grid) -> dict[str, str]:
    """code -> how the unit comes by it."""
    code = game.units[me][1]
    touched = {game.units[grid][1] for grid in game.allies(seat, me)} - {"ST"}
    if code == "CO":
        return dict.fromkeys(touched, "copied")
    found = {code: "own"}
    if code == "ST":
        if "CO" in game.stacks[seat]:
            found |= dict.fromkeys(touched, "copied-beneath")
        found |= dict.fromkeys(game.stacks[seat] - {"CO"}, "stacked")
    return found


def uses(game: Game, me: Grid, must: set[Token] | None) -> dict[str, Effect]:
    """What a unit may do; in a combo it selects one of `must`."""
    seat = game.seat
    found = {}
    for code, via in sources(game, seat, me).items():
        for items, selected, effect in made_by(game, seat, me, code, via):
            if must is None or {game.units[grid] for grid in selected} & must:
                found[f"{WORD[code]} {name(me)}: {items}"] = effect
    if game.units[me][1] == "ST" and must is None:
        for items, _, effect in unstack(game, seat, me):
            found[f"unstack {name(me)}: {items}"] = effect
    return found
