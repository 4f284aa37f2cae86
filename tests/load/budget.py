"""`make bench`: measure the weight and the loading time of every page on a first visit with a slow computer.

docs/budget.md says how; with `--write docs/budget.md` that page is written anew, with the figures of this run.
"""

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.journeys import addresses
from tests.journeys.person import Person
from tests.journeys.site import running
from tests.journeys.weighing import MOST_BYTES, parts
from tests.load.measure import read_arguments
from tests.services.browser import Browsers

SLOWER = 4
MOST_MS = 1500
QUIET_MS = 400
"""So long must nothing have happened."""
WELL_MS = 1200
TRIES = 4
"""Of a page that does not keep well within it: what else the machine does only ever adds, so the best one counts."""
KINDS = {"page": "HTML", "styles": "CSS", "scripts": "JS", "words": "strings", "pictures": "images"}
"""Kinds of `tests.journeys.weighing`, with the heading of their column."""
WAYS = {"wide": ("en", 1280), "wide, German": ("de", 1280), "phone": ("en", 360), "phone, German": ("de", 360)}
"""Language and width of the window."""
WEIGHED = "wide, German"
VISITOR = "visitor"
METHOD = f"""\
# Page weight and loading time

How many bytes each page transfers on a first visit, and how long until it can be used on a slow computer. Read this \
before you add a script, a style or an image to a page.

The budget for every page is {MOST_BYTES // 1000} kB compressed (gzip) and {MOST_MS / 1000} s.

## How it is measured

`python -m tests.load.budget --write docs/budget.md` starts a site of its own with one object of each kind, opens \
every page, and writes this file.

- **Browser:** Chromium with an empty cache and the CPU slowed {SLOWER} times.
- **Times:** each page in English and German, in a window 1,280 pixels wide and on a phone 360 pixels wide.
- **Usable** means: the page is painted, its scripts have run, its board (if it has one) is drawn, and no task longer \
than 50 ms has blocked clicks or typing since. The time includes the wait for the server. Thumbnails are not \
included, because they load with the news of their matches.
- **Retries:** a page that takes longer than {WELL_MS / 1000} s is tried again, up to {TRIES} times in all. Its best \
time counts.
- **Weight:** the German page with the strings of its scripts.
"""
TABLE = f"""\
## Pages

Weights in kB, compressed; times in ms. *Wide* and *phone* are the two windows, *de* is German. The viewer is a \
player (`ada`), an organiser (`olivia`), a referee (`ben`), an admin (`root`) or a {VISITOR} who is not signed in.
"""
_WATCHED = """
window.__held = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) __held.push(one.startTime + one.duration);
}).observe({type: "longtask", buffered: true});
new MutationObserver(() => {
  if (window.__seen || !document.querySelector(".match-ready")) return;
  window.__seen = true;
  requestAnimationFrame(() => setTimeout(() => window.__laid = performance.now()));
}).observe(document, {subtree: true, attributes: true, attributeFilter: ["class"]});
"""
_USABLE = """
const [quiet, done] = arguments;
const loaded = () => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
const drawn = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
const held = () => window.__held.filter((end) => end < loaded() + 5000);
const since = () => Math.max(loaded(), drawn(), window.__laid ?? 0, ...held());
const ready = () => loaded() && drawn() && (!document.querySelector("[data-match-page]") || window.__laid);
const look = () => (ready() && performance.now() - since() > quiet ? done(since()) : setTimeout(look, 30));
look();
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """One page: its address's name, who looked, bytes packed by kind, and by way the ms until it can be used."""

    name: str
    by: str
    bytes: dict[str, int]
    usable_ms: dict[str, float]

    @property
    def total(self) -> int:
        return sum(self.bytes.values())


