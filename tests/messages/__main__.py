"""`make messages`, and what translators need.

python -m tests.messages [AREA...]                   bring the catalogues in line with the code, and compile them
python -m tests.messages --missing AREA [--max N]    what is not translated yet, as JSON
python -m tests.messages --fill FILE [--area AREA]   write translations: {"message": "translation" or ["one", "many"]}
                                                     ("context|message" where there is a context)
"""

import argparse
import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from tests.messages.areas import AREAS, LANGUAGES  # noqa: E402
from tests.messages.catalogues import fill, found_messages, missing, renewed, store  # noqa: E402
from tests.messages.finding import Unclear  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.messages")
    parser.add_argument("areas", nargs="*", metavar="AREA")
    parser.add_argument("--missing", choices=AREAS)
    parser.add_argument("--max", type=int)
    parser.add_argument("--fill", type=Path)
    parser.add_argument("--area", choices=AREAS)
    parser.add_argument("--language", choices=LANGUAGES, default="de")
    given = parser.parse_args()
    if given.missing:
        lacking = missing(given.missing, given.language)
        print(json.dumps(lacking[: given.max], ensure_ascii=False, indent=1))
        print(f"{len(lacking)} are not translated.", file=sys.stderr)
    elif given.fill:
        translations = json.loads(given.fill.read_text(encoding="utf-8"))
        count, faults = fill(translations, given.language, [given.area] if given.area else AREAS)
        print(*faults, f"{count} written, {len(faults)} refused.", sep="\n")
        return 1 if faults else 0
    else:
        for area in given.areas or AREAS:
            for language in LANGUAGES:
                store(area, language, renewed(area, language))
            print(f"{area}: {len({(one.message, one.context) for one in found_messages(area)})} messages")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unclear as error:
        sys.exit(str(error))
