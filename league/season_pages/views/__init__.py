"""Pages of seasons with franchises, and the buttons on them."""
