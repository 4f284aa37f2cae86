"""A match against bots in a terminal: the board as text, and per turn one line of notation or a number of the list."""

import json
import secrets
import sys
from itertools import chain
from random import Random
from textwrap import wrap
from typing import Any

from engines import play, registry
from engines.bots import bot_action, list_legal_actions
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.randomness import CommittedRandom

PAGE, WIDTH = 30, 98
HELP = """\
  an action     in the game's notation, as in its rules, or its number in the list
  ?             list legal actions; ? 2 shows page 2, ? word only actions that contain the word
  !             play a random legal action
  board         show the board again
  resign        resign the match
  help          show this help and how to read the board"""


def play_in_terminal(engine: AnyEngine, policy: str, seat: Seat, seed: str | None, seats: int = 0) -> int:
    """Play to the end, or until the input ends; return exit code 0. `seats` 0: the game's minimum."""
    rng = Random(seed)
    secret = secrets.token_bytes(32) if seed is None else seed.encode()
    position = play.begin(engine, {}, seats or engine.seat_counts[0])
    _print_text(f"{engine.name}. You are {engine.seat_names[seat]}. Type help for the commands.")
    n = 0
    while position.outcome is None:
        n += 1
        due = play.referee_action(engine, position, CommittedRandom(secret, "terminal", (), n))
        acting = play.to_act(engine, position)
        by = None if due is not None else seat if seat in acting else min(acting)
        if due is None and by == seat:
            answer = _ask_action(engine, position, seat, rng)
            if answer is None:
                return 0
            do, next_position = answer
        else:
            do = due if due is not None else bot_action(engine, position, by or 0, policy, rng)
            next_position = play.advance(engine, position, by, do)
        _print_text(play.describe(engine, position, by, do, seat))
        position = next_position
    _print_text(_render_board(engine, position, seat))
    _print_text(
        play.format_reason(engine, position.outcome.reason) + (" You win." if position.outcome.ranks[seat] == 1 else "")
    )
    return 0


def _ask_action(
    engine: AnyEngine, position: play.Position[Any], seat: Seat, rng: Random
) -> tuple[str, play.Position[Any]] | None:
    """Return the person's next legal action and its result; None when the input ends."""
    legal = list_legal_actions(engine, position.state, seat)

    def sample() -> str:
        return engine.encode(engine.sample(position.state, seat, rng))

    board = _render_board(engine, position, seat)
    answers = {"help": f"{HELP}\n{registry.get_package(engine.key).legend}", "board": board}
    _print_text(board)
    if legal is not None and len(legal) <= PAGE:
        _print_text(_format_page(legal, ""))
    while True:
        sys.stdout.write(f"{engine.seat_names[seat]}, your action (help, ?, !): ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        text = line.strip()
        if text.lower() in answers:
            _print_text(answers[text.lower()])
            continue
        if text.startswith("?"):
            notice = f"Too many to list. For example: {sample()}" if legal is None else ""
            _print_text(notice if legal is None else _format_page(legal, text[1:].strip()))
            continue
        if text == "!":
            text = sample()
        elif legal is not None and text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= len(legal):
            text = legal[int(text) - 1]
        try:
            return text, play.advance(engine, position, seat, text)
        except IllegalAction as error:
            _print_text(error.text)


def _format_page(legal: list[str], query: str) -> str:
    """Return a page of the numbered list: `query` is its number, or a word that the actions must contain."""
    number = int(query) if query.isascii() and query.isdigit() and len(query) < 6 else 1
    word = "" if query.isdigit() else query.lower()
    matching = [(n, text) for n, text in enumerate(legal, 1) if word in text.lower()]
    if not matching:
        return f"No legal action contains {query!r}."
    pages = -(-len(matching) // PAGE)
    first = (min(max(number, 1), pages) - 1) * PAGE
    part = [f"{n:>4} {text}" for n, text in matching[first : first + PAGE]]
    width = max(len(text) for text in part) + 2
    columns = max(1, WIDTH // width)
    rows = (part[at : at + columns] for at in range(0, len(part), columns))
    lines = ["".join(f"{text:<{width}}" for text in row).rstrip() for row in rows]
    if pages > 1:
        lines.append(f"Page {first // PAGE + 1} of {pages}, {len(matching)} actions: ? 2 for page 2, ? word to search.")
    return "\n".join(lines)


def _render_board(engine: AnyEngine, position: play.Position[Any], seat: Seat) -> str:
    draw, view = registry.get_package(engine.key).board, engine.view(position.state, seat)
    text = json.dumps(view, ensure_ascii=False, indent=1) if draw is None else draw(view)
    rows = ([row] if len(row) <= WIDTH else wrap(row, WIDTH, subsequent_indent="      ") for row in text.split("\n"))
    return "\n".join(chain.from_iterable(rows))


def _print_text(text: str) -> None:
    sys.stdout.write(text + "\n")
