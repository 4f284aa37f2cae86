"""The whole contract of an engine, checked while one random match is played."""

import json
import tracemalloc
from collections.abc import Sequence
from random import Random
from typing import Any

from engines import board_description, play, record, registry
from engines.contract import AnyEngine, IllegalAction, RandomSource, Seat
from engines.contract_checks.subjects import CheckedGame, Fault, RandomMatch, expect, find_refusal, play_match
from engines.randomness import derive_salt, hash_seed
from engines.verification import checks

TRIES = 25
"""Texts that a seat tries at a position, most of them not legal."""
TRIES_OUT_OF_TURN = 3
REPEATED = 5
"""One match of so many is played twice."""


def check_match(random_match: RandomMatch, every: int, *, replayed: bool = True, recorded: bool = True) -> int:
    """Play a match through the contract and return its number of actions. Raises Fault at the first broken rule.

    Every action is applied; with `replayed` the match is made again from its log, with `recorded` its record is written
    and verified. The slow checks are made in one position of `every`.
    """
    engine, rng, looks = random_match.engine, random_match.rng, Random(random_match.number)
    log: list[tuple[Seat | None, str]] = []
    last = None
    phase = random_match.number % every
    try:
        for before, by, do, after in play_match(random_match, rng):
            if (len(log) + phase) % every == 0:
                check_position(random_match.game, before, random_match.seats, looks)
                check_action(random_match, before, by, do)
            if by is None and engine.has_open_chance:
                check_open_chance(random_match, before, do, len(log) + 1, has_begun=any(seat is not None for seat, _ in log))
            log.append((by, do))
            last = after
        if last is None:
            raise Fault("end", "the match is over before it begins")
        check_end(engine, last, random_match.seats, log[-1])
        check_position(random_match.game, last, random_match.seats, looks)
        if replayed:
            check_replay(random_match, log, last)
        if recorded:
            check_record(random_match, log)
    except Fault as fault:
        fault.entry = len(log) if fault.entry is None else fault.entry
        raise
    return len(log)


def check_options(game: CheckedGame) -> None:
    """Options are complete, stable, plain JSON, and unknown ones are refused."""
    engine = game.engine
    for data in game.options:
        full = engine.options(data)
        expect(engine.options(full) == full, "options", f"the options made of {data} change when they are read again")
        expect(json.loads(json.dumps(full)) == full, "options", "the options are not plain JSON")
    try:
        engine.options({"no such option": True})
    except ValueError:
        return
    raise Fault("options", "an unknown option is accepted")


def check_position(game: CheckedGame, position: play.Position[Any], seats: int, rng: Random) -> None:
    """Check dump and load, views, whose turn it is, and what is legal."""
    engine, state = game.engine, position.state
    saved = json.dumps(engine.dump(state))
    expect(len(saved) <= game.limits.dump, "memory", f"a dumped state has {len(saved)} bytes; the limit is {game.limits.dump}")
    again = engine.load(json.loads(saved))
    expect(again == state, "dump and load", "a state does not survive dump and load")
    acting = play.to_act(engine, position)
    expect(engine.to_act(again) == engine.to_act(state), "dump and load", "whose turn it is does not survive dump and load")
    expect(acting <= set(range(seats)), "turn", f"seats {sorted(acting)} are to act in a match of {seats}")
    check_views(game, state, seats)
    for seat in range(seats):
        check_legal(engine, position, again, seat, rng, game.nonsense)
    expect(json.dumps(engine.dump(state)) == saved, "purity", "looking at a state changed it")


