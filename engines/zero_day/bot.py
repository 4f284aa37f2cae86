"""The greedy bot: values the immediate effects of each action, from its seat's view only.

The Admin saves up for Progress and Singularity; a Hacker heads for the Central and hacks with the likeliest keys.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.zero_day import inference
from engines.zero_day.board import PLACE_OF, TILE_OF, TILES, count_steps

_SAVED_CREDITS = 6  # Credits that the Admin wants before it works on progress.
_FAIL = -30.0  # For a tile that cannot be paid.
_DELAY_COST = 0.6  # For each spot that delays the next turn.
_STACK_TARGETS = {"Progress": 6, "Singularity": 3, "Invest": 2, "Scramble": 2, "Protection": 1, "Toll": 1}
_WORTH = {"Alice": 2.0, "Bob": 1.0, "Eve": 3.0, "Oscar": 2.0, "Mallory": 3.0, "Walter": 1.5}


def choose(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return a good action for the seat, in notation."""
    assert legal is not None, "every action of this game can be listed"
    if len(legal) == 1:
        return legal[0]
    scorer = _HackerScorer(seat, view) if seat else _AdminScorer(seat, view)
    return max(legal, key=lambda text: scorer.score(text) + 0.1 * rng.random())


class _Scorer:
    """Scores for both sides: initiative spots and tiles."""

    def __init__(self, seat: int, view: Mapping[str, Any]) -> None:
        self.seat, self.view = seat, view
        self.own = view["seats"][seat]
        self.credits: int = self.own["credits"]
        self.operations = {operation["name"]: operation for operation in view["operations"]}
        self.scores: dict[str, Callable[..., float]] = {
            "init": lambda spot: self.spot(int(spot)),
            "tile": lambda spot="": self.face(view["track"][int(spot)]["tile"]) if spot else 0.0,
        }

    def score(self, text: str) -> float:
        verb, *words = text.split()
        return self.scores[verb](*words) if verb in self.scores else 0.0

    def spot(self, spot: int) -> float:
        """Score a spot: an early turn is worth more than its tile, unless that cannot be paid."""
        marker = -1 if self.view["marker"] is None else self.view["marker"]
        return self.face(self.view["track"][spot]["tile"]) - _DELAY_COST * count_steps(marker, spot) - 5.0

    def face(self, face: str) -> float:
        kind, _, amount = face.partition(" ")
        if kind == "pay":
            return -float(amount) if self.credits >= int(amount) + 1 else _FAIL
        return float(amount) if kind == "gain" else 1.0 if kind == "bonus" else 0.0


class _AdminScorer(_Scorer):
    def __init__(self, seat: int, view: Mapping[str, Any]) -> None:
        super().__init__(seat, view)
        announced = [hack["told"] for hack in view["hacks"] if hack["era"] == view["era"] and not hack["unused"]]
        self.known = max(announced, default=0) >= 3
        self.scores |= {"stack": self.stack, "resolve": self.resolve, "protect": self.protect, "end": lambda: -1.0}

    def goal(self) -> str:
        """Return the operation to work on now."""
        if self.known and self.credits >= 2 and not self.operations["Scramble"]["stack"] >= 2:
            return "Scramble"
        if self.credits < _SAVED_CREDITS:
            return "Invest"
        return "Singularity" if "Singularity" in self.operations else "Progress"

    def stack(self, name: str, card: str) -> float:
        kind = self.operations[name]
        if kind["stack"] >= _STACK_TARGETS.get(name, 0):
            return -8.0
        return 6.0 + 0.5 * kind["stack"] if name == self.goal() else 1.0 if kind["stack"] else -1.0

    def resolve(self, name: str) -> float:
        kind = self.operations[name]
        ready = kind["stack"] >= _STACK_TARGETS.get(name, 1)
        if name in ("Progress", "Singularity"):
            wins = self.own["score"] + kind["n"] >= self.view["goal"]
            return 100.0 if wins else 8.0 + kind["n"] if ready or not self.view["unused"] else -7.0
        if name == "Invest":
            return 7.0 if ready else -6.0
        if name == "Scramble":
            return 9.0 if self.known else -9.0
        return 3.0 if ready else -6.0

    def protect(self, by: str) -> float:
        """Score an answer: a token is spent if the true number would reveal much."""
        match = self.view["pending"]["match"]
        return float(match - 1 if by == "-1" else 0.5 if by == "no" else -1.0)


class _HackerScorer(_Scorer):
    def __init__(self, seat: int, view: Mapping[str, Any]) -> None:
        super().__init__(seat, view)
        self.chances = inference.chances_from_view(view, seat)
        stacked = sum(operation["stack"] for operation in view["operations"])
        self.unstacked = 1.0 - stacked / (7 if view["advanced"] else 6)
        self.scores |= {
            "jack-in": lambda place: 5.0 + self.tile(place),
            "jump": lambda place, *sybil: 5.0 + self.tile(place) - (3.0 if sybil else 0.0),
            "jack-out": lambda: -8.0,
            "credits": lambda: 0.0,
            "tile-action": lambda *words: {(): 4.0, ("+credit",): 4.0, ("+proxy",): 3.0}.get(words, -30.0),
            "install": self.install,
            "uninstall": lambda virus, key: -30.0,
            "deny": self.deny,
            "hack": self.hack,
            "repeat": self.hack,
            "virus": self.virus,
        }

    def tile(self, place: str) -> float:
        """Return the value of standing on a tile now."""
        tile = TILES[TILE_OF[self.view["board"][place]["tile"]]]
        if tile.action == "hack":
            return 9.0 if self.credits >= 3 else -1.0
        near = 1.0 if 0 < PLACE_OF[place] < 7 else 0.0
        need = 1.5 if self.credits < 6 else 0.6
        gain = max(0, tile.credits - self.credits) if tile.action == "fill" else tile.credits
        return near + need * gain + 0.5 * tile.proxies

    def install(self, name: str, key: str) -> float:
        card = next(card for card in self.view["viruses"] if card["name"] == name)
        copies = sum(virus == name for virus, _ in self.own["installed"])
        spare = self.credits - card["credits"] >= 3 and len(self.own["hand"]) > 7 and not copies
        return _WORTH.get(name, 0.0) - 3.0 * self.chances[int(key)] if spare and name in _WORTH else -30.0

    def deny(self, name: str) -> float:
        """Score Deny: worth its price if it takes much from the Admin."""
        kind = self.operations[name]
        danger = 3 * kind["n"] if name in ("Progress", "Singularity") else 0
        return float(danger - kind["stack"] + 3.0) if self.credits - kind["stack"] >= 3 and danger else -30.0

    def hack(self, *words: str) -> float:
        """Score a hack by its expected matches, less the Trudys that leave."""
        unused = words[0] == "unused"
        words = words[unused:]
        at = words.index("trudy") if "trudy" in words else len(words)
        likely = [self.chances[int(key)] for key in words[:at]]
        matches = sum(1.0 - chance for chance in likely) * self.unstacked if unused else sum(likely)
        return 8.0 + 3.0 * matches - 2.0 * (len(words) - at)

    def virus(self, name: str, way: str = "") -> float:
        """Score a virus: Alice and Bob first; Matilda and Carol only for a Hacker who needs them for its hack."""
        if name in ("Alice", "Bob"):
            return 20.0
        return 15.0 if way == "credits" and self.credits < 3 else -30.0
