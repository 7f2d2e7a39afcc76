"""What is disputed or left open, and the director's desk."""
