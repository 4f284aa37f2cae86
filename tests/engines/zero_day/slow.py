"""The slow implementation's second half: what an action does, perft, and what both must agree on."""

from __future__ import annotations

import copy
from typing import Any

from tests.engines.zero_day.slow_move_generation import PLAIN, PRICES, VIRUSES, Position


class Game(Position):
    def play(self, text: str) -> Game:
        after = copy.deepcopy(self)
        verb, *words = text.split()
        getattr(after, "do_" + verb.replace("-", "_"))(*words)
        return after

    def do_credentials(self, *cards: str) -> None:
        self.credentials = set(cards)
        if self.phase == "credentials":
            self.phase = "initiative"
            first = next(text for _, text in self.view["events"] if text.startswith("first "))
            self.seat = ("admin", "hacker1", "hacker2", "hacker3").index(first.split()[1])
            return
        self.choice["left"] -= 1
        if not self.choice["left"]:
            self.phase, self.choice = "act", None

    def do_init(self, spot: str) -> None:
        me = self.me()
        order = sum(seat["spot"] is not None for seat in self.seats)
        for tile in self.track:
            tile["seat"] = None if tile["seat"] == self.seat else tile["seat"]
        self.track[int(spot)]["seat"], me["spot"] = self.seat, int(spot)
        if self.phase != "initiative":
            self.turn_ends()
            return
        me["credits"] += order
        if order + 1 < len(self.seats):
            self.seat = (self.seat + 1) % len(self.seats)
        else:
            self.tokens_come()

    def turn_ends(self) -> None:
        me = self.me()
        me["credits"], me["proxies"] = min(10, me["credits"]), min(10, me["proxies"])
        self.next_turn()

    def next_turn(self) -> None:
        self.turn = dict.fromkeys(("tile", "far", "waived", "acted", "remote"), False)
        self.turn |= {"effects": {}, "actions": 0, "repeats": 0, "keys": 0}
        low = -1 if self.marker is None else self.marker
        ahead = [spot for spot, tile in enumerate(self.track) if spot > low and tile["seat"] is not None]
        if not ahead:
            self.round_ends()
            return
        self.marker = ahead[0]
        self.seat = self.track[self.marker]["seat"]
        me = self.me()
        self.turn |= {"tile": True, "far": "far" in me["next"], "waived": "waive" in me["next"]}
        self.turn["actions"] = 0 if self.seat else 2
        self.turn["effects"] = {virus: len(self.copies(virus)) for virus in ("Alice", "Bob", "Carol", "Matilda")}
        me["next"] = []
        self.phase = "start"

    def round_ends(self) -> None:
        if self.round == self.view["round_limit"]:
            best = max(seat["score"] for seat in self.seats)
            tops = [seat for seat, one in enumerate(self.seats) if one["score"] == best]
            self.winner, self.phase = ("draw" if tops[0] and len(tops) > 1 else tops[0]), "over"
            return
        for at, tile in self.board.items():
            if at == "C":
                tile["neutral"] = max(tile["neutral"], 4 - len(tile["pawns"]))
            elif not tile["pawns"] and tile["tile"] != "Void":
                tile["neutral"] = 1
        if len(self.stacks) < 5 and (self.unseen or self.bottom):
            self.phase = "referee"
            return
        self.tokens_come()

    def tokens_come(self) -> None:
        self.phase, self.seat = "tokens", 0
        if not self.in_tokens():
            self.round += 1
            self.marker = None
            self.next_turn()

    def do_token(self, kind: str, at: str) -> None:
        self.tokens[kind], self.board[at]["token"] = at, kind
        self.tokens_come()

    def do_tile(self, spot: str | None = None) -> None:
        track, at, me = self.track, self.marker, self.me()
        if spot is not None:
            pointer, other = track[at], track[int(spot)]
            pointer["tile"], pointer["back"] = pointer["back"], pointer["tile"]
            for side in ("tile", "back"):
                pointer[side], other[side] = other[side], pointer[side]
        kind, _, number = track[at]["tile"].partition(" ")
        track[at]["tile"], track[at]["back"] = track[at]["back"], track[at]["tile"]
        if kind == "pay" and not self.turn["waived"]:
            if me["credits"] < int(number):
                self.turn_ends()
                return
            me["credits"] -= int(number)
        elif kind == "gain":
            me["credits"] += int(number)
        elif kind == "bonus" and self.seat:
            me["proxies"] += 1
        elif kind == "bonus":
            self.protection = min(5, self.protection + 1)
        self.turn["tile"] = False
        self.ready()

    def ready(self) -> None:
        effects = self.turn["effects"]
        if not self.turn["tile"] and not effects.get("Alice") and not effects.get("Bob"):
            self.phase = "move" if self.seat else "act"

    def do_virus(self, name: str, way: str = "") -> None:
        credits, proxies, info = {
            "Alice": (1, 0, 0), "Bob": (0, 1, 0), "Carol": (3, 0, -1),
            "Matilda": (6, -3, 0) if way == "credits" else (-5, 4, 0),
        }[name]  # fmt: skip
        self.me()["credits"] += credits
        self.me()["proxies"] += proxies
        self.me()["score"] += info
        self.turn["effects"][name] -= 1
        self.ready()

    def do_stack(self, name: str, card: str) -> None:
        self.stacks[name].add(card)
        if self.phase == "choice":
            self.one_less()
        else:
            self.turn["actions"] -= 1

    def one_less(self) -> None:
        self.choice["left"] -= 1
        if not self.choice["left"] or self.in_choice() == {"end"}:
            self.do_end()

    def do_end(self) -> None:
        self.phase, self.choice = "act", None

    def do_resolve(self, name: str) -> None:
        self.me()["credits"] -= PRICES.get(name, 0)
        self.turn["actions"] -= 1
        if any(virus == "Victor" for seat in self.seats for virus, _ in seat["installed"]):
            self.phase = "referee"
            return
        amount = self.amount(name)
        self.away(name)
        me, hackers = self.me(), self.seats[1:]
        if name == "Invest":
            me["credits"] += amount
        elif name in ("Progress", "Singularity"):
            self.gain(0, amount)
        elif name == "Protection":
            self.protection = min(5, self.protection + amount)
        elif name == "Eject":
            for seat in range(1, len(self.seats)):
                self.leave(seat)
        elif name in ("Tax", "Toll"):
            for hacker in hackers:
                hacker["credits"] = max(0, hacker["credits"] - amount)
            me["credits"] += amount if name == "Toll" else 0
        elif name == "Scramble":
            self.stacks = {other: set() for other in self.stacks}
            self.phase, self.choice = "scramble", {"operation": name, "left": amount}
        else:
            self.phase, self.choice = "choice", {"operation": name, "left": amount + 1}
            self.one_less()

    def away(self, name: str) -> None:
        self.stacks[name] = set()
        if name not in ("Invest", "Progress", "Scramble"):
            del self.stacks[name]
            self.bottom.append(name)

    def gain(self, seat: int, amount: int) -> None:
        self.seats[seat]["score"] += amount
        if self.seats[seat]["score"] >= {2: 12, 3: 11, 4: 10}[len(self.seats)]:
            self.winner, self.phase = seat, "over"

    def do_scan(self, at: str) -> None:
        self.board[at]["neutral"] -= 1
        self.one_less()

    def do_purge(self, virus: str) -> None:
        for seat in self.seats:
            seat["hand"] += [key for name, key in seat["installed"] if name == virus]
            seat["installed"] = [pair for pair in seat["installed"] if pair[0] != virus]
        self.one_less()

    def do_swap(self, one: str, other: str) -> None:
        a, b = self.track[int(one)], self.track[int(other)]
        for side in ("tile", "back"):
            a[side], b[side] = b[side], a[side]
        self.one_less()

    def leave(self, seat: int) -> None:
        at = self.seats[seat]["at"]
        if at is not None:
            self.board[at]["pawns"].remove(seat)
        self.seats[seat]["at"] = None

    def enter(self, at: str) -> None:
        self.leave(self.seat)
        self.me()["at"] = at
        self.board[at]["pawns"].append(self.seat)
        self.board[at]["neutral"] = max(0, self.board[at]["neutral"] - 1)
        self.phase, self.turn["effects"] = "free", {}

    def do_jack_in(self, at: str) -> None:
        self.me()["credits"] -= 2
        self.enter(at)

    def do_credits(self) -> None:
        self.me()["credits"] += 2
        self.do_jack_out()

    def do_jack_out(self) -> None:
        self.leave(self.seat)
        self.phase, self.turn["effects"] = "init", {}

    def do_jump(self, at: str, _: str = "", key: str = "") -> None:
        if key:
            self.take_back("Sybil", int(key))
        self.enter(at)

    def take_back(self, virus: str, key: int) -> None:
        self.me()["installed"].remove([virus, key])
        self.me()["hand"].append(key)

    def do_tile_action(self, *words: str) -> None:
        me, tile = self.me(), self.board[self.me()["at"]]["tile"]
        self.turn["acted"] = True
        gave = False
        if tile == "Slum":
            if len(words) == 3:
                count, paid = int(words[0]), words[1]
                me[paid] -= count
                me["proxies" if paid == "credits" else "credits"] += count
                gave = paid == "proxies"
            me["credits" if words[-1] == "+credit" else "proxies"] += 1
            gave = gave or words[-1] == "+credit"
        elif tile == "Nature":
            gave = me["credits"] < 5
            me["credits"] = max(5, me["credits"])
        else:
            credits, proxies = PLAIN[tile]
            gave = credits > 0
            me["credits"] += credits
            me["proxies"] += proxies
        if gave:
            me["credits"] += 2 * len(self.copies("Dave"))
        me["next"] += {"Maritime": ["far"], "Industrial": ["waive"]}.get(tile, [])

    def do_install(self, virus: str, key: str) -> None:
        me = self.me()
        me["credits"] -= VIRUSES[virus][0]
        me["proxies"] -= VIRUSES[virus][1]
        me["hand"].remove(int(key))
        me["installed"].append([virus, int(key)])

    def do_uninstall(self, virus: str, key: str) -> None:
        self.me()["credits"] -= 1
        self.take_back(virus, int(key))

    def do_deny(self, name: str) -> None:
        tile = self.board[self.me()["at"]]
        self.me()["credits"] -= len(self.stacks[name])
        self.seats[0]["credits"] += len(self.stacks[name])
        self.tokens[tile["token"]], tile["token"] = None, None
        self.away(name)

    def do_hack(self, *words: str) -> None:
        remote = self.me()["at"] != "C"
        self.turn["remote" if remote else "acted"] = True
        self.me()["proxies"] -= 3 * remote
        self.ask(*words)

    def do_repeat(self, *words: str) -> None:
        self.turn["repeats"] += 1
        self.ask(*words)

    def ask(self, *words: str) -> None:
        self.me()["credits"] -= 3
        at = words.index("trudy") if "trudy" in words else len(words)
        for key in words[at + 1 :]:
            self.take_back("Trudy", int(key))
        unused = words[0] == "unused"
        keys = words[1:at] if unused else words[:at]
        target = set(self.spare()) if unused else self.credentials
        match = sum(key in target for key in keys)
        self.turn["keys"] = len(keys)
        if self.protection:
            self.phase, self.pending = "protect", {"by": self.seat, "match": match}
        else:
            self.gain(self.seat, match)

    def do_protect(self, word: str) -> None:
        told = self.pending["match"]
        if word != "no":
            self.protection -= 1
            told = max(0, told + int(word))
        self.phase, self.pending = "free", None
        self.gain(self.seat, told)


def perft(game: Game, depth: int) -> int:
    """Leaves of the game tree; the end is a leaf, and so is where the referee acts."""
    if depth == 0 or game.actor() is None:
        return 1
    texts = game.legal()
    return len(texts) if depth == 1 else sum(perft(game.play(text), depth - 1) for text in texts)


def figures(game: Game) -> dict[str, Any]:
    """What two implementations must agree on after an action."""
    seats = [
        {
            **{name: one[name] for name in ("credits", "proxies", "score", "spot", "at", "personal")},
            "hand": sorted(one["hand"]), "installed": sorted(map(tuple, one["installed"])), "next": sorted(one["next"]),
        }
        for one in game.seats
    ]  # fmt: skip
    board = {at: {**tile, "pawns": sorted(tile["pawns"])} for at, tile in game.board.items()}
    turn = {**game.turn, "effects": {name: left for name, left in game.turn["effects"].items() if left}}
    found = {name: getattr(game, name) for name in ("phase", "track", "protection", "credentials", "stacks", "round", "tokens")}
    found |= {"seats": seats, "board": board, "deck": [game.unseen, game.bottom]}
    return found if game.actor() is None else found | {"turn": turn, "choice": game.choice}
