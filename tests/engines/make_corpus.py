"""Make the corpus anew: finished matches of each game that must replay to the same hashes for ever.

    python -m tests.engines.make_corpus [GAME ...]

writes the file of the newest version in tests/engines/corpus (packed records, docs/record-format.md). It is for rules
or data that changed before anybody played by that version. Afterwards a change needs a new version with its own file.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from engines import play, record, record_packing, registry
from engines.bench import add_times
from engines.bots import bot_action
from engines.contract import IllegalAction
from engines.contract_checks.contract import write_record
from engines.contract_checks.subjects import RandomMatch
from engines.verification import checks
from tests.engines import games

CORPUS = Path(__file__).parent / "corpus"
MATCHES = 50
CUT_SHORT = 5  # one match in so many ends with a word that all games share
WORDS = ("resign", "flag", "disqualify", "no-show")


def corpus_file(key: str, version: int) -> Path:
    return CORPUS / f"{key}{'' if version == 1 else f'-{version}'}.packed.gz"


def main(keys: list[str]) -> int:
    CORPUS.mkdir(exist_ok=True)
    for key in keys or registry.keys():
        text = "".join(record_of(key, number) for number in range(MATCHES))
        fault = checks.find_fault(text)
        if fault is not None:
            raise AssertionError(f"{key}: {fault}")
        short = gzip.compress(record_packing.pack(text).encode(), mtime=0)
        corpus_file(key, registry.versions(key)[-1]).write_bytes(short)
        actions = text.count('"by":')
        sys.stderr.write(f"{key}: {MATCHES} matches, {actions} actions, {len(short)} bytes\n")
    return 0


def record_of(key: str, number: int) -> str:
    """Match `number` of a game's corpus, as JSON Lines; every third one with a clock that no flag ends."""
    random_match = games.random_match(key, number, "corpus")
    actions = list(match(random_match))
    text = write_record(random_match, actions)
    if number % 3 or actions[-1][1].startswith("flag"):
        return text
    lines = [json.loads(line) for line in text.splitlines()]
    return "".join(record.format_lines(add_times(lines, Random(number))))


def match(random_match: RandomMatch) -> Iterator[tuple[int | None, str]]:
    """The actions of a match between bots, all pairs of them in turn; some are cut short by a common word."""
    engine, rng = random_match.engine, random_match.rng
    pairings = list(product(("random", "greedy"), repeat=random_match.seats))
    policies = pairings[random_match.number % len(pairings)]
    position: play.Position[Any] = play.begin(engine, random_match.options, random_match.seats)
    until = rng.randrange(2, 60) if random_match.number % CUT_SHORT == 0 else None
    n = 0
    while position.outcome is None:
        n += 1
        by, do = None, play.referee_action(engine, position, random_match.draws(n))
        if do is None and until is not None and n >= until:
            by, do = _common_word(random_match, rng)
        elif do is None:
            by = min(play.to_act(engine, position))
            do = bot_action(engine, position, by, policies[by], rng)
        try:
            position = play.advance(engine, position, by, do)
        except IllegalAction:  # a seat that has left already
            n -= 1
            continue
        yield by, do


def _common_word(random_match: RandomMatch, rng: Random) -> tuple[int | None, str]:
    word = WORDS[random_match.number // CUT_SHORT % len(WORDS)]
    seat = rng.randrange(random_match.seats)
    if word == "resign":
        return seat, word
    both = rng.random() < 0.2
    return None, f"{word} {','.join(map(str, range(random_match.seats)))}" if both else f"{word} {seat}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