def check_views(game: CheckedGame, state: Any, seats: int) -> None:
    """Views are plain JSON of the same shape, small, and describe a board that can be drawn."""
    engine = game.engine
    keys = set(engine.open_view(state))
    is_generic = board_description.has_generic_board(engine)
    package = registry.find_package(engine.key)
    for viewer in (None, *range(seats)):
        view = engine.view(state, viewer)
        try:
            text = json.dumps(view, allow_nan=False, separators=(",", ":"))
        except (TypeError, ValueError) as error:
            raise Fault("views", f"a view is not plain JSON: {error}", viewer) from None
        expect(len(text) <= game.limits.view, "memory", f"a view has {len(text)} bytes; limit: {game.limits.view}", viewer)
        expect(json.loads(text) == view, "views", "a view is not plain JSON", viewer)
        expect(set(view) == keys, "views", f"a view differs from the open one in {sorted(set(view) ^ keys)}", viewer)
        board = view["board"] if is_generic else package and package.find_description(view)
        if board is not None and (fault := board_description.find_fault(board, seats)):
            raise Fault("board", fault, viewer)


def check_legal(
    engine: AnyEngine, position: play.Position[Any], again: Any, seat: Seat, rng: Random, nonsense: Sequence[str]
) -> None:
    """What is listed is accepted and survives its notation; nothing else is accepted."""
    state = position.state
    if seat not in play.to_act(engine, position):
        expect(not engine.legal(state, seat), "legal list", "a seat that is not to act has legal actions", seat)
        for text in rng.sample(list(nonsense), min(TRIES_OUT_OF_TURN, len(nonsense))):
            expect(find_refusal(engine, state, seat, text)[0], "legal list", f"{text!r} is accepted out of turn", seat)
        return
    listed = engine.legal(state, seat)
    actions = None if listed is None else list(listed)
    for action in [engine.sample(state, seat, rng)] if actions is None else actions:
        text = engine.encode(action)
        try:
            same = engine.decode(text) == action and engine.encode(engine.decode(text)) == text
        except IllegalAction as refusal:
            raise Fault("notation", f"{text!r} cannot be read: {refusal.text}", seat) from None
        expect(same, "notation", f"{text!r} does not come back from its notation", seat)
        code, sentence = find_refusal(engine, state, seat, text)
        expect(not code, "legal list", f"{text!r} is listed but refused: {sentence}", seat)
    if actions is None:
        return
    legal = [engine.encode(action) for action in actions]
    expect(legal, "legal list", "a seat that is to act has no legal action", seat)
    expect(len(set(legal)) == len(legal), "legal list", "an action is listed twice", seat)
    again_legal = [engine.encode(action) for action in engine.legal(again, seat) or ()]
    expect(legal == again_legal, "dump and load", "the legal list does not survive dump and load", seat)
    for text in rng.sample(list(nonsense), min(TRIES, len(nonsense))):
        code, sentence = find_refusal(engine, state, seat, text)
        verdict = f"refused: {code}" if code else "accepted"
        expect((code == "") == (text in legal), "legal list", f"{text!r} is {verdict}, unlike the legal list", seat)
        expect(not code or sentence.endswith("."), "refusals", f"{code} has no sentence: {sentence!r}", seat)


def check_action(random_match: RandomMatch, position: play.Position[Any], by: Seat | None, do: str) -> None:
    """An action has one result, changes no state, has words for everybody, and takes little memory."""
    engine, state = random_match.engine, position.state
    action = engine.decode(do)
    limit = random_match.game.limits.call_bytes
    tracemalloc.start()
    try:
        once = engine.apply(state, by, action)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    expect(used <= limit, "memory", f"{do!r} takes {used:,} bytes; the limit is {limit:,}", by)
    expect(once == engine.apply(state, by, action), "purity", f"{do!r} has two results", by)
    expect(once is not state, "purity", f"{do!r} returns the state that it was given", by)
    note = engine.note(state, by, action)
    expect(isinstance(note, str) and note == engine.note(state, by, action), "purity", f"{do!r} has two notes", by)
    for viewer in (None, *range(random_match.seats)):
        words = engine.describe(state, by, action, viewer)
        expect(words.strip(), "descriptions", f"{do!r} has no log line for {viewer}", by)


