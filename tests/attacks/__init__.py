"""Attacks on a running site, each with the figure that it must hold; `make attacks` runs all of them in full."""
