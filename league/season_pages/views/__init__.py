"""Pages of seasons with franchises, and the actions on them."""
