"""The ledger as it is read, and what verifies it."""
