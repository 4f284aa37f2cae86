"""What the pages of an event show one reader, a value for each page."""
