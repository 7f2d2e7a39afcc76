"""What is left open in a season, and the director's desk."""
