"""The corpus: deals, parties and counts by which a program in any language can be tested."""
