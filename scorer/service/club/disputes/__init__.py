"""What is disputed: cases, and the paper sheets that may be mistyped."""
