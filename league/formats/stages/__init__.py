"""Stages that follow each other: declared, checked before the start, and tried out on simulated entrants."""
