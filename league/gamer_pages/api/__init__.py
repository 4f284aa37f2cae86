"""Gamers for programs."""