def check_open_chance(random_match: RandomMatch, before: play.Position[Any], do: str, n: int, *, has_begun: bool) -> None:
    """The referee draws only before the first move, and everyone reads the same about it."""
    engine, draws = random_match.engine, CountedDraws(random_match.draws(n))
    engine.chance(before.state, draws)
    if not draws.count:
        return
    expect(not has_begun, "chance", f"the game has open chance, but {do!r} is drawn after the first move")
    words = {engine.describe(before.state, None, engine.decode(do), viewer) for viewer in (None, *range(random_match.seats))}
    expect(len(words) == 1, "chance", f"the game has open chance, but not everyone reads the same about {do!r}")


class CountedDraws:
    """Draws that count how often they were asked."""

    def __init__(self, draws: RandomSource) -> None:
        self._draws, self.count = draws, 0

    def below(self, n: int) -> int:
        self.count += 1
        return self._draws.below(n)


def check_end(engine: AnyEngine, last: play.Position[Any], seats: int, latest: tuple[Seat | None, str]) -> None:
    """The outcome ranks every seat for a known reason, and no seat acts after it."""
    outcome = last.outcome
    if outcome is None:
        raise Fault("end", "the match stopped without an outcome")
    expect(outcome.reason in engine.reasons, "end", f"`reasons` does not have {outcome.reason!r}")
    expect(len(outcome.ranks) == seats and min(outcome.ranks) == 1, "end", f"ranks {outcome.ranks} in a match of {seats}")
    expect(play.to_act(engine, last) == frozenset(), "end", "a seat is to act after the end")
    for by, do in [latest, (0, "resign"), (None, "flag 0")]:
        code = ""
        try:
            play.advance(engine, last, by, do)
        except IllegalAction as refusal:
            code = refusal.code
        expect(code == "match-over", "end", f"{do!r} is accepted after the end", by)


def check_replay(random_match: RandomMatch, log: list[tuple[Seat | None, str]], last: play.Position[Any]) -> None:
    """The same seed plays the same match (no clock, no memory), and its log replays to the same position."""
    if random_match.number % REPEATED == 0:
        again = [(by, do) for _, by, do, _ in play_match(random_match, random_match.rng)]
        expect(again == log, "chance", "the same seed played another match")
    *_, replayed = play.replay(random_match.engine, random_match.options, random_match.seats, log)
    expect(replayed == last, "replay", "the log leads to another position")


def check_record(random_match: RandomMatch, log: list[tuple[Seat | None, str]]) -> None:
    """The record is sound, and the same when it is written again from what was read."""
    text = write_record(random_match, log)
    fault = checks.find_fault(text)
    expect(fault is None, "record", str(fault))
    read = record.parse_record(text)
    again = [(entry["by"], entry["do"]) for entry in read.entries]
    expect(write_record(random_match, again) == text, "record", "a record that is replayed has other hashes")


def write_record(random_match: RandomMatch, log: list[tuple[Seat | None, str]]) -> str:
    """Return the record of a match from its actions: notes, seals, hashes and the outcome are made by replaying them."""
    engine, seed = random_match.engine, random_match.secret
    position = play.begin(engine, random_match.options, random_match.seats)
    head = record.build_header(
        engine, random_match.options, seats=random_match.seats, match=random_match.name, nonces=random_match.nonces,
        commitment=hash_seed(seed),
    )  # fmt: skip
    lines: list[Any] = [head]
    last = record.hash_header(head)
    for n, (by, do) in enumerate(log, 1):
        step = play.step(engine, position, by, do)
        salt = derive_salt(seed, random_match.name, n) if step.secret else None
        lines.append(record.build_entry(last, n, by, step.do, note=step.note, salt=salt))
        last, position = lines[-1]["hash"], step.position
    return "".join(record.format_lines([*lines, record.build_closing(last, position.outcome, seed, None)]))
