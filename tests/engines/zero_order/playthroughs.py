"""Annotated playthroughs: a position to start from, then every action with its log line and the rules that it shows.

`python -m tests.engines.zero_order.playthroughs` writes the files anew; only a new engine version may change them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engines import play
from tests.engines.zero_order import features, lockstep
from tests.engines.zero_order.scenes import ENGINE, scene
from tests.engines.zero_order.worlds import OPTIONS

FOLDER = Path(__file__).parent / "playthroughs"
EVERYTHING = features.FUNCTIONS | features.SPECIAL | features.ENDS | features.STARTS | features.COPIED | features.STACKED
Log = list[tuple[int | None, str]]


def told(start: Any, log: Log) -> Iterator[dict[str, Any]]:
    """The lines of a playthrough: the start, then each action."""
    yield {"start": ENGINE.dump(start)}
    state = start
    for by, do in log:
        action = ENGINE.decode(do)
        after = ENGINE.apply(state, by, action)
        yield {
            "by": by,
            "do": do,
            "told": ENGINE.describe(state, by, action, by),
            "note": ENGINE.note(state, by, action),
            "shows": sorted(features.of(state, by, do, after)),
        }
        state = after
    yield {"end": ENGINE.dump(state)}


def candidates() -> Iterator[tuple[Any, Log]]:
    aside = scene("", "", tiles="C4 C8 B8", phase="deploy", slot=0, spare=3 | 3 << 18)
    yield aside, [(0, "unit DE C4"), (1, "unit DE B8"), (1, "unit PU C8")]
    yield scene("C3 CO, B3 GL", "C5 DE"), [(0, "C3-C4"), (0, "glitch C4: C5")]
    for number in range(90):
        options, rng = OPTIONS[number % len(OPTIONS)], Random(f"playthrough {number}")
        played = play.play_randomly(ENGINE, options, 2, rng)
        yield play.begin(ENGINE, options, 2).state, [(by, do) for by, do, _ in played]
    for number in range(500):
        rng = Random(f"crowded playthrough {number}")
        yield _crowded(lockstep.crowd(rng), rng)


def _crowded(start: Any, rng: Random) -> tuple[Any, Log]:
    log: Log = []
    state = start
    while ENGINE.outcome(state) is None and len(log) < 60:
        texts = sorted(lockstep.legal(state))
        acting = [text for text in texts if ":" in text]
        words = sorted({text.split(":")[0] for text in acting})
        word = rng.choice(words) if words and rng.random() < 0.8 else ""
        text = rng.choice([text for text in texts if text.startswith(word)])
        log.append((state.seat, text))
        state = ENGINE.apply(state, state.seat, ENGINE.decode(text))
    return start, log


def write() -> None:
    """Keep, again and again, the candidate that shows most of what is still to be shown."""
    pool = [list(told(start, log)) for start, log in candidates()]
    shows = [{rule for line in lines for rule in line.get("shows", ())} for lines in pool]
    wanted, kept = set(EVERYTHING), 0
    FOLDER.mkdir(exist_ok=True)
    while wanted and (best := max(range(len(pool)), key=lambda at: len(shows[at] & wanted))) is not None:
        if not shows[best] & wanted:
            break
        kept += 1
        text = "".join(json.dumps(line, sort_keys=True) + "\n" for line in pool[best])
        (FOLDER / f"{kept:02}.jsonl").write_text(text, "utf-8")
        wanted -= shows[best]
    print(kept, "kept; never shown:", sorted(wanted))  # noqa: T201


if __name__ == "__main__":
    write()
