"""What is written by hand on the way of a move: docs/move-performance.md says what each part of it is worth."""
