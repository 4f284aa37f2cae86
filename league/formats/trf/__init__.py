"""FIDE's tournament report files: TRF16 and the additions of TRF26. docs/swiss.md lists the tolerated deviations."""

from league.formats.trf.records import BadTrf
from league.formats.trf.report import decode, format_report, parse_report

__all__ = ["BadTrf", "decode", "format_report", "parse_report"]
