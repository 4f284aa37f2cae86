"""FIDE's tournament report files: TRF16, and of TRF26 what it adds. docs/swiss.md says what is tolerated."""

from league.formats.trf.records import BadTrf
from league.formats.trf.report import decode, read, write

__all__ = ["BadTrf", "decode", "read", "write"]
