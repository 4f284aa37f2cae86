"""Share pictures: what apps show of a link to a match, an event or a player (Open Graph), drawn by the site."""
