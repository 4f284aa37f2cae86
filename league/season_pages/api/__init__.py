"""Seasons with franchises for programs."""
