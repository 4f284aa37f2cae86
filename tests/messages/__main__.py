"""`make messages`, and what translators need.

python -m tests.messages [AREA...]                   bring the catalogues in line with the code, and compile them
python -m tests.messages --missing AREA [--max N]    what is not translated yet, as JSON
python -m tests.messages --fill FILE [--area AREA]   write translations: {"message": "translation" or ["one", "many"]}
                                                     ("context|message" where there is a context)
python -m tests.messages --pseudo ADDRESS...         what pages leave unmarked, read by anybody
"""

import argparse
import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from tests.messages import filling, pseudo  # noqa: E402
from tests.messages.areas import AREAS, LANGUAGES  # noqa: E402
from tests.messages.catalogues import found_messages, renewed, store  # noqa: E402
from tests.messages.finding import Unclear  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.messages")
    parser.add_argument("areas", nargs="*", metavar="AREA")
    parser.add_argument("--missing", choices=AREAS)
    parser.add_argument("--max", type=int, default=0)
    parser.add_argument("--fill", type=Path)
    parser.add_argument("--area", choices=AREAS)
    parser.add_argument("--language", choices=LANGUAGES, default="de")
    parser.add_argument("--pseudo", nargs="+", metavar="ADDRESS")
    given = parser.parse_args()
    if given.pseudo:
        return _pseudo(given.pseudo)
    if given.missing:
        lacking = filling.missing(given.missing, given.language)
        print(json.dumps(lacking[: given.max or None], ensure_ascii=False, indent=1))
        print(f"{len(lacking)} are not translated.", file=sys.stderr)
        return 0
    if given.fill:
        return _fill(given.fill, given.language, [given.area] if given.area else list(AREAS))
    return _renew(given.areas or list(AREAS))


def _pseudo(paths: list[str]) -> int:
    """Reads pages of the site as anybody, on the database that the settings name."""
    from django.test import Client

    with pseudo.pseudo():
        for path in paths:
            answer = Client(SERVER_NAME="localhost").get(path, headers={"accept-language": "de"})
            print(f"{path} ({answer.status_code})", *pseudo.leftovers(answer.content.decode()), sep="\n  ")
    return 0


def _fill(file: Path, language: str, areas: list[str]) -> int:
    count, faults = filling.fill(json.loads(file.read_text(encoding="utf-8")), language, areas)
    print(*faults, f"{count} written, {len(faults)} refused.", sep="\n")
    return 1 if faults else 0


def _renew(areas: list[str]) -> int:
    try:
        for area in areas:
            found = found_messages(area)
            for language in LANGUAGES:
                store(area, language, renewed(area, language, found))
            print(f"{area}: {len({(one.message, one.context) for one in found})} messages")
    except Unclear as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
