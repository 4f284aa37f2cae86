"""Zero Day written a second time, slowly and in another way: words, sets and dicts, no shared code, own tables.

A position is read from an open view; `legal` lists texts; what they do stands in slow.py.
"""

import copy
from itertools import combinations
from typing import Any

_ECON = {"Invest": "2 4 7 9", "Booster": "1 2", "Optimize": "4 7 10", "Tax": "3 6 9", "Toll": "2 4 6"}
_DEFENSE = {"Scramble": "- 1 2 3", "Eject": "1", "Scan": "4 7 9", "Purge": "2 3"}
_UTIL = {"Progress": "- - 1 2 3 4", "Singularity": "- 1 3 4", "Protection": "2 3 4", "Shell": "2 4 6"}
VALUES = {**_ECON, **_DEFENSE, **_UTIL}
KINDS = {
    "Defense": {"Scramble", "Eject", "Scan", "Purge", "Booster"}, "Econ": {"Invest", "Optimize", "Tax", "Toll", "Booster"},
    "Util": {"Progress", "Singularity", "Protection", "Shell", "Booster"},
}  # fmt: skip
PRICES = {"Progress": 3, "Scramble": 2, "Scan": 2, "Purge": 2, "Singularity": 4, "Protection": 2, "Shell": 2}
COSTS = {(1, 2): "Alice Bob", (2, 2): "Carol Mallory Oscar Victor", (3, 3): "Matilda Dave Eve", (1, 1): "Trudy Walter Sybil"}
VIRUSES = {virus: cost for cost, viruses in COSTS.items() for virus in viruses.split()}
PLAIN = {"Entertainment": (3, 0), "Business": (1, 1), "Residential": (0, 2), "Maritime": (2, 0), "Industrial": (0, 1)}
AXES = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
SPOT = {"C": (0, 0)}
for n in range(6):
    (q, r), (s, t) = AXES[n], AXES[(n + 1) % 6]
    SPOT[f"R{n + 1}"] = (q, r)
    SPOT[f"T{n + 1}"] = (q + s, r + t)


def touch(one: str, other: str) -> bool:
    q, r = (a - b for a, b in zip(SPOT[one], SPOT[other], strict=True))
    return max(abs(q), abs(r), abs(q + r)) == 1


