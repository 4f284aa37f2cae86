"""Pages of people and their accounts."""