def measured(only: str) -> Iterator[Measured]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django

    django.setup()
    from tests.journeys.world import furnish

    browsers = Browsers()
    with TemporaryDirectory() as folder, running(Path(folder), DJANGO_SETTINGS_MODULE="deploy.settings") as site:
        looks = [one for one in addresses.visits(site.do(furnish)) if only in one[0]]
        reader = Person(browsers.take(), site, name="reader", downloads=Path(folder))
        _watch(reader)
        who = ""
        try:
            for name, by, path in looks:
                if by != who:
                    reader.sign_in(by)
                    who = by
                yield _look(reader, name, by, path)
        finally:
            browsers.close()


def _watch(reader: Person) -> None:
    ask = reader.driver.execute_cdp_cmd
    ask("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCHED})
    ask("Network.enable", {})
    ask("Network.setCacheDisabled", {"cacheDisabled": True})
    ask("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def _look(reader: Person, name: str, by: str, path: str) -> Measured:
    usable, weights = dict[str, float](), dict[str, int]()
    for way, (language, width) in WAYS.items():
        reader.resize(width, 900)
        reader.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})
        usable[way] = _usable_ms(reader, path)
        for _ in range(TRIES - 1):
            if usable[way] > WELL_MS:
                usable[way] = min(usable[way], _usable_ms(reader, path))
        if way == WEIGHED:
            weights = parts(reader.driver)
    return Measured(name, by, weights, usable)


def _usable_ms(reader: Person, path: str) -> float:
    reader.visit(path)
    return float(reader.driver.execute_async_script(_USABLE, QUIET_MS))


def table(all_: Sequence[Measured]) -> str:
    head = ["page", "viewer", *KINDS.values(), "total", *(way.replace("German", "de") for way in WAYS)]
    rows = [head, ["---", "---", *["---:"] * (len(head) - 2)]]
    for one in sorted(all_, key=lambda one: -one.total):
        weights = [f"{one.bytes.get(kind, 0) / 1000:.1f}" for kind in KINDS]
        times = [f"{one.usable_ms[way]:.0f}" for way in WAYS]
        rows.append([one.name, one.by or VISITOR, *weights, f"**{one.total / 1000:.1f}**", *times])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def summary(all_: Sequence[Measured], load: float) -> str:
    heavy = sum(one.total > MOST_BYTES for one in all_)
    usable = sorted(ms for one in all_ for ms in one.usable_ms.values())
    return f"""
## Result

Measured on {datetime.now(UTC):%Y-%m-%d} on {os.cpu_count()} cores ({platform.machine()}).

- {len(all_)} page views: {heavy} over {MOST_BYTES // 1000} kB.
- {len(usable)} times: {sum(ms > MOST_MS for ms in usable)} over {MOST_MS} ms, {sum(ms > WELL_MS for ms in usable)} over \
{WELL_MS} ms.
- Median {usable[len(usable) // 2]:.0f} ms, 90th percentile {usable[len(usable) * 9 // 10]:.0f} ms, maximum \
{usable[-1]:.0f} ms.
- Load average {load:.1f} before the run, {os.getloadavg()[2]:.1f} over its last 15 minutes, with the measurement itself. \
Other work on the machine makes the times longer, not the weights.

"""


def main() -> None:
    asked = read_arguments(only="", write=Path())
    load, all_ = os.getloadavg()[0], list[Measured]()
    for one in measured(asked.only):
        all_.append(one)
        mark = "  over the budget" if one.total > MOST_BYTES or max(one.usable_ms.values()) > MOST_MS else ""
        times = " ".join(f"{ms:5.0f}" for ms in one.usable_ms.values())
        print(f"{one.name:<22} {one.total / 1000:6.1f} kB {times} ms{mark}", flush=True)
    from tests.permissions.page import wrapped

    page = f"{wrapped(METHOD + summary(all_, load) + TABLE)}\n\n{table(all_)}"
    if asked.write.name:
        asked.write.write_text(page, encoding="utf-8")
    else:
        print(page)


if __name__ == "__main__":
    main()