class Position:
    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view = copy.deepcopy(view)
        self.phase, self.seat, self.round, self.marker = view["phase"], view["on_turn"], view["round"], view["marker"]
        self.board, self.track, self.seats, self.turn = view["board"], view["track"], view["seats"], view["turn"]
        self.tokens, self.protection = view["tokens"], view["protection"]
        self.credentials = set(view["credentials"] or ())
        self.stacks = {kind["name"]: set(kind["cards"]) for kind in view["operations"]}
        self.unseen, self.bottom = view["deck"]["unseen"], view["deck"]["bottom"]
        personal = {seat["personal"] for seat in self.seats}
        self.table = [card["name"] for card in view["viruses"] if card["name"] not in personal]
        self.choice, self.pending = view["choice"], view["pending"]
        self.deck = set("0123456789") | ({"X"} if view["advanced"] else set())
        self.winner: int | str | None = None

    # What is there

    def me(self) -> dict[str, Any]:
        seat: dict[str, Any] = self.seats[self.seat]
        return seat

    def copies(self, virus: str) -> list[int]:
        return [key for name, key in self.me()["installed"] if name == virus]

    def spare(self) -> list[str]:
        lying = set().union(*self.stacks.values())
        return sorted(self.deck - self.credentials - lying)

    def amount(self, name: str) -> int:
        """N of an operation now."""
        cards = len(self.stacks[name])
        if not cards or name == "Booster":
            return 0
        cards += len(self.stacks.get("Booster", ()))
        values = VALUES[name].split()
        value = values[min(cards, len(values)) - 1]
        return 0 if value == "-" else int(value)

    def near(self, place: str, steps: int) -> set[str]:
        found = {place}
        for _ in range(steps):
            found |= {other for other in self.board for known in tuple(found) if touch(known, other)}
        return found - {place}

    # What may be done

    def actor(self) -> int | None:
        if self.winner is not None or self.phase in ("setup", "referee", "over"):
            return None
        return 0 if self.phase == "protect" else self.seat

    def legal(self) -> set[str]:
        return set(getattr(self, f"in_{self.phase}")())

    def in_credentials(self) -> set[str]:
        return {"credentials " + " ".join(four) for four in combinations("0123456789", 4)}

    def in_scramble(self) -> set[str]:
        return {"credentials " + " ".join(four) for four in combinations(sorted(self.deck - self.credentials), 4)}

    def in_initiative(self) -> set[str]:
        free = [spot for spot, tile in enumerate(self.track) if tile["seat"] is None]
        return {f"init {spot}" for spot in free if not self.seat or self.track[spot]["tile"] != "admin"}

    in_init = in_initiative

    def in_tokens(self) -> set[str]:
        free = [at for at, tile in self.board.items() if tile["neutral"] and not tile["token"]]
        return {f"token {kind} {at}" for kind, lies in self.tokens.items() if lies is None for at in free}

    def effects(self) -> set[str]:
        found, me = set(), self.me()
        for name, left in self.turn["effects"].items():
            if left and name == "Matilda":
                found |= {"virus Matilda credits"} if me["proxies"] >= 3 else set()
                found |= {"virus Matilda proxies"} if me["credits"] >= 5 else set()
            elif left and (name != "Carol" or me["score"]):
                found.add(f"virus {name}")
        return found

    def in_start(self) -> set[str]:
        found = self.effects()
        if not self.turn["tile"]:
            return found
        if self.track[self.marker]["tile"] != "pointer":
            return found | {"tile"}
        barred = {"pointer", "admin"} if self.seat else {"pointer"}
        others = [spot for spot in range(10) if spot != self.marker]
        return found | {f"tile {spot}" for spot in others if self.track[spot]["tile"] not in barred}

    def in_act(self) -> set[str]:
        found = self.in_initiative()
        if self.turn["actions"]:
            found |= self.stackings()
            for name in self.stacks:
                if self.amount(name) and self.me()["credits"] >= PRICES.get(name, 0):
                    found.add(f"resolve {name}")
        return found

    def stackings(self) -> set[str]:
        open_ones = [name for name, cards in self.stacks.items() if len(cards) < len(VALUES[name].split())]
        return {f"stack {name} {card}" for name in open_ones for card in self.spare()}

    def in_choice(self) -> set[str]:
        name = self.choice["operation"]
        if name == "Shell":
            acts = self.stackings()
        elif name == "Scan":
            acts = {f"scan {at}" for at, tile in self.board.items() if tile["neutral"]}
        elif name == "Purge":
            there = {virus for seat in self.seats for virus, _ in seat["installed"]}
            acts = {f"purge {virus}" for virus in self.table if virus in there}
        else:
            free = [spot for spot, tile in enumerate(self.track) if tile["seat"] is None]
            acts = {f"swap {a} {b}" for a, b in combinations(free, 2)}
        return acts | {"end"}

    def in_move(self) -> set[str]:
        me, found = self.me(), self.effects()
        if me["at"] is None:
            edge = {at for at in self.board if at[0] == "T"}
            ways = edge | {at for tip in edge for at in self.near(tip, 1)} if self.copies("Walter") else edge
            if me["credits"] >= 2:
                found |= {f"jack-in {at}" for at in ways if self.board[at]["neutral"]}
            return found | {"credits"}
        ways = self.near(me["at"], 2 if self.turn["far"] or self.copies("Walter") else 1)
        found |= {f"jump {at}" for at in ways if self.board[at]["neutral"]}
        return found | {"jack-out"} | {f"jump {at} sybil {key}" for at in ways for key in self.copies("Sybil")}

    def in_free(self) -> set[str]:
        me = self.me()
        tile = self.board[me["at"]]
        found = self.in_initiative()
        if not self.turn["acted"]:
            found |= self.tile_actions(tile["tile"])
        for virus in [*self.table, *([me["personal"]] if me["personal"] else [])]:
            credits, proxies = VIRUSES[virus]
            if me["credits"] >= credits and me["proxies"] >= proxies:
                found |= {f"install {virus} {key}" for key in me["hand"]}
        if me["credits"] >= 1:
            found |= {f"uninstall {virus} {key}" for virus, key in me["installed"]}
        affordable = [name for name, cards in self.stacks.items() if 0 < len(cards) <= me["credits"]]
        found |= {f"deny {name}" for name in affordable if tile["token"] and name in KINDS[tile["token"]]}
        return found | self.hackings()

    def tile_actions(self, tile: str) -> set[str]:
        if tile in ("Central", "Void"):
            return set()
        if tile != "Slum":
            return {"tile-action"}
        ways = [""] + [f"{n} {what} " for what in ("credits", "proxies") for n in range(1, self.me()[what] + 1)]
        return {f"tile-action {way}{plus}" for way in ways for plus in ("+credit", "+proxy")}

    def hackings(self) -> set[str]:
        me, found, hand = self.me(), set(), set(self.me()["hand"])
        if me["credits"] < 3:
            return found
        heads = ["", "unused "] if self.copies("Mallory") else [""]
        trudys = self.copies("Trudy")
        leaving = [set(some) for count in range(len(trudys) + 1) for some in combinations(trudys, count)]
        far = self.view["advanced"] and not self.turn["remote"] and me["proxies"] >= 3
        may = not self.turn["acted"] if me["at"] == "C" else far
        again = len(self.copies("Oscar")) > self.turn["repeats"] and self.turn["keys"] > 1
        for out in leaving:
            keys = sorted(hand | out)
            size = min(4 + len(self.copies("Eve")) + len(out), len(keys))
            tail = " trudy " + " ".join(map(str, sorted(out))) if out else ""
            for verb, count, allowed in (("hack", size, may), ("repeat", self.turn["keys"] - 1, again)):
                if allowed and count > 0:
                    for some in combinations(keys, count):
                        found |= {f"{verb} {head}{' '.join(map(str, some))}{tail}" for head in heads}
        return found

    def in_protect(self) -> set[str]:
        return {"protect no", "protect 0", "protect +1", "protect -1"}
