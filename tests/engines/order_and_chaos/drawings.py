"""The drawings of the rules, made from positions of the engine and its board file.

`python -m tests.engines.order_and_chaos.drawings` writes them; a test compares them with what is stored.
"""

from collections.abc import Iterable
from math import hypot
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tests.engines.order_and_chaos.scenes import CHAOS, ENGINE, ORDER, scene

FOLDER = Path(__file__).parents[3] / "engines" / "order_and_chaos" / "site" / "rules" / "images"
Point = tuple[float, float]
RADIUS = {"s": 30, "b": 41}
STYLE = """
svg{--ink:#1a211f;--soft:#56605b;--paper:#fffefb;--line:#a79f85;--field:#efeadb;--grave:#dfe9dc;--gold:#c07d00;
--go:#0f7a5c;--o:#ab2f2a;--oe:#6f1713;--ol:#efcac2;--c:#22539d;--ce:#10326a;--cl:#c6d8f0;--ring:#ffb31a;
font-family:-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
@media (prefers-color-scheme:dark){svg{--ink:#e9edea;--soft:#9fada8;--paper:#1b2123;--line:#56625b;--field:#262d2a;
--grave:#1e2b22;--gold:#f0bf52;--go:#6fd0ac;--o:#bd463d;--oe:#ffb4a8;--ol:#57302c;--c:#3a6dbb;--ce:#a9ccff;--cl:#2a4165}}
.paper{fill:var(--paper)}.f{fill:var(--field)}.o{fill:var(--ol)}.c{fill:var(--cl)}.g{fill:var(--grave)}
.f,.o,.c,.g,.hub{stroke:var(--line);stroke-width:4;stroke-linejoin:round}.hub{fill:var(--paper)}
.do{stroke:var(--o);stroke-width:7}.dc{stroke:var(--c);stroke-width:7}
.mo{fill:var(--o);stroke:var(--oe);stroke-width:4}.mc{fill:var(--c);stroke:var(--ce);stroke-width:4}.w{fill:#fff}
.ring{fill:none;stroke:var(--ring);stroke-width:10}.bars{fill:none;stroke:var(--ink);stroke-width:6;stroke-linecap:round}
.slot{fill:none;stroke:var(--line);stroke-width:3;stroke-dasharray:7 8}
.link{fill:none;stroke:var(--soft);stroke-width:9;stroke-dasharray:2 17;stroke-linecap:round;stroke-linejoin:round}
.star{fill:var(--gold)}.back{fill:none;stroke:var(--ink);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.go{fill:none;stroke:var(--go);stroke-width:9;stroke-linecap:round}.tip{fill:var(--go)}
.no{fill:var(--paper);stroke-width:8}
text{fill:var(--ink);font-size:28px;font-weight:650;text-anchor:middle;dominant-baseline:central}
.soft{fill:var(--soft);font-size:32px}.num{fill:#fff;font-size:28px}
"""


def _mean(points: Iterable[Point]) -> Point:
    listed = list(points)
    return sum(x for x, _ in listed) / len(listed), sum(y for _, y in listed) / len(listed)


def _along(start: Point, towards: Point, by: float) -> Point:
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    return start[0] + dx / hypot(dx, dy) * by, start[1] + dy / hypot(dx, dy) * by


def _xy(point: Point) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"


def _points(shape: Iterable[Point]) -> str:
    return " ".join(map(_xy, shape))


