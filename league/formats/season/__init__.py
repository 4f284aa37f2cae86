"""A season: match days on a calendar, divisions, promotion and relegation."""
