"""Incursion Point: Zero once more, written from the rulings as one long story. It shares no code with the engine.

`story` is a generator that yields `Wait` whenever somebody has to act, is sent the notation of what was done, and
returns who won.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engines.incursion_point_zero.slow_combat import (  # fmt: skip
    GAMERS,
    INCURSIONS,
    LOCATIONS,
    SOLDIERS,
    SPACES,
    TALENTS,
    End,
    Soldier,
    Space,
    Story,
    Wait,
    read,
    steps,
    touch,
    write,
)
from tests.engines.incursion_point_zero.slow_moves import Moves

__all__ = ["GAMERS", "INCURSIONS", "LOCATIONS", "SOLDIERS", "SPACES", "Told", "read", "write"]


class Match(Moves):
    # ----------------------------------------------------------------- set-up

    def build(self, hands: list[list[str]]) -> Story:
        seat = 0
        while any(hands):
            seat = seat if hands[seat] else 1
            hand = hands[seat]
            options = self.placings(hands, seat)
            text = yield Wait(seat, options or {f"discard {card}" for card in hand})
            verb, card, *space = text.split()
            hand.remove(card)
            if verb == "place":
                self.map[read(space[0])] = card
            seat = 1 - seat

    def placings(self, hands: list[list[str]], seat: int) -> set[str]:
        if not self.map:
            good = [card for card in hands[0] if self.allows(card, (1, 5))]
            return {f"place {card} Z1-5" for card in good or hands[0]}
        pairs = [(card, s) for card in hands[seat] for s in SPACES if self.free(s, seat) and self.allows(card, s)]
        empty = [zone for zone in (1, 2, 3, 4) if all(space[0] != zone for space in self.map)]
        if not hands[0] and seat == 1 and len(hands[1]) <= len(empty):
            pairs = [pair for pair in pairs if pair[1][0] == empty[0]] or pairs
        return {f"place {card} {write(space)}" for card, space in pairs}

    def free(self, space: Space, seat: int) -> bool:
        near = any(touch(space, other) for other in self.map)
        return space not in self.map and near and (seat == 1 or space[0] < 4)

    def allows(self, card: str, space: Space) -> bool:
        place = LOCATIONS[card].get("place", {})
        kinds = [LOCATIONS[other]["kind"] for at, other in self.map.items() if steps(at, space) == 1]
        return (
            space[0] in place.get("zones", (1, 2, 3, 4))
            and ("edge" not in place or space[1] in (1, 5))
            and ("beside" not in place or place["beside"] in kinds)
            and ("apart" not in place or place["apart"] not in kinds)
        )

    def cover(self) -> Story:
        left = [card for card, record in INCURSIONS.items() for _ in range(record["count"]) if card != "Soldier"]
        for _ in range(13 - len(self.map)):
            blanks = {card for card in left if INCURSIONS[card]["kind"] == "blank"}
            text = yield Wait(1, {f"drop {card}" for card in blanks or set(left) - {"Missile"}})
            left.remove(text.split()[1])
        left += [one.name for one in self.squads[1]]
        while left:
            options = set()
            for card in set(left):
                for space in set(self.map) - set(self.face_down):
                    rest = [s for s in set(self.map) - set(self.face_down) - {space} if s[0] > 1]
                    fine = space[0] > 1 if card == "Missile" else "Missile" not in left or bool(rest)
                    options |= {f"lay {card} {write(space)}"} if fine else set()
            _, card, text = (yield Wait(1, options)).split()
            left.remove(card)
            self.face_down[read(text)] = card
            if card == "Missile":
                self.missile_space = read(text)
        for one in self.squads[1]:
            one.at = next(space for space, card in self.face_down.items() if card == one.name)
            one.hidden = True


def own_gamers(rosters: Any) -> dict[str, dict[str, Any]]:
    """The cards of an option as records like those of the default set, by handle."""
    found = {}
    for card in [entry for side in (rosters or {}).values() for entry in side if isinstance(entry, dict)]:
        talent = {"talent": TALENTS[card["talent"]]} if card["talent"] else {}
        found[card["handle"]] = {"stats": card["stats"], **talent}
    return found


def story(match: Match, gamers: Mapping[str, Any], deal: bool) -> Story:
    """A whole match; `deal` where Gamers are dealt."""
    for _ in range(2 if deal else 0):
        yield Wait(None)
    for side in (0, 1):
        squad = yield Wait(side)
        for member in squad.split()[1:]:
            name, _, handle = member.partition(":")
            match.squads[side].append(Soldier(name, gamers[handle] if handle else None, side))
    hands = []
    for _ in range(2):
        hands.append((yield Wait(None)).split()[2:])
    yield from match.build(hands)
    yield from match.cover()
    try:
        yield from match.rounds()
    except End as end:
        return end.args[0]


class Told:
    """A match as far as it has been told."""

    def __init__(self, options: Mapping[str, Any], done: Sequence[str] = ()) -> None:
        self.options, self.done = options, list(done)
        self.match = Match()
        self.winner: int | None = None
        self.wait: Wait | None = None
        rosters = options.get("rosters")
        deal = options.get("gamers", True) and rosters is None
        self._story = story(self.match, {**GAMERS, **own_gamers(rosters)}, deal)
        self._send(None)
        for text in done:
            self._send(text)

    def _send(self, text: str | None) -> None:
        try:
            self.wait = next(self._story) if text is None else self._story.send(text)
        except StopIteration as end:
            self.wait, self.winner = None, end.value

    def do(self, text: str) -> None:
        self.done.append(text)
        self._send(text)

    def perft(self, depth: int) -> int:
        """Leaves of the tree below; a roll or an end is a leaf."""
        if depth == 0 or self.wait is None or self.wait.seat is None:
            return 1
        assert self.wait.legal is not None, "perft needs a listed position"
        return sum(Told(self.options, [*self.done, text]).perft(depth - 1) for text in self.wait.legal)