class Picture:
    """One position as SVG elements, in the coordinates of the board file."""

    def __init__(self, state: Any) -> None:
        self.view = ENGINE.view(state, None)
        self.board = self.view["board"]
        self.areas = self.board["areas"]
        self.parts: list[str] = []
        self._ground()
        for name in self.areas:
            self._men(name)

    def add(self, text: str) -> None:
        self.parts.append(text)

    def text(self, where: Point, words: str, kind: str = "") -> None:
        self.add(f'<text x="{where[0]:.0f}" y="{where[1]:.0f}"{f" class={kind!r}" if kind else ""}>{words}</text>')

    # The board

    def _ground(self) -> None:
        self.add(f'<polygon class="hub" points="{_points(self.board["hexagon"])}"/>')
        for name, area in self.areas.items():
            self.add(f'<polygon class="{self._colours(name)}" points="{_points(area["shape"])}"/>')
        self.add(f'<polyline class="link" points="{_points(self._link())}"/>')
        for name, area in self.areas.items():
            self._signs(name, area)
        for key, (left, top, width, height) in self.board["graves"].items():
            self.add(f'<rect class="g" x="{left}" y="{top}" width="{width}" height="{height}" rx="14"/>')
            seat = self.view["owners"][key]
            self.text((left + width / 2, top + 28), f"{('Order', 'Chaos')[seat]}’s dead")
            for n, kind in enumerate(self.view["graves"][seat]):
                self._man((left + 40 + 56 * n, top + 70), seat, kind, 0.62)
            self.text((890 - 780 * (left > 500), top + 36), f"{key.capitalize()}:", "soft")
            self.text((890 - 780 * (left > 500), top + 76), ("Order", "Chaos")[seat], "soft")

    def _link(self) -> list[Point]:
        hub, corners = _mean(map(tuple, self.board["hexagon"])), self.board["hexagon"]
        return [_along((x, y), hub, 20) if [x, y] in corners else (x, y) for x, y in self.board["link"]]

    def _colours(self, name: str) -> str:
        area = self.areas[name]
        if area["territory"]:
            return "oc"[self.view["owners"][area["territory"]]]
        dominator = self.view["areas"][name]["dominator"]
        return "f" if dominator is None else f"f d{'oc'[dominator]}"

    def _signs(self, name: str, area: dict[str, Any]) -> None:
        shape = [tuple(point) for point in area["shape"]]
        if area["kind"] != "battle":
            far = sorted(shape, key=lambda point: (-round(self._away(name, point) / 4), point[0]))
            self.text(_along(self.middle(name), far[0], 58 if area["kind"] == "small" else 76), name)
            if area["core"]:
                x, y = _along(self.middle(name), far[1], 76)
                star = "l6 13 14 1-11 9 4 14-13-8-13 8 4-14-11-9 14-1z"
                self.add(f'<path class="star" d="M{x:.0f} {y - 20:.0f}{star}"/>')
            return
        for slot in self.slots(name):
            self.add(f'<circle class="slot" cx="{slot[0]:.0f}" cy="{slot[1]:.0f}" r="26"/>')
        self.text(self._rim(name, 55), name)
        if area["revive"]:
            x, y = self._rim(name, -60)
            turn = f"M{x + 10:.0f} {y - 6:.0f}a12 12 0 1 0 2 9m1-17l-2 10-10-3"
            self.add(f'<circle class="hub" cx="{x:.0f}" cy="{y:.0f}" r="21"/><path class="back" d="{turn}"/>')

    def _rim(self, name: str, by: float) -> Point:
        hub, centre = _mean(map(tuple, self.board["hexagon"])), self.areas[name]["centre"]
        return _along(tuple(centre), hub, -by)

    def _away(self, name: str, point: Point) -> float:
        middle = self.middle(name)
        return hypot(point[0] - middle[0], point[1] - middle[1])

    def middle(self, name: str) -> Point:
        """Where a chessman stands alone: in a triangle the middle of the circle within."""
        area = self.areas[name]
        if area["kind"] == "battle":
            return float(area["centre"][0]), float(area["centre"][1])
        a, b, c = area["shape"]
        sides = [hypot(p[0] - q[0], p[1] - q[1]) for p, q in ((b, c), (c, a), (a, b))]
        return tuple(sum(s * p[i] for s, p in zip(sides, (a, b, c), strict=True)) / sum(sides) for i in (0, 1))  # type: ignore[return-value]

    def slots(self, name: str) -> list[Point]:
        """The four places of a battle area, on the line between the middles of its short sides."""
        a, b, c, d = (tuple(point) for point in self.areas[name]["shape"])
        start, end = sorted((_mean((a, b)), _mean((c, d))))
        long = hypot(end[0] - start[0], end[1] - start[1])
        return [_along(start, end, long * part) for part in (0.15, 0.38, 0.62, 0.85)]

    def _beside(self, name: str, by: float) -> Point:
        """A point on the outer side of a battle area, `by` from its middle along it."""
        rim = self._rim(name, 60)
        first, last = self.slots(name)[0], self.slots(name)[3]
        x, y = _along((0.0, 0.0), (last[0] - first[0], last[1] - first[1]), by)
        return rim[0] + x, rim[1] + y

    # Chessmen

    def _men(self, name: str) -> None:
        inside = self.view["areas"][name]
        battle = self.areas[name]["kind"] == "battle"
        spots = [self.slots(name)[n] for n in (1, 2, 0, 3)] if battle else [self.middle(name)]
        for (seat, kind, moved), spot in zip(inside["men"], spots, strict=False):
            self._man(spot, seat, kind, 1, ring=self._counts(name, seat, kind, moved), held=inside["frozen"] == seat)
        if battle and inside["dominator"] is not None:
            seat = inside["dominator"]
            where = self._beside(name, -90)
            self._token(where, seat, 22)
            self.text(where, str(sum(one[0] == seat for one in inside["men"])), "num")
        for n, seat in enumerate(inside["closed"]):
            x, y = self._beside(name, 90 + 44 * n)
            self._token((x, y), seat, 19, f"no d{'oc'[seat]}")
            self.add(f'<path class="d{"oc"[seat]}" d="M{x - 11:.0f} {y:.0f}h22"/>')

    def _counts(self, name: str, seat: int, kind: str, moved: bool) -> bool:
        area = self.areas[name]
        land = area["territory"]
        return moved and land is not None and self.view["owners"][land] != seat and area["kind"][0] == kind

    def _token(self, where: Point, seat: int, radius: float, kind: str = "") -> None:
        x, y = where
        kind = kind or f"m{'oc'[seat]}"
        if seat == CHAOS:
            self.add(f'<circle class="{kind}" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}"/>')
            return
        side = radius * 0.88
        box = f'x="{x - side:.0f}" y="{y - side:.0f}" width="{2 * side:.0f}" height="{2 * side:.0f}"'
        self.add(f'<rect class="{kind}" {box} rx="{radius / 5:.0f}"/>')

    def _man(self, where: Point, seat: int, kind: str, scale: float, *, ring: bool = False, held: bool = False) -> None:
        (x, y), radius = where, RADIUS[kind] * scale
        self._token(where, seat, radius)
        if ring:
            self._token(where, seat, radius, "ring")
        if kind == "s":
            self.add(f'<circle class="w" cx="{x:.0f}" cy="{y:.0f}" r="{9 * scale:.0f}"/>')
        else:
            crown = "M-21 14L-24-12L-11 0L0-19L11 0L24-12L21 14Z"
            self.add(f'<path class="w" transform="translate({x:.0f} {y:.0f}) scale({scale})" d="{crown}"/>')
        if held:
            high = RADIUS[kind] + 6
            lines = "".join(f"M{x + part:.0f} {y - high:.0f}v{2 * high}" for part in (-16, 0, 16))
            self.add(f'<path class="bars" d="{lines}"/>')

    # What happens

    def arrow(self, source: Point, target: Point) -> None:
        """An arrow that stops short of both ends."""
        start, end = _along(source, target, 40), _along(target, source, 24)
        back = _along(end, source, 30)
        across = ((end[1] - back[1]) * 0.55, (back[0] - end[0]) * 0.55)
        wings = [(back[0] + across[0], back[1] + across[1]), (back[0] - across[0], back[1] - across[1])]
        self.add(f'<path class="go" d="M{_xy(start)}L{_xy(back)}"/>')
        self.add(f'<polygon class="tip" points="{_points([end, *wings])}"/>')


