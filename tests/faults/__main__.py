"""`make faults`: a hundred live matches through every fault there is. Prints what came of it; exit 1 if anything broke.

python -m tests.faults [--small] [--only NAME]
"""

import argparse
import asyncio
import json
import os
import sys
import time

from tests.faults import running, schedule
from tests.faults.running import Size

WHOLE = Size(pairs=40, against_bots=30, of_bots=30, idle=8, pace_s=1.5, scale=1, rest_s=7, patience_s=120)
SMALL = Size(pairs=8, against_bots=4, of_bots=0, idle=2, pace_s=0.8, scale=0.1, rest_s=0.5, patience_s=10)


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.faults")
    asked.add_argument("--small", action="store_true", help="a dozen matches, each kind of fault once and briefly")
    asked.add_argument("--only", metavar="NAME", help="this fault of the whole schedule alone: rolling restart")
    given = asked.parse_args()
    size, faults = (SMALL, schedule.SMALL) if given.small else (WHOLE, schedule.WHOLE)
    if given.only:
        faults = tuple(fault for fault in schedule.WHOLE if fault.name == given.only)
        if not faults:
            asked.error(f"no fault has that name; there are: {', '.join(fault.name for fault in schedule.WHOLE)}")
    began = time.monotonic()
    with running.place() as place:
        print(f"load {os.getloadavg()[0]:.1f}; site up after {time.monotonic() - began:.0f} s", flush=True)
        done = asyncio.run(running.run(place, faults, size, lambda line: print(line, flush=True)))
        broken = running.judge(done)
        late = running.lateness(done)
        logs = {name: place.site.log(name).read_text(errors="replace") for name in running.PROCESSES}
    for name, times in late.items():
        print(f"flags, {name}: {len(times)}, {running.told(times)} late")
    promises, behind = done.journal.promises, [seconds * 1000 for seconds in done.journal.behind]
    print(f"{len(promises)} submissions acknowledged, {done.journal.retries} sent again")
    print(f"streams {running.told(behind)} behind the answers")
    for status in done.journal.refusals[:5]:
        print(f"refused by the API: {status}")
    print(f"tracebacks in the logs: {sum(text.count('Traceback') for text in logs.values())}")
    for what, sentences in broken.items():
        print(f"{what}: {len(sentences)} broken")
        for sentence in sentences[:10]:
            print(f"  {sentence}")
    print(f"load {os.getloadavg()[0]:.1f}; {time.monotonic() - began:.0f} s")
    print(json.dumps({"promises": len(promises), "broken": {what: len(found) for what, found in broken.items()}}))
    return 1 if any(broken.values()) or done.unfinished_players else 0


if __name__ == "__main__":
    sys.exit(main())
