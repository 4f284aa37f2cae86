"""Pages of Gamers."""