def svg(picture: Picture, title: str) -> str:
    """A picture as a file."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" role="img">'
    style = "".join(line.strip() for line in STYLE.splitlines())
    paper = '<rect class="paper" width="1000" height="1000"/>'
    inside = "\n".join(picture.parts)
    return f"{head}\n<title>{escape(title)}</title>\n<style>{style}</style>\n{paper}\n{inside}\n</svg>\n"


def _moves(state: Any, area: str) -> list[str]:
    """The legal moves out of an area."""
    (seat,) = ENGINE.to_act(state)
    return [text for move in ENGINE.legal(state, seat) if (text := ENGINE.encode(move)).startswith(area)]


def _after(state: Any, text: str) -> Any:
    (seat,) = ENGINE.to_act(state)
    return ENGINE.apply(state, seat, ENGINE.decode(text))


MOVES = scene("S1 s, B2 b, B3 b, W1 b", "B1 s, S5 s, B5 b, W3 b")
TURNING = scene("B2 b, S1 s, W1 b", "B5 s, S5 s, B6 b, W4 b")
REVIVAL = scene("B3 b, S2 s, W2 bs", "W1 b, S5 s, W2 bs", graves=("sb", ""))
OCCUPATION = scene("B4 b, S4 s, S5 s, W2 b, B6 s", "B1 b, S1 s, B5 b, W3 s")
BATTLES = scene("W1 s, W2 bs, W3 bss, W5 b, W6 bs", "W1 b, W2 s, W3 s, W4 sb, W6 sb", dominated={"W1": ORDER, "W6": ORDER})


def board() -> str:
    return svg(Picture(ENGINE.start(ENGINE.options({}), 2)), "The board and the start of Order & Chaos")


def move() -> str:
    picture = Picture(MOVES)
    for area in ("S1", "B3", "W1"):
        for text in _moves(MOVES, area):
            target = text.split("-")[1]
            free = {"S1": 1, "B3": 0, "W1": 0}[area] if target.startswith("W") else None
            end = picture.middle(target) if free is None else picture.slots(target)[free]
            picture.arrow(picture.slots(area)[1] if area == "W1" else picture.middle(area), end)
    return svg(picture, "Where some chessmen may go")


def turn() -> str:
    return svg(Picture(_after(MOVES, "W1-B1")), "After a turn: a chessman is killed")


def battle() -> str:
    return svg(Picture(BATTLES), "Domination of battle areas")


def turning() -> str:
    picture = Picture(TURNING)
    picture.arrow(picture.middle("B2"), picture.middle("B5"))
    return svg(picture, "Before a step into the enemy's core")


def turned() -> str:
    return svg(Picture(_after(TURNING, "B2-B5")), "After the step: the territories have turned")


def occupation() -> str:
    return svg(Picture(OCCUPATION), "Chessmen that count for occupation")


def revival() -> str:
    picture = Picture(REVIVAL)
    picture.arrow(picture.middle("B3"), picture.slots("W3")[1])
    return svg(picture, "Before a turn with two dead in the grave")


def revived() -> str:
    return svg(Picture(_after(REVIVAL, "B3-W3")), "After the turn: both are back, and each has killed")


MAKERS = (board, move, turn, battle, turning, turned, occupation, revival, revived)
DRAWINGS = {f"order-and-chaos-{make.__name__}.svg": make for make in MAKERS}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in DRAWINGS.items():
        (FOLDER / name).write_text(make(), "utf-8")
