"""Pages of leagues, and the buttons on them."""
