"""Heats: tables of two to four, the first seat in turn, points by place."""
