"""Season: home and away rounds on a calendar, in divisions with promotion and relegation and custom points."""
