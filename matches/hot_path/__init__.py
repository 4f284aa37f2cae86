"""Hand-optimised code for moves; docs/move-performance.md has the measured gain of each part."""
