"""What is played: seasons, their rounds and fixtures, the standings and the records."""
