"""A season: home and away rounds on a calendar, in divisions that exchange entrants, with the organiser's points."""
