"""Verification of a record in a process of its own, with low priority and bounded time and memory.

Uploaded records may be crafted to be expensive. The web process only waits.
"""

import json
import pickle
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from gettext import NullTranslations, translation
from typing import NamedTuple

from engines.hash_chain import Keyring
from engines.i18n import use_translator
from engines.verification.report import FAULT, Finding, examine_record
from matches.limited_process import limit_resources, run_module

CPU_S = 5
WALL_S = 45.0
"""Much longer than the CPU limit, which is what counts: the process runs at low priority, and the machine may be busy."""
MEMORY_BYTES = 768 << 20
NICE = 15


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The findings and the identity of a record. `game` is "" if the text could not be parsed."""

    findings: tuple[Finding, ...]
    game: str
    header: Mapping[str, object]
    last_hash: str | None

    @property
    def sound(self) -> bool:
        return all(finding.state != FAULT for finding in self.findings)


class CheckRequest(NamedTuple):
    """The input of the process, which has no settings or environment."""

    text: str | bytes
    keys: Keyring
    max_entries: int
    language: str
    catalogues: Sequence[str]


def check_in_subprocess(request: CheckRequest) -> CheckResult:
    """Verify a record in another process. Raises as `run_module` does."""
    data = json.loads(run_module("matches.record_check", pickle.dumps(request), wall_s=WALL_S))
    findings = tuple(Finding(**finding) for finding in data["findings"])
    return CheckResult(findings, data["game"], data["header"], data["last_hash"])


def check_record(request: CheckRequest) -> CheckResult:
    """Verify a record in this process, in the language of the order."""
    catalogue = None if request.language == "en" else _Catalogue(request.language, request.catalogues)
    with use_translator(catalogue):
        report = examine_record(request.text, request.keys, request.max_entries)
        record = report.record
        if record is None:
            return CheckResult(report.findings, "", {}, None)
        header = {key: record.header[key] for key in ("match", "commitment") if key in record.header}
        last_hash = record.entries[-1].get("hash") if record.entries else None
        return CheckResult(report.findings, record.engine.name, header, last_hash)


class _Catalogue:
    """The message catalogue of one language, read without Django."""

    def __init__(self, language: str, paths: Sequence[str]) -> None:
        self._known = NullTranslations()
        for path in paths:
            self._known.add_fallback(translation("django", path, [language], fallback=True))

    def translate(self, message: str, context: str = "") -> str:
        return self._known.pgettext(context, message) if context else self._known.gettext(message)

    def translate_plural(self, one: str, many: str, n: int) -> str:
        return self._known.ngettext(one, many, n)


def _limit_resources() -> None:
    limit_resources(cpu_s=CPU_S, memory_bytes=MEMORY_BYTES, nice=NICE)


def main() -> None:
    """Verify the pickled CheckRequest on standard input and write the result to standard output as JSON."""
    _limit_resources()
    # As `__main__`, this module's classes differ from those that were pickled.
    from matches import record_check

    result = record_check.check_record(pickle.load(sys.stdin.buffer))  # noqa: S301  # pickled by our own web process
    json.dump(asdict(result), sys.stdout)


if __name__ == "__main__":
    main()
