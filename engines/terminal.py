"""A match against bots in a terminal: the board as text, and per turn one line of notation or a number of the list."""

import secrets
import sys
from itertools import chain
from random import Random
from textwrap import wrap
from typing import Any

from engines import play, registry
from engines.bots import bot_action, list_legal
from engines.contract import IllegalAction, Seat
from engines.randomness import CommittedRandom
from engines.registry import AnyEngine

PAGE, WIDTH = 30, 98
HELP = """\
  an action     in the game's notation, as in docs/rules/, or its number in the list
  ?             the list of what you can do; ? 2 its second page, ? word only what has the word in it
  !             let chance choose for you
  board         the board again
  resign        give the match up
  help          this, and how to read the board"""


def sit_down(engine: AnyEngine, policy: str, seat: Seat, seed: str | None, seats: int = 0) -> int:
    """Play to the end, or until the input ends; return exit code 0. `seats` 0: the game's minimum."""
    rng = Random(seed)
    secret = secrets.token_bytes(32) if seed is None else seed.encode()
    position = play.begin(engine, {}, seats or engine.seat_counts[0])
    _say(f"{engine.name}. You are {engine.seat_names[seat]}; help tells what you can type.")
    n = 0
    while position.outcome is None:
        n += 1
        due = play.referee(engine, position, CommittedRandom(secret, "terminal", (), n))
        acting = play.to_act(engine, position)
        by = None if due is not None else seat if seat in acting else min(acting)
        if due is None and by == seat:
            asked = _asked(engine, position, seat, rng)
            if asked is None:
                return 0
            do, reached = asked
        else:
            do = due if due is not None else bot_action(engine, position, by or 0, policy, rng)
            reached = play.advance(engine, position, by, do)
        _say(play.describe(engine, position, by, do, seat))
        position = reached
    _say(_draw(engine, position, seat))
    _say(
        play.reason_words(engine, position.outcome.reason) + (" You win." if position.outcome.ranks[seat] == 1 else "")
    )
    return 0


def _asked(
    engine: AnyEngine, position: play.Position[Any], seat: Seat, rng: Random
) -> tuple[str, play.Position[Any]] | None:
    """Return the person's next legal action and its result; None when the input ends."""
    legal = list_legal(engine, position.state, seat)

    def sample() -> str:
        return engine.encode(engine.sample(position.state, seat, rng))

    board = _draw(engine, position, seat)
    answers = {"help": f"{HELP}\n{registry.module(engine.key, 'text').LEGEND}", "board": board}
    _say(board)
    if legal is not None and len(legal) <= PAGE:
        _say(_page(legal, ""))
    while True:
        sys.stdout.write(f"{engine.seat_names[seat]}, your action (help, ?, !): ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        do = line.strip()
        if do.lower() in answers:
            _say(answers[do.lower()])
            continue
        if do.startswith("?"):
            many = f"Too many to list. For example: {sample()}" if legal is None else ""
            _say(many if legal is None else _page(legal, do[1:].strip()))
            continue
        if do == "!":
            do = sample()
        elif legal is not None and do.isascii() and do.isdigit() and 1 <= int(do[:6]) <= len(legal):
            do = legal[int(do) - 1]
        try:
            return do, play.advance(engine, position, seat, do)
        except IllegalAction as refusal:
            _say(refusal.text)


def _page(legal: list[str], asked: str) -> str:
    """Return a page of the numbered list: `asked` is its number, or a word that the actions must contain."""
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    word = "" if asked.isdigit() else asked.lower()
    shown = [(n, text) for n, text in enumerate(legal, 1) if word in text.lower()]
    if not shown:
        return f"Nothing that you can do has {asked!r} in it."
    pages = -(-len(shown) // PAGE)
    first = (min(max(number, 1), pages) - 1) * PAGE
    part = [f"{n:>4} {text}" for n, text in shown[first : first + PAGE]]
    wide = max(len(text) for text in part) + 2
    columns = max(1, WIDTH // wide)
    rows = (part[at : at + columns] for at in range(0, len(part), columns))
    lines = ["".join(f"{text:<{wide}}" for text in row).rstrip() for row in rows]
    if pages > 1:
        lines.append(f"Page {first // PAGE + 1} of {pages}, {len(shown)} actions: ? 2 for the next, ? word to search.")
    return "\n".join(lines)


def _draw(engine: AnyEngine, position: play.Position[Any], seat: Seat) -> str:
    told: str = registry.module(engine.key, "text").board(engine.view(position.state, seat))
    rows = ([row] if len(row) <= WIDTH else wrap(row, WIDTH, subsequent_indent="      ") for row in told.split("\n"))
    return "\n".join(chain.from_iterable(rows))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
