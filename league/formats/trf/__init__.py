"""FIDE's tournament report files: TRF16, and of TRF26 what it adds. docs/swiss.md says what is tolerated."""

from league.formats.trf.errors import BadTrf
from league.formats.trf.report import Line, Report, made, read, write

__all__ = ["BadTrf", "Line", "Report", "made", "read", "write"]
