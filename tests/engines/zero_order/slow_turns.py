"""The course of a game for the slow implementation: openings, turns and ends."""

from collections.abc import Callable
from typing import Any

from tests.engines.zero_order.slow import BOARD, CODES, DIRECTIONS, LEVEL, MIDDLE, Effect, Game, Grid, Token, around, name, step
from tests.engines.zero_order.slow_functions import holding, uses

BODIES = ("FI", "GR", "HI")
TILING = [0, *[1, 1, 0, 0] * 5, 1, 1, 0]
LANDING = [0, *[1, 1, 0, 0] * 2, 1, 1, 0]
Legal = dict[str, Callable[[], Game]]
NEEDS = {"capture_the_flag": {"GL", "DE"}, "kill_the_king": {"ER", "DE"}}


def check_team(options: dict[str, Any], codes: list[str]) -> None:
    team = set(codes)
    assert len(team) == len(codes) == 6
    assert len(team & {"DE", "PU", "TO", "TW", "SP"}) >= 3
    assert all(LEVEL[code] <= options["levels"] for code in team)
    assert NEEDS.get(options["start"], set()) <= team


def with_team(game: Game, seat: int, codes: list[str]) -> Game:
    check_team(game.options, codes)
    after = game.copy()
    after.teams[seat] = set(codes)
    if None not in after.teams:
        after.phase, after.seat = "map", 0
        after.hands = [set(CODES) - team for team in after.teams]
    return after


def legal(game: Game) -> Legal:
    if game.won:
        return {}
    if game.phase == "map":
        return placing(game, "tile", game.hands[game.seat], places(game), tiled)
    if game.phase == "deploy":
        return placing(game, "unit", game.hands[game.seat], stands(game, game.seat), deployed)
    if game.phase == "support":
        return supports(game) | {"end": lambda: support_of(game.copy(), game.seat + 1)}
    if game.phase == "build":
        return placing(game, "build", {code for _, code in game.fallen}, BOARD - set(game.tiles), built)
    return turn(game)


def placing(game: Game, word: str, codes: set[str], grids: set[Grid], make: Callable[[Game, str, Grid], Game]) -> Legal:
    return {f"{word} {c} {name(g)}": lambda c=c, g=g: make(game, c, g) for c in codes for g in grids}


def places(game: Game) -> set[Grid]:
    seat = game.seat
    mine = {(c, r) for c, r in BOARD if (r - c / 2 < 4 if seat == 0 else r - c / 2 > 4)}
    if game.options["joined_map"]:
        laid = {g for g, t in game.tiles.items() if t and t[0] == seat} or {MIDDLE}
        mine = {g for g in mine if set(around(g)) & laid}
    return mine - set(game.tiles)


def tiled(game: Game, code: str, grid: Grid) -> Game:
    after = game.copy()
    after.hands[game.seat].remove(code)
    after.tiles[grid] = (game.seat, code)
    after.slot += 1
    if after.slot < 24:
        after.seat = TILING[after.slot]
    else:
        after.phase, after.slot, after.seat = "deploy", 0, LANDING[0]
        after.hands = [set(team) for team in after.teams]
    return after


def stands(game: Game, seat: int) -> set[Grid]:
    foes = {g for g, (owner, _) in game.units.items() if owner != seat}
    own = {g for g, t in game.tiles.items() if t and t[0] == seat and g not in game.units}
    between = 1 if game.options["start"] == "capture_the_flag" or game.options["rules"] == "printed" else 2
    return {g for g in own if all(steps_between(g, foe) > between for foe in foes)}


def steps_between(one: Grid, other: Grid) -> int:
    """Return how many steps two grids are apart, with or without tiles."""
    across, up = other[0] - one[0], other[1] - one[1]
    return max(abs(across), abs(up), abs(across - up))


def deployed(game: Game, code: str, grid: Grid) -> Game:
    after = game.copy()
    after.hands[game.seat].remove(code)
    after.units[grid] = (game.seat, code)
    after.slot += 1
    while after.slot < 12:
        seat = LANDING[after.slot]
        if not stands(after, seat):
            after.hands[seat] = set()
        if after.hands[seat]:
            after.seat = seat
            return after
        after.slot += 1
    after.slot, after.phase = 0, "support"
    return support_of(after, 0)


def support_of(game: Game, first: int) -> Game:
    for seat in range(first, 2):
        game.seat, game.acted = seat, set()
        if supports(game):
            return game
    game.seat, game.acted = 0, set()
    return turn_begins(game, False)


def supports(game: Game) -> Legal:
    found: Legal = {}
    for me, token in game.units.items():
        seat, code = token
        if seat == game.seat and code in ("LO", "HI") and game.active(token) and token not in game.acted:
            for items, _, effect in holding(game, seat, me, code, "own"):
                word = "lock" if code == "LO" else "hide"
                found[f"{word} {name(me)}: {items}"] = lambda e=effect, t=token: supported(game, t, e)
    return found


def supported(game: Game, token: Token, effect: Effect) -> Game:
    after = game.copy()
    effect(after)
    after.eventful = False
    after.acted.add(token)
    after.settle()
    return after


