"""`make bench`: what every page weighs on a first visit, and how long until it can be used on a slow computer.

A site of its own with one thing of each kind; Chromium with nothing kept, its processor slowed four times. A page can
be used once its scripts have run, its board, where it has one, is laid, and no task has held it up since. A page that
takes longer than it may is tried again, up to four times, and its best time counts. Targets: 150 kB packed, 1.5 s. With
`--write docs/budget.md` the table goes there.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.journeys import addresses
from tests.journeys.person import Person
from tests.journeys.site import running
from tests.journeys.weighing import MOST_BYTES, parts
from tests.services.browser import Browsers

SLOWER = 4
MOST_MS = 1500
QUIET_MS = 400
"""So long must nothing have happened."""
TRIES = 4
"""Of a page that seems slow: what else the machine does only ever adds, so the best one counts."""
KINDS = ("page", "styles", "scripts", "pictures", "fonts")
_WATCHED = """
window.__held = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) __held.push(one.startTime + one.duration);
}).observe({type: "longtask", buffered: true});
new MutationObserver(() => {
  if (!window.__laid && document.querySelector(".match-ready")) window.__laid = performance.now();
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["class"]});
"""
_USABLE = """
const [quiet, done] = arguments;
const loaded = () => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
const since = () => Math.max(loaded(), window.__laid ?? 0, ...window.__held.filter((end) => end < loaded() + 5000));
const ready = () => loaded() && (!document.querySelector("[data-match-page]") || window.__laid);
const look = () => (ready() && performance.now() - since() > quiet ? done(since()) : setTimeout(look, 30));
look();
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """One page: its address's name, the path, who looked, bytes packed by kind, milliseconds until it can be used."""

    name: str
    path: str
    by: str
    bytes: dict[str, int]
    usable_ms: float

    @property
    def total(self) -> int:
        return sum(self.bytes.values())

    @property
    def over(self) -> bool:
        return self.total > MOST_BYTES or self.usable_ms > MOST_MS


def measured(only: str) -> Iterator[Measured]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django

    django.setup()
    browsers = Browsers()
    with TemporaryDirectory() as folder, running(Path(folder), DJANGO_SETTINGS_MODULE="deploy.settings") as site:
        looks = [one for one in addresses.visits(site.furnish()) if only in one[0]]
        reader = Person(browsers.take(), site, name="reader", downloads=Path(folder))
        ask = reader.driver.execute_cdp_cmd
        ask("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCHED})
        ask("Network.enable", {})
        ask("Network.setCacheDisabled", {"cacheDisabled": True})
        ask("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        who = ""
        try:
            for name, by, path in looks:
                if by != who:
                    reader.sign_in(by)
                    who = by
                usable = [_usable_ms(reader, path)]
                while usable[-1] > MOST_MS and len(usable) < TRIES:
                    usable.append(_usable_ms(reader, path))
                yield Measured(name, path, by, parts(reader.driver), min(usable))
        finally:
            browsers.close()


def _usable_ms(reader: Person, path: str) -> float:
    reader.visit(path)
    return float(reader.driver.execute_async_script(_USABLE, QUIET_MS))


def lines(all_: Sequence[Measured]) -> list[str]:
    """The table, the heaviest first."""
    head = ["page", "seen by", *(f"{kind}, kB" for kind in KINDS), "**together, kB**", "usable after, ms"]
    rows = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    for one in sorted(all_, key=lambda one: -one.total):
        weights = [f"{one.bytes.get(kind, 0) / 1000:.1f}" for kind in KINDS]
        rows.append([one.name, one.by or "anybody", *weights, f"**{one.total / 1000:.1f}**", f"{one.usable_ms:.0f}"])
    return [f"| {' | '.join(row)} |" for row in rows]


def report(all_: Sequence[Measured], load: float) -> str:
    slow = sum(one.usable_ms > MOST_MS for one in all_)
    heavy = sum(one.total > MOST_BYTES for one in all_)
    usable = sorted(one.usable_ms for one in all_)
    told = (
        f"Measured on {datetime.now(UTC):%Y-%m-%d} by `python -m tests.load.budget --write docs/budget.md`, on"
        f" {os.cpu_count()} cores ({platform.machine()}) whose load was {load:.1f} before it began; other work on the"
        f" machine makes the times longer, not the weights. {len(all_)} looks: {heavy} weigh more than"
        f" {MOST_BYTES // 1000} kB, {slow} take longer than {MOST_MS} ms; half can be used after"
        f" {usable[len(usable) // 2]:.0f} ms, the slowest after {usable[-1]:.0f} ms."
    )
    return "\n".join(["# What pages weigh", "", *_wrapped((__doc__ or "").split("\n\n")[1]), "", *_wrapped(told), "",
                      *lines(all_), ""])  # fmt: skip


def _wrapped(text: str, most: int = 140) -> list[str]:
    made = [""]
    for word in text.split():
        if len(made[-1]) + len(word) >= most:
            made.append("")
        made[-1] = f"{made[-1]} {word}".strip()
    return made


def main() -> int:
    given = argparse.ArgumentParser()
    given.add_argument("--only", default="", help="pages whose name holds this")
    given.add_argument("--write", type=Path, help="the file that the table goes to")
    asked = given.parse_args()
    load, all_ = os.getloadavg()[0], list[Any]()
    for one in measured(asked.only):
        all_.append(one)
        mark = "  over the budget" if one.over else ""
        print(f"{one.name:<22} {one.total / 1000:6.1f} kB {one.usable_ms:6.0f} ms{mark}", flush=True)
    text = report(all_, load)
    if asked.write:
        asked.write.write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