def moves(game: Game) -> dict[str, dict[Grid, Grid]]:
    """text -> every unit's way."""
    found = {}
    for me, token in game.units.items():
        if token[0] != game.seat or game.is_("fixed", token):
            continue
        body = {me}
        for hold in game.holds:
            if hold.holder == token and hold.source[1] in BODIES:
                body |= {g for g, t in game.units.items() if t in hold.held}
        if any(game.units[g][0] == game.seat and game.is_("fixed", game.units[g]) for g in body):
            continue
        for direction in DIRECTIONS:
            if all(game.free(step(g, direction)) or step(g, direction) in body for g in body):
                found[f"{name(me)}-{name(step(me, direction))}"] = {g: step(g, direction) for g in body}
    return found


def moved(game: Game, me: Grid, way: dict[Grid, Grid]) -> Game:
    after = game.copy()
    mover = game.units[me]
    body = {game.units[g] for g in way}
    units = {dst: after.units.pop(src) for src, dst in way.items()}
    after.units.update(units)
    for hold in after.holds:
        if hold.holder != mover and hold.source[1] in BODIES and len(body) > 1:
            hold.held -= body
    after.holds = [hold for hold in after.holds if hold.held]
    after.settle()
    after.mover, after.phase = mover, "act"
    return after


def turn(game: Game) -> Legal:
    found: Legal = {}
    own = {g: t for g, t in game.units.items() if t[0] == game.seat}
    holders = {hold.holder for hold in game.holds}
    if game.phase == "move":
        ways = moves(game)
        for text, way in ways.items():
            me = next(g for g in way if name(g) == text[:2])
            found[text] = lambda me=me, way=way: moved(game, me, way)
        acting = {} if ways else {g: None for g, t in own.items() if game.active(t)}
        releasing = {g for g, t in own.items() if t in holders}
    elif game.phase == "act":
        me = game.at(game.mover)
        assert me is not None
        acting = {me: None} if game.active(own[me]) else {}
        releasing = {me} if own[me] in holders else set()
    else:
        acting = {g: game.landed - {t} for g, t in own.items() if may_combine(game, g, t)}
        releasing = set()
    for g, must in acting.items():
        for text, effect in uses(game, g, must).items():
            found[text] = lambda g=g, effect=effect: acted(game, g, effect)
    for g in releasing:
        found[f"release {name(g)}"] = lambda g=g: released(game, g)
    if game.phase != "move" or not moves(game):
        only = not found
        found["end"] = lambda: ended(game, game.phase == "move" and only)
    return found


def may_combine(game: Game, grid: Grid, token: Token) -> bool:
    beside = {game.units[g] for g in game.near(grid)}
    return token not in game.acted and game.active(token) and bool(beside & game.landed)


def acted(game: Game, me: Grid, effect: Effect) -> Game:
    after = game.copy()
    after.acted.add(game.units[me])
    after.landed = effect(after)
    after.settle()
    after.phase = "combo"
    left = {owner for owner, _ in after.units.values()}
    if not after.won and left != {0, 1}:
        after.won = (None, "both-empty") if not left else (min(left), "decimation")
    if after.won:
        after.phase = "over"
    return after


def released(game: Game, me: Grid) -> Game:
    after = game.copy()
    after.holds = [hold for hold in after.holds if hold.holder != game.units[me]]
    after.landed, after.phase = set(), "combo"
    return after


def ended(game: Game, idle: bool) -> Game:
    after = game.copy()
    after.idle = idle
    if after.fallen:
        after.phase = "build"
        return after
    return turn_over(after)


def built(game: Game, code: str, grid: Grid) -> Game:
    after = game.copy()
    token = (1 - game.seat, code)
    after.fallen.remove(token)
    after.tiles[grid] = token
    return after if after.fallen else turn_over(after)


def turn_over(game: Game) -> Game:
    me, other = game.seat, 1 - game.seat
    error, delete = game.at((me, "ER")), game.at((other, "DE"))
    if error and delete in around(error) and not game.is_("immune", (me, "ER")) and game.active((other, "DE")):
        game.won, game.phase = (other, "404-ed"), "over"
        return game
    theirs = {token for token in game.units.values() if token[0] == other}
    held = {t for hold in game.holds if hold.holder[0] == me for t in hold.held}
    if theirs and theirs <= held:
        game.won, game.phase = (me, "disarmament"), "over"
        return game
    game.quiet = 0 if game.eventful else game.quiet + 1
    stuck = game.idle and game.idle_before
    game.seat, game.idle, game.idle_before = other, False, game.idle
    game.turn += 1
    game.acted, game.eventful = set(), False
    return turn_begins(game, stuck)


def turn_begins(game: Game, stuck: bool) -> Game:
    game.phase, game.mover, game.landed = "move", None, set()
    game.seen.append(game.position())
    reasons = {
        "repetition": game.seen.count(game.seen[-1]) >= 3, "quiet": game.quiet >= game.options["quiet_turn_limit"],
        "stuck": stuck, "turn-limit": game.turn >= game.options["turn_limit"],
    }  # fmt: skip
    if any(reasons.values()):
        game.won, game.phase = (None, next(reason for reason, met in reasons.items() if met)), "over"
    return game


def perft(game: Game, depth: int) -> int:
    options = legal(game)
    if depth == 0 or game.won:
        return 1
    if depth == 1:
        return len(options)
    return sum(perft(after(), depth - 1) for after in options.values())
